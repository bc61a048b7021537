"""An order that is being pointed on the map and is not given yet: its form, what it comes to, its route as drawn.

pointed(board, viewer, asked, blank) -> PointedOrder
ordered_unit(board, viewer, word) -> OrderedUnit
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from campaign.errors import CampaignError, NotAllowed
from campaign.journal.board import JournalBoard
from campaign.queries.orbat.units import unit as unit_sheet
from campaign.queries.orders.order_blank import order_blank
from campaign.queries.orders.route_preview import route_preview
from campaign.terms.state import OrderKind
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, replace
from campaign.views.map.map import Metres
from campaign.views.orbat.units import StandingOrder
from campaign.views.orders.order_blank import OrderBlank
from campaign.views.orders.route import MarchRoute, RoutePlace, RoutePreview
from campaign.web.map_asked import MapAsked
from campaign.web.screen_map import RoutePill, ScreenRoute

HINTS: Final = {
    OrderKind.MARCH: "A march halts just outside the enemy’s sight.",
    OrderKind.ATTACK: "An attack continues until it meets the enemy.",
    OrderKind.HOLD: "It stays where it is.",
    OrderKind.WITHDRAW: "It breaks off and goes back. If you name no place, the program chooses the way.",
    OrderKind.FOLLOW: "The headquarters follows its command.",
}
TO_A_PLACE: Final = (OrderKind.MARCH, OrderKind.ATTACK, OrderKind.WITHDRAW)
"""Kinds of order that can name a place."""
MOST_TURN_ENDS: Final = 4
"""Most ends of turns that are marked on the way."""


@dataclass(frozen=True, slots=True)
class Way:
    """A route to choose, with the places that make the order take it."""

    name: str
    small: tuple[str, ...]
    kilometres: str
    clock: str
    via: tuple[str, ...]
    """Keys of places."""
    is_taken: bool = False


@dataclass(frozen=True, slots=True)
class PointedOrder:
    """An order as it is pointed so far."""

    kind: OrderKind
    kinds: tuple[tuple[str, str], ...]
    hint: str
    takes_place: bool
    to: str
    """Name of the place; what was typed, if there is no such place."""
    via: tuple[RoutePlace, ...]
    since: str
    turns: tuple[tuple[str, str], ...]
    fault: str = ""
    """Why it cannot be given."""
    preview: RoutePreview | None = None
    ways: tuple[Way, ...] = ()
    notes: tuple[str, ...] = ()
    """What hinders it, who stays behind, and what the side does not know of."""
    route: ScreenRoute | None = None

    @property
    def can_be_given(self) -> bool:
        """Return whether the order is complete and would be taken."""
        return self.preview is not None

    @property
    def taken(self) -> MarchRoute | None:
        """Return the route that the order takes; None if no unit marches."""
        return self.preview.routes[0] if self.preview is not None and self.preview.routes else None


@dataclass(frozen=True, slots=True)
class OrderedUnit:
    """A unit to which an order is given by pointing, with a digest of the orders that it has."""

    key: str
    name: str
    leader: str
    leader_name: str
    standing: str
    basis: str


def ordered_unit(board: JournalBoard, viewer: Viewer, word: str) -> OrderedUnit:
    """Return a unit that the viewer can order. Raises NotFound, Ambiguous, NotAllowed."""
    blank = order_blank(board, viewer, word)
    if blank is None:
        raise NotAllowed(f"you cannot give orders to {word}. Only its own commander or the umpire can")
    standing = unit_sheet(board, viewer, blank.key).order
    words = "; ".join((standing.order, *standing.coming))
    return OrderedUnit(blank.key, blank.name, blank.leader, blank.leader_name, words, basis_of(standing))


def basis_of(standing: StandingOrder) -> str:
    """Return a digest of the orders that a unit has, by which a form notices that they have changed meanwhile."""
    return sha256(repr(standing).encode()).hexdigest()[:12]


def pointed(board: JournalBoard, viewer: Viewer, asked: MapAsked, blank: OrderBlank) -> PointedOrder:
    """Return an order of a unit as far as the address names it, with what it would come to."""
    kind = next((kind for kind in blank.kinds if kind.value == asked.kind), blank.kinds[0])
    takes_place = kind in TO_A_PLACE
    to, words = (asked.to, asked.via) if takes_place else ("", ())
    form = PointedOrder(
        kind=kind,
        kinds=tuple((kind.value, kind.value.capitalize()) for kind in blank.kinds),
        hint=HINTS[kind],
        takes_place=takes_place,
        to=to,
        via=tuple(RoutePlace(word, word) for word in words),
        since=asked.since or blank.turns[0].word,
        turns=tuple((turn.word, turn.text) for turn in blank.turns),
    )
    if takes_place and kind is not OrderKind.WITHDRAW and not to:
        return form
    try:
        giver = "" if viewer.is_umpire else blank.leader_name
        preview = route_preview(board, viewer, blank.key, kind.value, to, words, asked.since, giver)
    except CampaignError as fault:
        return replace(form, fault=str(fault))
    return replace(
        form,
        to=preview.to.name if preview.to is not None else "",
        via=preview.via,
        preview=preview,
        ways=tuple(_ways(preview, _without_way(board, viewer, preview))),
        notes=tuple(_notes(preview)),
        route=_route(preview),
    )


def _without_way(board: JournalBoard, viewer: Viewer, preview: RoutePreview) -> RoutePreview:
    """Return what the order would come to without places on its way: the routes to choose from stay the same."""
    if not preview.via or preview.to is None:
        return preview
    try:
        return route_preview(board, viewer, preview.key, preview.kind, preview.to.key, (), str(preview.since))
    except CampaignError:
        return preview


def _ways(preview: RoutePreview, free: RoutePreview) -> Iterator[Way]:
    """Yield the routes to choose from, with the one that is taken among them or before them."""
    if not preview.routes:
        return
    taken = preview.routes[0]
    routes = (*free.routes[:1], *free.alternatives)
    if all(route.line != taken.line for route in routes):
        yield _way(taken, tuple(place.key for place in preview.via), is_taken=True)
    for route in routes:
        yield _way(route, tuple(place.key for place in route.via), is_taken=route.line == taken.line)


def _way(route: MarchRoute, via: tuple[str, ...], *, is_taken: bool) -> Way:
    small = [route.ground, *(f"passes {passing.text}" for passing in route.passes[:2])]
    clock = route.clock if route.arrives is not None else "does not arrive"
    return Way(route.way or route.goal, tuple(small), route.kilometres, clock, via, is_taken)


def _notes(preview: RoutePreview) -> Iterator[str]:
    for route in preview.routes:
        whose = f"{', '.join(route.units)}: " if len(preview.routes) > 1 else ""
        if route.short_of:
            yield f"{whose}{route.kilometres}, to {route.goal}: {route.short_of}"
        elif route.last_unit:
            yield f"{whose}the last unit, {route.last_unit}, arrives in turn {route.last_arrives}, {route.last_clock}"
        elif whose:
            yield f"{whose}{route.kilometres} by {route.way}, arrives in {route.arrival}"
        if route.known_halt is not None:
            halt = route.known_halt
            yield f"{whose}{halt.clock}, {halt.where}: {halt.text}, if that enemy is still there"
    yield from preview.notes
    yield from preview.cannot
    for text in preview.unknown:
        yield f"The side does not know this: {text}"


def _route(preview: RoutePreview) -> ScreenRoute | None:
    """Return the route as it is drawn, with the hours beside it."""
    if not preview.routes or len(preview.routes[0].line) < 2:
        return None
    taken = preview.routes[0]
    points = _metres(taken.line)
    pills = [RoutePill(f"leaves {preview.since_clock}", points[0])]
    ends = taken.turn_ends[:MOST_TURN_ENDS]
    pills += [RoutePill(f"end of turn {end.moment}", _metres([end.point])[0]) for end in ends]
    if taken.known_halt is not None:
        halt = taken.known_halt
        pills.append(RoutePill(f"{halt.clock}: halts if the enemy is still there", _metres([halt.point])[0]))
    if taken.arrives is not None:
        turn = "" if taken.arrives == preview.since else f"turn {taken.arrives}, "
        pills.append(RoutePill(f"{turn}{taken.clock} {taken.goal}", points[-1]))
    return ScreenRoute(tuple(points), tuple(pills))


def _metres(line: Sequence[tuple[float, float]]) -> list[Metres]:
    """Return the points in whole metres, each once."""
    points: list[Metres] = []
    for east, north in line:
        point = round(east), round(north)
        if not points or points[-1] != point:
            points.append(point)
    return points
