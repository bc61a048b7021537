"""The end of a turn's marches: the final position of each unit with the reason, the contacts and the sightings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.terms.position import AtPlace, Position
from campaign.theatre.columns import MICRO, Doing, Mover
from campaign.theatre.marchers import Glimpse, Halt, Marched, Marcher, Seen, Touch, Turn
from campaign.theatre.meeting import coming_near, near_pieces
from campaign.theatre.motion import NEAR_M, Motion, Plan, apart, first_within, sees_m
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Sight


def turn_over(
    theatre: Theatre,
    movers: Mapping[int, Mover],
    touches: Sequence[Touch],
    sight: Sight,
    may_see: Mapping[int, Sequence[int]],
    seconds: float,
) -> Turn:
    """Return the turn's result, with each unit placed on the map to the metre and the reason for its position.
    ``may_see``: for each unit the enemies near enough to see.
    """
    ordered = tuple(sorted(touches, key=lambda t: (t.seconds, t.first, t.second)))
    seen = glimpses(theatre, movers, sight, may_see, seconds)
    return Turn({unit: _marched(theatre, movers[unit]) for unit in sorted(movers)}, ordered, seen)


def _marched(theatre: Theatre, mover: Mover) -> Marched:
    end = mover.final(theatre)
    halt = Halt.WAITING if mover.doing is Doing.WAITING else mover.halt
    because = tuple(sorted(mover.because))
    metres = max(round(mover.marched), int(end != mover.order.position))
    seconds = round((mover.halted_at - mover.started_at) / MICRO) if mover.has_started and mover.halted_at >= 0 else 0
    barrier = mover.course.barrier if halt is Halt.BLOCKED else ""
    return Marched(
        mover.unit,
        end,
        theatre.point_of(end),
        metres,
        seconds,
        halt,
        because,
        tuple(mover.passed),
        barrier,
        mover.course.obstacle,
    )


def glimpses(
    theatre: Theatre, movers: Mapping[int, Mover], sight: Sight, may_see: Mapping[int, Sequence[int]], seconds: float
) -> tuple[Glimpse, ...]:
    """Return the first sighting of each unit by each other: within location range at any moment of the march, or within
    reconnaissance distance (umpire 1.13).
    """
    tracks = {unit: Plan(mover.track) for unit, mover in movers.items()}
    pairs = {(unit, enemy) if unit < enemy else (enemy, unit) for unit, enemies in may_see.items() for enemy in enemies}
    reach_m = {unit: max(sight.longest_m, mover.order.scout_m) + 1.0 for unit, mover in movers.items()}
    glimpses = [
        glimpse
        for first, second in coming_near(tracks, list(pairs), reach_m, seconds)
        for glimpse in _glimpses(
            theatre, movers[first].order, tracks[first], movers[second].order, tracks[second], sight
        )
    ]
    return tuple(sorted(glimpses, key=lambda g: (g.seconds, g.observer, g.seen)))


def _glimpses(
    theatre: Theatre, first: Marcher, first_plan: Plan, second: Marcher, second_plan: Plan, sight: Sight
) -> Iterator[Glimpse]:
    """Yield the first moments at which each of the two sees the other."""
    blind = [(first, second), (second, first)]
    for a, b, low, high in near_pieces(
        first_plan, second_plan, max(sight.longest_m, first.scout_m, second.scout_m) + 1.0
    ):
        for observer, seen in tuple(blind):
            eye, target = (a, b) if observer is first else (b, a)
            located = sees_m(eye, target, sight)
            moment = first_within(a, b, max(located, observer.scout_m) + NEAR_M, low, high)
            if moment is not None:
                blind.remove((observer, seen))
                how = Seen.LOCATED if apart(a, b, moment) <= located + 2 * NEAR_M else Seen.RECONNAISSANCE
                yield Glimpse(observer.unit, seen.unit, round(moment), _where(theatre, target, moment), how)
        if not blind:
            return


def _where(theatre: Theatre, motion: Motion, moment: float) -> Position:
    if motion.road is not None:
        return theatre.standing(motion.road, motion.metres_at(moment))
    if motion.place is not None:
        return AtPlace(motion.place)
    return AtPlace(theatre.nearest_spot(motion.at(moment)).place)
