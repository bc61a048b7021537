"""OpenStreetMap extracts (XML here, PBF in `osm_pbf`): roads by class, bridges and fords, named places; simplified to
junctions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.positions import on_earth
from campaign.exchange.foreign.roads import Classes, Net
from campaign.exchange.foreign.safe_xml import pieces
from campaign.terms.ground import RoadKind
from campaign.terms.words import of_kind
from campaign.values import dataclass, field

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes

PLACES = frozenset({"city", "town", "village", "hamlet", "suburb", "locality", "isolated_dwelling", "farm"})
_NUMBER = re.compile(r"-?[0-9]{1,19}")
"""Number of a node; a node added in an editor has a negative number."""
NAME_REACH_M = 1_000
"""Greatest distance in metres between a junction and the named place that gives it its name."""


@dataclass
class Extract:
    """The useful parts of an extract during reading. ``name``: of the file."""

    name: str
    draft: Draft = field(default_factory=Draft)
    points: dict[int, Point] = field(default_factory=dict)
    named: list[tuple[Point, str, str]] = field(default_factory=list)
    ways: list[tuple[list[int], RoadKind, str, str, str]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    classes: Classes = field(default_factory=Classes)

    def node(self, number: int, point: Point, tags: Mapping[str, str]) -> None:
        """Take a point, and its name if it is a town or village."""
        if on_earth(*point) is None:
            self.draft.refuse(
                self.name, f"the position of node {number} (lat {point[0]:g}, lon {point[1]:g}) is not on earth"
            )
            return
        self.points[number] = point
        if tags.get("place") in PLACES and tags.get("name"):
            self.named.append((point, tags["name"][:200], f"{self.name}, node {number}"))

    def way(self, number: str, line: list[int], tags: Mapping[str, str]) -> None:
        """Take a way, if it is a road for columns."""
        highway = tags.get("highway")
        if highway is None or tags.get("area") == "yes":
            return
        kind = self.classes.kind(highway)
        if kind is None:
            self.skipped[highway] += 1
            return
        self.classes.count(highway)
        bridge = ""
        if tags.get("bridge", "no") not in ("no", "") or tags.get("ford") == "yes":
            bridge = tags.get("bridge:name") or (f"{tags['name']}, bridge" if tags.get("name") else "bridge")
        self.ways.append((line, kind, f"{self.name}, way {number}", tags.get("name") or tags.get("ref") or "", bridge))

    def finish(self) -> Draft:
        """Return the road network. Raises BadFile."""
        draft, points = self.draft, self.points
        for highway, number in sorted(self.skipped.items()):
            draft.note(self.name, f"{number} x highway={highway} was left out, because troops cannot march on it")
        self.classes.tell(draft, self.name)
        net = Net(draft, True, points)
        inside = _inside(self.ways, points, draft)
        net.add_lines(inside)
        if not net.edges:
            raise BadFile(
                f"{self.name} has no road that troops can use, only {of_kind(len(points), 'points')} and "
                f"{of_kind(len(self.ways), 'ways')} with highway=... Use an extract with roads"
            )
        draft.count("ways", len(self.ways))
        draft.count("points on them", len({point for line, *_ in inside for point in line}))
        draft.count("links between those", len({frozenset(link) for line, *_ in inside for link in pairwise(line)}))
        lost = net.name_points(self.named, NAME_REACH_M)
        for _, called, where in lost:
            draft.note(
                where,
                f"{called} was left out. It is further than {NAME_REACH_M} m from every junction, or a second name "
                "for one",
            )
        net.simplify()
        draft.chart = net.chart()
        draft.count("places", len(draft.chart.nodes))
        draft.count("roads", len(draft.chart.ways))
        return draft


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the road network. Raises BadFile."""
    if b"<osmChange" in raw[:4096]:
        raise BadFile(f"{path.name} is a list of changes (osmChange), not an extract. Use the extract itself, as .osm")
    extract = Extract(path.name, classes=Classes(wishes.road_kinds))
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


def _inside(
    ways: list[tuple[list[int], RoadKind, str, str, str]], points: dict[int, Point], draft: Draft
) -> list[tuple[list[int], RoadKind, str, str, str]]:
    """Return the ways, cut where they leave the extract."""
    result = []
    outside = 0
    for line, *rest in ways:
        begun: list[int] = []
        for point in [*line, None]:
            if point is not None and point in points:
                if not begun or begun[-1] != point:
                    begun.append(point)
                continue
            outside += point is not None
            if len(begun) > 1:
                result.append((begun, *rest))
            begun = []
    if outside:
        draft.note("", f"{outside} points of roads are outside the extract, so those roads end at its edge")
    return result  # type: ignore[return-value]
