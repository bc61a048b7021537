"""Fire resolved with dice: volleys, shots at vehicles, indirect fire, and the tests of morale (BDE-CONV, -SAVE, -AT,
-DEV, -PIN, -CAS).

Dice fall in the order of the table: to hit, then saves; white and red die, then breaching, then saves. They are named
by purpose and subject, so that players can roll them instead.

    hits(scores, dice, by)    saved(count, save, living, dice, on)
    shot(to_hit, to_kill, dice, by, on) -> Shot
    deviation(battery, df_point=, dice=) -> Deviation
    shelling(battery, cover, living, pinned=, never_pinned=, dice=, on=, book=) -> Shelling
    unpins(score, dice, on)    stays(test, dice, on)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from campaign.rules.common.dice import Dice
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade import indirect, movement, saves
from campaign.rules.tabletop.brigade.indirect import Battery, Zone
from campaign.rules.tabletop.brigade.morale import Test
from campaign.rules.tabletop.brigade.tables import Cover, Fall, Ground, MovesAs
from campaign.terms.target import Target
from campaign.values import dataclass


def _thrown(target: Target, dice: Dice, purpose: str, subject: str) -> tuple[bool, int | None]:
    """Return whether a throw succeeds, and its face; a certain or impossible result needs no die."""
    if target.needed is None or target.needed <= 1:
        return target.needed is not None, None
    face = dice.roll(6, purpose, subject, f"{target} succeeds")
    return target.passes(face), face


def hits(scores: Iterable[int], dice: Dice, by: str) -> tuple[tuple[int, ...], int]:
    """Roll a die for each group and return the faces and the number of hits (BDE-CONV-02)."""
    pairs = [(dice.roll(6, "to hit", by, f"{score}+ hits"), score) for score in scores]
    return tuple(face for face, _ in pairs), sum(face >= score for face, score in pairs)


def saved(count: int, save: Target, living: int, dice: Dice, on: str) -> tuple[tuple[int, ...], int]:
    """Roll a save for each hit and return the faces and the figures lost, at most the living (BDE-AMB-60)."""
    thrown = [_thrown(save, dice, "saving throw", on) for _ in range(count)]
    return tuple(face for _, face in thrown if face is not None), min(living, sum(not ok for ok, _ in thrown))


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot at a vehicle: the faces, and the result."""

    to_hit: int | None
    hit: bool
    to_kill: int | None
    destroyed: bool


def shot(to_hit: Target, to_kill: Target, dice: Dice, by: str, on: str) -> Shot:
    """Roll to hit, then to kill, and return the shot (BDE-AT-15, BDE-KILL-01). A shot that cannot hit is not rolled
    for.
    """
    hit, face = _thrown(to_hit, dice, "to hit", by)
    if not hit:
        return Shot(face, hit=False, to_kill=None, destroyed=False)
    dead, through = _thrown(to_kill, dice, "to kill", on)
    return Shot(face, hit=True, to_kill=through, destroyed=dead)


def hit_vehicle(count: int, save: Target, dice: Dice, on: str) -> tuple[tuple[int, ...], bool]:
    """Roll for each hit, any failure of which destroys the vehicle (BDE-NOTE-03, -04), and return the faces and whether
    it is destroyed.
    """
    thrown = [_thrown(save, dice, "saving throw", on) for _ in range(count)]
    return tuple(face for _, face in thrown if face is not None), not all(ok for ok, _ in thrown)


@dataclass(frozen=True, slots=True)
class Deviation:
    """The two dice that decide where a mission fell."""

    white: int
    red: int
    fall: Fall
    miss_in: int


def deviation(battery: Battery, *, df_point: bool, dice: Dice) -> Deviation:
    """Roll the white and the red die as the fire is brought down, and return the deviation (BDE-DEV-01,
    BDE-TIME-04).
    """
    white = dice.roll(6, "white die", battery.name, "5 on target")
    red = dice.roll(6, "red die", battery.name, "inches off")
    where = indirect.fall(white, battery)
    missed = where in (Fall.ON_TARGET, Fall.NOT_AT_ALL)
    off = 0 if missed else indirect.miss_in(red, battery, df_point=df_point)
    return Deviation(white, red, Fall.ON_TARGET if off == 0 and where is not Fall.NOT_AT_ALL else where, off)


