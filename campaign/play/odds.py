"""Exact odds of an attack, worked out beforehand: the chance that the attacker has the field when the firing is over.

    harm(firer, target, ground) -> Fraction      chance that one die of a battalion is a casualty figure of another
    attack_chance(ours, theirs, ground) -> float  chance that ours drive theirs from their ground

The dice are those of Operation Brevity (OB-T-10 to -12): to hit, to penetrate armour, to cause a casualty figure, at
close range. Attackers are in the open; defenders are in the cover of their ground, and dug in. In each exchange both
sides fire at once, a die for each battalion that is still fresh; a side breaks off when half of it is spent. A side of
more than ``MOST`` battalions is calculated with both sides reduced in proportion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from typing import Final

from campaign.rules.common.odds import binomial
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import casualty_score
from campaign.rules.tabletop.brevity.tables import HitColumn, Protection
from campaign.terms.forces import AntiTank, Arm, Armour, CasualtyColumn, HitRow, Size, SizeMark, Weapon
from campaign.terms.ground import Cover
from campaign.values import dataclass

# Our choice: 4 changes 1 of 64 sets of orders, 16 changes none.
MOST: Final = 8
"""The most battalions of the larger side that the chain of exchanges counts."""
# Our choice: 24 changes 1 of 64 sets of orders, 96 changes 2.
PARTS: Final = 48
"""The parts of one in which chances are rounded."""
_PROTECTION: Final = tuple(Protection)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A battalion as the odds count it; ``weight`` is 1 for a normal one, 0 for one that is spent or rests."""

    weapon: Weapon = Weapon.INFANTRY
    row: HitRow = HitRow.OTHER
    column: CasualtyColumn = CasualtyColumn.INFANTRY
    armour: Armour = Armour.NONE
    anti_tank: AntiTank = AntiTank.LIGHT
    green: bool = False
    weight: Fraction = Fraction(1)


# OB-SIZE-02, OB-SIZE-06; a company counts a quarter in every count of the doctrine (doctrine.txt).
WEIGHT: Final = {
    Size.NORMAL: Fraction(1),
    Size.WEAK: Fraction(1, 2),
    Size.LARGE: Fraction(2),
    Size.COMPANY: Fraction(1, 4),
}
_TANKS = Fighter(Weapon.LIGHT_GUN, HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.MEDIUM, AntiTank.MEDIUM)
_CARS = Fighter(Weapon.MACHINE_GUN, HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.LIGHT, AntiTank.LIGHT)
_GUNS = Fighter(Weapon.FIELD_GUN, column=CasualtyColumn.OTHERS, anti_tank=AntiTank.ARTILLERY)
_PAK = Fighter(Weapon.LIGHT_GUN, column=CasualtyColumn.OTHERS, anti_tank=AntiTank.MEDIUM)
# As a company, whoever they are with.
_TAIL = Fighter(column=CasualtyColumn.OTHERS, weight=Fraction(1, 4))
_SEEN: Final = {
    Arm.ARMOUR: _TANKS,
    Arm.HEAVY_ARMOUR: _TANKS,
    Arm.ARMOURED_CAR: _CARS,
    Arm.RECONNAISSANCE: _CARS,
    Arm.CAVALRY: Fighter(Weapon.MACHINE_GUN, HitRow.VEHICLE, CasualtyColumn.OTHERS),
    Arm.MACHINE_GUN: Fighter(Weapon.MACHINE_GUN),
    Arm.MORTAR: _GUNS,
    Arm.FIELD_ARTILLERY: _GUNS,
    Arm.MEDIUM_ARTILLERY: _GUNS,
    Arm.SELF_PROPELLED_ARTILLERY: _GUNS,
    Arm.ROCKET: _GUNS,
    Arm.ANTI_TANK: _PAK,
    Arm.SELF_PROPELLED_ANTI_TANK: _PAK,
    Arm.ANTI_AIRCRAFT: _PAK,
    **dict.fromkeys((Arm.HEADQUARTERS, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL, Arm.BRIDGING), _TAIL),
}
# As WEIGHT has it for companies; what is smaller drives nobody off.
_OF_MARK: Final = {
    SizeMark.COMPANY: Fraction(1, 4),
    **dict.fromkeys((SizeMark.PLATOON, SizeMark.SECTION, SizeMark.TEAM), Fraction(0)),
}


