"""The models that a club owns, as a small file: one kind of figure or model a line, and how many of it.

    read_owned(path) -> dict[str, int]      raises BadFile with every error and its line

As CSV, with or without a head::

    model, count
    infantry figure, 240
    Matilda, 6

or as YAML (``.yaml``, ``.yml``)::

    infantry figure: 240
    Matilda: 6

Names are those that ``campaign battle muster`` lists; case and punctuation do not matter. A kind named twice is added
up.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from campaign.errors import BadFile
from campaign.exchange import text
from campaign.exchange.entry import pairs_of
from campaign.exchange.faults import Faults
from campaign.exchange.text import Scalar
from campaign.terms.words import is_number

YAML = (".yaml", ".yml")
MOST = 100_000


def read_owned(path: Path, raw: bytes | None = None) -> dict[str, int]:
    """Return the counts by name. Raises BadFile. ``raw``: the file's bytes, if it was sent."""
    rows = list((_yaml if path.suffix.lower() in YAML else _csv)(path, raw))
    faults = [
        f"{path}:{line}: {name!r} has the number {count!r}. Write a whole number up to {MOST:,}"
        for line, name, count in rows
        if _count(count) is None
    ]
    if faults:
        raise BadFile(
            f"{path} has {len(faults)} error{'s' * (len(faults) != 1)}. Correct the file, then try again", faults
        )
    owned: Counter[str] = Counter()
    for _, name, count in rows:
        owned[name] += _count(count) or 0
    return owned


def _count(word: str) -> int | None:
    digits = word.strip().replace(",", "")
    return int(digits) if is_number(digits) and int(digits) <= MOST else None


def _csv(path: Path, raw: bytes | None) -> Iterator[tuple[int, str, str]]:
    try:
        content = (path.read_bytes() if raw is None else raw).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadFile(f"{path} cannot be read ({fault}). Save it as plain text in UTF-8", []) from fault
    for number, row in enumerate(csv.reader(content.splitlines(), skipinitialspace=True), 1):
        cells = [cell.strip() for cell in row]
        if (
            not any(cells)
            or cells[0].startswith("#")
            or (number == 1 and len(cells) > 1 and cells[1].lower() in ("count", "number", "owned"))
        ):
            continue
        yield number, cells[0], cells[1] if len(cells) > 1 else ""


def _yaml(path: Path, raw: bytes | None) -> Iterator[tuple[int, str, str]]:
    faults = Faults()
    tree = text.read_tree(path, str(path), faults) if raw is None else text.parse(raw, str(path), faults)
    for key, value in pairs_of(tree, "the club's collection", faults):
        yield key.spot.line or 0, key.text.strip(), value.text if isinstance(value, Scalar) else ""
    if errors := tuple(str(fault) for fault in faults.final_errors()):
        raise BadFile(f"{path} cannot be read. Correct the errors above, then try again", errors)
