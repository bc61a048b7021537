"""After a battle: who holds the field, who goes back how far, who was surrounded (umpire 1.7, 1.8, 1.9).

holder(claims, unspent, defender) -> Held              claims by side; raises nothing: a dispute is a value
goes_back(system, side, holder) -> bool                must the survivors of a side retreat by the campaign's rule?
Way(place, metres, ...)                                a road back, as the theatre found it
retreat(name, ways) -> Retreat                         the default way, or cut off
fate(state, cut_off=) -> State                         destroyed without a way back is captured
propose_surrounded(free_roads, table_says) -> Proposal
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.tabletop import System
from campaign.terms.state import State

BOTH = "both"
"""On a return: both sides are still there."""


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds the field: a side's key, ``both``, or, if ``disputed``, nobody yet."""

    side: str | None
    why: str
    disputed: bool = False


def holder(claims: Mapping[str, str | None], unspent: Mapping[str, int], defender: str | None) -> Held:
    """Who holds the field after a battle (umpire 1.7).

    ``claims``: by side key, what its return says (a side key, ``both``, or None); ``unspent``: battalions left in play
    without a casualty figure; ``defender``: the side that was attacked, None in a meeting engagement.
    """
    said = {claim for claim in claims.values() if claim is not None}
    if len(said) == 1:
        return Held(said.pop(), "as returned")
    if said:
        words = "; ".join(f"{side} says {claim}" for side, claim in claims.items() if claim is not None)
        return Held(None, f"the returns differ: {words}", disputed=True)
    most = max(unspent.values(), default=0)
    leaders = [side for side, count in unspent.items() if count == most]
    if len(leaders) == 1:
        return Held(leaders[0], "no answer: more unspent battalions left")
    if defender is not None:
        return Held(defender, "no answer, equal unspent battalions left: the defender")
    return Held(BOTH, "no answer, equal unspent battalions left, nobody defended")


def goes_back(system: System, side: str, held: Held) -> bool:
    """Must this side's survivors go back half a turn's march? Not where the table shows where they stand (umpire 1.8)."""
    return not system.keeps_places and held.side not in (side, BOTH, None)


@dataclass(frozen=True, slots=True)
class Way:
    """A road back outside the enemy's location range: where it leads and how long it is, in metres."""

    to: str
    metres: int


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a beaten unit goes: the shortest way, others its owner may choose instead, or none: cut off where it is."""

    way: Way | None
    others: tuple[Way, ...]
    why: str

    @property
    def cut_off(self) -> bool:
        """It stays where it is."""
        return self.way is None


def retreat(name: str, ways: Sequence[Way]) -> Retreat:
    """The shortest road to its headquarters or home edge; without one the unit stays, cut off (umpire 1.8)."""
    if not ways:
        return Retreat(None, (), f"{name} has no road back outside the enemy's location range: it stays, cut off")
    best, *others = sorted(ways, key=lambda way: (way.metres, way.to))
    return Retreat(best, tuple(others), f"{name} goes back towards {best.to}")


def fate(state: State, *, cut_off: bool) -> State:
    """Destroyed while cut off or surrounded is captured (OB-CAS-09, umpire 1.8)."""
    return State.CAPTURED if state is State.DESTROYED and cut_off else state


@dataclass(frozen=True, slots=True)
class Proposal:
    """Whether a destroyed battalion is proposed as surrounded, and why; the tick on the return decides."""

    surrounded: bool
    why: str


def propose_surrounded(free_roads: int, *, table_says: bool | None = None) -> Proposal:
    """Surrounded is proposed from the map, or from the system's own test where it has one (umpire 1.9)."""
    if table_says is not None:
        return Proposal(table_says, "by the tabletop's own test")
    if free_roads == 0:
        return Proposal(True, "no road from there is free of the enemy's location range")
    return Proposal(False, f"{free_roads} {'road' if free_roads == 1 else 'roads'} from there free of the enemy's location range")
