"""One exchange of fire: the firers, the target, the kind of fire, and the firers that count (OB-ART, OB-FIRE,
OB-HIT-01..05).

All that fires on one battalion in one step is one *fire*: dice are rolled once for each target (OB-HIT-01). This module
decides what counts towards strength, what does not, and why; the scores are worked out in ``attack``.

    Firing(stand, distance_in, posture, pinned, spent, ...)     a battalion of the firing side in its present state
    Mark(stand, works, cover, smoke, moving, spent, ...)        the battalion fired on
    Fire(kind, firing, mark, light, sky)
    count(fire, book) -> Counted(battalions, lending, left_out, halves, dice)
    barred(fire) -> str                                    why this fire may not be made at all; empty if it may
    check(fire)                                                  raises BadInput for a case that no chart has a cell for

Distances are inches. The caller says which units are located, and from where: see ``ground`` for a table with
distances.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day.light import location_range
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.muster import dice as dice_for
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Sky
from campaign.values import dataclass, replace

Inches = int | Fraction


class FireKind(StrEnum):
    """The way in which the fire is made."""

    DIRECT = "other fire"
    """The fire of combat battalions at targets they see: steps 6 and 7."""
    ARTILLERY = "artillery"
    """The fire of bombardment: steps 4 and 5, and points noted earlier."""
    COUNTER_BATTERY = "counter-battery"
    AIR = "aircraft"


class Works(StrEnum):
    """The works that a battalion is in (OB-AMB-073): prepared ones are dug in; fortified ones exist only by the
    scenario.
    """

    NONE = "none"
    DUG_IN = "dug in"
    FORTIFIED = "fortified"


class Flank(StrEnum):
    """The flank attack on a firing battalion, by the kind of attacker (OB-AMB-059)."""

    SAFE = "safe"
    BY_MARK = "by the battalion it fires on"
    BY_OTHERS = "by another battalion"


@dataclass(frozen=True, slots=True)
class Firing:
    """A battalion of the firing side. ``locates``: it sees the target itself; ``faces``: the target is within the
    half-circle to its front. ``locates_to``: the location range, if the target is beyond it; ``with_own``: a battalion
    of its command counts, so that it may lend its weapons.
    """

    stand: Stand
    distance_in: Inches = 0
    posture: Posture = Posture.LINE
    pinned: bool = False
    spent: bool = False
    resting: bool = False
    flank: Flank = Flank.SAFE
    locates: bool = True
    faces: bool = True
    locates_to: Inches | None = None
    with_own: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """The battalion fired on. ``moving``: it changes place in this move; ``located``: the firing side has it in sight.

    ``sheltered``: in support posture, with a battalion of the supported command still not in support (OB-AMB-063).
    """

    stand: Stand
    works: Works = Works.NONE
    cover: Cover = Cover.OPEN
    smoke: bool = False
    moving: bool = False
    spent: bool = False
    posture: Posture = Posture.LINE
    sheltered: bool = True
    surrounded: bool = False
    located: bool = True


@dataclass(frozen=True, slots=True)
class Fire:
    """The fire of all units on one battalion in one step."""

    kind: FireKind
    firing: tuple[Firing, ...]
    mark: Mark
    light: Light = Light.DAY
    sky: Sky = Sky.CLEAR


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A battalion that adds nothing to the strength, with the reason and the rule."""

    stand: Stand
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Counted:
    """The battalions that fire. ``battalions`` make the strength, or fire the one free die; ``lending`` add only their
    better weapons.
    """

    battalions: tuple[Firing, ...]
    lending: tuple[Firing, ...]
    left_out: tuple[LeftOut, ...]
    halves: int
    dice: int
    free_die: bool = False
    hindered: tuple[str, ...] = ()
    """With the free die: the reason that keeps each of ``battalions`` from counting."""


