"""The map: the whole screen with a unit or place beside it, orders by pointing, and the map alone for other pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote, urlencode

from campaign.actions.order_phrases import phrase_of
from campaign.errors import BadInput, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.common.outlook import look
from campaign.queries.map.map import situation_map
from campaign.terms.state import OrderKind
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.verbs.orders import GiveOrder
from campaign.views.map.map import SituationMap
from campaign.views.orders.order_blank import OrderBlank
from campaign.web.answer import Answer
from campaign.web.draft_lines import places_of
from campaign.web.map_asked import PART_SIZE, MapAsked, asked_of
from campaign.web.map_frame import Frame, Steps, frame_of, steps_of
from campaign.web.map_list import MapRow, map_list
from campaign.web.map_order import PointedOrder, basis_of, ordered_unit, pointed
from campaign.web.map_past import look_back, slid_to
from campaign.web.map_unit import PlaceFacts, UnitFacts, place_facts, unit_facts
from campaign.web.order_drafts import Change, digest_of_draft, draft_at, draft_on
from campaign.web.page import page
from campaign.web.pages.order import give_now
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.screen_map import Links, RoutePill, ScreenRoute, Selection, draw_map
from campaign.web.visit import SEVERAL, Visit
from campaign_reports.areas import Area

LAYERS: Final = (
    ("supply", "Supply routes and cuts"),
    ("marches", "Ordered marches"),
    ("zones", "Ground the enemy sees"),
    ("contacts", "Contacts and battles"),
    ("scores", "Ground that scores"),
)
"""Layers with the words beside their boxes."""
NO_ORDER: Final = dict.fromkeys(("order", "to", "via", "since", "point"))
"""Words of an address about an order that is pointed."""
ZOOM, ZOOM_AND_FIT, ZOOM_AND_MAP = 118, 170, 232
"""Width in pixels of the corner that closer and wider take with a finger's sizes: alone, with Fit, with Open map."""
WIDE_ENOUGH: Final = 700
"""Least width in pixels of a map on which the boxes of the layers lie."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its key, name and number of colours."""

    key: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class MapFacts:
    """Everything on the page of the map, read at one moment."""

    view: SituationMap
    asked: MapAsked
    sides: tuple[Side, ...]
    numbers: dict[str, int]
    unit: UnitFacts | None
    place: PlaceFacts | None
    order: PointedOrder | None
    drafted: tuple[Change, ...]
    """Order on the form, not handed in, whose place the pointed one would take."""
    drafted_words: str
    unknown: str
    """Why the unit that the address names is not shown, where the umpire looks as a side that does not know it."""
    rows: tuple[MapRow, ...]

    @property
    def of_views_side(self) -> tuple[int, ...]:
        """Return the number of colours of each side of the map's view."""
        return tuple(self.numbers[side.name] for side in self.view.sides)

    @property
    def open_supply(self) -> tuple[int, ...]:
        """Return the sides, by their place in the view, whose open supply lines are drawn."""
        return tuple(sorted({line.side for line in self.view.supply if line.is_open}))

    @property
    def cut_supply(self) -> tuple[int, ...]:
        """Return the sides whose supply lines are drawn beyond a cut, too."""
        return tuple(sorted({line.side for line in self.view.supply if not line.is_open}))

    @property
    def is_starved(self) -> bool:
        """Return whether a unit is marked as out of supply."""
        return any(unit.note for unit in self.view.units)

    def of_kind(self, *kinds: str) -> list[MapRow]:
        return [row for row in self.rows if row.kind.value in kinds]


# the page ------------------------------------------------------------------------------------------------------------


@page("/map", UMPIRE | PLAYERS, drawn_for=DrawnFor.CAMPAIGN)
def show_map(visit: Visit) -> Answer:
    """Show the map on the whole screen, with what is marked on it in the panel."""
    if (to := slid_to(visit)) is not None:
        return visit.redirect(to)
    facts = _read(visit)
    addresses = _Addresses(visit, facts)
    frame, picture = _drawn(facts, addresses.links(), reserved=_reserved(facts.asked), covers=True)
    return visit.page(
        "map.html",
        json=facts.view,
        same_at_terminal=_same(facts),
        facts=facts,
        picture=picture,
        size=f"{frame.wide}x{frame.high}",
        steps=_step_links(steps_of(facts.view, frame), addresses),
        layers=[(value, text, value not in facts.asked.hidden) for value, text in LAYERS],
        past=look_back(visit),
        at=addresses,
        carried=lambda *without: _carried(visit, without),
        typed_aim=visit.was_typed("aim"),
        basis=_basis(facts),
        drafted=facts.drafted_words,
    )


