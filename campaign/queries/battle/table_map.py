"""The ground of a battle, drawn to the table's scale in whole inches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

from campaign.model import BattleUnit, Feature, Objective, Place, Side
from campaign.queries.battle.session import Session
from campaign.queries.common.symbols import battalion_symbol, formation_symbol
from campaign.rules.common.system import TableClock
from campaign.rules.common.texts import texts
from campaign.situation.army import position_of
from campaign.situation.edges import home_edges
from campaign.situation.forms import Form, Gate, gates_of
from campaign.situation.ground import as_known
from campaign.situation.old_news import Works, works_known
from campaign.situation.table_entry import ComingOn
from campaign.situation.terrain import ROAD_M, ROADSIDE_M, along_its_road, nature_of, place_reach
from campaign.terms.ground import Cover, CrossingState, FeatureKind, Nature, ObstacleKind, RoadKind, Surface
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import Role
from campaign.terms.time import HOURS_A_TURN, Moment
from campaign.terms.words import is_number, listing
from campaign.theatre.tables import Table, roads_on_table, spans
from campaign.theatre.values import Point as Metres
from campaign.theatre.values import Way
from campaign.values import replace
from campaign.words.packet import (
    Edge,
    Point,
    TableCrossing,
    TableEntry,
    TableFeature,
    TableMap,
    TableObstacle,
    TablePlace,
    TableRoad,
    TableUnit,
)
from campaign.words.symbol import Frame, UnitSymbol
from campaign.words.texts import papers

WIDEST_GRID, FOOT = 24, 12
"""Greatest length of a kilometre, in inches on the table, that serves as the grid; beyond it the grid is a foot, 12
inches, to measure by."""
_CROSSING_WORDS = {
    CrossingState.PREPARED: "Prepared to be blown",
    CrossingState.SPAN_BLOWN: "Span blown, an obstacle",
    CrossingState.DESTROYED: "Destroyed for good",
    CrossingState.BRIDGED: "Bridged by engineers",
    CrossingState.FERRY: "Ferry",
}
MOST_NAMED = 16


def table_map(session: Session, *, units: bool, scoring_for: int | None = None) -> TableMap:
    """Return the table. ``units``: with all units on it, for the umpire; ``scoring_for``: the side of the paper, with
    the ground that scores for it and the works that it knows of.
    """
    outlook, table = session.outlook, session.table
    lie, grid, works = session.battle.table, session.grid, works_known(outlook.board, scoring_for)
    prizes = {o.place_id for o in outlook.board.rows(Objective) if scoring_for in (None, o.side_id)}
    return TableMap(
        width_in=lie["width_in"],
        depth_in=lie["depth_in"],
        scale=f"{lie['scale_in_per_km']} in. = 1 km" if grid is None else session.door.system.scale,
        size="" if grid is None else f"{grid.columns} \N{MULTIPLICATION SIGN} {grid.rows} hexes",
        grid_in=km if (km := lie["scale_in_per_km"]) <= WIDEST_GRID else FOOT,
        north_deg=lie["turned_deg"],
        places=tuple(
            TablePlace(p.name, _inches(table, (p.x_m, p.y_m)), p.id in prizes or p.id == session.battle.place_id)
            for p in sorted(outlook.places.values(), key=_by_id)
            if table.holds((p.x_m, p.y_m))
        ),
        roads=tuple(
            TableRoad(road.kind, tuple((round(x), round(y)) for x, y in road.points), road.name)
            for road in roads_on_table(outlook.theatre, table)
        ),
        features=tuple(f for row in outlook.board.rows(Feature) for f in _feature(row, table)),
        crossings=tuple(
            TableCrossing(c.name, _inches(table, at), c.state)
            for c in works.crossings
            if table.holds(at := outlook.theatre.way(c.road_id).at(c.at_m))
        ),
        obstacles=tuple(_obstacles(session, works, scoring_for)),
        entries=tuple(_in_its_hex(session, entry_view(gate)) for gate in gates_of(outlook.theatre, table)),
        units=_units(session) if units else (),
        ground=tuple(_ground_words(session, works)),
        fought_for=outlook.places[session.battle.place_id].name,
    )


def _ground_words(session: Session, works: Works) -> Iterator[str]:
    """Yield lines on what on this table is terrain or a hill, as location and the program's own battles take it
    (``situation.terrain``).
    """
    outlook, table = session.outlook, session.table
    if session.grid is not None:
        return  # the map of hexes says which hex is what
    own_terrain = texts(session.door.system.key).text_if_any("terrain")
    spots_here = [spot for spot in outlook.theatre.spots if table.holds(spot.point)]
    if session.door.system.side_edges:
        yield from _edge_words(session)
    rough = [_told_ground(session, spot.place, spot.name) for spot in spots_here if spot.cover is Cover.TERRAIN]
    high = [spot.name for spot in spots_here if spot.hill]
    ways = [way for way in outlook.theatre.ways if spans(way, table)]
    covered = [way for way in ways if way.cover is Cover.TERRAIN]
    slow = [way for way in ways if way.surface is not Surface.ROAD]
    kinds = {row.kind for row in outlook.board.rows(Feature) if _feature(row, table)}
    has_escarpment = FeatureKind.ESCARPMENT in kinds
    yield from papers().lines(
        "ground",
        {
            "rough_places": bool(rough),
            "high_places": bool(high),
            "rough_ways": bool(covered),
            "slow_ways": bool(slow),
            "escarpment": has_escarpment,
            "widths": bool(rough or high or covered or has_escarpment),
            "wire": FeatureKind.WIRE in kinds,
            "water": not {FeatureKind.RIVER, FeatureKind.CANAL}.isdisjoint(kinds),
        },
        around=_reach(table, place_reach(table)),
        rough=_few(rough),
        high=_few(high),
        beside=_reach(table, ROADSIDE_M),
        covered=_few(way.name or way.kind.words for way in covered),
        slow=_few(way.name or way.kind.words for way in slow),
        scarp=_reach(table, ROAD_M),
    )
    yield from _crossing_words(session, works)
    if not rough and not covered and not kinds & {FeatureKind.ESCARPMENT, FeatureKind.WOOD, FeatureKind.MARSH}:
        yield papers().text("all_open")
    elif own_terrain:
        yield own_terrain


def _crossing_words(session: Session, works: Works) -> Iterator[str]:
    """Yield the signs of crossings that are damaged or altered: ``Span blown, an obstacle: Son bridge.``"""
    states: dict[CrossingState, list[str]] = {}
    for crossing in works.crossings:
        if crossing.state is not CrossingState.INTACT and session.table.holds(
            session.outlook.theatre.way(crossing.road_id).at(crossing.at_m)
        ):
            states.setdefault(crossing.state, []).append(crossing.name)
    for state, names in states.items():
        yield f"{_CROSSING_WORDS[state]}: {_few(names)}."


def _edge_words(session: Session) -> Iterator[str]:
    """Yield lines on the edges: ``Own edges are British south, Axis north. Side edges are east and west.``"""
    outlook = session.outlook
    edges = home_edges(outlook.board, outlook.army, outlook.theatre, session.table, session.battle, session.lines)
    if edges is not None:
        home_edges_text = ", ".join(f"{outlook.army.sides[side].name} {edge.value}" for side, edge in edges.homes)
        yield papers().text("table_edges", own=home_edges_text, sides=" and ".join(edge.value for edge in edges.sides))


def _reach(table: Table, metres: float) -> int:
    """Return the whole inches that a width of the ground covers, as on the table of a resolved battle."""
    return max(1, round(metres * table.inches_a_km / 1000))


def _told_ground(session: Session, place: int, name: str) -> str:
    """Return a place with its ground, ``Son (built-up)``, where the system treats towns and other cover differently."""
    built = session.door.system.towns and nature_of(session.outlook.places[place].role) is Nature.BUILT_UP
    return f"{name} (built-up)" if built else name


def _few(names: Iterable[str]) -> str:
    """Return each name once; of very many the first ones and how many more, so that the map keeps its room."""
    each = list(dict.fromkeys(names))
    return listing(each if len(each) <= MOST_NAMED else [*each[:MOST_NAMED], f"{len(each) - MOST_NAMED} more"])


def _obstacles(session: Session, works: Works, side: int | None) -> Iterator[TableObstacle]:
    """Yield the obstacles on the roads of the table, as far as the side of the paper has seen them (umpire 1.13); None:
    all of them.
    """
    outlook, table = session.outlook, session.table
    for obstacle in works.obstacles:
        way = outlook.theatre.way(obstacle.road_id)
        at = way.at(along_its_road(way, obstacle.at_m))
        if table.holds(at):
            yield TableObstacle(obstacle.name, _inches(table, at), obstacle.kind, obstacle.gapped)
    theatre = outlook.theatre if side is None else as_known(outlook.board, outlook.theatre, side)
    for way in theatre.ways:
        for block in way.blocks:
            if not (block.key or block.passable) and table.holds(at := way.at(block.at_m)):
                yield TableObstacle(block.name, _inches(table, at), ObstacleKind.DEMOLITION)


def _by_id(place: Place) -> int:
    return place.id


def _inches(table: Table, point: Metres) -> Point:
    x, y = table.inches(point)
    return round(x), round(y)


def on_table(session: Session, position: Position, words: str) -> str:
    """Return a position on the table in its inches, as drawn there, ``66 in. from W edge, 32 in. from S edge, on the
    coast road to Buq Buq``; beside the table ``words``.

    Kilometres are measured along a winding road, inches straight: on a table only the inches are true.
    """
    theatre, table = session.outlook.theatre, session.table
    point = theatre.point_of(position)
    if isinstance(position, AtPlace) or not table.holds(point):
        return words
    x, y = _inches(table, point)
    heading = theatre.heading(position)
    if session.grid is not None:
        return f"hex {hex_at(session, (x, y))} {heading}"
    off = off_place(session, point)
    exactly = f", {off:g} in. from {session.outlook.places[session.battle.place_id].name}" if off is not None else ""
    return f"{x} in. from W edge, {y} in. from S edge{exactly}, {heading}"


def hex_of(session: Session, position: Position) -> str:
    """Return the hex of a position on the table; empty beside it, and in a system without hexes."""
    point = session.outlook.theatre.point_of(position)
    return hex_at(session, _inches(session.table, point)) if session.table.holds(point) else ""


def hex_at(session: Session, inches: Point) -> str:
    """Return the hex over a point of the table; empty in a system without hexes."""
    lie = session.battle.table
    return (
        session.grid.hex_at(inches[0] / lie["width_in"], inches[1] / lie["depth_in"])
        if session.grid is not None
        else ""
    )


def entry_view(gate: Gate) -> TableEntry:
    """Return the entry of a road: ``A``, north, 75, ``Via Balbia to Bardia``."""
    return TableEntry(
        gate.letter,
        Edge(gate.entry.edge.value.capitalize()),
        round(gate.entry.inch),
        f"{gate.entry.name} to {gate.entry.to}",
    )


def _in_its_hex(session: Session, entry: TableEntry) -> TableEntry:
    return replace(entry, hex=hex_at(session, _on_edge(session, entry.edge, entry.inch)))


def hex_of_edge(session: Session, edge: str) -> str:
    """Return the hex for a stored edge: ``D12`` for ``south 14``; text typed by hand stays unchanged."""
    word, _, inch = edge.partition(" ")
    named = next((other_edge for other_edge in Edge if other_edge.value.lower() == word.lower()), None)
    return hex_at(session, _on_edge(session, named, int(inch))) if named is not None and is_number(inch) else edge


def _on_edge(session: Session, edge: Edge, inch: int) -> Point:
    """Return a point of the table's edge in inches."""
    wide, deep = session.battle.table["width_in"], session.battle.table["depth_in"]
    return {Edge.NORTH: (inch, deep), Edge.SOUTH: (inch, 0), Edge.WEST: (0, inch), Edge.EAST: (wide, inch)}[edge]


