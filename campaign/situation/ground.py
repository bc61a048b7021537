"""The map rows in the theatre's terms: places, roads with their present blocks, and impassable lines.

The blocks are those that exist, or those that a side last knew of (``old_news``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from campaign.journal.board import Board
from campaign.journal.snapshot import once_a_reading
from campaign.model import Crossing, EngineeringTask, Feature, Obstacle, Place, Road
from campaign.situation.boats import watersides
from campaign.situation.keeping import keep
from campaign.situation.old_news import Works, roads_of, works_known
from campaign.terms.ground import Cover, CrossingState, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.theatre.values import Barrier, Block, Spot, Theatre, Way
from campaign.values import replace


@once_a_reading
def load_theatre(board: Board, side: int | None = None) -> Theatre:
    """Return the true map, or the map as this side knows it. Five queries at any size of the map, and one more for a
    side.
    """
    works = works_known(board, side)
    blocks = _blocks(board, works)
    lines = [(f.name or f.kind.value, f.shape, f.kind) for f in board.rows(Feature) if f.kind.is_barrier]

    def drawn() -> Theatre:
        spots = tuple(_spot(*row) for row in board.read_through(Place, *_SPOT))
        ends = {spot.place: spot for spot in spots}
        ways = tuple(_way(ends, blocks, works.cut, *row) for row in board.read_through(Road, *_WAY))
        barriers = tuple(
            Barrier(name, tuple((float(x), float(y)) for x, y in shape), kind) for name, shape, kind in lines
        )
        return Theatre(spots, ways, barriers)

    rows = board.version(Place, *_SPOT), board.version(Road, *_WAY)
    return keep(board, (load_theatre, side), (rows, lines, blocks, works.cut), drawn)


def as_known(board: Board, theatre: Theatre, side: int) -> Theatre:
    """Return the map as this side knows it, made from the true map: the same object if the side knows all of it."""
    touched = roads_of(board, side)
    if not touched:
        return theatre
    works = works_known(board, side)
    blocks = _blocks(board, works)
    across = {}
    for ident, cut in board.columns(Road, "id", "cut"):
        if ident in touched:
            way, is_cut = theatre.way(ident), works.cut.get(ident, cut)
            name = way.name or _title(theatre.spot(way.a).name, theatre.spot(way.b).name)
            across[ident] = _across(blocks.get(ident, ()), name, way.length_m, is_cut)
    ways = tuple(replace(way, blocks=across[way.road]) if way.road in across else way for way in theatre.ways)
    return keep(board, (as_known, side), (theatre, across), lambda: replace(theatre, ways=ways))


_COVER = {cover.value: cover for cover in Cover}
_SURFACE = {surface.value: surface for surface in Surface}
_KIND = {road_kind.value: road_kind for road_kind in RoadKind}


_SPOT = ("id", "key", "name", "x_m", "y_m", "cover", "hill", "home_edge_of_id")
_WAY = ("id", "key", "name", "a_id", "b_id", "length_m", "surface", "cover", "defile", "kind", "cut", "shape")


def _spot(ident: int, key: str, name: str, x_m: int, y_m: int, cover: str, hill: bool, home: int | None) -> Spot:
    return Spot(ident, key, name, float(x_m), float(y_m), _COVER[cover], hill, home)


def _way(
    ends: Mapping[int, Spot],
    blocks: dict[int, list[Block]],
    known_cut: Mapping[int, bool],
    ident: int,
    key: str,
    name: str,
    a: int,
    b: int,
    length_m: int,
    surface: str,
    cover: str,
    defile: bool,
    kind: str,
    cut: bool,
    bends: list[list[float]] | None,
) -> Way:
    start, end = ends[a], ends[b]
    across = _across(blocks.get(ident, ()), name or _title(start.name, end.name), length_m, known_cut.get(ident, cut))
    a, first, b, last = start.place, start.point, end.place, end.point  # shared by all roads of a place
    points = (first, *((float(x), float(y)) for x, y in bends), last) if bends else (first, last)
    return Way(ident, key, name, a, b, length_m, points, _SURFACE[surface], _COVER[cover], defile, _KIND[kind], across)


def _title(start: str, end: str) -> str:
    """Return what a road without a name of its own is called, by its two ends."""
    return f"{start} - {end}"


def _across(blocks: Sequence[Block], name: str, length_m: int, cut: bool) -> tuple[Block, ...]:
    """Return the blocks across a road, with one at its middle if the road is cut."""
    return (*blocks, Block(length_m // 2, f"{name} is cut")) if cut else tuple(blocks)


def _blocks(board: Board, works: Works) -> dict[int, list[Block]]:
    blocks: dict[int, list[Block]] = defaultdict(list)
    broken = any(not crossing.state.is_passable for crossing in works.crossings)
    ready = watersides(works.crossings, board.rows(EngineeringTask)) if broken else {}
    for crossing in works.crossings:
        boats = crossing.id in ready and bool(ready[crossing.id].waiting)  # a way for some: see passages
        block = Block(
            crossing.at_m,
            f"{crossing.name} ({_how_it_is(crossing)})",
            crossing.state.is_passable or boats,
            key_of(crossing),
        )
        blocks[crossing.road_id].append(block)
    for obstacle in works.obstacles:
        passable = obstacle.gapped or obstacle.kind is ObstacleKind.CRATERS  # bad terrain, not a wall: see passages
        blocks[obstacle.road_id].append(
            Block(obstacle.at_m, f"{obstacle.name} ({obstacle.kind})", passable, key_of(obstacle))
        )
    return blocks


def key_of(row: Crossing | Obstacle) -> str:
    """Return the key of a block for code that closes it to some units and not to others."""
    return f"{row.__tablename__}:{row.id}"


def _how_it_is(crossing: Crossing) -> str:
    """Return the condition of a crossing: ``span blown``, ``bridged, for medium tanks``, ``ferry, for foot and wheeled,
    one battalion a turn``.
    """
    words = [crossing.state.value]
    if crossing.state.is_passable and crossing.load_class is not LoadClass.HEAVY_TANK:
        words.append(f"for {crossing.load_class}")
    if crossing.state is CrossingState.FERRY:
        words.append("one battalion a turn")
    return ", ".join(words)
