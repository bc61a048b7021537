"""Amending: a wrong entry of the journal is corrected, backwards or from now on (umpire 1.16).

    entry = entry_of(board, 12)                                     the entry's verb, command, summary
    would = consequences(store, name, 12, corrected, ...)          the later entries run again for a look
    would.tried                                                    the right entry takes the wrong one's place: written
                                                                   down as it was tried (journal/replay.py)
    forward(store, campaign, entry, corrected, ...)                or it takes effect now (actions/amending.py), and the
                                                                   past stands

Backwards is the default as long as no battle that was fought and no decision that a player made would come out
otherwise. Forward carries over what the right entry would have left differently, for every value that is still as the
wrong one left it; what has changed since stays, and is named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import desc, select

from campaign.errors import NotDecided, NotFound, Refused
from campaign.journal.board import IssuedIds, JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.people import people_of
from campaign.journal.record import FOUNDING, Sources, carry_out, rolls_of, source_of, write_down
from campaign.journal.record import Carried as Entered
from campaign.journal.register import Register, command_from_json
from campaign.journal.replay import Correction, Replayed, Senseless, TriedReplay, given_of, try_replay
from campaign.journal.row_names import Names
from campaign.journal.state import State, differences, state_from_journal, stored
from campaign.journal.transaction import again_if_busy, trying
from campaign.journal.turn_bits import turns_of
from campaign.journal.undo import standing_of, wind_entry
from campaign.model import Entry
from campaign.rows.images import Values, sheets
from campaign.rules.common.dice import RollName, Tape, tape_of
from campaign.store import Store
from campaign.terms.state import State as UnitState
from campaign.values import dataclass

REPORTS = ("clock", "diary_line", "supply_report", "strength_return", "weather_report", "sighting", "contact", "score")
"""Tables of earlier reports and sightings, which an amendment leaves as they were."""

AMEND = "amend"
"""Verb of the entries that amend an earlier one from now on (actions/amending.py)."""
_POSITION = ("on_map", "place_id", "road_id", "road_m")
"""Columns of a battalion that together give its position."""
_NOWHERE: Values = {"on_map": False, "place_id": None, "road_id": None, "road_m": None}
"""Position of a battalion that is not in play."""
_COUNTED = frozenset({"men", "vehicles", "guns", "state", "experience"})
"""Columns of a battalion that a remark names."""


@dataclass(frozen=True, slots=True)
class Amendable:
    """An entry of the living line that can be amended: its number, its command, and its line in the log."""

    number: int
    seq: int
    verb: str
    command: Any
    summary: str
    actor: str


def entry_of(board: JournalBoard, number: int, register: Register) -> Amendable:
    """Return the entry of the given number. Raises NotFound, and Refused for the start or a note."""
    living = standing_of(board).living
    if not FOUNDING < number <= len(living):
        raise NotFound(
            f"there is no entry {number} to amend. You can amend the entries {FOUNDING + 1} to {len(living)} "
            "(list: campaign log)"
        )
    columns = (Entry.verb, Entry.arguments, Entry.revision, Entry.summary, Entry.actor)
    row = board.entries(*columns, criteria=(Entry.seq == living[number - 1],)).one()
    shown = people_of(board).shown
    if row.verb not in register:
        raise Refused(f"entry {number} ({row.summary}) cannot be amended: it is not a command")
    command = command_from_json(row.verb, command_lifted(row.verb, row.arguments, row.revision), register)
    return Amendable(number, living[number - 1], row.verb, command, shown(row.summary), row.actor)


def last_entry(board: JournalBoard, register: Register, fits: Callable[[str, Any], bool]) -> Amendable | None:
    """Return the last entry in force whose verb and command pass ``fits``; None if there is none. One query."""
    living, shown = standing_of(board).living, people_of(board).shown
    numbers = {seq: number for number, seq in enumerate(living, start=1)}
    statement = select(Entry.seq, Entry.verb, Entry.arguments, Entry.revision, Entry.summary, Entry.actor)
    rows = board.connection.execute(
        statement.where(Entry.campaign_id == board.campaign_id, Entry.kind == "do").order_by(desc(Entry.seq))
    )
    for row in rows:
        if row.seq in numbers and numbers[row.seq] > FOUNDING and row.verb in register:
            command = command_from_json(row.verb, command_lifted(row.verb, row.arguments, row.revision), register)
            if fits(row.verb, command):
                return Amendable(numbers[row.seq], row.seq, row.verb, command, shown(row.summary), row.actor)
    return None


def amended_since(board: JournalBoard, number: int, register: Register) -> dict[int, Any]:
    """Return the commands that amended an entry from now on and are in force, by the numbers of their entries."""
    living = standing_of(board).living
    numbers = {seq: place for place, seq in enumerate(living, start=1)}
    columns = (Entry.seq, Entry.arguments, Entry.revision)
    rows = board.entries(*columns, criteria=(Entry.kind == "do", Entry.verb == AMEND)).all()
    commands = {
        numbers[row.seq]: command_from_json(AMEND, command_lifted(AMEND, row.arguments, row.revision), register)
        for row in rows
        if row.seq in numbers
    }
    return {place: command for place, command in commands.items() if command.entry == number}


@dataclass(frozen=True, slots=True)
class Consequences:
    """The consequences of a corrected entry: ``tried``, or why a later entry would make no sense any more."""

    correction: Correction
    after: int
    tried: TriedReplay | None
    senseless: str

    @property
    def replayed(self) -> Replayed | None:
        """The replay with the correction; None if it makes no sense."""
        return None if self.tried is None else self.tried.replayed

    def right(self, entry: Amendable) -> Entered | None:
        """Return the right command as it was carried out in the place of this entry; None if later ones make no sense
        after it.
        """
        shown = None if self.tried is None else self.tried.shown
        entered = () if shown is None else (one for one in shown.entries if isinstance(one, Entered))
        return next((one for one in entered if one.facts["about"] == entry.seq), None)

    def touches(self, spare: str = "") -> tuple[str, ...]:
        """Return the battles fought and decisions made that would come out otherwise, except the one that is amended
        itself.
        """
        return (
            ()
            if self.replayed is None
            else tuple(line for line in self.replayed.played if not spare or not line.startswith(spare))
        )


def consequences(
    store: Store,
    campaign: str | None,
    correction: Correction,
    after: int,
    *,
    source: Sources,
    actor: str,
    register: Register,
) -> Consequences:
    """Run the later entries again with the correction, look at the result, and leave everything unchanged. Raises
    DiceWanted, and NotDecided if a command of the correction asks something.
    """
    try:
        done = try_replay(
            store, campaign, after=after, source=source, actor=actor, correction=correction, register=register
        )
    except Refused as fault:
        question = fault.__cause__
        if isinstance(fault, Senseless) and fault.number in correction.instead and isinstance(question, NotDecided):
            raise question from fault
        return Consequences(correction, after, None, fault.reason)
    return Consequences(correction, after, done, "")


# Forward -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Put:
    """One corrected value: the row by table and id, the database column, the old value and the new one."""

    table: str
    id: int
    column: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Carried:
    """The corrections to carry over to the present: values (none if all have changed since), and remarks on the
    things that it leaves unchanged.
    """

    values: tuple[Put, ...]
    remarks: tuple[str, ...]
    right: str
    """The entry's line in the log, had the right command been given; empty if it is left out."""


