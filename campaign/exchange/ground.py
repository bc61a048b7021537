"""The map of a scenario: places, roads with the things on them, and other lines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import Any

from campaign.exchange.attributes import read_attribute, read_attributes
from campaign.exchange.entry import Entry, degrees_e6, entries, kind_of, pairs_of, thousandths
from campaign.exchange.faults import Faults
from campaign.exchange.names import Names
from campaign.exchange.text import Node, Scalar, Sequence, Unreadable, spot_of
from campaign.exchange.values import BASES, LONGEST_ROAD_M, Crossing, Feature, Obstacle, Place, Road
from campaign.terms.attributes import LONGEST_KEY, keys_of
from campaign.terms.ground import FeatureKind, RoadKind, Surface
from campaign.terms.words import slug
from campaign.theatre.geography import Projection, great_circle_m
from campaign.values import dataclass, field
from campaign.words.proposal import Proposal

WIDEST_KM = 10_000
SURFACES = {RoadKind.PASS: Surface.CROSS_COUNTRY, RoadKind.DESERT: Surface.CROSS_COUNTRY}
"""Surface for marches on each kind of road; a kind not listed is a road (umpire 1.1)."""
WINDING = {
    RoadKind.METALLED: 1.10,
    RoadKind.COAST: 1.10,
    RoadKind.SECONDARY: 1.18,
    RoadKind.PASS: 1.5,
    RoadKind.TRACK: 1.15,
    RoadKind.DESERT: 1.05,
}
"""Ratio of road length to the straight line, by kind of road, for a road without a stated length or shape."""
MOST_WINDING, MOST_WINDING_DRAWN = 3.0, 1.5
"""Ratio of stated length to the straight line, and to the drawn line, above which the length is probably a slip."""
MOST_STRETCHED = 0.02
"""Share by which a map may be longer or shorter than the globe at an edge without a remark."""


@dataclass(slots=True)
class Grid:
    """The conversion of a file's points to metres of the map: degrees about the centre, or kilometres east and north of
    it.
    """

    in_degrees: bool
    centre: tuple[int, int] | None = None
    """Latitude and longitude in millionths of a degree."""

    def metres(self, first: int, second: int) -> tuple[int, int]:
        """Return a point east and north of the centre, in whole metres."""
        if not self.in_degrees:
            return first, second
        east, north = self._plane(first, second).metres(first / 1e6, second / 1e6)
        return round(east), round(north)

    def _plane(self, lat: int, lon: int) -> Projection:
        """Return the plane of the map; it is centred on this point if its middle is not given."""
        lat, lon = self.centre or (lat, lon)
        return Projection(lat / 1e6, lon / 1e6)

    def stretched(self, start: tuple[int, int], end: tuple[int, int]) -> float:
        """Return by how much the distance of two points on the map exceeds that on the globe (below 0: is shorter), as
        a share of the latter.
        """
        globe = great_circle_m((start[0] / 1e6, start[1] / 1e6), (end[0] / 1e6, end[1] / 1e6))
        return dist(self.metres(*start), self.metres(*end)) / globe - 1 if globe else 0.0

    def read(self, node: Node, label: str, faults: Faults) -> tuple[int, int] | None:
        """Return a point: two numbers, in a list or with a comma between them. Degrees in millionths, kilometres in
        metres.
        """
        parts: list[str] | None = None
        if isinstance(node, Sequence) and all(isinstance(number, Scalar) for number in node.items):
            parts = [number.text.strip() for number in node.items if isinstance(number, Scalar)]
        elif isinstance(node, Scalar):
            parts = [part.strip() for part in node.text.split(",")]
        point = self._numbers(parts) if parts is not None and len(parts) == 2 else None
        if point is None and not isinstance(node, Unreadable):
            unit = (
                "latitude and longitude in degrees, such as 31.58, 25.05"
                if self.in_degrees
                else "kilometres east and north, such as 12.5, 3.25"
            )
            kind = ", ".join(parts) if parts and len(parts) > 1 else kind_of(node)
            faults.error(
                node.spot,
                f"{label}: found {kind}",
                f"expected {unit}",
                consequent=isinstance(node, Scalar) and not node.text,
            )
        return point

    def _numbers(self, parts: list[str]) -> tuple[int, int] | None:
        if self.in_degrees:
            first, second = degrees_e6(parts[0], 90), degrees_e6(parts[1], 180)
        else:
            first, second = thousandths(parts[0]), thousandths(parts[1])
            if max(abs(first or 0), abs(second or 0)) > WIDEST_KM * 1000:
                return None
        return (first, second) if first is not None and second is not None else None


@dataclass(slots=True)
class Ground:
    """The places, roads and features read from a map."""

    places: list[Place] = field(default_factory=list)
    roads: list[Road] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)


def find_centre(sections: Iterable[Node]) -> tuple[int, int] | None:
    """Return the middle of all places given in degrees."""
    points = []
    for section in sections:
        for _, node in pairs_of(section, "places", Faults()):
            for key, value in pairs_of(node, "", Faults()):
                if slug(key.text) == "at" and (point := Grid(True).read(value, "", Faults())):
                    points.append(point)
    if not points:
        return None
    lats, lons = zip(*points, strict=True)
    return (min(lats) + max(lats)) // 2, (min(lons) + max(lons)) // 2


def read_place(key: str, node: Node, grid: Grid, sides: Names, homes: dict[str, str], faults: Faults) -> Place | None:
    """Return a place; None if it cannot be put on the map."""
    entry = Entry(node, f"place {key!r}", keys_of(Place), faults)
    read = read_attributes(entry, Place, {"side": sides}, name=key.replace("_", " ").title(), owner=homes.get(key))
    at = entry.node("at", must=True)
    point = grid.read(at, "at", faults) if at is not None else None
    if point is None:
        return None
    x_m, y_m = grid.metres(*point)
    lat, lon = point if grid.in_degrees else (None, None)
    return Place(**read, key=key, x_m=x_m, y_m=y_m, lat_e6=lat, lon_e6=lon, home_edge_of=homes.get(key))


@dataclass(slots=True)
class RoadReader:
    """A reader of roads, one after the other, which knows the places and the keys in use."""

    grid: Grid
    places: Names
    points: dict[str, tuple[int, int]]
    roads: Names
    faults: Faults
    ends: list[tuple[str | None, str | None]] = field(default_factory=list)
    """Both ends of every road in the file, with None for an end that has an error; for the test that the roads are
    connected."""
    things: Names = field(default_factory=lambda: Names("crossing or obstacle"))

    def read(self, node: Node) -> Road | None:
        """Return a road; None if it cannot be drawn."""
        entry = Entry(node, "road", keys_of(Road), self.faults)
        if entry.poisoned:
            self.ends.append((None, None))
            self.roads.complete = False
            return None
        start = entry.scalar("from", "the key of a place", must=True)
        end = entry.scalar("to", "the key of a place", must=True)
        a, b = self.places.find(start, self.faults, "from"), self.places.find(end, self.faults, "to")
        entry.label = f"road from {start.text if start else '?'} to {end.text if end else '?'}"
        loop = a is not None and a == b
        self.ends.append((a or self._meant(start), b or self._meant(end)))
        read = read_attributes(entry, Road, kind=RoadKind.TRACK)
        kind = read["kind"]
        if "surface" not in entry:
            read["surface"] = SURFACES.get(kind, Surface.ROAD)
        if "defile" not in entry:
            read["defile"] = kind is RoadKind.PASS
        stated, basis = read.pop("length_m"), self._basis(entry)
        shape = self._shape(entry) if "shape" in entry else ()
        key = self._key(entry, a, b, read["name"])
        if loop and not shape and "km" not in entry:
            entry.error(
                f"{entry.label} ends where it begins", "give its length as 'km', or draw its course as 'shape'", "to"
            )
        length = self._length(entry, a, b, shape, kind, stated)
        crossings = self._crossings(entry, length) if "crossings" in entry else ()
        obstacles = self._obstacles(entry, length) if "obstacles" in entry else ()
        if a is None or b is None or key is None or length is None:
            self.roads.complete = False
            return None
        return Road(
            **read,
            key=key,
            a=a,
            b=b,
            length_m=length,
            length_basis=basis if stated is not None else "drawn",
            shape=shape,
            crossings=crossings,
            obstacles=obstacles,
        )

    def _shape(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        bends = entry.items("shape")
        return tuple(self.grid.metres(*p) for bend in bends if (p := self.grid.read(bend, "shape", self.faults)))

    def _crossings(self, entry: Entry, length: int | None) -> tuple[Crossing, ...]:
        return tuple(c for crossing in entry.items("crossings") if (c := self._crossing(crossing, length)))

    def _obstacles(self, entry: Entry, length: int | None) -> tuple[Obstacle, ...]:
        return tuple(o for obstacle in entry.items("obstacles") if (o := self._obstacle(obstacle, length)))

    def _meant(self, scalar: Scalar | None) -> str | None:
        return self.places.guess(scalar.text) if scalar is not None else None

    def _basis(self, entry: Entry) -> str:
        if "basis" not in entry:
            return "given"
        scalar = entry.scalar("basis", " or ".join(BASES))
        if scalar is None or scalar.text.lower() in BASES:
            return scalar.text.lower() if scalar else "given"
        entry.wrong("basis", scalar, " or ".join(BASES))
        return "given"

    def _key(self, entry: Entry, a: str | None, b: str | None, name: str) -> str | None:
        stated_key = entry.text("key", longest=LONGEST_KEY)
        if stated_key:
            key, position = slug(stated_key)[:80], entry.position_of("key")
        elif a and b:
            key, position = f"{a}-{b}"[:80], entry.position
        else:
            return None
        if key in self.roads:
            first = self.roads.first_spot(key)
            self.faults.error(
                spot_of(position),
                f"the road {key!r} is already written at {first}",
                "give one of the two roads its own 'key', or delete it",
            )
            return None
        self.roads.add(key, position, name)
        if a and b:
            self.roads.call(key, f"{b}_{a}")  # as slug writes B-A
        return key

    def _length(
        self,
        entry: Entry,
        a: str | None,
        b: str | None,
        shape: tuple[tuple[int, int], ...],
        kind: RoadKind,
        stated: int | None,
    ) -> int | None:
        if a not in self.points or b not in self.points or (a == b and not shape):
            return stated
        drawn = sum([dist(p, q) for p, q in pairwise((self.points[a], *shape, self.points[b]))])
        if "km" not in entry:
            measured = max(1, round(drawn if shape else drawn * WINDING[kind]))
            if measured > LONGEST_ROAD_M:
                text = f"{entry.label} is {drawn / 1000:,.0f} km long as drawn, and has no 'km'"
                entry.error(
                    text, f"roads can be at most {LONGEST_ROAD_M // 1000:,} km long. Check the position of both ends"
                )
                return None
            return measured
        if stated is not None:
            self._compare(entry, stated, drawn, MOST_WINDING_DRAWN if shape else MOST_WINDING)
        return stated

    def _compare(self, entry: Entry, stated: int, drawn: float, most: float) -> None:
        """Report a road that is shorter than its line (on a flat map of the globe: except for its stretching), or more
        than ``most`` times as long.
        """
        is_short = stated < round(drawn * (1 - MOST_STRETCHED if self.grid.in_degrees else 1))
        if not is_short and stated <= most * drawn + 1000:
            return
        lengths = f"{entry.label} has {stated / 1000:g} km as its length, but is {drawn / 1000:.1f} km long as drawn"
        if not is_short:
            lengths += f", so the length is {stated / max(drawn, 1):.1f} times that"
        is_doubtful = not is_short or 2 * stated < drawn - 1000
        change = "correct 'km'" + (", or check the position of both ends" if is_doubtful else "")
        taken = Proposal("the given length is used", "the file gives it", change)
        self.faults.propose(entry.where("km"), lengths, taken)

    def _thing(self, entry: Entry, cls: type, length: int | None, **unsaid: Any) -> dict[str, Any] | None:
        """Return the attributes of a thing on a road; None if it lies outside the road."""
        read = read_attributes(entry, cls, **unsaid)
        read["key"], at = thing_key(entry, self.things, read["name"]), read["at_m"]
        if at is not None and length is not None and at > length:
            entry.error(
                f"at {at / 1000:g} km is beyond the end of the road", f"the road is {length / 1000:g} km long", "at"
            )
            return None
        return None if at is None else read

    def _crossing(self, node: Node, length: int | None) -> Crossing | None:
        entry = Entry(node, "crossing", keys_of(Crossing), self.faults)
        read = self._thing(entry, Crossing, length, name="bridge")
        return None if read is None else Crossing(**read)

    def _obstacle(self, node: Node, length: int | None) -> Obstacle | None:
        entry = Entry(node, "obstacle", keys_of(Obstacle), self.faults)
        read = self._thing(entry, Obstacle, length, name=read_attribute(entry, Obstacle, "kind").value)
        return None if read is None else Obstacle(**read)


def thing_key(entry: Entry, names: Names, name: str) -> str:
    """Return the key in an entry, or else a key made of its name; a key in use is an error."""
    stated = slug(entry.short("key", ""))[:80]
    if stated and stated in names:
        text = f"the key {stated!r} is already used at {names.first_spot(stated)}"
        entry.error(text, "give each key only once", "key")
    key = stated if stated and stated not in names else names.fresh_key(name)
    names.add(key, entry.position)
    return key


def read_features(sections: Iterable[Node], grid: Grid, faults: Faults) -> list[Feature]:
    """Return coasts, escarpments, wire and names."""
    names, features = Names("feature"), []
    for entry in entries(sections, "features", "feature", Feature, faults):
        kind = read_attribute(entry, Feature, "kind", FeatureKind.NAME)
        read = read_attributes(entry, Feature, kind=kind)
        key = thing_key(entry, names, read["name"] or kind.value)
        points = entry.items("shape") if entry.node("shape", must=True) is not None else []
        shape = tuple(grid.metres(*p) for point in points if (p := grid.read(point, "shape", faults)))
        least = 1 if kind is FeatureKind.NAME else 2
        if "shape" in entry and len(points) < least:
            entry.error(f"shape has {len(points)} points", f"a {kind} needs at least {least}", "shape", consequent=True)
        features.append(Feature(**read, key=key, shape=shape))
    return features