def _feature(row: Feature, table: Table) -> list[TableFeature]:
    """Return the parts of a line that lie on the table; a name stands at its first point."""
    points = tuple((float(x), float(y)) for x, y in row.shape)
    if row.kind is FeatureKind.NAME or len(points) < 2:
        return (
            [TableFeature(row.kind, (_inches(table, points[0]),), row.name)]
            if points and table.holds(points[0])
            else []
        )
    line = Way(0, row.key, row.name, 0, 0, max(1, round(_length(points))), points, kind=RoadKind.TRACK)
    table_features = []
    for from_m, to_m in spans(line, table):
        bends = [p for mark, p in zip(line.milestones, line.points, strict=True) if from_m < mark < to_m]
        table_features.append(
            TableFeature(row.kind, tuple(_inches(table, p) for p in (line.at(from_m), *bends, line.at(to_m))), row.name)
        )
    return table_features


def _length(points: tuple[Metres, ...]) -> float:
    return float(sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(points)))


def start_units(session: Session, side: Side, form: Form) -> tuple[TableUnit, ...]:
    """Return one side's own units at their starting points, and those that arrive at the edge where they come on,
    without guns off the table.
    """
    army = session.outlook.army
    edges = {
        gate.letter: _inches(session.table, session.outlook.theatre.point_of(gate.position)) for gate in form.gates
    }
    table_units = []
    for line in form.lines:
        battalion = army.battalions[line.battalion_id]
        symbol = battalion_symbol(session.outlook, battalion)
        position, stood = position_of(battalion), form.muster.line_of(line.line)
        comes = session.coming_on.get(line.battalion_id)
        if line.role is Role.ARRIVES or comes is not None:
            edge = line.edge if comes is None else comes.edge
            at = next(
                (edges[g.letter] for g in form.gates if edge == f"{g.entry.edge.value} {round(g.entry.inch)}"), None
            )
            if at is not None:
                came = replace(symbol, dug_in=False) if comes is not None else symbol
                table_units.append(TableUnit(came, at, f"{line.line} {_when(session, line, comes)}", side.accent))
        elif line.role is not Role.ENGAGED or position is None or (stood is not None and stood.fires_from_behind):
            continue
        elif session.table.holds(point := session.outlook.theatre.point_of(position)):
            table_units.append(
                TableUnit(
                    symbol,
                    _inches(session.table, point),
                    str(line.line),
                    side.accent,
                    *command_sign(session, line, symbol.frame),
                    off_in=off_place(session, point),
                )
            )
    return tuple(table_units)