def check(fire: Fire) -> None:
    """Raise BadInput, naming chart and cell, for a case that the charts do not cover."""
    for firer in fire.firing:
        if firer.distance_in < 0:
            raise BadInput(
                f"{firer.stand.name} cannot fire at {firer.distance_in} in. Give a distance of 0 inches or more"
            )
        _check_firing(firer.stand, fire.kind)
    if fire.mark.stand.is_aircraft:
        works = ", and OB-T-12 has no entry for aircraft in a position" if fire.mark.works is not Works.NONE else ""
        raise BadInput(
            f"{_works_word(fire.mark.works)}{fire.mark.stand.name} cannot be a target. The to-hit chart "
            f"(OB-T-10) has no row for aircraft{works}. Anti-aircraft fire only reduces the number of aircraft "
            "that attack (OB-AIR-02)"
        )


def _works_word(works: Works) -> str:
    return "" if works is Works.NONE else f"{works.value} "


def _check_firing(stand: Stand, kind: FireKind) -> None:
    if stand.is_aircraft and kind is not FireKind.AIR:
        raise BadInput(
            f"{stand.name} attack from the air and cannot fire as {kind.value}. Name them as aircraft (OB-AIR-01)"
        )
    if kind is FireKind.AIR and not stand.is_aircraft:
        raise BadInput(f"{stand.name} does not fly. Name only aircraft here (OB-AIR-01)")
    if kind in (FireKind.ARTILLERY, FireKind.COUNTER_BATTERY):
        if not stand.is_artillery:
            raise BadInput(
                f"{stand.name} cannot fire as {kind.value}, because it is not artillery. The chart of artillery "
                "ranges has no column for it (OB-T-07, OB-ART-01)"
            )
        if stand.artillery_in is None:
            blank = stand.blank or "the chart gives no range for its guns"
            raise BadInput(
                f"{stand.name} cannot fire as artillery, because its artillery range is unknown ({blank}). "
                "Let it fire with the troops that are not artillery"
            )


def sight_to(mark: Mark, light: Light, sky: Sky) -> Inches:
    """Return the range in inches at which firers on the same level locate a target (OB-LOC-03, -04, OB-SMOKE-03)."""
    return tables.LOCATION_POOR if mark.smoke else location_range(light, sky, cover=mark.cover).inches


def locating(firing: Iterable[Firing], mark: Mark, light: Light, sky: Sky) -> tuple[Firing, ...]:
    """Return the firers; those whose weapons reach the target, but beyond location range, do not locate it themselves
    (OB-LOC-01).
    """
    reach = sight_to(mark, light, sky)
    return tuple(
        replace(firer, locates=False, locates_to=reach)
        if firer.locates and reach < firer.distance_in <= firer.stand.direct_in
        else firer
        for firer in firing
    )


def barred(fire: Fire) -> str:
    """Return why this fire may not be made: no firer, or a target that may not be engaged."""
    mark = fire.mark
    if fire.kind is FireKind.DIRECT and mark.posture is Posture.SUPPORT and mark.sheltered:
        return (
            "in support posture, sheltered by the troops it supports: only artillery and aircraft reach it (OB-POST-09)"
        )
    if fire.kind is FireKind.COUNTER_BATTERY and not mark.stand.is_artillery:
        return "no artillery: counter-battery fire answers artillery only (OB-CB-03)"
    if not fire.firing:
        return "no unit fires"
    return ""


def count(fire: Fire, book: Rulebook) -> Counted:
    """Return the battalions that count towards strength, that lend their weapons, or that are left out with the reason;
    and the dice (OB-HIT-03..05, OB-T-09).
    """
    why_not = _why_not_direct if fire.kind is FireKind.DIRECT else _why_not_guns
    battalions: list[Firing] = []
    left_out: list[tuple[Firing, LeftOut]] = []
    for firer in fire.firing:
        reason = why_not(firer, fire, book)
        if reason is None:
            battalions.append(firer)
        else:
            left_out.append((firer, LeftOut(firer.stand, *reason)))
    halves = sum(battalion.stand.halves for battalion in battalions)
    if halves > 0:
        lending = tuple(firer for firer, _ in left_out if fire.kind is FireKind.DIRECT and lends(firer))
        return Counted(
            tuple(battalions),
            lending,
            tuple(omission for firer, omission in left_out if firer not in lending),
            halves,
            dice_for(halves),
        )
    observers = tuple(firer for firer in fire.firing if _gives_free_die(firer, fire, book))
    stay_out = tuple(omission for firer, omission in left_out if firer not in observers)
    dice = tables.STRENGTH_DICE[0].dice if observers else 0
    reasons = [why_not(firer, fire, book) for firer in observers]
    hindered = tuple("no combat strength" if reason is None else reason[0] for reason in reasons)
    return Counted(observers, (), stay_out, 0, dice, free_die=True, hindered=hindered)


