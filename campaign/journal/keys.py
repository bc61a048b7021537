"""Keys for papers: secrets of 128 bits from the system's own source of randomness, also for campaigns older than these
keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BYTES = 16


def fresh_key() -> str:
    """Return a secret of 128 bits, in 32 letters."""
    from secrets import token_hex

    return token_hex(BYTES)


def with_keys(facts: Mapping[str, Any], last_id: int) -> dict[str, Any]:
    """Return a campaign's facts with a key for its papers; if the key is new, battles up to this id keep their old
    codes. The turns of an older campaign draw no bits.
    """
    complete = {"draws": False, **facts}
    return complete if "paper_key" in facts else {**complete, "paper_key": fresh_key(), "old_codes": last_id}
