"""The draft of a map, the same from every reader: lines and points with the attributes that the file gives them.

    Stroke               a line, with the lengths and the ends that the file states
    Dot                  a named point, or a node of a network
    Layer                the strokes and dots of one file or one of its layers; `Layer.take` adds a feature

A reader decides nothing. Units, roads, twins, junctions, lengths and names are decided once for all formats
(`laying`). Points are as the file has them: x before y, longitude before latitude.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from campaign.errors import BadFile
from campaign.exchange.foreign import geojson_own
from campaign.exchange.foreign.draft import Draft, Line, Point, Way
from campaign.exchange.foreign.positions import lon_lat
from campaign.terms.ground import FeatureKind
from campaign.terms.words import listing
from campaign.values import dataclass, field

METRES = {"m": 1.0, "km": 1000.0, "ft": 0.3048, "mi": 1609.344, "yd": 0.9144}
"""Metres in each unit in which a file states lengths."""
DEGREES = "degrees"
FEATURES = {kind.value: kind for kind in FeatureKind}
"""Kinds of features by their words."""
_UNIT_WORDS = {
    **dict.fromkeys(("km", "kms", "kilometre", "kilometres", "kilometer", "kilometers"), "km"),
    **dict.fromkeys(("m", "mtr", "metre", "metres", "meter", "meters"), "m"),
    **dict.fromkeys(("mi", "mile", "miles"), "mi"),
    **dict.fromkeys(("ft", "foot", "feet"), "ft"),
    **dict.fromkeys(("yd", "yard", "yards"), "yd"),
}
_LENGTH_WORDS = frozenset(
    (
        "len",
        "leng",
        "length",
        "lgth",
        "distance",
        "dist",
        "laenge",
        "länge",
        "longueur",
        "lunghezza",
        "lengte",
        "dlugosc",
    )
)
_BESIDE_THEM = frozenset(("shape", "st", "geom", "road", "link", "segment", "seg", "total", "gis", "calc", "in"))
_ALONE = frozenset(("km", "kms", "miles", "metres", "meters", "kilometres", "kilometers"))
"""Units that are the name of a column of lengths by themselves; ``m``, ``mi`` and ``ft`` may mean something else."""
_WKT = re.compile(r"LINESTRING[ ZM]*\(([^()]*)\)", re.IGNORECASE)
_FIGURE = re.compile(r"\s*(\d{1,9}(?:[.,]\d{1,12})?(?:[eE][-+]?\d{1,2})?)\s*([A-Za-z]{0,10})\s*")


@dataclass(slots=True)
class Stroke:
    """A line of a map."""

    points: list[Point]
    """Empty if only the ends are known, by their keys."""
    where: str
    """Its feature in the file: ``roads.geojson, feature 3``."""
    name: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    stated: dict[str, float] = field(default_factory=dict)
    """Lengths that the file states, by the name of the column, in the unit of the column (`Layer.units`)."""
    ends: tuple[str, str] | None = None
    """Keys of the dots at its ends."""
    numbers: tuple[int, ...] = ()
    """The file's numbers of its points, where the file numbers them: lines meet only in points of equal number."""
    way: Way | None = None
    """The properties of a road that this program wrote."""


