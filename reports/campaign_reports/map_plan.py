"""Which sheets a situation map takes. Nothing is drawn here.

A map whose troops find room on one page is one sheet. Else an overview shows the whole, and a lettered sheet each part
where the troops stand too close; each unit is on one sheet only, and the others say on which.

    plan_map       the sheets of a view
    framed_anew    a sheet in another frame
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from campaign.views.map import MapUnit, SituationMap
from campaign_reports.areas import Area
from campaign_reports.map_chart import LEAST_SPAN, RIM, Chart, Extent, chart_for
from campaign_reports.map_layout import lay_out
from campaign_reports.map_sheet import Content, Layout

NEAR: Final = 0.3
"""Of the breadth of a part: so far round it the goals of its troops are still shown on its sheet."""
UNNAMED: Final = 0.06
"""Of the places on a sheet, so many may go without a name."""
MUCH_MORE: Final = 1.5
PAGE: Final = 4 / 3
"""Of the short side of the frame, its long side, about."""
TINIEST: Final = 400.0
"""Metres: no sheet shows less."""
CLOSE: Final = 19.0
"""Spots nearer than this run into each other."""


@dataclass(frozen=True, slots=True)
class MapSheet:
    """One sheet: its letter (empty for the overview and for the only one), the way it lies, and what goes where."""

    letter: str
    landscape: bool
    panel_below: bool
    layout: Layout
    extent: Extent
    content: Content


Frames = Callable[[Extent], tuple[bool, bool, Area]]
"""The frame on paper for a piece of map: whether the page lies across, whether the panel is below the map, and where
the map goes."""


def plan_map(view: SituationMap, frames: Frames, numbers: dict[int, int]) -> list[MapSheet]:
    """One sheet if the troops find room on it; else an overview and a sheet for each part that is crowded."""
    whole_map_sheet = _sheet(view, frames, numbers, "", Content(view.units), strictly=True)
    if whole_map_sheet is not None and not (view.units and _is_crowded(view, whole_map_sheet.layout.chart)):
        return [whole_map_sheet]
    crowded = _regions(view, frames, numbers, list(view.units))
    apart = [units for units in crowded if len({unit.at for unit in units}) == 1]
    crowded = [units for units in crowded if units not in apart]
    if apart and crowded:
        outline = [("", _outline(units)) for units in crowded]
        trial = Content(tuple(u for units in apart for u in units), insets=tuple(outline))
        if _sheet(view, frames, numbers, "", trial, strictly=True) is None:
            crowded, apart = [*crowded, *apart], []
    else:
        crowded, apart = [*crowded, *apart], []
    crowded.sort(key=lambda units: (-max(u.at[1] for u in units), min(u.at[0] for u in units)))
    letters = [letter_of(n) for n in range(len(crowded))]
    insets = tuple((letter, _outline(units)) for letter, units in zip(letters, crowded, strict=True))
    rest = tuple(u for units in apart for u in units)
    sheets = [_sheet(view, frames, numbers, "", Content(rest, insets=insets), strictly=False)]
    for letter, units in zip(letters, crowded, strict=True):
        other_areas = tuple(
            (other_letter, tuple(map_units_there))
            for other_letter, map_units_there in zip(letters, crowded, strict=True)
            if other_letter != letter
        )
        if rest:
            other_areas = (*other_areas, ("the overview", rest))
        sheets.append(_sheet(view, frames, numbers, letter, Content(tuple(units), other_areas), strictly=False))
    return [sheet for sheet in sheets if sheet is not None]


def _is_crowded(view: SituationMap, chart: Chart) -> bool:
    """Do many of the spots that matter lie so close together that one cannot tell them apart?"""
    spots = sorted(
        {chart.at(at) for at in (*(u.at for u in view.units), *(p.at for p in view.places if p.is_objective))}
    )
    close = sum(any(a != b and abs(a[0] - b[0]) < CLOSE and abs(a[1] - b[1]) < CLOSE for b in spots) for a in spots)
    return close > len(spots) / 3


def letter_of(number: int) -> str:
    """A to Z, AA, AB ..."""
    return (letter_of(number // 26 - 1) if number >= 26 else "") + chr(65 + number % 26)


def _outline(units: Sequence[MapUnit]) -> Extent:
    """What an overview marks off for another sheet: where its troops stand."""
    core = Extent.about([unit.at for unit in units], 400)
    by = 0.03 * max(core.wide, core.high)
    return Extent(core.west - by, core.south - by, core.east + by, core.north + by)


def _sheet(
    view: SituationMap, frames: Frames, numbers: dict[int, int], letter: str, content: Content, *, strictly: bool
) -> MapSheet | None:
    extent = _part(view, content.units) if letter else _whole_extent(view, overview=bool(content.insets))
    landscape, below, frame = frames(extent)
    layout = lay_out(view, chart_for(extent, frame, _rim(content)), content, numbers, strictly=strictly)
    return None if layout is None else MapSheet(letter, landscape, below, layout, extent, content)


def framed_anew(view: SituationMap, sheet: MapSheet, numbers: dict[int, int], frame: Area) -> MapSheet:
    """The same sheet in another frame."""
    chart = chart_for(sheet.extent, frame, _rim(sheet.content))
    layout = lay_out(view, chart, sheet.content, numbers, strictly=False)
    return sheet if layout is None else replace(sheet, layout=layout)


def _rim(content: Content) -> float:
    """An overview needs little room for trays round what it shows."""
    return RIM / 2 if content.insets else RIM


def _part(view: SituationMap, units: Sequence[MapUnit]) -> Extent:
    """Where these units stand, where they are to march if that is near, and the ground that scores close by."""
    least = _least(view)
    core = Extent.about([unit.at for unit in units], least)
    by = NEAR * max(core.wide, core.high)
    near = Extent(core.west - by, core.south - by, core.east + by, core.north + by)
    spots = {unit.at for unit in units}
    goals = [march.points[-1] for march in view.marches if march.points[0] in spots] + [
        p.at for p in view.places if p.is_objective
    ]
    return Extent.about([*(unit.at for unit in units), *(at for at in goals if near.has(at))], least)


def _least(view: SituationMap) -> float:
    """The least metres that a sheet is wide and high: a map that is smaller as a whole fills its sheet all the same."""
    points = [p.at for p in view.places] + [u.at for u in view.units]
    whole_extent = Extent.about(points or [(0, 0)], 0)
    span = max(whole_extent.wide, whole_extent.high)
    return min(LEAST_SPAN, max(span, TINIEST)) if span else LEAST_SPAN


def _whole_extent(view: SituationMap, *, overview: bool) -> Extent:
    """Everything that matters: troops, battles, contacts, objectives; every place, if that is not much more. An
    overview, whose troops are shown on other sheets, takes in more, as long as the page it fills has room."""
    points = [u.at for u in view.units] + [b.at for b in view.battles]
    points += [c.at for c in view.contacts] + [c.at for c in view.cuts] + [p.at for p in view.places if p.is_objective]
    places, least = [p.at for p in view.places], _least(view)
    if not points:
        return Extent.about(places or [(0, 0)], least)
    matters, everywhere = Extent.about(points, least), Extent.about([*points, *places], least)
    if overview:
        return everywhere if _room(everywhere) <= _room(matters) * MUCH_MORE else matters
    little_more = everywhere.wide <= matters.wide * MUCH_MORE and everywhere.high <= matters.high * MUCH_MORE
    return everywhere if little_more else matters


def _room(extent: Extent) -> float:
    """Metres that the long side of a page has to hold, whichever way it is turned: what this comes to tells the
    scale."""
    long, short = max(extent.wide, extent.high), min(extent.wide, extent.high)
    return max(long, short * PAGE)


def _regions(view: SituationMap, frames: Frames, numbers: dict[int, int], units: list[MapUnit]) -> list[list[MapUnit]]:
    """Parts of the map whose troops find room on a sheet of their own: split at wide gaps near the middle."""
    if len({unit.at for unit in units}) == 1 or (len(units) < len(view.units) and _fits(view, frames, numbers, units)):
        return [units]
    spans = [max(u.at[axis] for u in units) - min(u.at[axis] for u in units) for axis in (0, 1)]
    axis = 0 if spans[0] >= spans[1] else 1
    ordered = sorted(units, key=lambda unit: (unit.at[axis], unit.at))
    best = max(
        (n for n in range(1, len(ordered)) if ordered[n].at[axis] > ordered[n - 1].at[axis]),
        key=lambda n: (ordered[n].at[axis] - ordered[n - 1].at[axis]) * sqrt(min(n, len(ordered) - n)),
    )
    return [*_regions(view, frames, numbers, ordered[:best]), *_regions(view, frames, numbers, ordered[best:])]


def _fits(view: SituationMap, frames: Frames, numbers: dict[int, int], units: list[MapUnit]) -> bool:
    """Do they find room on one sheet, and the names of nearly all places with them?"""
    sheet = _sheet(view, frames, numbers, "?", Content(tuple(units)), strictly=True)
    return sheet is not None and len(sheet.layout.unnamed) <= UNNAMED * len(sheet.layout.places)
