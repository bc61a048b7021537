"""The grid that a map names: it becomes degrees, by hand for the few grids of most maps and by pyproj for all others.

named(content) -> "EPSG:2154" | ""      "" for none, and for degrees of WGS 84
turned_to_degrees(layer)                 the points of a layer, by the grid that it names
is_metres("EPSG:27700") -> bool

Without pyproj (the extra ``grids``) a national grid of Europe stays plane metres, and other grids are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import atan, degrees, isfinite, sinh
from typing import Any

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Line, Point
from campaign.exchange.foreign.positions import AXIS_M, on_earth, utm
from campaign.exchange.foreign.strokes import DEGREES, Layer
from campaign.extras import way_to_add
from campaign.values import replace

Turner = Callable[[Sequence[Point]], list[Point | None]]
"""Function from points x, y (east, north) to longitude, latitude; None for a position outside the grid."""
_DEGREES = re.compile(r"(?i)crs:?84|wgs[ _]?(19)?84$|epsg.*?\b(4326|4258|4269)\W*$")
_NUMBER = re.compile(r"(?i)(epsg|esri).*?\b(\d{4,6})\W*$")
_METRES = re.compile(
    r"27700|2154|275(61|62|63|64|7[1-4])|28992|31370|3812|3146[6-9]|303[45]|230(2[89]|3[0-8])|2180|3067|3006|21781|2056|2157|2990[23]"
    r"|300[34]|3125[4-9]|3128[4-9]|284(0[2-9]|[12]\d|3[0-2])|2100|3844|3763|25884"
)
"""National grids of Europe in metres: Britain, France, the Low Countries, Germany, Poland, the North, the Alps,
Ireland, Italy, Russia, the South."""


def named(content: Any) -> str:
    """Return the grid by its number, or else by the file's name for it; "" for none, and for degrees of WGS 84."""
    crs = content.get("crs") if isinstance(content, dict) else None
    properties = crs.get("properties") if isinstance(crs, dict) else None
    if not isinstance(properties, dict):
        return ""
    name = str(
        properties.get("name")
        or properties.get("href")
        or (f"EPSG:{properties['code']}" if properties.get("code") else "")
    ).strip()
    if _DEGREES.search(name):
        return ""
    match = _NUMBER.search(name)
    return f"{match[1].upper()}:{match[2]}" if match else name


def is_metres(grid: str) -> bool:
    """Return whether the grid is a plane one of metres, east and north."""
    return grid.startswith("EPSG:") and _METRES.fullmatch(grid.removeprefix("EPSG:")) is not None


def by_hand(grid: str) -> Turner | None:
    """Return the conversion to degrees of Web Mercator, and of UTM on the present ellipsoids: of the world (WGS 84), of
    Europe (ETRS89), of North America (NAD 83); None for other grids.
    """
    number = grid.partition(":")[2]
    if number in ("3857", "900913", "102100", "102113", "3785"):
        return lambda points: list(map(_of_mercator, points))
    if match := re.fullmatch(
        r"32(?P<half>[67])(?P<zone>0[1-9]|[1-5]\d|60)|258(?P<europe>2[89]|3[0-8])|269(?P<america>0[1-9]|1\d|2[0-3])",
        number,
    ):
        zone = int(match["zone"] or match["europe"] or match["america"])
        band = "M" if match["half"] == "7" else "N"
        return lambda points: [_swapped(utm(zone, band, x, y)) for x, y in points]
    return None


def by_library(grid: str) -> Turner | None:
    """Return the conversion of any grid that pyproj knows, by its name, number or definition; None without pyproj, and
    for an unknown grid.
    """
    try:
        from pyproj import CRS, Transformer
        from pyproj.exceptions import ProjError
    except ImportError:
        return None
    try:
        transformer = Transformer.from_crs(CRS.from_user_input(grid), CRS.from_epsg(4326), always_xy=True)
    except ProjError:
        return None

    def turn(points: Sequence[Point]) -> list[Point | None]:
        xs, ys = zip(*points, strict=True) if points else ((), ())
        lons, lats = transformer.transform(list(xs), list(ys))
        return [
            _on_earth((float(lon), float(lat))) if isfinite(lon) and isfinite(lat) else None
            for lon, lat in zip(lons, lats, strict=True)
        ]

    return turn


