"""Places, roads and objectives as tables: those of this program, word for word, and plain ones made by hand.

key  name  lat  lon  ...             places; or  east km  north km
from  to  km  kind  name  ...        roads, by the keys or names of places; in any of the files read together
key  name  place  side  points  day  objectives
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from math import isfinite

from campaign.errors import BadFile
from campaign.exchange.entry import read_date
from campaign.exchange.foreign.charts import decimal, length_of
from campaign.exchange.foreign.doubts import Doubt, Stake, Sure
from campaign.exchange.foreign.draft import Chart, Draft, Node, Way, one_line
from campaign.exchange.foreign.map_doubts import tell
from campaign.exchange.foreign.positions import on_earth
from campaign.exchange.values import Objective, Place, Road
from campaign.terms.attributes import keys_of
from campaign.terms.ground import RoadKind
from campaign.terms.words import listing, of_kind, plain, slug
from campaign.values import dataclass

_ALSO = {
    "latitude": "lat",
    "longitude": "lon",
    "lng": "lon",
    "y": "lat",
    "x": "lon",
    "east": "east km",
    "north": "north km",
    "place": "name",
}
_PLACE_OWN = tuple(key for key in keys_of(Place) if key not in ("name", "at"))
_ROAD_OWN = tuple(key for key in keys_of(Road) if key not in ("from", "to", "kind", "name"))
SIDE_COLUMNS = ("key", "name", "nation", "adjective", "accent", "home edges", "title", "first day", "days", "time zone")
"""Columns of a side; the last four belong to the whole campaign and may be filled in any row."""
_TABLES_IN_CELLS = ("crossings", "obstacles")


HEADINGS_OF_MAPS = (
    "key, name, lat, lon (or east km, north km) for places; from, to, km, kind for roads; place, side, points for"
    " objectives; name, key, nation, home edges for sides"
)
_OF_UNITS = frozenset({"arm", "under", "kind", "depth", "size", "men", "vehicles", "guns", "like", "sidc"})
"""Headings that occur only in a table of units."""
_PLACE_COLUMNS = ("key", "name", "lat", "lon", "east km", "north km", *_PLACE_OWN, "centre")


def words_of(cells: Sequence[str]) -> list[str]:
    """Return headings in small letters, with single blanks."""
    return [" ".join(cell.replace("_", " ").lower().split()) for cell in cells]


def map_table(cells: Sequence[str], called: str) -> str:
    """Return roads, places, objectives or sides, if the headings are those of such a table; "" if they are of
    another.

    Headings that a table of units may have too (name, lat, lon and no more) are those of places; for headings without
    either meaning ``called`` decides, the words of the sheet's and the file's name.
    """
    words = {word for word in words_of(cells) if word}
    places = {_ALSO.get(word, word) for word in words}
    if {"from", "to"} <= words:
        return "roads"
    if {"place", "points"} <= words <= set(keys_of(Objective)):
        return "objectives"
    if (
        {"key", "name"} & places
        and ({"lat", "lon"} <= places or {"east km", "north km"} <= places)
        and places <= set(_PLACE_COLUMNS)
    ):
        return "places"
    if "name" in words and words & {"home edges", "accent", "adjective"} and words <= set(SIDE_COLUMNS):
        return "sides"
    is_named = "name" in places and not words & _OF_UNITS
    return next((kind for kind in ("places", "objectives", "sides") if is_named and kind in called.split()), "")


@dataclass
class Sketch:
    """A table of a map file while its rows are read."""

    draft: Draft
    where: Callable[[int], str]
    rows: list[tuple[int, tuple[str, ...]]]
    named: list[str]

    def _said(self, columns: tuple[str, ...], also: dict[str, str] | None = None) -> list[tuple[int, dict[str, str]]]:
        """Return the rows by the names of their columns; an unknown column is refused."""
        named = [(also or {}).get(name, name) for name in self.named]
        for name in named:
            if name and name not in columns:
                first = self.rows[0][0] - 1 if self.rows else 1
                self.draft.refuse(
                    self.where(first), f"there is no column {name!r}. The columns are {listing(columns, 60)}"
                )
        return [
            (number, {n: one_line(cell) for n, cell in zip(named, cells, strict=False) if n in columns and cell})
            for number, cells in self.rows
        ]

    def places(self) -> None:
        """Read places, in degrees where the table has lat and lon, else in kilometres."""
        rows = self._said(_PLACE_COLUMNS, _ALSO)
        in_degrees = any("lat" in fields for _, fields in rows)
        if self.draft.chart is None:
            self.draft.chart = Chart(in_degrees, has_keys=bool(rows) and all("key" in fields for _, fields in rows))
        chart = self.draft.chart
        for number, fields in rows:
            first, second = ("lat", "lon") if in_degrees else ("east km", "north km")
            try:
                point = float(fields.get(first, "").replace(",", ".")), float(fields.get(second, "").replace(",", "."))
                if not all(map(isfinite, point)) or (in_degrees and on_earth(*point) is None):
                    raise ValueError
            except ValueError:
                text = (
                    f"{fields.get('name', '?')} has no position. Write the columns lat and lon in degrees, or "
                    "east km and north km"
                )
                self.draft.refuse(self.where(number), text)
                continue
            key = fields.get("key") or slug(fields.get("name", "")) or f"place_{number}"
            if key in chart.nodes:
                self.draft.refuse(
                    self.where(number), f"{key} is the key or name of two places. Give one of the places another"
                )
                continue
            if not in_degrees:
                point = point[0] * 1000, point[1] * 1000
            entry: dict[str, object] = {name: fields[name] for name in _PLACE_OWN if name in fields}
            chart.nodes[key] = Node(key, point, fields.get("name", ""), self.where(number), entry)
            if in_degrees and "centre" in fields:
                chart.fields["centre"] = fields["centre"]
            self.draft.count("places")

    def roads(self) -> None:
        """Read roads; their places may stand in another table."""
        for number, fields in self._said(keys_of(Road)):
            self.draft.loose.append((self.where(number), fields))
            self.draft.count("roads")

    def sides(self) -> None:
        """Read sides, by the names that the units give, and facts about the whole."""
        for number, fields in self._said(SIDE_COLUMNS):
            self.draft.sides.append((self.where(number), fields))
            self.draft.title = self.draft.title or fields.get("title", "")
            if zone := fields.get("time zone"):
                self.draft.head["time zone"] = zone
            if re.fullmatch(r"[0-9]{1,4}", fields.get("days", "")):
                self.draft.days = int(fields["days"])
            if day := fields.get("first day"):
                date = read_date(day)
                if isinstance(date, str):
                    self.draft.refuse(self.where(number), f"first day {day!r} is not a date. {date}")
                else:
                    self.draft.first_day = date

    def objectives(self) -> None:
        """Read objectives, in the form of the program's own files."""
        listed = self.draft.head.setdefault("objectives", [])
        for _, fields in self._said(keys_of(Objective)):
            if isinstance(listed, list):
                listed.append({**fields, **({"side": slug(fields["side"])} if "side" in fields else {})})
            self.draft.count("objectives")


