"""The positions of changed battalions in words, as the map has them: before and after.

moved_from(battalion, before, after, roads, places) -> (before, after)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rows.images import Values
from campaign.terms.ground import RoadKind
from campaign.theatre.values import Stretch

_COLUMNS = ("on_map", "place_id", "road_id", "road_m")

Rows = Callable[[int], Mapping[str, Any]]
"""The values of a road or a place by its id."""


def moved_from(
    battalion: Mapping[str, Any], before: Values, after: Values, roads: Rows, places: Rows
) -> tuple[str, str]:
    """Return a battalion's old and new position in words, from the values of its row and from those that changed; two
    empty texts if it did not move.
    """
    if not any(column in after for column in _COLUMNS):
        return "", ""
    unchanged = {column: battalion[column] for column in _COLUMNS}
    return _in_words({**unchanged, **before}, roads, places), _in_words({**unchanged, **after}, roads, places)


def _in_words(row: Mapping[str, Any], roads: Rows, places: Rows) -> str:
    if not row["on_map"]:
        return "off the map"
    if row["road_id"] is None:
        return str(places(row["place_id"])["name"])
    road = roads(row["road_id"])
    a, b = (str(places(road[end])["name"]) for end in ("a_id", "b_id"))
    return Stretch(a, b, RoadKind(road["kind"]), road["name"], road["length_m"]).at(row["road_m"])
