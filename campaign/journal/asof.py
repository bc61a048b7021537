"""Past states: the campaign at a past moment, as a board whose rows are made from the journal.

    with as_of(board, when("2.3", board)) as past:
        orbat(past.board, viewer)

The past is told by the journal alone: the entries in force, from the start up to the one asked for. A table's rows are
made when it is first read. The journal is not copied: a board in the past asks the present one for it, up to its own
last entry. Its numbers and the head of its chain are those of that entry, so that a paper printed from there is the
paper that was printed then. Of a turn the last state is shown in which it was still the running one; if one command ran
on into later turns, its images are followed only so far. A board for a look (``write``) may be changed, and what is
changed on it is thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import Connection, FromClause, select
from sqlalchemy.types import JSON

from campaign.errors import BadInput, NotFound
from campaign.journal.board import JournalBoard
from campaign.journal.snapshot import once_a_reading
from campaign.journal.state import State, flushes_of, state_from_journal
from campaign.journal.undo import standing_of
from campaign.model import Campaign, Entry, Ledger, Person
from campaign.rows.images import Flush, Sheet, Values, sheets
from campaign.store.revision import HEAD
from campaign.terms.time import TURNS_A_DAY, Moment, parse_moment
from campaign.terms.words import is_number
from campaign.values import asdict, dataclass


@dataclass(frozen=True, slots=True)
class When:
    """A past moment: after an entry of the living line, or the end of a turn or day (``moment``); the running turn and
    day end now.
    """

    number: int | None = None
    moment: Moment | None = None
    whole_day: bool = False


@dataclass(frozen=True, slots=True)
class Past:
    """A past state. ``number`` and ``seq`` are those of its last entry; ``is_complete`` is false if only that entry's
    first steps are in it.
    """

    state: State
    number: int
    seq: int
    is_complete: bool

    @property
    def moment(self) -> Moment:
        """Running turn of the past state."""
        clock = next(iter(self.state["clock"].values()), {"day": 1, "turn": 1})
        return Moment(int(clock["day"]), int(clock["turn"]))

    def __str__(self) -> str:
        if self.is_complete:
            return f"as it was after entry {self.number}, in turn {self.moment}"
        return f"{self.without_numbers}, during entry {self.number + 1}"

    @property
    def without_numbers(self) -> str:
        """Description of the past state for a player, without entry numbers, which would reveal how much the other side
        has typed.
        """
        return f"as it was {'in' if self.is_complete else 'at the end of'} turn {self.moment}"


@dataclass(frozen=True, slots=True)
class Visit:
    """A board in the past with the past state that it shows."""

    board: JournalBoard
    past: Past


def when(text: str, board: JournalBoard) -> When:
    """Return the past moment that a text names: ``2.3`` (the end of day 2, turn 3), ``2`` or ``1941-05-16`` (the end of
    that day), ``#12`` or ``@12`` (after entry 12).

    Raises BadInput.
    """
    word = text.strip()
    if word[:1] in ("#", "@"):
        if not is_number(word[1:]):
            raise BadInput(
                f"{text!r} is not the number of an entry. Write a number like #12 or @12 (list: campaign log)"
            )
        return When(number=int(word[1:]))
    try:
        day = (date.fromisoformat(word) - board.campaign.first_day).days + 1
        word = str(day)
    except ValueError:
        day = 1
    if day < 1:
        raise BadInput(f"{text} is before the campaign begins. Its first day is {board.campaign.first_day.isoformat()}")
    try:
        moment = parse_moment(word)
    except BadInput as fault:
        raise BadInput(
            f"{text!r} is not a past moment. Write a turn (2.3), a day (2 or"
            f" {board.campaign.first_day.isoformat()}) or an entry (#12 or @12)"
        ) from fault
    return When(moment=moment) if "." in word else When(moment=Moment(moment.day, TURNS_A_DAY), whole_day=True)


def past_of(board: JournalBoard, instant: When) -> Past:
    """Return the state at that moment by following the journal. Raises NotFound for an entry that does not exist and a
    turn that has not come.
    """
    living = standing_of(board).living
    if instant.number is not None:
        return _after_entry(board, living, instant.number)
    assert instant.moment is not None
    now = board.moment
    if instant.moment.day > now.day or (instant.moment > now and not instant.whole_day):
        text = f"day {instant.moment.day}" if instant.whole_day else f"turn {instant.moment}"
        raise NotFound(f"{text} is still to come. The campaign is now at turn {now}")
    return _in_turn(board, living, instant.moment)


def _after_entry(board: JournalBoard, living: tuple[int, ...], number: int) -> Past:
    if not 1 <= number <= len(living):
        raise NotFound(f"there is no entry {number}. The entries in force are 1 to {len(living)} (list: campaign log)")
    return Past(state_from_journal(board, living[:number]), number, living[number - 1], is_complete=True)


def _in_turn(board: JournalBoard, living: tuple[int, ...], moment: Moment) -> Past:
    state, number, seq = State(), 0, 0
    for seq_now, flushes in flushes_of(board, living):
        for n, flush in enumerate(flushes):
            if _clock_in(state, flush) > (moment.day, moment.turn):
                rest = [image for image in flush if image[0] != "clock"]
                state.apply(rest)
                return Past(state, number, seq, is_complete=n == 0 and not rest)
            state.apply(flush)
        number, seq = number + 1, seq_now
    return Past(state, number, seq, is_complete=True)


def ends_of_days(board: JournalBoard) -> Iterator[Past]:
    """Yield the state at the end of every day that has begun (now, for the running day), in one pass through the
    journal.

    The state is the walk's own: use each before the next is asked for.
    """
    return _ends(board, lambda clock: clock[:1])


def ends_of_turns(board: JournalBoard) -> Iterator[Past]:
    """Yield the state at the end of every turn that has begun, as ``ends_of_days`` does for days."""
    return _ends(board, lambda clock: clock)


def _ends(board: JournalBoard, span_of: Callable[[tuple[int, int]], tuple[int, ...]]) -> Iterator[Past]:
    """Yield the state at the end of every span of time that has begun, by day and turn of the clock."""
    state, number, seq, span = State(), 0, 0, span_of((1, 1))
    for seq_now, flushes in flushes_of(board, standing_of(board).living):
        for n, flush in enumerate(flushes):
            if span_of(_clock_in(state, flush)) > span:
                rest = [image for image in flush if image[0] != "clock"]
                state.apply(rest)
                yield Past(state, number, seq, is_complete=n == 0 and not rest)
                flush = [image for image in flush if image[0] == "clock"]
            state.apply(flush)
            span = max(span, span_of(_clock_in(state, [])))
        number, seq = number + 1, seq_now
    # An entry in whose course a past moment lies is not in the walk.
    yield board.past if isinstance(board, PastBoard) else Past(state, number, seq, is_complete=True)


def _clock_in(state: State, flush: Flush) -> tuple[int, int]:
    """Return day and turn of the clock after the flush; without a clock, a value before all others."""
    shown = dict(next(iter(state["clock"].values()), {}))
    for table, _, _, after in flush:
        if table == "clock" and after is not None:
            shown.update(after)
    return int(shown.get("day", 0)), int(shown.get("turn", 0))


@contextmanager
def as_of(board: JournalBoard, instant: When) -> Iterator[Visit]:
    """Open a board that reads the campaign at a past moment. Raises what ``past_of`` does."""
    with visiting(board, past_of(board, instant)) as visit:
        yield visit


@contextmanager
def visiting(board: JournalBoard, past: Past, *, write: bool = False) -> Iterator[Visit]:
    """Open a board on a past state already determined; with ``write``, one on which changes can be tried and are thrown
    away.
    """
    past_board = PastBoard(board, past, write=write)
    try:
        yield Visit(past_board, past)
    finally:
        past_board.close()


def fill(connection: Connection, board: JournalBoard, past: Past) -> None:
    """Fill a database with the facts, ledger and rows of a past state, without the journal."""
    _fill_table(connection, Campaign.__table__, [facts_of(board)])
    _fill_table(connection, Ledger.__table__, [_ledger_then(board, past)])
    for name, written in sheets().items():
        rows = past.state[name].items()
        _fill_table(connection, written.table, [{"campaign_id": board.campaign_id, "id": i, **row} for i, row in rows])
    people = ({"campaign_id": board.campaign_id, **asdict(known)} for known in board.known_people())
    _fill_table(connection, Person.__table__, [*people])


@once_a_reading
def facts_of(board: JournalBoard) -> Mapping[str, Any]:
    """Return the campaign's facts, by column."""
    facts = (
        board.connection.execute(select(Campaign.__table__).where(Campaign.id == board.campaign_id)).mappings().one()
    )
    return {str(column): value for column, value in facts.items()}


