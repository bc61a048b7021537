"""One session of a battle as its papers need it: who, where, in what light, with which tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from campaign.model import Battle, BattleUnit, Side
from campaign.queries.outlook import Outlook, look
from campaign.rules.brevity.sheet import Sheet, sheet
from campaign.rules.force import Force
from campaign.rules.tabletop import tabletop
from campaign.situation.battlefield import table_of
from campaign.situation.conditions import Conditions, conditions_at
from campaign.situation.force import force_of
from campaign.situation.forms import Form, form_of, session_begins
from campaign.terms.forces import AirType, Nationality, Weapon
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.theatre.tables import Table

AIR_WEAPON = {
    AirType.GROUND_ATTACK: Weapon.GROUND_ATTACK,
    AirType.MEDIUM_BOMBER: Weapon.MEDIUM_BOMBER,
    AirType.HEAVY_BOMBER: Weapon.HEAVY_BOMBER,
}


@dataclass
class Session:
    """The next session of a battle; of one that is over, the last, as it was printed."""

    outlook: Outlook
    """The umpire's."""
    battle: Battle

    def __post_init__(self) -> None:
        tabletop(self.battle.tabletop)

    @cached_property
    def moment(self) -> Moment:
        """The first turn that is played in it."""
        return Moment(self.battle.day, self.battle.turn) if self.battle.state.is_over else session_begins(self.battle)

    @cached_property
    def conditions(self) -> Conditions:
        """Light and weather of that turn."""
        return conditions_at(self.outlook.desk, self.moment, self.outlook.rulebook)

    @cached_property
    def table(self) -> Table:
        """The table as it was laid."""
        return table_of(self.battle)

    @cached_property
    def lines(self) -> list[BattleUnit]:
        """Who takes part; after an earlier session only those who still do."""
        rows = self.outlook.desk.rows(BattleUnit, BattleUnit.battle_id == self.battle.id)
        kept = [u for u in rows if self.battle.state.is_over or u.end_state is None]
        return sorted(kept, key=lambda u: (u.side_id, u.line))

    @cached_property
    def sides(self) -> list[Side]:
        """Sides that take part, in their order."""
        taking = {u.side_id for u in self.lines}
        return sorted((self.outlook.army.sides[s] for s in taking), key=lambda s: (s.position, s.id))

    def own_lines(self, side: Side) -> list[BattleUnit]:
        """The lines of one side, by number."""
        return sorted((u for u in self.lines if u.side_id == side.id), key=lambda u: u.line)

    def force(self, side: Side) -> Force:
        """What a side brings."""
        return force_of(self.outlook.army, side.id, self.lines, over=self.battle.state.is_over)

    def form(self, side: Side) -> Form:
        """A side's return form."""
        return form_of(self.outlook.desk, self.outlook.army, self.outlook.theatre, self.battle, side.id, self.lines)

    def eyes(self, side: Side) -> Outlook:
        """The campaign as that side sees it."""
        return look(self.outlook.desk, Viewer(side=side.id))

    def enemy_nations(self, side: Side) -> tuple[Nationality, ...]:
        """Nationalities of the whole other side, not only of those who are here: nobody learns who is here from his sheet."""
        army = self.outlook.army
        return tuple(dict.fromkeys(army.nationality(f) for f in army.commands() if f.side_id != side.id))

    def sheet(self, side: Side, air: tuple[Weapon, ...] = ()) -> Sheet:
        """A side's sheet by the rules."""
        now = self.conditions
        return sheet(
            self.force(side), self.enemy_nations(side), self.outlook.rulebook, night=now.night, light=now.light, sky=now.sky, air=air,
        )  # fmt: skip
