"""The silences of windows: how long a form may claim to have waited before the desk could be reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from campaign.terms.words import is_number
from campaign.values import dataclass, field

QUIET_FROM: Final = 30.0
"""Seconds without a request after which a window was silent: an open page sends a sign of life every 20 seconds."""
ALLOWANCE: Final = 5.0
"""Seconds by which the moments of two clocks may differ."""
SENT_WITHIN: Final = 120.0
"""Seconds within which a form that waited comes once its window is heard again."""
MOST_DIGITS: Final = 7
"""Most digits of the seconds that a form says it waited."""


@dataclass(slots=True)
class _Heard:
    """The hour a window was last heard, and its last silence (``begun`` to ``ended``), in the machine's seconds."""

    at: float
    begun: float = 0.0
    ended: float = 0.0


@dataclass(slots=True)
class Silences:
    """The last silence of every window. ``hour``: the machine's hour, which goes on while the machine sleeps."""

    hour: Callable[[], float] = time.time
    _heard: dict[str, _Heard] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def remember(self, window: str, seen: str) -> None:
        """Note when a window was last seen before this desk was opened; what is known of it already is better."""
        with self._lock:
            self._heard.setdefault(window, _Heard(datetime.fromisoformat(seen).timestamp()))

    def hear(self, window: str) -> None:
        """Note a request of a window."""
        now = self.hour()
        with self._lock:
            heard = self._heard.setdefault(window, _Heard(now))
            if now - heard.at > QUIET_FROM:
                heard.begun, heard.ended = heard.at, now
            heard.at = now

    def believed(self, window: str, waited: str) -> float:
        """Return how many of the seconds that a form says it waited its window was indeed silent: none if it was not
        silent when the form was pressed, or has been heard for long since.
        """
        if not is_number(waited) or len(waited) > MOST_DIGITS:
            return 0.0
        now = self.hour()
        with self._lock:
            heard = self._heard.get(window)
        if heard is None or now - heard.ended > SENT_WITHIN or now - int(waited) > heard.ended + ALLOWANCE:
            return 0.0
        return min(float(waited), now - heard.begun + ALLOWANCE)
