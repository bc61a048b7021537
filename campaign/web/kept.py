"""Pages kept ready. After each change every page that a window shows is made again first, then these are exchanged at
once, then each window is told which parts of its page are new. The other kept pages follow, and are exchanged at once.

So nobody waits, and no time that passes tells anybody that something happened: until the exchange everybody gets the
page before. Who gave the command gets the new one at once.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from hashlib import sha256

from campaign.values import dataclass, field, replace
from campaign.web.answer import Answer
from campaign.web.people import Eyes

Key = tuple[Eyes, str]
"""Whose eyes, and the whole address."""
Make = Callable[[], Answer]
Parts = Mapping[str, str]
Reading = Callable[[], AbstractContextManager[None]]
"""Opens a reading that all pages share that its thread makes meanwhile."""

KEPT_FOR = 600.0
"""Seconds for which a page is kept ready after it was asked for last, though no window shows it."""
LONGEST_READING = 0.1
"""Seconds for which pages that are made again share a reading."""
MOST_KEPT = 400
MOST_OF_ONE = 60
"""Most pages that are kept for the same eyes, but for those that a window shows: words behind a question mark make any
number of addresses.
"""
_FAILED = 500
"""From this status on a page could not be made, and is tried again when it is asked for."""
REST = "page"
"""Name of everything on a page that is in none of its parts."""

_PART = re.compile(rb"<!--part ([\w-]+)-->(.*?)<!--/part \1-->", re.S)


def parts_of(content: bytes) -> dict[str, str]:
    """Return a digest of each part of a page, by its name, and of the rest."""
    digests = {match[1].decode(): _digest(match[2]) for match in _PART.finditer(content)}
    return {**digests, REST: _digest(_PART.sub(rb"", content))}


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


@dataclass(slots=True)
class KeptPage:
    """A page as it was last made: when, and for which state of the campaign (``generation``)."""

    make: Make
    answer: Answer
    parts: Parts
    generation: int
    asked: float

    @property
    def mark(self) -> str:
        """Return a short name for exactly this content."""
        return mark_of(self.parts)


def mark_of(parts: Parts) -> str:
    """Return a short name for exactly these parts."""
    return _digest(repr(sorted(parts.items())).encode())


@dataclass(slots=True, eq=False)
class Listener:
    """A window that wants to be told which parts of its page are new. ``seen``: the parts that it shows; None until its
    page is kept.
    """

    key: Key
    seen: Parts | None
    tell: Callable[[tuple[str, ...]], None]
    mark: str = ""


@dataclass(slots=True)
class KeptPages:
    """All kept pages, and the windows that listen."""

    clock: Callable[[], float] = time.monotonic
    renders: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(2))
    """Number of pages that are made at the same time."""
    generation: int = 1
    """Number of changes noticed so far."""
    _pages: dict[Key, KeptPage] = field(default_factory=dict)
    _due: dict[Eyes, int] = field(default_factory=dict)
    _making: dict[Key, threading.Lock] = field(default_factory=dict)
    _listeners: set[Listener] = field(default_factory=set)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _renewing: int = 0
    """Generation that the pages of the last renewal have at least."""

    def page(self, key: Key, make: Make) -> KeptPage:
        """Return a page: the one that is kept, or a new one if there is none, or only one that is older than this
        person's own last change.
        """
        kept = self._ready(key)
        if kept is not None:
            return kept
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            kept = self._ready(key)
            while kept is None:
                kept = self._keep(key, self._made(make))
            return kept

    def _ready(self, key: Key) -> KeptPage | None:
        with self._lock:
            kept = self._pages.get(key)
            if kept is None or kept.generation < self._due.get(key[0], 0) or kept.answer.status >= _FAILED:
                return None
            kept.asked = self.clock()
            return kept

    def _made(self, make: Make, generation: int = 0) -> KeptPage:
        """Make a page. ``generation``: that of the reading from which it is made; without one it opens its own."""
        with self.renders:
            generation = generation or self.generation
            answer = replace(make(), view=None)  # which nobody asks for again, and which is larger than the page
            return KeptPage(make, answer, parts_of(answer.content), generation, self.clock())

    def _keep(self, key: Key, kept: KeptPage) -> KeptPage | None:
        """Keep a page that was made just now. None if all pages were renewed meanwhile without it: it may be out of
        date, and no window would notice.
        """
        with self._lock:
            if kept.generation < self._renewing:
                return None
            self._pages[key] = kept
            self._making.pop(key, None)
            for listener in self._listeners:
                if listener.key == key and listener.seen is None:
                    self._meet(listener, kept)
            self._drop_spare(key)
        return kept

    def _drop_spare(self, new: Key) -> None:
        """Drop the pages that were asked for least recently, where there are too many."""
        of_one = sum(key[0] == new[0] for key in self._pages)
        if len(self._pages) <= MOST_KEPT and of_one <= MOST_OF_ONE:
            return
        shown = {listener.key for listener in self._listeners} | {new}
        spare = sorted((key for key in self._pages if key not in shown), key=lambda key: self._pages[key].asked)
        of_reader = [key for key in spare if key[0] == new[0]][: max(0, of_one - MOST_OF_ONE)]
        rest = [key for key in spare if key not in of_reader][: max(0, len(self._pages) - len(of_reader) - MOST_KEPT)]
        for key in (*of_reader, *rest):
            del self._pages[key]

    def changed(self, by: Eyes | None = None) -> int:
        """Note that the campaign, or something beside it, has changed, and by whom, who sees it at once."""
        with self._lock:
            self.generation += 1
            if by is not None:
                self._due[by] = self.generation
            return self.generation

    def renew(self, one_reading: Reading = nullcontext) -> None:
        """Make all kept pages again: first those that a window shows, which are exchanged at once, and the windows
        told; then the others, exchanged at once, too. Pages that were not asked for lately are dropped instead.
        ``one_reading``: opens a reading that the pages made within it share.
        """
        due = self._due_now()
        with self._lock:
            heard = {listener.key for listener in self._listeners}
        for those in ([key for key in due if key in heard], [key for key in due if key not in heard]):
            self._exchange(self._made_again({key: due[key] for key in those}, one_reading))

    def _due_now(self) -> dict[Key, Make]:
        """Return how to make each page older than the campaign, and drop those that were not asked for lately."""
        with self._lock:
            self._renewing = self.generation
            now, heard = self.clock(), {listener.key for listener in self._listeners}
            due = {
                key: kept.make
                for key, kept in self._pages.items()
                if kept.generation < self.generation and (key in heard or now - kept.asked <= KEPT_FOR)
            }
            for key in [k for k, kept in self._pages.items() if kept.generation < self.generation and k not in due]:
                del self._pages[key]
            return due

    def _made_again(self, due: Mapping[Key, Make], one_reading: Reading) -> dict[Key, KeptPage]:
        """Return pages made again, as many as a short while allows from one reading: until it ends, a file keeps its
        writers waiting.
        """
        made: dict[Key, KeptPage] = {}
        waiting = list(due)[::-1]
        while waiting:
            generation = self.generation  # before the reading, which may be newer, never older
            with one_reading():
                until = self.clock() + LONGEST_READING
                while waiting and self.clock() <= until:
                    key = waiting.pop()
                    made[key] = self._made(due[key], generation)
        return made

    def _exchange(self, made: Mapping[Key, KeptPage]) -> None:
        """Exchange pages at once, and tell the windows."""
        with self._lock:
            for key, kept in made.items():
                before = self._pages.get(key)
                if before is None or before.generation <= kept.generation:
                    kept.asked = before.asked if before else kept.asked
                    self._pages[key] = kept
            self._tell(self._listeners)

    def forget(self, eyes: Eyes) -> None:
        """Drop every page of a person whose link has ended."""
        with self._lock:
            for key in [key for key in self._pages if key[0] == eyes]:
                del self._pages[key]

    # listening ------------------------------------------------------------------------------------------------------

    def listen(self, key: Key, mark: str, tell: Callable[[tuple[str, ...]], None]) -> Listener:
        """Let a window be told of changes of its page from now on; at once, if its page is not the one of ``mark``."""
        with self._lock:
            listener = Listener(key, None, tell, mark)
            self._listeners.add(listener)
            if (kept := self._pages.get(key)) is not None:
                self._meet(listener, kept)
            return listener

    @staticmethod
    def _meet(listener: Listener, kept: KeptPage) -> None:
        """Compare what a window shows with the page that is kept: what it is told later is told for changes only."""
        listener.seen = kept.parts
        if listener.mark and kept.mark != listener.mark:
            listener.tell((REST,))

    def leave(self, listener: Listener) -> None:
        """Tell a window nothing more."""
        with self._lock:
            self._listeners.discard(listener)

    def _tell(self, listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            kept = self._pages.get(listener.key)
            if kept is None or kept.parts == listener.seen:
                continue
            if listener.seen is None:
                self._meet(listener, kept)
                continue
            names = {*kept.parts, *listener.seen}
            changed = tuple(sorted(name for name in names if kept.parts.get(name) != listener.seen.get(name)))
            listener.seen = kept.parts
            if changed:
                listener.tell(changed)
