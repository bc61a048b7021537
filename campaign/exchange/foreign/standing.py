"""Positions of the headquarters of a converted order of battle, and owners of the places at which its battalions
begin.

Rear(chart, home)                    routes home over the roads of the map
place_headquarters(fields, rear)     a headquarters without a position stands behind its troops, on their route home
places_held(fields) -> {key, ...}      the places where its battalions begin
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from campaign.exchange.foreign.charts import length_of
from campaign.exchange.foreign.draft import Chart
from campaign.exchange.points import nearest_first
from campaign.terms.forces import Level

LEAST_M, MOST_M = 3_000, 20_000
"""Least and greatest distance in metres of a headquarters behind its foremost troops: out of reach of the enemy, and
within a march of the troops (OB-SUP-05)."""
_ELSEWHERE = {"at", "road", "arrives", "embarked"}


class Rear:
    """The routes from every place to the place of a side's supply."""

    def __init__(self, chart: Chart, home: str) -> None:
        self.chart, self.home = chart, home

    @cached_property
    def _ways(self) -> dict[str, tuple[float, str]]:
        """Metres to the home of every place, and the next place on the route there."""
        roads: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        for way in self.chart.ways:
            metres = length_of(way, self.chart)
            roads[way.a].append((metres, way.b))
            roads[way.b].append((metres, way.a))
        return nearest_first([(0.0, self.home)], lambda place: roads[place])

    def behind(self, places: set[str]) -> str:
        """Return the first place on the route home of the foremost of these that is far enough behind it and not too
        far; "" for none.
        """
        reachable = [key for key in sorted(places) if key in self._ways]
        if not reachable:
            return ""
        key = max(reachable, key=lambda place: self._ways[place][0])
        front = self._ways[key][0]
        while key != self.home and front - self._ways[key][0] < LEAST_M:
            key = self._ways[key][1]
        return key if LEAST_M <= front - self._ways[key][0] <= MOST_M else ""

    def gap(self, place: str, places: set[str]) -> float:
        """Return how many metres the place is nearer to home than the foremost of these."""
        distances = [self._ways[key][0] for key in places if key in self._ways]
        return max(distances) - self._ways[place][0] if distances and place in self._ways else 0.0


def place_headquarters(fields: dict[str, Any], rear: Rear) -> Iterator[tuple[str, str]]:
    """Give headquarters of corps and divisions without a position a place; yield each formation and the place."""
    for formation, standing in list(_formations(fields, "")):
        head = formation.get("headquarters")
        if not isinstance(head, dict) or _ELSEWHERE & head.keys() or not standing:
            continue
        level = next((level for level in Level if level.value in formation), Level.COMMAND)
        troops = set(_places(formation, standing, heads=False)) or {standing}
        if standing not in troops and (level is not Level.DIVISION or rear.gap(standing, troops) <= MOST_M):
            continue
        if key := rear.behind(troops):
            head["at"] = key
            yield str(formation.get(level.value)), key


def places_held(fields: dict[str, Any]) -> set[str]:
    """Return the places at which battalions begin."""
    return set(_places(fields, "", heads=True))


def _stands(entry: dict[str, Any], above: str) -> str:
    """Return the key of the place at which a unit of the scenario file starts; empty for a unit off the map or on a
    road. ``above``: the place of its formation.
    """
    return str(entry.get("at", "")) if _ELSEWHERE & entry.keys() else above


def _inner(entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the entries under one; anything but an entry will be refused when the files are checked."""
    listed = entry.get(key)
    return [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []


def _formations(fields: dict[str, Any], above: str) -> Iterator[tuple[dict[str, Any], str]]:
    open_ = [(fields, above)]
    while open_:
        formation, over = open_.pop()
        standing = _stands(formation, over)
        yield formation, standing
        open_.extend((inner, standing) for inner in _inner(formation, "formations"))


def _places(fields: dict[str, Any], above: str, *, heads: bool) -> Iterator[str]:
    for formation, standing in _formations(fields, above):
        battalions = _inner(formation, "battalions")
        if heads and isinstance(formation.get("headquarters"), dict):
            battalions = [*battalions, formation["headquarters"]]
        if standing and not battalions and not _inner(formation, "formations"):
            yield standing
        yield from (place for battalion in battalions if (place := _stands(battalion, standing)))
