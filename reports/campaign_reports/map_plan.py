"""The plan of a situation map's sheets. Nothing is drawn here.

A map whose troops find room on one page is one sheet. Else the first sheet shows all of it, with brigades and divisions
as signs, and one or a few lettered sheets show the areas of battle larger, with every battalion there.

    plan_map       the sheets of a view
    plan_whole     one sheet of all of it, in a frame of a page that shows other things too
    framed_anew    a sheet in another frame
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate, product
from math import dist
from typing import Final

from campaign.values import dataclass, replace
from campaign.views.map.map import Metres, SituationMap
from campaign_reports.areas import Area
from campaign_reports.map_chart import LEAST_SPAN, RIM, Chart, Extent, chart_for
from campaign_reports.map_layout import lay_out
from campaign_reports.map_sheet import Content, Layout

MUCH_MORE: Final = 1.5
PAGE: Final = 4 / 3
"""Approximate ratio of the frame's long side to its short side."""
TINIEST: Final = 400.0
"""Least distance in metres that a sheet shows."""
CLOSE: Final = 19.0
"""Distance in points below which spots overlap."""
CLASH: Final = 8_000.0
"""Distance in metres within which enemies are in contact or soon will be."""
BATTLE: Final = 10
"""Weight of a battle, in units within reach of an enemy; a contact has half of it."""
LARGER: Final = 3.0
"""Least factor by which a sheet of a part is larger than the sheet of the full map."""
LEAST_PART: Final = 0.6
"""Least share of the width of a part's sheet that it uses, so that it shows the country round a battle."""
MOST_PARTS: Final = 3
"""Most sheets of parts."""
MOST_SINGLE: Final = 60
"""Most battalions that a full map shows one by one if the page has other contents too; with more it shows brigades."""
LEAST_HIGH: Final = 220.0
"""Least height in points of a full map."""
MOST_EDGES: Final = 100
"""Most western and southern edges, each, that are tried for the sheet of a part."""
ENOUGH: Final = 0.85
"""Share of the battles and contacts shown on larger sheets from which no further sheet is made."""


@dataclass(frozen=True, slots=True)
class MapSheet:
    """One sheet: its letter (empty for the overview and for the only one), its orientation, and its layout."""

    letter: str
    landscape: bool
    panel_below: bool
    layout: Layout
    extent: Extent
    content: Content


Frames = Callable[[Extent, bool], tuple[bool, bool, Area]]
"""Function from a piece of the map, and whether it is only a part, to its frame on paper: whether the page is
landscape, whether the panel is below the map, and the area of the map."""


def plan_map(view: SituationMap, frames: Frames, numbers: dict[int, int]) -> list[MapSheet]:
    """Return one sheet if the troops find room on it; else one of the whole, and one for each area of battle."""
    single = _single(view, frames, numbers)
    if single is not None:
        return [single]
    extent_of_all = whole_extent(view, has_parts=True)
    parts = _parts(view, chart_for(extent_of_all, frames(extent_of_all, False)[2], RIM / 2))
    letters = [letter_of(n) for n in range(len(parts))]
    rest, troops = view.units, []
    for n, extent in enumerate(parts):
        chart = chart_for(extent, frames(extent, True)[2])
        troops.append(tuple(unit for unit in rest if chart.holds(unit.at, RIM + 0.1)))
        rest = tuple(unit for unit in rest if not chart.holds(unit.at, RIM + 0.1))
        parts[n] = extent.joined(unit.at for unit in troops[n])
    insets = tuple(zip(letters, parts, strict=True))
    sheets = [_sheet(view, frames, numbers, "", Content(view.formations, extent_of_all, insets=insets), strictly=False)]
    elsewhere = (*zip(letters, troops, strict=True), ("the overview", rest))
    for letter, units, extent in zip(letters, troops, parts, strict=True):
        others = tuple(pair for pair in elsewhere if pair[0] != letter)
        sheets.append(_sheet(view, frames, numbers, letter, Content(units, extent, others), strictly=False))
    return [sheet for sheet in sheets if sheet is not None]


