"""Drawn map features of a campaign at one moment: every place, road and battalion as a point or line, in metres and in
degrees.

``state`` is a scenario of the campaign's present state: the same values from which one is started.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from math import cos, dist, radians

from campaign.errors import BadInput
from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.values import Battalion, Road, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.state import State
from campaign.values import dataclass

Metres = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sight:
    """The position of a battalion at one time (None: off the map), and its strength."""

    at: Metres | None
    strength: Strength
    state: State


@dataclass(frozen=True, slots=True)
class Track:
    """The end of one turn: its time and the `Sight` of every battalion by key."""

    when: datetime
    sights: Mapping[str, Sight]


def along(line: Sequence[Metres], length_m: int, at_m: int) -> Metres:
    """Return the point at that distance along a road as drawn, whose stated length may differ."""
    drawn = sum(dist(p, q) for p, q in pairwise(line))
    remaining = at_m / max(length_m, 1) * drawn
    for p, q in pairwise(line):
        step = dist(p, q)
        if remaining <= step and step > 0:
            part = remaining / step
            return round(p[0] + (q[0] - p[0]) * part), round(p[1] + (q[1] - p[1]) * part)
        remaining -= step
    return line[-1]


class Drawn:
    """The points of a state: in metres, and in degrees where the map has them."""

    def __init__(self, state: Scenario) -> None:
        self.state = state
        self.places = {place.key: (place.x_m, place.y_m) for place in state.places}
        self.roads = {road.key: road for road in state.roads}
        self.in_degrees = state.lat_e6 is not None and state.lon_e6 is not None

    def line(self, road: Road) -> list[Metres]:
        """Return the road as drawn, its ends included."""
        return [self.places[road.a], *road.shape, self.places[road.b]]

    def of(self, battalion: Battalion) -> Metres | None:
        """Return a battalion's point; None off the map."""
        if battalion.road is not None and battalion.road_m is not None:
            road = self.roads[battalion.road]
            return along(self.line(road), road.length_m, battalion.road_m)
        return self.places.get(battalion.place or "")

    def need_degrees(self, subject: str) -> None:
        """Raise BadInput where the map is known in kilometres only."""
        if not self.in_degrees:
            raise BadInput(
                f"{subject} needs latitude and longitude, but this map has only kilometres. Write 'centre: "
                "LAT, LON' in its scenario, or write graphml or csv"
            )

    def lon_lat(self, metres: Metres) -> list[float]:
        """Return ``[longitude, latitude]`` in degrees."""
        lat0, lon0 = (self.state.lat_e6 or 0) / 1e6, (self.state.lon_e6 or 0) / 1e6
        return [
            round(lon0 + metres[0] / METRES_A_DEGREE / cos(radians(lat0)), 6),
            round(lat0 + metres[1] / METRES_A_DEGREE, 6),
        ]
