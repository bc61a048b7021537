"""Roads, rivers and other lines of a map told apart by their attributes, the same for every format.

sort_out(layers, draft, as_set, name) -> [Road]       rivers become features of their layer; the rest is noted
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from campaign.exchange.foreign import alike
from campaign.exchange.foreign.draft import Draft, Line
from campaign.exchange.foreign.roads import Classes, is_class
from campaign.exchange.foreign.strokes import FEATURES, Layer, Stroke
from campaign.terms.ground import FeatureKind, RoadKind
from campaign.terms.words import plain
from campaign.values import dataclass

_CLASSES = ("kind", "highway", "fclass", "class")
"""Properties that give the kind of a road."""
_MAY_BE_CLASSES = (
    "type",
    "roadtype",
    "road type",
    "roadclass",
    "road class",
    "nature",
    "strassenkl",
    "category",
    "surface",
)
"""Properties that give the kind of a road if their value is a class of roads."""
_YES, _NO = ("yes", "true", "t", "1", "y"), ("", "no", "false", "f", "0", "n", "none", "null", "nan")
_NO_ROADS = (
    "waterway",
    "railway",
    "boundary",
    "power",
    "barrier",
    "natural",
    "aeroway",
    "aerialway",
    "landuse",
    "building",
    "leisure",
    "man_made",
)
"""Keys of OpenStreetMap for lines other than roads, unless the line also has ``highway``."""
_NO_ROADS_SET = frozenset(_NO_ROADS)
_WATERS = {"river": FeatureKind.RIVER, "canal": FeatureKind.CANAL, "coastline": FeatureKind.COAST}


@dataclass(slots=True)
class Road:
    """A line that is a road. ``bridge``: its name, or "" for none."""

    stroke: Stroke
    kind: RoadKind
    bridge: str = ""

    @property
    def passes_over(self) -> bool:
        """True if the file says that it is a bridge or a tunnel, or lies in another layer than the ground."""
        fields = self.stroke.fields
        tunnel, layer = str(fields.get("tunnel") or ""), str(fields.get("layer") or "0")
        return bool(self.bridge) or tunnel.lower() not in _NO or layer not in ("0", "None")


def sort_out(layers: Iterable[Layer], draft: Draft, as_set: Mapping[str, str], name: str) -> list[Road]:
    """Return the roads of the layers; rivers, canals and coasts become features of their layer, and the other lines are
    noted. ``name``: of all the files.
    """
    classes, roads, without_class = Classes(as_set), [], list[str]()
    for layer in layers:
        for stroke in layer.strokes:
            if stroke.way is not None:
                roads.append(Road(stroke, stroke.way.kind))
                continue
            column, word = class_of(stroke.fields)
            if reason := _no_road(stroke, word):
                if (water := _WATERS.get(reason.partition("=")[2])) is not None:
                    layer.lines.append(_feature(water.value, stroke))
                else:
                    text = f"{stroke.name or 'a line'} has {reason} and is not a road, so it was left out"
                    layer.draft.note(stroke.where, text)
                continue
            if word in FEATURES:
                layer.lines.append(_feature(word, stroke))
                continue
            kind = classes.kind(word)
            if kind is None:
                named_as = f"{stroke.name}: " if stroke.name else ""
                layer.draft.note(stroke.where, f"{named_as}troops cannot march on {word}, so it was left out")
                continue
            if column:
                classes.count(word)
            else:
                without_class.append(stroke.name or stroke.where)
            roads.append(Road(stroke, kind, _bridge(stroke)))
    classes.tell(draft, name)
    if without_class:
        many = len(without_class)
        draft.guess(
            name,
            f"{many} line{'s' * (many != 1)}: {'secondary roads' if many > 1 else 'a secondary road'}",
            "no kind is given",
            tuple(alike.called(without_class)),
        )
    return roads


def _feature(kind: str, stroke: Stroke) -> Line:
    return Line({"kind": kind, **({"name": stroke.name} if stroke.name else {})}, tuple(stroke.points))


def reasons_of(layers: Iterable[Layer]) -> Counter[str]:
    """Return why lines are not roads, ``railway=rail``, with their numbers."""
    counts: Counter[str] = Counter()
    for layer in layers:
        for stroke in layer.strokes:
            column, word = class_of(stroke.fields)
            reason = _no_road(stroke, word) or (f"{column}={word}" if word and Classes().kind(word) is None else "")
            counts[reason] += bool(reason)
    return +counts


def _no_road(stroke: Stroke, word: str) -> str:
    """Return the attribute that shows that a line is not a road."""
    if word:
        return ""
    if _NO_ROADS_SET.isdisjoint(stroke.fields):
        return ""
    key = next((key for key in _NO_ROADS if key in stroke.fields and _is_class(stroke.fields[key])), "")
    return f"{key}={stroke.fields[key]}" if key else ""


def _bridge(stroke: Stroke) -> str:
    """Return the name of the bridge or ford of a road; "" for none."""
    fields = stroke.fields
    bridge = str(fields.get("bridge") or "")
    if bridge.lower() in _NO and str(fields.get("ford") or "").lower() not in _YES:
        return ""
    if named := str(fields.get("bridge:name") or ""):
        return named
    if bridge.lower() in (*_YES, *_NO, "viaduct"):
        return f"{fields['name']}, bridge" if fields.get("highway") and fields.get("name") else "bridge"
    return bridge


@lru_cache(maxsize=1024)
def _columns_of_class(keys: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    """Return the columns that may give a class, in the order in which they are looked at, with their spellings in the
    file.
    """
    spelled = [(plain(key.replace("_", " ")), key) for key in reversed(keys)]
    found = [(column, [key for name, key in spelled if name == column]) for column in (*_CLASSES, *_MAY_BE_CLASSES)]
    return [(column, spellings) for column, spellings in found if spellings]


def class_of(fields: Mapping[str, Any]) -> tuple[str, str]:
    """Return the column and the class of a road, from the property that has it, in any spelling: ``highway``,
    ``fclass``, ``ROADTYPE``; "" for none.
    """
    for column, keys in _columns_of_class(tuple(fields)):
        value = next((value for key in keys if (value := fields[key])), None)
        if value and (column in _CLASSES or is_class(str(value))):
            return column, str(value)
    return "", ""


def _is_class(value: object) -> bool:
    """Return whether a property gives a line's class. A number (an exponent, a count) does not, nor does ``no``."""
    if not isinstance(value, str):
        return value is True
    return (
        value.strip().lower() not in ("", "no", "none", "null", "false")
        and re.fullmatch(r"\s*[-+]?[\d.,eE+-]+\s*", value) is None
    )
