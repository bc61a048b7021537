"""The places of the map: their owners, their scores, and the roads from them."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class RoadLine:
    """A road from a place to the next."""

    to: str
    length_km: str
    kind: str
    """Kind of road: ``coast road``, ``track``, ``open ground``."""
    surface: str
    """Ground for marches along it: ``road``, ``cross country``, ``terrain``."""
    blocks: tuple[str, ...] = ()
    """Obstacles that stop marches on it; for the umpire only."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place as the viewer knows it."""

    name: str
    role: str
    """Kind of place, as in the map's file: ``village``, ``fort``."""
    held_by: str
    objectives: tuple[str, ...]
    """Objectives at the place: ``The top of Halfaya, 2 points for the Allied on day 1``."""
    roads: tuple[RoadLine, ...]


@dataclass(frozen=True, slots=True)
class PlaceList:
    """Places by name."""

    viewer: str
    places: tuple[PlaceLine, ...]
