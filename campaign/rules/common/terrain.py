"""The ground of a battle in a form that any system can read: cover, heights, roads and obstacles.

Everything is in whole inches from the west and the south edge of the battle's table, at its own scale, north up. A
system turns the table to its own front, and uses the parts that its rules know.

    Point                            (inches from the west edge, inches from the south edge)
    Box(west, south, east, north)    a rectangle, edges included
    Area(box, ...)                   ground that is not open country: cover, a hill, a road, craters
    Bar(name, boxes, ...)            a river or an obstacle across the table, and its bridges
    Terrain(areas, bars, ...)        all of it, with the lines of its coast and the outlines of its seas
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.terms.ground import Cover, Nature
from campaign.values import dataclass

Point = tuple[int, int]
"""The inches from the west and the south edge of the table."""
Line = tuple[Point, ...]
"""The points of a line, in order."""


class Box(NamedTuple):
    """A rectangle of the table in inches, edges included."""

    west: int
    south: int
    east: int
    north: int


class Area(NamedTuple):
    """Ground that is not open country. ``cover``: harder to see and hit; ``road``: movement as on a road, through cover
    too; ``track``: a way through cover, with movement as in open country.

    ``nature``: the kind of terrain, if ``cover`` is terrain.
    """

    box: Box
    cover: Cover = Cover.OPEN
    hill: bool = False
    road: bool = False
    track: bool = False
    craters: bool = False
    nature: Nature = Nature.ROUGH


@dataclass(frozen=True, slots=True)
class Bar:
    """An obstacle: wire, a ditch, mines, a block or a river. ``gapped``: engineers have opened a way through;
    ``bridges``: the places where it can be crossed freely.

    ``lines``: a water as it is drawn, stretch by stretch, for rules that lay it along the sides of hexes.
    """

    name: str
    boxes: tuple[Box, ...]
    river: bool = False
    gapped: bool = False
    bridges: tuple[Point, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    """The ground of one table; if it is empty, the table is all open country. ``shores``: lines of the coast; ``seas``:
    outlines of open water.
    """

    areas: tuple[Area, ...] = ()
    bars: tuple[Bar, ...] = ()
    shores: tuple[Line, ...] = ()
    seas: tuple[Line, ...] = ()


OPEN_COUNTRY = Terrain()
"""A bare table."""
