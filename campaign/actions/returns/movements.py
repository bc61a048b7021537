"""The movements of a battle's units when it is over: what the program proposes for each, why, and what the umpire said
instead (umpire 1.8).

    planned(staff, battle, verdict) -> tuple[Movement, ...]     a row for each unit that was on the table and is in play

A unit stays, goes back half a turn's march, advances onto the ground that was won, or is cut off. A return or the
umpire may put it elsewhere. A way back over an escarpment or a river, or through a place that the enemy has just taken,
a unit with the escarpment between it and the field, and a unit without a way back are doubtful: they are asked, and the
program's choice is named where nobody is there to answer. That a unit without a way back fights on is asked once: the
answer stands for later battles for the same place, until it is changed. Nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.actions.raising import Staff
from campaign.actions.returns.aftermath import as_left, ground_taken, near_the_field, way_out, ways_back, zones_against
from campaign.actions.returns.fates import Fate, Verdict
from campaign.errors import Refused
from campaign.model import Battalion, Battle
from campaign.rules.day.retreat import goes_back, takes_ground
from campaign.situation.army import position_of
from campaign.situation.battlefield import table_of
from campaign.situation.lost_here import lost_before
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import Role, State
from campaign.terms.words import listing
from campaign.theatre.in_the_way import crossed, lying_between
from campaign.theatre.retreats import Retreat
from campaign.theatre.zones import Zones
from campaign.values import dataclass, replace
from campaign.views.battle.what_follows import Goes

RULE = "umpire 1.8"
_BY_WORD = "by the umpire's ruling"
_CUT_OFF = (Goes.CUT_OFF, Goes.SURRENDERS, Goes.BREAKS_OUT)
"""What a unit that is cut off may do."""


@dataclass(frozen=True, slots=True)
class Movement:
    """The movement of one unit when its battle is over.

    ``end``: its position afterwards, None if it surrenders; ``why``: the reason with its rule; ``doubt``: why the
    program does not decide, empty where nothing is doubtful; ``is_asked``: no house rule answers the doubt;
    ``is_said``: the umpire decided; ``is_written``: its return gives the place.
    """

    fate: Fate
    goes: Goes
    end: Position | None
    why: str
    towards: str = ""
    others: tuple[str, ...] = ()
    doubt: str = ""
    choices: tuple[Goes, ...] = ()
    is_asked: bool = True
    is_said: bool = False
    is_written: bool = False

    @property
    def battalion(self) -> Battalion:
        return self.fate.battalion

    @property
    def is_open(self) -> bool:
        """True if the umpire must say what the unit does."""
        return bool(self.doubt) and self.is_asked and not self.is_said

    @property
    def is_moved(self) -> bool:
        """True if the unit stands elsewhere afterwards."""
        return self.end is not None and self.end != position_of(self.battalion)


def planned(staff: Staff, battle: Battle, verdict: Verdict) -> tuple[Movement, ...]:
    """Return the movement of every unit that was on the table and is in play, in the order of the sides and lines.
    Raises Refused for the umpire's ruling where it is impossible.
    """
    return _Plan(staff, battle, verdict).movements()


class _Plan:
    """The ground after a battle, as far as it is decided: the ends of all units, side by side."""

    def __init__(self, staff: Staff, battle: Battle, verdict: Verdict) -> None:
        self.staff, self.battle, self.verdict = staff, battle, verdict
        self.left = as_left(staff, verdict.works, verdict.laid)
        self.place = staff.places[battle.place_id]
        self.movers = [
            fate
            for fate in verdict.fates
            if self._said(fate) is Goes.SURRENDERS or (_may_move(fate) and fate.battalion.id not in verdict.away)
        ]
        self.states = {fate.battalion.id: fate.state for fate in verdict.fates}
        self.zones: dict[int, Zones] = {}
        self.ends: dict[int, Position | None] = {
            fate.battalion.id: fate.stands or position_of(fate.battalion) if fate.state.is_in_play else None
            for fate in verdict.fates
        }

    def _said(self, fate: Fate) -> Goes | Position | None:
        return self.verdict.said.get(fate.battalion.id)

    def movements(self) -> tuple[Movement, ...]:
        """Return all of them: first those that stand or advance, then those that go back before them."""
        result: dict[int, Movement] = {}
        retreating = list[Fate]()
        for fate in self.movers:
            movement = self._standing(fate)
            if movement is None:
                retreating.append(fate)
                continue
            result[fate.battalion.id] = movement
            self.ends[fate.battalion.id] = movement.end
        for fate in retreating:
            result[fate.battalion.id] = self._retreating(fate)
        return tuple(result[fate.battalion.id] for fate in self.movers)

    def _standing(self, fate: Fate) -> Movement | None:
        """Return the movement of a unit that stays, advances or is put somewhere; None for one that goes back."""
        said, position = self._said(fate), position_of(fate.battalion)
        if said is not None and said is not Goes.BACK:
            return self._by_word(fate, said)
        if said is Goes.BACK or self._is_beaten(fate):
            return None
        if fate.stands is not None:
            goes = Goes.STAYS if fate.stands == position else Goes.ELSEWHERE
            why = _BY_WORD if self.verdict.ruling else by_rule("as its return says", "umpire 1.17")
            return self._movement(fate, goes, fate.stands, why, is_said=self.verdict.ruling, is_written=True)
        assert position is not None
        won = self._ground_won(fate)
        if won is not None and won != position:
            return self._movement(
                fate, Goes.ADVANCES, won, by_rule("attacked, and its side holds the field", "umpire 1.8")
            )
        return self._movement(fate, Goes.STAYS, position, by_rule(self._why_it_stays(fate), RULE))

    def _by_word(self, fate: Fate, said: Goes | Position) -> Movement:
        """Return the movement that the umpire gave. Raises Refused if it is impossible."""
        position, name = position_of(fate.battalion), fate.battalion.name
        if said is Goes.SURRENDERS:
            return Movement(fate, said, None, _BY_WORD, choices=self._out_of_it(fate), is_said=True)
        if said is Goes.BREAKS_OUT:
            return Movement(fate, said, fate.stands, _BY_WORD, choices=_CUT_OFF, is_said=True)
        if not isinstance(said, Goes):
            return self._movement(fate, Goes.ELSEWHERE, said, _BY_WORD, is_said=True)
        if position is None:
            raise Refused(
                f"{name} is not on the map, so the answer {str(said)!r} is not possible. Answer with a place for it"
            )
        if said is Goes.ADVANCES:
            return self._movement(fate, said, self._ahead(fate), _BY_WORD, is_said=True)
        if self._is_beaten(fate) and not self._ways_back(fate):
            return replace(self._cut_off(fate, position), why=_BY_WORD, is_said=True)
        return self._movement(fate, Goes.STAYS, position, _BY_WORD, is_said=True)

    def _ahead(self, fate: Fate) -> Position:
        """Return where a unit advances to. Raises Refused if the battle's place is not on the table."""
        if not table_of(self.battle).holds(self.staff.theatre.spot(self.place.id).point):
            raise Refused(
                f"{fate.battalion.name} cannot advance to {self.place.name}, which is not on this table. Give "
                "a place on the table, or inches from two edges"
            )
        return AtPlace(self.place.id)

    def _retreating(self, fate: Fate) -> Movement:
        """Return the movement of a unit that goes back, or is cut off. Raises Refused if the umpire sends back a unit
        without a way.
        """
        is_said = self._said(fate) is Goes.BACK
        position = position_of(fate.battalion)
        assert position is not None
        ways = self._ways_back(fate)
        if not ways:
            if is_said:
                raise Refused(
                    f"{fate.battalion.name} cannot go back: no road to its headquarters or home edge stays "
                    f"outside the enemy's location range ({RULE}). Let the unit stay, or give it a place"
                )
            return self._cut_off(fate, position)
        way, describe = ways[0], self.staff.theatre.describe
        why = _BY_WORD if is_said else "its side lost the field"
        return self._movement(
            fate,
            Goes.BACK,
            way.end,
            by_rule(f"{why}, towards {way.towards}", RULE),
            towards=way.towards,
            others=tuple(dict.fromkeys(describe(o.end) for o in ways[1:4] if not _on_one_road(o.end, way.end))),
            doubt="" if is_said else self._doubt(position, way),
            is_said=is_said,
        )

    def _ways_back(self, fate: Fate) -> tuple[Retreat, ...]:
        return ways_back(self.left, fate.battalion, self._zones_against(fate.battalion.side_id), self.ends)

    def _cut_off(self, fate: Fate, position: Position) -> Movement:
        around = self._around(fate, position)
        before = lost_before(self.staff.board, self.battle, fate.battalion)
        since = f"; it was cut off in battle {before[0].number} too and keeps fighting" if before else ""
        return Movement(
            fate,
            Goes.CUT_OFF,
            position,
            by_rule(f"no road leads back{since}", RULE),
            doubt=f"no road out{f' and {listing(around)} around it' if around else ''}",
            is_asked=self.staff.book.word("retreat.cut_off") == "stays" and not before,
            choices=self._out_of_it(fate),
        )

    def _out_of_it(self, fate: Fate) -> tuple[Goes, ...]:
        """Return what a unit that is cut off may do: it breaks out only if a place behind the enemy is free."""
        can = way_out(self.left, fate.battalion, zones_against(self.staff, fate.battalion.side_id)) is not None
        return _CUT_OFF if can else (Goes.CUT_OFF, Goes.SURRENDERS)

    def _around(self, fate: Fate, position: Position) -> list[str]:
        """Return the enemies at the very place where a unit is cut off."""
        return [
            enemy.short or enemy.name
            for enemy in self.staff.army.battalions.values()
            if enemy.side_id != fate.battalion.side_id and self.ends.get(enemy.id, position_of(enemy)) == position
        ]

    def _doubt(self, position: Position, way: Retreat) -> str:
        """Return why a way back is doubtful; empty if it is not."""
        theatre, spot = self.staff.theatre, self.staff.theatre.spot(self.place.id)
        over = crossed(theatre, way.legs)
        if over:
            return f"the way back crosses {listing(over)}"
        passed = {theatre.way(leg.road).place_at(leg.to_m) for leg in way.legs} - {None}
        held = sorted(place for place in passed if place is not None and place in self._lost)
        if held:
            names = listing(self.staff.places[place].name for place in held)
            return f"the way back leads through {names}, held by the enemy now"
        between = lying_between(theatre, theatre.point_of(position), spot.point)
        return f"{listing(between)} is between it and {spot.name}" if between else ""

    @property
    def _lost(self) -> frozenset[int]:
        """Places that the side that goes back has lost in this battle."""
        winner = next((s.id for s in self.staff.army.sides.values() if s.key == self.verdict.held.side), None)
        taken = {place.id for place, side in self.verdict.owners if side == winner}
        given = {place.id for place, side in self.verdict.owners if side != winner}
        field = frozenset({self.place.id}) - self.verdict.unheld - given
        return frozenset(taken) | field

    # what the rules say ----------------------------------------------------------------------------------------------
    def _is_beaten(self, fate: Fate) -> bool:
        return is_beaten(self.staff, self.battle, self.verdict, fate, self.states)

    def _ground_won(self, fate: Fate) -> Position | None:
        attacks = (
            fate.battalion.side_id == self.battle.attacker_id
            and fate.line.role is Role.ENGAGED
            and not fate.battalion.resting
        )
        if attacks and takes_ground(self._key(fate), self.verdict.held, written=False):
            return ground_taken(self.staff, self.battle, fate.battalion, self.verdict.unheld)
        return None

    def _why_it_stays(self, fate: Fate) -> str:
        held = self.verdict.held.side
        if goes_back(self._key(fate), self.verdict.held, written=False):
            reach = f"{float(self.staff.book.number('retreat.reach')):g} km"
            return f"more than {reach} from {self.place.name}, where the enemy does not have more unspent battalions"
        return "its side holds the field" if held == self._key(fate) else "both sides are still there"

    def _key(self, fate: Fate) -> str:
        return self.staff.army.sides[fate.battalion.side_id].key

    def _zones_against(self, side: int) -> Zones:
        if side not in self.zones:
            self.zones[side] = zones_against(self.staff, side, self.ends)
        return self.zones[side]

    def _movement(
        self,
        fate: Fate,
        goes: Goes,
        end: Position,
        why: str,
        *,
        towards: str = "",
        others: Iterable[str] = (),
        doubt: str = "",
        is_said: bool = False,
        is_written: bool = False,
    ) -> Movement:
        return Movement(
            fate,
            goes,
            end,
            why,
            towards=towards,
            others=tuple(others),
            doubt=doubt,
            choices=self._choices(fate, goes),
            is_said=is_said,
            is_written=is_written,
        )

    def _choices(self, fate: Fate, goes: Goes) -> tuple[Goes, ...]:
        """Return what the umpire may choose for a unit beside a place of its own."""
        if position_of(fate.battalion) is None:
            return (goes,)
        on_table = table_of(self.battle).holds(self.staff.theatre.spot(self.place.id).point)
        usual = (Goes.BACK, Goes.STAYS, *((Goes.ADVANCES,) if on_table else ()))
        return usual if goes in usual else (*usual, goes)


def _may_move(fate: Fate) -> bool:
    return (
        fate.state.is_in_play
        and fate.took_part
        and (fate.battalion.on_map or fate.stands is not None)
        and fate.line.role is not Role.GUNS_IN_RANGE
    )


def is_beaten(
    staff: Staff, battle: Battle, verdict: Verdict, fate: Fate, states: Mapping[int, State] | None = None
) -> bool:
    """Return whether a unit must go back and stands where it can be driven off (umpire 1.8)."""
    key, written = staff.army.sides[fate.battalion.side_id].key, fate.stands is not None
    if not fate.battalion.on_map or not goes_back(key, verdict.held, written=written):
        return False
    after = {f.battalion.id: f.state for f in verdict.fates} if states is None else states
    return near_the_field(staff, battle, fate.battalion, after)


def _on_one_road(end: Position, other: Position) -> bool:
    """Return whether two ways back end on the same stretch of road: that is one choice, some metres apart."""
    return isinstance(end, OnRoad) and isinstance(other, OnRoad) and end.road == other.road