def lends(firer: Firing) -> bool:
    """Return whether a battalion in support may lend its weapons to the line of its command: not artillery, and not if
    it is pinned, spent or resting (OB-POST-08, OB-AMB-062).
    """
    return (
        firer.posture is Posture.SUPPORT
        and firer.with_own
        and not (firer.stand.is_artillery or firer.pinned or firer.spent or firer.resting)
    )


def _gives_free_die(firer: Firing, fire: Fire, book: Rulebook) -> bool:
    """Return whether a firer gives the one die, as every battalion that still sees the target within its range does
    (OB-HIT-05, OB-AMB-060).
    """
    if firer.resting or firer.posture is Posture.RESERVE:
        return False
    if fire.kind is not FireKind.DIRECT:
        return _reaches_as_guns(firer)
    return firer.distance_in <= firer.stand.direct_in and (firer.locates or _shared(fire, book))


def _shared(fire: Fire, book: Rulebook) -> bool:
    return book.switch("loc.shared") and fire.mark.located


Why = tuple[str, str]


def _out_of_action(firer: Firing, fire: Fire) -> Why | None:
    """Return the reason that keeps a battalion out: its posture, or its state."""
    if firer.resting or firer.posture is Posture.RESERVE:
        return ("resting", "OB-REG-05") if firer.resting else ("in reserve", "OB-POST-07")
    if firer.posture is Posture.MARCH:
        return "in march posture", "OB-POST-06"
    if firer.pinned:
        return "pinned", "OB-HIT-03"
    if firer.spent:
        return "spent", "OB-HIT-03"
    by_others = firer.flank is Flank.BY_OTHERS
    if fire.kind is FireKind.DIRECT and (firer.flank is Flank.BY_MARK or by_others):
        return "attacked in the flank", "OB-HIT-03"
    return None


def _why_not_direct(firer: Firing, fire: Fire, book: Rulebook) -> Why | None:
    if (reason := _out_of_action(firer, fire)) is not None:
        return reason
    if firer.posture is Posture.SUPPORT:
        return "in support", "OB-POST-08"
    if not firer.faces:
        return "the target is behind its front", "OB-HIT-04"
    if not firer.locates and not _shared(fire, book):
        if firer.locates_to is None:
            return "does not locate the target", "OB-LOC-01"
        return (
            f"does not locate the target: {float(firer.distance_in):g} in., location range {float(firer.locates_to):g}",
            "OB-LOC-01",
        )
    if firer.distance_in > firer.stand.direct_in:
        return f"out of range: {float(firer.distance_in):g} in., reaches {firer.stand.direct_in}", "OB-RANGE-01"
    return None


def _reaches_as_guns(firer: Firing) -> bool:
    return firer.stand.is_aircraft or (
        firer.stand.artillery_in is not None and firer.distance_in <= firer.stand.artillery_in
    )


def _why_not_guns(firer: Firing, fire: Fire, _: Rulebook) -> Why | None:
    if (reason := _out_of_action(firer, fire)) is not None:
        return reason
    if not _reaches_as_guns(firer):
        assert firer.stand.artillery_in is not None
        return (
            f"out of range: {float(firer.distance_in):g} in., its guns reach {float(firer.stand.artillery_in):g}",
            "OB-ART-06",
        )
    return None