def arrivals(
    batteries: Sequence[Battery], *, df_point: bool, dice: Dice, book: Rulebook
) -> tuple[tuple[Deviation, Zone, tuple[Battery, ...]], ...]:
    """Roll and return the fall of a mission: one roll and one zone for all its batteries, or each its own by the house
    rule (BDE-AMB-38).
    """
    missions = [(battery,) for battery in batteries] if book.switch("brigade.dev_per_battery") else [tuple(batteries)]
    return tuple(
        (deviation(mission[0], df_point=df_point, dice=dice), indirect.zone_of(mission), mission)
        for mission in missions
    )


@dataclass(frozen=True, slots=True)
class Shelling:
    """The effect of one battery's fire on a company in its zone: the breaching faces and their score, whether it was
    penetrated, saves and theirs, figures lost.
    """

    breach: tuple[int, ...]
    through: bool
    saves: tuple[int, ...]
    lost: int
    pinned: bool
    to_breach: Target | None
    save: Target


def shelling(
    battery: Battery,
    cover: Cover,
    living: int,
    *,
    pinned: bool,
    never_pinned: bool,
    dice: Dice,
    on: str,
    book: Rulebook,
) -> Shelling:
    """Roll a battery's fire on troops in its zone, and return its effect: breach, pin, then a save for each figure
    caught (BDE-EFF-01 to -05, BDE-BREACH-01 to -04).

    The pin is taken before the saves, which are then those of pinned troops.
    """
    needed = indirect.breach(indirect.shell(battery), cover)
    if needed is not None and book.word("brigade.breach_for") == "each figure":
        thrown = [_thrown(needed, dice, "breach", battery.name) for _ in range(living)]
        exposed, through = sum(ok for ok, _ in thrown), any(ok for ok, _ in thrown)
    else:
        thrown = [] if needed is None else [_thrown(needed, dice, "breach", battery.name)]
        through = all(ok for ok, _ in thrown)
        exposed = living if through else 0
    under = pinned or indirect.pins(cover, breached=through, never_pinned=never_pinned)
    save = saves.troops(cover, pinned=under, book=book)
    faces, lost = saved(exposed, save, living, dice, on)
    breaching = tuple(face for _, face in thrown if face is not None)
    return Shelling(breaching, through, faces, lost, under, needed, save)


def unpins(score: Target, dice: Dice, on: str) -> tuple[bool, int | None]:
    """Roll phase 2 and return whether the unit loses its pin (BDE-PIN-08), with the face."""
    return _thrown(score, dice, "unpin", on)


def stays(test: Test, dice: Dice, on: str) -> tuple[bool, int | None]:
    """Roll phase 1 and return whether the unit stays on the table (BDE-CAS-04), with the face. Removed troops and those
    without a test throw no die.
    """
    if test.removed or test.score is None:
        return not test.removed, None
    return _thrown(test.score, dice, "casualty test", on)


@dataclass(frozen=True, slots=True)
class Distance:
    """The allowance of a move, and whether the vehicle is stuck now."""

    inches: Fraction
    face: int | None = None
    stuck: bool = False
    test: int | None = None
    """The die that a vehicle rolls if its move comes out below 0."""


def distance(row: MovesAs, ground: Ground, dice: Dice, on: str, *, half: bool = False) -> Distance:
    """Roll and return the distance of a move with a die in it; a negative move of a vehicle rolls again, and a 1 holds
    it for good (BDE-MOVE-02, -04 to -06).
    """
    if not movement.rate(row, ground).rolled:
        return Distance(movement.allowance(row, ground, None, half=half))
    face = dice.roll(6, "move", on, f"{movement.rate(row, ground)} in. over {ground.value}")
    inches = movement.allowance(row, ground, face, half=half)
    if not (movement.can_stick(row) and movement.is_negative(row, ground, face)):
        return Distance(inches, face)
    test = dice.roll(6, "stuck", on, "1 is stuck for the rest of the game")
    return Distance(inches, face, movement.sticks(row, ground, face, test), test)
