"""Undo, redo, and the living line.

The record only grows: an undo is an entry that takes an earlier one back, a redo one that brings it again. What stands
is the living line, whose entries are numbered as people expect: after entry 7 was undone the next command is
number 7. A new command cuts off what could have been redone. The founding, entry 1, is never undone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from campaign.errors import Refused, StoreError
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING, rolls_of, write_entry
from campaign.journal.rewind import wind
from campaign.journal.state import upgraded_flushes
from campaign.journal.transaction import again_if_busy, writing
from campaign.model import Entry
from campaign.rules.common.dice import Roll
from campaign.store import Store
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as the log shows it. ``kind`` is do, undo or redo; ``undone_by`` the seq of the undo it is gone by, None
    while it stands."""

    number: int
    seq: int
    kind: str
    verb: str
    summary: str
    moment: Moment
    phase: str
    actor: str
    written: str
    is_ruling: bool
    hash: str
    rolls: tuple[Roll, ...]
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Which entries stand, oldest first, which could be redone, next one last, and by which undo an entry is gone."""

    living: tuple[int, ...]
    undone: tuple[int, ...]
    undone_by: dict[int, int]


def standing(steps: Iterable[tuple[int, str, int | None]]) -> Standing:
    """Follow the record: ``(seq, kind, about)`` in order of seq. Raises StoreError for an undo or redo of what is not
    there."""
    living: list[int] = []
    undone: list[int] = []
    by: dict[int, int] = {}
    for seq, kind, about in steps:
        if kind == "do":
            living.append(seq)
            undone.clear()
            continue
        taken_back, back = (living, undone) if kind == "undo" else (undone, living)
        if about not in taken_back:
            raise StoreError(
                f"the record is damaged: entry {seq} takes back or brings back an entry that is not there; campaign"
                " doctor says more"
            )
        taken_back.remove(about)
        back.append(about)
        if kind == "undo":
            by[about] = seq
        else:
            by.pop(about)
    return Standing(tuple(living), tuple(undone), by)


def standing_of(board: JournalBoard) -> Standing:
    """The same, read from the record."""
    return standing((seq, kind, about) for seq, kind, about in board.entries(Entry.seq, Entry.kind, Entry.about))


_SHOWN = (
    Entry.number,
    Entry.seq,
    Entry.kind,
    Entry.verb,
    Entry.summary,
    Entry.day,
    Entry.turn,
    Entry.phase,
    Entry.actor,
    Entry.written,
    Entry.is_ruling,
    Entry.hash,
    Entry.dice,
)


def log(board: JournalBoard, *, all: bool = False) -> tuple[Line, ...]:
    """The living line; with ``all`` every entry there ever was, undone ones marked, in order of the record."""
    now = standing_of(board)
    living = set(now.living)
    return tuple(_line(row, now) for row in board.entries(*_SHOWN) if all or row.seq in living)


def _line(row: Any, now: Standing) -> Line:
    rolls = rolls_of(json.loads(row.dice))
    facts = {column.name: getattr(row, column.name) for column in _SHOWN if column.name not in ("day", "turn", "dice")}
    return Line(**facts, moment=Moment(row.day, row.turn), rolls=rolls, undone_by=now.undone_by.get(row.seq))


def living(board: JournalBoard) -> tuple[Line, ...]:
    """The entries that stand, in order of number."""
    return log(board)


def undo(store: Store, campaign: str | None = None, *, to: int | None = None, actor: str) -> tuple[Line, ...]:
    """Take back the last entry, or every entry after number ``to``. Returns those taken back, latest first.

    Raises Refused if there is nothing to undo, StoreError if the database is not as the journal left it.
    """

    def chosen(board: JournalBoard, now: Standing) -> list[int]:
        last = board.ledger.last_number
        stays = last - 1 if to is None else to
        if stays < FOUNDING:
            raise Refused(
                f"the founding, entry {FOUNDING}, cannot be undone: undo --to {FOUNDING} goes back to it, campaign new"
                " founds another"
            )
        if stays >= last:
            raise Refused(f"there is no entry after {stays} to undo: the last one is {last}")
        return list(now.living[::-1][: last - stays])

    return _again(store, campaign, chosen, back=True, actor=actor)


def redo(
    store: Store, campaign: str | None = None, *, to: int | None = None, everything: bool = False, actor: str
) -> tuple[Line, ...]:
    """Bring back the entry undone last, all up to number ``to``, or ``everything``. Returns those brought back, in
    order.

    Raises Refused if there is nothing to redo (a new command cuts it off), StoreError as undo does.
    """

    def chosen(board: JournalBoard, now: Standing) -> list[int]:
        last = board.ledger.last_number
        until = last + len(now.undone) if everything else last + 1 if to is None else to
        if not now.undone:
            raise Refused("there is nothing to redo: nothing was undone, or another command came after it")
        if not last < until <= last + len(now.undone):
            raise Refused(f"cannot redo to entry {until}: what can be redone is {last + 1} to {last + len(now.undone)}")
        return list(now.undone[::-1][: until - last])

    return _again(store, campaign, chosen, back=False, actor=actor)


def _again(
    store: Store, campaign: str | None, chosen: Callable[[JournalBoard, Standing], list[int]], *, back: bool, actor: str
) -> tuple[Line, ...]:
    def once() -> tuple[Line, ...]:
        with writing(store, campaign) as board:
            seqs = chosen(board, standing_of(board))
            for seq in seqs:
                wind_entry(board, seq, back=back, actor=actor)
            lines = {line.seq: line for line in log(board, all=True)}
            return tuple(lines[seq] for seq in seqs)

    return again_if_busy(store, once)


def wind_entry(board: JournalBoard, seq: int, *, back: bool, actor: str) -> None:
    """Wind one entry back or forth, and write an entry that says so."""
    clock = board.clock
    moment, phase = Moment(clock.day, clock.turn), clock.phase
    columns = (Entry.number, Entry.images, Entry.summary, Entry.revision)
    entry = board.entries(*columns, criteria=(Entry.seq == seq,)).one()
    board.forget()
    with board.journal_writes():
        wind(board.connection, board.campaign_id, upgraded_flushes(board, entry.images, entry.revision), back=back)
    word = "undo" if back else "redo"
    write_entry(
        board,
        kind=word,
        number=entry.number,
        about=seq,
        moment=moment,
        phase=phase,
        actor=actor,
        verb=word,
        arguments="{}",
        dice="[]",
        given="[]",
        images="[]",
        summary=f"{'took back' if back else 'brought again'} {entry.number}: {entry.summary}",
        is_ruling=False,
    )
