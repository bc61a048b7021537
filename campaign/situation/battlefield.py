"""The ground of a battle, and the units that are on it, can arrive, or can fire into it (umpire 1.4).

Units on the table are in the battle. Units whose orders lead to a place on the table may arrive, and units of a command
that fights whose orders lead over it; batteries of a fighting side that are free and in range may fire. All others are
added by hand.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from campaign.model import Battalion, Battle, Campaign
from campaign.rows.row import copied
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.ranges import range_of
from campaign.rules.tabletop.interface import System
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import Conditions
from campaign.situation.force import unit_of
from campaign.situation.marching import rates_of, still_ahead
from campaign.situation.passages import OPEN, Passages
from campaign.situation.standing import Standing, StandingOrders
from campaign.terms.position import METRES_A_KM, AtPlace, Position
from campaign.terms.state import OrderKind, Role
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.theatre.legs import BY_LENGTH, IDEAL, Route
from campaign.theatre.routes import route
from campaign.theatre.sorted_points import SortedPoints
from campaign.theatre.tables import Candidate, Edge, Gun, Table, TableSize, arrivals, guns_in_range, lay, spans
from campaign.theatre.values import Point, Theatre
from campaign.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Present:
    """A battalion of a battle and its way of taking part."""

    battalion: Battalion
    role: Role
    arrives: Moment | None = None
    edge: str = ""


def table_size(system: System) -> TableSize:
    """Return a system's table in the theatre's terms; without a scale of its own the ground is drawn at Brevity's 8
    inches a kilometre.
    """
    return TableSize(float(system.table.depth_m), float(system.table.length_m), float(system.table.inches_a_km or 8))


def lie_of(table: Table) -> dict[str, Any]:
    """Return the table as a battle stores it, in whole metres and inches."""
    return {
        "width_in": inches(table, table.width_m),
        "depth_in": inches(table, table.depth_m),
        "scale_in_per_km": round(table.inches_a_km),
        "centre": [round(table.west_m + table.width_m / 2), round(table.south_m + table.depth_m / 2)],
        "turned_deg": 0,
    }


def inches(table: Table, metres: float) -> int:
    """Return a length of ground in inches of the table."""
    return round(metres / METRES_A_KM * table.inches_a_km)


def table_of(battle: Battle) -> Table:
    """Return the table of a battle as it was laid out."""
    lie = battle.table
    scale = float(lie["scale_in_per_km"])
    width, depth = lie["width_in"] * METRES_A_KM / scale, lie["depth_in"] * METRES_A_KM / scale
    return Table(lie["centre"][0] - width / 2, lie["centre"][1] - depth / 2, width, depth, scale)


def near_table(theatre: Theatre, table: Table, place: int | None) -> bool:
    """Return whether a place is on the table, or one road away from it."""
    return place is not None and any(
        table.holds(theatre.spot(near).point) for near in (place, *theatre.neighbours(place))
    )


def to_edge_m(table: Table, point: Point) -> float:
    """Return the metres from a point to the nearest edge of the table; 0 on it."""
    x, y = point
    aside = max(table.west_m - x, 0.0, x - table.west_m - table.width_m)
    along = max(table.south_m - y, 0.0, y - table.south_m - table.depth_m)
    return float((aside**2 + along**2) ** 0.5)


def nearest_edge(table: Table, point: Point) -> tuple[Edge, int]:
    """Return the edge nearest to a point beside the table, and the inch along it."""
    x, y = point
    beyond = {
        Edge.WEST: table.west_m - x,
        Edge.EAST: x - table.east_m,
        Edge.SOUTH: table.south_m - y,
        Edge.NORTH: y - table.north_m,
    }
    edge = max(Edge, key=lambda e: beyond[e])
    upright = edge in (Edge.WEST, Edge.EAST)
    along, most = (y - table.south_m, table.depth_m) if upright else (x - table.west_m, table.width_m)
    return edge, inches(table, min(max(along, 0.0), most))


def lay_table(points: Sequence[Point], system: System) -> Table:
    """Return a table of this system around the fighting units. Those that do not fit are off it: ask ``fit_on_table``
    first.
    """
    return lay(points, table_size(system))


def under(battle: Battle, system: System, place: Point, fighting: Iterable[Point] = ()) -> Battle:
    """Return a battle as it would be under another system: a copy outside the database, its table laid out anew around
    the same middle.

    A table so small that the contested place would be off it is laid around that place; one on which the place would be
    so near to an edge that an enemy comes on beside it is moved, as far as all ``fighting`` units on it stay on it.
    """
    copy = copied(battle)
    x_m, y_m = battle.table["centre"]
    table = lay([(float(x_m), float(y_m))], table_size(system))
    if table_of(battle).holds(place):
        table = (
            _off_the_edge(table, place, fighting, system.margin_in)
            if table.holds(place)
            else lay([place], table_size(system))
        )
    copy.tabletop, copy.table = system.key, lie_of(table)
    return copy


def _off_the_edge(table: Table, place: Point, fighting: Iterable[Point], margin_in: int) -> Table:
    """Return the table moved so that the place is ``margin_in`` inches from its edges, as far as the units on it stay
    on it.
    """
    on = [point for point in fighting if table.holds(point)]
    room = margin_in * METRES_A_KM / table.inches_a_km
    west = _moved(table.west_m, table.width_m, place[0], [x for x, _ in on], room)
    south = _moved(table.south_m, table.depth_m, place[1], [y for _, y in on], room)
    return replace(table, west_m=west, south_m=south)


def _moved(low: float, long: float, at: float, neighbours: Sequence[float], room: float) -> float:
    """Return the lower edge that keeps ``at`` at a distance of ``room`` from both edges, or half way between them,
    without losing the neighbours.
    """
    room = min(room, long / 2)
    needed = min(max(low, at + room - long), at - room)
    return max(min([needed, *neighbours]), max(neighbours, default=needed + long) - long)


def fit_on_table(points: Sequence[Point], system: System) -> bool:
    """Return whether all these points fit on one table of this system, turned either way."""
    return all(map(lay_table(points, system).holds, points))


class Positions:
    """The positions and goals of all battalions in a step in which no unit moves or gets an order. They are sorted, so
    that the battalions near one of many tables are looked up.
    """

    def __init__(self, army: Army, theatre: Theatre, orders: StandingOrders) -> None:
        self.army, self.theatre, self.orders = army, theatre, orders
        self.standing = {battalion.id: (battalion, at) for battalion, at in army.standing()}

    @cached_property
    def _points(self) -> SortedPoints[Battalion]:
        return SortedPoints((self.theatre.point_of(at), battalion) for battalion, at in self.standing.values())

    def on(self, table: Table) -> list[Battalion]:
        """Return the battalions that stand on a table, by id."""
        near = self._points.within(table.west_m, table.south_m, table.east_m, table.north_m)
        return [b for b in near if table.holds(self.theatre.point_of(self.standing[b.id][1]))]

    @cached_property
    def _guns(self) -> SortedPoints[Gun]:
        guns = (
            Gun(battalion.id, battalion.side_id, self.theatre.point_of(position), float(reach))
            for battalion, position in self.standing.values()
            if battalion.piece is not None and (reach := artillery_range_m(self.army, battalion))
        )
        return SortedPoints((gun.point, gun) for gun in guns)

    @cached_property
    def _longest_m(self) -> float:
        """The longest range of the guns."""
        return max((gun.range_m for gun in self._guns), default=0.0)

    def guns_about(self, points: Sequence[Point]) -> list[Gun]:
        """Return the guns from which at least one of these points may be in range, by id."""
        xs, ys, reach = [x for x, _ in points], [y for _, y in points], self._longest_m + METRES_A_KM
        return self._guns.within(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach) if points else []

    @cached_property
    def _bound(self) -> dict[int, tuple[Battalion, tuple[Point, ...]]]:
        """The battalions whose orders lead somewhere else, with the points of the places ahead, by id."""
        bound = {}
        for ident, (battalion, position) in self.standing.items():
            standing = self.orders.of(battalion)
            if (
                battalion.headquarters_of_id is None
                and standing.kind in (OrderKind.ATTACK, OrderKind.MARCH)
                and standing.to is not None
                and position != AtPlace(standing.to)
            ):
                ahead = (*still_ahead(battalion, standing), standing.to)
                bound[ident] = battalion, tuple(self.theatre.spot(place).point for place in ahead)
        return bound

    @cached_property
    def _stations(self) -> SortedPoints[tuple[int, Point]]:
        return SortedPoints((point, (ident, point)) for ident, (_, ahead) in self._bound.items() for point in ahead)

    @cached_property
    def _bound_of(self) -> dict[int, list[int]]:
        """Those whose orders lead somewhere else, by the command that they are with."""
        bound: dict[int, list[int]] = defaultdict(list)
        for ident, (battalion, _) in self._bound.items():
            bound[battalion.present_id].append(ident)
        return bound

    def bound_for(self, table: Table, fight: Iterable[Battalion]) -> list[tuple[Battalion, Position]]:
        """Return the battalions whose orders lead to a place on the table, and those of the commands of this battle
        whose orders lead over it, with their positions, by id.
        """
        near = self._stations.within(table.west_m, table.south_m, table.east_m, table.north_m)
        idents = {ident for ident, point in near if table.holds(point)}
        mates = {ident for command in {b.present_id for b in fight} for ident in self._bound_of.get(command, ())}
        idents.update(ident for ident in mates - idents if self._leads_over(ident, table))
        return [self.standing[ident] for ident in sorted(idents)]

    def _leads_over(self, ident: int, table: Table) -> bool:
        battalion, position = self.standing[ident]
        return leads_onto(self.theatre, table, battalion, position, self.orders.of(battalion))


def leads_onto(theatre: Theatre, table: Table, battalion: Battalion, position: Position, standing: Standing) -> bool:
    """Return whether a battalion's order leads it onto the table: to a place on it, by way of one that is still ahead,
    or over it by the shortest route.
    """
    if standing.kind in (OrderKind.HOLD, OrderKind.FOLLOW) or standing.to is None:
        return False
    goals = [*still_ahead(battalion, standing), standing.to]
    if any(table.holds(theatre.spot(goal).point) for goal in goals):
        return True
    way = route(theatre, position, [AtPlace(goal) for goal in goals], BY_LENGTH, IDEAL)
    return isinstance(way, Route) and any(
        min(to_m, max(leg.from_m, leg.to_m)) > max(from_m, min(leg.from_m, leg.to_m))
        for leg in way.legs
        for from_m, to_m in spans(theatre.way(leg.road), table)
    )


def standing_on(where: Positions, table: Table, *, taken: Iterable[int] = ()) -> list[Battalion]:
    """Return the battalions that stand on a table and are not held in another battle."""
    elsewhere = set(taken)
    return [battalion for battalion in where.on(table) if battalion.id not in elsewhere]


def guns_for(
    where: Positions, table: Table, fight: Sequence[Battalion], *, taken: Iterable[int] = ()
) -> list[tuple[Battalion, int]]:
    """Return the free batteries of either side off the table that reach the battle, with the distance in metres;
    resting ones are not free.
    """
    busy = set(taken) | {b.id for b in fight}
    sides = {b.side_id for b in fight}
    battalions, points = where.army.battalions, points_of(where.theatre, fight)
    guns = [
        gun
        for gun in where.guns_about(points)
        if gun.unit not in busy and gun.side in sides and not battalions[gun.unit].resting
    ]
    return [(battalions[ident], round(metres)) for ident, metres in guns_in_range(guns, table, points)]


def artillery_range_m(army: Army, battalion: Battalion) -> int:
    """Return the range of a battalion's guns in metres; 0 if it has none (OB-RANGE-04..06)."""
    reach = range_of(unit_of(army, battalion))
    return 0 if reach is None else reach.metres


