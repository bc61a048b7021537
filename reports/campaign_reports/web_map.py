"""The map of the web page: the ground once, and over it a drawing of every turn, of which one is shown.

A sign keeps to a cell of a lattice, so that no two lie over each other; a line leads to the place of one that was
moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, cos, floor, hypot, pi, sin
from typing import Final

from campaign.terms.ground import FeatureKind, RoadKind
from campaign.values import dataclass, replace
from campaign.views.book.book_map import BookMap, MapFrame
from campaign.views.map.map import MapPlace, MapUnit, Metres, SituationMap
from campaign.words.symbol import Frame
from campaign_reports.type import Cut, fit, width
from campaign_reports.web_signs import Signs
from campaign_reports.web_tags import Html, joined, tag

LONG = 1250.0
"""Least length of the map's longer side, in its own units."""
CROWD = 620.0
"""Least size of the area with most of the troops, unless the map would have to be more than ``MOST_LARGER`` times as
large."""
MOST_LARGER = 4.0
MARGIN = 40.0
CELL = (54.0, 37.0)
"""Width and height of a sign with its name."""
NAME, LABEL = 11.0, 10.0
"""Type sizes of the names of places, and of units."""
MOST_SINGLE = 40
"""Number of units above which a map shows brigades and divisions."""
_REACH = 5
"""Greatest number of cells between a place and its signs."""
WIDER = 1.3
"""Factor by which a browser's typeface may be wider than the program's."""
LEAST_LEADER = 30.0
"""Distance up to which a sign needs no line to its place."""
_AREAS = (FeatureKind.SEA, FeatureKind.MARSH, FeatureKind.WOOD)
_MAIN = (RoadKind.METALLED, RoadKind.COAST)
_HELD: dict[Frame | None, str] = {Frame.OWN: "own", Frame.ENEMY: "enemy", None: "open"}

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""West, north, east and south edge."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The conversion of metres of the campaign's map to units of the drawing; y runs down."""

    west: float
    north: float
    scale: float
    wide: float
    high: float
    focus: Box
    """Area in which most of the troops stood throughout; the map opens on it, and it is printed."""

    @classmethod
    def of(cls, situations: Sequence[SituationMap]) -> Chart:
        """Return the chart that contains all roads, places and signs."""
        points: list[Metres] = [place.at for place in situations[0].places]
        points += [point for road in situations[0].roads for point in road.points]
        points += [unit.at for situation in situations for unit in situation.units]
        east, north = [x for x, _ in points] or [0, 1], [y for _, y in points] or [0, 1]
        across, down = max(1, max(east) - min(east)), max(1, max(north) - min(north))
        scale = (LONG - 2 * MARGIN) / max(across, down)
        units = [unit.at for situation in situations for unit in situation.units] or points
        (left_x, right_x), (low, top) = _middle_of([x for x, _ in units]), _middle_of([y for _, y in units])
        larger = min(MOST_LARGER, max(1.0, CROWD / (scale * max(1, right_x - left_x, top - low))))
        scale *= larger
        chart = cls(min(east), max(north), scale, across * scale + 2 * MARGIN, down * scale + 2 * MARGIN, (0, 0, 0, 0))
        if larger == 1:
            return replace(chart, focus=(0, 0, chart.wide, chart.high))
        (x, y), room = chart.at(((left_x + right_x) // 2, (low + top) // 2)), LONG / 2
        west, north_edge = max(0.0, x - room), max(0.0, y - 0.7 * room)
        return replace(chart, focus=(west, north_edge, min(chart.wide, x + room), min(chart.high, y + 0.7 * room)))

    def at(self, point: Metres) -> Spot:
        """Return a point's position in the drawing."""
        return (
            round(MARGIN + (point[0] - self.west) * self.scale, 1),
            round(MARGIN + (self.north - point[1]) * self.scale, 1),
        )

    def trace(self, points: Sequence[Metres]) -> str:
        """Return the points of a line as text."""
        return " ".join(f"{x:g},{y:g}" for x, y in map(self.at, points))

    def bar(self) -> tuple[float, str]:
        """Return a round distance for the scale: its length, and its words."""
        for km in (1, 2, 5, 10, 20, 50, 100):
            if km * 1000 * self.scale >= 70:
                return km * 1000 * self.scale, f"{km} km"
        return 200_000 * self.scale, "200 km"


def _view_box(box: Box) -> str:
    west, north, east, south = box
    return f"{west:.0f} {north:.0f} {east - west:.0f} {south - north:.0f}"


def _middle_of(values: Sequence[int]) -> tuple[int, int]:
    """Return the two limits between which all values lie but the lowest and the highest fifth."""
    ordered = sorted(values)
    cut = len(ordered) // 5
    return ordered[cut], ordered[-1 - cut]


def map_svg(view: BookMap, signs: Signs) -> Html:
    """Return the map, with the drawing of the last turn shown."""
    drawing = _Drawing(view, signs)
    return tag(
        "svg",
        tag("title", "Map of the campaign"),
        tag("g", joined(*drawing.ground()), cls="ground"),
        joined(*map(drawing.frame, view.frames)),
        tag("g", joined(*_scale(drawing.chart)), cls="scale"),
        id="map",
        viewBox=_view_box(drawing.chart.focus),
        data_whole=_view_box((0, 0, drawing.chart.wide, drawing.chart.high)),
        role="img",
    )


class _Drawing:
    """The common parts of all turns: the chart, the names on it, and the places that never changed hands."""

    def __init__(self, view: BookMap, signs: Signs) -> None:
        situations = [frame.situation for frame in view.frames]
        self.signs, self.last = signs, view.frames[-1]
        self.chart = Chart.of(situations)
        self.names = tuple(_names(situations[-1].places, self.chart))
        self.shows_single = max(len(situation.units) for situation in situations) <= MOST_SINGLE
        holders: dict[str, set[Frame | None]] = {}
        for situation in situations:
            for place in situation.places:
                holders.setdefault(place.name, set()).add(place.held)
        self.changing = {name for name, frames in holders.items() if len(frames) > 1}

    def ground(self) -> Iterator[Html]:
        """Yield everything that is the same in every turn."""
        situation = self.last.situation
        yield from _ground(situation, self.chart)
        yield from (name for name, _ in self.names)
        for place in situation.places:
            if place.name not in self.changing:
                yield _held(place, situation, self.chart)

    def frame(self, frame: MapFrame) -> Html:
        """Return the drawing of one turn."""
        situation = frame.situation
        return tag(
            "g",
            joined(*_closed(situation, self.chart)),
            joined(*(_held(p, situation, self.chart) for p in situation.places if p.name in self.changing)),
            joined(*self._troops(situation)),
            joined(*_battles(frame, self.chart)),
            id=f"map-{frame.key}",
            cls="frame shown" if frame is self.last else "frame",
        )

    def _troops(self, situation: SituationMap) -> Iterator[Html]:
        units = situation.units if self.shows_single else situation.formations
        placed = list(_placed(units, self.chart, [box for _, box in self.names]))
        together = _together(situation.units, self.chart)
        traces = "".join(
            f"M{spot[0]:g} {spot[1]:g}L{at[0]:g} {at[1]:g}"
            for _, spot, at in placed
            if hypot(at[0] - spot[0], at[1] - spot[1]) > LEAST_LEADER
        )
        if traces:
            yield tag("path", d=traces, cls="leader")
        for unit, spot, at in placed:
            label, side = " ".join(word for word in (unit.label, unit.age) if word), situation.sides[unit.side]
            others = together.pop((spot, unit.side), [])
            words = f"{side.name}: {unit.label or 'unknown'}"
            title = tag("title", f"{words}; there stand {', '.join(others)}" if len(others) > 1 else words)
            yield tag("g", title, self.signs.use(unit.symbol, *at, side.accent), _label(label, at), cls="unit")


# the ground ----------------------------------------------------------------------------------------------------------
def _ground(situation: SituationMap, chart: Chart) -> Iterator[Html]:
    for line in sorted(situation.lines, key=lambda line: line.kind not in _AREAS):
        if line.kind is FeatureKind.NAME:
            x, y = chart.at(line.points[0])
            yield tag("text", line.name, x=x, y=y, cls="region")
        else:
            shape = "polygon" if line.kind in _AREAS else "polyline"
            title = (tag("title", line.name),) if line.name else ()
            yield tag(shape, *title, points=chart.trace(line.points), cls=f"l-{line.kind.value}")
    for road in sorted(situation.roads, key=lambda road: road.kind in _MAIN):
        kind = "main" if road.kind in _MAIN else "track" if road.kind in (RoadKind.TRACK, RoadKind.DESERT) else "road"
        yield tag("polyline", points=chart.trace(road.points), cls=f"r-{kind}")


def _names(places: Sequence[MapPlace], chart: Chart) -> Iterator[tuple[Html, Box]]:
    """Yield names where there is room for them, those of objectives first; every place shows its own under the
    pointer.
    """
    taken: list[Box] = []
    for place in places:
        x, y = chart.at(place.at)
        taken.append((x - 3, y - 3, x + 3, y + 3))
    for place in sorted(places, key=lambda place: not place.is_objective):
        (x, y), wide = chart.at(place.at), width(place.name, Cut.REGULAR, NAME) * WIDER
        for left, base in ((x + 6, y + 3.5), (x - 6 - wide, y + 3.5), (x - wide / 2, y - 7), (x - wide / 2, y + 14)):
            box = (left, base - NAME, left + wide, base + 2)
            if left > 0 and box[2] < chart.wide and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                look = "aim" if place.is_objective else None
                yield tag("text", place.name, x=f"{left:.0f}", y=f"{base:.0f}", cls=look), box
                break


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _scale(chart: Chart) -> Iterator[Html]:
    wide, words = chart.bar()
    _, _, east, south = chart.focus
    x, y = east - MARGIN - wide, south - 12
    yield tag("path", d=f"M{x:.0f} {y - 5:.0f}v5h{wide:.0f}v-5")
    yield tag("text", words, x=f"{x + wide / 2:.0f}", y=f"{y - 7:.0f}", text_anchor="middle")


# a turn --------------------------------------------------------------------------------------------------------------
def _closed(situation: SituationMap, chart: Chart) -> Iterator[Html]:
    for road in situation.roads:
        if road.is_cut:
            yield tag("polyline", points=chart.trace(road.points), cls="closed")
    for crossing in situation.crossings:
        if crossing.state is not None and not crossing.state.is_passable:
            x, y = chart.at(crossing.at)
            mark = tag(
                "path", tag("title", f"{crossing.name}: {crossing.state.value}"), d=f"M{x - 4:g} {y - 4:g}l8 8m0-8l-8 8"
            )
            yield tag("g", mark, cls="blown")


def _held(place: MapPlace, situation: SituationMap, chart: Chart) -> Html:
    """Return a place with the mark of its holder; only the name of one without holder and score."""
    x, y = chart.at(place.at)
    holder = next((side.name for side in situation.sides if side.frame is place.held), situation.unheld)
    name = f"{_HELD[place.held]}{'-aim' if place.is_objective else ''}"
    return tag("use", tag("title", f"{place.name}: {holder}"), href=f"#p-{name}", x=x, y=y)


def place_marks(situation: SituationMap) -> Html:
    """Return the marks of places by their holders, told apart by shape and colour; a ring is around a place that
    scores.
    """
    accents = {side.frame: side.accent for side in situation.sides}
    ring = tag("circle", r=7.5, cls="ring")
    marks = {name: _mark(frame, accents) for frame, name in _HELD.items()}
    return joined(
        *(tag("g", mark, id=f"p-{name}") for name, mark in marks.items()),
        *(tag("g", ring, mark, id=f"p-{name}-aim") for name, mark in marks.items()),
        tag("path", d=_STAR, id="p-battle"),
    )


def _mark(frame: Frame | None, accents: dict[Frame, str]) -> Html:
    if frame is None:
        return tag("circle", r=2.8, cls="open")
    if frame is Frame.OWN:
        return tag("circle", r=4, fill=accents.get(frame, "#000000"), cls="held")
    return tag("rect", x=-3.6, y=-3.6, width=7.2, height=7.2, fill=accents.get(frame, "#000000"), cls="held")


def _battles(frame: MapFrame, chart: Chart) -> Iterator[Html]:
    spots: dict[Spot, int] = {}
    for battle in frame.battles:
        x, y = chart.at(battle.at)
        step = spots[x, y] = spots.get((x, y), -1) + 1
        star = tag("use", href="#p-battle", x=f"{x + 17 * step:g}", y=f"{y:g}")
        number = tag("text", str(battle.number), x=f"{x + 17 * step:g}", y=f"{y + 3:g}")
        title = tag("title", f"Battle {battle.number}: {battle.name}, {battle.state}")
        yield tag("a", title, star, number, href=f"#battle-{battle.number}", cls="battle")


_STAR: Final = (
    "M"
    + "L".join(
        f"{reach * sin(pi * step / 8):.1f} {-reach * cos(pi * step / 8):.1f}"
        for step, reach in enumerate([11.0, 7.0] * 8)
    )
    + "z"
)


def _label(label: str, at: Spot) -> Html:
    """Return the name under a sign, no wider than its cell in any typeface of the reader's browser."""
    if not label:
        return Html("")
    shown = fit(label, CELL[0], LABEL, Cut.REGULAR).lines[0]
    room = CELL[0] - 3
    is_long = width(shown, Cut.REGULAR, LABEL) * WIDER > room
    squeezed = {"textLength": f"{room:g}", "lengthAdjust": "spacingAndGlyphs"} if is_long else {}
    return tag("text", shown, x=f"{at[0]:g}", y=f"{at[1] + 18:g}", **squeezed)


def _together(units: Sequence[MapUnit], chart: Chart) -> dict[tuple[Spot, int], list[str]]:
    result: dict[tuple[Spot, int], list[str]] = {}
    for unit in units:
        result.setdefault((chart.at(unit.at), unit.side), []).append(unit.label or "an unknown unit")
    return result


def _placed(units: Sequence[MapUnit], chart: Chart, names: Sequence[Box]) -> Iterator[tuple[MapUnit, Spot, Spot]]:
    """Yield each sign with its place and the middle of the free cell that suits it best: near the place, beside it, and
    if possible over no name.
    """
    columns, rows = int(chart.wide / CELL[0]), int(chart.high / CELL[1])
    free = set(product(range(columns), range(rows)))
    named = {cell for name in names for cell in _under(name)}
    for unit in sorted(units, key=lambda unit: (unit.side, -unit.at[1], unit.at[0])):
        spot = chart.at(unit.at)
        cell = min(_near(spot, free), key=lambda cell: (_cost(cell, spot, named), cell), default=(0, 0))
        free.discard(cell)
        yield unit, spot, _middle(cell)


def _under(name: Box) -> Iterator[tuple[int, int]]:
    """Yield the cells that a name lies over."""
    west, north, east, south = name
    columns = range(floor(west / CELL[0]), ceil(east / CELL[0]))
    return product(columns, range(floor(north / CELL[1]), ceil(south / CELL[1])))


def _near(spot: Spot, free: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the free cells around a spot, or all of them if there are none nearby."""
    across, down = int(spot[0] / CELL[0]), int(spot[1] / CELL[1])
    near = {(across + right, down + low) for right, low in product(range(-_REACH, _REACH + 1), repeat=2)}
    return near & free or free


def _cost(cell: tuple[int, int], spot: Spot, named: set[tuple[int, int]]) -> float:
    x, y = _middle(cell)
    west, north, east, south = _box(cell)
    covers = west < spot[0] < east and north < spot[1] < south
    return hypot(x - spot[0], y - spot[1]) + 30 * covers + 18 * (cell in named)


def _middle(cell: tuple[int, int]) -> Spot:
    return round((cell[0] + 0.5) * CELL[0], 1), round((cell[1] + 0.42) * CELL[1], 1)


def _box(cell: tuple[int, int]) -> Box:
    return cell[0] * CELL[0], cell[1] * CELL[1], (cell[0] + 1) * CELL[0], (cell[1] + 1) * CELL[1]
