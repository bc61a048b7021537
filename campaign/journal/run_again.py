"""Running a journal again: whether each entry does what it says.

    run_again(board, register) -> RunAgain      board: one that only reads; nothing is changed

The chain of hashes shows that no entry was altered after others followed it. It cannot show that an entry was honest
when it was written: whoever writes one can put changes into it that its command never made, and hash that. So each
command is carried out once more in memory, with the dice and ids of its entry, on the campaign as the journal has it
before, and what it changes is compared with what the entry says. Entries that are undone and could be redone are tried
too. The campaign goes on from what the journal says, so one false entry is one finding.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from campaign import __version__
from campaign.errors import CampaignError, StoreError
from campaign.journal.asof import Past, visiting
from campaign.journal.board import JournalBoard
from campaign.journal.canonical import canonical
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.notes import NOTES
from campaign.journal.record import FOUNDING, rolls_of
from campaign.journal.register import Register, command_from_json
from campaign.journal.replay import given_of
from campaign.journal.retelling import NoOtherDice
from campaign.journal.row_names import Names
from campaign.journal.standing import Standing
from campaign.journal.state import State, upgraded_flushes
from campaign.journal.turn_bits import Stretch, begun_in, draws_on
from campaign.journal.undo import standing_of
from campaign.model import Entry
from campaign.rows.images import Flush, Image, Values, sheets
from campaign.rules.common.dice import Roll, Tape, tape_of
from campaign.rules.common.editions import EDITION
from campaign.terms.time import Moment
from campaign.values import dataclass, field

_COLUMNS = (
    *(Entry.seq, Entry.number, Entry.day, Entry.turn, Entry.phase, Entry.verb, Entry.arguments, Entry.dice),
    *(Entry.given, Entry.images, Entry.summary, Entry.revision, Entry.rules, Entry.program_version, Entry.hash),
    Entry.bits,
)
_BROKEN = (CampaignError, LookupError, TypeError, ValueError, AttributeError)
"""Exceptions of a command that cannot be carried out where its entry says that it was."""
_MOST = 6
"""Most differences of an entry that are listed one by one."""
_LONG = 60
_SENTENCES = frozenset({"why", "own_why"})
"""Keys of a formation in a supply report whose values are sentences."""
_OTHER_TURNS = "it records other turns than its command begins, so its dice may have been chosen"
Row = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Deviation:
    """An entry that says something else than its command gives. ``what``: each difference, in words; ``played_by``: the
    rules or program that played it, if not this one, which may be the reason; ``is_of_turns``: true if it says that it
    began other turns than its command begins.
    """

    number: int
    seq: int
    summary: str
    what: tuple[str, ...]
    played_by: str = ""
    is_of_turns: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence for each difference, and one for the reason that there may be."""
        rest = len(self.what) - _MOST
        more = (f"and {rest} differences more",) if rest > 0 else ()
        lines = (*self.what[:_MOST], *more, *((self.played_by,) if self.played_by else ()))
        return tuple(f"entry {self.number} ({self.summary}): {line}" for line in lines)


@dataclass(frozen=True, slots=True)
class RunAgain:
    """The result of running a journal again. ``not_run``: what could not be run again, and why, in words."""

    entries: int
    deviations: tuple[Deviation, ...]
    not_run: tuple[str, ...]


def run_again(board: JournalBoard, register: Register, known: Collection[str] = ()) -> RunAgain:
    """Run every entry in force again, and each that a redo would bring back, except those with these hashes. Raises
    StoreError if the journal contradicts itself.
    """
    walk = _Walk(board, register, known)
    walk.to_the_end()
    return RunAgain(walk.count, tuple(walk.deviations), tuple(walk.not_run))


@dataclass(slots=True)
class _TurnsBegun:
    """The turns that a command begins whose dice draw bits; it draws none itself. ``begun``: for each, how many dice
    the command had rolled before.
    """

    board: JournalBoard
    begun: list[tuple[int | None, Stretch]] = field(default_factory=list)

    def begin(self, moment: Moment, phase: str, rolled: int) -> None:
        """Note that the clock begins the morning of a day, or a turn."""
        if draws_on(self.board, moment.day):
            self.begun.append((rolled, (moment.day, moment.turn, str(phase))))