def points_of(theatre: Theatre, battalions: Iterable[Battalion]) -> list[Point]:
    """Return the points at which battalions are drawn on the map."""
    return [theatre.point_of(position) for b in battalions if (position := position_of(b)) is not None]


def coming(
    where: Positions,
    table: Table,
    fight: Sequence[Battalion],
    now: Conditions,
    book: Rulebook,
    *,
    taken: Iterable[int] = (),
    passages: Passages = OPEN,
) -> list[Present]:
    """Return the units that can arrive within a day, with the turn and the edge. This turn has marched already, so none
    comes before the next one.
    """
    army, busy = where.army, set(taken) | {b.id for b in fight}
    candidates = [
        Candidate(
            battalion.id,
            battalion.side_id,
            position,
            rates_of(army, battalion, now.night, book),
            passages.barred(battalion),
        )
        for battalion, position in where.bound_for(table, fight)
        if not (battalion.id in busy or battalion.resting)
    ]
    due = arrivals(where.theatre, table, candidates, TURNS_A_DAY)
    return [
        Present(army.battalions[a.unit], Role.ARRIVES, now.moment.plus(a.turn), f"{a.edge.value} {round(a.inch)}")
        for a in sorted(due, key=lambda a: (a.turn, a.unit))
    ]


def battle_code(facts: Campaign, number: int) -> str:
    """Return a battle's code: ``BREV-3``, four letters of the campaign and the battle's number."""
    words = [w for w in re.split(r"[^A-Za-z]+", facts.name) if w and w.lower() not in ("operation", "campaign", "the")]
    return f"{(words[0] if words else 'camp')[:4].upper()}-{number}"
