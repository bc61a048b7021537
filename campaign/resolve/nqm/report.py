"""What the report of a resolved battle is told of moves and fire: metres on the ground, points of the table.

moved(stage, body, way, allowed, how)                       a way that a battalion went
attacked(stage, kind, firers, target, rolls, effect)        fire or an assault on a battalion
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.field import Body
from campaign.views.battle_report import Attack, Move, Point, Roll, Shot


def moved(stage: Stage, body: Body, way: Sequence[Point], allowed: int | None, how: str) -> None:
    """A battalion has gone along these points, in metres; nothing is told of one that stayed. ``allowed``: metres in a
    whole hour; that places are whole metres takes nobody further."""
    if len(way) > 1:
        length = sum(dist(start, end) for start, end in pairwise(way))
        if allowed:
            body.marched += length / allowed
        stage.add(Move(body.name, stage.path(way), min(round(length), allowed or round(length)), allowed, how, "m"))


def attacked(
    stage: Stage, kind: str, firers: Iterable[Body | str], target: Body, rolls: Iterable[Roll], effect: str
) -> None:
    """Who fires at whom, over how many metres, with what, and what it does. Aircraft are a name alone."""
    shots = tuple(
        Shot(firer)
        if isinstance(firer, str)
        else Shot(firer.name, stage.point(firer.x, firer.y), float(firer.distance(target)))
        for firer in firers
    )
    at = stage.point(target.x, target.y)
    stage.add(Attack(target.name, shots, kind, tuple(rolls), effect, at, "m"))
