"""A map from a picture: places marked on a scan by their pixels, as the page of `mark_page` writes them.

x,y,name                              the first row; then a row a place, y downwards as in every picture
412,230,Caen,town
scale,100 px,5 km                     or  scale,Caen,Troarn,14 km : two places at a known distance
road,Caen,Troarn,highway,bridge over Orne
river,Orne,400,100,410,300            a line by its pixels
"""

from __future__ import annotations

import csv
import re
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Bridge, Chart, Draft, Line, Node, Point, Way
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.roads import Classes, is_kind
from campaign.terms.ground import FeatureKind, RoadKind
from campaign.terms.words import did_you_mean, of_kind, slug
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_HEADING = re.compile(rb"\s*(?:\xef\xbb\xbf)?x[,;\t] ?y[,;\t] ?name\b", re.IGNORECASE)
_PIXELS = re.compile(r"(\d{1,6}(?:\.\d+)?)\s*(?:px|pixels?)", re.IGNORECASE)
_LENGTH = re.compile(r"(\d{1,4}(?:\.\d+)?)\s*(km|m|miles?)", re.IGNORECASE)
_METRES = {"km": 1000.0, "m": 1.0, "mile": 1609.344, "miles": 1609.344}
_BRIDGE = re.compile(r"(bridge|ford|ferry)(?: over (?:the )?(.+))?", re.IGNORECASE)
_LINES = {kind.value: kind for kind in FeatureKind if kind is not FeatureKind.NAME}


def are_marks(raw: bytes) -> bool:
    """Return whether a table begins like the marks of a picture."""
    return _HEADING.match(raw[:200]) is not None


