"""The version of a campaign: the head of its journal, cheap enough to be asked for before every answer.

    watch = Watch(store, campaign)
    watch.version()        the head: another one as soon as any program has written an entry, undone or redone one

A file of SQLite counts its commits in its first bytes (24 to 27), which are read in a few microseconds; only when that
number has moved is the ledger asked. It moves for what is written beside the journal too, which leaves the head as it
was. A server is asked each time.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from campaign.errors import StoreError
from campaign.journal.beside import Beside, asking
from campaign.model import Ledger
from campaign.store import Store
from campaign.store.engine import file_of, identity
from campaign.store.file_head import COUNTED, COUNTER, JOURNAL_MODE, head_of_file
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class _Seen:
    counter: bytes
    head: str


class Watch:
    """A watch on one campaign of an open store. It may be asked from several threads.

    Raises StoreError once the file was moved, deleted or replaced: the store, and all that was read from it, is then
    of another campaign than the file of that name.
    """

    def __init__(self, store: Store, campaign: str | None) -> None:
        self._store, self._campaign = store, campaign
        self._path = file_of(store)
        self._identity = identity(self._path) if self._path is not None else None
        self._seen: _Seen | None = None

    def version(self) -> str:
        """Return the head of the journal now."""
        counter = self._counter()
        seen = self._seen
        if seen is not None and counter is not None and seen.counter == counter:
            return seen.head
        with asking(self._store, self._campaign) as beside:
            head = _head(beside)
            counter = self._counter()  # within the transaction, so that nobody has committed since the head was read
        self._seen = None if counter is None else _Seen(counter, head)
        return head

    def _counter(self) -> bytes | None:
        """Return the file's count of commits; None for a server, a copy in memory or a file that does not count."""
        if self._path is None:
            return None
        try:
            head = head_of_file(self._path, COUNTER.stop)
        except OSError as fault:
            raise _gone(self._path, f"can no longer be read ({fault.strerror or fault})") from fault
        if head.identity != self._identity:
            raise _gone(self._path, "was replaced by another file")
        return head.content[COUNTER] if head.content[JOURNAL_MODE] == COUNTED else None


def _gone(path: Path, why: str) -> StoreError:
    return StoreError(
        f"{path} {why}. Everything handed in so far is in the old file. Close the campaign and open it from "
        "its new place"
    )


def _head(beside: Beside) -> str:
    asked = select(Ledger.head).where(Ledger.campaign_id == beside.campaign)
    return str(beside.connection.execute(asked).scalar_one())
