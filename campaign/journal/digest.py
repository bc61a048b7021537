"""A fingerprint of a campaign's state, and a check that its journal is complete."""

from __future__ import annotations

from hashlib import sha256

from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.record import hash_of
from campaign.journal.state import State, stored
from campaign.model import Entry


def digest(board: JournalBoard) -> str:
    """Return the SHA-256 over every journalled row, table by table, by id, as stored.

    It is the same on SQLite and PostgreSQL, and for a copy under another campaign id.
    """
    board.flush()
    return digest_of(stored(board))


def digest_of(state: State) -> str:
    """Return the digest of a campaign whose rows were read already."""
    total = sha256()
    for table, rows in state.rows.items():
        total.update(f"{table}\n".encode())
        for ident, row in sorted(rows.items()):  # a state read from the journal has them as they were written
            total.update(f"{ident} {canonical(row)}\n".encode())
    return total.hexdigest()


def first_break(board: JournalBoard) -> int | None:
    """Return the seq of the first entry that was altered, removed or inserted afterwards; None if the chain of hashes
    is unbroken.
    """
    entry = Entry.__table__
    before, seq = "", 0
    for mapping in board.entries(entry).mappings():
        row = {str(column): value for column, value in mapping.items()}
        seq += 1
        if row["seq"] != seq or row["before"] != before or row["hash"] != hash_of(row):
            return seq
        before = row["hash"]
    if (board.ledger.last_seq, board.ledger.head) != (seq, before):
        return seq + 1
    return None


def broken_since(board: JournalBoard, seq: int) -> str:
    """Return one sentence for an undo or redo over a journal that was altered from this entry on, or nothing."""
    broken = _break_since(board, seq)
    if broken is None:
        return ""
    return (
        f"The journal was altered at entry {broken}: that entry was changed, removed or inserted afterwards. "
        "Undo and redo follow the altered journal. To find out more: campaign doctor"
    )


def _break_since(board: JournalBoard, seq: int) -> int | None:
    """Return the seq of the first entry from this one on that was altered, removed or inserted afterwards; None if the
    chain of hashes is unbroken from there.
    """
    entry = Entry.__table__
    before = None
    for mapping in board.entries(entry, criteria=(Entry.seq >= seq,)).mappings():
        row = {str(column): value for column, value in mapping.items()}
        if row["seq"] != seq or row["hash"] != hash_of(row) or before not in (None, row["before"]):
            return seq
        before, seq = row["hash"], seq + 1
    return None if (board.ledger.last_seq, board.ledger.head) == (seq - 1, before) else seq


def chain_is_whole(board: JournalBoard) -> bool:
    """Return whether every entry is unaltered and none is missing."""
    return first_break(board) is None
