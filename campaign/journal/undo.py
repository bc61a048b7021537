"""Undo, redo, and the living line.

The journal only grows: an undo is an entry that undoes an earlier one, a redo one that restores it. The entries in
force are the living line, whose entries are numbered as people expect: after entry 7 was undone the next command is
number 7. After a new command nothing can be redone; what was undone stays as a branch, which can be brought back
(``undone_branches``). The start, entry 1, is never undone.

An entry in the midst of the line is undone by undoing what follows it too and playing that again without it
(``replay.py``). What was played again names the entry that it stands for, so that a redo can undo it and restore the
entries as they were, with the one that had been left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from campaign.errors import GoneOn, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.people import people_of
from campaign.journal.record import FOUNDING, rolls_of, write_entry
from campaign.journal.snapshot import once_a_reading
from campaign.journal.standing import Standing, UndoneBranch, standing
from campaign.journal.state import upgraded_flushes
from campaign.journal.transaction import again_if_busy, writing
from campaign.model import Entry
from campaign.rows.rewind import wind
from campaign.rules.common.dice import Roll
from campaign.store import Store
from campaign.terms.time import Moment
from campaign.terms.words import listing
from campaign.values import dataclass

BACK = True
"""Direction of an undo; a redo has the opposite one."""
Steps = list[tuple[int, bool]]
"""Entries by seq, in order, each with its direction."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as the log shows it. ``kind`` is do, undo or redo; ``undone_by`` the seq of the undo that removed it,
    None while it is in force.
    """

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
    about: int | None
    """Seq of the entry that an undo removed, that a redo brought back, or in whose place a replay played this one."""
    giver: int | None
    """Id of the commander or side that gave the order; None for the umpire."""
    rolls: tuple[Roll, ...]
    dice_from: str | None = None
    """Where its dice come from, if not all of them are the campaign's: ``hand``, ``script`` or ``kept``."""
    undone_by: int | None = None


@once_a_reading
def standing_of(board: JournalBoard) -> Standing:
    """Return the standing, read from the board's journal."""

    def read() -> Standing:
        return standing((seq, kind, about) for seq, kind, about in board.entries(Entry.seq, Entry.kind, Entry.about))

    return read() if board.present is not None else board.stored.once((Entry.__tablename__, "standing"), read)


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
    Entry.about,
    Entry.giver,
    Entry.dice_from,
    Entry.dice,
)


def log(board: JournalBoard, *, all: bool = False) -> tuple[Line, ...]:
    """Return the living line; with ``all`` every entry ever made, undone ones marked, in order of the journal. Names
    stand in place of people's numbers.
    """
    now, shown = standing_of(board), people_of(board).shown
    living = set(now.living)
    return tuple(_line(row, now, shown) for row in board.entries(*_SHOWN) if all or row.seq in living)


def _line(row: Any, now: Standing, shown: Callable[[str], str]) -> Line:
    rolls = rolls_of(json.loads(row.dice))
    facts = {column.name: getattr(row, column.name) for column in _SHOWN if column.name not in ("day", "turn", "dice")}
    facts |= {"actor": shown(row.actor), "summary": shown(row.summary)}
    return Line(**facts, moment=Moment(row.day, row.turn), rolls=rolls, undone_by=now.undone_by.get(row.seq))


def living(board: JournalBoard) -> tuple[Line, ...]:
    """Return the entries in force, in order of number."""
    return log(board)


def undo(
    store: Store, campaign: str | None = None, *, to: int | None = None, last_seq: int | None = None, actor: str
) -> tuple[Line, ...]:
    """Undo the last entry, or every entry after number ``to``. Returns the undone entries, latest first.

    ``last_seq`` is the last entry that the caller has seen. Raises GoneOn if another one is the last by now, Refused
    if there is nothing to undo, StoreError if the database is not as the journal left it.
    """

    def steps(board: JournalBoard, now: Standing) -> Steps:
        last = board.ledger.last_number
        if last_seq not in (None, now.living[-1]):
            raise GoneOn("the campaign has changed since you looked; nothing was undone. Look again: campaign log")
        stays = last - 1 if to is None else to
        if stays < FOUNDING:
            raise Refused(
                f"entry {FOUNDING}, the start of the campaign, cannot be undone. To undo everything after it: "
                f"campaign undo --to {FOUNDING}. Or start another campaign: campaign new"
            )
        if stays >= last:
            raise Refused(f"there are no entries after {stays} to undo: the last entry is {last}")
        return [(seq, BACK) for seq in now.living[::-1][: last - stays]]

    return _again(store, campaign, steps, back=BACK, actor=actor)