def plan_whole(view: SituationMap, most: Area, numbers: dict[int, int]) -> MapSheet | None:
    """Return the important part of the map, no higher than necessary: every battalion if there is room for them, else
    brigades and divisions as signs.
    """
    extent = whole_extent(view)
    chart = chart_for(extent, most)
    frame = Area(most.x, most.y, most.wide, min(most.high, max(extent.high * chart.scale + 2 * RIM, LEAST_HIGH)))

    def frames(_: Extent, is_part: bool) -> tuple[bool, bool, Area]:
        return False, False, frame

    single = _single(view, frames, numbers) if len(view.units) <= MOST_SINGLE else None
    return single or _sheet(view, frames, numbers, "", Content(view.formations, extent), strictly=False)


def _single(view: SituationMap, frames: Frames, numbers: dict[int, int]) -> MapSheet | None:
    """Return the only sheet of a map on which all troops find room and can be told apart; None if there is none."""
    content, extent = Content(view.units), whole_extent(view)
    chart = chart_for(extent, frames(extent, False)[2], _rim(content))
    if view.units and _is_crowded(view, chart):  # told first: to lay out a crowded sheet takes long
        return None
    return _sheet(view, frames, numbers, "", content, strictly=True)


def fights(view: SituationMap) -> dict[Metres, int]:
    """Return the places of battle with their weight: units with an enemy near, battles, contacts."""
    points: dict[Metres, int] = defaultdict(int)
    squares: dict[tuple[int, int], set[tuple[int, Metres]]] = defaultdict(set)
    for unit in view.units:
        squares[_square(unit.at)].add((unit.side, unit.at))
    for unit in view.units:
        if any(side != unit.side and dist(unit.at, at) <= CLASH for side, at in _around(squares, unit.at)):
            points[unit.at] += 1
    for battle in view.battles:
        points[battle.at] += BATTLE
    for contact in view.contacts:
        points[contact.at] += BATTLE // 2
    return dict(points)


