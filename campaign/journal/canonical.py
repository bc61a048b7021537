"""The canonical text of a value, from which hashes are made."""

from __future__ import annotations

import json


def canonical(value: object) -> str:
    """Return a value as JSON with sorted keys and no blanks: the same value always gives the same text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