def _swapped(point: Point | None) -> Point | None:
    return None if point is None else (point[1], point[0])


def _of_mercator(point: Point) -> Point | None:
    if abs(point[1]) > 7 * AXIS_M:
        return None
    return _swapped(on_earth(degrees(atan(sinh(point[1] / AXIS_M))), degrees(point[0] / AXIS_M)))


def _on_earth(point: Point) -> Point | None:
    return _swapped(on_earth(point[1], point[0]))


def _all_on_earth(points: Sequence[Point]) -> list[Point | None]:
    return list(map(_on_earth, points))


def turned_to_degrees(layer: Layer) -> None:
    """Turn the points of a layer to degrees by the grid that it names, or tell that they are degrees or metres. A point
    that is not a position of the grid is refused by its place. Raises BadFile for a grid that cannot be read.
    """
    grid = layer.grid
    shapes = [stroke.points for stroke in layer.strokes if stroke.points] or [[dot.point] for dot in layer.dots]
    in_degrees = sum(all(_on_earth(point) for point in shape) for shape in shapes)
    if layer.unit == DEGREES or (grid and in_degrees * 2 > len(shapes)):
        _turn(layer, _all_on_earth, "degrees")
        layer.unit = DEGREES
        if grid:
            layer.draft.guess(
                layer.name,
                "the numbers are degrees of WGS 84, as on every web map",
                f"the file names {_short(grid)}, but its numbers are degrees",
            )
    elif not grid:
        if layer.usual == DEGREES and in_degrees < len(shapes) < 2 * in_degrees:
            _turn(layer, _all_on_earth, "degrees")
    elif turner := by_hand(grid) or by_library(grid):
        _turn(layer, turner, _short(grid))
        layer.unit = DEGREES
    elif is_metres(grid):
        layer.unit = "m"
        layer.draft.guess(
            layer.name, "the coordinates are metres east and north", f"they are not degrees but in {grid}"
        )
    else:
        raise BadFile(
            f"{layer.name} uses the grid {_short(grid)}, which cannot be read. {_way_out()}Save the file as EPSG:4326 "
            "(in QGIS: Export, Save Features As, CRS)"
        )


def _short(grid: str) -> str:
    """Return the name of a grid; of a definition, the name in it."""
    match = re.search(r'\["([^"]+)"', grid)
    return match[1][:80] if match else grid[:80]


def _way_out() -> str:
    """Return how to read more grids; "" if pyproj is there."""
    try:
        import pyproj  # noqa: F401
    except ImportError:
        return f"To read it, install the extra grids ({way_to_add('grids')}); or: "
    return ""


def _turn(layer: Layer, turner: Turner, grid: str) -> None:
    """Convert every point; a line or dot with a point that is not a position of the grid is refused by its place."""

    def of(points: Sequence[Point], where: str, subject: str) -> list[Point]:
        result = list(zip(points, turner(points), strict=True))
        bad = next((point for point, degrees in result if degrees is None), None)
        if bad is not None:
            text = f"{subject} is at [{bad[0]:.10g}, {bad[1]:.10g}], which is not a position in {grid}"
            layer.draft.refuse(where, text)
            return []
        return [point for _, point in result if point is not None]

    for stroke in layer.strokes:
        stroke.points = of(stroke.points, stroke.where, stroke.name or "a line")
    turned_dots = [(dot, of([dot.point], dot.where, dot.name or dot.key)) for dot in layer.dots]
    layer.dots = [replace(dot, point=points[0]) for dot, points in turned_dots if points]
    lines = [
        (line, of(line.shape, layer.name, str(line.fields.get("name") or line.fields["kind"]))) for line in layer.lines
    ]
    layer.lines = [Line(line.fields, tuple(shape)) for line, shape in lines if shape]
