"""As of: the campaign as it was at a past moment, as a board on a database in memory.

    with as_of(board, when("2.3", board)) as past:
        orbat(past.board, viewer)

The past is told by the journal alone: the entries that stand, from the founding up to the one asked for. The record is
not copied: a board in the past asks the present one for it, up to its own last entry. Its numbers and the head of its
chain are those of that entry, so that a paper printed from there is the paper that was
printed then. Of a turn the last state is shown in which it was still the running one; if one command ran on into
later turns, its images are followed only so far.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache

from sqlalchemy import Connection, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlalchemy.types import JSON

from campaign.errors import BadInput, NotFound
from campaign.journal.board import JournalBoard
from campaign.journal.images import Flush, Sheet, sheets
from campaign.journal.state import Rows, State, flushes_of, told
from campaign.journal.transaction import board_on
from campaign.journal.undo import standing_of
from campaign.model import Base, Campaign, Entry, Ledger
from campaign.store.engine import memory_engine
from campaign.store.revision import HEAD
from campaign.terms.time import TURNS_A_DAY, Moment, parse_moment
from campaign.terms.words import is_number


@dataclass(frozen=True, slots=True)
class When:
    """A past moment: after an entry of the living line, or the end of a turn or day (``moment``); the running ones end
    now."""

    number: int | None = None
    moment: Moment | None = None
    whole_day: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A past state. ``number`` and ``seq`` of the last entry in it; ``whole`` is false if only its first steps are."""

    state: State
    number: int
    seq: int
    whole: bool

    @property
    def moment(self) -> Moment:
        """The running turn then."""
        clock = next(iter(self.state["clock"].values()), {"day": 1, "turn": 1})
        return Moment(int(clock["day"]), int(clock["turn"]))

    def __str__(self) -> str:
        if self.whole:
            return f"as it was after entry {self.number}, in turn {self.moment}"
        return f"{self.without_numbers}, in the course of entry {self.number + 1}"

    @property
    def without_numbers(self) -> str:
        """For a player, whom the number of entries would tell how much the other side has typed."""
        return f"as it was {'in' if self.whole else 'at the end of'} turn {self.moment}"


@dataclass(frozen=True, slots=True)
class Visit:
    """A board in the past, and which past it is."""

    board: JournalBoard
    past: Past


def when(text: str, board: JournalBoard) -> When:
    """Read ``2.3`` (the end of day 2, turn 3), ``2`` or ``1941-05-16`` (the end of that day), ``#12`` or ``@12`` (after
    entry 12).

    Raises BadInput.
    """
    word = text.strip()
    if word[:1] in ("#", "@"):
        if not is_number(word[1:]):
            raise BadInput(f"{text!r} is no entry of the journal: write its number, as in #12 or @12 (campaign log)")
        return When(number=int(word[1:]))
    try:
        day = (date.fromisoformat(word) - board.campaign.first_day).days + 1
        word = str(day)
    except ValueError:
        day = 1
    if day < 1:
        raise BadInput(f"{text} is before the campaign: its first day is {board.campaign.first_day.isoformat()}")
    try:
        moment = parse_moment(word)
    except BadInput as fault:
        raise BadInput(
            f"{text!r} is no past moment: write a turn (2.3), a day (2 or {board.campaign.first_day.isoformat()}), or"
            " an entry (#12 or @12)"
        ) from fault
    return When(moment=moment) if "." in word else When(moment=Moment(moment.day, TURNS_A_DAY), whole_day=True)


def past_of(board: JournalBoard, instant: When) -> Past:
    """Follow the journal that far. Raises NotFound for an entry that is not there and a turn that has not come."""
    living = standing_of(board).living
    if instant.number is not None:
        return _after_entry(board, living, instant.number)
    assert instant.moment is not None
    now = board.moment
    if instant.moment.day > now.day or (instant.moment > now and not instant.whole_day):
        text = f"day {instant.moment.day}" if instant.whole_day else f"turn {instant.moment}"
        raise NotFound(f"{text} has not come: the campaign stands at turn {now}")
    return _in_turn(board, living, instant.moment)


def _after_entry(board: JournalBoard, living: tuple[int, ...], number: int) -> Past:
    if not 1 <= number <= len(living):
        raise NotFound(f"there is no entry {number}: the entries that stand are 1 to {len(living)} (campaign log)")
    return Past(told(board, living[:number]), number, living[number - 1], whole=True)


