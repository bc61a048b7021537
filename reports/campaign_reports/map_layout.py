"""The layout of one sheet of a situation map: the position of every tray, name and mark. Nothing is drawn here.

lay_out   puts them where nothing covers anything
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import cos, dist, inf, pi, sin
from typing import Final

from campaign.terms.ground import FeatureKind
from campaign.values import replace
from campaign.views.map.map import MapCrossing, MapObstacle, MapPlace, MapRoad, MapSupply, Metres, SituationMap
from campaign.words.symbol import Frame
from campaign_reports.areas import Area, Segment, Spot, clipped, from_the_middle, guessed_coast, sea_off
from campaign_reports.lines import AREAS, HACHURE
from campaign_reports.map_chart import Chart, Extent, corners_of, offset, ring
from campaign_reports.map_sheet import Content, Layout, Name, Numbered, patched
from campaign_reports.map_signs import DOT
from campaign_reports.map_trays import Stack, halves_of, stacks_of, tray_of
from campaign_reports.placing import Board, Candidate, beside, everywhere, rings
from campaign_reports.style import MAP, MAP_NAME
from campaign_reports.type import Cut, Setting, fit

LONGEST: Final = 130.0
"""Longest leader in points; if one must be longer, the sheet counts as too crowded."""
MEAN: Final = 42.0
"""Greatest average length of the leaders in points; above it the sheet counts as too crowded."""
SUPPLY_BESIDE: Final = 3.4
"""Distance in points between the middle of a road and the supply line beside it; marches are twice as far away."""
APART: Final = 16.0
"""Average distance in points between places below which they are drawn as a road network."""


def lay_out(
    view: SituationMap, chart: Chart, content: Content, numbers: dict[int, int], *, strictly: bool, budget: float = inf
) -> Layout | None:
    """Return the layout of one sheet; with ``strictly``, None if it is too crowded. ``numbers``: of crossings and
    obstacles; ``budget``: how many spots may be tried for all of it.
    """
    return _Setter(nearby(view, chart), chart, content, numbers, budget).set(strictly=strictly)


def nearby(view: SituationMap, chart: Chart) -> SituationMap:
    """Return the view without the places and lines that do not come near this sheet."""
    middle, frame = chart.centre, chart.frame
    across, up = (frame.wide / 2 + 20) / chart.scale, (frame.high / 2 + 20) / chart.scale
    west, east, south, north = middle[0] - across, middle[0] + across, middle[1] - up, middle[1] + up

    def touches(points: Sequence[Metres]) -> bool:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs) <= east and max(xs) >= west and min(ys) <= north and max(ys) >= south

    return replace(
        view,
        places=tuple(place for place in view.places if west <= place.at[0] <= east and south <= place.at[1] <= north),
        roads=tuple(road for road in view.roads if touches(road.points)),
        supply=tuple(line for line in view.supply if touches(line.points)),
        marches=tuple(march for march in view.marches if touches(march.points)),
    )


def supply_beside(chart: Chart, view: SituationMap, supply: MapSupply) -> list[Spot]:
    """Return a supply line beside its road: one side's lines run on one side of the roads, in either direction."""
    points = supply.points if supply.points[0] <= supply.points[-1] else supply.points[::-1]
    is_own = view.sides[supply.side].frame is Frame.OWN
    return offset([chart.at(p) for p in points], SUPPLY_BESIDE if is_own else -SUPPLY_BESIDE)


def _segments(points: Sequence[Spot], frame: Area) -> list[Segment]:
    return [(*a, *b) for piece in clipped(points, frame) for a, b in pairwise(piece)]


