"""Rows that were read, kept for later transactions: they are the same as long as the head of the journal is.

    kept = KeptRows()          given to the stores that share it: a table is read once by all of them
    kept.at(state)             what was read of a state so far, to which its readers add
    kept.put(state, tables)    what is known of a new state, after an entry

Only the journal changes its campaign's tables, and each of its entries makes another head. Every transaction reads the
head itself, so what another program has entered is never missed. Nothing is kept of the tables beside the journal.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from threading import Lock
from typing import Any, Final

from campaign.values import dataclass, field

State = tuple[int, str, str]
"""A campaign's number, the schema revision of its rows, and the head of its journal."""
Tables = dict[tuple[Any, ...], Any]
"""Answers of the database by what was asked: a table's name first, then what of it."""

MOST: Final = 2
"""States of which rows are kept: that of the database, and that of a copy on which a command was tried."""


@dataclass(slots=True)
class KeptRows:
    """What was read of the last states. Several threads may use it; nobody may change what is in it."""

    _by_state: OrderedDict[State, Tables] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def at(self, state: State) -> Tables:
        """Return what was read of a state so far, to which its readers add."""
        with self._lock:
            tables = self._by_state.setdefault(state, {})
            self._last(state)
            return tables

    def put(self, state: State, tables: Tables) -> None:
        """Keep what is known of a new state."""
        with self._lock:
            self._by_state[state] = tables
            self._last(state)

    def _last(self, state: State) -> None:
        self._by_state.move_to_end(state)
        while len(self._by_state) > MOST:
            self._by_state.popitem(last=False)


def without(tables: Tables, names: Collection[str]) -> Tables:
    """Return what is still known once these tables were written."""
    return {asked: rows for asked, rows in tables.copy().items() if asked[0] not in names}