class _Walk:
    """A walk along the living line of a journal, with the state before the entry at hand."""

    def __init__(self, board: JournalBoard, register: Register, known: Collection[str]) -> None:
        self.board, self.register, self.known = board, register, known
        self.state, self.number, self.seq = State(), 0, 0
        self.count = 0
        self.deviations: list[Deviation] = []
        self.not_run: list[str] = []

    def to_the_end(self) -> None:
        now = standing_of(self.board)
        beside = _undone_in_the_midst(self.board, now)
        for seq in now.living:
            entry = self._entry(seq)
            for undone in beside.get(entry.number, ()):
                self._try(self._entry(undone))
            self._try(entry)
            self._apply(entry)
        for seq in reversed(now.undone):
            entry = self._entry(seq)
            if entry.number != self.number + 1:
                return
            self._try(entry)
            self._apply(entry)

    def _entry(self, seq: int) -> Any:
        return self.board.entries(*_COLUMNS, criteria=(Entry.seq == seq,)).one()

    def _apply(self, entry: Any) -> None:
        for flush in upgraded_flushes(self.board, entry.images, entry.revision):
            self.state.apply(flush)
        self.number, self.seq = entry.number, entry.seq

    def _try(self, entry: Any) -> None:
        if entry.hash in self.known or entry.verb in NOTES:
            return
        try:
            differences = list(self._differences(entry))
        except StoreError:
            raise
        except _BROKEN as fault:
            why = " ".join(str(fault).split())
            if entry.seq == FOUNDING:
                self.not_run.append(f"entry {entry.number}, the start of the campaign, was not run again: {why}")
                return
            differences = [f"its command cannot be carried out at that point: {why}"]
        self.count += 1
        if differences:
            self.deviations.append(
                Deviation(
                    entry.number,
                    entry.seq,
                    entry.summary,
                    tuple(differences),
                    _played_by(entry),
                    is_of_turns=_OTHER_TURNS in differences,
                )
            )

    def _differences(self, entry: Any) -> Iterator[str]:
        rolls = rolls_of(json.loads(entry.dice))
        written = upgraded_flushes(self.board, entry.images, entry.revision)
        with visiting(self.board, Past(self.state, self.number, self.seq, is_complete=True), write=True) as visit:
            past = visit.board
            is_start = not self.state["clock"]
            clock = None if is_start else (past.moment, str(past.clock.phase))
            past.remembered = given_of(entry.given)
            tape = Tape(NoOtherDice(), Moment(1, 1) if is_start else past.moment, tape_of(rolls))
            tape.turns = turns = _TurnsBegun(past)
            command = command_from_json(
                entry.verb, command_lifted(entry.verb, entry.arguments, entry.revision), self.register
            )
            receipt = self.register[entry.verb].act(past, command, tape)
            images = json.loads(canonical(past.taken_down()))  # as an entry has them: lists, no tuples
        if clock is not None and clock != (Moment(entry.day, entry.turn), entry.phase):
            yield (
                f"it records turn {entry.day}.{entry.turn} ({entry.phase}), but the clock was at turn {clock[0]} ("
                f"{clock[1]})"
            )
        if receipt.summary != entry.summary:
            yield f"its command gives a different answer: {receipt.summary}"
        if turns.begun != [(one.rolled, one.stretch) for one in begun_in(entry.bits)]:
            yield _OTHER_TURNS
        yield from _unrolled(rolls, tape)
        yield from _compared(self.state, written, images)


def _undone_in_the_midst(board: JournalBoard, now: Standing) -> dict[int, list[int]]:
    """Return the undone entries that a redo would put back among the living ones, by their number."""
    result: dict[int, list[int]] = {}
    numbers = dict(board.entries(Entry.seq, Entry.number, criteria=(Entry.seq.in_(now.undone),)).all())
    for seq in now.undone:
        if numbers[seq] <= len(now.living):
            result.setdefault(numbers[seq], []).append(seq)
    return result


