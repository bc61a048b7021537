"""One session of a battle as its papers need it: units, positions, light, charts."""

from __future__ import annotations

from functools import cached_property

from campaign.model import Battle, BattleUnit, Side
from campaign.queries.common.outlook import Outlook, look
from campaign.rows.row import copied
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.terrain import Terrain
from campaign.rules.tabletop.interface import Tabletop, system, tabletop
from campaign.situation.army import position_of
from campaign.situation.battlefield import points_of, table_of, under
from campaign.situation.conditions import Conditions, conditions_at
from campaign.situation.force import Carried, Releases, carried_into, force_of, unit_of
from campaign.situation.forms import Form, entering, form_of, session_begins
from campaign.situation.old_news import works_for_all
from campaign.situation.standing import standing_orders
from campaign.situation.table_entry import ComingOn, beside_words, coming_on, staying_away
from campaign.situation.tasks import tasks_in_hand
from campaign.situation.terrain import beside_of, prize_of, spots_of, terrain_of
from campaign.terms.forces import AirType, Nationality, Weapon
from campaign.terms.state import Role
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.tables import Table
from campaign.values import dataclass, replace
from campaign.words.hex_grid import HexGrid
from campaign.words.sheet import SheetBody

AIR_WEAPON = {
    AirType.GROUND_ATTACK: Weapon.GROUND_ATTACK,
    AirType.MEDIUM_BOMBER: Weapon.MEDIUM_BOMBER,
    AirType.HEAVY_BOMBER: Weapon.HEAVY_BOMBER,
}


AWAY = "not on this table"
"""Words for a unit near the table without orders that lead onto it."""


def laid_under(outlook: Outlook, battle: Battle, key: str) -> Battle:
    """Return a battle as it would be under another system, its table laid out anew. Raises NotFound for an unknown
    system.
    """
    lines = outlook.board.rows(BattleUnit, BattleUnit.battle_id == battle.id)
    fighting = points_of(
        outlook.theatre, (outlook.army.battalions[u.battalion_id] for u in lines if u.role is Role.ENGAGED)
    )
    return under(battle, system(key), outlook.theatre.spot(battle.place_id).point, fighting)


