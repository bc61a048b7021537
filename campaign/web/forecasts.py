"""Forecasts that the desk plays beside its pages: one for the umpire, and one for each side by what it knows.

desk.forecasts.of(side)             the last one, on its way or done; None before the first
desk.forecasts.begin(side, ...)     raises Refused while one is being played for the same reader

They are kept in the desk's memory only. None waits for another, so no reader can tell whether the others forecast.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Final

from campaign.errors import Refused
from campaign.forecast.aside import Aside, State, Work
from campaign.views.map import SituationMap

LONGEST_END: Final = 20.0
"""Seconds that the desk, when it closes, leaves to forecasts that it has ended."""


@dataclass(frozen=True, slots=True)
class DeskForecast:
    """A forecast of a reader. ``known_map``: the map as the reader knew it when the forecast began, for the drawing."""

    work: Work
    known_map: SituationMap
    aside: Aside

    @property
    def state(self) -> State:
        """Return how far it is."""
        return self.aside.state


@dataclass(slots=True)
class DeskForecasts:
    """The last forecast of each reader: a side by its id, and the umpire as None."""

    _by_reader: dict[int | None, DeskForecast] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, reader: int | None) -> DeskForecast | None:
        """Return the last forecast of a reader."""
        return self._by_reader.get(reader)

    def require_free(self, reader: int | None) -> None:
        """Raise Refused while a forecast is being played for this reader."""
        last = self.of(reader)
        if last is not None and not last.state.is_over:
            raise Refused("A forecast is being played for you already. Wait until it is done, or stop it")

    def begin(self, reader: int | None, work: Work, known_map: SituationMap) -> None:
        """Play a forecast in place of the last one. Raises Refused while that is being played."""
        with self._lock:
            self.require_free(reader)
            self._by_reader[reader] = DeskForecast(work, known_map, Aside(work))

    def wait(self, seconds: float) -> None:
        """Wait until none is being played."""
        for forecast in tuple(self._by_reader.values()):
            forecast.aside.wait(seconds)

    def close(self) -> None:
        """End all that are being played."""
        for forecast in self._by_reader.values():
            forecast.aside.abandon()
        self.wait(LONGEST_END)
