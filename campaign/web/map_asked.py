"""The map that an address asks for: its size and piece, its layers, who looks, and what is marked on it.

    asked_of(visit) -> MapAsked

Sizes are rounded to steps and pieces lie on a lattice, so that few different maps are asked for and each can be kept.
"""

from __future__ import annotations

from typing import Final

from campaign.errors import BadInput
from campaign.values import dataclass
from campaign.views.map.map import Metres
from campaign.web.screen_map import LAYERS
from campaign.web.visit import Visit

STEP: Final = 20
"""Steps in pixels to which sizes are rounded, downwards."""
WIDTHS: Final = range(240, 1601)
HEIGHTS: Final = range(200, 1201)
PAGE_SIZE: Final = (1040, 780)
"""Width and height of the map on a page of its own, before the script has measured the window."""
PART_SIZE: Final = (600, 620)
"""Width and height of the map on another page."""
MOST_WAY: Final = 12
"""Most places by way of which an order can be pointed."""


@dataclass(frozen=True, slots=True)
class MapAsked:
    """A map as an address asks for it."""

    wide: int
    high: int
    centre: Metres | None
    span: int | None
    """Metres from its western to its eastern edge; None for the piece with the front."""
    hidden: tuple[str, ...]
    """Layers that are hidden."""
    unit: str
    place: str
    eyes: str
    """Key of the side as which the umpire looks; empty for himself."""
    kind: str
    """Kind of the order that is being pointed; empty if none is."""
    to: str
    via: tuple[str, ...]
    since: str


def asked_of(visit: Visit, size: tuple[int, int] = PAGE_SIZE) -> MapAsked:
    """Return what the address asks for; ``size`` is the map's if it names none. Raises BadInput."""
    query = visit.query
    shown = visit.query_list("layers") if "layers" in query else LAYERS
    for name in shown:
        if name not in LAYERS:
            raise BadInput(f"{name!r} is not a layer of the map. The layers are {', '.join(LAYERS)}")
    via = visit.query_list("via")
    if len(via) > MOST_WAY:
        raise BadInput(f"a march cannot be shown with {len(via)} places on the way. Name at most {MOST_WAY} places")
    return MapAsked(
        wide=_size(query.get("wide", ""), size[0], WIDTHS, "width"),
        high=_size(query.get("high", ""), size[1], HEIGHTS, "height"),
        centre=_point(query.get("at", "")),
        span=_metres(query.get("span", "")),
        hidden=tuple(name for name in LAYERS if name not in shown),
        unit=query.get("unit", "").strip(),
        place=query.get("place", "").strip(),
        eyes=query.get("eyes", "") if visit.person.is_umpire else "",
        kind=query.get("order", "").strip(),
        to=query.get("to", "").strip(),
        via=via,
        since=query.get("since", "").strip(),
    )


def _size(word: str, otherwise: int, allowed: range, name: str) -> int:
    """Return a number of pixels, rounded down to a step and held within bounds."""
    pixels = _whole(word, f"a {name} of the map in pixels") if word else otherwise
    pixels = min(max(pixels, allowed.start), allowed.stop - 1)
    return pixels // STEP * STEP


def _metres(word: str) -> int | None:
    """Return a width in metres."""
    if not word:
        return None
    metres = _whole(word, "a width in metres")
    if metres < 1:
        raise BadInput(f"a map cannot be {metres} metres wide. Write a width of 1 metre or more")
    return metres


def _point(word: str) -> Metres | None:
    """Return a point in metres east and north."""
    if not word:
        return None
    parts = word.split(",")
    if len(parts) != 2:
        raise BadInput(f"{word!r} is not a point on the map. Write the metres east and north, like 2400,-800")
    east, north = (_whole(part, "metres east or north") for part in parts)
    return east, north


def _whole(word: str, name: str) -> int:
    try:
        if len(word) > 9:
            raise ValueError
        return int(word)
    except ValueError:
        raise BadInput(f"{word!r} is not {name}. Write a whole number") from None
