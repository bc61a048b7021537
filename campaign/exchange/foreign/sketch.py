"""A map from a sketch: places by distance and bearing, as read off an atlas or a book.

    Eindhoven at 51.44, 5.47                       a place in degrees; without one, the map is in kilometres
    Son is 10 km N of Eindhoven by highway         a place, and the road to it
    Best 9 km north-west of Eindhoven, track, bridge over Wilhelmina Canal
    Son to Best by secondary road, 8 km            a road between two places, and its length
    river Dommel between Son and Eindhoven         a line that crosses the way between the two
    Son: village                                   the kind of a place: town, wood, hill

    problem_of(line) -> str                        "" for a line that is understood
    read(...) -> Draft                             the map that fits all lines best

Every line gives a place by another: distance and bearing as with a ruler on the map. Lines that close a loop are fitted
by least squares; the remaining error is told, and lines that contradict each other are refused by their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign.changes import change_in, is_change
from campaign.exchange.foreign.charts import METRES_A_DEGREE
from campaign.exchange.foreign.draft import Bridge, Chart, Draft, Line, Node, Point, Way
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.positions import position_of
from campaign.exchange.foreign.roads import Classes, is_kind
from campaign.exchange.points import parts_of
from campaign.terms.ground import FeatureKind, RoadKind
from campaign.terms.words import did_you_mean, listing, plain, slug
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

Turner = Callable[[Point], Point]
"""Function from metres east and north to the points of the map."""
_COMPASS = ("n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw")
_WORDS = {"north": "n", "east": "e", "south": "s", "west": "w"}
_MILE_M = 1609.344
_LENGTH = r"(?P<length>\d{1,4}(?:[.,]\d{1,3})?)\s*(?P<unit>km|kilomet(?:re|er)s?|miles?|mi|m|metres?)"
_PLACED = re.compile(
    rf"(?P<place>[^,:;]+?)\s+(?:is |lies )?(?:about )?{_LENGTH}\s+(?:to the )?(?P<bearing>[A-Za-z][A-Za-z"
    r" -]{0,20}?|\d{1,3}(?:\s*°|"
    r" degrees))\s+(?:of|from)\s+(?P<origin>[^,;]+?)(?:\s+by\s+(?P<kind>[a-z][a-z ]*?))?(?P<more>\s*[,;].*)?",
    re.IGNORECASE,
)
_ROAD = re.compile(
    r"(?:road[: ]\s*)?(?P<place>[^,:;]+?)\s+(?:to|-|–)\s+(?P<origin>[^,:;]+?)(?:\s+by\s+(?P<kind>[a-z][a-z"
    r" ]*?))(?P<more>\s*[,;].*)?",
    re.IGNORECASE,
)
_LONG = re.compile(
    rf"(?P<place>[^,:;]+?)\s+to\s+(?P<origin>[^,:;]+?)(?:\s+is)?\s+(?:about )?(?P<more>{_LENGTH})"
    r"(?:\s+by\s+(?P<kind>[a-z][a-z ]*?))?",
    re.IGNORECASE,
)
"""A road by its ends and its length: ``Tilly to Caen is 20 km``, ``Caen to Evrecy 14 km by road``."""
_ANCHOR = re.compile(r"(?P<place>[^,:;]+?)\s+(?:is )?at\s+(?P<at>.*\d.*)", re.IGNORECASE)
_WATER = re.compile(
    r"(?P<kind>river|canal|coast|escarpment|stream)\s+(?P<name>.+?)\s+between\s+(?P<pairs>.+)", re.IGNORECASE
)
_PAIR = re.compile(r"(?P<a>.+?)\s+and\s+(?P<b>.+)", re.IGNORECASE)
_OVER = re.compile(r"(?P<what>bridge|ford|ferry)(?:\s+over\s+(?:the\s+)?(?P<water>.+))?", re.IGNORECASE)
_ROLE = re.compile(r"(?P<place>[^,:;]+?)\s*:\s*(?P<roles>[A-Za-z ,]+)")
_ROLES = frozenset(("city", "town", "suburb", "village", "hamlet", "port", "fort", "barracks", "wood", "hill"))
_NO_ROAD = "no road"
EXPECTED = (
    "write for example 'Son is 10 km N of Eindhoven by highway', 'Son to Best by track', 'river Dommel "
    "between Son and Eindhoven', 'Son: village' or 'Eindhoven at 51.44, 5.47'"
)
TOLD_M, TOLD_PART = 300.0, 0.03
"""Metres, and share of the length, from which the misfit of a line is reported."""
WRONG_M, WRONG_PART = 1_500.0, 0.25
"""Metres, and share of the length, from which the misfit means that lines contradict each other."""
WATER_REACH_M = 2_000.0
"""Metres by which a river continues beyond each end."""
MOST_PLACES = 400


def is_sketch(raw: bytes) -> bool:
    """Return whether a text gives places by distance and bearing."""
    lines = raw[:20_000].decode("utf-8", "replace").splitlines()
    return any(_measure(line) is not None for line in lines) or _is_anchored(lines)


def _is_anchored(lines: list[str]) -> bool:
    """Return whether a text is all places in degrees and roads between them."""
    anchors = [anchor for line in lines if (anchor := _ANCHOR.fullmatch(line.strip())) is not None]
    if sum(position_of(anchor["at"]) is not None for anchor in anchors) < 2:
        return False
    sketch = Sketch("")
    for number, line in enumerate(lines, 1):
        sketch.take(line, number)
    return bool(sketch.ways) and not sketch.draft.refused


def bearing_of(words: str) -> float | None:
    """Return the degrees from north of a bearing: ``N``, ``north-west``, ``NNE``, ``45°``."""
    if match := re.fullmatch(r"(\d{1,3})\s*(?:°|degrees)", words.strip(), re.IGNORECASE):
        return float(match[1]) if int(match[1]) <= 360 else None
    letters = re.sub(r"north|east|south|west", lambda word: _WORDS[word[0].lower()], words, flags=re.IGNORECASE)
    letters = re.sub(r"[\s-]+", "", letters.lower())
    return _COMPASS.index(letters) * 22.5 if letters in _COMPASS else None


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement: the metres from ``origin`` east and north to ``place``, by the line of that number."""

    number: int
    place: str
    origin: str
    east_m: float
    north_m: float

    @property
    def length_m(self) -> float:
        """Distance in metres."""
        return hypot(self.east_m, self.north_m)

    def __str__(self) -> str:
        return _polar(self.east_m, self.north_m)


