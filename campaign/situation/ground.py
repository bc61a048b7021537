"""The map rows as the theatre takes them: places, roads with what closes them now, and the lines nobody crosses."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Enum, Text, case, cast, func, type_coerce

from campaign.journal.desk import Desk
from campaign.model import Crossing, EngineeringTask, Feature, Obstacle, Place, Road
from campaign.situation.boats import watersides
from campaign.terms.ground import Cover, CrossingState, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.theatre.undisturbed import undisturbed
from campaign.theatre.values import Barrier, Block, Point, Spot, Theatre, Way


def load_theatre(desk: Desk) -> Theatre:
    """Five queries, whatever the size of the map."""
    with undisturbed():
        spots = {row[0]: _spot(*row) for row in desk.columns(Place, *_SPOT)}
        points = {ident: spot.point for ident, spot in spots.items()}
        blocks = _blocks(desk)
        ways = tuple(_way(points, blocks, *row) for row in desk.columns(Road, *_WAY))
        barriers = tuple(
            Barrier(f.name or f.kind.value, tuple((float(x), float(y)) for x, y in f.shape))
            for f in desk.rows(Feature)
            if f.kind.is_barrier
        )
        return Theatre(tuple(spots.values()), ways, barriers)


def _columns(model: type[Place | Road], *names: str) -> tuple[Any, ...]:
    """Columns as they are written; the few words of an enum are looked up, which is faster for very many rows."""
    found = [model.__table__.c[name] for name in names]
    return tuple(type_coerce(column, Text) if isinstance(column.type, Enum) else column for column in found)


_COVER = {one.value: one for one in Cover}
_SURFACE = {one.value: one for one in Surface}
_KIND = {one.value: one for one in RoadKind}


_SPOT = _columns(Place, "id", "key", "name", "x_m", "y_m", "cover", "hill", "home_edge_of_id")
_SHAPE = Road.__table__.c.shape
_BENDS = case((func.length(cast(_SHAPE, Text)) > len("[]"), _SHAPE))
"""The drawn points between a road's ends, nothing for the many that have none: a JSON text a road takes time to read."""
_WAY = (*_columns(Road, "id", "key", "name", "a_id", "b_id", "length_m", "surface", "cover", "defile", "kind", "cut"), _BENDS)


def _spot(ident: int, key: str, name: str, x_m: int, y_m: int, cover: str, hill: bool, home: int | None) -> Spot:
    return Spot(ident, key, name, float(x_m), float(y_m), _COVER[cover], hill, home)


def _way(
    places: dict[int, Point], blocks: dict[int, list[Block]], ident: int, key: str, name: str, a: int, b: int, length_m: int,
    surface: str, cover: str, defile: bool, kind: str, cut: bool, bends: list[list[float]] | None,
) -> Way:  # fmt: skip
    between = [(float(x), float(y)) for x, y in bends] if bends else ()
    across = tuple(blocks[ident]) if ident in blocks else ()
    if cut:
        across = (*across, Block(length_m // 2, f"{name or key} is cut"))
    points = (places[a], *between, places[b])
    return Way(ident, key, name, a, b, length_m, points, _SURFACE[surface], _COVER[cover], defile, _KIND[kind], across)


def _blocks(desk: Desk) -> dict[int, list[Block]]:
    found: dict[int, list[Block]] = defaultdict(list)
    crossings = desk.rows(Crossing)
    broken = any(not crossing.state.is_passable for crossing in crossings)
    ready = watersides(crossings, desk.rows(EngineeringTask)) if broken else {}
    for crossing in crossings:
        boats = crossing.id in ready and bool(ready[crossing.id].waiting)  # a way for some: see passages
        block = Block(crossing.at_m, f"{crossing.name} ({_how_it_is(crossing)})", crossing.state.is_passable or boats, key_of(crossing))
        found[crossing.road_id].append(block)
    for obstacle in desk.rows(Obstacle):
        passable = obstacle.gapped or obstacle.kind is ObstacleKind.CRATERS  # bad terrain, not a wall: see passages
        found[obstacle.road_id].append(Block(obstacle.at_m, f"{obstacle.name} ({obstacle.kind})", passable, key_of(obstacle)))
    return found


def key_of(row: Crossing | Obstacle) -> str:
    """What its block on the road is called by whoever closes it to some and not to others."""
    return f"{row.__tablename__}:{row.id}"


def _how_it_is(crossing: Crossing) -> str:
    """``span blown``, ``bridged, for medium tanks``, ``ferry, for foot and wheeled, one battalion a turn``."""
    words = [crossing.state.value]
    if crossing.state.is_passable and crossing.load_class is not LoadClass.HEAVY_TANK:
        words.append(f"for {crossing.load_class}")
    if crossing.state is CrossingState.FERRY:
        words.append("one battalion a turn")
    return ", ".join(words)
