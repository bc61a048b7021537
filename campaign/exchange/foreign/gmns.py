"""Road networks as tables of the General Modeling Network Specification (GMNS): ``node.csv`` with the positions and
``link.csv`` with the roads, by any names."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.exchange.foreign.draft import Draft, one_line
from campaign.exchange.foreign.opening import decoded
from campaign.exchange.foreign.strokes import Dot, Layer, Stroke, figure_of, line_of_wkt

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_NODES, _LINKS = {"node_id", "x_coord", "y_coord"}, {"from_node_id", "to_node_id"}


def is_gmns(raw: bytes) -> bool:
    """Return whether a table has the columns of nodes or of links."""
    heading = raw[:4096].decode("utf-8-sig", "replace").splitlines()[:1]
    columns = set(re.split(r"[,;\t]", heading[0].lower().replace('"', "").replace(" ", ""))) if heading else set()
    return columns >= _NODES or columns >= _LINKS


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the nodes or the links of the file. Raises BadFile."""
    text = decoded(raw, path, wishes.encoding)
    separator = next((mark for mark in ("\t", ";", ",") if mark in text.split("\n", 1)[0]), ",")
    layer = Layer(path.name, is_net=True)
    layer.way_out = "Give the table of nodes (node_id, x_coord, y_coord) together with it"
    for number, row in enumerate(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator), 2):
        fields = {(key or "").strip().lower(): one_line(str(value or "")) for key, value in row.items()}
        where = f"{path.name}, row {number}"
        if fields.get("from_node_id"):
            _link(layer, fields, where)
        else:
            _node(layer, fields, where)
    layer.draft.layers.append(layer)
    return layer.draft


def _node(layer: Layer, fields: dict[str, str], where: str) -> None:
    try:
        point = float(fields["x_coord"]), float(fields["y_coord"])
    except (KeyError, ValueError):
        layer.draft.refuse(where, f"node {fields.get('node_id') or '?'} has no position. Write x_coord and y_coord")
        return
    layer.dots.append(Dot(point, fields.get("name", ""), where, fields.get("node_id", "")))


def _link(layer: Layer, fields: dict[str, str], where: str) -> None:
    ends = fields["from_node_id"], fields.get("to_node_id", "")
    if ends[0] == ends[1]:
        return
    said: dict[str, object] = {"highway": word} if (word := fields.get("facility_type", "")) else {}
    length, _ = figure_of(fields.get("length", ""))
    stated = {"length": length} if length is not None else {}
    layer.units["length"] = ""
    points = line_of_wkt(fields.get("geometry", ""))
    layer.strokes.append(Stroke(points, where, fields.get("name", ""), said, stated, ends))
