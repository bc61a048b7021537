"""Exact odds of every die of Brigadier General Commands, as fractions.

shown(dice, ...) -> Chances[(sixes, step dice)]     one roll, both at once: they are not independent
harms(dice, kind, shelter, doubled=) -> Chances[Harm]
after(count, ...) -> Chances[Count]                 the state of a platoon after a round of fire
steps_down(dice, kind, ...) -> Chances[int]
volley_odds(volley, book) -> VolleyOdds             all of it, with the new order if a house file gives it
bug_out(count, book), air_mission(kind), missions(kind, times), radio(faces), wounded(medic), turn_length(time)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb

from campaign.errors import BadInput
from campaign.rules.common.odds import Chances, at_least_once, binomial, certain
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.hits import Count, Harm, harm, quick, suffer
from campaign.rules.tabletop.brigadier.house import DieSize, Medic, TimeRoll
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.indirect import fallen, mission_row
from campaign.rules.tabletop.brigadier.sequence import bugged_out
from campaign.rules.tabletop.brigadier.steps import NO_AREA_STEPS, Ladder, counting_faces, stepped_down, steps_from
from campaign.rules.tabletop.brigadier.tables import (
    KILL_FACE,
    AirResult,
    FireKind,
    Grade,
    MissionKind,
    MissionRow,
    Order,
    Shelter,
)
from campaign.values import dataclass

# Sixty platoons, the most of one command (BGC-GEN-03), roll 300 with bazookas (BGC-TAB-07).
MOST_DICE = 400
"""The most dice for which exact odds are calculated: no table rolls more at once."""
SIXTH = Fraction(1, 6)
FRESH = Count()
SINGLE_DIE = DieSize(1, 6)
DIE = Chances(dict.fromkeys(range(1, 7), SIXTH))


def _checked(dice: int) -> int:
    if not 0 <= dice <= MOST_DICE:
        raise BadInput(f"exact odds cannot be worked out for {dice} dice. Give 0 to {MOST_DICE} dice")
    return dice


def shown(dice: int, faces: Iterable[int]) -> Chances[tuple[int, int]]:
    """Return the chances of sixes and step dice of one roll, together; ``faces`` disrupt. A six may be both
    (BGC-STEP-04).
    """
    disrupting = frozenset(faces)
    disrupting_faces = len(disrupting - {KILL_FACE})
    six_steps = KILL_FACE in disrupting
    _checked(dice)
    ways: dict[tuple[int, int], int] = {}
    for sixes in range(dice + 1):
        for more in range(dice - sixes + 1):
            count = (
                comb(dice, sixes)
                * comb(dice - sixes, more)
                * disrupting_faces**more
                * (5 - disrupting_faces) ** (dice - sixes - more)
            )
            if count:
                key = (sixes, more + (sixes if six_steps else 0))
                ways[key] = ways.get(key, 0) + count
    total = 6**dice
    return Chances({key: Fraction(count, total) for key, count in ways.items()})


def harms(dice: int, kind: FireKind, shelter: Shelter, *, doubled: bool = False) -> Chances[Harm]:
    """Return the chances of kills and wounds of this number of dice (BGC-TAB-11)."""
    times = 2 if doubled else 1
    return Chances(
        (harm(times * sixes, kind, shelter), chance) for sixes, chance in enumerate(binomial(_checked(dice), SIXTH))
    )


def after(count: Count, result: Chances[Harm], book: Rulebook) -> Chances[Count]:
    """Return the chances of a platoon's state after a result."""
    return result.map(lambda other_harm: suffer(count, other_harm, book))


def steps_down(
    dice: int, kind: FireKind, ladder: Ladder | None = None, *, doubled: bool = False, shelter: Shelter = Shelter.OPEN
) -> Chances[int] | NotCovered:
    faces = counting_faces(kind, ladder)
    if faces is None:
        return NO_AREA_STEPS
    times = 2 if doubled else 1
    law = binomial(_checked(dice), Fraction(len(faces), 6))  # The faces of a die.
    return Chances((steps_from(times * count, kind, ladder, shelter), chance) for count, chance in enumerate(law))


@dataclass(frozen=True, slots=True)
class Volley:
    """A round of fire and its target, as the odds need them."""

    dice: int
    kind: FireKind = FireKind.AIMED
    shelter: Shelter = Shelter.OPEN
    target: Count = FRESH
    order: Order = Order.AIM
    grade: Grade = Grade.REGULAR

    @property
    def doubled(self) -> bool:
        """True if every die counts twice, as it does against Double."""
        return self.order is Order.DOUBLE


