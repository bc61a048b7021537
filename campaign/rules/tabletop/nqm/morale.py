"""Break tests, tank terror, and the fate of disorganised units (NQM-MORALE, NQM-GRADE, NQM-SPECIAL-06 to -08).

Troops(grade, green)                                 quality of a unit
Hold                                                 the faces on which a test is passed
holds(grade, book) -> Hold | None                    None: never tests
key_level(points, grade) -> int | None               casualties at which the unit tests
break_test_due(...), green_test_due(...)
terror_applies(...), terror_surrenders(face)
assaulted_while_disorganised(...) -> Fate
may_withdraw(clear_line, mover, pursuers)
may_press_home(...)
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import ceil

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.moves import rout
from campaign.rules.tabletop.nqm.tables import ASSAULT, TERROR_SURRENDERS_TO, Grade, Mover
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Troops:
    """The quality of a unit. ``green``: regulars, conscripts or militia in their first battle (NQM-GRADE-21)."""

    grade: Grade
    green: bool = False

    def __post_init__(self) -> None:
        if self.green and self.grade in (Grade.ELITE, Grade.VETERAN):
            raise ValueError(
                f"the grade of these troops is {self.grade}, not green. This test is for green troops (NQM-GRADE-21)"
            )


@dataclass(frozen=True, slots=True)
class Hold:
    """The faces of a die that pass a test."""

    faces: frozenset[int]

    @property
    def chance(self) -> Fraction:
        """The chance to pass on one die."""
        return Fraction(len(self.faces), 6)  # The faces of a die.

    def passes(self, face: int) -> bool:
        """Return whether a die with this face passes the test."""
        return face in self.faces

    @property
    def is_span(self) -> bool:
        """True if each face from its lowest on passes."""
        return len(self.faces) == 7 - min(self.faces)  # From its lowest to the 6.

    def __str__(self) -> str:
        """Return the faces in words: ``4-6``, or ``3 or 6``."""
        return f"{min(self.faces)}-6" if self.is_span else " or ".join(map(str, sorted(self.faces)))


_THREE_TO_SIX = Hold(frozenset(range(3, 7)))  # NQM-AMB-52.


def holds(grade: Grade, book: Rulebook) -> Hold | None:
    """Return the faces on which this grade holds firm; None for the elite, which never test (NQM-MORALE-02,
    NQM-GRADE-07, -09, -13, -16, -19).
    """
    if grade is Grade.VETERAN:
        return Hold(frozenset((3, 6))) if book.word("nqm.grade.veteran_hold") == "3 or 6" else _THREE_TO_SIX
    target = ASSAULT[grade].hold
    return None if target is None or target.needed is None else Hold(frozenset(range(target.needed, 7)))


def breakout() -> Hold:
    """Return the faces on which a surrounded veteran stand gets away (NQM-GRADE-11)."""
    return _THREE_TO_SIX


def key_level(points: int, grade: Grade) -> int | None:
    """Return the casualties at which a unit with this number of points tests; None: never (NQM-MORALE-01,
    NQM-AMB-53).
    """
    part = ASSAULT[grade].breaks_at
    return None if part is None else max(1, ceil(part * points))


def break_test_due(
    troops: Troops, points: int, casualties: int, tested: bool, book: Rulebook, *, attacking: bool, new: bool = True
) -> bool:
    """Return whether a casualty test is due now. ``tested``: it has passed one since it last reorganised; ``new``:
    casualties in this hour (NQM-AMB-54, -57).
    """
    level = key_level(points, troops.grade)
    if level is None or casualties < level or not new:
        return False
    if troops.grade is Grade.CONSCRIPT and not attacking and not book.switch("nqm.morale.drafted_defenders_test"):
        return False
    return not tested or book.word("nqm.morale.repeat") == "every hour"


def green_test_due(troops: Troops, casualties: int, tested: bool, *, attacking: bool) -> bool:
    """Return whether green troops test: at their first casualty, to see if they press home (NQM-GRADE-22,
    NQM-AMB-58).
    """
    return troops.green and attacking and casualties >= 1 and not tested


# Tank terror ---------------------------------------------------------------------------------------------------------
def terror_applies(
    grade: Grade, *, tank_stands: int, infantry_stands: int, friendly_tanks: bool, anti_tank: bool, before: bool
) -> bool:
    """Return whether tank terror applies: regulars or worse, attacked by tanks for the first time without tanks or
    effective anti-tank fire of their own (NQM-SPECIAL-06, -08).
    """
    alone = not (before or friendly_tanks or anti_tank)
    return alone and tank_stands > infantry_stands and grade.rank >= Grade.REGULAR.rank


def terror_surrenders(face: int) -> bool:
    """Return whether troops in tank terror surrender, one chance in two (NQM-SPECIAL-06)."""
    return face <= TERROR_SURRENDERS_TO


def terror_prisoners_return(*, attackers_stay: bool) -> bool:
    """Return whether those who surrendered come back: if the tanks roll on, they fight again from now on
    (NQM-SPECIAL-07, NQM-AMB-60).
    """
    return not attackers_stay


# Breaking, withdrawing -----------------------------------------------------------------------------------------------
class Fate(StrEnum):
    """The fate of a disorganised unit on which an assault is pressed home."""

    FIGHTS = "fights on"
    WITHDRAWS = "withdraws"
    BREAKS_OUT = "breaks out stand by stand"
    DISPERSES = "disperses and re-forms overnight"
    SURRENDERS = "surrenders"


def assaulted_while_disorganised(
    troops: Troops, *, clear_line: bool, supported: bool, sat_tight: bool, defending: bool = True
) -> Fate:
    """Return the fate by grade (NQM-MORALE-06, -15, NQM-GRADE-05, -10, -11, -20, -23, NQM-AMB-56)."""
    if troops.grade is Grade.ELITE and defending:
        return Fate.FIGHTS
    if troops.grade is Grade.VETERAN:
        return Fate.WITHDRAWS if clear_line else Fate.BREAKS_OUT
    if troops.grade is Grade.MILITIA or (troops.green and not supported) or sat_tight:
        return Fate.SURRENDERS
    return Fate.DISPERSES if clear_line else Fate.SURRENDERS


def as_mobile(mover: Mover, pursuers: tuple[Mover, ...]) -> bool:
    """Return whether the retreating troops are at least as mobile as every pursuer, by the road or rout rate
    (NQM-MORALE-13, NQM-AMB-59).
    """
    return all(rout(mover) >= rout(pursuer) for pursuer in pursuers)


def may_withdraw(*, clear_line: bool, mover: Mover, pursuers: tuple[Mover, ...]) -> bool:
    """Return whether troops may withdraw: along a line outside effective direct fire, and no slower than their pursuers
    (NQM-MORALE-12, -13).
    """
    return clear_line and as_mobile(mover, pursuers)


class AfterFailing(StrEnum):
    """The actions open to an attacker that has failed a test (NQM-MORALE-07)."""

    GOES_TO_GROUND = "goes to ground"
    WITHDRAWS = "withdraws"


def reinforced(fresh_stands: int, fresh_fire_units: int) -> bool:
    """Return whether enough reserves have come that were not engaged before, companies or guns (NQM-MORALE-08, -09,
    NQM-AMB-62).
    """
    return fresh_stands + fresh_fire_units > 0


def may_press_home(
    *,
    won_firefight: bool,
    failed_test: bool,
    worse_round: bool,
    reserves: bool,
    armoured: bool = False,
    disorganised: bool = False,
) -> bool:
    """Return whether the attacker may close: armour and mounted infantry without the firefight; after a failure or a
    bad round, only with reserves.

    ``armoured``: tanks, or troops carried in armoured carriers or on tanks (NQM-MORALE-08 to -11, NQM-AMB-55).
    """
    if disorganised and not failed_test:
        return False
    if (failed_test or (worse_round and not armoured)) and not reserves:
        return False
    return won_firefight or armoured


def stays_disorganised_without_orders(grade: Grade) -> bool:
    """Return whether a grade stays disorganised on an objective until orders come: conscripts and below do; veterans
    and regulars dig in and reorganise (NQM-REORG-05, -06).
    """
    return grade.rank >= Grade.CONSCRIPT.rank


def digs_in_on_objective(grade: Grade, *, ordered: bool) -> bool:
    """Return whether a grade digs in on an objective: conscripts and below only if the attack orders said so
    (NQM-REORG-05, -07).
    """
    return ordered or not stays_disorganised_without_orders(grade)
