"""Roads by the names that people type: both ends in either order, the road's own name, both together, or a number.

road_title(theatre, road) -> str          how a road is named on paper and typed: "Musaid - Fort Capuzzo"
sought_road(theatre, word) -> Sought      the roads matched by both ends, by name or by number, and the matching places
road_named(theatre, word) -> Way          the only one; raises NotFound or Ambiguous
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from campaign.errors import Ambiguous, NotFound
from campaign.terms.words import find, is_number, near
from campaign.theatre.values import Theatre, Way
from campaign.values import dataclass

_BETWEEN_ENDS = re.compile(
    r"\s*(?:[-\N{EN DASH}\N{EM DASH}\N{RIGHTWARDS ARROW}>/]+|\bto\b|\btowards\b|\band\b|\bvia\b)\s*", re.IGNORECASE
)
"""Words and marks between the two ends of a road."""
_AHEAD = re.compile(r"^[\s,:]*(?:(?:the|road|track|way|pass|from|between|to|towards)\b[\s,:]*)*", re.IGNORECASE)
"""Words before a place that are not part of its name."""
_NUMBERED = re.compile(r"\[(\d+)\]\s*$")
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Sought:
    """The ids of the roads that a word names itself, and of the places that it also matches."""

    roads: frozenset[int]
    places: frozenset[int]

    def leaving(self, ways: Iterable[Way], place: int) -> tuple[Way, ...]:
        """Return, of the roads that leave a place, those that match or that lead to a matching place."""
        return tuple(way for way in ways if way.road in self.roads or way.other_end(place) in self.places)


def road_title(theatre: Theatre, road: int) -> str:
    """Return a road's title: ``Halfaya Pass, foot - Sollum (lower town)``; with its number where several roads join
    these places.
    """
    way = theatre.way(road)
    title = f"{theatre.spot(way.a).name} - {theatre.spot(way.b).name}"
    twins = [other_way for other_way in theatre.leaving(way.a) if other_way.other_end(way.a) == way.b]
    return title if len(twins) == 1 else f"{title} [{road}]"


def road_labels(theatre: Theatre, road: int) -> tuple[str, ...]:
    """Return the road's own name and its ends in both orders, as printed on papers: for searching lists."""
    way = theatre.way(road)
    start, end = theatre.spot(way.a).name, theatre.spot(way.b).name
    return (*((f"{way.name} {start} - {end}",) if way.name else ()), f"{start} - {end}", f"{end} - {start}")


def without_separators(text: str) -> str:
    """Return a road's name without the separators that people write between its ends."""
    return _BETWEEN_ENDS.sub(" ", text)


def titles(theatre: Theatre, roads: Iterable[int]) -> str:
    """Return the titles of at most three roads, and how to list the others."""
    quoted = [f'"{road_title(theatre, road)}"' for road in roads]
    words = "; ".join(quoted[:_MOST_NAMED])
    more = len(quoted) - _MOST_NAMED
    return f"{words} and {more} more (campaign places lists them)" if more > 0 else words


def sought_road(theatre: Theatre, word: str) -> Sought:
    """Return the roads and places that a text matches: a number, both ends, a name with an end or alone, or a place."""
    text = word.strip().strip("\"'")
    number = _NUMBERED.search(text)
    digits = number[1] if number else text
    if is_number(digits) and any(way.road == int(digits) for way in theatre.ways):
        return Sought(frozenset({int(digits)}), frozenset())
    for rest, ways in _without_name(theatre, text):
        between = frozenset(_between(theatre, rest, ways))
        if between:
            return Sought(between, frozenset())
    for rest, ways in _without_name(theatre, text):
        ends = _places(theatre, rest)
        at_end = frozenset(way.road for way in ways if ends & {way.a, way.b})
        if at_end and len(ways) < len(theatre.ways):
            return Sought(at_end, frozenset())
    keyed = frozenset(way.road for way in theatre.ways if way.key == text)
    named = keyed or frozenset(find(text, [(way.name, way.road) for way in theatre.ways if way.name]))
    return Sought(named, frozenset() if keyed else _places(theatre, text))


def road_named(theatre: Theatre, word: str, among: Iterable[int] | None = None) -> Way:
    """Return the road that a text names, of all or ``among`` these. Raises Ambiguous with the matching stretches,
    NotFound with similar ones.
    """
    allowed = {way.road for way in theatre.ways} if among is None else set(among)
    sought = sought_road(theatre, word)
    at_places = {way.road for place in sought.places for way in theatre.leaving(place)}
    roads = sorted((sought.roads or at_places) & allowed)
    if len(roads) == 1:
        return theatre.way(roads[0])
    if roads:
        raise Ambiguous(f"{word!r} fits {len(roads)} roads. Write one of {titles(theatre, roads)}")
    if allowed and (sought.roads or at_places):
        raise NotFound(
            f"{word!r} is a road, but it cannot be chosen here. Write one of {titles(theatre, sorted(allowed))}"
        )
    raise NotFound(no_road(theatre, word))


def no_road(theatre: Theatre, word: str) -> str:
    """Return an error text for an unknown road name, with the most similar names."""
    labels = {label: way.road for way in theatre.ways for label in road_labels(theatre, way.road)}
    close_roads = dict.fromkeys(labels[label] for label in near(word, labels))
    hint = f"Did you mean {titles(theatre, close_roads)}?" if close_roads else 'Write both ends, like "A - B".'
    return f"there is no road or place called {word!r}. {hint} List them: campaign places"


def _without_name(theatre: Theatre, text: str) -> Iterator[tuple[str, Sequence[Way]]]:
    """Yield the text with all roads, and the rest of it with the roads of each name contained in it."""
    yield text, theatre.ways
    for name in dict.fromkeys(way.name for way in theatre.ways if way.name):
        rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text, count=1, flags=re.IGNORECASE)
        if rest != text:
            yield rest.strip(" ,:"), tuple(way for way in theatre.ways if way.name == name)


def _between(theatre: Theatre, text: str, ways: Sequence[Way]) -> Iterator[int]:
    """Yield the roads whose two ends are the texts to the left and the right of a separator."""
    for mark in _BETWEEN_ENDS.finditer(text):
        first, second = _places(theatre, text[: mark.start()]), _places(theatre, text[mark.end() :])
        yield from (
            way.road for way in ways if (way.a in first and way.b in second) or (way.b in first and way.a in second)
        )


def _places(theatre: Theatre, text: str) -> frozenset[int]:
    labels = [(label, spot.place) for spot in theatre.spots for label in (spot.name, spot.key) if label]
    return frozenset(find(text, labels) or find(_AHEAD.sub("", text), labels))
