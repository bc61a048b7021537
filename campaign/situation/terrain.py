"""The terrain of a battle's table, made from the map's rows in neutral values that every system reads
(``rules.terrain``).

A place in terrain, or on a hill, is that for half a kilometre around; a road that runs in terrain has it on both sides.
Woods and marshes are taken as drawn. An escarpment is a strip of terrain that roads lead through; a river or canal bars
the way except at an intact bridge. Coast and sea are taken as drawn: no unit is sent there.

The nature of a place's terrain is read from its role: the first word of BUILT_UP or WOODED in it; without one it is
rough.

    terrain_of(board, theatre, table) -> Terrain
    spots_of(army, theatre, table, lines) -> dict[int, Point]      where units stand, and where those on the way come on
    beside_of(army, theatre, table, lines) -> dict[int, Point]     where units beside the table come on at the start
    prize_of(theatre, table, place) -> Prize                       the place that a battle is about
    along_its_road(way, at_m) -> float                             where a block at the end of a road is set up
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil, dist, inf
from types import MappingProxyType

from campaign.journal.board import Board
from campaign.model import BattleUnit, Crossing, EngineeringTask, Feature, Obstacle, Place
from campaign.rules.common.scene import Prize
from campaign.rules.common.terrain import Area, Bar, Box, Line, Point, Terrain
from campaign.rules.day.strike import CRATER_RADIUS
from campaign.rules.tabletop.brevity.tables import METRES_AN_INCH, MINEFIELD_LENGTH
from campaign.situation.army import Army, position_of
from campaign.situation.conditions import rulebook_of
from campaign.situation.forms import entering
from campaign.situation.old_news import Works, works_known
from campaign.situation.tasks import belt_inches
from campaign.terms.ground import Cover, CrossingState, FeatureKind, Nature, ObstacleKind, Surface, TaskKind
from campaign.terms.state import Role
from campaign.theatre.tables import Edge, Table, spans
from campaign.theatre.values import Point as Metres
from campaign.theatre.values import Theatre, Way

PLACE_M = 500
"""Radius in metres of the ground of a place; for a table so small that this would cover most of it, see
``place_reach``."""
ROADSIDE_M = 250
"""Width in metres of the terrain on each side of a road in terrain; also the step in which lines and areas are
measured."""
ROAD_M = 125
BLOCK_M = 250
BRIDGE_M = 375
"""Greatest distance in metres of a bridge from the river that it crosses."""

_LONG_M = {ObstacleKind.WIRE: 1000, ObstacleKind.DITCH: 1000, ObstacleKind.MINEFIELD: MINEFIELD_LENGTH * METRES_AN_INCH}
"""Length across the road in metres, by kind of obstacle; other kinds bar only the road itself."""
_WATER = frozenset({FeatureKind.RIVER, FeatureKind.CANAL})
_BAD_GOING: Mapping[FeatureKind, Nature] = MappingProxyType(
    {FeatureKind.WOOD: Nature.WOOD, FeatureKind.MARSH: Nature.MARSH}
)
BUILT_UP = frozenset({"city", "town", "suburb", "village", "hamlet", "port", "fort", "barracks"})
WOODED = frozenset({"wood", "woods", "wooded", "forest"})
"""Words in a place's role that mean woods, in upper or lower case."""


def terrain_of(board: Board, theatre: Theatre, table: Table, works: Works | None = None) -> Terrain:
    """Return the terrain of a table, in five queries at any size of the map. ``works``: crossings and obstacles as a
    side knows them; None: the true ones.
    """
    works = works or works_known(board, None)
    features, crossings, obstacles = board.rows(Feature), works.crossings, works.obstacles
    areas = [*_places(board, theatre, table), *_roads(theatre, table)]
    for feature in features:
        areas += _ground(feature, table)
    areas += _craters(theatre, table, obstacles)
    waters = {feature.id: list(_along(feature, table)) for feature in features if feature.kind in _WATER}
    bars = [
        _water(feature, waters[feature.id], table, theatre, crossings) for feature in features if waters.get(feature.id)
    ]
    bars += _barred(theatre, table, obstacles, _mined(board))
    bars += _broken(theatre, table, crossings, [point for line in waters.values() for point in line])
    shores = (line for feature in features if feature.kind is FeatureKind.COAST for line in _drawn(feature, table))
    seas = (_outline(feature, table) for feature in features if feature.kind is FeatureKind.SEA)
    return Terrain(tuple(areas), tuple(bars), tuple(shores), tuple(seas))


