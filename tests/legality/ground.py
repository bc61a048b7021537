"""A battle's ground as two players would read it off the map, with room for doubt: who stands at the edge of a wood or
comes past the corner of a house is given the better of it.

    lies_in(terrain, spot, margin) -> natures, road, track, hill      what may lie there
    Views(terrain).clearly_hidden(a, b) -> bool                       something stands well in between
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from campaign.rules.common.terrain import Area, Box, Terrain
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


class Views:
    """What hides from whom on one table: a wood or houses, or a hill on which neither stands, deep in between."""

    def __init__(self, terrain: Terrain) -> None:
        self.walls = [area.box for area in terrain.areas if is_terrain(area) and area.nature in SIGHT_STOPS]
        self.hills = [area.box for area in terrain.areas if area.hill]
        self.known: dict[tuple[Spot, Spot], bool] = {}

    def clearly_hidden(self, a: Spot, b: Spot) -> bool:
        if (a, b) not in self.known:
            self.known[a, b] = self._hidden(a, b)
        return self.known[a, b]

    def _hidden(self, a: Spot, b: Spot) -> bool:
        on_hill = any(inside(box, spot, DOUBT) for box in self.hills for spot in (a, b))
        near = [box for box in (*self.walls, *(() if on_hill else self.hills)) if _comes_by(box, a, b)]
        if not near:
            return False
        between = [spot for spot in samples((a, b), 0.5) if min(apart(spot, a), apart(spot, b)) > BESIDE]
        return any(inside(box, spot, -DOUBT) for box in near for spot in between)


def _comes_by(box: Box, a: Spot, b: Spot) -> bool:
    """May a line lead through the inner part of a box?"""
    (west, east), (south, north) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    across = west <= box.east - DOUBT and box.west + DOUBT <= east
    return across and south <= box.north - DOUBT and box.south + DOUBT <= north


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
