"""GPX (GPS devices, route planners): tracks and routes are roads, waypoints are places."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from campaign.exchange.foreign.draft import Draft, one_line
from campaign.exchange.foreign.safe_xml import pieces
from campaign.exchange.foreign.strokes import DEGREES, Layer

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_CALLED = {"wpt": "waypoint", "rte": "route", "trk": "track"}


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the waypoints, routes and tracks of the file. Raises BadFile."""
    layer = Layer(path.name, unit=DEGREES)
    for number, element in enumerate(pieces(raw, path.name, frozenset(_CALLED)), 1):
        fields = _fields(element)
        where = f"{path.name}, {_CALLED[element.tag]} {number}"
        if element.tag == "wpt":
            layer.take(fields, "Point", _position(element), where)
            continue
        parts = [element] if element.tag == "rte" else list(element.iter("trkseg"))
        for part in parts:
            points = [_position(point) for point in part if point.tag in ("rtept", "trkpt")]
            layer.take(fields, "LineString", points, where)
    layer.draft.layers.append(layer)
    return layer.draft


def _fields(element: Element) -> dict[str, Any]:
    words = {key: one_line(element.findtext(key) or "") for key in ("name", "type")}
    return {key: word for key, word in words.items() if word}


def _position(element: Element) -> list[float]:
    try:
        return [float(element.get("lon", "")), float(element.get("lat", ""))]
    except ValueError:
        return []
