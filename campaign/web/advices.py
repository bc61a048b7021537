"""Staffs that think beside the desk's pages: one for each commander and each reader who asks about him.

desk.advices.of(reader)                the last advice, on its way or done; None before the first
desk.advices.begin(reader, question)   raises Refused while one is being weighed for the same reader
desk.advices.stop(reader)              ends it early: the orders as they are stand

They are kept in the desk's memory only, and none waits for another.
"""

from __future__ import annotations

import threading
from time import monotonic

from campaign.errors import Refused
from campaign.forecast.aside import Advising, Aside, State
from campaign.forecast.staff import Question
from campaign.terms.viewer import Viewer
from campaign.values import dataclass, field
from campaign.web.forecasts import LONGEST_END

Reader = tuple[str, Viewer]
"""The key of a commander, and who asks about him."""


@dataclass(frozen=True, slots=True)
class DeskAdvice:
    """An advice of a reader. ``known``: a digest of all that the side knew when it was asked for."""

    known: str
    aside: Aside

    @property
    def state(self) -> State:
        return self.aside.state


@dataclass(slots=True)
class DeskAdvices:
    """The last advice of each reader."""

    _by_reader: dict[Reader, DeskAdvice] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_closed: bool = False

    def of(self, reader: Reader) -> DeskAdvice | None:
        """Return the last advice of a reader."""
        return self._by_reader.get(reader)

    def begin(self, reader: Reader, question: Question) -> None:
        """Weigh a question in place of the last one. Raises Refused while that is weighed, or if the desk closes."""
        with self._lock:
            if self._is_closed:
                raise Refused("the desk is closing, so no staff can think now. Ask again when the desk is open")
            last = self.of(reader)
            if last is not None and not last.state.is_over:
                raise Refused("the staff is still thinking for you. Wait until it is finished, or stop it")
            self._by_reader[reader] = DeskAdvice(question.snapshot.digest, Aside(Advising(question)))

    def stop(self, reader: Reader) -> None:
        """End a reader's advice early."""
        last = self.of(reader)
        if last is not None:
            last.aside.stop()

    def wait(self, seconds: float) -> None:
        """Wait until no staff thinks any more, or until the seconds are over, which are for all of them together."""
        with self._lock:
            advices = tuple(self._by_reader.values())
        until = monotonic() + seconds
        for advice in advices:
            advice.aside.wait(max(0.0, until - monotonic()))

    def close(self) -> None:
        """End all that are being weighed, and begin none any more."""
        with self._lock:
            self._is_closed = True
            advices = tuple(self._by_reader.values())
        for advice in advices:
            advice.aside.abandon()
        self.wait(LONGEST_END)
