"""Three words that stand for a link for ten minutes: for who cannot scan a code and will not type a token.

They are drawn from 1,024 words that name no place, arm or rank: 30 bits, against sixty tries an hour.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from campaign.values import dataclass, field

VALID_FOR: Final = 600.0
"""Seconds for which three words open the door."""
HOW_MANY: Final = 3


@lru_cache(maxsize=1)
def all_words() -> tuple[str, ...]:
    """Return the 1,024 words."""
    return tuple((Path(__file__).parent / "words.txt").read_text(encoding="utf-8").split())


@dataclass(slots=True)
class WordCodes:
    """The three words in force, each for one invitation."""

    clock: Callable[[], float] = time.monotonic
    _codes: dict[str, tuple[str, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def make(self, invitation: str) -> str:
        """Return three new words for an invitation; its words before end."""
        words = " ".join(secrets.choice(all_words()) for _ in range(HOW_MANY))
        with self._lock:
            self._drop_old()
            self._codes = {code: entry for code, entry in self._codes.items() if entry[0] != invitation}
            self._codes[words] = (invitation, self.clock() + VALID_FOR)
        return words

    def of(self, invitation: str) -> str:
        """Return the words in force for an invitation; empty if there are none."""
        with self._lock:
            self._drop_old()
            return next((code for code, entry in self._codes.items() if entry[0] == invitation), "")

    def invitation_of(self, typed: str) -> str | None:
        """Return the invitation for which words stand: in any case, with spaces or hyphens. None if they are wrong."""
        with self._lock:
            self._drop_old()
            entry = self._codes.get(" ".join(re.findall(r"[a-z]+", typed.casefold())))
            return entry[0] if entry is not None else None

    def _drop_old(self) -> None:
        now = self.clock()
        self._codes = {code: entry for code, entry in self._codes.items() if entry[1] > now}