def off_place(session: Session, point: Metres) -> float | None:
    """Return the distance in inches, to a tenth, from a point to the contested place; None at that place itself, if the
    place is off the table, and in systems on hexes.
    """
    place = session.outlook.theatre.spot(session.battle.place_id).point
    if session.grid is not None or not session.table.holds(place):
        return None
    return round(dist(place, point) / 1000 * session.table.inches_a_km, 1) or None


def _when(session: Session, line: BattleUnit, comes: ComingOn | None) -> str:
    """Return when a unit comes on: ``T1``, or on a table that plays hours ``hour 7``, as in the list of arrivals."""
    system = session.door.system
    if comes is not None:
        return f"{system.step} {comes.waits + 1}"
    if system.clock is TableClock.HOURS and line.arrives_day is not None and line.arrives_turn is not None:
        return f"hour {HOURS_A_TURN * (Moment(line.arrives_day, line.arrives_turn).index - session.moment.index) + 1}"
    return f"T{line.arrives_turn}"


def _units(session: Session) -> tuple[TableUnit, ...]:
    army = session.outlook.army
    table_units = []
    for line in session.lines:
        battalion, side = army.battalions[line.battalion_id], army.sides[line.side_id]
        position = position_of(battalion)
        if line.role is not Role.ENGAGED or position is None or line.battalion_id in session.behind:
            continue
        point = session.outlook.theatre.point_of(position)
        if session.table.holds(point):
            symbol = battalion_symbol(session.outlook, battalion)
            frame = Frame.OWN if session.sides[0].id == side.id else Frame.ENEMY
            table_units.append(
                TableUnit(
                    replace(symbol, frame=frame),
                    _inches(session.table, point),
                    str(line.line),
                    side.accent,
                    *command_sign(session, line, frame),
                )
            )
    return tuple(table_units)


def command_sign(session: Session, line: BattleUnit, frame: Frame) -> tuple[str, UnitSymbol]:
    """Return the short name of a line's command, and its symbol."""
    formation = session.outlook.army.formations[line.command_id]
    symbol = replace(formation_symbol(session.outlook, formation), frame=frame, number="", superior="")
    return formation.short or formation.name, symbol