@once_a_reading
def _heads(board: JournalBoard) -> dict[int, str]:
    """Return the hash of every entry, by its seq in the journal."""
    return {entry.seq: entry.hash for entry in board.entries(Entry.seq, Entry.hash)}


def _ledger_then(board: JournalBoard, past: Past) -> dict[str, Any]:
    return {
        "campaign_id": board.campaign_id,
        "revision": HEAD,
        "next_id": board.ledger.next_id,
        "last_seq": past.seq,
        "last_number": past.number,
        "head": _heads(board).get(past.seq, ""),
    }


def _fill_table(connection: Connection, table: FromClause, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as SQLite holds them: dates and words as text, JSON as its text."""
    if not rows:
        return
    columns = list(rows[0])
    as_text = {column for column in columns if isinstance(table.c[column].type, JSON)}
    values = [
        [json.dumps(row[column], sort_keys=True) if column in as_text else _held(row[column]) for column in columns]
        for row in rows
    ]
    names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
    connection.connection.cursor().executemany(f'insert into "{table}" ({names}) values ({marks})', values)


def _held(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


class PastRows:
    """The rows of a past state, made from the journal: a ``rows.page.Source``."""

    def __init__(self, campaign: int, state: State) -> None:
        self._campaign, self._state = campaign, state

    def whole(self, written: Sheet) -> Iterable[Sequence[Any]]:
        """Return every row of the campaign, by id."""
        for ident, values in sorted(self._state[written.table.name].items()):
            yield self._row(written, ident, values)

    def part(self, written: Sheet, expressions: Iterable[Any]) -> Iterable[Sequence[Any]]:
        """Return every row; the board picks those that fit."""
        return self.whole(written)

    def single(self, written: Sheet, ident: int) -> Sequence[Any] | None:
        values = self._state[written.table.name].get(ident)
        return None if values is None else self._row(written, ident, values)

    def _row(self, written: Sheet, ident: int, values: Values) -> Sequence[Any]:
        return (self._campaign, ident, *(field.from_json(values[field.column]) for field in written.fields))

    def columns(self, written: Sheet, names: Sequence[str]) -> list[Any]:
        """Return these columns of every row, by id, as ``rows.page.plain_columns`` has them."""
        rows = sorted(self._state[written.table.name].items())
        return [
            tuple(ident if name == "id" else None if row[name] in ([], {}) else row[name] for name in names)
            for ident, row in rows
        ]

    def as_json(self, written: Sheet) -> dict[int, Values]:
        """Return every row in its journal form, by id."""
        return self._state[written.table.name]


class PastBoard(JournalBoard):
    """A board in the past. Its rows are made from the journal, and changes tried on it are never written down."""

    def __init__(self, present: JournalBoard, past: Past, *, write: bool) -> None:
        self._lay_empty(present.campaign_id, PastRows(present.campaign_id, past.state), write=write)
        self.past, self.present = past, present.present or present
        self.connection = self.present.connection
        self.ledger, self.campaign = Ledger(**_ledger_then(present, past)), Campaign(**facts_of(present))
        self.next_id = self.ledger.next_id

    def close(self) -> None:
        self.let_go()

    def flush(self) -> None:
        """Do nothing: changes that are only tried stay on the board."""

    def keep_person(self, row: Mapping[str, Any]) -> None:
        """Do nothing: what is tried is not kept."""
