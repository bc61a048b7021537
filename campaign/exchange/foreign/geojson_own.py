"""GeoJSON that this program wrote, perhaps saved again by another: its places, roads and features are taken
unchanged.

Properties that people see in another program (name, kind, km, the course of a road) are those of the present file;
everything else stands in the property ``campaign``, as an object or, where a program cannot hold one, as its JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.exchange.foreign.charts import decimal, rename
from campaign.exchange.foreign.draft import Chart, Node, Taken, Way
from campaign.exchange.foreign.roads import kind_of_road
from campaign.terms.ground import RoadKind
from campaign.terms.words import slug

OURS = "campaign"
"""Property in which this program keeps values that the other format has no field for."""


def ours(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of ``campaign``; {} if it is missing, or not this program's."""
    result = fields.get(OURS)
    if isinstance(result, str):
        try:
            result = json.loads(result)
        except ValueError:
            return {}
    return dict(result) if isinstance(result, dict) else {}


def is_place(fields: Mapping[str, Any]) -> bool:
    """Return whether a point is a place of a campaign's map."""
    return fields.get("what") == "place" and bool(_key(fields.get("key")))


def ends_of(fields: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the keys of the places that a line joins as a road of a campaign's map."""
    a, b = _key(fields.get("from")), _key(fields.get("to"))
    return (a, b) if fields.get("what") == "road" and a and b else None


def _key(value: object) -> str:
    return value if isinstance(value, str) else ""


def place_fields(fields: Mapping[str, Any]) -> dict[str, object]:
    """Return the properties of a place besides its name and its point."""
    return ours(fields) or {key: str(fields[key]) for key in ("owner", "role") if fields.get(key)}


def way_of(fields: Mapping[str, Any], ends: tuple[str, str], where: str) -> Way:
    """Return a road without its course; its length as stated before, or else that of its course."""
    word = str(fields.get("kind") or "")
    kind = next((kind for kind in RoadKind if kind.value == word), None) or kind_of_road(word) or RoadKind.SECONDARY
    key, name, entry = str(fields.get("key") or ""), str(fields.get("name") or ""), ours(fields)
    entry.pop("name", None)
    entry.pop("shape", None)
    if not entry and key and key != f"{ends[0]}-{ends[1]}"[:80]:
        entry["key"] = key
    stated = fields.get("km")
    if (
        isinstance(stated, (int, float))
        and not isinstance(stated, bool)
        and 0 < stated < 1e6
        and ("km" in entry or OURS not in fields)
    ):
        entry["km"] = decimal(max(stated, 0.001), 3)
    return Way(*ends, kind, where, "" if name == key else name, fields=entry)


def add(chart: Chart, nodes: Mapping[str, Node], ways: list[Way]) -> None:
    """Add the places and roads of this program's map to one with newly drawn lines."""
    taken = Taken({slug(key) for key in nodes})
    rename(
        chart, {key: key if key in nodes else taken.fresh(slug(node.name) or key) for key, node in chart.nodes.items()}
    )
    chart.has_keys = True
    chart.nodes = {**nodes, **{key: node for key, node in chart.nodes.items() if key not in nodes}}
    chart.ways = [*ways, *chart.ways]