@dataclass(frozen=True, slots=True)
class VolleyOdds:
    """The chances of all effects of a round of fire. An effect that the preview does not cover is a NotCovered.

    ``joint`` holds kills, wounds and steps together: they come from the same dice.
    """

    harms: Chances[Harm]
    counts: Chances[Count]
    steps: Chances[int] | NotCovered
    orders: Chances[Order] | NotCovered
    joint: Chances[tuple[Harm, int]] | NotCovered

    @property
    def removed(self) -> Fraction:
        """The chance that all four men of a platoon are dead, so that it is removed."""
        return self.counts.chance(lambda count: count.removed)

    @property
    def mean(self) -> tuple[Fraction, Fraction]:
        """The kills and wounds on average, before they fall on a platoon."""
        kills = sum((result.kills * chance for result, chance in self.harms.items()), Fraction(0))
        return kills, sum((result.wounds * chance for result, chance in self.harms.items()), Fraction(0))


def volley_odds(
    volley: Volley, book: Rulebook, ladder: Ladder | None = None, *, wound_is_kill: bool | None = None
) -> VolleyOdds:
    """Return the chances of all effects of one round of fire; ``wound_is_kill`` as the house file says for the optional
    quick rules (BGC-M-31).
    """
    result = harms(volley.dice, volley.kind, volley.shelter, doubled=volley.doubled).map(
        lambda other_harm: quick(other_harm, book, wound_is_kill)
    )
    steps = steps_down(volley.dice, volley.kind, ladder, doubled=volley.doubled, shelter=volley.shelter)
    faces = counting_faces(volley.kind, ladder)
    if isinstance(steps, NotCovered) or faces is None:
        return VolleyOdds(result, after(volley.target, result, book), NO_AREA_STEPS, NO_AREA_STEPS, NO_AREA_STEPS)
    times = 2 if volley.doubled else 1
    joint = shown(volley.dice, faces).map(
        lambda both: (
            quick(harm(times * both[0], volley.kind, volley.shelter), book, wound_is_kill),
            steps_from(times * both[1], volley.kind, ladder, volley.shelter),
        )
    )
    return VolleyOdds(result, after(volley.target, result, book), steps, new_orders(volley, steps, ladder), joint)


def new_orders(volley: Volley, steps: Chances[int], ladder: Ladder | None) -> Chances[Order] | NotCovered:
    """Return the chances of the order after the steps, as far as the house file gives it."""
    result: list[tuple[Order, Fraction]] = []
    for count, chance in steps.items():
        to = stepped_down(volley.order, volley.grade, count, ladder)
        if isinstance(to, NotCovered):
            return to
        result.append((to, chance))
    return Chances(result)


# One die -------------------------------------------------------------------------------------------------------------
def bug_out(count: Count, book: Rulebook) -> Chances[Count]:
    """Return the chances of a platoon's state after it bugged out (BGC-TAB-15)."""
    return DIE.map(lambda face: bugged_out(count, face, book))


def air_mission(kind: MissionKind, doubtful: MissionRow | None = None) -> Chances[AirResult]:
    """Return the chances of where an air attack falls (BGC-TAB-13)."""
    row = mission_row(kind, doubtful)
    if not row.dice:
        return certain(row.rest)
    rolls = product(range(1, 7), repeat=row.dice)
    return Chances((fallen(faces, row), SIXTH**row.dice) for faces in rolls)


def missions(kind: MissionKind, times: int, doubtful: MissionRow | None = None) -> dict[AirResult, Fraction]:
    """Return the chance that at least one of this number of missions falls there."""
    chances = air_mission(kind, doubtful)
    return {result: at_least_once(chances.of(result), times) for result in AirResult}


def radio(faces: frozenset[int], die: DieSize = SINGLE_DIE) -> Fraction:
    """Return the chance that a battalion is in radio contact with these faces."""
    return rolled(die).chance(lambda total: total in faces)


def rolled(dice: DieSize) -> Chances[int]:
    """Return the chances of the sum of some dice."""
    sums = product(range(1, dice.sides + 1), repeat=dice.count)
    return Chances((sum(faces), Fraction(1, dice.sides**dice.count)) for faces in sums)


def wounded(medic: Medic, *, add: int = 0) -> Chances[str]:
    """Return the chances of each fate of a wounded man in a Medic Phase, with the bonus of medical posts to his die."""

    def becomes(total: int) -> str:
        result = min(total + add, medic.die.count * medic.die.sides)
        return "back in action" if result in medic.returns else "dead" if result in medic.dies else "still wounded"

    return rolled(medic.die).map(becomes)


def turn_length(time: TimeRoll) -> Chances[int]:
    """Return the chances of the minutes that a turn takes; rolls that the table does not name take none."""
    return rolled(time.dice).map(lambda total: time.minutes.get(total, 0))


def initiative_changes(time: TimeRoll) -> Fraction:
    """Return the chance that the initiative changes hands in a Time Phase."""
    return rolled(time.dice).chance(lambda total: total in time.initiative_on)