def forward(
    store: Store,
    campaign: str | None,
    entry: Amendable,
    corrected: object | None,
    *,
    source: Sources,
    register: Register,
    before: int | None = None,
    as_tried: Entered | None = None,
) -> Carried:
    """Return the corrections to make now, or just before entry ``before``: the values that the right command would have
    left differently and that have not changed since. ``corrected`` None: the entry is left out. ``as_tried``: the right
    command, if it was carried out there already.

    Raises what the right command would have raised then.
    """

    def once() -> Carried:
        with trying(store, campaign) as board:
            return _forward(board, entry, corrected, source, register, before, as_tried)

    return again_if_busy(store, once)


def _forward(
    board: JournalBoard,
    entry: Amendable,
    corrected: object | None,
    source: Sources,
    register: Register,
    before: int | None,
    as_tried: Entered | None,
) -> Carried:
    board.hold()
    living = standing_of(board).living
    now = stored(board) if before is None else state_from_journal(board, living[: before - 1])
    wrong = state_from_journal(board, living[: entry.number])
    _put_in(wrong, amended_since(board, entry.number, register))
    if as_tried is None:
        right, summary = _as_it_would_have_been(board, living, entry, corrected, source, register)
    else:
        right, summary = _as_it_was_tried(board, living, entry, as_tried)
    names = Names((now, right, wrong))
    values: list[Put] = []
    gone: list[str] = []
    kept: dict[str, list[str]] = {}
    for table, ident, was, would in differences(wrong, right):
        if table in REPORTS:
            continue
        name = names.of(table, ident).removeprefix(f"{table} ") if "name" in sheets()[table].by_column else ""
        if was is None or would is None:
            gone += [f"{name} would {'exist' if was is None else 'not exist'}"] if name else []
            continue
        row = now[table].get(ident)
        target = {} if row is None else _put_right(table, row, wrong[table][ident], would)
        for column in dict.fromkeys((*would, *target)):
            if column in target and row is not None:
                values.append(Put(table, ident, column, row[column], target[column]))
            elif name and (row is None or row[column] != would[column]):
                kept.setdefault(name, []).append(column)
    return Carried(tuple(values), tuple(_remarks(gone, kept)), summary)


