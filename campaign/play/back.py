"""The places to which troops go back: toward their own supply, on ground of their side, by roads free of the enemy."""

from __future__ import annotations

from math import dist, inf
from typing import Final

from campaign.play.view import NEAR_M, Group, Troop, View
from campaign.terms.ground import Cover
from campaign.terms.position import AtPlace, Position
from campaign.terms.time import TURNS_A_DAY

# Our choice: 4000 changes 21 of 64 sets of orders, 16,000 changes 10.
CLEAR_M: Final = 8000.0
"""The distance from every enemy seen beyond which troops are out of the line."""
# Our choice: half of each changes 1 of 64 sets of orders, twice each changes 4.
OUT_OF_LINE_M: Final = (NEAR_M * 1.5, NEAR_M * 0.75)
"""The distance from the enemy to which a unit goes back if it can; otherwise a little less."""
# Our choice: 7500 changes 11 of 64 sets of orders, 30,000 changes 2.
BACK_M: Final = 15_000.0
"""The farthest that a unit goes back at one time, if its side has a place that near."""
# Our choice. It decides whether an attack is given up, and whether troops leave ground that they cannot win from
# (`test_who_can_neither_attack_nor_is_to_hold_breaks_contact_by_night`).
STANDS: Final = 3
"""The turns in contact without a battle after which the enemy does not press and an attack stands."""


def back_from(view: View, unit: Troop | Group, *, far: bool = False) -> int | None:
    """Return the place to which troops go back: as far from the enemy as they should be, or else a little nearer.
    ``far``: if there is none close behind, they march for up to a day.
    """
    limits = [min(BACK_M, TURNS_A_DAY / 2 * unit.pace), *([TURNS_A_DAY * unit.pace] if far else [])]
    places = (_quiet_place(view, unit.at, most, unit.barred, clear_m) for most in limits for clear_m in OUT_OF_LINE_M)
    return next((place for place in places if place is not None), None)


def _quiet_place(view: View, start: Position, most_m: float, barred: frozenset[str], clear_m: float) -> int | None:
    """Return the best place within this many metres to go back to: owned by the side or its edge of the map, this far
    from the enemy, nearer to the side's supply, by a road free of known enemies; a little farther for strong ground or
    ground that scores.
    """
    scoring = {goal.place for goal in view.goals}
    reached = view.safe_ways.reached(start, most_m, barred, view.barred_places)
    choices = []
    for place in sorted(view.held.union(view.homes) & reached.keys()):
        metres = reached[place]
        if dist(view.point(place), view.point(start)) > most_m or view.enemies_near(place, clear_m):
            continue
        if NEAR_M / 2 < metres <= most_m:
            worth = is_strong(view, place) + (place in scoring) - 2 * bool(view.enemies_near(place, CLEAR_M))
            choices.append((metres - NEAR_M * worth, place))
    return next((place for _, place in sorted(choices) if is_behind(view, start, place)), None)


def way_back(view: View, unit: Troop | Group, place: int) -> tuple[int, ...]:
    """Return the places by which an order must lead troops back, so that they do not take a shorter road with enemies
    on it; empty if the shortest road is free.
    """
    free = view.safe_ways.places(unit.at, place, unit.barred, view.barred_places)
    return () if free == view.ways.places(unit.at, place, unit.barred) else free[:-1]


def is_barred(view: View, troop: Troop) -> bool:
    """Return whether an enemy seen lately stands where a battalion's order leads to, or on the road that it takes."""
    stations = troop.mission.stations_from(view.ways, troop) if troop.mission is not None else ()
    leads = view.ways.through(troop.at, stations, troop.barred)
    closed = leads != view.safe_ways.through(troop.at, stations, troop.barred)
    ahead = (place for place in leads if troop.at != AtPlace(place))
    return bool(stations) and (closed or not view.barred_places.isdisjoint(ahead))


def is_behind(view: View, start: Position, place: int) -> bool:
    """Return whether a place is nearer to the side's supply than a position is. A force that is cut off goes only to
    ground that fighting troops of its side hold.
    """
    if not view.homes:
        return True
    here = from_home(view, start)
    return from_home(view, AtPlace(place)) < here if here < inf else is_manned(view, place)


def from_home(view: View, start: Position) -> float:
    """Return the metres from the nearest home edge by roads free of enemies seen lately; infinite if there are none."""
    shunned = view.barred_places
    edges = (home for home in view.homes if home not in shunned)
    return min((view.safe_ways.metres(start, home, shunned=shunned) for home in edges), default=inf)


def is_manned(view: View, place: int) -> bool:
    """Return whether fresh fighting troops of the side are at a place."""
    return any(t.takes_ground and not t.spent for t in view.troops_near(place, NEAR_M / 2))


def is_strong(view: View, place: int) -> bool:
    """Return whether a place is a hill or gives cover."""
    spot = view.theatre.spot(place)
    return spot.hill or spot.cover is Cover.TERRAIN
