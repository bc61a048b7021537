"""Forecasts that the desk plays beside its pages: one for the umpire, and one for each side by what it knows.

desk.forecasts.of(reader)             the last one, on its way or done; None before the first
desk.forecasts.begin(reader, ...)     raises Refused while one is being played for the same reader
desk.forecasts.stop(reader, number)   ends it early, and no newer one

They are kept in the desk's memory only. None waits for another. They share the machine with each other and with all
else that it does, so that how fast the runs come in depends on it: players are told eighths of them only.
"""

from __future__ import annotations

import threading
from time import monotonic
from typing import Final

from campaign.errors import Refused
from campaign.forecast.aside import Aside, State, Work
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, field
from campaign.views.map.map import SituationMap

LONGEST_END: Final = 20.0
"""Seconds that the desk, when it closes, leaves to forecasts that it has ended."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The campaign on which a forecast was asked. ``known``: a digest of all that its reader knew; ``entry``: the
    journal's last entry, for the umpire; ``branch``: the one that was compared; ``has_orders``: whether other orders
    were.
    """

    known: str
    entry: int
    branch: str
    has_orders: bool


@dataclass(frozen=True, slots=True)
class DeskForecast:
    """A forecast of a reader, with its number among those of this reader. ``known_map``: the map as the reader knew it
    when the forecast began, for the drawing.
    """

    number: int
    work: Work
    known_map: SituationMap
    origin: Origin
    aside: Aside

    @property
    def state(self) -> State:
        return self.aside.state


@dataclass(slots=True)
class DeskForecasts:
    """The last forecast of each reader: of the umpire, and of each side as a whole."""

    _by_reader: dict[Viewer, DeskForecast] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_closed: bool = False

    def of(self, reader: Viewer) -> DeskForecast | None:
        """Return the last forecast of a reader."""
        return self._by_reader.get(reader)

    def require_free(self, reader: Viewer) -> None:
        """Raise Refused while a forecast is being played for this reader."""
        last = self.of(reader)
        if last is not None and not last.state.is_over:
            raise Refused("a forecast for you is still running. Wait until it is finished, or stop it")

    def begin(self, reader: Viewer, work: Work, known_map: SituationMap, origin: Origin) -> None:
        """Play a forecast in place of the last one. Raises Refused while that is being played, or if the desk closes.
        The lock is that of all readers, so that no process is started under it.
        """
        with self._lock:
            if self._is_closed:
                raise Refused("the desk is closing and cannot run another forecast. Ask again when the desk is open")
            self.require_free(reader)
            last = self.of(reader)
            number = 1 if last is None else last.number + 1
            self._by_reader[reader] = DeskForecast(number, work, known_map, origin, Aside(work))

    def stop(self, reader: Viewer, number: str) -> None:
        """End a reader's forecast early, if the one with this number is still the last."""
        last = self.of(reader)
        if last is not None and str(last.number) == number:
            last.aside.stop()

    def wait(self, seconds: float) -> None:
        """Wait until none is being played, or until the seconds are over, which are for all of them together."""
        with self._lock:
            forecasts = tuple(self._by_reader.values())
        until = monotonic() + seconds
        for forecast in forecasts:
            forecast.aside.wait(max(0.0, until - monotonic()))

    def close(self) -> None:
        """End all that are being played, and begin none any more."""
        with self._lock:
            self._is_closed = True
            forecasts = tuple(self._by_reader.values())
        for forecast in forecasts:
            forecast.aside.abandon()
        self.wait(LONGEST_END)
