"""Rows that were read, kept for later transactions while the head of the journal and the file stay the same.

    kept = KeptRows()                 given to the stores that share it: a table is read once by all of them
    kept.at(state, mark)              the rows of a state that were read so far, to which its readers add
    kept.anew(state, mark)            the same, of which nothing is read yet
    kept.put(state, tables, mark)     the rows of a new state, after an entry
    kept.follow(marks)                the rows are the same after a commit beside the journal

Each entry of the journal makes another head, and every transaction reads the head itself, so what another program has
entered is never missed. A file can also be changed past the journal: corrected by another SQLite program, or overlaid
with a sound copy by hand or by a cloud's folder. The head may then stay. So every transaction also reads the file's
mark: its identity, and the count of its commits, which SQLite keeps in bytes 24 to 27. Only our own commits carry rows
on to the next mark. Nothing is kept of the tables beside the journal.

Two changes are not seen here. A file may be overlaid in place with one of the same count. And a server has no such
count: rows that somebody alters there past the program stay unseen until another program makes an entry, or this one is
started again. `campaign doctor` reads the rows themselves and finds both.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable
from threading import Lock
from typing import Any, Final, NamedTuple

from campaign.values import dataclass, field

State = tuple[int, str, str]
"""A campaign's number, the schema revision of its rows, and the head of its journal."""
Tables = dict[tuple[Any, ...], Any]
"""Answers of the database by what was asked: a table's name first, then what of it."""
Mark = Hashable
"""The identity of a database file and the count of its commits; None for a server. A copy in memory has the mark of the
file it was made of."""


class Marks(NamedTuple):
    """The mark of a database within a transaction, and its mark after the commit of a change in it."""

    now: Mark
    after: Mark


NO_MARKS: Final = Marks(None, None)
"""The marks of a server, and of a board that keeps nothing."""
MOST: Final = 2
"""States of which rows are kept: that of the database, and that of a copy on which a command was tried."""


@dataclass(slots=True)
class KeptRows:
    """Rows of the last states. Several threads may use them; none may change a row."""

    _by_state: OrderedDict[State, tuple[Mark, Tables]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def at(self, state: State, mark: Mark = None) -> Tables:
        """Return what was read of a state so far, to which its readers add: nothing yet if the database has another
        mark now.
        """
        with self._lock:
            seen, tables = self._by_state.get(state, (mark, {}))
            if seen != mark:
                tables = {}
            self._by_state[state] = mark, tables
            self._last(state)
            return tables

    def anew(self, state: State, mark: Mark = None) -> Tables:
        """Keep nothing of what was read of a state, and return what its readers add to from here on."""
        tables: Tables = {}
        self.put(state, tables, mark)
        return tables

    def put(self, state: State, tables: Tables, mark: Mark = None) -> None:
        """Keep what is known of a new state, whose commit gave the database this mark."""
        with self._lock:
            self._by_state[state] = mark, tables
            self._last(state)

    def follow(self, marks: Marks) -> None:
        """Keep the rows after a commit of our own that changed none of them, only tables beside the journal."""
        with self._lock:
            for state, (mark, tables) in self._by_state.items():
                if mark == marks.now:
                    self._by_state[state] = marks.after, tables

    def _last(self, state: State) -> None:
        self._by_state.move_to_end(state)
        while len(self._by_state) > MOST:
            self._by_state.popitem(last=False)


def without(tables: Tables, names: Collection[str]) -> Tables:
    """Return what is still known once these tables were written."""
    return {asked: rows for asked, rows in tables.copy().items() if asked[0] not in names}
