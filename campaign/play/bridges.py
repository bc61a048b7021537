"""Habits about bridges: blow them in time, and repair those on the route of the side's own troops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist, inf
from typing import Final

from campaign.play.view import NEAR_M, Bridge, Group, Instruction, Mission, Order, Troop, View, Work, seen, verb
from campaign.play.ways import Ways, along
from campaign.terms.forces import Engineers
from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import counted
from campaign.values import replace

# Our choice: 1500 changes 1 of 64 sets of orders, 6000 changes 17.
TO_BLOW_M: Final = 3000.0
"""The distance from a prepared bridge within which a unit blows it."""
# Our choice: 6000 changes 1 of 64 sets of orders, 24,000 changes 1.
THREAT_M: Final = 12_000.0
"""The distance from a bridge within which an enemy may be there before the turn is over."""
# Our choice. It decides which engineers go (`test_engineers_mend_the_bridge_on_the_way_of_their_side`): in none of 64
# sets of orders otherwise.
TO_MEND_M: Final = 15_000.0
"""The distance from a blown bridge within which engineers go to repair it."""
# Our choice: 22,500 changes 1 of 64 sets of orders, 90,000 changes none.
BEFORE_M: Final = 45_000.0
"""The distance from a bridge within which troops count as before it."""


def blow_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for the nearest battalion to blow a prepared bridge that an enemy may reach within the turn.

    A bridge over a great river is kept while ground near it scores, as is any bridge that troops of the side are to
    cross, now or by orders of the next two days.
    """
    busy = set[int]()
    for bridge in view.bridges:
        threat = view.enemies_near(bridge.at, THREAT_M, 1) if bridge.prepared and not bridge.hands else ()
        if not threat:
            continue
        sapper = _sapper(view, bridge, TO_BLOW_M, busy, (Engineers.SUPPORT, Engineers.SPECIALIST))
        if sapper is None or (bridge.great and _is_needed(view, bridge)):
            continue
        if not any(_leads_over(view, bridge, view.troops, view.ways)) and not _is_to_be_crossed(view, bridge):
            busy.add(sapper.id)
            does = f"blows {bridge.name}, for the enemy is within a turn's march of it"
            task = TaskKind.BLOW_BRIDGE if bridge.several_spans else TaskKind.DEMOLISH_SPAN
            near = seen(threat, f"within {THREAT_M / 1000:g} km of it")
            why = f"{near}, and no order of its own side leads over it now or in the next two days"
            yield Work((sapper.id,), view.tells(sapper), sapper.name, does, why, task, bridge.id)


def _is_needed(view: View, bridge: Bridge) -> bool:
    """Return whether there is ground that scores within a day's march of the bridge."""
    return any(view.ways.metres(bridge.at, goal.place) < TURNS_A_DAY * NEAR_M for goal in view.goals if goal.points)


def _is_to_be_crossed(view: View, bridge: Bridge) -> bool:
    """Return whether a march that is still to come leads over the bridge."""
    ends = set(along(view.theatre, bridge.at))
    return any(_crosses(view, view.ways, march.start, march.stations, ends) for march in view.coming)


def _leads_over(view: View, bridge: Bridge, troops: Iterable[Troop], ways: Ways) -> Iterator[Troop]:
    """Yield the troops whose orders lead over the bridge, by these routes."""
    ends = set(along(view.theatre, bridge.at))
    crossing: dict[tuple[object, ...], bool] = {}
    for troop in troops:
        mission = troop.duty or troop.mission
        if mission is None or mission.to is None:
            continue
        key = (troop.at, mission.via, mission.to)
        if key not in crossing:
            crossing[key] = _crosses(view, ways, troop.at, mission.stations_from(ways, troop), ends)
        if crossing[key]:
            yield troop


def _crosses(view: View, ways: Ways, start: Position, stations: tuple[int, ...], ends: set[int]) -> bool:
    """Return whether the route by these places leads over the road with these two ends."""
    for place in stations:
        way = (*along(view.theatre, start), *ways.places(start, place))
        if any({a, b} == ends for a, b in pairwise(way)):
            return True
        start = AtPlace(place)
    return False


def mend_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders for engineers near a blown bridge to repair it, if the orders of their side's troops lead over it
    and no enemy is there: two battalions if that shortens the work, a bridge for troops on foot first if no others are
    near.
    """
    busy = set[int]()
    for bridge in view.bridges:
        if bridge.prepared or bridge.lasting or bridge.hands >= view.builders:
            continue
        if not bridge.hands and view.enemies_near(bridge.at, age=1):
            continue
        sapper = _sapper(view, bridge, TO_MEND_M, busy, (Engineers.SPECIALIST,))
        if sapper is None:
            continue
        before = (t for t in view.troops if _is_before(view, t, bridge) and (t.barred or not bridge.passable))
        near = tuple(_leads_over(view, bridge, before, _if_whole(view, (bridge,))))
        load = LoadClass.MEDIUM_TANK if any(t.heavy for t in near) else LoadClass.FOOT_WHEELED
        for _ in range(bridge.hands, view.builders if near else 0):
            if sapper is not None:
                busy.add(sapper.id)
                does = f"goes to bridge {bridge.name} for {load}"
                why = f"the orders of {counted(len(near), 'battalion')} lead over it"
                yield Work((sapper.id,), view.tells(sapper), sapper.name, does, why, TaskKind.BRIDGE, bridge.id, load)
                sapper = _sapper(view, bridge, TO_MEND_M, busy, (Engineers.SPECIALIST,))


def _if_whole(view: View, bridges: tuple[Bridge, ...]) -> Ways:
    """Return the roads as they would be with these bridges whole; kept with the map."""
    ends = frozenset(frozenset(along(view.theatre, bridge.at)) for bridge in bridges)
    asked = view.theatre.asked
    if (_if_whole, ends) not in asked:
        ways = tuple(
            replace(way, blocks=tuple(replace(b, passable=True) for b in way.blocks)) if {way.a, way.b} in ends else way
            for way in view.theatre.ways
        )
        asked[_if_whole, ends] = replace(view.theatre, ways=ways)
    return Ways(asked[_if_whole, ends])


def is_to_be_gapped(view: View, group: Group) -> bool:
    """Return whether engineers with orders for the same place open all that closes the road of a group's order."""
    mission = group.mission
    if mission is None or not view.gappable:
        return False
    with_engineers = (t for t in view.troops if t.engineers is not Engineers.NONE and not (t.spent or t.resting))
    if not any(t.mission is not None and t.mission.to == mission.to for t in with_engineers):
        return False
    return _if_gapped(view).are_open(group.at, mission.stations, group.barred)


