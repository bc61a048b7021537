"""Close assault, by the house file's figures: the preview tells only when it comes and who may not (BGC-CA, BGC-M-23).

Each side rolls dice for its Count; sixes kill by the house file's factors for the shelter of who is hit, its step faces
push down. Against Double every die counts twice (BGC-CA-03). Who lost more, kills and wounds and then steps, has lost
it.

    assault_harm(sixes, shelter, rules) -> Harm
    assault_harms(dice, shelter, rules, doubled=) -> Chances[Harm]
    strike(dice, shelter, rules, thrown, subject, doubled=) -> Blow
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.odds import Chances, binomial
from campaign.rules.tabletop.brigadier.hits import Harm
from campaign.rules.tabletop.brigadier.house import CloseAssault
from campaign.rules.tabletop.brigadier.tables import KILL_FACE, Shelter


def assault_harm(sixes: int, shelter: Shelter, rules: CloseAssault) -> Harm:
    """Kills and wounds of so many sixes, read as those of fire are: a rest wounds one, and an odd six where the factor
    is 1."""
    factor = rules.factors[shelter]
    if factor == 1:
        return Harm(sixes - sixes % 2, sixes % 2)
    total = sixes * factor
    kills = total.numerator // total.denominator
    return Harm(kills, int(total != kills))


def assault_harms(dice: int, shelter: Shelter, rules: CloseAssault, *, doubled: bool = False) -> Chances[Harm]:
    """Exact chances of it."""
    times = 2 if doubled else 1
    return Chances(
        (assault_harm(times * sixes, shelter, rules), chance)
        for sixes, chance in enumerate(binomial(dice, Fraction(1, 6)))
    )


@dataclass(frozen=True, slots=True)
class Blow:
    """What one side's dice did to the other."""

    harm: Harm
    steps: int

    @property
    def weight(self) -> tuple[int, int]:
        """What decides who lost: harm, then steps."""
        return self.harm.kills * 2 + self.harm.wounds, self.steps


def strike(
    dice: int, shelter: Shelter, rules: CloseAssault, thrown: Dice, subject: str, *, doubled: bool = False
) -> Blow:
    """One side's dice against the other, which stands in this shelter. ``subject`` names who is struck."""
    times = 2 if doubled else 1
    faces = [thrown.roll(6, "close assault", subject, "6 kills") for _ in range(dice)]
    sixes = times * sum(face == KILL_FACE for face in faces)
    return Blow(assault_harm(sixes, shelter, rules), times * sum(face in rules.step_faces for face in faces))
