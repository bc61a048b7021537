"""Beside the journal: short transactions on the tables of the desk, which no entry records.

    seats.py        who is let in: invitations and windows
    handing_in.py   what was handed in, so that a second try is answered and not carried out again
    desk_notes.py   drafts, marks on papers, secrets

These tables belong to one campaign and stay in it: they are in no digest, replay, export, branch or copy for others.
Nothing here moves the ledger: the head of the journal is the same before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from campaign.clock import stamp
from campaign.errors import BadInput
from campaign.journal.transaction import again_if_busy, read_transaction, refuse_other_revision
from campaign.model import BESIDE, Base, DeskSecret, Draft, Invitation, Ledger, Window
from campaign.store import Store, number_of
from campaign.store.engine import marks_of
from campaign.store.error_text import plainly
from campaign.store.lock_holder import lock_rows
from campaign.terms.printable import breaks_line
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.journal.record import Along

T = TypeVar("T")

LONGEST_KEY, LONGEST_NAME = 80, 200
"""Most letters of an owner, a key or a subject, and of a person's name."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The tables beside the journal of one campaign, within a transaction."""

    connection: Connection
    campaign: int

    def put(self, table_class: type[Base], **values: Any) -> None:
        """Write a row, in place of one with the same key."""
        table = table_class.__table__
        keys = [column.name for column in table.primary_key]
        row = self._new_row(table, values)
        others = {name: row.excluded[name] for name in values if name not in keys}
        self.connection.execute(row.on_conflict_do_update(index_elements=keys, set_=others))

    def put_if_new(self, table_class: type[Base], **values: Any) -> None:
        """Write a row unless there is one with the same key."""
        self.connection.execute(self._new_row(table_class.__table__, values).on_conflict_do_nothing())

    def _new_row(self, table: Any, values: dict[str, Any]) -> Any:
        if self.connection.dialect.name == "sqlite":
            from sqlalchemy.dialects.sqlite import insert as new_row
        else:  # a command on a file does without PostgreSQL's many types
            from sqlalchemy.dialects.postgresql import insert as new_row  # type: ignore[assignment]
        return new_row(table).values(campaign_id=self.campaign, **values)

    def lock(self) -> None:
        """Let no other writer of this campaign in until the transaction ends."""
        own = select(Ledger.campaign_id).where(Ledger.campaign_id == self.campaign)
        lock_rows(self.connection, own.with_for_update(), {}).all()


def changing(store: Store, campaign: str | None, change: Callable[[Beside], T], along: Along | None = None) -> T:
    """Return what ``change`` returns, done in a transaction of its own, and again if others were in the way. ``along``:
    what is written down with it, such as the answer to the form that asked for it. Raises what ``journal.writing``
    does.
    """

    def once() -> T:
        with store.engine.connect() as connection:
            with connection.begin():
                marks = marks_of(connection)
                beside = Beside(connection, number_of(connection, campaign))
                revision = connection.scalar(select(Ledger.revision).where(Ledger.campaign_id == beside.campaign))
                refuse_other_revision(str(revision), store)
                answer = change(beside)
                if along is not None:
                    along(beside)
            if store.rows is not None and marks_of(connection).now == marks.after:  # it is not if nothing was written
                store.rows.follow(marks)
            return answer

    return again_if_busy(store, once)


@contextmanager
def asking(store: Store, campaign: str | None) -> Iterator[Beside]:
    """Read the tables beside the journal, all at one moment. A store that is open for reading lets others write
    meanwhile.
    """
    with plainly(store.name), read_transaction(store) as opened:
        yield Beside(opened.connection, opened.number(campaign))


Present = dict[str, list[dict[str, Any]]]
"""Rows beside the journal that belong to today, by table: who is let in, what is being typed, the desk's secrets."""

_OF_TODAY = (Invitation, Window, Draft, DeskSecret)


def present_of(connection: Connection, campaign: int) -> Present:
    """Return the rows of a campaign that belong to today and not to the moment of a backup."""
    present: Present = {}
    for table_class in _OF_TODAY:
        table = table_class.__table__
        rows = connection.execute(select(table).where(table.c.campaign_id == campaign)).mappings()
        present[table.name] = [{str(name): value for name, value in row.items()} for row in rows]
    return present


def go_on_with(store: Store, campaign: str, present: Present) -> None:
    """Give a restored campaign the rows of today in place of the backup's. Raises StoreError."""

    def change(beside: Beside) -> None:
        for table_class in reversed(_OF_TODAY):
            table = table_class.__table__
            beside.connection.execute(delete(table).where(table.c.campaign_id == beside.campaign))
        for table_class in _OF_TODAY:
            rows = [{**row, "campaign_id": beside.campaign} for row in present[table_class.__tablename__]]
            if rows:
                beside.connection.execute(insert(table_class.__table__), rows)

    changing(store, campaign, change)


def end_all(store: Store, campaign: str) -> None:
    """End every invitation and window of a campaign."""

    def change(beside: Beside) -> None:
        for table_class in (Window, Invitation):
            table = table_class.__table__
            live = update(table).where(table.c.campaign_id == beside.campaign, table.c.ended.is_(None))
            beside.connection.execute(live.values(ended=stamp()))

    changing(store, campaign, change)


def throw_away(connection: Connection, campaign: int) -> None:
    """Delete every row beside the journal of a campaign that is deleted as a whole."""
    for table_class in BESIDE:
        table = table_class.__table__
        connection.execute(delete(table).where(table.c.campaign_id == campaign))


def hash_of_secret(secret: str) -> str:
    """Return the SHA-256 under which a token is stored: a reader of the file cannot come in with it."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def keyword(text: str, what: str) -> str:
    """Return an owner, key or subject. Raises BadInput if it is empty, too long or cannot be printed."""
    if not text:
        raise BadInput(f"{what} is empty: it must have 1 to {LONGEST_KEY} characters")
    return _line(text, what, LONGEST_KEY)


def name_of_person(text: str) -> str:
    """Return a name, which may be empty. Raises BadInput if it is too long or cannot be printed."""
    return _line(text.strip(), "the name", LONGEST_NAME)


def _line(text: str, what: str, longest: int) -> str:
    if len(text) > longest:
        raise BadInput(f"{what} {text[:40]!a}... has {len(text)} characters: write at most {longest}")
    if code := breaks_line(text):
        raise BadInput(
            f"{what} {text[:60]!a} has a character that cannot be printed ({code}). Leave that character out"
        )
    return text
