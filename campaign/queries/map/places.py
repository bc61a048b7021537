"""The places of the map, which every viewer has, with their holders as far as the viewer may know."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Objective, Place
from campaign.queries.common.outlook import Outlook, look
from campaign.situation.names import among
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain
from campaign.theatre.values import Way
from campaign.views.map.places import PlaceLine, PlaceList, RoadLine


def places(board: JournalBoard, viewer: Viewer, word: str = "") -> PlaceList:
    """Return every place by name, or the named one. Raises NotFound, Ambiguous."""
    outlook = look(board, viewer)
    rows = sorted(outlook.places.values(), key=lambda place: plain(place.name))
    shown = [among(word, "place", rows)] if word else rows
    scoring = outlook.knowledge.of_side(board.rows(Objective))
    return PlaceList(outlook.knowledge.who, tuple(_line(outlook, place, scoring) for place in shown))


def _line(outlook: Outlook, place: Place, scoring: Sequence[Objective]) -> PlaceLine:
    ways = [way for way in outlook.theatre.ways if place.id in (way.a, way.b)]
    return PlaceLine(
        name=place.name,
        role=place.role,
        held_by=outlook.knowledge.holder(place),
        objectives=tuple(_objective(outlook, objective) for objective in scoring if objective.place_id == place.id),
        roads=tuple(_road(outlook, place, way) for way in sorted(ways, key=lambda way: (way.length_m, way.road))),
    )


def _objective(outlook: Outlook, objective: Objective) -> str:
    points = f"{objective.points} point{'' if objective.points == 1 else 's'}"
    when = "every day" if objective.day is None else f"on day {objective.day}"
    return f"{objective.name}: {points} for {outlook.army.sides[objective.side_id].name} {when}"


def _road(outlook: Outlook, place: Place, way: Way) -> RoadLine:
    other_place = outlook.places[way.b if way.a == place.id else way.a]
    blocks = tuple(block.name for block in way.blocks if not block.passable)
    return RoadLine(other_place.name, f"{way.length_m / 1000:.1f}", way.kind.words, way.surface.value, blocks)
