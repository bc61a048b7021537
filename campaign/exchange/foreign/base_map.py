"""The map of an existing scenario, as the ground for an order of battle from another program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from campaign.exchange.check import read_map
from campaign.exchange.foreign.draft import Chart, Line, Node, Way
from campaign.exchange.rewriting import Rewriter

_OF_SIDES = ("owner",)
"""Facts about sides at a place of the map; the new campaign has its own."""


def chart_of(path: Path) -> Chart:
    """Return places, roads and features of the scenario, and the home edges of its sides under ``homes``. Raises
    BadFile.
    """
    scenario = read_map(path)
    writer = Rewriter(scenario)
    sections = writer.sections()
    chart = Chart(writer.in_degrees, fields={key: sections[key] for key in ("centre",) if key in sections})
    chart.fields["homes"] = {side.key: side.home_edges[0] for side in scenario.sides if side.home_edges}
    for place in scenario.places:
        fields: dict[str, Any] = {
            key: value for key, value in sections["places"][place.key].items() if key not in ("name", "at", *_OF_SIDES)
        }
        point = (
            ((place.lat_e6 or 0) / 1e6, (place.lon_e6 or 0) / 1e6)
            if writer.in_degrees
            else (float(place.x_m), float(place.y_m))
        )
        chart.nodes[place.key] = Node(place.key, point, place.name, fields=fields)
    for road in scenario.roads:
        entry = sections["roads"][len(chart.ways)]
        chart.ways.append(
            Way(
                road.a,
                road.b,
                road.kind,
                fields={key: value for key, value in entry.items() if key not in ("from", "to", "kind")},
            )
        )
    for feature in sections.get("features", []):
        chart.lines.append(Line(feature, ()))
    return chart
