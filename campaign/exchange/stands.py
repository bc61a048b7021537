"""The starting positions of units: at a place, on a road, or off the map until they arrive or aircraft land them; and
days of the campaign.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.exchange.entry import Entry
from campaign.exchange.names import Names
from campaign.exchange.values import LONGEST_CAMPAIGN, LONGEST_ROAD_M, Arrival, Stand
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.attributes import keys_of
from campaign.terms.time import TURNS_A_DAY
from campaign.values import dataclass

FROM_THE_AIR = frozenset(how.value for how in Landing)


@dataclass(frozen=True, slots=True)
class GroundNames:
    """The existing places and roads, the lengths of the roads in metres, and how many days the campaign lasts."""

    places: Names
    roads: Names
    lengths: Mapping[str, int]
    days: int | None


def read_stand(entry: Entry, ground: GroundNames) -> Stand | None:
    """Return the starting position in the entry; None if it has none."""
    faults = entry.faults
    ways = [key for key in ("at", "road", "arrives", "embarked") if key in entry]
    for second_way in ways[1:]:
        faults.error(
            entry.pairs[second_way][0].spot,
            f"{second_way} cannot be written here, because the unit already has {ways[0]!r}",
            "write only one of 'at', 'road' with 'km', 'arrives', 'embarked'",
        )
    if not ways:
        if "km" in entry:
            entry.error(
                "km is given, but the road is missing", "write 'road: ...' too, or 'at: ...'", "km", consequent=True
            )
        return None
    if ways[0] == "at":
        return Stand(place=ground.places.find(entry.scalar("at", "the key of a place"), faults, "at"))
    if ways[0] == "embarked":
        return Stand(embarked=True) if entry.flag("embarked") else None
    if ways[0] == "arrives":
        return Stand(arrives=_arrival(entry, ground))
    road = ground.roads.find(entry.scalar("road", "the key of a road, such as capuzzo-musaid"), faults, "road")
    km = entry.metres("km", 0, LONGEST_ROAD_M, must=True)
    if road and km is not None and km > ground.lengths.get(road, km):
        entry.error(
            f"{km / 1000:g} km is beyond the end of the road",
            f"{road} is {ground.lengths[road] / 1000:g} km long",
            "km",
        )
    return Stand(road=road, road_m=km)


def must_be_landed(entry: Entry, stand: Stand, carried_by: str) -> None:
    """Report an error if a unit waits for aircraft that is not parachute or glider troops."""
    if stand.embarked and carried_by not in FROM_THE_AIR:
        text = f"{entry.label} is embarked, but cannot land by parachute or glider"
        entry.error(text, "write 'carried by: parachute' or 'glider'", "embarked")


def _arrival(entry: Entry, ground: GroundNames) -> Arrival | None:
    node = entry.node("arrives")
    if node is None:
        return None
    arrives = Entry(node, "arrives", keys_of(Arrival), entry.faults)
    day, turn = read_day(arrives, ground.days), arrives.whole_number("turn", 1, TURNS_A_DAY)
    place = ground.places.find(arrives.scalar("at", "the key of a place", must=True), entry.faults, "at")
    return Arrival(day, turn or 1, place or "") if day is not None else None


def read_day(entry: Entry, days: int | None, *, must: bool = True) -> int | None:
    """Return a day of the campaign; one after its end is an error."""
    day = entry.whole_number("day", 1, LONGEST_CAMPAIGN, must=must)
    if day is not None and days is not None and day > days:
        entry.error(
            f"day {day} is after the end of the campaign", f"the campaign lasts {days} day{'s' * (days != 1)}", "day"
        )
        return None
    return day