def _basis(facts: MapFacts) -> str:
    """Return a digest of what an order would replace: what stands, and what is on the form in its place."""
    return f"{basis_of(facts.unit.order)}.{digest_of_draft(facts.drafted)}" if facts.unit is not None else ""


def _words(board: JournalBoard, viewer: Viewer, drafted: Iterable[Change]) -> str:
    names = places_of(board, viewer)
    return "; ".join(phrase_of(change.command, names) for change in drafted)


@show_map.post
def give_pointed_order(visit: Visit) -> Answer:
    """Give the order that was pointed, exactly as the page has shown it."""
    form, back = visit.form, visit.here(**NO_ORDER)
    unit = visit.read(lambda board, viewer: ordered_unit(board, viewer, form["unit"]))
    order = GiveOrder(
        unit=unit.key,
        kind=form["order"],
        to=form.get("to", ""),
        via=tuple(word for word in visit.form_list("via") if word),
        aim=form.get("aim", "").strip(),
        since=form.get("since", ""),
        commander="" if visit.person.is_umpire else unit.leader_name,
    )
    basis, slot = form["basis"], Change(order).slot

    def is_unchanged(board: JournalBoard) -> None:
        now = ordered_unit(board, visit.person.viewer, unit.key)
        drafted = _in_place(draft_at(visit, board, now.leader) if now.leader else (), slot)
        if basis != f"{now.basis}.{digest_of_draft(drafted)}":
            words = _words(board, visit.person.viewer, drafted)
            on_form = f". On the order form, not handed in yet: {words}" if drafted else ""
            raise Refused(
                f"Your order to {now.name} was not given, because its order was changed while you were using "
                f"the map. Its order now: {now.standing}{on_form}. Look at that order, then give yours again"
            )

    given_by = unit.leader
    done = give_now(visit, given_by, Change(order), is_unchanged) if given_by else visit.give(order, is_unchanged)
    return visit.receipt(done, back, in_full=True)


@page("/map/part", UMPIRE | PLAYERS)
def show_part(visit: Visit) -> Answer:
    """Show the map alone, for a part of another page."""
    facts = _read(visit, PART_SIZE)
    addresses = _PartAddresses(visit)
    has_legend = facts.asked.wide >= LEGEND_FROM
    reserved = (_zoom_area(facts.asked, ZOOM if has_legend else ZOOM_AND_MAP),)
    frame, picture = _drawn(facts, addresses.links(), reserved=reserved, prefix="p")
    return replace(
        visit.part(
            "map_part.html",
            facts=facts,
            picture=picture,
            size=f"{frame.wide}x{frame.high}",
            steps=_step_links(steps_of(facts.view, frame), addresses),
            whole=addresses.of(),
            has_legend=has_legend,
        ),
        view=facts.view,
    )


LEGEND_FROM: Final = 480
"""Least width in pixels of a map under which its legend stands."""


# reading -------------------------------------------------------------------------------------------------------------


def _read(visit: Visit, size: tuple[int, int] | None = None) -> MapFacts:
    """Return the facts of the address. Raises NotFound for what the reader does not know, BadInput."""
    asked = asked_of(visit) if size is None else asked_of(visit, size)
    is_now = not visit.as_of

    def ask(board: JournalBoard, viewer: Viewer) -> MapFacts:
        sides = look(board, viewer).army.sides
        eyes = _eyes(viewer, asked.eyes, {side.key: ident for ident, side in sides.items()})
        numbers = {side.name: number for number, side in enumerate(sides.values())}
        view = situation_map(board, eyes)
        unit, unknown = _unit(board, viewer, eyes, asked.unit, numbers)
        can_point = unit is not None and unit.blank is not None and is_now and eyes == viewer
        blank = unit.blank if unit is not None and can_point else None
        drafted = _drafted(visit, blank, asked.since) if blank is not None else ()
        return MapFacts(
            view=view,
            asked=asked,
            sides=tuple(Side(side.key, side.name, number) for number, side in enumerate(sides.values())),
            numbers=numbers,
            unit=unit if can_point or unit is None else replace(unit, blank=None),
            place=place_facts(view, asked.place) if asked.place and unit is None else None,
            order=pointed(board, viewer, asked, blank) if blank is not None and asked.kind else None,
            drafted=drafted,
            drafted_words=_words(board, viewer, drafted),
            unknown=unknown,
            rows=map_list(view),
        )

    return visit.read(ask)


