"""Troops between their battles: pins that come off in the night, order and disorder, green troops, promotion
(NQM-CAS-11 to -13, NQM-REORG).

After(...)                                     a battalion as its last battle left it
last_half(after, ...) -> Night                 the pins that come off in the night
bars_attack(...)                               why a disorganised battalion takes no order to attack
promoted(grade, battles, book)                 by battles well fought; by_word(...) by the umpire's ruling
experience_after_first_battle(grade)           the experience after it
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from campaign.errors import BadInput, Refused
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.morale import stays_disorganised_without_orders
from campaign.rules.tabletop.nqm.pins import odd_comes_off, permanent
from campaign.rules.tabletop.nqm.reorganisation import may_reorganise
from campaign.rules.tabletop.nqm.returns import Losses, state_of
from campaign.rules.tabletop.nqm.tables import Grade
from campaign.terms.forces import Experience
from campaign.terms.state import State
from campaign.values import dataclass

_PROMOTED = {Grade.MILITIA: Grade.REGULAR, Grade.CONSCRIPT: Grade.REGULAR, Grade.REGULAR: Grade.VETERAN}


@dataclass(frozen=True, slots=True)
class After:
    """A battalion as its last battle left it. ``pins``: points under black pins, of which half will come off."""

    key: str
    points: int
    lost: int
    pins: int


@dataclass(frozen=True, slots=True)
class Night:
    """The result of a night: pins that came off, points that are lost for good, and the state that follows."""

    came_off: int
    lost: int
    state: State


def last_half(after: After, before: State, dice: Dice, book: Rulebook) -> Night:
    """Return the result of taking off half of the black pins, the odd one on 4-6; the rest are losses for good
    (NQM-CAS-11, -12, NQM-REORG-13).

    The state follows from the losses then, and is never worse than before.
    """
    odd_off = after.pins % 2 == 1 and odd_comes_off(
        dice.roll(6, "end of operation", after.key, "4-6 the odd pin comes off")
    )
    stay = permanent(after.pins, odd_off=odd_off)
    lost = min(after.points, after.lost + stay)
    state = state_of(Losses(after.points, lost), book)
    return Night(after.pins - stay, lost, state if state.severity < before.severity else before)


def restored_strength(strength: Strength, establishment: Strength, points: int, came_off: int) -> Strength:
    """Return men, vehicles and guns when this many points of a battalion come back: that part of its establishment, and
    never above it (NQM-CAS-13).
    """

    def raise_figure(has: int, full: int) -> int:
        return max(has, min(full, has + ceil(Fraction(full * came_off, points)))) if points else has

    return Strength(
        raise_figure(strength.men, establishment.men),
        raise_figure(strength.vehicles, establishment.vehicles),
        raise_figure(strength.guns, establishment.guns),
    )


# order and disorder --------------------------------------------------------------------------------------------------
def reforms(
    grade: Grade, *, command_lost: bool, tanks: bool, safe: bool, out_of_ammunition: bool, has_orders: bool
) -> str:
    """Return why a disorganised battalion does not reorganise this night; empty if it does (NQM-REORG-02, -05, -06,
    -14, -16, -17).
    """
    if why := may_reorganise(command_unwounded=not command_lost, tanks=tanks, safe=safe):
        return why
    if out_of_ammunition:
        return "it is out of ammunition"
    if stays_disorganised_without_orders(grade) and not has_orders:
        return f"{grade} troops wait for fresh orders"
    return ""


def bars_attack(*, disorganised: bool, dispersed: bool) -> str:
    """Return why a battalion may not be ordered to attack; empty if it may (NQM-REORG-01, -17, NQM-AMB-55)."""
    if dispersed:
        return "it is dispersed and re-forms overnight at its divisional headquarters (NQM-MORALE-06)"
    return "it is disorganised and must reorganise first (NQM-REORG-01)" if disorganised else ""


# grades --------------------------------------------------------------------------------------------------------------
def experience_after_first_battle(grade: Grade) -> Experience:
    """Return the campaign's experience for a battalion that is green no more after its first battle (NQM-GRADE-21,
    NQM-AMB-58).
    """
    return {Grade.ELITE: Experience.ELITE, Grade.VETERAN: Experience.VETERAN}.get(grade, Experience.REGULAR)


def well_fought(state: State, *, disorganised: bool, dispersed: bool) -> bool:
    """Return whether a battalion came out of a battle well: fit, or spent but in good order (NQM-AMB-61)."""
    return state is State.FRESH or (state is State.SPENT and not (disorganised or dispersed))


def promoted(grade: Grade, battles: int, book: Rulebook) -> Grade | None:
    """Return the grade after this many well-fought battles, if battles promote; None: no change (NQM-GRADE-15, -18)."""
    if book.word("nqm.grade.promotion") != "battles" or battles < book.integer("nqm.grade.battles"):
        return None
    return _PROMOTED.get(grade)


def by_word(now: Grade, to: str) -> Grade:
    """Return the grade that the umpire rules. Raises BadInput for an unknown grade, Refused for one that a battalion
    cannot be promoted to (NQM-GRADE-01, -15, -18).
    """
    try:
        grade = Grade(to.strip().lower())
    except ValueError:
        raise BadInput(f"{to!r} is not a grade. Write {', '.join(Grade)}") from None
    if grade is now:
        raise Refused(f"its grade is {grade} already")
    if grade is Grade.ELITE:
        raise Refused(
            "a unit cannot be promoted to elite. Elite troops are small specialist units kept out of the line "
            "(NQM-GRADE-01)"
        )
    return grade
