"""The situation map on a screen: the papers' layout and signs as SVG that stands in the page itself.

Every place, sign and battle is a link with a name, in reading order; layers are groups that the page's style can hide.
What the picture holds depends on nothing but the view and what is asked for: equal views give equal bytes.

    draw_map      the picture
    Links         the addresses that its links lead to
    Selection     the unit or place that is marked
    ScreenRoute   a route that is marked, with pills beside it
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import pairwise
from math import atan2, dist, pi
from typing import Final

from campaign.errors import BadInput
from campaign.terms.words import listing
from campaign.values import dataclass, replace
from campaign.views.map.map import MapBattle, MapContact, MapCut, MapPlace, MapUnit, Metres, SituationMap
from campaign.web.chips import draw_sign
from campaign.web.map_counts import LEVELS, Counted, counted, room_for
from campaign.web.map_frame import PIXELS_A_POINT, STRAYS, Frame, about, frame_of
from campaign.web.map_list import obstruction_words, place_words, unit_name, unit_words
from campaign.web.svg_sheet import AMBER, ON_AMBER, PILL, SvgSheet, attributes, side_accent, tokens_of
from campaign_reports import type as setting
from campaign_reports.areas import Area, Spot, clipped
from campaign_reports.branches import BREADTH
from campaign_reports.drawing import Drawing
from campaign_reports.map import numbers_of
from campaign_reports.map_draw import (
    colour_of,
    draw_captions,
    draw_ground,
    draw_leader,
    draw_lines,
    draw_marches,
    draw_numbered,
    draw_roads,
    draw_supply,
    draw_tables,
    draw_tie,
    draw_tray_frame,
    draw_zones,
    write_name,
)
from campaign_reports.map_layout import lay_out, nearby
from campaign_reports.map_panel import metres_in_words, scale_length
from campaign_reports.map_sheet import Content, Layout, Name, Numbered
from campaign_reports.map_signs import DOT, draw_battle, draw_contact, draw_cut, draw_north, draw_place
from campaign_reports.map_trays import SIGN, Cell, Tray
from campaign_reports.page import Side
from campaign_reports.placing import Board, beside
from campaign_reports.style import FAINT, INK, MAP, WHITE, Colour
from campaign_reports.symbols import headroom
from campaign_reports.type import Cut, fit

LAYERS: Final = ("supply", "marches", "zones", "contacts", "scores")
"""The layers that a page can hide, each a group of the class ``layer-`` and its name."""
BUDGET: Final = 25_000
"""Spots that may be tried for one layout, a few tenths of a second."""
TARGET: Final = 12.0
"""Half the least width in pixels of what can be pressed."""
BAND: Final = 36.0
"""Height in points of the rows in which signs and places are read, from left to right."""
BAR: Final = 70.0
"""Greatest length in points of the scale bar."""
MOST_BEYOND: Final = 6
"""Most pills for troops beyond the edge."""
CORNER: Final = 5.0
"""Distance in points of scale bar and north arrow from the edge."""


def _nowhere(_: object) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses that the map leads to. For an empty one the sign has a name and no link."""

    unit: Callable[[str], str] = _nowhere
    """Address of a unit, by its key."""
    place: Callable[[str], str] = _nowhere
    """Address of a place, by its name."""
    battle: Callable[[int], str] = _nowhere
    """Address of a battle, by its number."""
    frame: Callable[[Frame], str] = _nowhere
    """Address of another piece of the map: where a sign with a count leads."""
    sightings: str = ""
    """Address to which an enemy on a side's map leads."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The unit (by key) and the place (by name) that are marked; empty for none."""

    unit: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class RoutePill:
    """A few words beside a point of a route: ``leaves 10:00``."""

    text: str
    at: Metres | str
    """Point in metres, or the name of a place."""