def name_sides(draft: Draft) -> None:
    """Give the sides of the order of battle the properties that a table contains."""
    for where, fields in draft.sides:
        force = next((side for side in draft.forces if slug(side.name) == slug(fields.get("name", ""))), None)
        if force is None:
            draft.note(where, f"{fields.get('name') or 'a row without a name'} is a side without units")
            continue
        force.key, force.nation = fields.get("key", ""), fields.get("nation", "") or force.nation
        force.fields |= {key: fields[key] for key in ("adjective", "accent") if key in fields}
        if edges := [edge.strip() for edge in fields.get("home edges", "").split(";") if edge.strip()]:
            force.fields["home edges"] = edges


def join(draft: Draft) -> None:
    """Put the loose roads between their places. Raises BadFile where there are no places."""
    if not draft.loose:
        return
    chart = draft.chart
    if chart is None:
        raise BadFile(
            f"{draft.loose[0][0]} has roads, but no places. Give the table of places (key, name, lat, lon) "
            "together with it"
        )
    by_name = {plain(node.name): key for key, node in chart.nodes.items()} | {plain(key): key for key in chart.nodes}
    there: dict[tuple[str, str, RoadKind, str], list[Way]] = {}
    back: list[Way] = []
    for where, fields in draft.loose:
        a, b = (by_name.get(plain(fields.get(end, ""))) for end in ("from", "to"))
        kind = next(
            (kind for kind in RoadKind if plain(kind.value) == plain(fields.get("kind", "") or "secondary road")), None
        )
        if a is None or b is None:
            draft.refuse(where, f"{fields.get('from')!r} and {fields.get('to')!r} are not two places of the map")
            continue
        if kind is None:
            draft.refuse(where, f"{fields.get('kind')!r} is not a kind of road. Write {listing(RoadKind)}")
            continue
        entry = _road(where, fields, draft)
        if entry is not None and (a != b or entry.get("km") or entry.get("shape")):
            way = Way(a, b, kind, where, fields.get("name", ""), fields=entry)
            km, is_plain = str(entry.get("km", "")), entry.keys() <= {"km"}
            forth = there.get((b, a, kind, km), []) if is_plain and a != b else []
            if forth and way.name in ("", forth[0].name):
                forth.pop(0)
                back.append(way)
                continue
            if is_plain:
                there.setdefault((a, b, kind, km), []).append(way)
            chart.ways.append(way)
        elif entry is not None:
            draft.refuse(where, f"the road from {a} to itself needs a length (km) or a course (shape)")
    draft.loose = []
    if back:
        km_back = sum(length_of(way, chart) for way in back) / 1000
        read = f"{of_kind(len(back), 'rows')}, {km_back:.1f} km, the first {back[0].where}"
        made = "the same roads in the other direction, so each counts once"
        tell(draft, Doubt("twins", read, made, Sure.CERTAIN, km_back, Stake.KILOMETRES))
        draft.count("lines drawn twice", len(back))


def _road(where: str, fields: dict[str, str], draft: Draft) -> dict[str, object] | None:
    """Return a road's properties besides its ends and kind; None, and a remark, if they cannot be read."""
    entry: dict[str, object] = {key: fields[key] for key in _ROAD_OWN if key in fields}
    if (km := fields.get("km")) and not re.fullmatch(r"\d{1,6}([.,]\d+)?", km):
        draft.refuse(where, f"km is {km!r}, which is not a distance. Write kilometres, such as 12.5")
        return None
    if km:
        entry["km"] = decimal(max(0.001, float(km.replace(",", "."))), 3)
    if shape := fields.get("shape"):
        entry["shape"] = [point.strip() for point in shape.split(";")]
    for key in _TABLES_IN_CELLS:
        if key not in fields:
            continue
        try:
            inner = json.loads(fields[key])
        except ValueError:
            inner = None
        if not isinstance(inner, list) or not all(isinstance(row, dict) for row in inner):
            draft.refuse(
                where,
                f"{key} is {fields[key][:60]!r}. Write JSON, as in a file from campaign export, or leave it empty",
            )
            return None
        entry[key] = inner
    return entry
