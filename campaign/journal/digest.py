"""A fingerprint of a campaign's state, and the proof that its record is whole."""

from __future__ import annotations

from hashlib import sha256

from sqlalchemy import select

from campaign.journal.board import JournalBoard
from campaign.journal.images import sheets
from campaign.journal.record import hash_of
from campaign.journal.register import canonical
from campaign.journal.rewind import plain_row
from campaign.model import Entry


def digest(board: JournalBoard) -> str:
    """SHA-256 over every journalled row, table by table, by id, as stored.

    The same on SQLite and PostgreSQL, and for a copy under another campaign id.
    """
    board.flush()
    total = sha256()
    for name, written in sheets().items():
        table = written.table
        total.update(f"{name}\n".encode())
        columns = [table.c[field.column] for field in written.fields]
        for row in board.execute(
            select(table.c.id, *columns).where(table.c.campaign_id == board.campaign.id).order_by(table.c.id)
        ):
            total.update(f"{row[0]} {canonical(plain_row(written, row[1:]))}\n".encode())
    return total.hexdigest()


def first_break(board: JournalBoard) -> int | None:
    """The seq of the first entry that was altered, removed or put in afterwards; None if the chain of hashes is
    whole."""
    entry = Entry.__table__
    before, seq = "", 0
    for found in board.execute(
        select(entry).where(Entry.campaign_id == board.campaign.id).order_by(Entry.seq)
    ).mappings():
        row = {str(column): value for column, value in found.items()}
        seq += 1
        if row["seq"] != seq or row["before"] != before or row["hash"] != hash_of(row):
            return seq
        before = row["hash"]
    if (board.ledger.last_seq, board.ledger.head) != (seq, before):
        return seq + 1
    return None


def chain_is_whole(board: JournalBoard) -> bool:
    """Is every entry as it was written, and none missing?"""
    return first_break(board) is None