@dataclass(frozen=True, slots=True)
class ScreenRoute:
    """A route that is marked, through points in metres or places by name; between two places the road is followed."""

    points: tuple[Metres | str, ...]
    pills: tuple[RoutePill, ...] = ()


NOTHING: Final = Selection()
NO_LINKS: Final = Links()


def draw_map(
    view: SituationMap,
    *,
    wide: int,
    high: int,
    side_numbers: Mapping[str, int],
    centre: Metres | None = None,
    metres_wide: int | None = None,
    links: Links = NO_LINKS,
    hidden: Sequence[str] = (),
    selection: Selection = NOTHING,
    route: ScreenRoute | None = None,
    reserved: Sequence[Area] = (),
    prefix: str = "m",
    label: str = "Situation map",
    covers: bool = False,
) -> str:
    """Return the map as ``wide`` by ``high`` pixels: without centre and width, the piece with the front.

    ``side_numbers``: the number of each side's colours on the page, by its name. ``hidden``: layers that are hidden at
    first. ``reserved``: areas in pixels for buttons that lie on the map. ``prefix`` begins the ids, for a page with two
    maps. ``covers``: in a box of another shape than the picture it fills the box to the edges. Raises BadInput for a
    size, place or layer that there is not.
    """
    for name in hidden:
        if name not in LAYERS:
            raise BadInput(f"{name!r} is not a layer of the map. The layers are {', '.join(LAYERS)}")
    frame = frame_of(view, wide, high, centre, metres_wide)
    numbers = [side_numbers[side.name] for side in view.sides]
    picture = _ScreenMap(view, frame, numbers, links, selection, route, reserved, prefix)
    return picture.written(hidden, label, covers=covers)


