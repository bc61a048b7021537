"""GeoJSON maps (QGIS, geojson.io): lines are roads, points with a name are places.

The standard asks for degrees; a grid that the file names (``crs``) is turned to degrees (`grids`). A map that this
program wrote itself is taken unchanged (`geojson_own`); lines drawn into it since are joined to it as to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.exchange.foreign import geojson_own
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.grids import named
from campaign.exchange.foreign.mapper import json_of
from campaign.exchange.foreign.strokes import DEGREES, Layer

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the lines and points of the file. Raises BadFile."""
    content = _content(raw, path.name)
    layer = Layer(path.name, usual=DEGREES, grid=named(content))
    for number, feature in enumerate(_features(content), 1):
        _take(layer, feature, f"{path.name}, feature {number}")
    if centre := geojson_own.ours(content if isinstance(content, dict) else {}).get("centre"):
        layer.fields["centre"] = centre
    layer.draft.layers.append(layer)
    return layer.draft


def _take(layer: Layer, feature: dict[str, Any], where: str) -> None:
    properties = feature.get("properties")
    fields = properties if isinstance(properties, dict) else {}
    geometry = feature.get("geometry") if feature.get("type") == "Feature" else feature
    if not isinstance(geometry, dict):
        layer.draft.note(where, "it has no geometry, so it has no position")
        return
    inner = geometry.get("geometries")
    if geometry.get("type") == "GeometryCollection" and isinstance(inner, list):
        for member in inner:
            if isinstance(member, dict) and member.get("type") != "GeometryCollection":
                layer.take(fields, str(member.get("type")), member.get("coordinates"), where)
            else:
                layer.draft.note(where, "it is a collection within another collection, so it was left out")
        return
    layer.take(fields, str(geometry.get("type")), geometry.get("coordinates"), where)


def _content(raw: bytes, name: str) -> Any:
    """Return the file's value; a file of features, one a line (GeoJSONSeq, with or without record marks), becomes a
    collection.
    """
    raw = raw.replace(b"\x1e", b"\n")
    first, _, rest = raw.lstrip().partition(b"\n")
    if not first.startswith(b"{") or not first.rstrip().endswith(b"}") or not rest.strip():
        return json_of(raw, name)
    lines = [(number, line) for number, line in enumerate(raw.splitlines(), 1) if line.strip()]
    return {"features": [json_of(line, f"{name}, line {number}") for number, line in lines]}


def _features(content: Any) -> Iterator[dict[str, Any]]:
    if isinstance(content, dict) and isinstance(content.get("features"), list):
        open_ = content["features"][::-1]
        while open_:
            member = open_.pop()
            if isinstance(member, dict) and isinstance(member.get("features"), list):
                open_.extend(reversed(member["features"]))
            elif isinstance(member, dict):
                yield member
    elif isinstance(content, dict) and isinstance(content.get("geometries"), list):
        yield from (geometry for geometry in content["geometries"] if isinstance(geometry, dict))
    elif isinstance(content, dict):
        yield content