def _drafted(visit: Visit, blank: OrderBlank, since: str) -> tuple[Change, ...]:
    """Return the order on the commander's form in whose place the pointed one would come."""
    slot = Change(GiveOrder(blank.key, OrderKind.HOLD, since=since)).slot
    return _in_place(draft_on(visit, blank.leader), slot) if blank.leader else ()


def _in_place(draft: Iterable[Change], slot: str) -> tuple[Change, ...]:
    return tuple(change for change in draft if change.slot == slot)


def _eyes(viewer: Viewer, side: str, sides: dict[str, int]) -> Viewer:
    """Return as whom the map is drawn: the umpire may look as a side. Raises BadInput."""
    if not side:
        return viewer
    if side not in sides:
        raise BadInput(f"there is no side called {side!r}. The sides are {listing(sides)}")
    return Viewer(sides[side])


def _unit(
    board: JournalBoard, viewer: Viewer, eyes: Viewer, word: str, numbers: dict[str, int]
) -> tuple[UnitFacts | None, str]:
    if not word:
        return None, ""
    try:
        return unit_facts(board, eyes, word, numbers), ""
    except NotFound as fault:
        if eyes == viewer:
            raise
        return None, str(fault)


# drawing -------------------------------------------------------------------------------------------------------------


def _drawn(
    facts: MapFacts, links: Links, *, reserved: Sequence[Area] = (), prefix: str = "m", covers: bool = False
) -> tuple[Frame, str]:
    """Return the piece that is shown, and its picture."""
    asked, view = facts.asked, facts.view
    frame = frame_of(view, asked.wide, asked.high, asked.centre, asked.span)
    picture = draw_map(
        view,
        wide=asked.wide,
        high=asked.high,
        side_numbers=facts.numbers,
        centre=asked.centre,
        metres_wide=asked.span,
        links=links,
        hidden=asked.hidden,
        selection=_selection(facts),
        route=_route(facts),
        reserved=reserved,
        prefix=prefix,
        covers=covers,
    )
    return frame, picture


def _selection(facts: MapFacts) -> Selection:
    place = facts.order.to if facts.order is not None else facts.place.name if facts.place is not None else ""
    return Selection(facts.unit.key if facts.unit is not None else "", place)


