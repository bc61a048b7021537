"""OpenStreetMap extracts (XML here, PBF in `osm_pbf`): roads by class, bridges and fords, named
places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.positions import on_earth
from campaign.exchange.foreign.safe_xml import pieces
from campaign.exchange.foreign.strokes import DEGREES, Dot, Layer, Stroke
from campaign.terms.words import of_kind
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

PLACES = frozenset({"city", "town", "village", "hamlet", "suburb", "locality", "isolated_dwelling", "farm"})
_NUMBER = re.compile(r"-?[0-9]{1,19}")
"""Number of a node; a node added in an editor has a negative number."""


@dataclass
class Extract:
    """The useful parts of an extract during reading. ``name``: of the file."""

    name: str
    layer: Layer
    points: dict[int, Point] = field(default_factory=dict)
    """Longitude and latitude by number."""
    ways: list[tuple[list[int], str, dict[str, str]]] = field(default_factory=list)
    """Points, number and tags of each way that is a highway."""

    @classmethod
    def of(cls, name: str) -> Extract:
        """Return an empty extract of that file."""
        return cls(name, Layer(name, unit=DEGREES, is_net=True))

    @property
    def draft(self) -> Draft:
        """Remarks on the reading."""
        return self.layer.draft

    def node(self, number: int, point: Point, tags: Mapping[str, str]) -> None:
        """Take a point (latitude, longitude), and its name if it is a town or village."""
        if on_earth(*point) is None:
            self.draft.refuse(
                self.name, f"the position of node {number} (lat {point[0]:g}, lon {point[1]:g}) is not on earth"
            )
            return
        self.points[number] = point[::-1]
        if tags.get("place") in PLACES and tags.get("name"):
            self.layer.dots.append(Dot(point[::-1], tags["name"][:200], f"{self.name}, node {number}"))

    def way(self, number: str, line: list[int], tags: Mapping[str, str]) -> None:
        """Take a way, if it is a highway."""
        if tags.get("highway") is not None and tags.get("area") != "yes":
            self.ways.append((line, number, dict(tags)))

    def finish(self) -> Draft:
        """Return the ways as lines, cut where they leave the extract. Raises BadFile."""
        outside = 0
        for line, number, tags in self.ways:
            begun: list[int] = []
            fields = {key: value for key, value in tags.items() if key in _TAGS}
            name = tags.get("name") or tags.get("ref") or ""
            for point in [*line, None]:
                if point is not None and point in self.points:
                    if not begun or begun[-1] != point:
                        begun.append(point)
                    continue
                outside += point is not None
                if len(begun) > 1:
                    points = [self.points[n] for n in begun]
                    where = f"{self.name}, way {number}"
                    self.layer.strokes.append(Stroke(points, where, name, fields, numbers=tuple(begun)))
                begun = []
        if outside:
            text = f"{outside} points of roads are outside the extract, so those roads end at its edge"
            self.draft.note("", text)
        if not self.layer.strokes:
            raise BadFile(
                f"{self.name} has no road that troops can use, only {of_kind(len(self.points), 'points')} and "
                f"{of_kind(len(self.ways), 'ways')} with highway=... Use an extract with roads"
            )
        self.draft.layers.append(self.layer)
        return self.draft


_TAGS = frozenset(("highway", "name", "bridge", "bridge:name", "ford", "tunnel", "layer"))
"""Tags of a way that decide anything."""


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the road network. Raises BadFile."""
    if b"<osmChange" in raw[:4096]:
        raise BadFile(f"{path.name} is a list of changes (osmChange), not an extract. Use the extract itself, as .osm")
    extract = Extract.of(path.name)
    for element in pieces(raw, path.name, frozenset({"node", "way"})):
        if element.get("action") == "delete" or element.get("visible") == "false":
            element.clear()
            continue
        tags = {tag.get("k", ""): tag.get("v", "") for tag in element.iterfind("tag")}
        if element.tag == "node":
            _node(element, tags, extract)
        else:
            extract.way(element.get("id", ""), _line(element, extract), tags)
        element.clear()
    return extract.finish()


def _line(way: Element, extract: Extract) -> list[int]:
    """Return the points of a way by their numbers, and keep their positions where the way itself contains them (``out
    geom``).
    """
    line = []
    for nd in way.iterfind("nd"):
        ref = nd.get("ref", "")
        if not _NUMBER.fullmatch(ref):
            continue
        number = int(ref)
        line.append(number)
        if number not in extract.points and nd.get("lat") is not None:
            try:
                extract.node(number, (float(nd.get("lat", "")), float(nd.get("lon", ""))), {})
            except ValueError:
                continue
    return line


def _node(element: Element, tags: dict[str, str], extract: Extract) -> None:
    try:
        if not _NUMBER.fullmatch(element.get("id", "")):
            raise ValueError
        number, point = int(element.get("id", "")), (float(element.get("lat", "")), float(element.get("lon", "")))
    except ValueError:
        text = (
            f"node {str(element.get('id'))[:24]} has no position (lat {element.get('lat')!r}, lon "
            f"{element.get('lon')!r})"
        )
        extract.draft.refuse(extract.name, text)
        return
    extract.node(number, point, tags)
