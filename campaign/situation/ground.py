"""The map rows as the theatre takes them: places, roads with what closes them now, and the lines nobody crosses."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Text, case, cast, func

from campaign.journal.desk import Desk
from campaign.model import Crossing, EngineeringTask, Feature, Obstacle, Place, Road
from campaign.situation.boats import watersides
from campaign.terms.ground import Cover, CrossingState, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.theatre.values import Barrier, Block, Point, Spot, Theatre, Way


def load_theatre(desk: Desk) -> Theatre:
    """Five queries, whatever the size of the map."""
    spots = {row[0]: _spot(*row) for row in desk.columns(Place, *_SPOT)}
    points = {ident: spot.point for ident, spot in spots.items()}
    blocks = _blocks(desk)
    return Theatre(
        spots=tuple(spots.values()),
        ways=tuple(_way(points, blocks, *row) for row in desk.columns(Road, *_WAY)),
        barriers=tuple(
            Barrier(f.name or f.kind.value, tuple((float(x), float(y)) for x, y in f.shape))
            for f in desk.rows(Feature)
            if f.kind.is_barrier
        ),
    )


def _columns(model: type[Place | Road], *names: str) -> tuple[Any, ...]:
    return tuple(model.__table__.c[name] for name in names)


_SPOT = _columns(Place, "id", "key", "name", "x_m", "y_m", "cover", "hill", "home_edge_of_id")
_SHAPE = Road.__table__.c.shape
_BENDS = case((func.length(cast(_SHAPE, Text)) > len("[]"), _SHAPE))
"""The drawn points between a road's ends, nothing for the many that have none: a JSON text a road takes time to read."""
_WAY = (*_columns(Road, "id", "key", "name", "a_id", "b_id", "length_m", "surface", "cover", "defile", "kind", "cut"), _BENDS)


def _spot(ident: int, key: str, name: str, x_m: int, y_m: int, cover: Cover, hill: bool, home: int | None) -> Spot:
    return Spot(ident, key, name, float(x_m), float(y_m), cover, hill, home)


def _way(
    places: dict[int, Point], blocks: dict[int, list[Block]], ident: int, key: str, name: str, a: int, b: int, length_m: int,
    surface: Surface, cover: Cover, defile: bool, kind: RoadKind, cut: bool, bends: list[list[float]] | None,
) -> Way:  # fmt: skip
    between = [(float(x), float(y)) for x, y in bends] if bends else ()
    across = (*blocks.get(ident, ()), Block(length_m // 2, f"{name or key} is cut")) if cut else tuple(blocks.get(ident, ()))
    points = (places[a], *between, places[b])
    return Way(ident, key, name, a, b, length_m, points, surface, cover, defile, kind, across)


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
