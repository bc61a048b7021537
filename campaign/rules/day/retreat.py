"""After a battle: who holds the field, who goes back, who is captured (umpire 1.7, 1.8, 1.9).

holder(claims, unspent, defender, remaining) -> Held        claims by side; raises nothing: a dispute is a value
goes_back(side, held, written=, near=) -> bool         must a survivor retreat by the campaign's rule?
lays_down_arms(beaten, winners, book) -> bool          do beaten units without a way back surrender?
when_cut_off(state, lost_running, book) -> CutOff      stays, surrenders or breaks out without a way back
takes_ground(side, held, written=) -> bool             does a survivor stand on the ground that was won?
fate(state, cut_off=) -> State                         destroyed without a way back is captured
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from campaign.rules.common.rulebook import Rulebook
from campaign.terms.state import State
from campaign.views.return_foot import BOTH


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds the field: a side's key, ``both``, or, if ``disputed``, nobody yet."""

    side: str | None
    why: str
    disputed: bool = False


def holder(
    claims: Mapping[str, str | None],
    unspent: Mapping[str, int],
    defender: str | None,
    remaining: Mapping[str, int] = MappingProxyType({}),
) -> Held:
    """Who holds the field after a battle (umpire 1.7).

    ``claims``: by side key, what its return says (a side key, ``both``, or None); ``unspent``: battalions left in play
    without a casualty figure; ``defender``: the side that was attacked, None in a meeting engagement; ``remaining``:
    battalions left in play, spent ones too. A side of which nobody is left, while somebody of the other is, holds
    nothing.
    """
    empty_sides = {side for side, count in remaining.items() if not count} if any(remaining.values()) else set()
    claimed = {claim for claim in claims.values() if claim is not None}
    if len(claimed) == 1:
        (claim,) = claimed
        return (
            Held(None, f"{claim} has nobody left to hold the field", disputed=True)
            if claim in empty_sides
            else Held(claim, "as returned")
        )
    if claimed:
        words = "; ".join(f"{side} says {claim}" for side, claim in claims.items() if claim is not None)
        return Held(None, f"the returns differ: {words}", disputed=True)
    sides = [side for side in unspent if side not in empty_sides]
    if empty_sides and len(sides) == 1:
        return Held(sides[0], "no answer: nobody else is left")
    most = max(unspent.values(), default=0)
    leaders = [side for side, count in unspent.items() if count == most]
    if len(leaders) == 1:
        return Held(leaders[0], "no answer: more unspent battalions left")
    if defender is not None:
        return Held(defender, "no answer, equal unspent battalions left: the defender")
    return Held(BOTH, "no answer, equal unspent battalions left, nobody defended")


def goes_back(side: str, held: Held, *, written: bool, near: bool = True) -> bool:
    """Must a survivor of this side go back half a turn's march (umpire 1.8)?

    ``written``: the return says where it stands. A table that keeps places has it stand there; on one that does not,
    its owner has chosen his road. Left blank, the campaign's rule holds on either: who lost the field goes back.
    ``near``: it stands by the field, or lost a fight of its own; a table may hold two, and who was out of reach of the
    lost one stays.
    """
    return near and not written and held.side not in (side, BOTH, None)


def takes_ground(side: str, held: Held, *, written: bool) -> bool:
    """Does a survivor of this side stand on the ground that was won? The winner holds the place, unless the return says
    where it stands."""
    return not written and held.side == side


def lays_down_arms(beaten: Fraction, winners: Fraction, book: Rulebook) -> bool:
    """Do beaten units without a way back surrender (house rule ``retreat.surrender``; umpire 1.8: they stay)? Both in
    effective stands; who has none left surrenders to anybody fresh."""
    odds = book.number("retreat.surrender")
    return odds > 0 and winners > 0 and winners >= odds * beaten


class CutOff(StrEnum):
    """What beaten units without a way back do (house rule ``retreat.cut_off``; umpire 1.8: they stay)."""

    STAYS = "stays"
    SURRENDERS = "surrenders"
    BREAKS_OUT = "breaks out"


def when_cut_off(state: State, lost_running: int, book: Rulebook) -> CutOff:
    """``lost_running``: battles running that the unit has lost where it stands, this one included. To break out costs
    a fresh unit its figure; a spent one is taken."""
    choice = book.word("retreat.cut_off")
    if choice == "surrenders":
        return CutOff.SURRENDERS if lost_running >= book.integer("retreat.cut_off_turns") else CutOff.STAYS
    if choice == "breaks_out":
        return CutOff.SURRENDERS if state is State.SPENT else CutOff.BREAKS_OUT
    return CutOff.STAYS


def fate(state: State, *, cut_off: bool) -> State:
    """Destroyed while cut off or surrounded is captured (OB-CAS-09, umpire 1.8)."""
    return State.CAPTURED if state is State.DESTROYED and cut_off else state
