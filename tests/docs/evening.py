"""The evening on which the handbook is played: the clock does not move, and each campaign has the same key for its papers.

So a command answers the same in each run, and a page can show the answer to the letter.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from unittest.mock import patch

from campaign.journal.keys import BYTES

EVENING = datetime(2027, 1, 12, 19, 30, tzinfo=UTC)
KEY = "c1ub"
"""Letters that are repeated to make the key of each campaign; a club's campaign has a random key."""
ENVIRONMENT = {"TZ": "UTC"}
"""The time zone of the machine."""


@contextmanager
def evening() -> Iterator[None]:
    """Stop the clock for commands that run in this process."""
    with ExitStack() as stack:
        stack.callback(_read_zone)
        stack.enter_context(patch.dict("os.environ", ENVIRONMENT))
        stack.enter_context(patch("campaign.clock.now", lambda: EVENING))
        stack.enter_context(patch.object(secrets, "token_hex", _drawn))
        _read_zone()
        yield


def _drawn(count: int, token_hex: Callable[[int], str] = secrets.token_hex) -> str:
    """Return the key of a campaign, and numbers of other lengths as they fall: two people never have the same."""
    return KEY * (2 * BYTES // len(KEY)) if count == BYTES else token_hex(count)


def _read_zone() -> None:
    """Let the machine's clock follow TZ. Windows cannot: there the pages are played in the machine's own zone."""
    if sys.platform != "win32":
        time.tzset()


if __name__ == "__main__":
    from campaign.cli import main

    with evening():
        main()
