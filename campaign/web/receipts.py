"""Receipts: what the last click did, shown once on the page that follows it, with Undo where that is possible."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from campaign.journal.handing_in import AlreadyDone, HandIn
from campaign.journal.record import Done
from campaign.web.people import Person

MOST_LED = 1_000
"""Most forms that were handed in of which the desk remembers where they led."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The strip under the head of a page. ``mark``: the entry that Undo undoes, in a word that only the desk can read;
    empty where there is nothing to undo. ``entry``: its number, which the umpire's Undo names, too.
    """

    summary: str
    lines: tuple[str, ...] = ()
    mark: str = ""
    entry: int | None = None


@dataclass(slots=True)
class Receipts:
    """The receipts that have not been shown yet, by window."""

    _waiting: dict[str, Receipt] = field(default_factory=dict)
    _led: dict[HandIn, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def show(self, person: Person, done: Done | AlreadyDone, mark: str) -> None:
        """Show a window what its command did. ``mark``: what Undo undoes; empty if this person cannot undo it."""
        if person.is_umpire:
            self._put(person, Receipt(done.receipt.summary, done.receipt.lines, mark, done.number))
        else:
            self._put(person, Receipt(done.receipt.summary, (), mark))

    def tell(self, person: Person, text: str) -> None:
        """Show a window what was done beside the journal."""
        self._put(person, Receipt(text))

    def _put(self, person: Person, receipt: Receipt) -> None:
        with self._lock:
            self._waiting[person.window] = receipt

    def led(self, handed_in: HandIn, to: str) -> None:
        """Note to which page a form led that was handed in."""
        with self._lock:
            self._led[handed_in] = to
            if len(self._led) > MOST_LED:
                self._led.pop(next(iter(self._led)))

    def led_to(self, handed_in: HandIn | None) -> str:
        """Return the page to which a form led when it was handed in before; the first page if that is not known."""
        with self._lock:
            return self._led.get(handed_in, "/") if handed_in is not None else "/"

    def take(self, person: Person) -> Receipt | None:
        """Return the receipt that a window has not seen yet, which it has seen then."""
        with self._lock:
            return self._waiting.pop(person.window, None)
