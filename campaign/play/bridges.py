"""Bridges: blown in time, and mended on the way of the side's own troops."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist, inf
from typing import Final

from campaign.play.view import DAY, NEAR_M, Bridge, Given, Group, Troop, View, Work
from campaign.play.ways import along
from campaign.terms.forces import Engineers
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.position import AtPlace
from campaign.terms.state import OrderKind

TO_BLOW_M: Final = 3000.0
"""Who stands so near to a prepared bridge blows it."""
THREAT_M: Final = 12_000.0
"""An enemy so near to a bridge may be there before the turn is over."""
TO_MEND_M: Final = 15_000.0
"""Engineers so near to a blown bridge go to mend it."""


def blow_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Given]:
    """A prepared bridge is blown by the nearest battalion when an enemy may be at it within the turn. A bridge over a
    great river is kept while there is ground to win beyond it, or troops of the side's own are there."""
    busy = set[int]()
    for bridge in view.bridges:
        if not bridge.prepared or bridge.in_hand or not view.enemies_near(bridge.at, THREAT_M, 1):
            continue
        if _leads_over(view, bridge) or (bridge.great and _is_needed(view, bridge)):
            continue
        sapper = _sapper(view, bridge, TO_BLOW_M, busy, (Engineers.SUPPORT, Engineers.SPECIALIST))
        if sapper is not None:
            busy.add(sapper.id)
            why = f"{sapper.name} blows {bridge.name}: the enemy is within a turn's march of it"
            task = TaskKind.BLOW_BRIDGE if bridge.several_spans else TaskKind.DEMOLISH_SPAN
            yield Work((sapper.id,), view.tells(sapper), task, bridge.id, why)


def _is_needed(view: View, bridge: Bridge) -> bool:
    """Is there ground to win within a day's march of it?"""
    return any(
        not goal.held and view.ways.metres(bridge.at, goal.place) < DAY * NEAR_M for goal in view.goals if goal.points
    )


def _leads_over(view: View, bridge: Bridge) -> bool:
    """Have troops of the side orders that lead over it?"""
    ends = set(along(view.theatre, bridge.at))
    marching = {
        (t.at, t.mission.via, t.mission.to) for t in view.troops if t.mission is not None and t.mission.to is not None
    }
    for at, via, to in marching:
        stations = [at, *(AtPlace(station) for station in (*via, to) if station is not None)]
        for start, end in pairwise(stations):
            way = (*along(view.theatre, start), *view.ways.places(start, end.place)) if isinstance(end, AtPlace) else ()
            if any({a, b} == ends for a, b in pairwise(way)):
                return True
    return False


def mend_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Given]:
    """Engineers near a blown bridge go to it if a road of their own side leads over it, and nobody of the enemy is
    there."""
    busy = set[int]()
    for bridge in view.bridges:
        if bridge.passable or bridge.lasting or bridge.in_hand or view.enemies_near(bridge.at, age=1):
            continue
        if not _is_wanted(view, bridge):
            continue
        sapper = _sapper(view, bridge, TO_MEND_M, busy, (Engineers.SPECIALIST,))
        if sapper is not None:
            busy.add(sapper.id)
            why = f"{sapper.name} goes to bridge {bridge.name}"
            yield Work((sapper.id,), view.tells(sapper), TaskKind.BRIDGE, bridge.id, why, LoadClass.MEDIUM_TANK)


def _is_wanted(view: View, bridge: Bridge) -> bool:
    """Do troops of the side march to a place that they cannot reach while it is down?"""
    marching = (
        t
        for t in view.troops
        if t.mission is not None and t.mission.to is not None and t.mission.kind in (OrderKind.MARCH, OrderKind.ATTACK)
    )
    near = (t for t in marching if dist(view.point(t.at), view.point(bridge.at)) <= 3 * TO_MEND_M)
    return any(_stops_short(view, troop, troop.mission.via, troop.mission.to) for troop in near if troop.mission)


def _stops_short(view: View, troop: Troop, via: tuple[int, ...], to: int | None) -> bool:
    stations = [*via, *([to] if to is not None else [])]
    starts = [troop.at, *(AtPlace(station) for station in stations)]
    return any(
        view.ways.metres(start, station, troop.barred) == inf for start, station in zip(starts, stations, strict=False)
    )


def _sapper(view: View, bridge: Bridge, metres: float, busy: set[int], able: tuple[Engineers, ...]) -> Troop | None:
    """The nearest battalion with engineers that is free for it."""
    centre = view.point(bridge.at)
    near = [
        (dist(view.point(t.at), centre), t.id, t)
        for t in view.troops
        if t.works and not t.engaged and t.id not in busy and t.engineers in able
    ]
    return min((t for t in near if t[0] <= metres), default=(0.0, 0, None))[2]