def nature_of(role: str) -> Nature:
    """Return the nature of a place's terrain, by the first telling word of its role."""
    words = (word for word in re.split(r"[^a-z]+", role.lower()) if word in BUILT_UP | WOODED)
    first = next(words, None)
    return Nature.ROUGH if first is None else Nature.BUILT_UP if first in BUILT_UP else Nature.WOOD


def spots_of(army: Army, theatre: Theatre, table: Table, lines: Iterable[BattleUnit]) -> dict[int, Point]:
    """Return the points of a battle's units on its table; units on their way are at the inch of the edge where they
    come on.
    """
    result: dict[int, Point] = {}
    for line in lines:
        position = position_of(army.battalions[line.battalion_id])
        if line.role is Role.ARRIVES:
            at = _entry(table, line.edge)
            if at is not None:
                result[line.battalion_id] = at
        elif line.role is Role.ENGAGED and position is not None and table.holds(point := theatre.point_of(position)):
            result[line.battalion_id] = _inches(table, point)
    return result


def beside_of(army: Army, theatre: Theatre, table: Table, lines: Iterable[BattleUnit]) -> dict[int, Point]:
    """Return where the units of the battle that stand beside so small a table come on."""
    result: dict[int, Point] = {}
    for line in lines:
        position = position_of(army.battalions[line.battalion_id])
        if line.role is Role.ENGAGED and position is not None and not table.holds(theatre.point_of(position)):
            at = _entry(table, entering(theatre, table, position))
            if at is not None:
                result[line.battalion_id] = at
    return result


def prize_of(theatre: Theatre, table: Table, place: int) -> Prize:
    """Return the place that a battle is about, in inches; if it is beside the table, the nearest inch of the table."""
    spot = theatre.spot(place)
    x, y = spot.point
    nearest = (min(max(x, table.west_m), table.east_m), min(max(y, table.south_m), table.north_m))
    return Prize(spot.name, _inches(table, nearest), table.holds(spot.point))


def _entry(table: Table, edge: str) -> Point | None:
    """Return the point of an edge: ``north 24``."""
    word, _, inch = edge.partition(" ")
    if word not in {e.value for e in Edge} or not inch.isdigit():
        return None
    east, north = _inches(table, (table.east_m, table.north_m))
    along = int(inch)
    return {Edge.NORTH: (along, north), Edge.SOUTH: (along, 0), Edge.EAST: (east, along), Edge.WEST: (0, along)}[
        Edge(word)
    ]


def place_reach(table: Table) -> float:
    """Return the metres around a place that are its ground: half a kilometre, and never more than a quarter of the
    table's shorter side.
    """
    return min(PLACE_M, min(table.width_m, table.depth_m) / 4)


# areas ---------------------------------------------------------------------------------------------------------------
def _places(board: Board, theatre: Theatre, table: Table) -> Iterator[Area]:
    on_table = theatre.spots_in(table.west_m, table.south_m, table.east_m, table.north_m)
    for spot in sorted(on_table, key=lambda s: s.place):
        if (spot.hill or spot.cover is Cover.TERRAIN) and table.holds(spot.point):
            nature = nature_of(board.row(Place, spot.place).role) if spot.cover is Cover.TERRAIN else Nature.ROUGH
            yield Area(_square(table, spot.point, place_reach(table)), spot.cover, hill=spot.hill, nature=nature)


def _roads(theatre: Theatre, table: Table) -> Iterator[Area]:
    """Yield a strip of terrain beside each road that runs in terrain, then the road itself where movement on it counts
    as road, or through terrain as open country.
    """
    on_table = theatre.ways_in(table.west_m, table.south_m, table.east_m, table.north_m)
    for way in sorted(on_table, key=lambda w: w.road):
        for from_m, to_m in spans(way, table):
            if way.cover is Cover.TERRAIN:
                for point in _steps(way, from_m, to_m, ROADSIDE_M):
                    yield Area(_square(table, point, ROADSIDE_M), Cover.TERRAIN)
            paved = way.surface is Surface.ROAD
            if paved or (way.surface is Surface.CROSS_COUNTRY and way.cover is Cover.TERRAIN):
                for point in _steps(way, from_m, to_m, ROAD_M):
                    yield Area(_square(table, point, ROAD_M), road=paved, track=not paved)


