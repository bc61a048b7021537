"""Crossings and obstacles as a viewer knows them, and of which bridges he knows how they are prepared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import dist

from campaign.model import Crossing, Obstacle
from campaign.queries.outlook import Outlook
from campaign.situation.army import position_of
from campaign.theatre.values import Point


@dataclass
class Sites:
    """One viewer's eyes on the roads."""

    outlook: Outlook

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """Every crossing of the map, as his side knows it (umpire 1.13)."""
        return self.outlook.works.crossings

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """The obstacles that his side knows of: those that bar a road, and of those with a gap the ones that he knows
        from near."""
        return tuple(o for o in self.outlook.works.obstacles if not o.gapped or self.knows(o.road_id, o.at_m))

    def knows(self, road: int, at_m: int) -> bool:
        """Would he know more of it than that a road leads there: an end of the road is his, or his troops stand within
        location range?"""
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
