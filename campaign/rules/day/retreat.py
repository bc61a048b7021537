"""The aftermath of a battle: the side that holds the field, and the units that retreat or are captured (umpire 1.7,
1.8, 1.9).

holder(claims, unspent, defender, remaining) -> Held        claims by side; raises nothing: a dispute is a value
goes_back(side, held, written=, near=) -> bool         whether a survivor must retreat by the campaign's rule
lays_down_arms(beaten, winners, book) -> bool          whether beaten units that are cut off surrender
when_cut_off(state, lost_running, book) -> CutOff      whether a unit that is cut off stays, surrenders or breaks out
takes_ground(side, held, written=) -> bool             whether a survivor is on the ground that was won
fate(state, cut_off=) -> State                         a unit destroyed while cut off is captured
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from campaign.rules.common.rulebook import Rulebook
from campaign.terms.state import State
from campaign.values import dataclass
from campaign.words.return_foot import BOTH


@dataclass(frozen=True, slots=True)
class Held:
    """The holder of the field: a side's key, ``both`` or, if ``disputed``, not yet decided. ``counted``: why by the
    count of battalions, if no return said so.
    """

    side: str | None
    why: str
    disputed: bool = False
    counted: str = ""


def holder(
    claims: Mapping[str, str | None],
    unspent: Mapping[str, int],
    defender: str | None,
    remaining: Mapping[str, int] = MappingProxyType({}),
) -> Held:
    """Return the side that holds the field after a battle (umpire 1.7).

    ``claims``: by side key, what its return says (a side key, ``both``, or None); ``unspent``: battalions left in play
    without a casualty figure; ``defender``: the side that was attacked, None in a meeting battle; ``remaining``:
    battalions left in play, spent ones too. A side without units left holds nothing if the other has some.
    """
    empty_sides = {side for side, count in remaining.items() if not count} if any(remaining.values()) else set()
    claimed = {claim for claim in claims.values() if claim is not None}
    if len(claimed) == 1:
        (claim,) = claimed
        return (
            Held(None, f"{claim} has no unit left to hold the field", disputed=True)
            if claim in empty_sides
            else Held(claim, "as returned")
        )
    if claimed:
        words = "; ".join(f"{side} says {claim}" for side, claim in claims.items() if claim is not None)
        return Held(None, f"the returns differ: {words}", disputed=True)
    sides = [side for side in unspent if side not in empty_sides]
    if empty_sides and len(sides) == 1:
        return Held(sides[0], "no answer: no other side is left")
    most = max(unspent.values(), default=0)
    leaders = [side for side, count in unspent.items() if count == most]
    if len(leaders) == 1:
        least = min(unspent.values())
        by_count = f"it has more unspent battalions left, {most} against {least}"
        return Held(leaders[0], f"no answer: {by_count}", counted=by_count)
    if defender is not None:
        by_count = "equal unspent battalions left: the defender holds it"
        return Held(defender, f"no answer, and {by_count}", counted=by_count)
    by_count = "equal unspent battalions left, and neither side defended"
    return Held(BOTH, f"no answer, {by_count}", counted=by_count)


def goes_back(side: str, held: Held, *, written: bool, near: bool = True) -> bool:
    """Return whether a survivor of this side must retreat half a turn's march (umpire 1.8).

    ``written``: the return gives its position. On a system that keeps places, that is where it is; on the others, its
    owner has chosen its road. If it is left blank, the campaign's rule holds in either case: the side that lost the
    field retreats. ``near``: the unit is by the field, or lost a battle of its own; one table may hold two battles, and
    a unit out of reach of the lost one stays.
    """
    return near and not written and held.side not in (side, BOTH, None)


def takes_ground(side: str, held: Held, *, written: bool) -> bool:
    """Return whether a survivor of this side is on the ground that was won. The winner holds the place, unless the
    return gives another position.
    """
    return not written and held.side == side


def lays_down_arms(beaten: Fraction, winners: Fraction, book: Rulebook) -> bool:
    """Return whether beaten units that are cut off surrender (house rule ``retreat.surrender``; umpire 1.8: they stay).
    Both strengths in effective stands; a force with none left surrenders to any fresh enemy.
    """
    odds = book.number("retreat.surrender")
    return odds > 0 and winners > 0 and winners >= odds * beaten


class CutOff(StrEnum):
    """The behaviour of beaten units that are cut off (house rule ``retreat.cut_off``; umpire 1.8: they stay)."""

    STAYS = "stays"
    SURRENDERS = "surrenders"
    BREAKS_OUT = "breaks out"


def when_cut_off(state: State, lost_running: int, book: Rulebook) -> CutOff:
    """Return the behaviour of a unit that is cut off. ``lost_running``: consecutive battles that the unit has lost in
    the same place, this one included. Breaking out makes a fresh unit spent; a spent unit is captured.
    """
    choice = book.word("retreat.cut_off")
    if choice == "surrenders":
        return CutOff.SURRENDERS if lost_running >= book.integer("retreat.cut_off_turns") else CutOff.STAYS
    if choice == "breaks_out":
        return CutOff.SURRENDERS if state is State.SPENT else CutOff.BREAKS_OUT
    return CutOff.STAYS


def fate(state: State, *, cut_off: bool) -> State:
    """Return the final state of a unit: one destroyed while cut off or surrounded is captured (OB-CAS-09, umpire
    1.8).
    """
    return State.CAPTURED if state is State.DESTROYED and cut_off else state