def _put_in(wrong: State, amendments: Mapping[int, Any]) -> None:
    """Let the wrong state hold what earlier amendments of the same entry made of it."""
    for amendment in amendments.values():
        for put in amendment.values:
            row = wrong[put.table].get(put.id)
            if row is not None and canonical(row[put.column]) == canonical(put.before):
                row[put.column] = json.loads(canonical(put.after))


def _remarks(gone: Sequence[str], kept: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the things that an amendment from now on leaves unchanged: it cannot make or erase them, or they have
    changed since.
    """
    if gone:
        yield f"not carried over: {'; '.join(gone)}"
    if kept:
        named = (f"{name}{_counts_in(columns)}" for name, columns in kept.items())
        yield f"unchanged, because it has changed since: {'; '.join(named)}"


def _counts_in(columns: Sequence[str]) -> str:
    counts = [column for column in columns if column in _COUNTED]
    return f" ({', '.join(counts)})" if counts else ""


def _put_right(table: str, now: Values, wrong: Values, would: Values) -> Values:
    """Return the values to correct in a row: those that have not changed since, and for a battalion only values that
    fit together.
    """
    row = {**now, **{column: value for column, value in would.items() if now[column] == wrong[column]}}
    if table == "battalion":
        if any(now[column] != wrong[column] for column in _POSITION):
            row.update({column: now[column] for column in _POSITION})
        if not UnitState(row["state"]).is_in_play:
            row.update(_NOWHERE)
        elif row["surrounded"]:
            row["surrounded"] = False
        if (row["destroyed_day"] is None) != (row["destroyed_turn"] is None):
            row.update(destroyed_day=now["destroyed_day"], destroyed_turn=now["destroyed_turn"])
        if not row["on_map"]:
            row.update(resting=False, dug_in_turns=0)
    return {column: value for column, value in row.items() if value != now[column]}


def _as_it_would_have_been(
    board: JournalBoard,
    living: tuple[int, ...],
    entry: Amendable,
    corrected: object | None,
    source: Sources,
    register: Register,
) -> tuple[State, str]:
    """Return the state right after the entry, had the right command been given, or none, and its line in the log. It
    rewinds the board; the caller rolls back.
    """
    summary = ""
    for seq in reversed(living[entry.number - 1 :]):
        wind_entry(board, seq, back=True, actor=entry.actor)
    if corrected is not None:
        turns_of(board).draw_from_seed()
        board.remembered = _given_by(board, entry.seq)
        tape = Tape(source_of(source, board), board.moment, _dice_of(board, entry.seq))
        done = write_down(board, carry_out(board, corrected, tape, entry.actor, register.of(corrected)))
        summary = people_of(board).shown(done.receipt.summary)
        board.remembered = {}
    board.flush()
    return stored(board), summary


def _as_it_was_tried(
    board: JournalBoard, living: tuple[int, ...], entry: Amendable, right: Entered
) -> tuple[State, str]:
    """Return the same, of the right command as it was carried out in the place of the entry."""
    state = state_from_journal(board, living[: entry.number - 1])
    for flush in json.loads(right.facts["images"]):
        state.apply(flush)
    return state, people_of(board).shown(right.receipt.summary)


def _dice_of(board: JournalBoard, seq: int) -> dict[RollName, int]:
    text = board.entries(Entry.dice, criteria=(Entry.seq == seq,)).scalar()
    return tape_of(rolls_of(json.loads(text or "[]")))


def _given_by(board: JournalBoard, seq: int) -> IssuedIds:
    """Return the ids that an entry issued, so that the same thing keeps the same row."""
    text = board.entries(Entry.given, criteria=(Entry.seq == seq,)).scalar()
    return given_of(text or "[]")
