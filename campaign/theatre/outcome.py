"""The end of a turn's marches: where everybody stands and why, who met and who saw whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.terms.position import AtPlace, Position
from campaign.terms.words import listing
from campaign.theatre.columns import MICRO, Doing, Mover
from campaign.theatre.marchers import Glimpse, Halt, Marched, Seen, Touch, Turn
from campaign.theatre.meeting import near_enemies, side_by_side
from campaign.theatre.motion import NEAR_M, Motion, apart, first_within, sees_m
from campaign.theatre.values import Theatre
from campaign.theatre.zones import Sight


def turn_over(theatre: Theatre, movers: Mapping[int, Mover], touches: Sequence[Touch], sight: Sight) -> Turn:
    """Put everybody on the map to the metre and say why he stands there."""
    ordered = tuple(sorted(touches, key=lambda t: (t.seconds, t.first, t.second)))
    return Turn({unit: _marched(theatre, movers, movers[unit]) for unit in sorted(movers)}, ordered, glimpses(theatre, movers, sight))


def _marched(theatre: Theatre, movers: Mapping[int, Mover], mover: Mover) -> Marched:
    end = mover.final(theatre)
    halt = Halt.WAITING if mover.doing is Doing.WAITING else mover.halt
    because = tuple(sorted(mover.because))
    metres = max(round(mover.marched), int(end != mover.order.position))
    seconds = round((mover.halted_at - mover.started_at) / MICRO) if mover.has_started and mover.halted_at >= 0 else 0
    names = listing(movers[unit].order.name for unit in because)
    why = _why(theatre, mover, halt, end, names)
    return Marched(mover.unit, end, theatre.point_of(end), metres, seconds, halt, because, why, tuple(mover.passed))


def _why(theatre: Theatre, mover: Mover, halt: Halt, end: Position, names: str) -> str:
    here = theatre.describe(end)
    return {
        Halt.STAYED: f"stayed at {here}",
        Halt.ARRIVED: f"reached {here}",
        Halt.OUT_OF_TIME: f"on the march at {here} when the turn ended",
        Halt.CONTACT: f"in contact with {names} at {here}",
        Halt.JUST_OUTSIDE: f"halted at {here}, just outside location range of {names}",
        Halt.HELD: f"held at {here} by {names}: in contact since the turn began, the march led nearer",
        Halt.BLOCKED: f"halted at {here} by {mover.course.obstacle}",
        Halt.BEHIND: f"halted at {here} behind {names}",
        Halt.WAITING: f"waited at {here} for the other direction to clear the defile",
        Halt.NO_GOING: f"halted at {here}: {mover.course.obstacle}",
    }[halt]


def glimpses(theatre: Theatre, movers: Mapping[int, Mover], sight: Sight) -> tuple[Glimpse, ...]:
    """Who sees whom first when: within location range at any moment of the march, or within reconnaissance distance (umpire 1.13)."""
    lines = {
        unit: [point for motion in m.track for point in (motion.at(motion.begin), motion.at(motion.end))] for unit, m in movers.items()
    }
    reach = {unit: max(sight.longest_m, mover.order.scout_m) + 1 for unit, mover in movers.items()}
    near = near_enemies({unit: mover.order.side for unit, mover in movers.items()}, lines, reach)
    found = [_glimpse(theatre, movers[unit], movers[enemy], sight) for unit, enemies in near.items() for enemy in enemies]
    return tuple(sorted((g for g in found if g is not None), key=lambda g: (g.seconds, g.observer, g.seen)))


def _glimpse(theatre: Theatre, observer: Mover, seen: Mover, sight: Sight) -> Glimpse | None:
    for a, b, low, high in side_by_side(observer.track, seen.track, 0.0):
        located = sees_m(a, b, sight)
        moment = first_within(a, b, max(located, observer.order.scout_m) + NEAR_M, low, high)
        if moment is None:
            continue
        distance = apart(a, b, moment)
        how = Seen.LOCATED if distance <= located + 2 * NEAR_M else Seen.RECONNAISSANCE
        return Glimpse(observer.unit, seen.unit, round(moment), _where(theatre, b, moment), round(distance), how)
    return None


def _where(theatre: Theatre, motion: Motion, moment: float) -> Position:
    if motion.road is not None:
        return theatre.standing(motion.road, motion.metres_at(moment))
    if motion.place is not None:
        return AtPlace(motion.place)
    return AtPlace(theatre.nearest_spot(motion.at(moment)).place)