@dataclass(slots=True)
class Dot:
    """A point of a map. ``key``: of a node of a network or of a place of this program; such a point stays a place."""

    point: Point
    name: str
    where: str
    key: str = ""
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Layer:
    """The lines and points of one file, or of one layer of it."""

    name: str
    draft: Draft = field(default_factory=Draft)
    """Takes the remarks of the reading."""
    strokes: list[Stroke] = field(default_factory=list)
    dots: list[Dot] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    """Rivers and other features of a map of this program; `laying` adds the rivers of other maps."""
    grid: str = ""
    """Grid that the file names; "" for none."""
    unit: str = ""
    """Unit of the points if the format fixes it: `DEGREES` or a key of `METRES`."""
    usual: str = ""
    """Unit of the points if the format's standard asks for it, though files differ."""
    units: dict[str, str] = field(default_factory=dict)
    """Units that the file states for its columns of lengths; "" where it states none."""
    is_net: bool = False
    """True if lines meet only in common points, so that lines which cross without one do not."""
    has_keys: bool = False
    """True if the keys of the dots are those of a map of this program."""
    fields: dict[str, object] = field(default_factory=dict)
    """Facts about the map of this program: its centre."""
    way_out: str = ""
    """Advice where a node of the network has no position."""

    def take(self, fields: Mapping[str, Any], kind: str, coordinates: Any, where: str) -> None:
        """Take a feature: its attributes, the kind of its geometry, and its coordinates, as GeoJSON has them."""
        if fields.get("what") == "unit" and kind == "Point":
            self.draft.note(where, f"{fields.get('name')} is a unit of a campaign, not a place on the map")
            return
        name = str(fields.get("name") or fields.get("title") or fields.get("Name") or fields.get("NAME") or "")[:200]
        if kind in ("LineString", "MultiLineString"):
            parts = [coordinates] if kind == "LineString" else _parts(coordinates)
            self._lines(parts, fields, where, name)
        elif kind in ("Point", "MultiPoint"):
            for point in [coordinates] if kind == "Point" else _parts(coordinates):
                self._dot(point, fields, where, name)
        else:
            self.draft.note(
                where, f"{name or 'it'} is a {kind}, which is neither a road nor a place, so it was left out"
            )

    def _lines(self, parts: Sequence[Any], fields: Mapping[str, Any], where: str, name: str) -> None:
        lines: list[list[Point]] = []
        for part in parts:
            corners = [_point(corner) for corner in part] if isinstance(part, (list, tuple)) else []
            line = [corner for corner in corners if corner is not None]
            if len(line) < 2 or len(line) < len(corners):
                text = "has coordinates that cannot be read. Write two or more [longitude, latitude]"
                self.draft.refuse(where, f"{name or 'a line'} {text}")
            else:
                lines.append(line)
        feature = _feature_kind(fields)
        if feature and fields.get("what") == "feature":
            self.lines += [Line(_feature_fields(feature, name, fields), tuple(line)) for line in lines]
            return
        stated = self.stated(fields)
        drawn = [sum(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(line)) for line in lines]
        for line, length in zip(lines, drawn, strict=True):
            stroke = Stroke(line, where, name, fields, stated)
            if len(lines) > 1 and stated and sum(drawn) > 0:  # a length is of all parts together
                stroke.stated = {key: value * length / sum(drawn) for key, value in stated.items()}
            if (ends := geojson_own.ends_of(fields)) is not None:
                stroke.way, stroke.ends = geojson_own.way_of(fields, ends, where), ends
                stroke.name = stroke.way.name
            self.strokes.append(stroke)

    def _dot(self, value: Any, fields: Mapping[str, Any], where: str, name: str) -> None:
        point = _point(value)
        if point is None:
            self.draft.refuse(
                where, f"{name or 'a point'} has the position {str(value)[:60]}. Write [longitude, latitude]"
            )
        elif geojson_own.is_place(fields):
            self.dots.append(Dot(point, name, where, str(fields["key"]), geojson_own.place_fields(fields)))
            self.has_keys = True
            if scores := fields.get("objective"):
                text = (
                    f"{name or fields['key']} scores {str(scores)[:200]}, but a map cannot hold objectives. Write "
                    "them in scenario.yaml"
                )
                self.draft.note(where, text)
        elif fields.get("what") == "feature":
            kind = _feature_kind(fields) or FeatureKind.NAME.value
            self.lines.append(Line(_feature_fields(kind, name, fields), (point,)))
        elif name:
            self.dots.append(Dot(point, name, where))
        else:
            self.draft.note(where, "this point has no name")

    def stated(self, fields: Mapping[str, Any]) -> dict[str, float]:
        """Return the lengths among the attributes by column, and keep the unit of each column."""
        result = {}
        for key, value in fields.items():
            unit = length_unit(key)
            if unit is None or value is None or isinstance(value, bool):
                continue
            length, own_unit = figure_of(value)
            if length is not None:
                result[key] = length
                self.units[key] = unit or own_unit or self.units.get(key, "")
            elif str(value).strip():
                self.draft.note(self.name, f"{key} {str(value)[:40]!r} is not a length, so it was not used")
        return result


