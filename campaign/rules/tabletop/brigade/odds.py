"""Exact odds of the dice tables, every chance a fraction.

hits(scores) -> Chances[int]                         of a volley's dice
kills(struck, save, living) -> Chances[int]          figures lost, at most the living
miss(battery, df_point=) -> Chances[(Fall, inches)]     inches_off(...), inside(...)
shelled(batteries, cover, living, ...) -> Chances[int]        figures lost to batteries on target
shot(to_hit, to_kill) -> ShotOdds                    soft_skin(struck, save) -> Fraction
move(row, ground) -> Chances[inches]                 stuck(row, ground) -> Fraction
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from campaign.rules.common.odds import ALWAYS, NEVER, Chances, binomial, certain
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import indirect, movement, saves
from campaign.rules.tabletop.brigade.indirect import Battery
from campaign.rules.tabletop.brigade.tables import STUCK_ON, Cover, Fall, Ground, MovesAs
from campaign.terms.target import Target
from campaign.values import dataclass

FACES = tuple(range(1, 7))
_SIXTH = Fraction(1, 6)


def die() -> Chances[int]:
    """Return the chances of a D6."""
    return Chances((face, _SIXTH) for face in FACES)


def hits(scores: Iterable[int]) -> Chances[int]:
    """Return the chances of the number of hits of these dice, each with its own score (BDE-CONV)."""
    spread = [ALWAYS]
    for score in scores:
        chance = Fraction(7 - score, 6)
        spread = [
            (spread[n] * (1 - chance) if n < len(spread) else NEVER) + (spread[n - 1] * chance if n else NEVER)
            for n in range(len(spread) + 1)
        ]
    return Chances(enumerate(spread))


def mean(chances: Chances[int]) -> Fraction:
    return sum((count * chance for count, chance in chances.items()), NEVER)


def kills(struck: Chances[int], save: Target, living: int) -> Chances[int]:
    """Return the chances of figures lost: each hit fails its save separately, and at most the living die
    (BDE-AMB-60).
    """
    fails = 1 - save.chance
    return struck.then(lambda count: Chances(enumerate(binomial(count, fails)))).map(lambda lost: min(lost, living))


# Indirect fire -------------------------------------------------------------------------------------------------------
def miss(battery: Battery, *, df_point: bool) -> Chances[tuple[Fall, int]]:
    """Return the chances of the fall and the inches off target of a mission, by the white and the red die (BDE-DEV)."""

    def landed(white: int, red: int) -> tuple[Fall, int]:
        where = indirect.fall(white, battery)
        if where in (Fall.ON_TARGET, Fall.NOT_AT_ALL):
            return where, 0
        off = indirect.miss_in(red, battery, df_point=df_point)
        return (where, off) if off else (Fall.ON_TARGET, 0)

    return Chances((landed(white, red), _SIXTH * _SIXTH) for white in FACES for red in FACES)


def inches_off(battery: Battery, *, df_point: bool) -> Chances[int | None]:
    """Return the chances of the inches off target in any direction; None: the fire does not arrive."""
    return miss(battery, df_point=df_point).map(lambda where: None if where[0] is Fall.NOT_AT_ALL else where[1])


def inside(batteries: Sequence[Battery], *, df_point: bool) -> Fraction:
    """Return the chance that a point target at the aiming point lies in the zone (BDE-AMB-51)."""
    zone = indirect.zone_of(batteries)
    return miss(batteries[0], df_point=df_point).chance(lambda where: indirect.caught(*where, zone))


def breached(battery: Battery, cover: Cover) -> Fraction:
    """Return the chance that a battery breaches this cover of troops in its zone (BDE-BREACH)."""
    needed = indirect.breach(indirect.shell(battery), cover)
    return ALWAYS if needed is None else needed.chance


def shelled(
    batteries: Sequence[Battery],
    cover: Cover,
    living: int,
    *,
    pinned: bool = False,
    never_pinned: bool = False,
    book: Rulebook,
) -> Chances[int]:
    """Return the chances of figures lost to batteries whose fire is on target, one after the other (BDE-EFF-04, -05,
    BDE-BREACH-02 to -04).
    """
    standing: Chances[tuple[int, bool]] = certain((living, pinned))
    for battery in batteries:
        standing = standing.then(lambda now, by=battery: _under(by, cover, now, never_pinned, book))  # type: ignore[misc]
    return standing.map(lambda now: living - now[0])


def _under(
    battery: Battery, cover: Cover, now: tuple[int, bool], never_pinned: bool, book: Rulebook
) -> Chances[tuple[int, bool]]:
    living, pinned = now
    needed = indirect.breach(indirect.shell(battery), cover)
    chance = ALWAYS if needed is None else needed.chance

    def fails(through: bool) -> tuple[Fraction, bool]:
        under = pinned or indirect.pins(cover, breached=through, never_pinned=never_pinned)
        save = saves.troops(cover, pinned=under, book=book)
        return 1 - save.chance, under

    if needed is not None and book.word("brigade.breach_for") == "each figure":

        def each(count: int) -> Chances[tuple[int, bool]]:
            lost, under = fails(count > 0)
            return Chances(((living - dead, under), share) for dead, share in enumerate(binomial(count, lost)))

        return Chances(enumerate(binomial(living, chance))).then(each)

    def volley(through: bool) -> Chances[tuple[int, bool]]:
        lost, under = fails(through)
        return Chances(
            ((living - dead, under), share) for dead, share in enumerate(binomial(living if through else 0, lost))
        )

    return Chances([(True, chance), (False, 1 - chance)]).then(volley)


# Vehicles, movement --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ShotOdds:
    """The chances of a shot at a vehicle to hit and to destroy it."""

    hit: Fraction
    kill_if_hit: Fraction

    @property
    def kill(self) -> Fraction:
        """The chance that a shot both hits and destroys its target."""
        return self.hit * self.kill_if_hit


def shot(to_hit: Target, to_kill: Target) -> ShotOdds:
    """Return the chances to hit, and to kill after a hit (BDE-AT, BDE-KILL)."""
    return ShotOdds(to_hit.chance, to_kill.chance)


def soft_skin(struck: int, save: Target) -> Fraction:
    """Return the chance that this number of hits destroys a vehicle that must save each (BDE-NOTE-03, -04)."""
    return 1 - save.chance**struck


def move(row: MovesAs, ground: Ground) -> Chances[Fraction]:
    """Return the chances of the inches of a whole move (BDE-MOVE-02, -04)."""
    if not movement.rate(row, ground).rolled:
        return certain(movement.allowance(row, ground, None))
    return die().map(lambda face: movement.allowance(row, ground, face))


def stuck(row: MovesAs, ground: Ground) -> Fraction:
    """Return the chance to be stuck in one move (BDE-MOVE-05, -06)."""
    cell = movement.rate(row, ground)
    if not cell.rolled or not movement.can_stick(row):
        return NEVER
    return die().chance(lambda face: movement.is_negative(row, ground, face)) * Fraction(STUCK_ON, 6)