@dataclass
class Session:
    """The next evening's play of a battle; for a battle that is over, its last, as it was printed."""

    outlook: Outlook
    """The umpire's view of the campaign."""
    battle: Battle
    other_table: bool = False
    """True if the session has another table than the battle itself, so that arrivals come on elsewhere."""

    def __post_init__(self) -> None:
        tabletop(self.battle.tabletop)

    @cached_property
    def door(self) -> Tabletop:
        """System under which the battle is fought."""
        return tabletop(self.battle.tabletop)

    @cached_property
    def moment(self) -> Moment:
        """First turn that is played in the session."""
        return Moment(self.battle.day, self.battle.turn) if self.battle.state.is_over else session_begins(self.battle)

    @cached_property
    def conditions(self) -> Conditions:
        """Light and weather of that turn."""
        return conditions_at(self.outlook.board, self.moment, self.outlook.rulebook)

    @cached_property
    def table(self) -> Table:
        """Table as it was laid out."""
        return table_of(self.battle)

    @cached_property
    def lines(self) -> list[BattleUnit]:
        """The lines of the units that take part; after an earlier session, of the units that still take part."""
        rows = self.outlook.board.rows(BattleUnit, BattleUnit.battle_id == self.battle.id)
        kept = [u for u in rows if self.battle.state.is_over or u.end_state is None]
        kept = [self._entering(u) for u in kept] if self.other_table else kept
        return sorted(kept, key=lambda u: (u.side_id, u.line))

    def _entering(self, line: BattleUnit) -> BattleUnit:
        """Return an arriving line as it comes onto this table: a copy outside the database."""
        position = position_of(self.outlook.army.battalions[line.battalion_id])
        if line.role is not Role.ARRIVES or position is None:
            return line
        return copied(line, edge=entering(self.outlook.theatre, self.table, position))

    @cached_property
    def sides(self) -> list[Side]:
        """Sides that take part, in their order."""
        taking = {u.side_id for u in self.lines}
        return sorted((self.outlook.army.sides[s] for s in taking), key=lambda s: (s.position, s.id))

    @cached_property
    def carried(self) -> Carried:
        """The values that units keep from earlier battles of the day under the same system."""
        return carried_into(self.outlook.board, self.battle, self.door.system.key)

    @cached_property
    def releases(self) -> Releases:
        """Units that fire in support only some time after the start (NQM-ORDERS-07)."""
        return {
            battalion: release for battalion, release in self.outlook.releases.items() if release.after(self.moment) > 0
        }

    @cached_property
    def behind(self) -> frozenset[int]:
        """Battalions whose guns this system leaves off its table, from where they still fire."""
        made = (self.door.muster(self.force(side), self.outlook.rulebook) for side in self.sides)
        return frozenset(line.unit for muster in made for line in muster.lines if line.fires_from_behind)

    @cached_property
    def away(self) -> frozenset[int]:
        """Battalions of this battle that stand beside the table and have no orders that lead onto it: not in this
        game.
        """
        outlook, lines = self.outlook, [u for u in self.lines if u.battalion_id not in self.behind]
        orders = standing_orders(outlook.army, outlook.given, self.moment, tasks_in_hand(outlook.board))
        return staying_away(outlook.army, outlook.theatre, self.table, lines, orders)

    @cached_property
    def coming_on(self) -> dict[int, ComingOn]:
        """Battalions of this battle that stand beside the table: where each comes on, and behind which units."""
        outlook, lines = self.outlook, [u for u in self.lines if u.battalion_id not in self.behind | self.away]
        return coming_on(
            outlook.army,
            outlook.theatre,
            self.table,
            lines,
            attacker=self.battle.attacker_id,
            column_in=self.door.system.column_in,
        )

    def own_lines(self, side: Side) -> list[BattleUnit]:
        """Return the lines of one side, by number."""
        return sorted((u for u in self.lines if u.side_id == side.id), key=lambda u: u.line)

    def force(self, side: Side) -> Force:
        """Return a side's force in the battle, as the rules need it."""
        return force_of(
            self.outlook.army,
            side.id,
            self.lines,
            over=self.battle.state.is_over,
            carried=self.carried,
            releases=self.releases,
        )

    def form(self, side: Side) -> Form:
        return form_of(
            self.outlook.board,
            self.outlook.army,
            self.outlook.theatre,
            self.battle,
            side.id,
            self.lines,
            self.outlook.rulebook,
        )

    def eyes(self, side: Side) -> Outlook:
        """Return the campaign as seen by that side."""
        return look(self.outlook.board, Viewer(side=side.id))

    def enemy_nations(self, side: Side) -> tuple[Nationality, ...]:
        """Return the nationalities of the whole other side, not only of the units in the battle, so that the sheet does
        not reveal them.
        """
        army = self.outlook.army
        return tuple(dict.fromkeys(army.nationality(f) for f in army.commands() if f.side_id != side.id))

    def enemies(self, side: Side) -> tuple[Unit, ...]:
        """Return all battalions of the other side, for the charts of a sheet, without positions and states, which the
        reader may not know.
        """
        army = self.outlook.army
        return tuple(unit_of(army, b) for b in army.battalions.values() if b.side_id != side.id)

    def scene(self, side: Side, air: tuple[Weapon, ...] = ()) -> Scene:
        """Return all that the rules need to work out a side's sheet: units, table, light and weather."""
        table, attacker, lines = self.battle.table, self.battle.attacker_id, self.own_lines(side)
        army, theatre = self.outlook.army, self.outlook.theatre
        return Scene(
            force=self.force(side),
            enemies=self.enemies(side),
            start=self.moment,
            skies=self._skies,
            attacks=None if attacker is None else attacker == side.id,
            air=air,
            table_in=(table["width_in"], table["depth_in"]),
            inches_a_km=table["scale_in_per_km"],
            start_hour=self.outlook.calendar.begins(self.moment).hour,
            enemy_nationalities=self.enemy_nations(side),
            terrain=self.terrain,
            spots=spots_of(army, theatre, self.table, lines),
            beside=beside_of(army, theatre, self.table, [u for u in lines if u.battalion_id not in self.away]),
            away=self.away,
            prize=prize_of(theatre, self.table, self.battle.place_id),
        )

    @cached_property
    def terrain(self) -> Terrain:
        """Terrain of the table without the obstacles on its roads, as far as every side knows it."""
        whole_terrain = terrain_of(
            self.outlook.board, self.outlook.theatre, self.table, works_for_all(self.outlook.board)
        )
        return replace(whole_terrain, bars=tuple(bar for bar in whole_terrain.bars if bar.river))

    @cached_property
    def _skies(self) -> tuple[TurnSky, ...]:
        """Light and weather of a day from the first turn that is played."""
        turns = (self.moment, *(self.moment.plus(n) for n in range(1, TURNS_A_DAY)))
        now = ((moment, conditions_at(self.outlook.board, moment, self.outlook.rulebook)) for moment in turns)
        return tuple(TurnSky(moment, c.night, c.light, c.sky) for moment, c in now)

    def sheet(self, side: Side, air: tuple[Weapon, ...] = ()) -> SheetBody:
        """Return a side's battle sheet as the system's rules make it. It is worked out once and kept, since several
        papers need it.
        """
        if (side.id, air) not in self._sheets:
            self._sheets[side.id, air] = self.door.sheet(self.scene(side, air), self.outlook.rulebook)
        return self._sheets[side.id, air]

    @cached_property
    def _sheets(self) -> dict[tuple[int, tuple[Weapon, ...]], SheetBody]:
        return {}

    @cached_property
    def grid(self) -> HexGrid | None:
        """Map of numbered hexes, in a system that is played on one: its ground is for all players, the starting units
        are one side's.
        """
        return self.sheet(self.sides[0]).grid if self.sides else None

    @property
    def weather(self) -> str:
        """Effect of the weather in this system, as the first side's sheet says it."""
        return self.sheet(self.sides[0]).weather if self.sides else ""


def away_words(session: Session) -> str:
    """Return a line on the units beside the table, and those of them that come on; empty where all stand on it."""
    return beside_words(session.outlook.army, session.lines, session.away, session.coming_on)
