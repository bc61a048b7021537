"""Conversion of latitude and longitude to metres on the map.

A theatre of war is small enough to be drawn on a plane that touches the globe at its middle: metres east shrink with
the cosine of the middle latitude. At the edge of a map 200 km across at 31 degrees north that is wrong by about half of
one per cent; ``campaign check`` warns of a map on which the error is larger.

    great_circle_m(start, end)                         over the globe
    Projection(latitude, longitude).metres(...)  on the map
"""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt

from campaign.theatre.values import Point
from campaign.values import dataclass

EARTH_RADIUS_M = 6_371_008.8  # The mean radius of the ellipsoid of WGS84.

LatLon = tuple[float, float]


def great_circle_m(start: LatLon, end: LatLon) -> float:
    """Return the distance in metres over the globe between two (latitude, longitude) in degrees."""
    (lat0, lon0), (lat1, lon1) = start, end
    north, east = radians(lat1 - lat0) / 2, radians(lon1 - lon0) / 2
    chord = sin(north) ** 2 + cos(radians(lat0)) * cos(radians(lat1)) * sin(east) ** 2
    return 2 * EARTH_RADIUS_M * asin(min(1.0, sqrt(chord)))


@dataclass(frozen=True, slots=True)
class Projection:
    """The plane that touches the globe at (latitude, longitude), in degrees."""

    latitude: float
    longitude: float

    def metres(self, latitude: float, longitude: float) -> Point:
        """Return the metres east and north of the middle."""
        east = radians(longitude - self.longitude) * cos(radians(self.latitude)) * EARTH_RADIUS_M
        return (east, radians(latitude - self.latitude) * EARTH_RADIUS_M)
