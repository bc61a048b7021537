"""The grid that a GeoJSON file names in its ``crs``: some become degrees, some are plane metres; every other is
refused.

named(content) -> "EPSG:2154" | ""      "" for none, and for degrees of WGS 84
turner("EPSG:32631") -> a point of it to degrees; None for a grid that this program cannot convert
is_metres("EPSG:27700") -> bool
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import atan, degrees, sinh
from typing import Any

from campaign.exchange.foreign.draft import Point
from campaign.exchange.foreign.positions import AXIS_M, on_earth, utm

Turner = Callable[[Point], Point | None]
"""Function from north and east, as read, to latitude and longitude; it returns None for a position outside the grid."""
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
    return f"{match[1].upper()}:{match[2]}" if match else name[:80]


def is_metres(grid: str) -> bool:
    """Return whether the grid is a plane one of metres, east and north."""
    return grid.startswith("EPSG:") and _METRES.fullmatch(grid.removeprefix("EPSG:")) is not None


def turner(grid: str) -> Turner | None:
    """Return the conversion to degrees of Web Mercator, and of UTM on the present ellipsoids: of the world (WGS 84), of
    Europe (ETRS89), of North America (NAD 83); None for other grids.
    """
    number = grid.partition(":")[2]
    if number in ("3857", "900913", "102100", "102113", "3785"):
        return _of_mercator
    if match := re.fullmatch(
        r"32(?P<half>[67])(?P<zone>0[1-9]|[1-5]\d|60)|258(?P<europe>2[89]|3[0-8])|269(?P<america>0[1-9]|1\d|2[0-3])",
        number,
    ):
        zone = int(match["zone"] or match["europe"] or match["america"])
        band = "M" if match["half"] == "7" else "N"
        return lambda point: utm(zone, band, point[1], point[0])
    return None


def _of_mercator(point: Point) -> Point | None:
    if abs(point[0]) > 7 * AXIS_M:
        return None
    return on_earth(degrees(atan(sinh(point[0] / AXIS_M))), degrees(point[1] / AXIS_M))