class _ScreenMap:
    """One picture being drawn."""

    def __init__(
        self,
        view: SituationMap,
        frame: Frame,
        numbers: Sequence[int],
        links: Links,
        selection: Selection,
        route: ScreenRoute | None,
        reserved: Sequence[Area],
        prefix: str,
    ) -> None:
        setting.load()
        self.frame, self.chart, self.numbers, self.links = frame, frame.chart, numbers, links
        self.selection, self.route = selection, route
        sides = tuple(replace(side, accent=side_accent(n)) for side, n in zip(view.sides, numbers, strict=True))
        self.full_view = replace(view, sides=sides)
        self.open_view = replace(self.full_view, zones=())
        """The view whose names have no patch in the colour of a zone, which the page may hide."""
        self.view = nearby(self.full_view, self.chart)
        self.sheet = SvgSheet(tokens_of(numbers), PIXELS_A_POINT, prefix)
        bar = scale_length(self.chart, min(BAR, self.chart.frame.wide / 4))
        edge = self.chart.frame
        self.bar = Area(edge.right - CORNER - bar * self.chart.scale - 14, edge.low - CORNER - 14, 0, 14)
        self.bar = self.bar._replace(wide=edge.right - CORNER - self.bar.x)
        self.bar_metres = bar
        self.north = Area(edge.right - CORNER - 9, CORNER, 9, 22)
        areas = [Area(*(part / PIXELS_A_POINT for part in (a.x, a.y, a.wide, a.high))) for a in reserved]
        self.kept = (*areas, self.bar, self.north)
        """Areas kept free for buttons, scale bar and north arrow."""
        self.layout, self.members = self._placed()

    # placing

    def _placed(self) -> tuple[Layout, dict[int, Counted]]:
        """Return the layout with as few signs joined as find room, and by the identity of each sign its units."""
        units = [unit for unit in self.view.units if self.chart.holds(unit.at)]
        numbers, most = numbers_of(self.view), room_for(self.chart)
        for level in range(LEVELS + 1):
            signs = counted(units, self.chart, level)
            is_last = level == LEVELS
            if len(signs) > most and not is_last:
                continue
            content = Content(tuple(sign.sign for sign in signs), reserved=self.kept)
            layout = lay_out(self.full_view, self.chart, content, numbers, strictly=not is_last, budget=BUDGET)
            if layout is not None:
                break
        assert layout is not None  # only a strict one can fail
        return layout, {id(sign.sign): sign for sign in signs}

    # the picture

    def written(self, hidden: Sequence[str], label: str, *, covers: bool = False) -> str:
        sheet, view, layout = self.sheet, self.view, self.layout
        draw_ground(sheet, view, layout)
        with self._layer("zones"):
            draw_zones(sheet, view, self.chart)
        draw_lines(sheet, view, layout)
        if self.route is not None:
            with sheet.group(class_="route"):
                points = [self.chart.at(point) for point in self._route_points(self.route)]
                for piece in clipped(points, self.chart.frame.grown(8)):
                    sheet.path(piece, 5.0, AMBER, round_ends=True)
        draw_roads(sheet, view, self.chart, fine=layout.crowd > 0)
        with self._layer("supply"):
            draw_supply(sheet, view, self.chart)
        with self._layer("marches"):
            draw_marches(sheet, view, layout)
        with self._layer("contacts"):
            draw_tables(sheet, layout)
        self._leaders()
        for name in (*layout.features, *layout.exits):
            write_name(sheet, self.open_view, layout, name, FAINT)
        for _, _, draw in sorted(self._subjects(), key=lambda subject: subject[:2]):
            draw()
        self._pills()
        with sheet.group(class_="scale", aria_hidden="true"):
            self._scale()
        body = sheet.taken()
        frame = self.frame
        head = attributes(
            xmlns="http://www.w3.org/2000/svg",
            class_=" ".join(("map", *(f"no-{name}" for name in LAYERS if name in hidden))),
            viewBox=f"0 0 {frame.wide} {frame.high}",
            width=frame.wide,
            height=frame.high,
            preserveAspectRatio="xMidYMid slice" if covers else "",
            fill="none",
            role="group",
            aria_label=label,
            data_frame=f"{frame.centre[0]} {frame.centre[1]} {frame.metres_wide} {frame.metres_a_pixel:.4f}",
        )
        ground = attributes(width=frame.wide, height=frame.high, fill="var(--land)")
        return f"<svg{head}><defs>{sheet.defined()}</defs><rect{ground}/>{body}</svg>"

    def _layer(self, name: str) -> AbstractContextManager[None]:
        return self.sheet.group(class_=f"layer-{name}")

    def _leaders(self) -> None:
        dots = {place.at for place in self.layout.places}
        for tray, area in self.layout.trays:
            draw_leader(self.sheet, self._ink(tray.side), self.chart.at(tray.at), area, at_place=tray.at in dots)
        for name in self.layout.names:
            draw_tie(self.sheet, name)

    def _ink(self, side: int) -> Colour:
        return colour_of(self.full_view.sides[side])

    def _written(self, name: Name | None, ink: Colour = INK) -> None:
        if name is not None:
            write_name(self.sheet, self.open_view, self.layout, name, ink)

    # what can be read and pressed

    def _subjects(self) -> Iterator[Subject]:
        """Yield everything with a name, with what draws it."""
        layout, at = self.layout, self.chart.at
        names = {id(place): name for place, name in zip(layout.named, layout.names, strict=True)}
        for place in layout.places:
            yield _subject(at(place.at), partial(self._place, place, names.get(id(place))))
        for tray, area in layout.trays:
            yield _subject((area.x, area.y), partial(self._tray, tray, area))
        for numbered in layout.numbered:
            yield _subject(numbered.mark.middle, partial(self._numbered, numbered))
        for contact, mark, caption in layout.contacts:
            yield _subject(mark.middle, partial(self._contact, contact, mark.middle, caption))
        for cut, mark, caption in layout.cuts:
            yield _subject(mark.middle, partial(self._cut, cut, mark.middle, caption))
        for battle, area in layout.battles:
            yield _subject(area.middle, partial(self._battle, battle, area))
        for tray in layout.homeless:
            yield _subject(at(tray.at), partial(self._homeless, tray))

    def _link(self, href: str, label: str, **values: object) -> AbstractContextManager[None]:
        """Return the element of a subject: a link, or without an address a picture with a name."""
        if href:
            return self.sheet.group("a", href=href, aria_label=label, **values)
        return self.sheet.group(role="img", aria_label=label, **values)

    def _place(self, place: MapPlace, name: Name | None) -> None:
        sheet, spot = self.sheet, self.chart.at(place.at)
        label = ", ".join((place.name, *place_words(self.full_view, place)))
        is_chosen = place.name == self.selection.place
        look = "place sel" if is_chosen else "place"
        with self._link(self.links.place(place.name), label, class_=look, data_place=place.name):
            self._press(Area(spot[0], spot[1], 0, 0))
            if is_chosen:
                sheet.disc(*spot, 2.6 * DOT, 2.2, AMBER)
                sheet.disc(*spot, 3.1 * DOT, 0.5)
            draw_place(sheet, spot, replace(place, is_objective=False))
            if place.is_objective:
                with self._layer("scores"):
                    draw_place(sheet, spot, replace(place, is_hill=False, is_rough=False))
            if name is not None:
                self._written(replace(name, tie=None))

    def _tray(self, tray: Tray, area: Area) -> None:
        with self.sheet.group(class_="tray"):
            draw_tray_frame(self.sheet, self._ink(tray.side), area)
            for cell in tray.cells:
                self._cell(tray, cell, area)

    def _cell(self, tray: Tray, cell: Cell, area: Area) -> None:
        units = self.members[id(cell.unit)].units
        is_chosen = bool(self.selection.unit) and any(unit.key == self.selection.unit for unit in units)
        words = (cell.label, cell.age)
        half = max(BREADTH * SIGN, *(setting.width for setting in words if setting is not None)) / 2 + 1
        low = cell.down + SIGN + cell.foot + sum(setting.depth for setting in words if setting is not None)
        top = cell.down - headroom(cell.unit.symbol, SIGN)
        box = Area(area.x + cell.middle - half, area.y + top - 0.5, 2 * half, low - top + 1)
        with self._unit_link(units, cell.unit, is_chosen=is_chosen):
            self._press(box)
            if is_chosen:
                self.sheet.box(box.x, box.y, box.wide, box.high, 2.2, AMBER, round_by=1.5)
                self.sheet.box(box.x - 1.2, box.y - 1.2, box.wide + 2.4, box.high + 2.4, 0.5, round_by=2)
            draw_sign(
                self.sheet, cell.unit.symbol, self.numbers[tray.side], area.x + cell.across, area.y + cell.down, SIGN
            )
            draw_captions(self.sheet, cell, area, _draw_out_of_supply)

    def _unit_link(self, units: Sequence[MapUnit], sign: MapUnit, *, is_chosen: bool) -> AbstractContextManager[None]:
        view = self.full_view
        look = "sel" if is_chosen else ""
        if len(units) > 1:
            names = listing([unit_name(view, unit) for unit in units])
            label = ", ".join(word for word in (f"{sign.label}: {names}", sign.where) if word)
            href = self.links.frame(about([unit.at for unit in units], self.frame))
            keys = " ".join(unit.key for unit in units if unit.key)
            return self._link(href, label, class_=look, data_units=keys)
        label = ", ".join(word for word in (unit_name(view, sign), unit_words(view, sign), sign.where) if word)
        href = self.links.unit(sign.key) if sign.key else self.links.sightings
        return self._link(href, label, class_=look, data_unit=sign.key)

    def _numbered(self, numbered: Numbered) -> None:
        item = numbered.obstruction
        with self._link("", f"{item.name}, {obstruction_words(item)}"):
            draw_numbered(self.sheet, replace(numbered, badge=None))

    def _contact(self, contact: MapContact, spot: Spot, caption: Name | None) -> None:
        with self._layer("contacts"), self._link("", f"Contact at {contact.clock}: {contact.text}"):
            draw_contact(self.sheet, spot)
            self._caption(caption, INK)

    def _cut(self, cut: MapCut, spot: Spot, caption: Name | None) -> None:
        ink = self._ink(cut.side)
        with self._layer("supply"), self._link("", cut.text):
            draw_cut(self.sheet, spot, ink)
            self._caption(caption, ink)

    def _caption(self, caption: Name | None, ink: Colour) -> None:
        if caption is not None:
            draw_tie(self.sheet, caption)
            self._written(caption, ink)

    def _battle(self, battle: MapBattle, area: Area) -> None:
        label = f"Battle {battle.number}, {battle.name}: {battle.state}"
        with (
            self._layer("contacts"),
            self._link(self.links.battle(battle.number), label, class_="battle", data_battle=battle.number),
        ):
            self._press(area)
            draw_battle(self.sheet, area, battle.number)

    def _homeless(self, tray: Tray) -> None:
        """Draw a dot for troops whose signs find no room, with their names for who asks."""
        units = [unit for cell in tray.cells for unit in self.members[id(cell.unit)].units]
        names = listing([unit_name(self.full_view, unit) for unit in units])
        spot = self.chart.at(tray.at)
        href = self.links.frame(about([unit.at for unit in units], self.frame))
        keys = " ".join(unit.key for unit in units if unit.key)
        with self._link(href, f"{names}, {tray.cells[0].unit.where}", class_="dot", data_units=keys):
            self._press(Area(*spot, 0, 0))
            self.sheet.disc(*spot, 2.4, 0.8, WHITE, self._ink(tray.side))

    def _press(self, area: Area) -> None:
        """Make an area pressable, no less than a finger's least target."""
        x, y, wide, high = (part * PIXELS_A_POINT for part in (area.x, area.y, area.wide, area.high))
        across, down = max(wide, 2 * TARGET), max(high, 2 * TARGET)
        self.sheet.pressable(x - (across - wide) / 2, y - (down - high) / 2, across, down)

    # route, scale

    def _metres(self, point: Metres | str) -> Metres:
        """Return a point of a route. Raises BadInput for a place that is not on the map."""
        if not isinstance(point, str):
            return point
        for place in self.full_view.places:
            if place.name == point:
                return place.at
        raise BadInput(f"there is no place called {point!r} on this map. List the places: campaign places")

    def _route_points(self, route: ScreenRoute) -> list[Metres]:
        """Return the route's points, along the road between two places that it names."""
        points = [self._metres(point) for point in route.points[:1]]
        for start, end in pairwise(route.points):
            points += self._road(start, end) if isinstance(start, str) and isinstance(end, str) else []
            points.append(self._metres(end))
        return points

    def _road(self, start: str, end: str) -> Sequence[Metres]:
        for road in self.full_view.roads:
            if (road.start, road.end) == (start, end):
                return road.points[1:-1]
            if (road.end, road.start) == (start, end):
                return road.points[-2:0:-1]
        return ()

    def _pills(self) -> None:
        """Write the pills of the route beside their points and those of troops beyond the edge, where nothing else is
        if there is room.
        """
        board = Board(self.chart.frame.grown(-1.5))
        for area in (*self.layout.boxes, *self.kept):
            board.take(area)
        for pill in () if self.route is None else self.route.pills:
            spot = self.chart.at(self._metres(pill.at))
            if self.chart.frame.has(spot):
                self._pill(board, spot, pill.text, is_needed=True)
        for spot, text, units in self._beyond():
            label = f"{text}: {listing([unit_name(self.full_view, unit) for unit in units])}, {units[0].where}"
            with self._link(self.links.frame(about([unit.at for unit in units], self.frame)), label):
                self._pill(board, spot, text, is_needed=False)

    def _pill(self, board: Board, spot: Spot, text: str, *, is_needed: bool) -> None:
        """Write words into a pill beside a spot; if there is no room, over something else if it is needed."""
        label = fit(text, 140, MAP, Cut.SEMIBOLD)
        spots = [
            candidate._replace(area=_moved_into(candidate.area, board.frame))
            for candidate in beside(spot, label.width + 9, label.depth + 5, clear=7.0, rounds=9)
        ]
        area = board.best(spots)
        if area is None and not is_needed:
            return
        area = area or spots[0].area
        board.take(area)
        with self.sheet.group(class_="pill"):
            self.sheet.box(area.x, area.y, area.wide, area.high, 0.6, PILL, WHITE, area.high / 2)
            self.sheet.lines(area.x + 4.5, area.y + 2.5 + label.size * 0.93, label)

    def _beyond(self) -> Iterator[tuple[Spot, str, list[MapUnit]]]:
        """Yield the troops beyond the edge, if they are only a few: where on the edge, in words, and themselves."""
        strays: dict[tuple[int, Metres], list[MapUnit]] = defaultdict(list)
        for unit in self.full_view.units:
            if not self.chart.holds(unit.at):
                strays[unit.side, unit.at].append(unit)
        if sum(map(len, strays.values())) > STRAYS * len(self.full_view.units):
            return
        for (_, at), units in list(strays.items())[:MOST_BEYOND]:
            (x, y), frame = self.chart.at(at), self.chart.frame.grown(-4)
            spot = frame.nearest((x, y))
            far = dist(spot, (x, y)) / self.chart.scale / 1000
            name = unit_name(self.full_view, units[0]) if len(units) == 1 else f"{len(units)} units"
            yield spot, f"{name}, {far:.0f} km {_direction(spot, (x, y))}", units

    def _scale(self) -> None:
        x, y, wide = self.bar.x + 3, self.bar.y, self.bar_metres * self.chart.scale
        self.sheet.box(self.bar.x, y, self.bar.wide, self.bar.high, fill=WHITE, round_by=1.5)
        for quarter in range(4):
            fill = WHITE if quarter % 2 else INK
            self.sheet.box(x + quarter * wide / 4, y + 10, wide / 4, 2.2, 0.5, INK, fill)
        self.sheet.text(x, y + 7, "0", MAP, Cut.SEMIBOLD, side=Side.MIDDLE)
        self.sheet.text(x + wide, y + 7, metres_in_words(self.bar_metres), MAP, Cut.SEMIBOLD, side=Side.MIDDLE)
        draw_north(self.sheet, self.north.middle[0], self.north.y, self.north.high)


def _draw_out_of_supply(sheet: Drawing, spot: Spot, _: int) -> None:
    """Draw the mark of a unit out of supply: the list beside the map says why, so that it needs no number."""
    x, y = spot
    sheet.disc(x, y, 4.1, 0.7, INK, AMBER)
    sheet.text(x, y + 2.3, "!", MAP, Cut.BOLD, ON_AMBER, side=Side.MIDDLE)


_COMPASS: Final = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def _direction(start: Spot, end: Spot) -> str:
    """Return the way from one point of the picture to another: ``south-west``."""
    turn = atan2(start[1] - end[1], end[0] - start[0])
    return _COMPASS[round(turn / (pi / 4)) % 8]


def _moved_into(area: Area, frame: Area) -> Area:
    x = max(frame.x + 1, min(area.x, frame.right - area.wide - 1))
    return area._replace(x=x, y=max(frame.y + 1, min(area.y, frame.low - area.high - 1)))


Subject = tuple[int, float, Callable[[], None]]
"""Row on the picture, distance from its left edge, and what draws it."""


def _subject(spot: Spot, draw: Callable[[], None]) -> Subject:
    return int(spot[1] // BAND), spot[0], draw
