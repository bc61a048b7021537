"""From the strokes and dots of all sources to one map of places and roads: the same steps for every format.

    lay_out(draft, wishes) -> Chart

In this order: grids become degrees; roads are told from other lines; the scale is found (`scale`); ends within two
metres are one point; lines drawn there and back, or twice, count once; lines that cross meet, on a map drawn by hand;
ends that nearly meet are joined (`meeting`); names are given to junctions; lines are cut where they meet; stretches
drawn again count once; lengths that the file states are kept; stretches of one kind are joined; and the kilometres are
counted again. Each decision is a doubt of the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan, degrees, sinh
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign import geojson_own
from campaign.exchange.foreign.crossings import crossed
from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Chart, Draft, Line, Node, Point
from campaign.exchange.foreign.grids import turned_to_degrees
from campaign.exchange.foreign.map_doubts import tell
from campaign.exchange.foreign.meeting import OFFER_M, REACH_M, meet
from campaign.exchange.foreign.place_names import give_names
from campaign.exchange.foreign.plane import SAME_M, Plane, RoadLine, without_repeats
from campaign.exchange.foreign.positions import AXIS_M
from campaign.exchange.foreign.roads import Net, Strand
from campaign.exchange.foreign.scale import (
    MERCATOR,
    SHORT,
    Drawing,
    Facts,
    Scale,
    axes_in_doubt,
    scale_of,
    shorter,
    unit_as_set,
)
from campaign.exchange.foreign.sorting import Road, reasons_of, sort_out
from campaign.exchange.foreign.strokes import DEGREES, Dot, Layer, Stroke
from campaign.exchange.foreign.twins import leave_short, once
from campaign.terms.words import listing, of_kind

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

SUM_PART = 0.02
"""Part of the kilometres that may be missing in the sum before the sum counts as broken."""


def lay_out(draft: Draft, wishes: Wishes, as_set: Mapping[str, str]) -> Chart:
    """Return the map of all layers of a draft. ``as_set``: settings for the map (`changes.map_settings`). Raises
    BadFile.
    """
    layers = draft.layers
    for layer in layers:
        layer.draft = draft
    keyed = _keyed(layers, draft)
    _fill_ends(layers, keyed)
    roads = sort_out(layers, draft, wishes.road_kinds, _names(layers))
    _require_roads(layers, roads)
    for layer in layers:
        turned_to_degrees(layer)
    roads = _without_connections([road for road in roads if road.stroke.points], layers, draft)
    if not roads:
        raise BadFile(f"{_names(layers)} has no road that can be read. The first error: {draft.refused[0]}")
    facts = _facts(layers, as_set, draft)
    axes = as_set.get("map axes", "").lower()
    if axes.startswith("lat"):
        _turn(layers, lambda point: point[::-1])
    elif (
        not axes
        and DEGREES in (facts.unit, facts.usual)
        and "unit" not in facts.as_set
        and (doubt := axes_in_doubt([road.stroke for road in roads])) is not None
    ):
        tell(draft, doubt)
    scale, doubts = scale_of([road.stroke for road in roads], facts)
    for doubt in doubts:
        tell(draft, doubt)
    if scale.unit == MERCATOR:
        scale = _turn_mercator(layers, scale)
    return _Laying(layers, roads, scale, draft, wishes, as_set).chart(keyed)


def _names(layers: Iterable[Layer]) -> str:
    return listing(dict.fromkeys(layer.name for layer in layers), 4)


def _keyed(layers: Sequence[Layer], draft: Draft) -> dict[str, Dot]:
    """Return the points that stay places, by key; a key of two points is refused."""
    result: dict[str, Dot] = {}
    for layer in layers:
        kept = []
        for dot in layer.dots:
            first = result.setdefault(dot.key, dot) if dot.key else dot
            if first is dot:
                kept.append(dot)
            elif first.point != dot.point:
                draft.refuse(dot.where, f"the key {dot.key} is used for two places. Give one of the places another key")
        layer.dots = kept
    return result


def _fill_ends(layers: Sequence[Layer], keyed: Mapping[str, Dot]) -> None:
    """Give lines that have only the keys of their ends their points. Raises BadFile where a key has no point."""
    for layer in layers:
        for stroke in layer.strokes:
            if stroke.ends is None:
                continue
            missing = [key for key in stroke.ends if key not in keyed]
            if missing and stroke.points:
                stroke.ends = stroke.way = None
            elif missing:
                raise BadFile(f"{stroke.where} leads to node {missing[0]}, which has no position. {layer.way_out}")
            elif not stroke.points:
                stroke.points = [keyed[key].point for key in stroke.ends]
            else:
                stroke.points[0], stroke.points[-1] = (keyed[key].point for key in stroke.ends)


def _require_roads(layers: Sequence[Layer], roads: Sequence[Road]) -> None:
    """Raise BadFile, with the contents of the files, if they have no road."""
    if roads:
        return
    refused = layers[0].draft.refused
    if refused:
        raise BadFile(f"{_names(layers)} has no road that can be read. The first error: {refused[0]}")
    held = [f"{number} x {why}" for why, number in reasons_of(layers).most_common()]
    features = sum(len(layer.lines) for layer in layers)
    held += [of_kind(features, "lines of coasts or rivers")] * bool(features)
    held.append(of_kind(sum(len(layer.dots) for layer in layers), "named points"))
    raise BadFile(
        f"{_names(layers)} has no roads, only {listing(held)}. Draw the roads as lines, with highway=road or without "
        "highway"
    )


def _without_connections(roads: list[Road], layers: Sequence[Layer], draft: Draft) -> list[Road]:
    """Leave out the lines of a network that have the length 0: they join zones of traffic to the roads."""
    nets = {id(stroke) for layer in layers if layer.is_net for stroke in layer.strokes}
    kept, out = list[Road](), list[Road]()
    for road in roads:
        stated = road.stroke.stated.values()
        is_out = id(road.stroke) in nets and road.stroke.way is None and bool(stated) and not any(stated)
        (out if is_out else kept).append(road)
    if out and kept:
        lines = f"{of_kind(len(out), 'lines')} of the stated length 0"
        text = f"{lines} join zones of traffic to the roads, so they were left out"
        draft.note(out[0].stroke.where, text)
        return kept
    return roads


def _facts(layers: Sequence[Layer], as_set: Mapping[str, str], draft: Draft) -> Facts:
    """Return the facts of the formats about the numbers. Raises BadFile for layers in different units."""
    drawn = [layer for layer in layers if layer.strokes or layer.dots]
    fixed = {layer.unit: layer for layer in drawn if layer.unit}
    if len(fixed) > 1:
        first, second = list(fixed.values())[:2]
        raise BadFile(
            f"{first.name} is in {first.unit} and {second.name} in {second.unit}, so they cannot be laid together. "
            "Save both in degrees (in QGIS: Export, Save Features As, EPSG:4326)"
        )
    units = {column: unit for layer in layers for column, unit in layer.units.items()}
    usual = {layer.usual for layer in drawn if layer.strokes}
    chosen = {}
    for key in ("unit", "length"):
        if word := as_set.get(f"map {key}"):
            unit = unit_as_set(word)
            if unit is None:
                draft.refuse("", f"set map {key} {word}: write km, metres, feet, miles, degrees or drawn")
            else:
                chosen[key] = unit
    return Facts(
        next(iter(fixed), ""),
        usual.pop() if len(usual) == 1 else "",
        units,
        all(layer.is_net for layer in drawn if layer.strokes),
        chosen,
    )


def _turn(layers: Sequence[Layer], turned: Callable[[Point], Point]) -> None:
    """Replace every point."""
    for layer in layers:
        for stroke in layer.strokes:
            stroke.points = list(map(turned, stroke.points))
        for dot in layer.dots:
            dot.point = turned(dot.point)
        layer.lines = [Line(line.fields, tuple(map(turned, line.shape))) for line in layer.lines]


def _turn_mercator(layers: Sequence[Layer], scale: Scale) -> Scale:
    """Turn metres of Web Mercator to degrees."""
    _turn(layers, lambda point: (degrees(point[0] / AXIS_M), degrees(atan(sinh(point[1] / AXIS_M)))))
    return Scale(DEGREES, 1.0, scale.km, 0.0, columns=scale.columns)


class _Laying:
    """The roads of one map while they are put together."""

    def __init__(
        self,
        layers: Sequence[Layer],
        roads: Sequence[Road],
        scale: Scale,
        draft: Draft,
        wishes: Wishes,
        as_set: Mapping[str, str],
    ) -> None:
        self.layers, self.roads, self.scale = layers, roads, scale
        self.draft, self.wishes, self.as_set = draft, wishes, as_set
        self.nets = {id(stroke) for layer in layers if layer.is_net for stroke in layer.strokes}
        drawing = Drawing([road.stroke for road in roads])
        self.plane = Plane(drawing, scale)
        self.drawn: list[float] = drawing.metres(scale.unit, scale.metres).tolist()
        self.sums: dict[str, float] = {"drawn": sum(self.drawn) / 1000}
        self.gathered: set[Point] = set()
        """Points that were ends drawn a little apart."""
        self.named: dict[Point, str] = {}
        """Names of junctions, by their points on the plane."""

    def chart(self, keyed: Mapping[str, Dot]) -> Chart:
        """Return places and roads."""
        for dot in keyed.values():
            self.plane.add_place(dot)
        lines = self._lines()
        self._count(lines)
        lines = once(self._gathered(lines), self.draft, self.sums, keep_all=self.as_set.get("map twins") == "keep")
        drawn = [line for line in lines if id(line.road.stroke) not in self.nets and len(line.points) > 1]
        reach = REACH_M if self.wishes.join_m is None else self.wishes.join_m
        crossed(drawn, self.plane, self.draft, self.as_set.get("map crossings", ""), reach)
        lines, own = self._met(lines)
        dots = [dot for layer in self.layers for dot in layer.dots if dot.name and not dot.key]
        self.named = give_names([line for line in lines if len(line.points) > 1], dots, self.plane, self.draft)
        net = self._net(lines)
        net.simplify()
        chart = net.chart()
        self._finish(chart, keyed, own)
        self.draft.count("places", len(chart.nodes))
        self.draft.count("roads", len(chart.ways))
        self._sum_up(chart)
        return chart

    # lines

    def _lines(self) -> list[RoadLine]:
        """Return the roads on the plane, each with its length."""
        plane, lines, short = self.plane, [], []
        for road, drawn in zip(self.roads, self.drawn, strict=True):
            stroke = road.stroke
            if stroke.numbers:
                points = [plane.numbered(n, point) for n, point in zip(stroke.numbers, stroke.points, strict=True)]
            else:
                points = list(map(plane.flat, stroke.points))
            if stroke.ends is not None:
                points[0], points[-1] = plane.keyed[stroke.ends[0]], plane.keyed[stroke.ends[1]]
            stated = self._stated(stroke)
            if stated is not None and stroke.way is None and stated < SHORT * drawn:
                short.append((stroke.where, drawn - stated))
            metres = drawn if stated is None else stated
            lines.append(RoadLine(road, without_repeats(points), metres, drawn, stated is not None))
        if short:
            tell(self.draft, shorter(len(short), short[0][0], sum(metres for _, metres in short) / 1000))
        self.sums["stated or drawn"] = sum(line.metres for line in lines) / 1000
        return lines

    def _stated(self, stroke: Stroke) -> float | None:
        """Return the stated length of a road in metres."""
        if stroke.way is not None:
            km = str(stroke.way.fields.get("km", ""))
            return float(km) * 1000 if km.replace(".", "", 1).isdigit() else None
        for column, metres in self.scale.columns.items():
            if length := stroke.stated.get(column):
                return length * metres
        return None

    def _count(self, lines: Sequence[RoadLine]) -> None:
        numbered = [line.road.stroke.numbers for line in lines if line.road.stroke.numbers]
        self.draft.count("lines", sum(not line.road.stroke.numbers and not line.road.stroke.ends for line in lines))
        if numbered:
            self.draft.count("ways", len({line.road.stroke.where for line in lines if line.road.stroke.numbers}))
            self.draft.count("points on them", len({point for line in numbered for point in line}))
            self.draft.count(
                "links between those", len({frozenset(link) for line in numbered for link in pairwise(line)})
            )

    def _gathered(self, lines: list[RoadLine]) -> list[RoadLine]:
        """Make ends within `SAME_M` one point: the same junction drawn twice by a program that rounds."""
        free = {
            end
            for line in lines
            if not line.road.stroke.numbers and not line.is_own
            for end in (line.points[0], line.points[-1])
            if end not in self.plane.key_at
        }
        if not free:
            return lines
        from shapely import STRtree, points

        ends = list(dict.fromkeys(end for line in lines for end in (line.points[0], line.points[-1])))
        tree = STRtree(points(ends))
        pairs = tree.query(points(ends), predicate="dwithin", distance=SAME_M).T.tolist()
        first: dict[Point, Point] = {}
        for n, m in sorted(pairs):
            a, b = ends[n], ends[m]
            if n < m and b in free and b not in first and a not in first:
                first[b] = a
            elif n < m and a in free and b not in free and a not in first:
                first[a] = b
        if first:
            self.gathered = set(first.values()) - set(self.plane.key_at)
            for line in lines:
                line.points = without_repeats([first.get(point, point) for point in line.points])
        return lines

    # ends

    def _met(self, lines: list[RoadLine]) -> tuple[list[RoadLine], list[RoadLine]]:
        """Join ends that nearly meet; return the lines for the net, and this program's roads that none of them meets on
        the way.
        """
        drawn = [line for line in lines if not line.is_own]
        own = [line for line in lines if line.is_own]
        if self.wishes.join_m is None and all(id(line.road.stroke) in self.nets for line in drawn):
            return drawn, own
        reach = REACH_M if self.wishes.join_m is None else self.wishes.join_m
        offer = OFFER_M if self.wishes.join_m is None else 0.0
        every = [*drawn, *own]
        met = meet([line.points for line in every], set(self.plane.key_at), reach, offer, self.gathered)
        self._tell_joints(met.joints, met.offered, reach)
        for line, points in zip(every, met.lines, strict=True):
            if line.is_own:
                continue
            line.points = points
            if len(points) < 2:
                leave_short(line, self.draft, self.sums)
        ends = {end for line in drawn for end in (line.points[0], line.points[-1])}
        cut = []
        for line, points in zip(own, met.lines[len(drawn) :], strict=True):
            if not ends.isdisjoint(points[1:-1]):
                line.points = points
                cut.append(line)
                name = line.road.stroke.name or line.road.stroke.where
                text = (
                    f"{name} meets another road on its way, so it was divided there. Both parts keep its kind, name "
                    "and length"
                )
                self.draft.note(line.road.stroke.where, text)
        cut_ids = {id(line) for line in cut}
        return [line for line in drawn if len(line.points) > 1] + cut, [line for line in own if id(line) not in cut_ids]

    def _tell_joints(
        self, joints: Sequence[tuple[float, Point]], offered: Sequence[tuple[float, Point]], reach: float
    ) -> None:
        if joints:
            away, point = max(joints)
            read = f"{of_kind(len(joints), 'ends')} within {reach:.0f} m of another road"
            made = f"joined, the widest over {away:.0f} m at {self.plane.where(point)}"
            tell(self.draft, Doubt("near ends", read, made, Sure.CERTAIN, 0.0, Stake.KILOMETRES, remedy="--join 0"))
        for away, point in offered:
            read = f"an end {away:.0f} m from the next road, at {self.plane.where(point)}"
            made = "joined, as the map would be in pieces"
            doubt = Doubt(
                "near ends",
                read,
                made,
                Sure.LIKELY,
                away / 1000,
                Stake.KILOMETRES,
                (),
                ("left open",),
                f"--join {reach:.0f}",
            )
            tell(self.draft, doubt)

    # the net

    def _numbers(self, lines: Sequence[RoadLine]) -> tuple[dict[Point, int], list[list[int]]]:
        """Return the numbers of the points where lines may meet, and those of the points of each line. The bends of an
        edge of a graph are its own: edges meet in nodes only.
        """
        numbers = dict(self.plane.number_at)
        free = max(numbers.values(), default=0)
        for point in self.plane.key_at:
            free += 1
            numbers.setdefault(point, free)
        result = []
        for line in lines:
            is_edge, last = line.road.stroke.ends is not None and not line.is_own, len(line.points) - 1
            listed = []
            for n, point in enumerate(line.points):
                if point in numbers and not (is_edge and 0 < n < last and point not in self.named):
                    listed.append(numbers[point])
                    continue
                free += 1
                listed.append(free)
                if not is_edge or point in self.named:
                    numbers[point] = free
            result.append(listed)
        return numbers, result

    def _net(self, lines: Sequence[RoadLine]) -> Net:
        """Return the lines as a net, cut where they meet."""
        plane, net = self.plane, Net(self.draft, self.plane.in_degrees)
        net.keeps_twins = self.as_set.get("map twins") == "keep"
        numbers, numbered = self._numbers(lines)
        net.points = {
            number: plane.chart_point(point)
            for line, points in zip(lines, numbered, strict=True)
            for number, point in zip(points, line.points, strict=True)
        }
        net.points |= {numbers[point]: plane.chart_point(point) for point in plane.key_at}
        net.keys = {numbers[point]: key for point, key in plane.key_at.items()}
        net.names = {numbers[point]: name for point, name in self.named.items() if point in numbers}
        net.add_lines(
            [
                Strand(
                    points,
                    line.road.kind,
                    line.road.stroke.where,
                    line.road.stroke.name,
                    line.road.bridge,
                    line.metres if line.is_stated else None,
                    tuple(name for name in dict.fromkeys(line.also) if name and name != line.road.stroke.name),
                )
                for line, points in zip(lines, numbered, strict=True)
            ]
        )
        if net.again_m:
            km = net.again_m / 1000
            self.sums["again"] = km
            read = f"{km:.1f} km of lines"
            made = "stretches that another line draws too, so they count once"
            tell(self.draft, Doubt("again", read, made, Sure.CERTAIN, km, Stake.KILOMETRES))
        return net

    def _finish(self, chart: Chart, keyed: Mapping[str, Dot], own: Sequence[RoadLine]) -> None:
        """Add the places that stay, this program's roads, and rivers."""
        plane = self.plane
        has_keys = any(layer.has_keys for layer in self.layers)
        for line in own:
            way = line.road.stroke.way
            assert way is not None
            way.shape = tuple(map(plane.chart_point, line.points[1:-1]))
        ways = [line.road.stroke.way for line in own if line.road.stroke.way is not None]
        nodes = {
            key: Node(key, plane.chart_point(plane.keyed[key]), dot.name, dot.where, dot.fields)
            for key, dot in keyed.items()
        }
        joined = {end for way in ways for end in (way.a, way.b)} | chart.nodes.keys()
        if not has_keys and (apart := [dot for key, dot in keyed.items() if key not in joined]):
            names = tuple(dot.name or dot.key for dot in apart)
            self.draft.note("", f"{of_kind(len(apart), 'points')} without a road left out", names)
        if has_keys:
            geojson_own.add(chart, nodes, ways)
        else:
            chart.nodes = {key: nodes.get(key, node) for key, node in chart.nodes.items()} | {
                key: node for key, node in nodes.items() if key in joined
            }
            chart.ways += ways
        chart.lines = [
            Line(line.fields, tuple(map(plane.of_file, line.shape))) for layer in self.layers for line in layer.lines
        ]
        for layer in self.layers:
            chart.fields |= layer.fields

    def _sum_up(self, chart: Chart) -> None:
        """Compare the kilometres of the map with those of the files; a difference stops the conversion."""
        from campaign.exchange.foreign.charts import length_of

        sums = self.sums
        sums["map"] = sum(length_of(way, chart) for way in chart.ways) / 1000
        given = sums["stated or drawn"]
        missing = given - sums.get("twins", 0.0) - sums.get("again", 0.0) - sums["map"]
        if abs(missing) > SUM_PART * given + 0.5:
            read = f"{given:,.1f} km in the files"
            twice = sums.get("twins", 0.0) + sums.get("again", 0.0)
            made = f"{sums['map']:,.1f} km on the map, {twice:,.1f} km drawn twice, {missing:+,.1f} km unexplained"
            tell(self.draft, Doubt("sum", read, made, Sure.GUESS, abs(missing), Stake.KILOMETRES, stops=True))
        self.draft.kilometres = sums
