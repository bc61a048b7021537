"""A side's knowledge of its enemy, from its sightings, as the drawing of a forecast's runs needs it.

    enemy_known_to(outlook, unseen, renumbered) -> Enemy

Places are those of the map as the side knows it, reached at the rates of the arm that was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import inf, prod
from typing import Any, Final

from campaign.exchange.arms import MAKES
from campaign.forecast.enemy import Enemy, Group, Sighted, Unseen, Weighted
from campaign.model import Battalion, Journalled, Nation, Objective, Place, Road, Side, Sighting
from campaign.play.ways import Ways
from campaign.queries.common.outlook import Outlook
from campaign.rules.day import marches, nqm_marches
from campaign.situation.doctrine_view import left_spent
from campaign.situation.knowledge import seen_as, seen_at, where_seen
from campaign.situation.marching import watchers
from campaign.terms.forces import Arm
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.time import Moment, moment_of
from campaign.theatre.road_graph import Reach
from campaign.theatre.values import TURN_SECONDS, Rates, Theatre
from campaign.theatre.zones import Sight, Zones

STAYS: Final = (100, 80, 35, 25, 15)
"""By the age of a sighting in turns, the percentage of units that are still within 3 km of it, as counted over true
campaigns of Operation Brevity: a unit that stays near is seen again, so that an old sighting is of one that left."""
STAYS_LATER: Final = 8
"""The same for sightings that are older."""
MOST_TURNS: Final = 4
"""The turns of march that are thought possible at most, however old a sighting is."""

Renumbered = Callable[[type[Journalled], int | None], int | None]


def enemy_known_to(
    outlook: Outlook, unseen: Sequence[Unseen], renumbered: Renumbered, *, behind: bool = False
) -> Enemy:
    """Return the enemy as the viewer's side knows it. ``renumbered``: the id that a row has in the snapshot;
    ``behind``: unseen enemies are on the ground that scores and on the roads from there to their edges.
    """
    return _Knowing(outlook, renumbered).enemy(tuple(unseen), is_behind=behind)


def overlooked_by(outlook: Outlook, own_troops: Sequence[Battalion], sight: Sight | None = None) -> frozenset[int]:
    """Return the places that these troops see from their positions, now or at another ``sight``."""
    eyes = sorted(watchers(outlook.theatre, own_troops, outlook.rulebook), key=lambda watcher: watcher.unit)
    return frozenset(Zones(outlook.theatre, tuple(eyes), sight or outlook.conditions.sight).seen_places)


class _Knowing:
    """The side's sightings on their way into a snapshot."""

    def __init__(self, outlook: Outlook, renumbered: Renumbered) -> None:
        self._outlook, self._renumbered = outlook, renumbered
        assert outlook.viewer.side is not None
        self._side = outlook.viewer.side
        self._spent = left_spent(outlook.board, self._side)
        own_troops = [b for b in outlook.army.battalions.values() if b.id in outlook.knowledge.battalions]
        self._overlooked = overlooked_by(outlook, own_troops)
        own_nations = {battalion.nation_id for battalion in own_troops}
        self._nations = [n for n in outlook.army.nations if n not in own_nations] or list(outlook.army.nations)

    def enemy(self, unseen: tuple[Unseen, ...], *, is_behind: bool) -> Enemy:
        enemy = next(ident for ident in self._outlook.army.sides if ident != self._side)
        return Enemy(
            self._new(Side, self._side),
            self._new(Side, enemy),
            tuple(self._new(Nation, nation) for nation in self._nations),
            tuple(self._groups()),
            unseen,
            (self._behind() if is_behind else ()) or self._ground(),
        )

    def _new(self, model: type[Journalled], ident: int) -> int:
        new = self._renumbered(model, ident)
        assert new is not None
        return new

    def _groups(self) -> Iterator[Group]:
        """Yield the units seen at one place in one turn, the oldest sighting first."""
        knowledge = self._outlook.knowledge
        seen = [s for s in knowledge.seen.values() if s.battalion_id not in knowledge.fallen and seen_at(s) is not None]

        def spot(sighting: Sighting) -> tuple[int, int, int]:
            return sighting.day, sighting.turn, sighting.place_id or 0

        for _, together in groupby(sorted(seen, key=lambda s: (*spot(s), *self._order(s))), key=spot):
            yield self._group(list(together))

    def _order(self, sighting: Sighting) -> tuple[Any, ...]:
        return (
            sighting.seconds, sighting.road_id or 0, sighting.road_m or 0, sighting.arm, sighting.mark,
            self._name(sighting), sighting.battalion_id in self._spent, sighting.seen_by, sighting.how,
        )  # fmt: skip

    def _name(self, sighting: Sighting) -> str:
        return self._outlook.army.battalions[sighting.battalion_id].name if sighting.named else ""

    def _group(self, sightings: Sequence[Sighting]) -> Group:
        outlook, latest = self._outlook, sightings[-1]
        moment = moment_of(latest.day, latest.turn)
        stays, places, weight = self._spots(latest, moment, [sighting.arm for sighting in sightings])
        return Group(
            tuple(self._name(sighting) or seen_as(sighting).replace(", ", " ") for sighting in sightings),
            where_seen(outlook.theatre, latest),
            outlook.age_hours(moment, latest.seconds),
            tuple(self._sighted(sighting) for sighting in sightings),
            stays,
            tuple((self._new(Place, place), weight) for place in places),
        )

    def _sighted(self, sighting: Sighting) -> Sighted:
        return Sighted(
            self._name(sighting),
            sighting.arm.value,
            sighting.mark.value,
            sighting.battalion_id in self._spent,
            sighting.day,
            sighting.turn,
            sighting.seconds,
            self._renumbered(Place, sighting.place_id),
            self._renumbered(Road, sighting.road_id),
            sighting.road_m,
            sighting.seen_by,
            sighting.how,
        )

    def _spots(self, sighting: Sighting, moment: Moment, arms: Sequence[Arm]) -> tuple[int, Sequence[int], int]:
        """Return the weight of the spot where a group was seen, the other places where it may be, and the weight of
        each of them.
        """
        outlook, start = self._outlook, seen_at(sighting)
        assert start is not None
        age = outlook.moment.index - moment.index
        is_overlooked = self._is_overlooked(outlook.theatre, start)
        if age <= 0 or (age == 1 and is_overlooked):
            return 1, (), 0
        seconds = (outlook.now - outlook.time_of(moment, sighting.seconds)).total_seconds()
        within = min(seconds, MOST_TURNS * TURN_SECONDS)
        rates = Rates.slowest([self._rates(arm) for arm in arms])
        reached = Reach(outlook.theatre, (start,), rates, limit_seconds=within).seconds
        places = sorted(place for place in reached if place not in self._overlooked and place != sighting.place_id)
        if not places:
            return 1, (), 0
        stays = 0 if is_overlooked else STAYS[age] if age < len(STAYS) else STAYS_LATER
        return stays * len(places), places, 100 - stays

    def _is_overlooked(self, theatre: Theatre, position: Position) -> bool:
        if isinstance(position, OnRoad):
            return theatre.nearest_spot(theatre.point_of(position)).place in self._overlooked
        return position.place in self._overlooked

    def _rates(self, arm: Arm) -> Rates:
        """Return how far an arm marches in a turn by day, at the best of the possible nations."""
        outlook, book, march_class = self._outlook, self._outlook.rulebook, MAKES[arm].march_class
        if book.word("march.system") == "nqm":
            hourly = nqm_marches.rates(nqm_marches.mover_of(march_class, arm), tactical=False, book=book)
            return Rates(hourly.road, hourly.cross_country, hourly.terrain)
        nations = (outlook.army.nations[nation].counts_as for nation in self._nations)
        paces = [marches.rates(march_class, nation, night=False, book=book) for nation in nations]
        return max((Rates(p.road, p.cross_country, p.terrain) for p in paces), key=lambda rates: rates.road)

    def _behind(self) -> Weighted:
        """Return the places that score and are not the side's own, by their points, and those on the shortest road from
        each of them to the nearest home edge of the enemy, half of the weight each; without those that an own unit
        overlooks. Empty where no such place is left.
        """
        outlook, points, home = self._outlook, dict[int, int](), set[int]()
        ways = Ways(outlook.theatre)
        edges = [place.id for place in outlook.places.values() if place.home_edge_of_id not in (None, self._side)]
        for objective in outlook.knowledge.of_side(outlook.board.rows(Objective)):
            place = outlook.places[objective.place_id]
            if place.owner_id == self._side or not objective.points:
                continue
            points[place.id] = max(points.get(place.id, 0), objective.points)
            far = sorted((metres, edge) for edge in edges if (metres := ways.metres(AtPlace(place.id), edge)) < inf)
            home |= set(ways.places(AtPlace(place.id), far[0][1])) if far else set()
        scoring = {place: weight for place, weight in points.items() if place not in self._overlooked}
        roads = {
            place: 1
            for place in home - points.keys() - self._overlooked
            if outlook.places[place].owner_id != self._side
        }
        kinds = [weights for weights in (scoring, roads) if weights]
        whole = prod(sum(weights.values()) for weights in kinds)
        return tuple(
            sorted(
                (self._new(Place, place), weight * whole // sum(weights.values()))
                for weights in kinds
                for place, weight in weights.items()
            )
        )

    def _ground(self) -> Weighted:
        """Return the places that are not the side's own and that no own unit overlooks. Of the weight a third each has
        the ground that scores for the side, by its points; the enemy's home edges; and all the other places.
        """
        outlook = self._outlook
        points: dict[int, int] = {}
        for objective in outlook.knowledge.of_side(outlook.board.rows(Objective)):
            points[objective.place_id] = max(points.get(objective.place_id, 0), objective.points)
        kinds: dict[str, dict[int, int]] = {"edge": {}, "scores": {}, "other": {}}
        for place in outlook.places.values():
            if place.home_edge_of_id not in (None, self._side):
                kinds["edge"][place.id] = 1
            elif place.owner_id != self._side and place.home_edge_of_id is None and place.id not in self._overlooked:
                kinds["scores" if points.get(place.id) else "other"][place.id] = points.get(place.id) or 1
        whole = prod(sum(weights.values()) for weights in kinds.values() if weights)
        return tuple(
            (self._new(Place, place), weight * whole // sum(weights.values()))
            for weights in kinds.values()
            for place, weight in weights.items()
        )
