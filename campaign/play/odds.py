"""Odds of an attack: the chance that the attacker has the field by the end of the turn, that nothing is decided, and
that he is thrown back.

    attack_odds(ours, theirs, ground, law) -> Odds   as the program's own battles of a system come out
    expected_odds(ours, seen, ground, law) -> Odds   with the enemies that are to be expected beside those seen
    threat(seen, ours, ground, law) -> Odds          the enemy's odds against us, in the same way
    harm(firer, target, ground) -> Fraction          chance that one die of a battalion harms another

The law of a system (``campaign.play.laws``) is fitted to thousands of battles that the program fought in whole
campaigns (``python -m tests.harness.odds_fit``). It asks above all how long each side lasts under the fire of the
other: the weight of every battalion, divided by the harm that all its enemies do to it with the dice of Operation
Brevity (OB-T-10 to -12, at close range; attackers in the open, defenders in the cover of their ground and dug in).
Artillery adds fire, and neither takes ground nor holds it. More troops never lower the chance of their side: each
weight of a law has the sign that this needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import exp, log, sqrt
from operator import mul
from typing import Final, NamedTuple

from campaign.play.laws import Law
from campaign.rules.common.automatic import Odds
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.attack import casualty_score
from campaign.rules.tabletop.brevity.tables import HitColumn, Protection
from campaign.terms.forces import AntiTank, Arm, Armour, CasualtyColumn, HitRow, Size, SizeMark, Weapon
from campaign.terms.ground import Cover
from campaign.values import dataclass

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

    @property
    def is_artillery(self) -> bool:
        """True if it fires from afar, and neither takes ground nor holds it."""
        return self.weapon is Weapon.FIELD_GUN


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
    """The ground that the defenders are in, and the light. ``dug_in``: as the program reckons with every enemy."""

    cover: Cover = Cover.OPEN
    dug_in: bool = True
    night: bool = False


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


# Ours, so that no unit is proof against everything: 0.01 to 0.15 fit the battles nearly as well.
LEAST_HARM: Final = 0.06
"""The harm that a battalion does at least with a die, whatever it fires at."""
# Ours: 0.02 to 0.2 fit the battles nearly as well.
LEAST_FIRE: Final = 0.05
"""The fire of all enemies together under which a unit stands at least."""
# Ours: 0.3 fits the battles nearly as well.
PRESENCE: Final = 1.0
"""The rounds of fire that a side lasts at least: a headquarters alone has a chance, if a small one."""
# Ours, and the only value tried: a company, a quarter of a battalion, nearly doubles it.
FEW_TANKS: Final = 0.3
"""The tanks, in battalions, that each side is taken to have at least, so that their ratio is never endless."""
# Ours, so that similar attacks are calculated once: with 16 no odds of 120 attacks change by a hundredth, with 8 some
# do by 1.4, with 4 by 2.9.
PARTS: Final = 16
"""The parts of a battalion to which an unseen enemy is rounded."""


class Facts(NamedTuple):
    """The facts of an attack that a law weighs, all from the attacker's side. ``lasts``: the logarithm of how much
    longer he lasts than the enemy; ``tanks``: the logarithm of the ratio of tanks; ``cover``, ``night``: 1 or 0.
    """

    lasts: float
    tanks: float
    cover: float
    night: float


def expected_odds(ours: Sequence[Fighter], seen: Sequence[Fighter], ground: Ground, law: Law) -> Odds:
    """Return the odds of an attack on the enemies that were seen, with as many infantry battalions beside them as the
    program's battles have had beside those that the attacker had seen; an enemy of whom nothing was seen is reckoned
    a battalion, two before an attacker of four, three before one of nine.
    """
    there = tuple(seen) or (Fighter(weight=Fraction(round(PARTS * max(1.0, sqrt(_in_line(ours)))), PARTS)),)
    return _mean((part, attack_odds(ours, (*there, *more), ground, law)) for part, more in _unseen(law))


def _in_line(fighters: Iterable[Fighter]) -> Fraction:
    """Return the battalions that take ground or hold it."""
    return sum((f.weight for f in fighters if not f.is_artillery), Fraction(0))


def threat(seen: Sequence[Fighter], ours: Sequence[Fighter], ground: Ground, law: Law) -> Odds:
    """Return the enemy's odds of an attack on our units, by those that were seen and those to be expected beside
    them.
    """
    return _mean((part, attack_odds((*seen, *more), ours, ground, law)) for part, more in _unseen(law))


def _unseen(law: Law) -> Iterator[tuple[float, tuple[Fighter, ...]]]:
    for battalions, part in law.unseen:
        yield part, (Fighter(weight=Fraction(battalions)),) if battalions else ()


def _mean(parts: Iterable[tuple[float, Odds]]) -> Odds:
    weighed = [[part * chance for chance in odds] for part, odds in parts]
    return Odds(*map(sum, zip(*weighed, strict=True)))


def attack_odds(ours: Iterable[Fighter], theirs: Iterable[Fighter], ground: Ground, law: Law) -> Odds:
    """Return the odds of units that attack these enemies, who may all be spent; guns alone win no ground."""
    fit, holding = (tuple(f for f in side if f.weight) for side in (ours, theirs))
    return _attack_odds(fit, holding, ground, law)


@lru_cache(maxsize=4096)
def _attack_odds(ours: tuple[Fighter, ...], theirs: tuple[Fighter, ...], ground: Ground, law: Law) -> Odds:
    """Return the odds of units with weight: the same forces meet in many turns, and in many runs of a forecast."""
    facts = facts_of(ours, theirs, ground)
    won, lost = (exp(weights[0] + sum(map(mul, weights[1:], facts))) for weights in (law.won, law.lost))
    if all(f.is_artillery for f in ours):
        won = 0.0
    all_of_it = 1 + won + lost
    return Odds(won / all_of_it, 1 / all_of_it, lost / all_of_it)


def facts_of(ours: Iterable[Fighter], theirs: Iterable[Fighter], ground: Ground) -> Facts:
    """Return what a law weighs of an attack."""
    fit, holding = Counter(ours), Counter(theirs)
    return Facts(
        log(_endurance(fit, holding, None) / _endurance(holding, fit, ground)),
        log((_tanks(fit) + FEW_TANKS) / (_tanks(holding) + FEW_TANKS)),
        float(ground.cover is Cover.TERRAIN),
        float(ground.night),
    )


def _tanks(side: Counter[Fighter]) -> float:
    """Return the battalions with armour."""
    return float(sum(f.weight * number for f, number in side.items() if f.armour is not Armour.NONE))


def _endurance(side: Counter[Fighter], enemies: Counter[Fighter], ground: Ground | None) -> float:
    """Return how many rounds of fire a side's units last in all, each under the fire of all enemies, on this ground;
    None: in the open.
    """
    return PRESENCE + sum(
        float(unit.weight) * number / max(LEAST_FIRE, _fire(enemies, unit, ground))
        for unit, number in side.items()
        if not unit.is_artillery
    )


def _fire(firers: Counter[Fighter], target: Fighter, ground: Ground | None) -> float:
    return sum(
        float(firer.weight) * number * (float(harm(firer, target, ground)) + LEAST_HARM)
        for firer, number in firers.items()
    )
