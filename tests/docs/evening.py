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
from itertools import count
from unittest.mock import patch

from campaign.journal.keys import BYTES
from campaign.journal.people import PREFIX

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


@contextmanager
def people_in_order() -> Iterator[None]:
    """Number the people of an evening that one process plays, the first one first: their numbers are drawn otherwise, and
    stand in the journal, whose hash some pictures show.
    """
    numbers = count(1)
    with patch("campaign.journal.people._fresh", lambda: f"{PREFIX}{next(numbers):016x}"):
        yield


def _drawn(size: int, token_hex: Callable[[int], str] = secrets.token_hex) -> str:
    """Return the key of a campaign, and numbers of other lengths as they fall: two people never have the same."""
    return KEY * (2 * BYTES // len(KEY)) if size == BYTES else token_hex(size)


def _read_zone() -> None:
    """Let the machine's clock follow TZ. Windows cannot: there the pages are played in the machine's own zone."""
    if sys.platform != "win32":
        time.tzset()


if __name__ == "__main__":
    from campaign.cli import main

    with evening():
        main()
