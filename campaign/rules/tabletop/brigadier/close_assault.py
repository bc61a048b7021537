"""Close assault, by the house file's figures: the preview says only when it comes and which units may not (BGC-CA,
BGC-M-23).

Each side rolls dice for its Count; sixes kill by the house file's factors for the shelter of the unit hit, its step
faces push down. Against Double every die counts twice (BGC-CA-03). The side with more losses, kills and wounds and then
steps, has lost it.

    assault_harm(sixes, shelter, rules) -> Harm
    assault_harms(dice, shelter, rules, doubled=) -> Chances[Harm]
    strike(dice, shelter, rules, thrown, subject, doubled=) -> Blow
"""

from __future__ import annotations

from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.odds import Chances, binomial
from campaign.rules.tabletop.brigadier.hits import Harm
from campaign.rules.tabletop.brigadier.house import CloseAssault
from campaign.rules.tabletop.brigadier.tables import KILL_FACE, Shelter
from campaign.values import dataclass


def assault_harm(sixes: int, shelter: Shelter, rules: CloseAssault) -> Harm:
    """Return the kills and wounds of this number of sixes, read as those of fire: a remainder wounds one, and so does
    an odd six if the factor is 1.
    """
    factor = rules.factors[shelter]
    if factor == 1:
        return Harm(sixes - sixes % 2, sixes % 2)
    total = sixes * factor
    kills = total.numerator // total.denominator
    return Harm(kills, int(total != kills))


def assault_harms(dice: int, shelter: Shelter, rules: CloseAssault, *, doubled: bool = False) -> Chances[Harm]:
    """Return the exact chances of kills and wounds in a close assault: a six counts, as in fire (BGC-TAB-11)."""
    times = 2 if doubled else 1
    return Chances(
        (assault_harm(times * sixes, shelter, rules), chance)
        for sixes, chance in enumerate(binomial(dice, Fraction(1, 6)))
    )


@dataclass(frozen=True, slots=True)
class Blow:
    """The effect of one side's dice on the other."""

    harm: Harm
    steps: int

    @property
    def weight(self) -> tuple[int, int]:
        """The pair that decides which side lost a close assault: casualties, then steps."""
        return self.harm.kills * 2 + self.harm.wounds, self.steps


def strike(
    dice: int, shelter: Shelter, rules: CloseAssault, thrown: Dice, subject: str, *, doubled: bool = False
) -> Blow:
    """Roll one side's dice against the other, which is in this shelter, and return the blow. ``subject`` names the unit
    struck.
    """
    times = 2 if doubled else 1
    faces = [thrown.roll(6, "close assault", subject, "6 kills") for _ in range(dice)]
    sixes = times * sum(face == KILL_FACE for face in faces)
    return Blow(assault_harm(sixes, shelter, rules), times * sum(face in rules.step_faces for face in faces))