def _polar(east_m: float, north_m: float) -> str:
    bearing = degrees(atan2(east_m, north_m)) % 360
    point = _COMPASS[round(bearing / 22.5) % 16].upper()
    return f"{hypot(east_m, north_m) / 1000:.1f} km {point}"


def _metres(length: str, unit: str) -> float:
    figure = float(length.replace(",", "."))
    return figure * (
        _MILE_M if unit.lower().startswith("mi") else 1 if unit.lower() in ("m", "metre", "metres") else 1000
    )


def _measure(line: str, number: int = 0) -> tuple[Measure, re.Match[str]] | None:
    match = _PLACED.fullmatch(line.split("#")[0].strip())
    bearing = bearing_of(match["bearing"]) if match else None
    if match is None or bearing is None:
        return None
    metres = _metres(match["length"], match["unit"])
    angle = radians(bearing)
    return (
        Measure(number, match["place"].strip(), match["origin"].strip(), metres * sin(angle), metres * cos(angle)),
        match,
    )


def problem_of(line: str) -> str:
    """Return why a line cannot be understood by itself; "" if it can."""
    sketch = Sketch("the line")
    sketch.take(line, 1)
    return sketch.draft.refused[0].text if sketch.draft.refused else ""


@dataclass
class Sketch:
    """The lines of a sketch as they are read."""

    name: str
    draft: Draft = field(default_factory=Draft)
    classes: Classes = field(default_factory=Classes)
    names: dict[str, str] = field(default_factory=dict)
    """Places by key, as first written."""
    number: int = 0
    first: dict[str, int] = field(default_factory=dict)
    """Number of the line that first names each place."""
    measures: list[Measure] = field(default_factory=list)
    anchors: dict[str, Point] = field(default_factory=dict)
    ways: list[tuple[int, Way, str]] = field(default_factory=list)
    """Roads with the number of their line, and the water under a bridge."""
    waters: dict[str, tuple[FeatureKind, str, list[tuple[int, str, str]]]] = field(default_factory=dict)
    roles: dict[str, tuple[int, str]] = field(default_factory=dict)

    def take(self, raw: str, number: int) -> None:
        line, self.number = " ".join(raw.split("#")[0].split()), number
        if not line:
            return
        if is_change(line):
            self._change(line, number)
        elif (measured := _measure(line, number)) is not None:
            measure, match = measured
            ends = self._key(measure.place), self._key(measure.origin)
            if ends[0] != ends[1]:
                self.measures.append(measure)
            self._road(number, *ends, match)
        elif (water := _WATER.fullmatch(line)) is not None:
            self._water(number, water)
        elif (road := _LONG.fullmatch(line) or _ROAD.fullmatch(line)) is not None:
            self._road(number, self._key(road["place"]), self._key(road["origin"]), road)
        elif (anchor := _ANCHOR.fullmatch(line)) and (point := position_of(anchor["at"])) is not None:
            self.anchors[self._key(anchor["place"])] = point
        elif (role := _ROLE.fullmatch(line)) and _roles(role["roles"]):
            self.roles[slug(role["place"])] = (number, ", ".join(_roles(role["roles"])))
        else:
            self._refuse(number, f"{line!r} is not understood; {EXPECTED}")

    def _change(self, line: str, number: int) -> None:
        change = change_in(line, f"{self.name}:{number}")
        if change is None:
            self._refuse(number, f"{line!r} names nothing that can be set for a place")
        else:
            self.draft.changes.append(change)

    def _refuse(self, number: int, text: str) -> None:
        self.draft.refuse(f"{self.name}:{number}", text)

    def _key(self, name: str) -> str:
        name = re.sub(r"^the ", "", name.strip())[:200]
        self.names.setdefault(slug(name), name)
        self.first.setdefault(slug(name), self.number)
        return slug(name)

    def _road(self, number: int, a: str, b: str, match: re.Match[str]) -> None:
        """Add the road of a line, if it has one."""
        parts = [part.strip() for part in re.split(r"[,;]", match["more"] or "") if part.strip()]
        kind_word, water, length = match["kind"] or "", "", None
        has_bridge, bridge = False, ""
        for part in parts:
            if over := _OVER.fullmatch(part):
                has_bridge, water, bridge = True, (over["water"] or "").strip(), over["what"].lower()
            elif stretch := re.fullmatch(_LENGTH + r"(?: by road)?", part, re.IGNORECASE):
                length = _metres(stretch["length"], stretch["unit"])
            elif not kind_word and (is_kind(part) or plain(part) == _NO_ROAD):
                kind_word = part
            elif slug(part) in _ROLES:
                self.roles[a] = (number, part)
            else:
                self._refuse(
                    number, f"{part!r} is not understood. Write a kind of road, a length, or 'bridge over ...'"
                )
        if a == b:
            self._refuse(number, f"{self.names[a]!r} cannot be placed by its distance from itself. Name another place")
        if kind_word and not is_kind(kind_word) and plain(kind_word) != _NO_ROAD:
            self._refuse(
                number, f"{kind_word!r} is not a kind of road. Write highway, metalled road, secondary road or track"
            )
        if not (kind_word or has_bridge or length is not None) or plain(kind_word) == _NO_ROAD or a == b:
            return
        if not kind_word:
            value = f"{self.names[a]} to {self.names[b]}: a secondary road"
            self.draft.guess(f"{self.name}:{number}", value, "no kind of road is given")
        way = Way(a, b, self.classes.kind(kind_word) or RoadKind.SECONDARY, f"{self.name}:{number}", length_m=length)
        if has_bridge:
            named = f"{bridge} over {water}" if water else bridge
            way.bridges = (Bridge(0.0, named, {"waterway": water} if water else {}),)
            if water:
                self._waters_of(
                    water, FeatureKind.CANAL if re.search(r"(?i)canal|kana|vaart", water) else FeatureKind.RIVER
                )
                self.waters[slug(water)][2].append((number, a, b))
        self.ways.append((number, way, water))

    def _waters_of(self, name: str, kind: FeatureKind) -> None:
        self.waters.setdefault(slug(name), (kind, name, []))

    def _water(self, number: int, match: re.Match[str]) -> None:
        kind_word = match["kind"].lower()
        kind = FeatureKind.RIVER if kind_word == "stream" else FeatureKind(kind_word)
        name = match["name"].strip()
        self._waters_of(name, kind)
        for text in re.split(r"\s*(?:,|;|,?\s+and)\s+between\s+", match["pairs"]):
            pair = _PAIR.fullmatch(text.strip())
            if pair is None:
                self._refuse(
                    number, f"between {text!r} does not name two places. Write it like between Son and Eindhoven"
                )
                continue
            self.waters[slug(name)][2].append((number, self._key(pair["a"]), self._key(pair["b"])))

    # the map

    def finish(self) -> Draft:
        """Return the map that fits all lines best. Raises BadFile."""
        draft = self.draft
        if not self.measures and len(self.anchors) < 2:
            raise BadFile(
                f"{self.name} gives no place by distance and bearing, and no two in degrees; {EXPECTED}. For an order "
                f"of battle: campaign convert {self.name} --out DIR"
            )
        if len(self.names) > MOST_PLACES:
            raise BadFile(f"{self.name} names {len(self.names)} places. A sketch has at most {MOST_PLACES}")
        points = self._points()
        self._misfits(points)
        chart = Chart(bool(self.anchors))
        turned = self._turner()
        for key, point in points.items():
            fields = self._fields_of(key)
            chart.nodes[key] = Node(key, turned(point), self.names[key], f"{self.name}:{self.first[key]}", fields)
        self._unplaced(points)
        for _, way, _ in self.ways:
            if way.a in points and way.b in points:
                chart.ways.append(self._with_its_bridge(way, points))
        self._bridged(chart, points)
        chart.lines = [line for water in self.waters.values() if (line := self._course(water, points, turned))]
        draft.chart = chart
        draft.count("places", len(chart.nodes))
        draft.count("roads", len(chart.ways))
        return draft

    def _bridged(self, chart: Chart, points: dict[str, Point]) -> None:
        """Add a bridge to each road across a water that no line bridges."""
        for _, name, pairs in self.waters.values():
            for number, *ends in pairs:
                for way in chart.ways:
                    if {way.a, way.b} != set(ends) or any(b.fields.get("waterway") == name for b in way.bridges):
                        continue
                    way.bridges = (*way.bridges, Bridge(0.0, f"bridge over {name}", {"waterway": name}))
                    self._with_its_bridge(way, points)
                    value = f"{self.names[way.a]} to {self.names[way.b]}: a bridge"
                    self.draft.guess(f"{self.name}:{number}", value, f"the road leads over the {name}")

    def _fields_of(self, key: str) -> dict[str, object]:
        """Return the properties of a place in the form of a map file."""
        words = self.roles.get(key, (0, ""))[1].split(", ")
        fields: dict[str, object] = {"hill": "yes"} if "hill" in words else {}
        covers = [word for word in words if word and word != "hill"]
        return {**fields, **({"role": covers[0], "cover": "terrain"} if covers else {})}

    def _unplaced(self, points: dict[str, Point]) -> None:
        """Refuse lines about places that no line puts on the map."""
        spoken = [(number, key) for number, way, _ in self.ways for key in (way.a, way.b)]
        spoken += [(number, key) for _, _, pairs in self.waters.values() for number, *ends in pairs for key in ends]
        spoken += [(number, key) for key, (number, _) in self.roles.items()]
        refused = {remark.where for remark in self.draft.refused}
        for number, key in dict.fromkeys(spoken):
            if key not in points and f"{self.name}:{number}" not in refused:
                name = self.names.get(key, key)
                hint = did_you_mean(name, [self.names[place] for place in points])
                self._refuse(number, f"no line gives the position of {name!r}{hint}")

    def _turner(self) -> Turner:
        if not self.anchors:
            return lambda point: point
        lat, lon = next(iter(self.anchors.values()))
        wide = cos(radians(lat))
        return lambda point: (lat + point[1] / METRES_A_DEGREE, lon + point[0] / METRES_A_DEGREE / wide)

    def _fixed(self) -> dict[str, Point]:
        """Return the places with given points, in metres from the first."""
        if not self.anchors:
            return {slug(self._clean(self.measures[0].origin)): (0.0, 0.0)}
        lat, lon = next(iter(self.anchors.values()))
        wide = cos(radians(lat))
        return {
            key: ((point[1] - lon) * METRES_A_DEGREE * wide, (point[0] - lat) * METRES_A_DEGREE)
            for key, point in self.anchors.items()
        }

    def _clean(self, name: str) -> str:
        return re.sub(r"^the ", "", name.strip())[:200]

    def _ends(self, measure: Measure) -> tuple[str, str]:
        return slug(self._clean(measure.place)), slug(self._clean(measure.origin))

    def _points(self) -> dict[str, Point]:
        fixed = self._fixed()
        ends = [self._ends(measure) for measure in self.measures]
        every = {key for pair in ends for key in pair} | fixed.keys()
        parts = parts_of(sorted(every), [*ends, *((next(iter(fixed)), key) for key in fixed)])
        main = next(set(part) for part in parts if next(iter(fixed)) in part)
        for part in parts:
            if not main.intersection(part):
                number = min(m.number for m, pair in zip(self.measures, ends, strict=True) if set(pair) & set(part))
                names = listing((self.names[key] for key in part), 6)
                self._refuse(number, f"no line gives the position of {names} from {self.names[next(iter(fixed))]}")
        kept = [measure for measure, pair in zip(self.measures, ends, strict=True) if main.intersection(pair)]
        return solved(kept, [self._ends(measure) for measure in kept], fixed)

    def _misfits(self, points: dict[str, Point]) -> None:
        """Report the errors that remain when all lines are fitted; lines that contradict each other are refused."""
        measures = [m for m in self.measures if set(self._ends(m)) <= points.keys()]
        wrong = [m for m in measures if self._left_over(m, points) > max(WRONG_M, WRONG_PART * m.length_m)]
        if wrong:
            self._contradiction(measures)
            return
        for measure in measures:
            if self._left_over(measure, points) > max(TOLD_M, TOLD_PART * measure.length_m):
                a, b = (points[key] for key in self._ends(measure))
                fitted = _polar(a[0] - b[0], a[1] - b[1])
                value = f"{measure.place} {measure} of {measure.origin}: {fitted}"
                self.draft.guess(f"{self.name}:{measure.number}", value, "this fits all lines best")

    def _left_over(self, measure: Measure, points: dict[str, Point]) -> float:
        a, b = (points[key] for key in self._ends(measure))
        return hypot(a[0] - b[0] - measure.east_m, a[1] - b[1] - measure.north_m)

    def _contradiction(self, measures: list[Measure]) -> None:
        """Refuse the lines of which one is wrong: without any one of them the others fit."""
        suspects = [measure for measure in measures if self._fits_without(measure, measures)]
        if not suspects:
            points = solved(measures, [self._ends(m) for m in measures], self._fixed())
            suspects = sorted(measures, key=lambda m: -self._left_over(m, points))[:3]
        for measure in sorted(suspects, key=lambda m: m.number):
            numbers = [m.number for m in suspects if m is not measure]
            alternatives = f" (or line {listing(map(str, sorted(numbers)))})" if numbers else ""
            text = (
                f"{measure.place} {measure} of {measure.origin} contradicts the other lines{alternatives}. "
                "Correct the wrong line"
            )
            self._refuse(measure.number, text)

    def _fits_without(self, measure: Measure, measures: list[Measure]) -> bool:
        kept = [m for m in measures if m is not measure]
        fixed = self._fixed()
        ends = [self._ends(m) for m in kept]
        every = {key for pair in ends for key in pair} | fixed.keys()
        parts = parts_of(sorted(every), [*ends, *((next(iter(fixed)), key) for key in fixed)])
        if len(parts) > 1 or not set(self._ends(measure)) <= every:
            return False
        points = solved(kept, ends, fixed)
        return all(self._left_over(m, points) <= max(WRONG_M, WRONG_PART * m.length_m) / 2 for m in kept)

    def _with_its_bridge(self, way: Way, points: dict[str, Point]) -> Way:
        """Return the road with its bridge in the middle."""
        drawn = hypot(*(points[way.a][n] - points[way.b][n] for n in (0, 1)))
        length = way.length_m if way.length_m is not None else drawn
        apart = length / (len(way.bridges) + 1)
        way.bridges = tuple(Bridge(apart * n, bridge.name, bridge.fields) for n, bridge in enumerate(way.bridges, 1))
        return way

    def _course(
        self, water: tuple[FeatureKind, str, list[tuple[int, str, str]]], points: dict[str, Point], turned: Turner
    ) -> Line | None:
        """Return a water across the middles of the ways that it crosses, and somewhat farther at its ends."""
        kind, name, pairs = water
        ways = [(points[a], points[b]) for _, a, b in pairs if a in points and b in points and a != b]
        if not ways:
            return None
        middles = list(dict.fromkeys(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ways))
        first, last = ways[0]
        across = (
            (last[1] - first[1], first[0] - last[0])
            if len(middles) == 1
            else (middles[-1][0] - middles[0][0], middles[-1][1] - middles[0][1])
        )
        length = hypot(*across) or 1.0
        step = (across[0] / length, across[1] / length)
        middles.sort(key=lambda point: point[0] * step[0] + point[1] * step[1])
        begin, end = middles[0], middles[-1]
        reach = WATER_REACH_M
        course = [
            (begin[0] - step[0] * reach, begin[1] - step[1] * reach),
            *middles,
            (end[0] + step[0] * reach, end[1] + step[1] * reach),
        ]
        return Line({"kind": kind.value, "name": name}, tuple(turned(point) for point in course))