@dataclass
class _Marks:
    name: str
    classes: Classes
    draft: Draft = field(default_factory=Draft)
    places: dict[str, tuple[str, Point, str]] = field(default_factory=dict)
    """Name, position in pixels, and kind of each place, by key."""
    metres_a_pixel: float = 0.0
    waiting: list[tuple[int, list[str]]] = field(default_factory=list)
    """Rows about places."""

    def take(self, cells: list[str], number: int) -> None:
        word = cells[0].lower()
        if word in ("road", "scale") or word in _LINES:
            self.waiting.append((number, cells))
            return
        numbers = [_number(cell) for cell in cells[:2]]
        if len(cells) < 3 or not cells[2] or None in numbers:
            self._refuse(
                number,
                f"{','.join(cells)[:80]!r} is not understood. Write x,y,name, or a row that begins with scale, "
                "road or river",
            )
            return
        key = slug(cells[2])
        if key in self.places:
            self._refuse(number, f"{cells[2]!r} is marked twice")
            return
        self.places[key] = (cells[2][:200], (numbers[0] or 0.0, numbers[1] or 0.0), ",".join(cells[3:]).strip().lower())

    def _refuse(self, number: int, text: str) -> None:
        self.draft.refuse(f"{self.name}:{number}", text)

    def _key(self, name: str, number: int) -> str:
        if (key := slug(name)) in self.places:
            return key
        hint = did_you_mean(name, [place for place, *_ in self.places.values()])
        self._refuse(number, f"{name!r} is not marked on the picture{hint}")
        return ""

    def scale(self, cells: list[str], number: int) -> None:
        """Read the scale: ``scale,100 px,5 km`` or ``scale,Caen,Troarn,14 km``."""
        length = _LENGTH.fullmatch(cells[-1])
        pixels = 0.0
        if len(cells) == 3 and (match := _PIXELS.fullmatch(cells[1])):
            pixels = float(match[1])
        elif len(cells) == 4:
            a, b = (self._key(name, number) for name in cells[1:3])
            if not a or not b:
                return
            (x, y), (to_x, to_y) = self.places[a][1], self.places[b][1]
            pixels = hypot(x - to_x, y - to_y)
        metres = float(length[1]) * _METRES[length[2].lower()] if length else 0.0
        if pixels <= 0 or metres <= 0:
            self._refuse(
                number, f"{','.join(cells)[:80]!r} is not a scale. Write scale,100 px,5 km or scale,Caen,Troarn,14 km"
            )
            return
        scale = metres / pixels
        if self.metres_a_pixel and abs(scale / self.metres_a_pixel - 1) > 0.05:
            value = f"the picture has {self.metres_a_pixel:.1f} m a pixel, not {scale:.1f} m"
            self.draft.guess(f"{self.name}:{number}", value, "the first scale counts")
            return
        self.metres_a_pixel = self.metres_a_pixel or scale

    def way(self, cells: list[str], number: int) -> Way | None:
        """Return the road of a row: ``road,Caen,Troarn,highway,bridge over Orne``."""
        if len(cells) < 3:
            self._refuse(number, f"{','.join(cells)[:80]!r} is not a road. Write road,FROM,TO,KIND")
            return None
        a, b = (self._key(name, number) for name in cells[1:3])
        kind, bridges, length = "", [], None
        for cell in filter(None, cells[3:]):
            if match := _BRIDGE.fullmatch(cell):
                named = f"{match[1].lower()} over {match[2]}" if match[2] else match[1].lower()
                bridges.append((named, match[2] or ""))
            elif stretch := _LENGTH.fullmatch(cell):
                length = float(stretch[1]) * _METRES[stretch[2].lower()]
            elif is_kind(cell):
                kind = cell
            else:
                self._refuse(
                    number, f"{cell!r} is not understood. Write a kind of road, a length, or 'bridge over ...'"
                )
        if not a or not b or a == b:
            return None
        if not kind:
            self.draft.guess(f"{self.name}:{number}", f"{cells[1]} to {cells[2]}: a secondary road", "no kind is given")
        metres = length or self._drawn(a, b)
        crossings = tuple(
            Bridge(metres * (n + 1) / (len(bridges) + 1), named, {"waterway": water} if water else {})
            for n, (named, water) in enumerate(bridges)
        )
        road_kind = self.classes.kind(kind) or RoadKind.SECONDARY
        return Way(a, b, road_kind, f"{self.name}:{number}", length_m=length, bridges=crossings)

    def _drawn(self, a: str, b: str) -> float:
        (x, y), (to_x, to_y) = self.places[a][1], self.places[b][1]
        return hypot(x - to_x, y - to_y) * self.metres_a_pixel

    def line(self, cells: list[str], number: int) -> Line | None:
        """Return the line of a row: ``river,Orne,400,100,410,300``."""
        figures = [_number(cell) for cell in cells[2:] if cell]
        points = [figure for figure in figures if figure is not None]
        if len(points) != len(figures) or len(points) < 4 or len(points) % 2:
            self._refuse(
                number,
                f"{','.join(cells)[:80]!r} is not understood. Write {cells[0]},NAME and the pixels x,y,x,y of "
                "two or more points",
            )
            return None
        shape = tuple(self._metres((points[n], points[n + 1])) for n in range(0, len(points), 2))
        named: dict[str, object] = {"name": cells[1][:200]} if cells[1] else {}
        return Line({"kind": _LINES[cells[0].lower()].value, **named}, shape)

    def _metres(self, pixels: Point) -> Point:
        return pixels[0] * self.metres_a_pixel, -pixels[1] * self.metres_a_pixel

    def finish(self) -> Draft:
        """Return the map, in kilometres from the picture's upper left corner."""
        for number, cells in self.waiting:
            if cells[0].lower() == "scale":
                self.scale(cells, number)
        if not self.metres_a_pixel and self.draft.refused:
            return self.draft
        if not self.metres_a_pixel:
            raise BadFile(
                f"{self.name} gives no scale. Write a row such as scale,100 px,5 km or scale,Caen,Troarn,14 km"
            )
        chart = Chart(False)
        for key, (name, pixels, role) in self.places.items():
            fields: dict[str, object] = {"role": role, "cover": "terrain"} if role and role != "hill" else {}
            fields |= {"hill": "yes"} if role == "hill" else {}
            chart.nodes[key] = Node(key, self._metres(pixels), name, self.name, fields)
        for number, cells in self.waiting:
            if cells[0].lower() == "road" and (way := self.way(cells, number)):
                chart.ways.append(way)
            elif cells[0].lower() in _LINES and (line := self.line(cells, number)):
                chart.lines.append(line)
        if not chart.ways and not self.draft.refused:
            raise BadFile(
                f"{self.name} marks {of_kind(len(chart.nodes), 'places')}, but no road. Write a row "
                "road,FROM,TO,KIND for each road"
            )
        self.draft.chart = chart
        self.draft.count("places", len(chart.nodes))
        self.draft.count("roads", len(chart.ways))
        return self.draft


def _number(cell: str) -> float | None:
    return float(cell) if re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?", cell) else None


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the map of a picture's marks. Raises BadFile."""
    text = decoded(raw, path, wishes.encoding)
    heading = text.splitlines()[0]
    separator = next((mark for mark in ("\t", ";", ",") if mark in heading), ",")
    marks = _Marks(path.name, Classes(wishes.road_kinds))
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]
        if number > 1 and any(cells) and not line.lstrip().startswith("#"):
            marks.take([*cells, *[""] * (1 - len(cells))], number)
    draft = marks.finish()
    if draft.refused and not wishes.leave_out:
        draft.chart = None
    return draft