class _Setter:
    """A setter of one sheet: first the things that must not be covered, then those with the strongest claim to a good
    spot.
    """

    def __init__(
        self, view: SituationMap, chart: Chart, content: Content, numbers: dict[int, int], budget: float
    ) -> None:
        self.view, self.chart, self.content, self.numbers = view, chart, content, numbers
        self.board = Board(chart.frame.grown(-1.5), budget)
        self.layout = Layout(chart)
        self._named: set[int] = set()
        """Identities of places with a printed name, as two places may have the same name."""

    def set(self, *, strictly: bool) -> Layout | None:
        """Return the layout; with ``strictly``, None if the sheet is too crowded."""
        stacks = stacks_of(self.content.units)
        for area in self.content.reserved:
            self.board.take(area)
        self._lines()
        self._dots(stacks)
        self._marks()
        first, rest = self._ranked(stacks)
        self._name(first, keep=False)
        if not self._trays(stacks, strictly=strictly):
            return None
        self._captions()
        self._name([place for place in (*first, *rest) if id(place) not in self._named], keep=True)
        self._badges()
        self._exits()
        self._features()
        self._elsewhere()
        self._patch()
        return self.layout

    def _lines(self) -> None:
        """Mark all drawn lines that a name should not cover."""
        view = self.view
        for weight, lines in (
            (0.8, (road.points for road in view.roads)),
            (0.5, (line.points for line in view.lines if line.kind not in AREAS)),
            (0.4, (corners_of(battle.table) for battle in view.battles if battle.table is not None)),
        ):
            for points in lines:
                self._draw([self.chart.at(p) for p in points], weight)
        for supply in view.supply:
            self._draw(supply_beside(self.chart, view, supply), 1.2)
        for march in view.marches:
            self._draw(offset([self.chart.at(p) for p in march.points], 2 * SUPPLY_BESIDE), 0.6)
        for line in view.lines:
            if line.kind is FeatureKind.ESCARPMENT:
                self._draw(offset([self.chart.at(p) for p in line.points], HACHURE), 0.5)
        for zone in view.zones:
            self._draw(ring(self.chart.at(zone.at), zone.radius_m * self.chart.scale), 0.4)

    def _draw(self, page: Sequence[Spot], weight: float) -> None:
        self.board.draw(_segments(page, self.chart.frame), weight)

    def _dots(self, stacks: Sequence[Stack]) -> None:
        """Set places, parts that other sheets show, and positions of troops between places."""
        chart, board = self.chart, self.board
        self.layout.places = self._marked([place for place in self.view.places if chart.holds(place.at)])
        for place in self.layout.places:
            x, y = chart.at(place.at)
            board.take(Area(x - DOT - 0.6, y - DOT - 0.6, 2 * DOT + 1.2, 2 * DOT + 1.2))
        for letter, extent in self.content.insets:
            self._inset(letter, extent)
        for stack in stacks:
            x, y = chart.at(stack.at)
            if board.is_free(dot := Area(x - 1.6, y - 1.6, 3.2, 3.2)):
                board.take(dot)

    def _marked(self, map_places_here: list[MapPlace]) -> list[MapPlace]:
        """Return all places; where they would lie dot on dot only those with troops or events."""
        frame = self.chart.frame
        if len(map_places_here) * APART**2 <= frame.wide * frame.high:
            return map_places_here
        busy = {unit.at for unit in self.content.units} | {march.points[-1] for march in self.view.marches}
        map_places = [place for place in map_places_here if place.is_objective or place.home_of or place.at in busy]
        self.layout.crowd = len(map_places_here) - len(map_places)
        return map_places

    def _inset(self, letter: str, extent: Extent) -> None:
        """Set the outline of another sheet's area, with its letter outside a corner."""
        west, north = self.chart.at((round(extent.west), round(extent.north)))
        east, south = self.chart.at((round(extent.east), round(extent.south)))
        grow = max(0.0, 16 - (east - west)) / 2, max(0.0, 16 - (south - north)) / 2
        box = Area(west - grow[0], north - grow[1], east - west + 2 * grow[0], south - north + 2 * grow[1])
        label = fit(f"Sheet {letter}", 80, 9, Cut.BOLD)
        high = label.pitch
        wide = label.width + 3
        across = [box.x, box.right - wide, *(box.x + n * box.wide / 8 for n in range(1, 7))]
        spots = [Area(x, y, wide, high) for y in (box.y - high - 2, box.low + 2) for x in across]
        spots += [Area(x, y, wide, high) for x in (box.right + 2, box.x - wide - 2) for y in (box.y, box.low - high)]
        spots += [Area(x, box.y + 2, wide, high) for x in (box.x + 2, box.right - wide - 2)]
        best = self.board.best(Candidate(area, n / 10) for n, area in enumerate(spots))
        self.layout.insets.append((letter, box, None if best is None else self._take(label, best)))
        self.board.draw(
            [
                (box.x, box.y, box.right, box.y),
                (box.right, box.y, box.right, box.low),
                (box.right, box.low, box.x, box.low),
                (box.x, box.low, box.x, box.y),
            ],
            1.5,
        )

    def _take(self, label: Setting, area: Area, tie: Segment | None = None) -> Name:
        is_over = self.board.covers(area) > 0
        self.board.take(area)
        if tie is not None:
            self.board.lead(tie)
        return Name(label, area, tie, is_over)

    def _patch(self) -> None:
        """Put a patch under names that were set before the leaders, where a leader runs under them."""
        layout = self.layout
        spots = [(self.chart.at(tray.at), area) for tray, area in layout.trays]
        leaders = [(*spot, *area.nearest(spot)) for spot, area in spots] + [
            name.tie for name in layout.written if name.tie is not None
        ]
        layout.names = [patched(name, leaders) for name in layout.names]
        layout.insets = [(letter, box, name and patched(name, leaders)) for letter, box, name in layout.insets]

    # marks

    def _marks(self) -> None:
        for battle in self.view.battles:
            if self.chart.holds(battle.at):
                wide = 15.0 if battle.number < 10 else 19.0
                spot = self._near(self.chart.at(battle.at), wide, 10.0, clear=4.5)
                if spot is not None:
                    self.layout.battles.append((battle, spot))
        for cut in self.view.cuts:
            if self.chart.holds(cut.at):
                self.layout.cuts.append((cut, self._nudged(cut.at, 7.0), None))
        for contact in self.view.contacts:
            if self.chart.holds(contact.at):
                self.layout.contacts.append((contact, self._nudged(contact.at, 7.0), None))
        items: list[MapCrossing | MapObstacle] = [*self.view.crossings, *self.view.obstacles]
        for number, entry in enumerate(items):
            if self.chart.holds(entry.at):
                self.layout.numbered.append(Numbered(self._nudged(entry.at, 5.6), None, self.numbers[number], entry))

    def _near(self, spot: Spot, wide: float, high: float, clear: float, rounds: int = 5) -> Area | None:
        area = self.board.best(beside(spot, wide, high, clear=clear, rounds=rounds))
        if area is not None:
            self.board.take(area)
        return area

    def _nudged(self, at: Metres, size: float) -> Area:
        """Return the area of a mark on its spot, or beside a mark that lies there already."""
        x, y = self.chart.at(at)
        spots = [Candidate(Area(x - size / 2, y - size / 2, size, size), 0.0)]
        for out in (4.0, 6.0, 8.0, 10.0, 12.0):
            spots += [
                Candidate(
                    Area(x + out * cos(n * pi / 6) - size / 2, y + out * sin(n * pi / 6) - size / 2, size, size),
                    out * 3,
                )
                for n in range(12)
            ]
        area = self.board.best(spots) or spots[0].area
        self.board.take(area)
        return area

    # names

    def _ranked(self, stacks: Sequence[Stack]) -> tuple[list[MapPlace], list[MapPlace]]:
        """Return the places that must be named, the most eventful first; and the others."""
        busy: dict[Metres, int] = defaultdict(int)
        for stack in stacks:
            busy[stack.at] += len(stack.units)
        for march in self.view.marches:
            busy[march.points[-1]] += 1
        first = [p for p in self.layout.places if p.is_objective or busy.get(p.at) or p.home_of]
        rest = [p for p in self.layout.places if not (p.is_objective or busy.get(p.at) or p.home_of)]
        return sorted(first, key=lambda p: (not p.is_objective, -busy.get(p.at, 0), p.name)), rest

    def _name(self, places: Sequence[MapPlace], *, keep: bool) -> None:
        """Set names beside their dots; ``keep``: note down one that finds no room on any sheet."""
        for place in places:
            label = name_of(place, self.chart.frame.wide * 0.3)
            spot, high = self.chart.at(place.at), label.depth
            rounds = 3 if not keep else 9 if place.is_objective else 4
            area = self.board.best(beside(spot, label.width + 2, high, clear=DOT + 2.2, rounds=rounds))
            if area is None:
                if keep and not any(extent.has(place.at) for _, extent in self.content.insets):
                    self.layout.unnamed.append(place.name)
                continue
            near = area.nearest(spot)
            tie = (*spot, *near) if dist(near, spot) > 9 else None
            self.layout.names.append(self._take(label, area, tie))
            self.layout.named.append(place)
            self._named.add(id(place))

    # trays and captions

    def _trays(self, stacks: Sequence[Stack], *, strictly: bool) -> bool:
        trays = sorted(
            (tray_of(stack) for stack in stacks), key=lambda tray: (-tray.wide * tray.high, tray.side, tray.at)
        )
        away, count = 0.0, 0
        full: list[tuple[float, float]] = []
        """Sizes of trays for which there is no room anywhere on the sheet, so that there is none for a larger one."""
        while trays:
            tray, count = trays.pop(0), count + 1
            spot = self.chart.at(tray.at)
            area = self.board.best(rings(spot, tray.wide, tray.high, clear=7.0, reach=LONGEST), leader_to=spot)
            is_hopeless = any(tray.wide >= wide and tray.high >= high for wide, high in full)
            if area is None and not strictly and self.board.budget > 0 and not is_hopeless:
                anywhere = everywhere(self.board, self.chart.frame, spot, tray.wide, tray.high)
                area = self.board.best(anywhere, leader_to=spot)
                if area is None and self.board.budget > 0:
                    full.append((tray.wide, tray.high))
            if area is None:
                if strictly:
                    return False
                if len(tray.cells) == 1:
                    self.layout.homeless.append(tray)
                trays += halves_of(tray)
                continue
            near = area.nearest(spot)
            away += dist(near, spot)
            if strictly and count > 5 and away / count > MEAN:
                return False
            self.board.take(area)
            self.board.lead((*spot, *near))
            self.layout.trays.append((tray, area))
        return not (strictly and away > MEAN * max(3, count))

    def _captions(self) -> None:
        self.layout.cuts = [
            (cut, mark, self._caption(cut.text, mark, MAP, Cut.BOLD)) for cut, mark, _ in self.layout.cuts
        ]
        self.layout.contacts = [
            (map_contact, mark, self._caption(map_contact.clock, mark, MAP, Cut.SEMIBOLD))
            for map_contact, mark, _ in self.layout.contacts
        ]

    def _caption(self, text: str, mark: Area, size: float, cut: Cut) -> Name | None:
        label = fit(text, 92, size, cut, 3)
        high = label.depth
        area = self.board.best(beside(mark.middle, label.width + 2, high, clear=5.5, rounds=5))
        if area is None:
            return None
        near = area.nearest(mark.middle)
        far = dist(near, mark.middle) > 12
        return self._take(label, area, (*mark.middle, *near) if far else None)

    def _badges(self) -> None:
        for n, mark in enumerate(self.layout.numbered):
            wide = 9.5 if mark.number < 10 else 12.5
            area = self._near(mark.mark.middle, wide, 9.5, clear=5.0, rounds=4)
            self.layout.numbered[n] = replace(mark, badge=area)

    # the rest

    def _exits(self) -> None:
        """Set the destination and distance where a road leaves the sheet. In a network that is left out."""
        names: set[str] = set()
        for road in () if self.layout.crowd else self.view.roads:
            for points, name in ((road.points, road.end), (road.points[::-1], road.start)):
                spot = self._leaves(points)
                if spot is None or name in names:
                    continue
                far = self._left(road, points)
                label = fit(f"to {name}, {far:.0f} km" if far >= 1 else f"to {name}", 110, MAP, Cut.ITALIC, 2)
                area = self.board.best(
                    (c for c in beside(spot, label.width + 2, label.depth, clear=4.0, rounds=4)), most=24.0
                )
                if area is not None:
                    names.add(name)
                    self.layout.exits.append(self._take(label, area))

    def _leaves(self, points: Sequence[Metres]) -> Spot | None:
        """Return where a road that begins on the sheet and ends off it crosses the frame."""
        if not self.chart.holds(points[0]) or self.chart.frame.has(self.chart.at(points[-1])):
            return None
        pieces = clipped([self.chart.at(p) for p in points], self.chart.frame)
        return pieces[0][-1] if pieces else None

    def _left(self, road: MapRoad, points: Sequence[Metres]) -> float:
        """Return the kilometres from the frame's edge to the road's end."""
        page = [self.chart.at(p) for p in points]
        length = sum(dist(b, a) for a, b in pairwise(page)) or 1.0
        inside = sum(dist(b, a) for piece in clipped(page, self.chart.frame)[:1] for a, b in pairwise(piece))
        return road.length_m / 1000 * (1 - min(1.0, inside / length))

    def _features(self) -> None:
        """Set waters by the dry points around them; names of waters, lines and regions where nothing else is."""
        chart, frame = self.chart, self.chart.frame
        dry = [chart.at(place.at) for place in self.view.places]
        dry += [chart.at(p) for road in self.view.roads for p in road.points[1:-1]]
        dry = [spot for spot in dry if frame.has(spot)]
        names: set[str] = set()
        for line in self.view.lines:
            page = [chart.at(p) for p in line.points]
            if line.kind is FeatureKind.COAST:
                for piece in clipped(page, frame):
                    if water := sea_off(frame, piece, dry):
                        self.layout.waters.append(water)
                        self.layout.guessed += guessed_coast(frame, piece)
            if not line.name or line.name in names:
                continue
            label = fit(line.name, 120, MAP, Cut.ITALIC, 2)
            spots = (
                [_middle(page)] if line.kind in AREAS else [s for piece in clipped(page, frame) for s in _spread(piece)]
            )
            candidates = [c for spot in spots if frame.has(spot) for c in self._over(spot, label, line.kind)]
            area = self.board.best(sorted(candidates, key=lambda c: c.away), most=9.0)
            if area is not None:
                names.add(line.name)
                self.layout.features.append(self._take(label, area))

    def _over(self, spot: Spot, label: Setting, kind: FeatureKind) -> list[Candidate]:
        wide, high = label.width + 2, label.depth
        if kind in AREAS:
            return [
                Candidate(Area(spot[0] - wide / 2, spot[1] - high / 2 + n * 9, wide, high), abs(n))
                for n in (0, -1, 1, -2, 2)
            ]
        return list(beside(spot, wide, high, clear=7.0, rounds=1))

    def _elsewhere(self) -> None:
        """Mark the positions of troops that another sheet shows."""
        for letter, units in self.content.elsewhere:
            counts: dict[Metres, int] = defaultdict(int)
            for unit in units:
                counts[unit.at] += 1
            for at, count in counts.items():
                if self.chart.holds(at):
                    label = fit(f"{count} on {letter}", 60, MAP, Cut.SEMIBOLD)
                    area = self._near(self.chart.at(at), label.width + 4, label.pitch + 1, clear=4.5)
                    if area is not None:
                        self.layout.elsewhere.append(Name(label, area))


def _middle(points: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _spread(piece: Sequence[Spot]) -> list[Spot]:
    """Return the spots at which the name of a line may stand along a piece of it."""
    return from_the_middle(piece, (0.2, 0.5, 0.8))[:24]


def name_of(place: MapPlace, most: float) -> Setting:
    """Return the setting of a place's name: bold for objectives."""
    words = f"{place.name} ({place.home_of} home edge)" if place.home_of else place.name
    return fit(words, most, MAP_NAME, Cut.BOLD if place.is_objective else Cut.SEMIBOLD, 2)
