"""Winning the firefight: Table 12, ranges, artillery and aircraft (NQM-FIRE, NQM-ARTY, NQM-FORT, NQM-RANGE,
NQM-CLASS-09).

A *volley* is all dice that one side throws at one class of target in one hour; a die is one combat unit of direct
fire or one fire unit of artillery. Casualties depend on the difference of class alone.

    Volley(weight, target, dice, band, ambush, attacker)
    fire(volley, thrower, subject)           throws it, (faces, casualties)
    band_of(reach, metres) -> RangeBand
    Bombardment(weight, calibre_mm, target, dice, ...); bombards(...) -> Bombarded
    disorganises_from_air(weight, target) / reaches_by_fire
    firefight_won(rounds, book); must_be_reinforced(inflicted, suffered)
    outranges(reach, other)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import (
    ARTILLERY_EFFECT,
    CASUALTIES,
    CONTACT_M,
    HARASSING_COST,
    NO_CASUALTIES,
    Faces,
    RangeBand,
    Reach,
    Weight,
)

_FARTHEST = max(CASUALTIES)


@dataclass(frozen=True, slots=True)
class Volley:
    """Dice of one class on one class of target. ``ambush``: fired from ambush; ``attacker``: by the attacking side;
    ``indirect``: fire units."""

    weight: Weight
    target: Weight
    dice: int = 1
    band: RangeBand = RangeBand.EFFECTIVE
    ambush: bool = False
    attacker: bool = False
    indirect: bool = False


def shifts(volley: Volley) -> int:
    """Classes upward for the weapon: ambush and contact range one each, fire units none (NQM-FIRE-08 to -10,
    NQM-AMB-50)."""
    if volley.indirect or volley.band in (RangeBand.HARASSING, RangeBand.OUT):
        return 0
    return volley.ambush + (volley.band is RangeBand.CONTACT)


def by_difference(difference: int) -> Faces:
    """Casualties by face for weapon less target; below the print nothing, beyond it as at its end (NQM-TBL-T12N,
    NQM-AMB-41)."""
    return NO_CASUALTIES if difference < min(CASUALTIES) else CASUALTIES[min(difference, _FARTHEST)]


def faces_of(volley: Volley) -> Faces:
    """Casualties that each face of one die of this volley causes; none at harassing range (NQM-FIRE-06, NQM-AMB-45)."""
    if volley.band in (RangeBand.HARASSING, RangeBand.OUT):
        return NO_CASUALTIES
    return by_difference(volley.weight - volley.target + shifts(volley))


def needs(faces: Faces) -> str:
    """What a die is hoped to show: ``3-6 hits``; ``nothing hits``."""
    first = next((face for face, hits in enumerate(faces, 1) if hits), None)
    return "nothing hits" if first is None else "6 hits" if first == 6 else f"{first}-6 hits"


def fire(volley: Volley, dice: Dice, subject: str) -> tuple[tuple[int, ...], int]:
    """Throw a volley: its faces and the casualties (NQM-FIRE-03, -05)."""
    table = faces_of(volley)
    faces = tuple(dice.roll(6, f"fire {volley.weight.letter}", subject, needs(table)) for _ in range(volley.dice))
    return faces, sum(table[face - 1] for face in faces)


# Ranges --------------------------------------------------------------------------------------------------------------
def band_of(reach: Reach, metres: int) -> RangeBand:
    """How near a target is to a weapon (NQM-RANGE-01 to -03, -05)."""
    if metres <= min(CONTACT_M, reach.effective_m):
        return RangeBand.CONTACT
    if metres <= reach.effective_m:
        return RangeBand.EFFECTIVE
    if reach.harassing_m is not None and metres <= reach.harassing_m:
        return RangeBand.HARASSING
    return RangeBand.OUT


def outranges(reach: Reach, attackers: Iterable[Reach]) -> bool:
    """Shoot and scoot: a longer effective range than every attacker (NQM-SPECIAL-04, NQM-AMB-35)."""
    return all(reach.effective_m > attacker.effective_m for attacker in attackers)


# Artillery and aircraft ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bombardment:
    """Fire units on an objective before or during an attack. ``calibre_mm`` None: from the air. ``harassing``:
    disorganises only."""

    weight: Weight
    target: Weight
    dice: int = 1
    calibre_mm: int | None = None
    harassing: bool = False
    fortified: bool = False


@dataclass(frozen=True, slots=True)
class Bombarded:
    """What a bombardment did, and the fire units it cost."""

    faces: tuple[int, ...]
    casualties: int
    disorganises: bool
    cost: Fraction


def enough_calibre(calibre_mm: int, target: Weight) -> bool:
    """Is the piece big enough to disorganise this objective and to count on it (NQM-ARTY-01 to -04,
    NQM-FORT-02, -04)?"""
    return calibre_mm >= ARTILLERY_EFFECT[target]


def effective(of: Bombardment) -> tuple[bool, bool]:
    """May it cause casualties, and may it disorganise? (NQM-ARTY-01, NQM-AIR-04, NQM-FORT-02, NQM-AMB-42, -43)."""
    if of.calibre_mm is None:
        return True, not of.fortified or of.weight is Weight.VERY_HEAVY
    enough = enough_calibre(of.calibre_mm, of.target)
    return enough, enough


def resolve_bombardment(of: Bombardment, faces: Sequence[int]) -> Bombarded:
    """What these faces do (NQM-ARTY-05, -06, NQM-AMB-02, -44)."""
    hits, shakes = effective(of)
    table = by_difference(of.weight - of.target)
    scored = sum(table[face - 1] for face in faces)
    shaken = shakes and scored > 0
    cost = len(faces) * (HARASSING_COST if of.harassing else Fraction(1))
    return Bombarded(tuple(faces), scored if hits and not of.harassing else 0, shaken, cost)


def bombard(of: Bombardment, dice: Dice, subject: str) -> Bombarded:
    """Throw a bombardment; one that can do nothing is not thrown."""
    if not any(effective(of)):
        return Bombarded((), 0, False, Fraction(0))
    need = needs(by_difference(of.weight - of.target))
    purpose = "air attack" if of.calibre_mm is None else "harassing fire" if of.harassing else "bombardment"
    return resolve_bombardment(
        of, [dice.roll(6, f"{purpose} {of.weight.letter}", subject, need) for _ in range(of.dice)]
    )


def harassing_fire_disorganises(volley: Volley, face: int) -> bool:
    """A direct die at harassing range that scores disorganises (NQM-AMB-45)."""
    return volley.band is RangeBand.HARASSING and by_difference(volley.weight - volley.target)[face - 1] > 0


# Who wins ------------------------------------------------------------------------------------------------------------
def firefight_won(rounds: Sequence[tuple[int, int]], book: Rulebook) -> bool:
    """Has the attacker won? Rounds are (inflicted, suffered) by the hour; equal is not won (NQM-FIRE-20,
    NQM-AMB-46)."""
    counted = rounds[-1:] if book.word("nqm.firefight.win") == "round" else rounds
    return sum(inflicted for inflicted, _ in counted) > sum(suffered for _, suffered in counted)


def must_be_reinforced(inflicted: int, suffered: int) -> bool:
    """A round that went worse for the attacker than for the defender bars him from pressing home unreinforced
    (NQM-MORALE-10)."""
    return inflicted < suffered
