"""KML (Google Earth, Google My Maps): lines are roads, points with a name are places. KMZ is the same, packed.

Attributes are those of ``ExtendedData``. A map that this program wrote is taken unchanged, as from GeoJSON
(`geojson_own`); of one that it wrote before it gave attributes, the descriptions are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from campaign.exchange.foreign.draft import Draft, one_line
from campaign.exchange.foreign.geojson_own import OURS, ours
from campaign.exchange.foreign.safe_xml import pieces
from campaign.exchange.foreign.strokes import DEGREES, Layer
from campaign.terms.ground import RoadKind
from campaign.terms.state import State

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_KINDS = frozenset(("Point", "LineString", "LinearRing", "Polygon", "Track", "Model"))


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the placemarks of the file. Raises BadFile."""
    layer = Layer(path.name, unit=DEGREES)
    number = 0
    for mark in pieces(raw, path.name, frozenset({"Placemark", "NetworkLink", "ExtendedData"})):
        if mark.tag == "ExtendedData":
            fields = _fields(mark)
            if fields.keys() == {OURS} and (centre := ours(fields).get("centre")):
                layer.fields["centre"] = centre
            continue
        number += 1
        where = f"{path.name}, placemark {number}"
        if mark.tag == "NetworkLink":
            layer.draft.note(where, f"it only names another file: {(mark.findtext('.//href') or '').strip()[:200]}")
            continue
        fields = _fields(mark)
        shapes = list(_shapes(mark))
        for kind, coordinates in shapes:
            layer.take(fields, kind, coordinates, where)
        if not shapes:
            layer.draft.note(where, f"{fields.get('name') or 'it'} has no line and no point, so it was left out")
    layer.draft.layers.append(layer)
    return layer.draft


def _fields(mark: Element) -> dict[str, Any]:
    """Return name and attributes of a placemark."""
    fields: dict[str, Any] = {}
    for data in mark.iter("Data"):
        fields[data.get("name", "")] = one_line(data.findtext("value") or "")
    for data in mark.iter("SimpleData"):
        fields[data.get("name", "")] = one_line(data.text or "")
    name = one_line(mark.findtext("name") or "")
    if not fields and (text := one_line(mark.findtext("description") or "")):
        fields = _of_description(text)
    return {**fields, "name": name} if name else fields


def _of_description(text: str) -> dict[str, Any]:
    """Return what this program wrote in descriptions: ``track, 12.5 km`` of a road, ``fresh, 700 men`` of a unit."""
    word, _, rest = text.partition(", ")
    if word in set(RoadKind) and (match := re.fullmatch(r"([\d.]+) km", rest)):
        return {"kind": word, "km": match[1]}
    return {"what": "unit"} if word in set(State) and rest else {}


def _shapes(mark: Element) -> Iterator[tuple[str, Any]]:
    """Yield the geometries as GeoJSON has them, those of a collection one by one."""
    for shape in mark.iter():
        if shape.tag not in _KINDS:
            continue
        if shape.tag == "Track":
            words = [(coord.text or "").split() for coord in shape.iter("coord")]
            yield "LineString", [_position(word) for word in words]
        elif shape.tag in ("Point", "LineString"):
            points = [_position(word.split(",")) for word in (shape.findtext("coordinates") or "").split()]
            yield (shape.tag, points[0] if points else []) if shape.tag == "Point" else (shape.tag, points)
        elif shape.tag in ("Polygon", "Model"):
            yield shape.tag, None


def _position(words: list[str]) -> list[float]:
    """Return the numbers of a position; [] if they are none."""
    try:
        return [float(word) for word in words[:2]]
    except ValueError:
        return []
