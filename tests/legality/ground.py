"""A battle's ground as two players would read it off the map, with room for doubt: who stands at the edge of a wood or
comes past the corner of a house is given the better of it.

    lies_in(terrain, spot, margin) -> natures, road, track, hill      what may lie there
    clearly_hidden(terrain, a, b) -> bool                             something stands well in between
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from campaign.rules.common.terrain import Area, Terrain
from campaign.terms.ground import Cover, Nature
from tests.legality.brevity import BRIDGE, crossings
from tests.legality.referee import Spot, apart, inside, samples

DOUBT = 2.6
"""Inches: what lies so far inside a box is in it, however the table is laid out in squares of two inches."""
BESIDE = 6.0
"""Inches from an end of a line of sight within which what stands there may be looked out of, or into."""
SIGHT_STOPS = frozenset({Nature.WOOD, Nature.BUILT_UP})


def is_terrain(area: Area) -> bool:
    return area.cover is Cover.TERRAIN and not area.road and not area.track and not area.craters


def lies_in(terrain: Terrain, spot: Spot, margin: float, wanted: Callable[[Area], bool]) -> bool:
    """Is a spot in such an area, its edges moved out by the margin?"""
    return any(wanted(area) and inside(area.box, spot, margin) for area in terrain.areas)


@lru_cache(maxsize=50_000)
def clearly_hidden(terrain: Terrain, a: Spot, b: Spot) -> bool:
    """A wood or houses, or a hill on which neither stands, lie deep in between."""
    on_hill = any(lies_in(terrain, spot, DOUBT, lambda area: area.hill) for spot in (a, b))
    walls = [area for area in terrain.areas if is_terrain(area) and area.nature in SIGHT_STOPS]
    hills = [] if on_hill else [area for area in terrain.areas if area.hill]
    if not walls and not hills:
        return False
    between = [spot for spot in samples((a, b), 0.5) if min(apart(spot, a), apart(spot, b)) > BESIDE]
    return any(inside(area.box, spot, -DOUBT) for area in (*walls, *hills) for spot in between)


def over_water(terrain: Terrain, path: Sequence[Spot]) -> Spot | None:
    """Where a way leads over a water or through an obstacle off its bridges and gaps; None where it does not."""
    for bar in terrain.bars:
        if bar.gapped or any(inside(box, path[0]) for box in bar.boxes):
            continue
        for spot in crossings(path, bar):
            on_road = lies_in(terrain, spot, DOUBT, lambda area: area.road or area.track)
            if not on_road and not any(apart(spot, bridge) <= BRIDGE for bridge in bar.bridges):
                return spot
    return None