def _route(facts: MapFacts) -> ScreenRoute | None:
    """Return the route that is marked: that of the order, or that by which the unit should be supplied."""
    if facts.order is not None:
        return facts.order.route
    ways = facts.unit.supply.ways if facts.unit is not None and facts.unit.supply is not None else ()
    if not ways or len(ways[0].line) < 2:
        return None
    points = tuple((round(east), round(north)) for east, north in ways[0].line)
    return ScreenRoute(points, (RoutePill(ways[0].text, points[len(points) // 2]),))


def _reserved(asked: MapAsked) -> tuple[Area, ...]:
    """Return the areas on which buttons lie."""
    zoom = _zoom_area(asked, ZOOM_AND_FIT)
    if asked.wide < WIDE_ENOUGH:
        return (zoom,)
    slider, boxes = Area(175, asked.high - 70, 500, 70), Area(asked.wide - 210, 0, 170, 285)
    return zoom, slider, boxes


def _zoom_area(asked: MapAsked, wide: int) -> Area:
    """Return the area in the lower left corner on which the buttons of the zoom lie."""
    return Area(0, asked.high - 60, wide, 60)


# addresses -----------------------------------------------------------------------------------------------------------


class _Addresses:
    """The addresses of the page: each is the present one with a few words changed."""

    def __init__(self, visit: Visit, facts: MapFacts) -> None:
        self._visit, self._facts = visit, facts

    def links(self) -> Links:
        return Links(
            unit=self.unit, place=self.place, battle="/battles/{}".format, frame=self.frame, sightings="/sightings"
        )

    def unit(self, key: str) -> str:
        """Return the address with a unit marked."""
        return self._visit.here(**NO_ORDER, unit=key, place=None)

    def place(self, name: str) -> str:
        """Return where pointing at a place leads: the goal of an order, a place on its way, or the place itself."""
        asked, unit = self._facts.asked, self._facts.unit
        if unit is None or unit.blank is None:
            return self._visit.here(**NO_ORDER, unit=None, place=name)
        if "point" in self._visit.query:
            return self._visit.here(via=SEVERAL.join((*asked.via, name)), point=None)
        order = self._facts.order
        kind = order.kind if order is not None and order.takes_place else unit.blank.kinds[0]
        via = SEVERAL.join(asked.via) if asked.via and not asked.to else None
        return self._visit.here(order=kind.value, to=name, via=via)

    def way(self, via: Iterable[str]) -> str:
        """Return the address with the order by way of these places."""
        return self._visit.here(via=SEVERAL.join(via) or None, point=None)

    def without(self, number: int) -> str:
        """Return the address without one of the places on the way."""
        return self.way(word for n, word in enumerate(self._facts.asked.via) if n != number)

    def frame(self, frame: Frame) -> str:
        """Return the address of another piece of the map."""
        east, north = frame.centre
        return self._visit.here(at=f"{east},{north}", span=str(frame.metres_wide))

    def fit(self) -> str:
        """Return the address of the piece with the front."""
        return self._visit.here(at=None, span=None)


class _PartAddresses:
    """The addresses of a map on another page: they lead to the map on the whole screen."""

    def __init__(self, visit: Visit) -> None:
        self._kept = {name: visit.query[name] for name in ("as_of", "entry", "eyes", "layers") if name in visit.query}

    def links(self) -> Links:
        return Links(
            unit=lambda key: self.of(unit=key),
            place=lambda name: f"/places/{quote(name)}",
            battle="/battles/{}".format,
            frame=self.frame,
            sightings="/sightings",
        )

    def of(self, **words: str) -> str:
        """Return the address of the whole map with these words."""
        query = {**self._kept, **words}
        return f"/map?{urlencode(query)}" if query else "/map"

    def frame(self, frame: Frame) -> str:
        """Return the address of a piece of the map."""
        east, north = frame.centre
        return self.of(at=f"{east},{north}", span=str(frame.metres_wide))

    def fit(self) -> str:
        """Return the address of the piece with the front."""
        return self.of()


@dataclass(frozen=True, slots=True)
class StepLinks:
    """Addresses of the pieces beside the one that is shown; empty where there is none."""

    closer: str
    wider: str
    fit: str
    ways: tuple[tuple[str, str, str], ...]
    """Name, key and address for each direction."""


def _step_links(steps: Steps, addresses: _Addresses | _PartAddresses) -> StepLinks:
    def to(frame: Frame | None) -> str:
        return "" if frame is None else addresses.frame(frame)

    ways = (
        ("west", "ArrowLeft", steps.west),
        ("north", "ArrowUp", steps.north),
        ("south", "ArrowDown", steps.south),
        ("east", "ArrowRight", steps.east),
    )
    return StepLinks(
        to(steps.closer),
        to(steps.wider),
        addresses.fit(),
        tuple((name, key, to(frame)) for name, key, frame in ways if frame is not None),
    )


def _carried(visit: Visit, without: Sequence[str]) -> list[tuple[str, str]]:
    """Return the words of the address that a form carries on as hidden fields."""
    return [
        (name, value)
        for name, words in visit.query.items()
        if name not in without
        for value in words.split(SEVERAL)
        if value or name == "layers"
    ]


def _same(facts: MapFacts) -> str:
    """Return the program command that does the same."""
    order = facts.order
    if order is not None and facts.unit is not None and order.preview is not None:
        words = ["campaign", order.kind.value, facts.unit.key]
        words += ["--to", order.preview.to.key] if order.preview.to is not None else []
        words += [word for place in order.preview.via for word in ("--via", place.key)]
        words += ["--from", order.since] if facts.asked.since else []
        return " ".join(words)
    return f"campaign unit {facts.unit.key}" if facts.unit is not None else "campaign map"