def as_seen(arm: Arm, mark: SizeMark, *, spent: bool = False) -> Fighter:
    """Return an enemy of which only arm and rough size are known: the usual battalion of its arm, neither green nor
    well armed; ``spent``: its state after a battle with the side that looks.
    """
    usual = _SEEN.get(arm, Fighter())
    weight = Fraction(0) if spent else usual.weight * _OF_MARK.get(mark, Fraction(1))
    return Fighter(usual.weapon, usual.row, usual.column, usual.armour, usual.anti_tank, usual.green, weight)


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground that the defenders are in."""

    cover: Cover = Cover.OPEN
    dug_in: bool = True


def _chance(score: int | None) -> Fraction:
    # A die of six reaches the score or more (OB-HIT-06).
    return Fraction(0) if score is None else Fraction(min(6, max(0, 7 - score)), 6)


@cache
def harm(firer: Fighter, target: Fighter, ground: Ground | None) -> Fraction:
    """Return the chance that a die of the firer causes a casualty figure on the target, which is on that ground; None:
    it moves in the open (OB-HIT-06, OB-PEN-01, OB-CAS-02..06).
    """
    covered = ground is not None and ground.cover is Cover.TERRAIN
    hits = _chance(tables.TO_HIT[target.row][HitColumn.TERRAIN if covered else HitColumn.OPEN])
    if target.armour is not Armour.NONE:
        hits *= _chance(tables.PENETRATE_ALL[firer.anti_tank])
    own = tables.PROTECTION_OF[target.armour]
    dug = Protection.MEDIUM if ground is not None and ground.dug_in else Protection.LIGHT
    score = casualty_score(max(own, dug, key=_PROTECTION.index), target.column, firer.weapon, True)
    bonus = tables.CASUALTY_BONUS_INEXPERIENCED if target.green and score is not None else 0
    return hits * _chance(None if score is None else score - bonus)


def _mean_harm(firers: Counter[Fighter], targets: Counter[Fighter], ground: Ground | None) -> Fraction:
    """Return the mean chance over all firers and all targets, by their weight."""
    fire, shares = _weight(firers), [(target, target.weight * count) for target, count in targets.items()]
    total = fire * sum((share for _, share in shares), Fraction(0))
    harms = (
        firer.weight * count * sum((share * harm(firer, target, ground) for target, share in shares), Fraction(0))
        for firer, count in firers.items()
    )
    return sum(harms, Fraction(0)) / total if total else Fraction(0)


def _weight(fighters: Counter[Fighter]) -> Fraction:
    return sum((fighter.weight * count for fighter, count in fighters.items()), Fraction(0))


def attack_chance(ours: Sequence[Fighter], theirs: Sequence[Fighter], ground: Ground | None = None) -> float:
    """Return the chance that our units, attacking, make the enemy break off before they do so themselves."""
    return _attack_chance(tuple(f for f in ours if f.weight), tuple(t for t in theirs if t.weight), ground or Ground())


@lru_cache(maxsize=4096)
def _attack_chance(ours: tuple[Fighter, ...], theirs: tuple[Fighter, ...], there: Ground) -> float:
    """Return the chance for units with weight: the same forces meet in many turns, and in many runs of a forecast."""
    fit, holding = Counter(ours), Counter(theirs)
    if not fit or not holding:
        return 1.0 if fit else 0.0
    a, d = _weight(fit), _weight(holding)
    scale = max(Fraction(1), max(a, d) / MOST)
    return _wins(
        max(1, round(a / scale)),
        max(1, round(d / scale)),
        _rounded(_mean_harm(fit, holding, there)),
        _rounded(_mean_harm(holding, fit, None)),
    )


def _rounded(chance: Fraction) -> Fraction:
    """Return a chance rounded to a part of ``PARTS``, so that similar battles are calculated once."""
    return Fraction(round(chance * PARTS), PARTS)


@cache
def _binomial(trials: int, chance: Fraction) -> tuple[float, ...]:
    return tuple(map(float, binomial(trials, chance)))


@cache
def _wins(attackers: int, defenders: int, theirs_harmed: Fraction, ours_harmed: Fraction) -> float:
    """Return the chance that the defenders are down to half before the attackers are; if both are at once, the ground
    is held.
    """
    if not theirs_harmed:
        return 0.0
    broken = attackers - ceil(attackers / 2), defenders - ceil(defenders / 2)

    @cache
    def wins(a: int, d: int) -> float:
        if a <= broken[0]:
            return 0.0
        if d <= broken[1]:
            return 1.0
        hits, losses = _binomial(a, theirs_harmed), _binomial(d, ours_harmed)
        again = hits[0] * losses[0]
        total = sum(
            hit * loss * wins(max(0, a - lost), max(0, d - struck))
            for struck, hit in enumerate(hits)
            for lost, loss in enumerate(losses)
            if struck or lost
        )
        return total / (1 - again) if again < 1 else 0.0

    return wins(attackers, defenders)
