"""Winning the firefight: Table 12, ranges, artillery and aircraft (NQM-FIRE, NQM-ARTY, NQM-FORT, NQM-RANGE,
NQM-CLASS-09).

A *volley* is all dice that one side throws at one class of target in one hour; a die is one combat unit of direct
fire or one fire unit of artillery. Casualties depend on the difference of class alone.

    Volley(weight, target, dice, band, ambush, attacker)
    fire(volley, dice, subject)              throws it, (faces, casualties)
    band_of(reach, metres) -> RangeBand
    Bombardment(weight, calibre_mm, target, dice, ...); bombard(of, dice, subject) -> Bombarded
    enough_calibre(calibre_mm, target)       effective(of) -> tuple[bool, bool]
    firefight_won(rounds, book); must_be_reinforced(inflicted, suffered)
    outranges(reach, attackers)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from campaign.values import dataclass

_FARTHEST = max(CASUALTIES)


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of one class on one class of target. ``ambush``: fired from ambush; ``attacker``: by the attacking side;
    ``indirect``: fire units.
    """

    weight: Weight
    target: Weight
    dice: int = 1
    band: RangeBand = RangeBand.EFFECTIVE
    ambush: bool = False
    attacker: bool = False
    indirect: bool = False


def shifts(volley: Volley) -> int:
    """Return the classes by which the weapon is raised: ambush and contact range one each, fire units none (NQM-FIRE-08
    to -10, NQM-AMB-50).
    """
    if volley.indirect or volley.band in (RangeBand.HARASSING, RangeBand.OUT):
        return 0
    return volley.ambush + (volley.band is RangeBand.CONTACT)


def by_difference(difference: int) -> Faces:
    """Return the casualties by face for weapon class less target class; below the chart none, beyond it as at its end
    (NQM-TBL-T12N, NQM-AMB-41).
    """
    return NO_CASUALTIES if difference < min(CASUALTIES) else CASUALTIES[min(difference, _FARTHEST)]


def faces_of(volley: Volley) -> Faces:
    """Return the casualties that each face of one die of this volley causes; none at harassing range (NQM-FIRE-06,
    NQM-AMB-45).
    """
    if volley.band in (RangeBand.HARASSING, RangeBand.OUT):
        return NO_CASUALTIES
    return by_difference(volley.weight - volley.target + shifts(volley))


def needs(faces: Faces) -> str:
    """Return the faces that a die needs, in words: ``3-6 hits``; ``nothing hits``."""
    first = next((face for face, hits in enumerate(faces, 1) if hits), None)
    return "nothing hits" if first is None else "6 hits" if first == 6 else f"{first}-6 hits"  # The highest face.


def fire(volley: Volley, dice: Dice, subject: str) -> tuple[tuple[int, ...], int]:
    """Throw a volley and return its faces and the casualties (NQM-FIRE-03, -05)."""
    table = faces_of(volley)
    faces = tuple(dice.roll(6, f"fire {volley.weight.letter}", subject, needs(table)) for _ in range(volley.dice))
    return faces, sum(table[face - 1] for face in faces)


# Ranges --------------------------------------------------------------------------------------------------------------
def band_of(reach: Reach, metres: int) -> RangeBand:
    """Return the range band of a target for a weapon (NQM-RANGE-01 to -03, -05)."""
    if metres <= min(CONTACT_M, reach.effective_m):
        return RangeBand.CONTACT
    if metres <= reach.effective_m:
        return RangeBand.EFFECTIVE
    if reach.harassing_m is not None and metres <= reach.harassing_m:
        return RangeBand.HARASSING
    return RangeBand.OUT


def outranges(reach: Reach, attackers: Iterable[Reach]) -> bool:
    """Return whether a weapon may shoot and scoot: its effective range is longer than every attacker's (NQM-SPECIAL-04,
    NQM-AMB-35).
    """
    return all(reach.effective_m > attacker.effective_m for attacker in attackers)


# Artillery and aircraft ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bombardment:
    """Fire units on an objective before or during an attack. ``calibre_mm`` None: from the air. ``harassing``:
    disorganises only.
    """

    weight: Weight
    target: Weight
    dice: int = 1
    calibre_mm: int | None = None
    harassing: bool = False
    fortified: bool = False


@dataclass(frozen=True, slots=True)
class Bombarded:
    """The effect of a bombardment, and the fire units it used."""

    faces: tuple[int, ...]
    casualties: int
    disorganises: bool
    cost: Fraction


def enough_calibre(calibre_mm: int, target: Weight) -> bool:
    """Return whether the piece is big enough to disorganise this objective and to count on it (NQM-ARTY-01 to -04,
    NQM-FORT-02, -04).
    """
    return calibre_mm >= ARTILLERY_EFFECT[target]


def effective(of: Bombardment) -> tuple[bool, bool]:
    """Return whether a bombardment may cause casualties, and whether it may disorganise (NQM-ARTY-01, NQM-AIR-04,
    NQM-FORT-02, NQM-AMB-42, -43).
    """
    if of.calibre_mm is None:
        return True, not of.fortified or of.weight is Weight.VERY_HEAVY
    enough = enough_calibre(of.calibre_mm, max(of.target, Weight.HEAVY) if of.fortified else of.target)
    return enough, enough


def resolve_bombardment(of: Bombardment, faces: Sequence[int]) -> Bombarded:
    """Return the effect of these faces (NQM-ARTY-05, -06, NQM-AMB-02, -44)."""
    hits, shakes = effective(of)
    table = by_difference(of.weight - of.target)
    scored = sum(table[face - 1] for face in faces)
    shaken = shakes and scored > 0
    cost = len(faces) * (HARASSING_COST if of.harassing else Fraction(1))
    return Bombarded(tuple(faces), scored if hits and not of.harassing else 0, shaken, cost)


def bombard(of: Bombardment, dice: Dice, subject: str) -> Bombarded:
    """Throw a bombardment and return its effect; one without any possible effect is not thrown."""
    if not any(effective(of)):
        return Bombarded((), 0, False, Fraction(0))
    need = needs(by_difference(of.weight - of.target))
    purpose = "air attack" if of.calibre_mm is None else "harassing fire" if of.harassing else "bombardment"
    return resolve_bombardment(
        of, [dice.roll(6, f"{purpose} {of.weight.letter}", subject, need) for _ in range(of.dice)]
    )


def harassing_fire_disorganises(volley: Volley, face: int) -> bool:
    """Return whether a direct die at harassing range disorganises: it does if it scores (NQM-AMB-45)."""
    return volley.band is RangeBand.HARASSING and by_difference(volley.weight - volley.target)[face - 1] > 0


# Who wins ------------------------------------------------------------------------------------------------------------
def firefight_won(rounds: Sequence[tuple[int, int]], book: Rulebook) -> bool:
    """Return whether the attacker has won the firefight: more casualties inflicted than suffered. ``rounds``:
    (inflicted, suffered) hour by hour, summed; a tie does not win (NQM-FIRE-20, NQM-AMB-46).
    """
    counted = rounds[-1:] if book.word("nqm.firefight.win") == "round" else rounds
    return sum(inflicted for inflicted, _ in counted) > sum(suffered for _, suffered in counted)


def must_be_reinforced(inflicted: int, suffered: int) -> bool:
    """Return whether a round was worse for the attacker than for the defender, which bars it from pressing home unless
    reinforced (NQM-MORALE-10).
    """
    return inflicted < suffered
