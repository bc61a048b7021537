"""Pins and casualty tests (BDE-MOR, BDE-PIN, BDE-CAS, BDE-SPEC).

Shares are exact parts of the figures at the start of the battle, reached when losses are at least that large
(BDE-AMB-85).

    pins_on_hit(...) -> Pin                       never, always, by choice
    unpin(grade, start=, dead=, headquarters=) -> Target
    step_lost(start, dead) -> int                 0 under a third, 1, 2, 3 at two thirds
    losses_at(start) -> (third, half, two thirds) figures
    casualty_test(grade, start, dead, split=) -> Test
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.tables import (
    CASUALTY_SPLIT,
    CASUALTY_STEPS,
    CASUALTY_TEST,
    UNPIN,
    UNPIN_EACH_QUARTER_DEAD,
    UNPIN_HEADQUARTERS,
    Grade,
)
from campaign.terms.target import Reason, Target
from campaign.values import dataclass


class Pin(StrEnum):
    """The ways in which a hit may pin: never, always, or by choice."""

    NEVER = "never"
    ALWAYS = "always"
    CHOICE = "by choice"


def pins_on_hit(*, he: bool, cavalry: bool = False, close_order_advance: bool = False) -> Pin:
    """Return whether a hit pins a unit: HE pins, small arms only if the unit wishes, riders and close-order advances
    are never pinned (BDE-PIN-01 to -04).
    """
    if cavalry or close_order_advance:
        return Pin.NEVER
    return Pin.ALWAYS if he else Pin.CHOICE


def is_pinned_by(pin: Pin, *, hits: int, pinned: bool, wishes: bool = False) -> bool:
    """Return whether a unit is pinned before it saves: it was pinned, or it is hit and the hit pins it (BDE-PIN-01).
    ``wishes``: it takes a pin that is its choice.
    """
    return pinned or (hits > 0 and (pin is Pin.ALWAYS or (pin is Pin.CHOICE and wishes)))


def quarters_dead(start: int, dead: int) -> int:
    """Return the number of whole quarters of the unit that are dead (BDE-TAB-PIN)."""
    return floor(4 * Fraction(dead, start)) if start > 0 else 0


def unpin(grade: Grade, *, start: int = 1, dead: int = 0, headquarters: bool = False) -> Target:
    """Return the score that loses the pin as the unit's move starts (BDE-PIN-05, -08 to -10). A vehicle has no figures,
    and so none dead (BDE-AMB-82).
    """
    quarters = quarters_dead(start, dead)
    reasons = [Reason(-quarters * UNPIN_EACH_QUARTER_DEAD, f"{quarters * 25} % dead")] if quarters else []
    if headquarters:
        reasons.append(Reason(-UNPIN_HEADQUARTERS, "headquarters"))
    return Target(UNPIN[grade], grade.value, tuple(reasons))


def headquarters_helps(*, contains: bool, within_6_in: bool, book: Rulebook) -> bool:
    """Return whether the headquarters improves a unit's score: the unit that is it or contains it; by the house rule
    also companies near it (BDE-AMB-86).
    """
    return contains or (within_6_in and book.word("brigade.hq_unpins") != "its own unit")


def step_lost(start: int, dead: int) -> int:
    """Return how many of the casualty chart's three thresholds the losses have reached, 0 to 3."""
    return sum(Fraction(dead, start) >= share for share in CASUALTY_STEPS) if start > 0 else 0


def losses_at(start: int) -> tuple[int, int, int]:
    """Return the numbers of figures lost that reach one third, one half and two thirds."""
    third, half, most = (ceil(start * share) for share in CASUALTY_STEPS)
    return third, half, most


@dataclass(frozen=True, slots=True)
class Test:
    """A casualty test: no test at all (``score`` None), a score to stay, or removal without a die."""

    score: Target | None
    removed: bool = False

    @property
    def stays(self) -> Fraction:
        """The chance that a unit passes its casualty test and stays on the table."""
        if self.removed:
            return Fraction(0)
        return Fraction(1) if self.score is None else self.score.chance


def casualty_test(
    grade: Grade, start: int, dead: int, *, split: bool = False, crewed: bool = False, close_order_advance: bool = False
) -> Test:
    """Return the casualty test of a unit that lost figures (BDE-CAS-01 to -08, BDE-CLOSE-04, -05, BDE-MOR-04).

    ``crewed``: guns and support weapons, which stay to the last crew figure (BDE-AMB-99).
    """
    step = step_lost(start, dead)
    if crewed:
        return Test(None, removed=dead >= start)
    if step == len(CASUALTY_STEPS):
        return Test(None, removed=True)
    needs = CASUALTY_TEST[grade][step - 1] if step else None
    if needs is None or close_order_advance:
        return Test(None)
    share = ("", "a third", "half")[step]
    return Test(Target(needs, f"{grade.value}, {share} lost", (Reason(-CASUALTY_SPLIT, "split"),) if split else ()))


def must_test(*, dead: int, dead_at_last_test: int, start: int, step_tested: int, book: Rulebook) -> bool:
    """Return whether a unit tests in phase 1 of its own move: if it lost figures since its last test and its losses are
    a third or more (BDE-SEQ-04, BDE-AMB-83).
    """
    step = step_lost(start, dead)
    if dead <= dead_at_last_test or step == 0:
        return False
    return step > step_tested or not book.switch("brigade.test_once_per_step")


def specialist_lives(living: int) -> bool:
    """Return whether the figure with the special weapon lives: it is taken off last and fires while any figure lives
    (BDE-SPEC-02, -03).
    """
    return living > 0


def weapon_works(crew: int) -> bool:
    """Return whether a gun or support weapon works: at full strength to the last of the crew (BDE-SPEC-04,
    BDE-AMB-65).
    """
    return crew > 0
