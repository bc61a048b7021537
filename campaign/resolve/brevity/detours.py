"""Ways round the obstacles that bar a battalion on the battle's own map (OB-OBS, OB-AMB-033).

Detours(fight, to_map, from_map).towards(model, posture, aim) -> way      the corners it goes by, the aim last
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from campaign.resolve.brevity.field import Model
from campaign.resolve.brevity.ground import Spot, allowance
from campaign.resolve.country import Country
from campaign.resolve.ways import Going, Ways
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import Point
from campaign.terms.ground import Surface
from campaign.terms.state import Posture

# Our choice: 2 changes 1 of 150 battles, 6 or no limit changes none.
LONGEST = 3
"""The multiple of the straight way beyond which a way round is not taken."""


class Detours:
    """Ways over the map of one battle. ``to_map`` and ``from_map`` turn a point of the battle to the campaign's table
    and back.
    """

    def __init__(
        self,
        fight: Fight,
        to_map: Callable[[tuple[float, float]], tuple[float, float]],
        from_map: Callable[[Point], Point],
    ) -> None:
        self._country = Country.of(fight)
        self._to_map, self._from_map = to_map, from_map
        self._ways: Ways[bool] = Ways(self._country, partial(_going, self._country))

    def towards(self, model: Model, posture: Posture, aim: Spot) -> tuple[Spot, ...]:
        """Return the aim itself, or the corners of the way round to it; if there is no way round, or only a long one,
        the aim all the same, as a unit has to come to the obstacle.
        """
        enters = allowance(model.unit, posture, Surface.TERRAIN, mounted=model.mounted) is not None
        start, goal = self._placed(model.spot), self._placed(aim)
        if self._ways.straight(enters, *start, goal) or not self._ways.has_way(enters, *start, goal):
            return (aim,)
        straight = ((goal[0] - start[0]) ** 2 + (goal[1] - start[1]) ** 2) ** 0.5
        if self._ways.cost(enters, *start, goal) > LONGEST * straight:
            return (aim,)
        corners, corner, at = list[Spot](), start, start
        while not self._ways.straight(enters, *corner, goal):
            onward = self._ways.next_from(enters, *at, goal)
            if onward is None or onward == at:
                return (*corners, self._spot(at)) if at != start else (aim,)
            if at != corner and not self._ways.straight(enters, *corner, onward):
                corners.append(self._spot(at))
                corner = at
            at = onward
        return (*corners, aim)

    def _placed(self, spot: Spot) -> tuple[float, float]:
        x, y = self._to_map((spot.x, spot.y))
        return self._country.turned((round(x), round(y)))

    def _spot(self, place: tuple[float, float]) -> Spot:
        x, y = self._country.unturned(place)
        return Spot(*self._from_map((round(x), round(y))))


def _going(country: Country, enters: bool) -> Going:
    """Return the ground that can be crossed, with terrain for units that may enter it. (A method would tie battle and
    ways in a circle, which memory keeps until a collection.)
    """
    barred = country.shut if enters else country.shut | country.covered_off_roads
    inches = tuple(0.0 if square in barred else 1.0 for square in range(len(country.middles)))
    return Going(inches, tuple(map(bool, inches)))