def _played_by(entry: Any) -> str:
    """Return by which other rules or program an entry was played; empty if by these."""
    if entry.rules is None:
        return f"it was played by version {entry.program_version}, whose rules may have been others"
    if entry.rules != EDITION:
        return f"it was played by edition {entry.rules} of the rules, and this program plays by edition {EDITION}"
    if entry.program_version != __version__:
        return f"it was written by version {entry.program_version} of the program, and this is {__version__}"
    return ""


def _unrolled(rolls: Iterable[Roll], tape: Tape) -> Iterator[str]:
    rolled = {roll.name for roll in tape.rolls}
    if idle := [roll.name for roll in rolls if roll.name not in rolled]:
        dice = "a die" if len(idle) == 1 else f"{len(idle)} dice"
        yield f"it has {dice} that its command does not roll ({idle[0]})"


def _compared(state: State, written: list[Flush], given: list[Image]) -> Iterator[str]:
    """Yield each difference between what an entry says it changed and what its command changes."""
    by_entry, untrue = _after(state, (image for flush in written for image in flush))
    by_command, _ = _after(state, given)
    names = Names((state, _as_state(by_entry), _as_state(by_command)))
    for (table, ident), column, was, is_really in untrue:
        name = names.of(table, ident)
        yield f"{name}: by the entry, {column} was {_shown(was)} before; by the journal, it was {_shown(is_really)}"
    order = {name: n for n, name in enumerate(sheets())}
    for table, ident in sorted(by_entry.keys() | by_command.keys(), key=lambda row: (order[row[0]], row[1])):
        before = state[table].get(ident)
        by_it, by_its_command = by_entry.get((table, ident), before), by_command.get((table, ident), before)
        if by_it == by_its_command:
            continue
        name = names.of(table, ident)
        if by_it is None:
            yield f"{name}: its command makes it, but the entry does not"
        elif by_its_command is None:
            yield f"{name}: the entry makes it, but its command does not"
        else:
            for column in by_it:
                first, second = by_it[column], by_its_command.get(column)
                if column == "outcome" and by_it.get("report"):
                    continue  # sentences, whose facts are in the report; of a ruling it is the reason
                if first != second and _facts(table, first) != _facts(table, second):
                    one, other = _side_by_side(first, second)
                    yield f"{name}: {column} is {one} by the entry, but {other} by its command"


def _facts(table: str, value: object) -> object:
    """Return a value without the sentences in a supply report, which a later version may word in another way; the facts
    beside them are compared.
    """
    if table != "supply_report" or not isinstance(value, dict):
        return value
    return {name: _facts(table, fact) for name, fact in value.items() if name not in _SENTENCES}


def _after(
    state: State, images: Iterable[Image]
) -> tuple[dict[Row, Values | None], list[tuple[Row, str, object, object]]]:
    """Return the rows that these images change, as they are afterwards; and the values before that are not so."""
    rows: dict[Row, Values | None] = {}
    untrue = []
    for table, ident, before, after in images:
        row = rows[table, ident] if (table, ident) in rows else state[table].get(ident)
        untrue += [
            ((table, ident), column, value, (row or {}).get(column))
            for column, value in (before or {}).items()
            if (row or {}).get(column) != value
        ]
        rows[table, ident] = None if after is None else {**(row or {}), **after}
    return rows, untrue


def _as_state(rows: dict[Row, Values | None]) -> State:
    state = State()
    for (table, ident), row in rows.items():
        if row is not None:
            state[table][ident] = row
    return state


def _side_by_side(first: object, second: object) -> tuple[str, str]:
    """Return two different values as texts, shortened so that the difference is seen."""
    texts = canonical(first), canonical(second)
    same = next((n for n, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
    start = max(0, same - _LONG // 3) if max(map(len, texts)) > _LONG else 0
    one, other = (_cut(text, start) for text in texts)
    return one, other


def _cut(text: str, start: int) -> str:
    end = start + _LONG
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


def _shown(value: object) -> str:
    text = canonical(value)
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."
