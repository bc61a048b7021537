"""The map rows as the theatre takes them: places, roads with what closes them now, and the lines nobody crosses."""

from __future__ import annotations

from collections import defaultdict

from campaign.journal.desk import Desk
from campaign.model import Crossing, Feature, Obstacle, Place, Road
from campaign.terms.ground import CrossingState, LoadClass
from campaign.theatre.values import Barrier, Block, Spot, Theatre, Way


def load_theatre(desk: Desk) -> Theatre:
    """Five queries, whatever the size of the map."""
    places = desk.by_id(Place)
    blocks = _blocks(desk)
    return Theatre(
        spots=tuple(spot_of(place) for place in places.values()),
        ways=tuple(_way(road, places, tuple(blocks[road.id])) for road in desk.rows(Road)),
        barriers=tuple(
            Barrier(f.name or f.kind.value, tuple((float(x), float(y)) for x, y in f.shape))
            for f in desk.rows(Feature)
            if f.kind.is_barrier
        ),
    )


def spot_of(place: Place) -> Spot:
    """One place."""
    return Spot(place.id, place.key, place.name, float(place.x_m), float(place.y_m), place.cover, place.hill, place.home_edge_of_id)


def _way(road: Road, places: dict[int, Place], blocks: tuple[Block, ...]) -> Way:
    a, b = places[road.a_id], places[road.b_id]
    between = tuple((float(x), float(y)) for x, y in road.shape or ())
    points = ((float(a.x_m), float(a.y_m)), *between, (float(b.x_m), float(b.y_m)))
    cut = (Block(road.length_m // 2, f"{road.name or road.key} is cut"),) if road.cut else ()
    return Way(
        road.id,
        road.key,
        road.name,
        road.a_id,
        road.b_id,
        road.length_m,
        points,
        road.surface,
        road.cover,
        road.defile,
        road.kind,
        (*blocks, *cut),
    )


def _blocks(desk: Desk) -> dict[int, list[Block]]:
    found: dict[int, list[Block]] = defaultdict(list)
    for crossing in desk.rows(Crossing):
        block = Block(crossing.at_m, f"{crossing.name} ({_how_it_is(crossing)})", crossing.state.is_passable, key_of(crossing))
        found[crossing.road_id].append(block)
    for obstacle in desk.rows(Obstacle):
        found[obstacle.road_id].append(Block(obstacle.at_m, f"{obstacle.name} ({obstacle.kind})", obstacle.gapped, key_of(obstacle)))
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
