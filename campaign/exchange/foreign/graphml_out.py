"""The roads of a campaign as a graph (yEd, NetworkX, and back into this program)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from campaign.exchange.foreign.map_features import Drawn
from campaign.exchange.rewriting import Rewriter
from campaign.exchange.values import Scenario

_NODE_KEYS = ("name", "lat", "lon", "x", "y", "owner", "campaign")
_EDGE_KEYS = ("name", "kind", "length", "geometry", "campaign")


def graphml_of(state: Scenario) -> str:
    """Return the roads as an undirected graph; ``campaign`` holds the program's own properties, so that the map can be
    read back unchanged.
    """
    drawn, sections = Drawn(state), Rewriter(state).sections()
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for kind, names in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        number = {"lat": "double", "lon": "double", "x": "double", "y": "double", "length": "double"}
        lines += [
            f'<key id="{kind[0]}_{name}" for="{kind}" attr.name="{name}" attr.type="{number.get(name, "string")}"/>'
            for name in names
        ]
    lines.append('<key id="g_campaign" for="graph" attr.name="campaign" attr.type="string"/>')
    ours = {key: sections[key] for key in ("centre", "features") if key in sections}
    lines.append(
        f'<graph edgedefault="undirected"><data key="g_campaign">{escape(json.dumps(ours, ensure_ascii=False))}</data>'
    )
    for place in state.places:
        lon, lat = (
            (place.lon_e6 / 1e6, place.lat_e6 / 1e6)
            if place.lat_e6 is not None and place.lon_e6 is not None
            else (None, None)
        )
        facts = {key: value for key, value in sections["places"][place.key].items() if key not in ("name", "at")}
        data = {
            "name": place.name,
            "lat": lat,
            "lon": lon,
            "x": place.x_m,
            "y": place.y_m,
            "owner": place.owner,
            "campaign": json.dumps(facts, ensure_ascii=False) if facts else None,
        }
        lines.append(f"<node id={quoteattr(place.key)}>{_data('n', data)}</node>")
    for road, entry in zip(state.roads, sections.get("roads", []), strict=True):
        facts = {key: value for key, value in entry.items() if key not in ("from", "to", "kind")}
        points = drawn.line(road)
        wkt = (
            ", ".join(" ".join(map(str, drawn.lon_lat(p) if drawn.in_degrees else p)) for p in points)
            if road.shape
            else ""
        )
        data = {
            "name": road.name,
            "kind": road.kind.value,
            "length": road.length_m,
            "geometry": f"LINESTRING ({wkt})" if wkt else None,
            "campaign": json.dumps(facts, ensure_ascii=False),
        }
        lines.append(f"<edge source={quoteattr(road.a)} target={quoteattr(road.b)}>{_data('e', data)}</edge>")
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def _data(kind: str, data: Mapping[str, Any]) -> str:
    return "".join(
        f'<data key="{kind}_{name}">{escape(str(value))}</data>'
        for name, value in data.items()
        if value not in (None, "")
    )
