"""Networks of the Transportation Networks project (TNTP): links in ``NAME_net.tntp``, positions in ``NAME_node.tntp``
beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign import geojson
from campaign.exchange.foreign.draft import Draft, Point
from campaign.exchange.foreign.opening import decoded, open_text

if TYPE_CHECKING:
    from campaign.exchange.foreign.convert import Wishes

_FIGURE = r"(-?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:[eE][-+]?\d{1,2})?)"
_ROW = re.compile(rf"\s*(\d{{1,9}})\s+{_FIGURE}\s+{_FIGURE}(?![\w.])")
_NET, _NODE = "_net", "_node"
MOST_LINKS = 500_000


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return a map read from the file. The file of the positions, given as a source of its own, adds nothing. Raises
    BadFile.
    """
    text = decoded(raw, path)
    if not re.search(r"<\s*NUMBER OF LINKS\s*>", text, re.IGNORECASE):
        if _NODE in path.name.lower() and _beside(path, _NODE, _NET) is not None:
            return Draft()
        raise BadFile(
            f"{path} holds no roads of a network of the Transportation Networks project (TNTP). Give its file "
            "..._net.tntp"
        )
    beside = _beside(path, _NET, _NODE)
    if beside is None:
        raise BadFile(
            f"{path} is a network of the Transportation Networks project (TNTP) without the places of its "
            f"roads. Put {re.sub('(?i)_net', '_node', path.name)} beside it, or give its GeoJSON"
        )
    points = _points(decoded(open_text(beside)[1], beside), beside)
    features = []
    seen: set[frozenset[int]] = set()
    for number, line in enumerate(text.partition("<END OF METADATA>")[2].splitlines(), 1):
        row = line.split("~")[0].split()
        if len(row) < 2 or not row[0].isdecimal() or not row[1].isdecimal():
            continue
        a, b = int(row[0]), int(row[1])
        if a == b or frozenset((a, b)) in seen:
            continue
        missing = a if a not in points else b
        if missing not in points:
            raise BadFile(f"link {number} of {path} leads to node {missing}, but {beside.name} has no such node")
        seen.add(frozenset((a, b)))
        ends = [[points[end][1], points[end][0]] for end in (a, b)]
        features.append({"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": ends}})
        if len(features) > MOST_LINKS:
            raise BadFile(f"{path} has more than {MOST_LINKS:,} links. Use a smaller network")
    return geojson.read_content(path, {"type": "FeatureCollection", "features": features}, wishes)


def _beside(path: Path, part: str, partner: str) -> Path | None:
    """Return the other file of the two, in the same folder, in capital or small letters."""
    name = re.sub(rf"(?i){part}", partner, path.name).lower()
    return next((file for file in sorted(path.parent.iterdir()) if file.name.lower() == name), None)


def _points(text: str, path: Path) -> dict[int, Point]:
    """Return latitude (or north) and longitude (or east) by number. Raises BadFile."""
    points = {
        int(match[1]): (float(match[3]), float(match[2])) for match in map(_ROW.match, text.splitlines()) if match
    }
    if not points:
        raise BadFile(f"no row of {path} has a number and two coordinates, such as 1 -96.77 43.61 ;")
    return points
