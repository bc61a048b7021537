"""Where a unit is: at a place, or so many metres along a road, or off the map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AtPlace:
    """Standing at a place, by its id."""

    place: int


@dataclass(frozen=True, slots=True)
class OnRoad:
    """On a road, ``metres`` from its first end, measured along its stated length."""

    road: int
    metres: int


Position = AtPlace | OnRoad
"""A unit that is off the map has the position None."""
