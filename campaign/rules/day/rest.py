"""Rest: the spent battalions that shed a casualty figure as a turn starts (OB-REST-01, OB-SUP-06, umpire 1.11).

may_shed(battalion, supply, book) -> Shedding    one spent battalion; no die is rolled
shed(strength, establishment, book) -> Strength  its strength afterwards: just under the loss that makes it spent
bars_rest(in_play=, engaged=) -> str             why a battalion cannot be declared resting
"""

from __future__ import annotations

from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.strength import bands_of, restored
from campaign.rules.day.supply import Verdict
from campaign.terms.state import State
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Resting:
    """A battalion as the turn starts.

    ``moved`` and ``fought`` are about the turn before; ``near_enemy`` names the enemy that locates the spot, or is
    empty.
    """

    name: str
    state: State
    resting: bool
    moved: bool
    fought: bool
    near_enemy: str = ""
    turns_rested: int = 0
    """The turns that it has rested from beginning to end."""


@dataclass(frozen=True, slots=True)
class Shedding:
    """The answer whether the battalion sheds its casualty figure, with the rule and the sentence."""

    sheds: bool
    rule: str
    why: str


def may_shed(battalion: Resting, supply: Verdict, book: Rulebook) -> Shedding:
    """Return whether this battalion sheds its casualty figure now. ``supply``: its supply verdict at all three levels.

    For a headquarters that feeds itself, give the verdict that ignores its own figure (``supply.corps(...,
    self_recovery=True)``).
    """
    name = battalion.name
    if not battalion.state.carries_figure:
        return Shedding(False, "OB-REST-01", f"{name} carries no casualty figure")
    if not battalion.resting:
        return Shedding(False, "OB-REST-01", f"{name} is not resting in reserve")
    if battalion.fought or battalion.moved:
        done = "fought" if battalion.fought else "moved"
        return Shedding(False, "umpire 1.11", f"{name} keeps its casualty figure: it {done} in the turn before")
    needed = book.integer("rest.full_turns_required")
    if battalion.turns_rested < needed:
        return Shedding(
            False,
            "OB-AMB-026",
            f"{name} has rested {battalion.turns_rested} of {needed} whole turns (house rule rest.full_turns_required)",
        )
    if battalion.near_enemy and book.word("rest.min_distance_from_enemy") != "none":
        return Shedding(False, "umpire 1.11", f"{name} rests within the location range of {battalion.near_enemy}")
    if not supply.in_supply:
        return Shedding(
            False, supply.rule if supply.rule != "OB-SUP-06" else "OB-REST-02", f"{name} is out of supply: {supply.why}"
        )
    return Shedding(True, "OB-REST-01", f"{name} rested in supply and loses its casualty figure")


def shed(strength: Strength, establishment: Strength, book: Rulebook) -> Strength:
    """Return the strength after the figure is shed: losses just under those of a spent battalion (umpire 1.20)."""
    return restored(strength, establishment, bands_of(book))


def bars_rest(*, in_play: bool, engaged: bool) -> str:
    """Return why a battalion cannot be declared resting; empty if it can (OB-REG-04)."""
    if not in_play:
        return "it is not in play"
    return "it is engaged in a battle" if engaged else ""
