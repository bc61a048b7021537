"""Receipts: what the last click did, shown once on the page that follows it, with Undo where that is possible."""

from __future__ import annotations

import threading

from campaign.journal.handing_in import AlreadyDone, HandIn
from campaign.journal.record import Done
from campaign.values import dataclass, field
from campaign.web.drawn_for import Quicker
from campaign.web.people import Person
from campaign.words.late import Lateness

Led = tuple[HandIn, str]
"""Something that was handed in, and the page to which it led."""

MOST_LED = 1_000
"""Most forms that were handed in of which the desk remembers what it answered."""
HANDED_IN_BEFORE = "This form was handed in before. It counts only once"


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

    _waiting: dict[str, Receipt | Quicker] = field(default_factory=dict)
    _led: dict[HandIn, tuple[Receipt | None, str]] = field(default_factory=dict)
    """What was shown after each form, if anything was, and the page to which it led."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def show(
        self,
        person: Person,
        done: Done | AlreadyDone,
        mark: str,
        led: Led | None = None,
        late: Lateness | None = None,
        *,
        in_full: bool = False,
    ) -> None:
        """Show a window what its command did. ``mark``: what Undo undoes; empty if this person cannot undo it;
        ``late``: its hours, if it came after the deadline and counts as in time; ``in_full``: a player, too, reads the
        lines of the receipt, which hold nothing that the player's side does not know.
        """
        if person.is_umpire:
            kept = (done.kept,) if isinstance(done, Done) and done.kept else ()
            self._put(person, Receipt(done.receipt.summary, (*kept, *done.receipt.lines), mark, done.number), led)
        else:
            lines = (*(() if late is None else (f"{late.text}.",)), *(done.receipt.lines if in_full else ()))
            self._put(person, Receipt(done.receipt.summary, lines, mark), led)

    def tell(self, person: Person, text: str, led: Led | None = None) -> None:
        """Show a window what was done beside the journal."""
        self._put(person, Receipt(text), led)

    def overtaken(self, person: Person, notice: Quicker) -> None:
        """Show a window that its form was drawn for another state, and that nothing was done."""
        with self._lock:
            self._waiting[person.window] = notice

    def show_again(self, person: Person, handed_in: HandIn) -> str:
        """Show a window what it was shown when it handed the same in before, and return the page to which that led. A
        desk that was started since only says that it was.
        """
        with self._lock:
            receipt, to = self._led.get(handed_in, (Receipt(HANDED_IN_BEFORE), "/"))
            if receipt is not None:
                self._waiting[person.window] = receipt
        return to

    def lead(self, handed_in: HandIn, to: str) -> None:
        """Remember the page to which a form led that showed nothing there."""
        with self._lock:
            if handed_in not in self._led:
                self._remember(handed_in, None, to)

    def has_led(self, handed_in: HandIn) -> bool:
        """Return whether the desk remembers what it answered to this form."""
        with self._lock:
            return handed_in in self._led

    def _put(self, person: Person, receipt: Receipt, led: Led | None) -> None:
        with self._lock:
            self._waiting[person.window] = receipt
            if led is not None:
                self._remember(led[0], receipt, led[1])

    def _remember(self, handed_in: HandIn, receipt: Receipt | None, to: str) -> None:
        self._led[handed_in] = receipt, to
        if len(self._led) > MOST_LED:
            self._led.pop(next(iter(self._led)))

    def take(self, person: Person) -> Receipt | Quicker | None:
        """Return the receipt that a window has not seen yet, which it has seen then."""
        with self._lock:
            return self._waiting.pop(person.window, None)