def _ground(feature: Feature, table: Table) -> Iterator[Area]:
    if feature.kind in _BAD_GOING:
        yield from _inside([(float(x), float(y)) for x, y in feature.shape], table, _BAD_GOING[feature.kind])
    elif feature.kind is FeatureKind.ESCARPMENT:
        for point in _along(feature, table):
            yield Area(_square(table, point, ROAD_M), Cover.TERRAIN)


def _inside(outline: list[Metres], table: Table, nature: Nature) -> Iterator[Area]:
    """Yield strips half a kilometre deep that fill an outline."""
    if len(outline) < 3:
        return
    deep = 2 * ROADSIDE_M
    rows = range(ceil(table.depth_m / deep))
    for row in rows:
        middle = table.south_m + (row + 0.5) * deep
        cuts = sorted(_cuts(outline, middle))
        for west, east in zip(cuts[::2], cuts[1::2], strict=False):
            if east > table.west_m and west < table.east_m:
                low = _inches(table, (max(west, table.west_m), middle - ROADSIDE_M))
                high = _inches(table, (min(east, table.east_m), middle + ROADSIDE_M))
                yield Area(Box(*low, *high), Cover.TERRAIN, nature=nature)


def _cuts(outline: list[Metres], y: float) -> Iterator[float]:
    """Yield the points where a line from west to east crosses the outline."""
    for (x0, y0), (x1, y1) in pairwise([*outline, outline[0]]):
        if (y0 > y) != (y1 > y):
            yield x0 + (y - y0) / (y1 - y0) * (x1 - x0)


def _craters(theatre: Theatre, table: Table, obstacles: Iterable[Obstacle]) -> Iterator[Area]:
    """Yield the craters that have not been filled (OB-AIR-11)."""
    for obstacle in obstacles:
        point = theatre.way(obstacle.road_id).at(obstacle.at_m)
        if obstacle.kind is ObstacleKind.CRATERS and not obstacle.gapped and table.holds(point):
            yield Area(_square(table, point, CRATER_RADIUS * METRES_AN_INCH), Cover.TERRAIN, craters=True)


# what bars the way ---------------------------------------------------------------------------------------------------
def _water(feature: Feature, line: list[Metres], table: Table, theatre: Theatre, crossings: Iterable[Crossing]) -> Bar:
    """Return a water along its line; a ferry carries too few over in a turn to count as a bridge on the table
    (OB-BRG-05).
    """
    standing = [c for c in crossings if c.state.is_passable and c.state is not CrossingState.FERRY]
    bridges = [
        at for c in standing if table.holds(at := theatre.way(c.road_id).at(c.at_m)) and _gap(at, line) <= BRIDGE_M
    ]
    return Bar(
        feature.name or feature.kind.value,
        tuple(_square(table, point, ROAD_M) for point in line),
        river=True,
        bridges=tuple(_inches(table, at) for at in bridges),
        lines=tuple(_drawn(feature, table)),
    )


def _gap(point: Metres, line: Iterable[Metres]) -> float:
    return min((dist(point, corner) for corner in line), default=inf)


def _barred(theatre: Theatre, table: Table, obstacles: Iterable[Obstacle], mined: dict[int, int]) -> Iterator[Bar]:
    """Yield blocks, mines, wire and ditches, with a gap where engineers have made one."""
    for obstacle in obstacles:
        way = theatre.way(obstacle.road_id)
        if obstacle.kind is ObstacleKind.CRATERS or not table.holds(way.at(obstacle.at_m)):
            continue
        long_m = mined.get(obstacle.id, _LONG_M.get(obstacle.kind, 2 * ROAD_M))
        yield Bar(
            obstacle.name, (_across(table, way, along_its_road(way, obstacle.at_m), long_m),), gapped=obstacle.gapped
        )


