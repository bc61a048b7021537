"""Bridges: blown in time, and mended on the way of the side's own troops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Final

from campaign.play.view import DAY, NEAR_M, Bridge, Given, Group, Troop, View, Work
from campaign.play.ways import Ways, along
from campaign.terms.forces import Engineers
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.position import AtPlace, Position

TO_BLOW_M: Final = 3000.0
"""Who stands so near to a prepared bridge blows it."""
THREAT_M: Final = 12_000.0
"""An enemy so near to a bridge may be there before the turn is over."""
TO_MEND_M: Final = 15_000.0
"""Engineers so near to a blown bridge go to mend it."""
BEFORE_M: Final = 45_000.0
"""For troops so near to it."""


def blow_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Given]:
    """A prepared bridge is blown by the nearest battalion when an enemy may be at it within the turn. A bridge over a
    great river is kept while ground near it scores, and any over which troops of the side are to march."""
    busy = set[int]()
    for bridge in view.bridges:
        if not bridge.prepared or bridge.in_hand or not view.enemies_near(bridge.at, THREAT_M, 1):
            continue
        sapper = _sapper(view, bridge, TO_BLOW_M, busy, (Engineers.SUPPORT, Engineers.SPECIALIST))
        if sapper is None or (bridge.great and _is_needed(view, bridge)):
            continue
        if not any(_leads_over(view, bridge, view.troops, view.ways)):
            busy.add(sapper.id)
            why = f"{sapper.name} blows {bridge.name}: the enemy is within a turn's march of it"
            task = TaskKind.BLOW_BRIDGE if bridge.several_spans else TaskKind.DEMOLISH_SPAN
            yield Work((sapper.id,), view.tells(sapper), task, bridge.id, why)


def _is_needed(view: View, bridge: Bridge) -> bool:
    """Is there ground that scores within a day's march of it?"""
    return any(view.ways.metres(bridge.at, goal.place) < DAY * NEAR_M for goal in view.goals if goal.points)


def _leads_over(view: View, bridge: Bridge, troops: Iterable[Troop], ways: Ways) -> Iterator[Troop]:
    """Those of these troops that have orders which lead over it, by these ways."""
    ends = set(along(view.theatre, bridge.at))
    crossing: dict[tuple[object, ...], bool] = {}
    for troop in troops:
        mission = troop.mission
        if mission is None or mission.to is None:
            continue
        key = (troop.at, mission.via, mission.to)
        if key not in crossing:
            crossing[key] = _crosses(view, ways, troop.at, (*mission.via, mission.to), ends)
        if crossing[key]:
            yield troop


def _crosses(view: View, ways: Ways, start: Position, stations: tuple[int, ...], ends: set[int]) -> bool:
    """Does the way by these places lead over the road with these ends?"""
    for place in stations:
        way = (*along(view.theatre, start), *ways.places(start, place))
        if any({a, b} == ends for a, b in pairwise(way)):
            return True
        start = AtPlace(place)
    return False


def mend_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Given]:
    """Engineers near a blown bridge go to it if the orders of troops of their side lead over it and nobody of the
    enemy is there; first for those on foot, if no others are near."""
    busy = set[int]()
    for bridge in view.bridges:
        if bridge.prepared or bridge.lasting or bridge.in_hand or view.enemies_near(bridge.at, age=1):
            continue
        sapper = _sapper(view, bridge, TO_MEND_M, busy, (Engineers.SPECIALIST,))
        if sapper is None:
            continue
        before = (t for t in view.troops if _is_before(view, t, bridge) and (t.barred or not bridge.passable))
        if near := tuple(_leads_over(view, bridge, before, _if_whole(view, bridge))):
            busy.add(sapper.id)
            load = LoadClass.MEDIUM_TANK if any(t.heavy for t in near) else LoadClass.FOOT_WHEELED
            why = f"{sapper.name} goes to bridge {bridge.name} for {load}"
            yield Work((sapper.id,), view.tells(sapper), TaskKind.BRIDGE, bridge.id, why, load)


def _if_whole(view: View, bridge: Bridge) -> Ways:
    """The roads as they would be if this bridge were whole."""
    ends = set(along(view.theatre, bridge.at))
    ways = tuple(
        replace(way, blocks=tuple(replace(b, passable=True) for b in way.blocks)) if {way.a, way.b} == ends else way
        for way in view.theatre.ways
    )
    return Ways(replace(view.theatre, ways=ways))


def _is_before(view: View, troop: Troop, bridge: Bridge) -> bool:
    """Are these troops within two days' march on foot of it?"""
    return dist(view.point(troop.at), view.point(bridge.at)) <= BEFORE_M


def _sapper(view: View, bridge: Bridge, metres: float, busy: set[int], able: tuple[Engineers, ...]) -> Troop | None:
    """The nearest battalion with engineers that is free for it."""
    centre = view.point(bridge.at)
    near = [
        (dist(view.point(t.at), centre), t.id, t)
        for t in view.troops
        if t.works and not t.engaged and t.id not in busy and t.engineers in able
    ]
    return min((t for t in near if t[0] <= metres), default=(0.0, 0, None))[2]