def _roles(text: str) -> list[str]:
    """Return the roles of a place, if all the words name one."""
    words = [slug(word) for word in re.split(r",|\band\b", text) if word.strip()]
    return words if words and all(word in _ROLES for word in words) else []


def solved(measures: Sequence[Measure], ends: Sequence[tuple[str, str]], fixed: dict[str, Point]) -> dict[str, Point]:
    """Return the points of all places that fit the lines best: least squares, with a long distance counting less than a
    short one.
    """
    import numpy as np

    keys = list(dict.fromkeys(key for pair in ends for key in pair if key not in fixed))
    columns = {key: n for n, key in enumerate(keys)}
    rows = np.zeros((len(measures), len(keys)))
    right_hand = np.zeros((len(measures), 2))
    for n, (measure, (a, b)) in enumerate(zip(measures, ends, strict=True)):
        weight = 1 / max(measure.length_m, 500.0)
        right_hand[n] = (measure.east_m * weight, measure.north_m * weight)
        for key, sign in ((a, weight), (b, -weight)):
            if key in columns:
                rows[n, columns[key]] += sign
            else:
                right_hand[n] -= np.array(fixed[key]) * sign
    points = np.linalg.lstsq(rows, right_hand, rcond=None)[0] if keys else np.zeros((0, 2))
    return fixed | {key: (float(points[n][0]), float(points[n][1])) for key, n in columns.items()}


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the map of a sketch. Raises BadFile."""
    return read_lines(decoded(raw, path, wishes.encoding).splitlines(), path.name, wishes)


def read_lines(lines: Iterable[str], name: str, wishes: Wishes) -> Draft:
    """Return the map of lines that were typed. Raises BadFile."""
    sketch = Sketch(name, classes=Classes(wishes.road_kinds))
    for number, line in enumerate(lines, 1):
        sketch.take(line, number)
    draft = sketch.finish()
    if draft.refused and not wishes.leave_out:
        draft.chart = None
    return draft