def _broken(theatre: Theatre, table: Table, crossings: Iterable[Crossing], water: Iterable[Metres]) -> Iterator[Bar]:
    """Yield blown spans over water that is not drawn, and roads that are cut."""
    drawn = list(water)
    result = [(c.name, theatre.way(c.road_id), c.at_m) for c in crossings if not c.state.is_passable]
    result = [(name, way, at_m) for name, way, at_m in result if _gap(way.at(at_m), drawn) > BRIDGE_M]
    result += [
        (block.name, way, block.at_m)
        for way in theatre.ways_in(table.west_m, table.south_m, table.east_m, table.north_m)
        for block in way.blocks
        if not (block.key or block.passable)
    ]
    for name, way, at_m in result:
        if table.holds(way.at(at_m)):
            yield Bar(name, (_across(table, way, at_m, 2 * ROAD_M),))


def _along(feature: Feature, table: Table) -> Iterator[Metres]:
    """Yield the points of a drawn line on the table, an inch apart."""
    for stretch in _stretches(feature, table):
        yield from stretch


def _drawn(feature: Feature, table: Table) -> Iterator[Line]:
    """Yield the stretches of a drawn line on the table, in inches."""
    for stretch in _stretches(feature, table):
        yield tuple(dict.fromkeys(_inches(table, point) for point in stretch))


def _stretches(feature: Feature, table: Table) -> Iterator[list[Metres]]:
    points = tuple((float(x), float(y)) for x, y in feature.shape)
    if len(points) < 2:
        return
    length = max(1, round(sum(dist(a, b) for a, b in pairwise(points))))
    line = Way(0, feature.key, feature.name, 0, 0, length, points)
    for from_m, to_m in spans(line, table):
        yield list(_steps(line, from_m, to_m, ROAD_M))


def _outline(feature: Feature, table: Table) -> Line:
    return tuple(_inches(table, (float(x), float(y))) for x, y in feature.shape)


def along_its_road(way: Way, at_m: float) -> float:
    """Return where a block at a road's end is set up on a table: two inches down that road, so that it bars no other
    road that meets it there.
    """
    return min(max(at_m, BLOCK_M), way.length_m - BLOCK_M) if way.length_m > 2 * BLOCK_M else at_m


def _mined(board: Board) -> dict[int, int]:
    """Return the metres of the belts that engineers have laid, by obstacle: a number of inches for each turn of work
    (OB-MINE-01, NQM-TASK-06).
    """
    result: dict[int, int] = defaultdict(int)
    book = rulebook_of(board)
    for task in board.rows(EngineeringTask, EngineeringTask.kind == TaskKind.MINEFIELD):
        if task.obstacle_id is not None:
            result[task.obstacle_id] += belt_inches(board, task, book) * METRES_AN_INCH
    return {ident: metres for ident, metres in result.items() if metres}


# measuring -----------------------------------------------------------------------------------------------------------
def _steps(way: Way, from_m: float, to_m: float, stride: float) -> Iterator[Metres]:
    count = max(1, ceil((to_m - from_m) / stride))
    for n in range(count + 1):
        yield way.at(from_m + (to_m - from_m) * n / count)


def _inches(table: Table, point: Metres) -> Point:
    x, y = table.inches(point)
    return round(x), round(y)


def _square(table: Table, middle: Metres, reach_m: float) -> Box:
    """Return the square around a point that reaches ``reach_m`` metres to each side."""
    x, y = _inches(table, middle)
    reach = max(1, round(reach_m * table.inches_a_km / 1000))
    return Box(x - reach, y - reach, x + reach, y + reach)


def _across(table: Table, way: Way, at_m: float, long_m: float) -> Box:
    """Return a belt an inch deep across a road, ``long_m`` metres long, along the nearer of the table's two axes."""
    x, y = _inches(table, way.at(at_m))
    (x0, y0), (x1, y1) = way.at(at_m - ROAD_M), way.at(at_m + ROAD_M)
    half = max(1, round(long_m * table.inches_a_km / 2000))
    if abs(x1 - x0) >= abs(y1 - y0):
        return Box(x, y - half, x, y + half)
    return Box(x - half, y, x + half, y)
