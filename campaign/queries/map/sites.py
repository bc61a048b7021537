"""Crossings and obstacles as a viewer knows them, and the bridges whose demolition charges the viewer knows."""

from __future__ import annotations

from functools import cached_property
from math import dist

from campaign.model import Crossing, Obstacle
from campaign.queries.common.outlook import Outlook
from campaign.situation.army import position_of
from campaign.theatre.values import Point
from campaign.values import dataclass


@dataclass
class Sites:
    """The view of one viewer on the roads."""

    outlook: Outlook

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """Crossings of the map, all of them, as the viewer's side knows them (umpire 1.13)."""
        return self.outlook.works.crossings

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """Obstacles that the viewer's side knows of: those that bar a road, and of those with a gap the ones known from
        nearby.
        """
        return tuple(o for o in self.outlook.works.obstacles if not o.gapped or self.knows(o.road_id, o.at_m))

    def knows(self, road: int, at_m: int) -> bool:
        """Return whether the viewer knows details of a spot: the side holds an end of the road, or has troops within
        location range.
        """
        if self.outlook.viewer.is_umpire:
            return True
        theatre, places, side = self.outlook.theatre, self.outlook.places, self.outlook.viewer.side
        way = theatre.way(road)
        if side in (places[way.a].owner_id, places[way.b].owner_id):
            return True
        at = way.at(at_m)
        return any(dist(at, point) <= self.outlook.conditions.sight.open_m for point in self._standing)

    @cached_property
    def _standing(self) -> frozenset[Point]:
        army = self.outlook.army
        positions = (position_of(army.battalions[ident]) for ident in self.outlook.knowledge.battalions)
        return frozenset(self.outlook.theatre.point_of(position) for position in positions if position is not None)