def _if_gapped(view: View) -> Ways:
    """Return the roads as they would be with all obstacles open that engineers can open; kept with the map."""
    asked = view.theatre.asked
    if (_if_gapped, view.gappable) not in asked:
        ways = tuple(
            replace(way, blocks=tuple(replace(b, passable=b.passable or b.key in view.gappable) for b in way.blocks))
            if way.blocks
            else way
            for way in view.theatre.ways
        )
        asked[_if_gapped, view.gappable] = replace(view.theatre, ways=ways)
    return Ways(asked[_if_gapped, view.gappable])


def with_work(view: View, orders: list[Instruction]) -> View:
    """Return the view with the bridges under repair to which engineers have just been sent."""
    begun = {work.crossing: work for work in orders if isinstance(work, Work) and work.task is TaskKind.BRIDGE}
    if not begun:
        return view
    bridges = (replace(b, hands=1, turns=TURNS_A_DAY) if b.id in begun and not b.hands else b for b in view.bridges)
    return replace(view, bridges=tuple(bridges))


def waiting_at(view: View) -> dict[int, Bridge]:
    """Return the battalions, by id, that reach their goal sooner by waiting for a bridge under repair than by open
    roads, each with the first such bridge on its route.
    """
    in_hand = tuple(bridge for bridge in view.bridges if bridge.hands and not bridge.prepared)
    if not in_hand:
        return {}
    mended = _if_whole(view, in_hand)
    waiting = {}
    for troop in view.troops:
        if troop.duty is None or troop.duty.to is None or troop.engaged or view.ahead(troop, troop.duty):
            continue
        stations = troop.duty.stations_from(mended, troop)
        way = (*along(view.theatre, troop.at), *mended.through(troop.at, stations, troop.barred))
        roads = [{a, b} for a, b in pairwise(way)]
        first = next((b for road in roads for b in in_hand if set(along(view.theatre, b.at)) == road), None)
        if first is None:
            continue
        open_way = view.ways.through(troop.at, stations, troop.barred, view.barred_places)
        round_it = view.ways.length(troop.at, open_way) if open_way else inf
        if mended.length(troop.at, way[len(along(view.theatre, troop.at)) :]) + first.turns * troop.pace < round_it:
            waiting[troop.id] = first
    return waiting


def wait_for_bridges(view: View, idle: tuple[Group, ...]) -> Iterator[Instruction]:
    """Yield orders to go towards a bridge under repair, and to wait within a turn's march of it, for troops that reach
    their goal sooner over it than by another road.
    """
    going: dict[tuple[int, int, Mission], list[Troop]] = {}
    troops = {troop.id: troop for troop in view.to_order}
    for ident, bridge in waiting_at(view).items():
        troop = troops.get(ident)
        if troop is None or troop.duty is None or troop.duty.to is None or troop.spent or troop.resting:
            continue
        ends = along(view.theatre, bridge.at)
        metres, bank = min((view.ways.metres(troop.at, end, troop.barred), end) for end in ends)
        is_near = set(along(view.theatre, troop.at)) == set(ends) or metres <= troop.pace
        order = Mission(OrderKind.HOLD) if is_near else replace(troop.duty, via=(bank,))
        going.setdefault((troop.formation, bridge.id, order), []).append(troop)
    names = {bridge.id: bridge.name for bridge in view.bridges}
    for (_, ident, order), waiting in going.items():
        does = verb(waiting, "waits", "wait") if order.to is None else verb(waiting, "closes up", "close up")
        does += f" until {names[ident]} is repaired"
        why = "that way is the faster, with the wait, than any open road without an enemy"
        yield Order.to_troops(view, waiting, order.kind, order.to, does, why, order.via)


def _is_before(view: View, troop: Troop, bridge: Bridge) -> bool:
    """Return whether these troops are within two days' march on foot of the bridge."""
    return dist(view.point(troop.at), view.point(bridge.at)) <= BEFORE_M


def _sapper(view: View, bridge: Bridge, metres: float, busy: set[int], able: tuple[Engineers, ...]) -> Troop | None:
    """Return the nearest battalion with engineers that is free for the bridge."""
    centre = view.point(bridge.at)
    near = [
        (dist(view.point(t.at), centre), t.id, t)
        for t in view.troops
        if (t.works or (t.engineers is Engineers.SPECIALIST and t.is_led_on_the_march))
        and not t.engaged
        and t.id not in busy
        and t.engineers in able
    ]
    return min((t for t in near if t[0] <= metres), default=(0.0, 0, None))[2]
