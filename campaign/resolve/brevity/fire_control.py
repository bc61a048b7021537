"""Fire control on the table of a resolved battle: from positions to the fires that ``attack`` works out.

Engagement(target, at, fire)                       a fire, and the point of its move at which it catches the target
direct(on, target, side, among=) -> Engagement | None           steps 6 and 7
bombard(on, batteries, target, at, located) -> Engagement       steps 4 and 5
sighted(on, target) -> Sighted | None              the point where a mover is first located, and the
                                                   commands that locate it (OB-ART-04, -05)
seen_by(on, side, target) -> bool                  whether a unit of the side locates it at its position
surrounded(on, model) -> bool                      OB-AMB-082
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.resolve.brevity.field import Field, Model
from campaign.resolve.brevity.ground import STRIDE, Spot, cut_off, distance, sight
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Fire, FireKind, Firing, Flank, Mark, Works, lends
from campaign.rules.tabletop.brevity.riding import as_target
from campaign.terms.state import Posture
from campaign.values import dataclass, replace

LONGEST_DIRECT = max(tables.DIRECT_INFANTRY, tables.DIRECT_LONG_BARREL)


@dataclass(frozen=True, slots=True)
class Engagement:
    """A fire on the table: its firers, and the point where it catches its target."""

    target: Model
    at: Spot
    fire: Fire
    shooters: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Sighted:
    """The sighting of a moving battalion: the first point of its move where it is located, and the commands whose
    battalions locate it.
    """

    at: Spot
    commands: frozenset[int]


def direct(on: Field, target: Model, side: int, *, among: Sequence[Model] | None = None) -> Engagement | None:
    """Return all other fire of a side on one battalion; ``among``: only these may fire (step 7).

    The firing player takes the point of the target's move at which most of the side's strength bears, of equals the
    first (OB-AMB-081).
    """
    points = target.path if among is None and target.path else (target.spot,)
    best: tuple[int, list[tuple[Model, Firing]], Spot] | None = None
    for at in points:
        bearing = _bearing(on, at, side, among)
        halves = sum(firer.stand.halves for _, firer in bearing if _counts(firer))
        if bearing and (best is None or halves > best[0]):
            best = (halves, bearing, at)
    if best is None:
        return None
    _, bearing, at = best
    commands = {model.command for model, firer in bearing if _counts(firer)}
    firers = [firer if model.command in commands else replace(firer, with_own=False) for model, firer in bearing]
    firers += _lenders(on, side, commands, at, {firer.stand.key for firer in firers})
    smoke = all(on.smoke_between(model.spot, at) for model, _ in bearing)
    fire = Fire(FireKind.DIRECT, tuple(firers), mark_of(on, target, at, smoke=smoke), on.light, on.sky)
    return Engagement(target, at, fire, tuple(model for model, _ in bearing))


def _counts(firer: Firing) -> bool:
    return (
        firer.posture is Posture.LINE
        and firer.faces
        and firer.flank is Flank.SAFE
        and not (firer.pinned or firer.spent or firer.resting)
    )


def _bearing(on: Field, at: Spot, side: int, among: Sequence[Model] | None) -> list[tuple[Model, Firing]]:
    """Return the models that have the point in range and in sight. Artillery in support fires in its own steps only
    (OB-AMB-062).
    """
    near = on.near(side, at, LONGEST_DIRECT) if among is None else [model for model in among if model.in_play]
    result = []
    for model in near:
        far = distance(model.spot, at)
        in_support = model.posture is Posture.SUPPORT and model.stand.is_artillery
        if far <= model.stand.direct_in and not (in_support or model.screening) and on.sees(model.spot, at):
            faces = (at.y - model.spot.y) * model.facing >= 0
            result.append((model, firing(model, at, flank=flank_of(on, model, at), faces=faces)))
    return result


def firing(model: Model, at: Spot, *, flank: Flank = Flank.SAFE, faces: bool = True) -> Firing:
    """Return a battalion as it fires, or lends its fire, at this point."""
    far = distance(model.spot, at)
    return Firing(model.stand, far, model.posture, model.pinned, model.spent, model.resting, flank, faces=faces)


def _lenders(on: Field, side: int, commands: set[int], at: Spot, already: set[str]) -> list[Firing]:
    """Return the battalions in support in the commands that fire; their range does not matter (OB-AMB-062)."""
    firers = []
    for command in sorted(commands):
        for model in on.brigades[side][command].in_play:
            firer = firing(model, at)
            if model.stand.key not in already and lends(firer):
                firers.append(firer)
    return firers


def flank_of(on: Field, model: Model, at: Spot) -> Flank:
    """Return the flank attack on a battalion: an enemy that could fire on it is outside the half-circle to its front
    (OB-AMB-059).
    """
    for enemy in on.near(1 - model.side, model.spot, LONGEST_DIRECT):
        if (
            (enemy.spot.y - model.spot.y) * model.facing >= 0
            or enemy.resting
            or distance(enemy.spot, model.spot) > enemy.stand.direct_in
        ):
            continue
        if on.sees(enemy.spot, model.spot):
            return Flank.BY_MARK if enemy.spot == at else Flank.BY_OTHERS
    return Flank.SAFE


def mark_of(on: Field, target: Model, at: Spot, *, located: bool = True, smoke: bool = False) -> Mark:
    """Return the battalion as a target at this point. On the move it has no works (OB-AMB-073); on the march, or
    mounted, it is in its vehicles (OB-HIT-11).
    """
    works = Works.NONE if target.moved else target.works
    return Mark(
        as_target(target.stand, target.unit, aboard=target.mounted or target.posture is Posture.MARCH),
        works,
        on.ground.cover_at(at),
        smoke,
        moving=target.moved,
        spent=target.spent,
        posture=target.posture,
        sheltered=is_sheltered(on, target),
        located=located,
    )


def is_sheltered(on: Field, target: Model) -> bool:
    """Return whether a battalion of the command it supports is still in the line (OB-AMB-063)."""
    supported = on.brigades[target.side].get(target.supports)
    return supported is not None and any(model.posture is not Posture.SUPPORT for model in supported.in_play)


def sighted(on: Field, target: Model) -> Sighted | None:
    """Return the first sighting of a battalion on its way, with the commands whose battalions locate it; None if there
    is none.
    """
    for at in target.path or (target.spot,):
        commands = frozenset(
            model.command
            for model in on.near(1 - target.side, at, tables.LOCATION_FROM_HILL)
            if on.sees(model.spot, at)
        )
        if commands:
            return Sighted(at, commands)
    return None


def seen_by(on: Field, side: int, target: Model) -> bool:
    """Return whether a unit of the side has the target in location range, which artillery shares (OB-AMB-043, -045)."""
    return any(on.sees(model.spot, target.spot) for model in on.near(side, target.spot, tables.LOCATION_FROM_HILL))


def bombard(
    on: Field,
    batteries: Sequence[Model],
    target: Model,
    at: Spot,
    *,
    located: bool,
    kind: FireKind = FireKind.ARTILLERY,
) -> Engagement:
    firers = tuple(firing(battery, at) for battery in batteries)
    return Engagement(
        target,
        at,
        Fire(kind, firers, mark_of(on, target, at, located=located, smoke=on.in_smoke(at)), on.light, on.sky),
        tuple(batteries),
    )


def reaches(battery: Model, at: Spot) -> bool:
    """Return whether the point is within the battery's range as artillery."""
    return battery.stand.artillery_in is not None and distance(battery.spot, at) <= battery.stand.artillery_in


def surrounded(on: Field, model: Model) -> bool:
    """Return whether a model is surrounded: each way to its own edge or to a friend enters the location range of
    unspent enemies (OB-AMB-082).

    It may go away from an enemy that has it in range already, but not nearer.
    """
    blocked = []
    for enemy in on.on_table(1 - model.side):
        if not enemy.spent:
            reach = sight(on.ground, on.light, on.sky, enemy.spot, model.spot)
            blocked.append((enemy.spot, min(reach, distance(enemy.spot, model.spot) - STRIDE // 2 - 1)))
    friends = [friend.spot for friend in on.on_table(model.side) if friend is not model]
    return cut_off(on.ground, model.spot, on.home_y(model.side), blocked, friends)
