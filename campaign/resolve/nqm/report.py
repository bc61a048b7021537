"""Reports of moves and fire in a resolved battle: metres on the ground, points of the table.

moved(stage, body, way, allowed, how)                       a way that a battalion went
attacked(stage, kind, firers, targets, rolls, effect)       fire or an assault on a battalion, or on several at once
tested(stage, purpose, face, faces, why, results)           a die that is compared with a score
marked(stage, struck, lots)                                 the stands on which casualties fall
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

from campaign.resolve.nqm.doctrine import Stage
from campaign.resolve.nqm.field import Body
from campaign.rules.tabletop.nqm.morale import Hold
from campaign.values import dataclass
from campaign.words.battle_report import Attack, Move, Point, Roll, Shot


@dataclass(frozen=True, slots=True)
class Firer:
    """A battalion that fires, with the numbers of its stands that do so directly and indirectly; in a bombardment, the
    battery of a die.
    """

    body: Body
    direct: int = 0
    indirect: int = 0


def moved(stage: Stage, body: Body, way: Sequence[Point], allowed: int | None, how: str) -> None:
    """Report the move of a battalion along these points, in metres; a battalion that stayed is not reported.
    ``allowed``: metres in a whole hour; rounding to whole metres does not extend it.
    """
    if len(way) > 1:
        length = sum(dist(start, end) for start, end in pairwise(way))
        if allowed:
            body.marched += length / allowed
        stage.add(Move(body.name, stage.path(way), min(round(length), allowed or round(length)), allowed, how, "m"))


def attacked(
    stage: Stage, kind: str, firers: Iterable[Firer | str], targets: Sequence[Body], rolls: Iterable[Roll], effect: str
) -> None:
    """Report an attack: the firers, the target, the metres (to the first), the weapons, and the effect.

    Aircraft and assaulting units are reported by name only.
    """
    target, *others = targets
    shots = tuple(Shot(firer) if isinstance(firer, str) else _shot(stage, firer, target) for firer in firers)
    at = stage.point(target.x, target.y)
    beside = tuple(body.name for body in others)
    stage.add(Attack(target.name, shots, kind, tuple(rolls), effect, at, "m", beside=beside))


def _shot(stage: Stage, firer: Firer, target: Body) -> Shot:
    body, over = firer.body, f"{firer.indirect} over the heads of friends" if firer.indirect else ""
    dice = float(firer.direct + firer.indirect) or None
    return Shot(body.name, stage.point(body.x, body.y), float(body.distance(target)), dice, over)


def tested(stage: Stage, purpose: str, face: int, faces: Hold, why: str, results: tuple[str, str]) -> bool:
    """Report a test and return whether the die passes. ``results``: the words for passing and failing."""
    held = faces.passes(face)
    span = faces.is_span
    words = ", ".join(filter(None, (why, "" if span else f"{faces} passes")))
    stage.add(
        Roll(purpose, (face,), min(faces.faces) if span else None, words, successes=int(held), result=results[not held])
    )
    return held


def marked(stage: Stage, struck: Iterable[tuple[Body, str, int]], lots: Sequence[tuple[int, int]]) -> None:
    """Report the stands of each battalion on which casualties fall; if lots were drawn, the number of stands in each,
    and the lots.
    """
    stands: dict[str, list[str]] = defaultdict(list)
    for body, label, count in struck:
        stands[body.name].append(label if count == 1 else f"{count} on {label}")
    words = "; ".join(f"{name}: {', '.join(labels)}" for name, labels in stands.items())
    if lots:
        of = ", ".join(str(count) for _, count in lots)
        stage.add(Roll(f"markers by lot of {of}", tuple(face for face, _ in lots), result=words, die=lots[0][1]))
    elif words:
        stage.say(f"Markers: {words}.")