def figure_of(value: object) -> tuple[float | None, str]:
    """Return a number in a cell and its unit, ``12,5 km``; None for any other text."""
    if isinstance(value, (int, float)):
        return (float(value), "") if 0 <= value < 1e12 else (None, "")
    text = str(value)
    match = _FIGURE.fullmatch(text.replace(",", "") if "," in text and "." in text else text)
    if match is None or (match[2] and match[2].lower() not in _UNIT_WORDS):
        return None, ""
    return float(match[1].replace(",", ".")), _UNIT_WORDS.get(match[2].lower(), "")


@lru_cache(maxsize=4096)
def length_unit(column: str) -> str | None:
    """Return the unit that the name of a column of lengths states, "" if it states none; None for other columns."""
    words = [word for word in re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", column).lower()) if word]
    if words and words[0] not in _LENGTH_WORDS and len(words) == 1:
        split = next(
            (
                (base, tail)
                for tail in _UNIT_WORDS
                for base in ("length", "len", "dist", "distance", "shape_len", "shapelen")
                if words[0] in (f"{base}{tail}", f"{tail}{base}")
            ),
            None,
        )
        words = list(split) if split else ["length"] if words[0] in ("shapelen", "shapelength", "shapeleng") else words
    if len(words) == 1 and words[0] in _ALONE:
        return _UNIT_WORDS[words[0]]
    if not words or not _LENGTH_WORDS.intersection(words):
        return None
    units = [_UNIT_WORDS[word] for word in words if word in _UNIT_WORDS]
    rest = [word for word in words if word not in _UNIT_WORDS and word not in _LENGTH_WORDS | _BESIDE_THEM]
    return None if rest or len(units) > 1 else "".join(units)


def wanted_layers(path: Path, names: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Return the layers of a file that are chosen, or all if none is. Raises BadFile for one that it does not have."""
    by_name = {name.lower(): name for name in names}
    unknown = next((name for name in chosen if name.lower() not in by_name), None)
    if unknown is not None:
        raise BadFile(f"{path} has no layer {unknown!r}. It has {listing(names)}")
    return [by_name[name.lower()] for name in chosen] or list(names)


def _parts(coordinates: Any) -> Sequence[Any]:
    return coordinates if isinstance(coordinates, (list, tuple)) else ()


def line_of_wkt(text: str) -> list[Point]:
    """Return the points of a line in well-known text; [] for any other text."""
    match = _WKT.search(text)
    if match is None:
        return []
    try:
        return [(x, y) for x, y in (map(float, pair.split()[:2]) for pair in match[1].split(","))]
    except ValueError:
        return []


def _feature_kind(fields: Mapping[str, Any]) -> str:
    word = str(fields.get("kind") or "")
    return word if word in FEATURES else ""


def _feature_fields(kind: str, name: str, fields: Mapping[str, Any]) -> dict[str, object]:
    """Return a coast, an escarpment, a name as the program's files take it."""
    return {"kind": kind, **({"name": name} if name else {}), **geojson_own.ours(fields)}


def _point(value: Any) -> Point | None:
    """Return x and y of a position of GeoJSON; None for anything but two numbers that a map can have."""
    if type(value) is list and len(value) > 1 and type(value[0]) is float and type(value[1]) is float:
        x, y = value[0], value[1]
        return (x, y) if -1e9 < x < 1e9 and -1e9 < y < 1e9 else None
    point = lon_lat(value if not isinstance(value, tuple) else list(value))
    return (point[1], point[0]) if point is not None and max(map(abs, point)) < 1e9 else None
