"""Secrets of 128 bits, from the system's own source of randomness, and the key that a campaign of before there were
keys is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BYTES = 16


def fresh_key() -> str:
    """A secret of 128 bits, in 32 letters."""
    from secrets import token_hex

    return token_hex(BYTES)


def with_keys(facts: Mapping[str, Any], last_id: int) -> dict[str, Any]:
    """The facts of a campaign with a key for its papers; if it gets its key only now, battles up to this id keep the
    codes they have."""
    if "paper_key" in facts:
        return dict(facts)
    return {**facts, "paper_key": fresh_key(), "old_codes": last_id}
