"""The canonical text of a value, from which hashes are made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

PIECE: Final = 1 << 16
"""Characters of a text that are written at a time."""


def canonical(value: object) -> str:
    """Return a value as JSON with sorted keys and no blanks: the same value always gives the same text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_pieces(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the canonical text of a mapping in pieces, so that its longest text, which may be large, is not held
    twice.
    """
    yield "{"
    for number, (name, value) in enumerate(sorted(fields.items())):
        yield f"{',' if number else ''}{canonical(name)}:"
        if isinstance(value, str):
            yield '"'
            yield from (canonical(value[at : at + PIECE])[1:-1] for at in range(0, len(value), PIECE))
            yield '"'
        else:
            yield canonical(value)
    yield "}"