def _square(at: Metres) -> tuple[int, int]:
    """Return the square of the map that a point lies in; enemies that may clash lie in one square or in neighbours."""
    return int(at[0] // CLASH), int(at[1] // CLASH)


def _around(
    squares: Mapping[tuple[int, int], Collection[tuple[int, Metres]]], at: Metres
) -> Iterator[tuple[int, Metres]]:
    """Yield the troops in a point's square and its neighbours, with their sides."""
    column, row = _square(at)
    for across, up in product((0, -1, 1), repeat=2):
        yield from squares.get((column + across, row + up), ())


def _parts(view: SituationMap, chart: Chart) -> list[Extent]:
    """Return the areas of the map with the most battles, from north to south, each small enough to be shown larger than
    on the chart of the whole; without battles, those with most troops.
    """
    troops = Counter(unit.at for unit in view.units)
    rest = fights(view) or dict(troops)
    enough = sum(rest.values()) * (1 - ENOUGH)
    sides = [max(side - 2 * RIM, 20.0) / chart.scale / LARGER for side in (chart.frame.wide, chart.frame.high)]
    parts: list[Extent] = []
    while sum(rest.values()) > enough and len(parts) < MOST_PARTS:
        windows = [window for wide, high in (sides, sides[::-1]) for window in _windows({*rest, *troops}, wide, high)]
        parts.append(_part(view, _heaviest(windows, rest, troops)))
        rest = {at: weight for at, weight in rest.items() if not parts[-1].has(at)}
    return sorted(parts, key=lambda extent: (-extent.north, extent.west))


def _windows(spots: Collection[Metres], wide: float, high: float) -> Iterator[Extent]:
    """Yield the rectangles of this size that have spots on their western and southern edges; on a front with very many
    spots, those of some spots, evenly chosen.
    """
    for west, south in product(_edges({at[0] for at in spots}), _edges({at[1] for at in spots})):
        yield Extent(west, south, west + wide, south + high)


def _edges(edges: Collection[int]) -> Collection[int]:
    return edges if len(edges) <= MOST_EDGES else sorted(edges)[:: -(-len(edges) // MOST_EDGES)]


def _heaviest(windows: Iterable[Extent], *weights: Mapping[Metres, int]) -> Extent:
    """Return the window with the most of the first weights; among equal ones, with the most of the next."""
    best = list(windows)
    for of_spots in weights:
        held = list(_held(best, of_spots))
        most = max(held)
        best = [window for window, weight in zip(best, held, strict=True) if weight == most]
    return best[0]


def _held(windows: Iterable[Extent], of_spots: Mapping[Metres, int]) -> Iterator[int]:
    """Yield the weight in each window. Windows one above the other are parts of one strip, whose spots are added up
    once.
    """
    northward = sorted((north, east, weight) for (east, north), weight in of_spots.items())

    @cache
    def strip(west: float, east: float) -> tuple[list[int], list[int]]:
        inside = [(north, weight) for north, at, weight in northward if west <= at <= east]
        return [north for north, _ in inside], list(accumulate((weight for _, weight in inside), initial=0))

    for window in windows:
        norths, sums = strip(window.west, window.east)
        yield sums[bisect_right(norths, window.north)] - sums[bisect_left(norths, window.south)]


def _part(view: SituationMap, window: Extent) -> Extent:
    """Return the part of the window with troops, marches or objectives."""
    points = [unit.at for unit in view.units] + [battle.at for battle in view.battles]
    points += [contact.at for contact in view.contacts] + [march.points[-1] for march in view.marches]
    points += [place.at for place in view.places if place.is_objective]
    return Extent.about([at for at in points if window.has(at)], LEAST_PART * min(window.wide, window.high))


def _is_crowded(view: SituationMap, chart: Chart) -> bool:
    """Return whether many of the important spots lie too close together to be told apart."""
    spots = sorted(
        {chart.at(at) for at in (*(u.at for u in view.units), *(p.at for p in view.places if p.is_objective))}
    )
    xs, close = [x for x, _ in spots], set[int]()
    for n, (x, y) in enumerate(spots):
        for later in range(n + 1, bisect_right(xs, x + CLOSE)):
            if xs[later] - x < CLOSE and abs(spots[later][1] - y) < CLOSE:
                close |= {n, later}
    return len(close) > len(spots) / 3


def letter_of(number: int) -> str:
    """Return the letter of a sheet: A to Z, AA, AB ..."""
    return (letter_of(number // 26 - 1) if number >= 26 else "") + chr(65 + number % 26)


def _sheet(
    view: SituationMap, frames: Frames, numbers: dict[int, int], letter: str, content: Content, *, strictly: bool
) -> MapSheet | None:
    extent = content.extent or whole_extent(view)
    landscape, below, frame = frames(extent, bool(letter))
    layout = lay_out(view, chart_for(extent, frame, _rim(content)), content, numbers, strictly=strictly)
    return None if layout is None else MapSheet(letter, landscape, below, layout, extent, content)


def framed_anew(view: SituationMap, sheet: MapSheet, numbers: dict[int, int], frame: Area) -> MapSheet:
    """Return the same sheet in another frame."""
    chart = chart_for(sheet.extent, frame, _rim(sheet.content))
    layout = lay_out(view, chart, sheet.content, numbers, strictly=False)
    return sheet if layout is None else replace(sheet, layout=layout)


def _rim(content: Content) -> float:
    """Return the rim of a sheet: the sheet of the whole needs little room for trays around its contents."""
    return RIM / 2 if content.insets else RIM


def _least(view: SituationMap) -> float:
    """Return the least width and height of a sheet in metres; a smaller map still fills its sheet."""
    points = [p.at for p in view.places] + [u.at for u in view.units]
    whole_extent = Extent.about(points or [(0, 0)], 0)
    span = max(whole_extent.wide, whole_extent.high)
    return min(LEAST_SPAN, max(span, TINIEST)) if span else LEAST_SPAN


def whole_extent(view: SituationMap, *, has_parts: bool = False) -> Extent:
    """Return the extent of everything important: troops, battles, contacts, objectives, crossings; and of every place,
    if that is not much more. If parts of it are shown on other sheets it includes more, as long as the page it fills
    has room.
    """
    points = [u.at for u in view.units] + [b.at for b in view.battles]
    points += [c.at for c in view.contacts] + [c.at for c in view.cuts] + [p.at for p in view.places if p.is_objective]
    if has_parts:
        points += [crossing.at for crossing in view.crossings]
    places, least = [p.at for p in view.places], _least(view)
    if not points:
        return Extent.about(places or [(0, 0)], least)
    matters, everywhere = Extent.about(points, least), Extent.about([*points, *places], least)
    if has_parts:
        return everywhere if _room(everywhere) <= _room(matters) * MUCH_MORE else matters
    little_more = everywhere.wide <= matters.wide * MUCH_MORE and everywhere.high <= matters.high * MUCH_MORE
    return everywhere if little_more else matters


def _room(extent: Extent) -> float:
    """Return the metres on the long side of a page in either orientation, which decide the scale."""
    long, short = max(extent.wide, extent.high), min(extent.wide, extent.high)
    return max(long, short * PAGE)
