"""A round of fire: its dice, their faces, and the effect on the target (BGC-FIRE-09..20).

    fire_dice(firer) -> Fraction          dice of one platoon, halves kept
    pooled(firers, book) -> int                   dice of all platoons that fire together, rounded by the house rule
    read_faces(faces, kind, shelter, ...) -> Shot
    volley(dice, kind, shelter, thrown, ...)      rolls once and reads it: there is no second roll to save (BGC-FIRE-20)

Against a target on Double every die counts twice, with any face (BGC-ORD-18).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier.hits import Harm, harm
from campaign.rules.tabletop.brigadier.house_values import NotCovered
from campaign.rules.tabletop.brigadier.steps import Ladder, steps
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, KILL_FACE, Basis, FireDice, FireKind, Shelter
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Firer:
    """A platoon that fires: its present Count, and its weapon's Fire Dice number."""

    count: int
    weapon: FireDice
    full: int = FULL_COUNT


def fire_dice(firer: Firer) -> Fraction:
    """Return the dice of a platoon before rounding: Count times the number, or the number once while any man is left
    (BGC-FIRE-11, BGC-AMB-21).
    """
    weapon = firer.weapon
    if weapon.basis is Basis.COUNT:
        return firer.count * weapon.dice
    if firer.count < 1:
        return Fraction(0)
    return weapon.dice * Fraction(firer.count, firer.full) if weapon.reduced_by_casualties else weapon.dice


def rounded(dice: Fraction) -> int:
    """Return the dice with a half die counted as a whole one (BGC-FIRE-16)."""
    return -(-dice.numerator // dice.denominator)


def pooled(firers: Iterable[Firer], book: Rulebook) -> int:
    """Return the dice of one round: rounded platoon by platoon, or by house rule only at the end (BGC-FIRE-19,
    BGC-AMB-20).
    """
    shares = [fire_dice(firer) for firer in firers]
    if book.word("brigadier.half_dice") == "pool":
        return rounded(sum(shares, Fraction(0)))
    return sum(map(rounded, shares))


@dataclass(frozen=True, slots=True)
class Shot:
    """The result of one roll: its faces, the sixes counted, the casualties, and the steps down as far as they are
    known.
    """

    faces: tuple[int, ...]
    sixes: int
    harm: Harm
    steps: int | NotCovered


def read_faces(
    faces: Sequence[int], kind: FireKind, shelter: Shelter, *, doubled: bool = False, ladder: Ladder | None = None
) -> Shot:
    """Return the result of a roll of fire. A six counts for casualties and for a step alike (BGC-STEP-04)."""
    sixes = sum(face == KILL_FACE for face in faces) * (2 if doubled else 1)
    return Shot(
        tuple(faces), sixes, harm(sixes, kind, shelter), steps(faces, kind, ladder, doubled=doubled, shelter=shelter)
    )


def volley(
    dice: int,
    kind: FireKind,
    shelter: Shelter,
    thrown: Dice,
    subject: str,
    *,
    doubled: bool = False,
    ladder: Ladder | None = None,
) -> Shot:
    """Roll a round of fire and return its result. ``subject`` names the target in the name of the roll."""
    need = "6 kills, 5-6 disrupts" if kind is FireKind.AIMED else "6 kills"
    faces = [thrown.roll(6, f"{kind.value} fire", subject, need) for _ in range(dice)]
    return read_faces(faces, kind, shelter, doubled=doubled, ladder=ladder)
