"""The place where a unit ended, as people write it on a return: a name, a hex, or inches on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from campaign.errors import BadInput
from campaign.terms.words import find, plain
from campaign.words.hex_grid import HexGrid

INCHES = re.compile(r"(\d{1,3})(?:\s*[,/x]\s*|\s+)(\d{1,3})(?:\s*in\.?)?")
"""Point on the table: inches from its west edge and from its south edge."""
HEX = re.compile(r"(hex\s+)?([a-z]{1,2})\s?(\d{1,2})", re.IGNORECASE | re.ASCII)
"""Name of a hex on the map."""


_EDGE = r"(?:the\s+)?(n|e|s|w|north|east|south|west)(?:\s+edge)?"
_FROM = re.compile(
    rf"(\d{{1,3}})\s*(?:in\.?|inch(?:es)?|\")?\s*from\s+{_EDGE}\s*(?:,|and|;)?\s*"
    rf"(\d{{1,3}})\s*(?:in\.?|inch(?:es)?|\")?\s*from\s+{_EDGE}"
    r"(?:\s*,\s*[\d.]+\s*(?:in\.?|inch(?:es)?|\")?\s*from\s.+)?",
    re.IGNORECASE,
)
"""Point on the table as sheets give it: ``12 in. from W edge, 8 in. from S edge``, with or without the inches from the
battle's place (``, 3.5 in. from Halfaya Pass``).
"""
_ROAD = re.compile(r"(.*?[^\s,]),?\s+((?:on|along|over|across)\s.+)", re.IGNORECASE)
"""Point on the table with the road that sheets print behind it: ``on the track to Musaid``."""
_POINTS = (INCHES, _FROM, HEX)


def with_road(text: str) -> tuple[str, str]:
    """Return inches or a hex, and the road behind them as sheets print it: of ``30 in. from W, 8 from S on the track to
    Musaid`` both parts. Any other text comes back whole, with an empty road.
    """
    match = _ROAD.fullmatch(text.strip())
    if match is None or not any(point.fullmatch(match[1]) for point in _POINTS):
        return text.strip(), ""
    return match[1], match[2]


def inches_of(text: str, width_in: int, depth_in: int) -> tuple[int, int] | None:
    """Return a point on the table as inches from its west and south edges: of ``58, 20``, or of inches from any two
    edges that meet. None for other text. Raises BadInput for two edges that do not meet.
    """
    text, _ = with_road(text)
    match = INCHES.fullmatch(text)
    if match is not None:
        return int(match[1]), int(match[2])
    match = _FROM.fullmatch(text)
    if match is None:
        return None
    given = {match[2][0].lower(): int(match[1]), match[4][0].lower(): int(match[3])}
    across, up = given.keys() & {"w", "e"}, given.keys() & {"n", "s"}
    if len(across) != 1 or len(up) != 1:
        raise BadInput(
            f"{text!r} is not a point on the table. Write inches from two edges that meet, as in 12 from W, 8 from S"
        )
    west = given["w"] if "w" in given else width_in - given["e"]
    return west, given["s"] if "s" in given else depth_in - given["n"]


BETWEEN_SPOTS = " + "
_BETWEEN_SPOTS = re.compile(r";|\s\+\s")
"""Marks between spots of the table. Commas stand in names of places and between inches, and a typed answer ends at a
semicolon.
"""


def spots_in(text: str) -> list[str]:
    """Return the spots of the table in a list with plus signs or semicolons between them."""
    return [spot for part in _BETWEEN_SPOTS.split(text) if (spot := part.strip())]


def places_named(
    text: str, near: Sequence[tuple[str, str]], everywhere: Sequence[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """Return the places (key and name) that match a key, a name or parts of a name: among the nearby ones, or else
    among all.
    """
    for places in (near, everywhere):
        labels = [(label, n) for n, place in enumerate(places) for label in dict.fromkeys(place)]
        result = find(text, labels) if text.strip() else ()
        if result:
            return tuple(places[n] for n in result)
    return ()


def hex_named(
    text: str, grid: HexGrid | None, near: Sequence[tuple[str, str]], everywhere: Sequence[tuple[str, str]]
) -> str | None:
    """Return the name of a hex on the map (``C4`` for ``hex c4``); None for other text, such as a place of just that
    name.

    Raises BadInput for a hex that is not on the map.
    """
    match = HEX.fullmatch(with_road(text)[0]) if grid is not None else None
    if match is None or grid is None:
        return None
    name = f"{match[2].upper()}{int(match[3])}"
    if not match[1]:
        places = places_named(text, near, everywhere)
        if any(plain(text) in map(plain, place) for place in places) or (places and name not in grid.labels):
            return None
    if name not in grid.labels:
        raise BadInput(
            f"{text!r} is not on the map, whose hexes are {grid.labels[0]} to {grid.labels[-1]}. Write a hex, "
            "a place, or off by edge and its letter"
        )
    return name