def _in_turn(board: JournalBoard, living: tuple[int, ...], moment: Moment) -> Past:
    state, number, seq = State(), 0, 0
    for seq_now, flushes in flushes_of(board, living):
        for n, flush in enumerate(flushes):
            if _clock_in(state, flush) > (moment.day, moment.turn):
                rest = [image for image in flush if image[0] != "clock"]
                state.apply(rest)
                return Past(state, number, seq, whole=n == 0 and not rest)
            state.apply(flush)
        number, seq = number + 1, seq_now
    return Past(state, number, seq, whole=True)


def ends_of_days(board: JournalBoard) -> Iterator[Past]:
    """The end of every day that has begun, the running one as it is now, in one walk through the journal.

    The state is the walk's own: use each before the next is asked for.
    """
    state, number, seq, day = State(), 0, 0, 1
    for seq_now, flushes in flushes_of(board, standing_of(board).living):
        for n, flush in enumerate(flushes):
            if _clock_in(state, flush)[0] > day:
                rest = [image for image in flush if image[0] != "clock"]
                state.apply(rest)
                yield Past(state, number, seq, whole=n == 0 and not rest)
                flush = [image for image in flush if image[0] == "clock"]
            state.apply(flush)
            day = max(day, _clock_in(state, [])[0])
        number, seq = number + 1, seq_now
    yield Past(state, number, seq, whole=True)


def _clock_in(state: State, flush: Flush) -> tuple[int, int]:
    """Day and turn that the clock would show after the flush; before everything if there is no clock yet."""
    shown = dict(next(iter(state["clock"].values()), {}))
    for table, _, _, after in flush:
        if table == "clock" and after is not None:
            shown.update(after)
    return int(shown.get("day", 0)), int(shown.get("turn", 0))


@contextmanager
def as_of(board: JournalBoard, instant: When) -> Iterator[Visit]:
    """A board that reads the campaign as it was. Raises what ``past_of`` does."""
    with visiting(board, past_of(board, instant)) as visit:
        yield visit


@contextmanager
def visiting(board: JournalBoard, past: Past, *, write: bool = False) -> Iterator[Visit]:
    """A board on a past that has been followed already; with ``write``, one to carry something out on for a look: it is
    thrown away."""
    with closing(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)) as memory:
        memory.executescript(_schema())
        engine = memory_engine(memory)
        with engine.connect() as connection, connection.begin():
            fill(connection, board, past)
            with board_on(connection, board.campaign_id, write=write) as journal_board_there:
                journal_board_there.present = board.present or board
                yield Visit(journal_board_there, past)
        engine.dispose()


@cache
def _schema() -> str:
    """Every table and index, as one script."""
    tables = Base.metadata.sorted_tables
    indexes = [CreateIndex(index) for table in tables for index in table.indexes]
    parts: list[CreateTable | CreateIndex] = [*map(CreateTable, tables), *indexes]
    return ";\n".join(str(part.compile(dialect=sqlite.dialect())) for part in parts)


def fill(connection: Connection, board: JournalBoard, past: Past) -> None:
    """Facts, ledger and rows, without the record."""
    facts = board.execute(select(Campaign.__table__).where(Campaign.id == board.campaign_id)).mappings().one()
    connection.execute(insert(Campaign.__table__), [dict(facts)])  # type: ignore[arg-type]
    head = board.entries(Entry.hash, criteria=(Entry.seq == past.seq,)).scalar()
    ledger = {
        "campaign_id": board.campaign_id,
        "revision": HEAD,
        "next_id": board.ledger.next_id,
        "last_seq": past.seq,
        "last_number": past.number,
        "head": head or "",
    }
    connection.execute(insert(Ledger.__table__), [ledger])  # type: ignore[arg-type]
    for name, written in sheets().items():
        if rows := past.state[name]:
            _fill_table(connection, written, board.campaign_id, rows)


def _fill_table(connection: Connection, written: Sheet, campaign: int, rows: Rows) -> None:
    """Rows as the images tell them, which is as SQLite holds them: words and dates as text, JSON as its text."""
    columns = [field.column for field in written.fields]
    as_text = {column for column in columns if isinstance(written.table.c[column].type, JSON)}
    values = [
        (
            campaign,
            ident,
            *(json.dumps(row[column], sort_keys=True) if column in as_text else row[column] for column in columns),
        )
        for ident, row in sorted(rows.items())
    ]
    names, marks = (
        ", ".join(f'"{name}"' for name in ("campaign_id", "id", *columns)),
        ", ".join("?" * (len(columns) + 2)),
    )
    connection.connection.cursor().executemany(f'insert into "{written.table.name}" ({names}) values ({marks})', values)
