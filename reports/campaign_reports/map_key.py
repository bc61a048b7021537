"""The key of a situation map: a sample and a word for exactly the signs that are on the sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind
from campaign.terms.words import listing
from campaign.views.map.map import MapCrossing, MapObstacle, MapPlace, MapSide, Metres, SituationMap
from campaign.words.symbol import Frame, UnitSymbol
from campaign_reports.areas import Area
from campaign_reports.blocks import Drawing, Item, void
from campaign_reports.lines import AREAS, WEIGHT_ORDER, stroke_feature, stroke_guessed_coast, stroke_road
from campaign_reports.map_chart import Chart
from campaign_reports.map_draw import colour_of, march_line, supply_line
from campaign_reports.map_sheet import Layout
from campaign_reports.map_signs import (
    draw_arrow_head,
    draw_battle,
    draw_contact,
    draw_crossing,
    draw_cut,
    draw_note_number,
    draw_obstacle,
    draw_place,
)
from campaign_reports.page import Sheet
from campaign_reports.style import INK, MAP, SEA, Colour, grey, tint
from campaign_reports.symbols import draw
from campaign_reports.type import fit

Kind = TypeVar("Kind", RoadKind, FeatureKind)

SAMPLE: Final = 26.0
"""Width of a sample in points."""
MIDDLE: Final = SAMPLE / 2
ROW: Final = 10.6
WORDS: Final = MAP
Sample = Drawing
"""Function that draws a sample from its left end, at the middle of its height."""
Entry = tuple[Sample, str]
_STATE_WORDS: Final = {
    None: "crossing, state not known",
    CrossingState.FERRY: "ferry",
    CrossingState.BRIDGED: "bridge built by engineers",
}
"""Words for states of a crossing; other states are printed under their own name."""


def key_items(view: SituationMap, layout: Layout, room: float, explained: Collection[str] = ()) -> list[Item]:
    """Return a row for each sign on this sheet, without those that another sheet has explained already."""
    return [_row(sample, words, room) for sample, words in _entries(view, layout) if words not in explained]


def key_words(view: SituationMap, layout: Layout) -> set[str]:
    """Return the words that the key of this sheet explains."""
    return {words for _, words in _entries(view, layout)}


def _entries(view: SituationMap, layout: Layout) -> tuple[Entry, ...]:
    return (
        *_troops(view, layout),
        *_obstructions(layout),
        *_doings(view, layout),
        *_places(view, layout),
        *_ground(view, layout),
    )


def _row(sample: Sample, words: str, room: float) -> Item:
    label = fit(words, room - SAMPLE - 7, WORDS, lines=2)
    high = max(ROW, label.depth + 2)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sample(sheet, x + 1, y + high / 2)
        sheet.lines(x + SAMPLE + 6, y + high / 2 - label.depth / 2 + label.size * 0.93, label)

    return Item(high, paint)


def touches(chart: Chart, points: Sequence[Metres]) -> bool:
    """Return whether the box around a line touches the sheet."""
    page = [chart.at(p) for p in points]
    xs, ys = [p[0] for p in page], [p[1] for p in page]
    frame = chart.frame
    return min(xs) < frame.right and max(xs) > frame.x and min(ys) < frame.low and max(ys) > frame.y


def _kinds(chart: Chart, lines: Iterable[tuple[Kind, Sequence[Metres]]]) -> set[Kind]:
    """Return the kinds of lines on the sheet. Once a kind is found no other line of it is looked at."""
    kinds: set[Kind] = set()
    for kind, points in lines:
        if kind not in kinds and touches(chart, points):
            kinds.add(kind)
    return kinds


# what is on the sheet


def _troops(view: SituationMap, layout: Layout) -> Iterator[Entry]:
    shown = {tray.side for tray, _ in layout.trays}
    for n, side in enumerate(view.sides):
        if n in shown:
            seen = any(unit.age for unit in view.units if unit.side == n)
            age_note = ", last seen there, with the age of the report" if seen else ""
            yield _unit(side), f"{side.name}: {'single' if side.frame is Frame.OWN else 'double'} frame{age_note}"


def _ground(view: SituationMap, layout: Layout) -> Iterator[Entry]:
    chart = layout.chart
    kinds = _kinds(chart, ((road.kind, road.points) for road in view.roads))
    for kind in sorted(kinds, key=lambda kind: -WEIGHT_ORDER[kind]):
        yield _road(kind), "usual route over open ground" if kind is RoadKind.DESERT else kind.value
    drawn = _kinds(chart, ((line.kind, line.points) for line in view.lines))
    for feature in FeatureKind:
        if feature in drawn and feature not in AREAS:
            yield (
                _feature(feature),
                "escarpment, hatched downhill" if feature is FeatureKind.ESCARPMENT else feature.value,
            )
        elif feature in drawn and feature in (FeatureKind.WOOD, FeatureKind.MARSH):
            yield _patch(0.5, grey(91)), feature.value
    waters = [line for line in view.lines if line.kind is FeatureKind.SEA and touches(chart, line.points)]
    if waters:
        names = dict.fromkeys(line.name for line in waters if line.name)
        yield _patch(0, SEA), listing(names, 2) if names else "lake or sea"
    if layout.guessed:
        yield (
            lambda sheet, x, y: stroke_guessed_coast(sheet, [(x, y), (x + SAMPLE, y)]),
            "coast, guessed beyond the map",
        )


def _places(view: SituationMap, layout: Layout) -> Iterator[Entry]:
    names = {side.frame: side.name for side in view.sides}
    for held in (Frame.OWN, Frame.ENEMY, None):
        if any(place.held is held for place in layout.places):
            yield _place(MapPlace("", (0, 0), held)), view.unheld if held is None else f"in {names[held]} hands"
    if any(place.is_objective for place in layout.places):
        yield _place(MapPlace("", (0, 0), is_objective=True)), "ground that scores"
    if any(place.is_hill for place in layout.places):
        yield _place(MapPlace("", (0, 0), is_hill=True)), "hill"
    if any(place.is_rough for place in layout.places):
        yield _place(MapPlace("", (0, 0), is_rough=True)), "built-up or broken ground"


def _doings(view: SituationMap, layout: Layout) -> Iterator[Entry]:
    chart = layout.chart
    for n, side in enumerate(view.sides):
        lines = [line for line in view.supply if line.side == n and touches(chart, line.points)]
        for is_open in (True, False):
            if any(line.is_open is is_open for line in lines):
                yield (
                    _supply(side, is_open=is_open),
                    f"{side.name} supply" if is_open else f"{side.name} supply, cut off",
                )
        if any(march.side == n and touches(chart, march.points) for march in view.marches):
            yield _march(side), f"{side.name} march ordered"
        if any(zone.side == n and touches(chart, (zone.at,)) for zone in view.zones):
            yield _zone(colour_of(side)), f"in {side.name} range: no supply passes"
    if any(cell.unit.note for tray, _ in layout.trays for cell in tray.cells):
        yield _note_number, "out of supply: see the note of this number"
    if layout.cuts:
        yield _cut(colour_of(view.sides[layout.cuts[0][0].side])), "supply cut"
    if layout.contacts:
        yield _contact, "contact, at this hour"
    if layout.battles:
        yield _battle(layout.battles[0][0].number), "battle, by its number"
    if any(battle.table is not None for battle, _ in layout.battles):
        yield _table, "edge of its table"


def _obstructions(layout: Layout) -> Iterator[Entry]:
    states = {mark.obstruction.state for mark in layout.numbered if isinstance(mark.obstruction, MapCrossing)}
    for state in (*CrossingState, None):
        if state in states:
            yield _crossing(state), _STATE_WORDS.get(state, f"bridge, {state}")
    kinds = {mark.obstruction.kind for mark in layout.numbered if isinstance(mark.obstruction, MapObstacle)}
    for kind in ObstacleKind:
        if kind in kinds:
            yield _obstacle(kind), f"obstacle: {kind}"


# samples


def _unit(side: MapSide) -> Sample:
    symbol = UnitSymbol(Arm.INFANTRY, SizeMark.BATTALION, frame=side.frame)
    return lambda sheet, x, y: draw(sheet, symbol, x + 7, y - 2.4, 6.6, colour_of(side))


def _road(kind: RoadKind) -> Sample:
    return lambda sheet, x, y: void(stroke_road(sheet, [(x, y), (x + SAMPLE, y)], kind))


def _feature(kind: FeatureKind) -> Sample:
    return lambda sheet, x, y: void(stroke_feature(sheet, [(x, y), (x + SAMPLE, y)], kind))


def _patch(weight: float, fill: Colour) -> Sample:
    return lambda sheet, x, y: sheet.box(x + 4, y - 3, SAMPLE - 8, 6, weight, grey(50), fill)


def _place(place: MapPlace) -> Sample:
    return lambda sheet, x, y: draw_place(sheet, (x + MIDDLE, y), place)


def _supply(side: MapSide, *, is_open: bool) -> Sample:
    return lambda sheet, x, y: supply_line(sheet, [(x, y), (x + SAMPLE, y)], side, is_open=is_open)


def _march(side: MapSide) -> Sample:
    is_own, ink = side.frame is Frame.OWN, colour_of(side)

    def paint(sheet: Sheet, x: float, y: float) -> None:
        march_line(sheet, [(x, y), (x + SAMPLE - 6, y)], ink, hollow=not is_own)
        draw_arrow_head(sheet, (x, y), (x + SAMPLE, y), ink, hollow=not is_own)

    return paint


def _zone(ink: Colour) -> Sample:
    around = ((-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7))

    def paint(sheet: Sheet, x: float, y: float) -> None:
        sheet.path(
            [(x + MIDDLE + a * 5, y + d * 5) for a, d in around], 0.7, ink, tint(ink, 0.1), closed=True, dash=(2.2, 1.6)
        )

    return paint


def _cut(ink: Colour) -> Sample:
    return lambda sheet, x, y: draw_cut(sheet, (x + MIDDLE, y), ink)


def _contact(sheet: Sheet, x: float, y: float) -> None:
    draw_contact(sheet, (x + MIDDLE, y))


def _note_number(sheet: Sheet, x: float, y: float) -> None:
    draw_note_number(sheet, (x + MIDDLE, y), 1)


def _battle(number: int) -> Sample:
    return lambda sheet, x, y: draw_battle(sheet, Area(x + MIDDLE - 7.5, y - 5, 15 if number < 10 else 19, 10), number)


def _table(sheet: Sheet, x: float, y: float) -> None:
    sheet.line(x, y, x + SAMPLE, y, 0.7, INK, (6, 2, 1.2, 2))


def _crossing(state: CrossingState | None) -> Sample:
    return lambda sheet, x, y: draw_crossing(sheet, (x + MIDDLE, y), state)


def _obstacle(kind: ObstacleKind) -> Sample:
    return lambda sheet, x, y: draw_obstacle(sheet, (x + MIDDLE, y), kind, gapped=False)
