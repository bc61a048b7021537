"""From latitude and longitude to metres on the map and back, and drawn lengths against stated ones.

A theatre of war is small enough to be drawn on a plane that touches the globe at its middle: metres east shrink with the cosine of
the middle latitude. At the edge of a map 200 km across at 31 degrees north that is wrong by about half of one per cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, degrees, radians, sin, sqrt

from campaign.errors import BadInput
from campaign.theatre.values import Point, Theatre, Way

EARTH_RADIUS_M = 6_371_008.8

LatLon = tuple[float, float]


def great_circle_m(here: LatLon, there: LatLon) -> float:
    """Distance over the globe between two (latitude, longitude) in degrees."""
    (lat0, lon0), (lat1, lon1) = here, there
    north, east = radians(lat1 - lat0) / 2, radians(lon1 - lon0) / 2
    chord = sin(north) ** 2 + cos(radians(lat0)) * cos(radians(lat1)) * sin(east) ** 2
    return 2 * EARTH_RADIUS_M * asin(min(1.0, sqrt(chord)))


@dataclass(frozen=True, slots=True)
class Projection:
    """The plane that touches the globe at (latitude, longitude), in degrees."""

    latitude: float
    longitude: float

    @classmethod
    def about(cls, points: Sequence[LatLon]) -> Projection:
        """Around the middle of these points. Raises BadInput if there are none or one is not on the globe."""
        if not points:
            raise BadInput("no place of this map has a latitude and longitude: give at least one, or give x and y in metres")
        for latitude, longitude in points:
            if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
                raise BadInput(f"{latitude}, {longitude} is not on the globe: latitude lies in -90..90, longitude in -180..180")
        latitudes, longitudes = [p[0] for p in points], [p[1] for p in points]
        return cls((min(latitudes) + max(latitudes)) / 2, (min(longitudes) + max(longitudes)) / 2)

    def metres(self, latitude: float, longitude: float) -> Point:
        """Metres east and north of the middle."""
        east = radians(longitude - self.longitude) * cos(radians(self.latitude)) * EARTH_RADIUS_M
        return (east, radians(latitude - self.latitude) * EARTH_RADIUS_M)

    def latlon(self, east_m: float, north_m: float) -> LatLon:
        """Back to degrees."""
        longitude = self.longitude + degrees(east_m / (EARTH_RADIUS_M * cos(radians(self.latitude))))
        return (self.latitude + degrees(north_m / EARTH_RADIUS_M), longitude)


@dataclass(frozen=True, slots=True)
class Measure:
    """A road's stated length beside its drawn one. A ratio under 1 is impossible on the ground: one of the two is wrong."""

    road: int
    key: str
    stated_m: int
    drawn_m: float

    @property
    def ratio(self) -> float:
        """Stated over drawn; infinite for a road drawn as a point."""
        return self.stated_m / self.drawn_m if self.drawn_m else float("inf")

    @property
    def is_too_short(self) -> bool:
        """Stated shorter than the line it is drawn with, by more than one per cent and more than 100 m."""
        return self.drawn_m - self.stated_m > max(100.0, 0.01 * self.drawn_m)


def measure(way: Way) -> Measure:
    """One road's two lengths."""
    return Measure(way.road, way.key, way.length_m, way.drawn_m)


def measures(theatre: Theatre) -> tuple[Measure, ...]:
    """Every road's two lengths, the most doubtful (lowest ratio) first."""
    return tuple(sorted((measure(way) for way in theatre.ways), key=lambda m: (m.ratio, m.road)))
