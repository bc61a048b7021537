"""Networks of the Transportation Networks project (TNTP): a file of links with their lengths, and a file of nodes with
their positions, of any name, given together with it or lying beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import BadFile
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.opening import decoded, open_text
from campaign.exchange.foreign.strokes import Dot, Layer, Stroke

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

_FIGURE = r"(-?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:[eE][-+]?\d{1,2})?)"
_ROW = re.compile(rf"\s*(\d{{1,9}})[\s,]+{_FIGURE}[\s,]+{_FIGURE}(?![\w.])")
_LINKS = re.compile(r"<\s*NUMBER OF LINKS\s*>", re.IGNORECASE)
_END = re.compile(r"<\s*END OF METADATA\s*>", re.IGNORECASE)
_LENGTH_COLUMN = 3
"""Column of the length where no heading names it, as in the project's files."""
MOST_LINKS = 500_000


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the links, or the nodes, of the file. Raises BadFile."""
    text = decoded(raw, path)
    layer = Layer(path.name, is_net=True, units={"length": ""})
    if _LINKS.search(text):
        _read_links(layer, text, path)
        _read_beside(layer, path)
    else:
        layer.dots = _nodes(text, path)
    layer.draft.layers.append(layer)
    return layer.draft


def _read_links(layer: Layer, text: str, path: Path) -> None:
    body = text[match.end() :] if (match := _END.search(text)) else text
    column = _column_of_length(text)
    number = 0
    for line in body.splitlines():
        row = line.split("~")[0].replace(";", " ").split()
        if len(row) < 2 or not row[0].isdecimal() or not row[1].isdecimal():
            continue
        number += 1
        if number > MOST_LINKS:
            raise BadFile(f"{path} has more than {MOST_LINKS:,} links. Use a smaller network")
        if row[0] == row[1]:
            continue
        ends, stated = (row[0], row[1]), {}
        if len(row) > column and re.fullmatch(_FIGURE, row[column]):
            stated = {"length": float(row[column])}
        layer.strokes.append(Stroke([], f"{path.name}, link {number}", stated=stated, ends=ends))


def _column_of_length(text: str) -> int:
    """Return the number of the column of lengths by the last heading: a file may hold older headings before it."""
    heads = [
        line.replace("~", " ").replace(";", " ").lower().split()
        for line in text.splitlines()
        if line.strip().startswith("~") and "term" in line.lower()
    ]
    return heads[-1].index("length") if heads and "length" in heads[-1] else _LENGTH_COLUMN


def _read_beside(layer: Layer, path: Path) -> None:
    """Read the nodes from the file beside the links whose name begins like theirs."""
    damaged = ""
    stem = re.split(r"(?i)[_-]?(?:net|links?)\b", path.stem.replace("_", " ").replace("-", " "))[0].strip().lower()
    for file in sorted(path.parent.iterdir()) if path.is_file() else ():
        name = file.name.lower().replace("_", " ").replace("-", " ")
        if file != path and "node" in name and name.startswith(stem) and file.suffix.lower() in (".tntp", ".txt"):
            try:
                layer.dots = _nodes(decoded(open_text(file)[1], file), file)
            except BadFile as fault:
                damaged = damaged or str(fault)
                continue
            layer.way_out = f"{file.name} has no such node. Give the file with all nodes together with this one"
            return
    beside = re.sub(r"(?i)_(net|links?)\b", "_node", path.name)
    layer.way_out = damaged or f"Put {beside} beside it, or give the file of its nodes together with it"


def _nodes(text: str, path: Path) -> list[Dot]:
    """Return the nodes of a file by their numbers. Raises BadFile."""
    nodes = [
        Dot((float(match[2]), float(match[3])), "", f"{path.name}, node {match[1]}", match[1])
        for match in map(_ROW.match, text.splitlines())
        if match
    ]
    if not nodes:
        raise BadFile(
            f"{path} is not a file of nodes of the Transportation Networks project (TNTP), since no row of it has a "
            "number and two coordinates, such as 1 -96.77 43.61 ;, and not a file of links, since it has no <NUMBER OF "
            "LINKS>"
        )
    return nodes
