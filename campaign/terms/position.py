"""Positions of units: at a place, a number of metres along a road, or off the map."""

from __future__ import annotations

from campaign.values import dataclass

METRES_A_KM = 1000


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A position at a place, by its id."""

    place: int


@dataclass(frozen=True, slots=True)
class OnRoad:
    """A position on a road, ``metres`` from its first end, measured along its stated length."""

    road: int
    metres: int


Position = AtPlace | OnRoad
"""Position on the map. The position of a unit off the map is None."""