def redo(
    store: Store,
    campaign: str | None = None,
    *,
    to: int | None = None,
    everything: bool = False,
    next_seq: int | None = None,
    actor: str,
) -> tuple[Line, ...]:
    """Redo the entry undone last, all up to number ``to``, or ``everything``. Returns the restored entries, in order.

    One that was undone in the midst of the line comes back there, and the entries that follow it are again as they were
    before.

    ``next_seq`` is the entry that the caller means to restore first. Raises Refused if another one would be restored or
    there is nothing to redo (a new command cuts it off), StoreError as undo does.
    """

    def steps(board: JournalBoard, now: Standing) -> Steps:
        last = board.ledger.last_number
        until = last + len(now.undone) if everything else last + 1 if to is None else to
        if not now.undone:
            kept = "".join(f". To bring back what was undone before that: {one.command}" for one in now.branches()[:1])
            raise Refused(f"there is nothing to redo: nothing was undone, or a new entry has been made since{kept}")
        if next_seq not in (None, now.undone[-1]):
            raise Refused(
                "the entry that would be redone is not the entry that you were shown; nothing was redone. "
                "Look again: campaign log --all"
            )
        if not last < until <= last + len(now.undone):
            raise Refused(
                f"entry {until} cannot be redone. The entries that can be redone are {last + 1} to "
                f"{last + len(now.undone)}"
            )
        numbers = dict(board.entries(Entry.seq, Entry.number, criteria=(Entry.seq.in_(now.undone),)).all())
        return list(_forth(now, numbers, until - last))

    return _again(store, campaign, steps, back=not BACK, actor=actor)


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """The entries of a branch that are in force again, the oldest first, and the branches in which those are kept that
    were undone for them.
    """

    entries: tuple[Line, ...]
    kept: tuple[UndoneBranch, ...]

    @property
    def undone(self) -> str:
        """Return in words what was undone, and how it is brought back; empty if nothing was."""
        return "; ".join(f"Undone for it: {one.numbers}, kept: {one.command}" for one in self.kept)


def bring_back(
    store: Store, campaign: str | None = None, *, branch: str, actor: str, after: int | None = None
) -> BroughtBack:
    """Bring back the undone entries of a branch. The entries in force that are not on it are undone, and become a
    branch themselves. ``after``: the seq of the last entry in force when it was shown what this undoes.

    Raises NotFound, Refused if another entry is the last by now, and StoreError as undo does.
    """

    def once() -> BroughtBack:
        with writing(store, campaign) as board:
            now = standing_of(board)
            if after not in (None, now.living[-1]):
                raise Refused(
                    "the entries in force have changed since you looked; nothing was undone. Look again: "
                    "campaign branches"
                )
            before = {one.name for one in now.branches()}
            wound = _to_branch(now, branch)
            lines = _wound(board, wound, actor)
            kept = tuple(one for one in standing_of(board).branches() if one.name not in before)
            return BroughtBack(tuple(lines[seq] for seq, way in wound if way is not BACK), kept)

    return again_if_busy(store, once)


def _wound(board: JournalBoard, steps: Steps, actor: str) -> dict[int, Line]:
    """Rewind entries as the steps say. Returns every line of the log by seq."""
    if len(steps) > 1:
        board.hold()
    for seq, way in steps:
        wind_entry(board, seq, back=way, actor=actor)
    return {line.seq: line for line in log(board, all=True)}


