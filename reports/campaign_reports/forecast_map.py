"""The map of a forecast: each place that scores with its likely holder in the last evening."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import cos, pi, sin

from campaign.terms.ground import RoadKind
from campaign.values import replace
from campaign.views.forecast.campaign_forecast import HolderChance, PlaceForecast
from campaign.views.forecast.forecast_paper import ForecastPaper
from campaign.views.map.map import MapPlace, SituationMap
from campaign_reports.areas import Spot
from campaign_reports.blocks import text_items
from campaign_reports.forecast_plots import points
from campaign_reports.map import content_area, whole_layout
from campaign_reports.map_draw import draw_sheet
from campaign_reports.map_sheet import Layout
from campaign_reports.page import Mark, Paper, Part, Sheet
from campaign_reports.style import CLOSE_RULE, INK, MM, ROW_RULE, TEXT, WHITE, Colour, grey

RADIUS = 4.0
CROWDED = 30
"""Places of a map from which on those that matter least are left out."""
TRACKS = frozenset({RoadKind.TRACK, RoadKind.DESERT})
KEY = 13 * MM
"""Height in points that the key needs below the map."""
TONES: tuple[Colour, ...] = (grey(25), grey(88), grey(60), grey(75))
"""Greys of the sides in their order; no side is white."""


def map_part(view: ForecastPaper, paper: Paper) -> Part | None:
    """Return the page of the map, upright or across, whichever shows it larger; None if no map has room on a page."""
    by_name = {place.place: place for place in view.forecast.places}
    ground = _thinned(view.ground, by_name)
    ground = replace(ground, places=tuple(_named(place, by_name) for place in ground.places))
    choices: list[tuple[int, bool, Layout]] = []
    for landscape in (False, True):
        area = content_area(paper, landscape=landscape)
        layout = whole_layout(ground, area._replace(high=area.high - KEY))
        if layout is not None:
            choices.append((layout.chart.one_in, landscape, layout))
    if not choices:
        return None
    _, landscape, layout = min(choices, key=lambda choice: choice[:2])
    last = view.forecast.last.on
    title = f"Likely holders in the evening of {last.day} {last:%B %Y}"
    return Part(
        replace(view.masthead, title="Likely holders"),
        lambda sheet: _paint(sheet, view, ground, layout),
        landscape=landscape,
        name=title,
    )


def _thinned(ground: SituationMap, scoring: Container[str]) -> SituationMap:
    """Return a crowded map without the places that do not score and lie on tracks alone, such as landing zones, and
    without their tracks; any other map unchanged.
    """
    if len(ground.places) <= CROWDED:
        return ground
    on_roads = {name for road in ground.roads if road.kind not in TRACKS for name in (road.start, road.end)}
    kept = [place for place in ground.places if place.name in scoring or place.name in on_roads or place.home_of]
    names = {place.name for place in kept}
    roads = tuple(road for road in ground.roads if names.issuperset((road.start, road.end)))
    return replace(ground, places=tuple(kept), roads=roads)


def _named(place: MapPlace, by_name: dict[str, PlaceForecast]) -> MapPlace:
    """Return the place with its most likely holder beside its name."""
    forecast = by_name.get(place.name)
    if forecast is None:
        return place
    likely = max(forecast.evenings[-1].holders, key=lambda holder: holder.chance.share)
    words = f"{place.name}: {likely.side or 'no side'} {points(likely.chance)} %"
    return replace(place, name=words, is_objective=True)


def _paint(sheet: Sheet, view: ForecastPaper, ground: SituationMap, layout: Layout) -> None:
    sheet.begin()
    sides = [score.side for score in view.forecast.scores]
    at = {place.name: place.at for place in view.ground.places}
    with sheet.marked(Mark.MAP):
        draw_sheet(sheet, ground, layout)
        for place in view.forecast.places:
            if place.place in at:
                draw_shares(sheet, layout.chart.at(at[place.place]), place.evenings[-1].holders, sides)
    _draw_key(sheet, layout.chart.frame.low + 4 * MM, sides, "no side" if view.forecast.enemy is None else "not ours")


def draw_shares(sheet: Sheet, spot: Spot, holders: Sequence[HolderChance], sides: Sequence[str]) -> None:
    """Draw a disc cut by the chances of the sides, clockwise from the top in the order of the sides."""
    sheet.disc(*spot, RADIUS, CLOSE_RULE, INK, WHITE)
    start = 0.0
    shares = {holder.side: holder.chance.share for holder in holders}
    for side, tone in zip(sides, TONES, strict=False):
        share = shares.get(side, 0.0)
        if share:
            sheet.path(_slice(spot, start, start + share), fill=tone, closed=True)
        start += share
    sheet.disc(*spot, RADIUS, CLOSE_RULE, INK)


def _slice(spot: Spot, start: float, end: float) -> list[Spot]:
    steps = max(2, round(48 * (end - start)))
    turns = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    rim = [(spot[0] + RADIUS * sin(turn), spot[1] - RADIUS * cos(turn)) for turn in turns]
    return rim if end - start >= 1 else [spot, *rim]


def _draw_key(sheet: Sheet, y: float, sides: Sequence[str], others: str) -> None:
    x = sheet.left_x
    for side, tone in [*zip(sides, TONES, strict=False), (others, WHITE)]:
        sheet.box(x, y, 8, 8, ROW_RULE, INK, tone)
        x += 11 + sheet.text(x + 11, y + 6.8, side, TEXT) + 12
    y += 11
    words = "Each disc shows the sides' chances to hold the place; next to the name is the likeliest holder."
    for item in text_items(words, sheet.room):
        item.draw(sheet, sheet.left_x, y)
        y += item.height
