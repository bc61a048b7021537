"""OpenStreetMap as Overpass gives it in JSON: ways with their points (``out body; >; out skel;``) or their courses
(``out geom``), read as an extract is (`osm`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.mapper import json_of
from campaign.exchange.foreign.osm import Extract
from campaign.terms.words import of_kind

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

ASK = "Ask Overpass for [out:json]; way[highway](BOX); out geom;"
"""Advice on the query that returns the courses of roads."""


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the road network. Raises BadFile."""
    content = json_of(raw, path.name)
    elements = content.get("elements") if isinstance(content, dict) else content
    if not isinstance(elements, list):
        raise BadFile(f"the 'elements' of {path} are not a list. {ASK}")
    extract = Extract.of(path.name)
    rows = [row for row in elements if isinstance(row, dict)]
    for row in rows:
        if row.get("type") == "node":
            _node(row, extract)
    ways = [row for row in rows if row.get("type") == "way"]
    drawn = [(row, line) for row in ways if len(line := _line(row, extract)) > 1]
    if ways and not any(number in extract.points for _, line in drawn for number in line):
        centres = sum(isinstance(row.get("center"), dict) for row in ways)
        held = (
            f"the middle points of {of_kind(centres, 'ways')} (`out center`)"
            if centres
            else f"{of_kind(len(ways), 'ways')} without points"
        )
        raise BadFile(f"{path} has {held}, but not the course of any road. {ASK}")
    for row, line in drawn:
        extract.way(str(row.get("id", "")), line, _tags(row))
    return extract.finish()


def _tags(row: dict[str, Any]) -> dict[str, str]:
    tags = row.get("tags")
    return {str(key): str(value) for key, value in tags.items()} if isinstance(tags, dict) else {}


def _point(row: object) -> Point | None:
    if not isinstance(row, dict):
        return None
    lat, lon = row.get("lat"), row.get("lon")
    is_point = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (lat, lon))
    return (float(lat), float(lon)) if is_point else None  # type: ignore[arg-type]


def _node(row: dict[str, Any], extract: Extract) -> None:
    number, point = row.get("id"), _point(row)
    if isinstance(number, int) and point is not None:
        extract.node(number, point, _tags(row))


def _line(row: dict[str, Any], extract: Extract) -> list[int]:
    """Return the points of a way by their numbers; without numbers, points at one position are one."""
    listed, course = row.get("nodes"), row.get("geometry")
    numbers = [number for number in listed if isinstance(number, int)] if isinstance(listed, list) else []
    points = [_point(corner) for corner in course] if isinstance(course, list) else []
    if not numbers:
        numbers = [_number_of(point) for point in points if point is not None]
        points = [point for point in points if point is not None]
    for number, point in zip(numbers, points, strict=False):
        if point is not None and number not in extract.points:
            extract.node(number, point, {})
    return numbers


def _number_of(point: Point) -> int:
    """Return a number for a position, to a centimetre."""
    return -((round((point[0] + 90) * 1e7) << 32) | round((point[1] + 180) * 1e7)) - 1