def _to_branch(now: Standing, name: str) -> Steps:
    """Return the steps from the present state to the end of a branch. Raises NotFound."""
    branches = {branch.name: branch for branch in now.branches()}
    if name not in branches:
        raise _no_branch(name, branches)
    branch = branches[name]
    back = reversed(now.living[branch.parts :])
    return [*((seq, BACK) for seq in back), *((seq, not BACK) for seq in branch.entries)]


@dataclass(frozen=True, slots=True)
class ListedBranch:
    """A branch of undone entries, and the entries as the log shows them, the oldest first. ``goes``: the entries in
    force that are undone if it is brought back; ``after``: the seq of the last entry in force.
    """

    branch: UndoneBranch
    entries: tuple[Line, ...]
    goes: tuple[Line, ...]
    after: int


def undone_branches(board: JournalBoard) -> tuple[ListedBranch, ...]:
    """Return the branches of undone entries that can be brought back, the latest first."""
    now = standing_of(board)
    branches, living = now.branches(), now.living
    lines = {line.seq: line for line in log(board, all=True)} if branches else {}
    return tuple(
        ListedBranch(
            branch,
            tuple(lines[seq] for seq in branch.entries),
            tuple(lines[seq] for seq in living[branch.parts :]),
            living[-1],
        )
        for branch in branches
    )


def branch_named(board: JournalBoard, name: str) -> ListedBranch:
    """Return the branch of undone entries with that name. Raises NotFound."""
    listed = {one.branch.name: one for one in undone_branches(board)}
    if name not in listed:
        raise _no_branch(name, listed)
    return listed[name]


def _no_branch(name: str, names: Iterable[str]) -> NotFound:
    return NotFound(
        f"there is no branch of undone entries called {name!r}. Branches that can be restored: "
        f"{listing(names) or 'none'} (campaign branches)"
    )


def _forth(now: Standing, numbers: Mapping[int, int], count: int) -> Iterator[tuple[int, bool]]:
    """Yield the steps that restore the last ``count`` undone entries. Where one was undone in the midst, the entries
    played again since are undone, and the originals follow it.
    """
    living, undone = [*now.living], [*now.undone]
    for _ in range(count):
        seq = undone.pop()
        place = numbers[seq] - 1
        later = living[place:]
        yield from ((played_again, BACK) for played_again in reversed(later))
        living[place:] = [seq, *(now.stands_for[played_again] for played_again in later)]
        yield from ((brought_back, not BACK) for brought_back in living[place:])


def _again(
    store: Store, campaign: str | None, steps: Callable[[JournalBoard, Standing], Steps], *, back: bool, actor: str
) -> tuple[Line, ...]:
    """Rewind entries as the steps say. Returns the entries that were undone or restored."""

    def once() -> tuple[Line, ...]:
        with writing(store, campaign) as board:
            now = standing_of(board)
            wound = steps(board, now)
            lines = _wound(board, wound, actor)
            played_again = {*now.stands_for.values()}
            return tuple(lines[seq] for seq, way in wound if way is back and (back or seq not in played_again))

    return again_if_busy(store, once)


@dataclass(frozen=True, slots=True)
class Wound:
    """An entry that was rewound, by its seq, and who signed that."""

    seq: int
    back: bool
    actor: str


def wind_entry(board: JournalBoard, seq: int, *, back: bool, actor: str) -> None:
    """Rewind one entry back or forth, and write an entry that says so."""
    board.note(Wound(seq, back, actor))
    clock = board.clock
    moment, phase = Moment(clock.day, clock.turn), clock.phase
    columns = (Entry.number, Entry.images, Entry.summary, Entry.revision)
    entry = board.entries(*columns, criteria=(Entry.seq == seq,)).one()
    flushes = upgraded_flushes(board, entry.images, entry.revision)
    board.let_go()
    board.turns = None
    with board.journal_writes():
        wind(board.stored, flushes, back=back)
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
        summary=f"{'undid' if back else 'redid'} {entry.number}: {entry.summary}",
        is_ruling=False,
    )
