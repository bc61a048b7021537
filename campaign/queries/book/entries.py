"""The journal for the umpire: what the last entries did, and the log page by page.

    last_entries(board, viewer, count) -> EntryLine...          the latest first, without their full answer
    entry_done(board, viewer, number, register) -> EntryDone    with its full answer, by carrying the command out again
    log_page(board, viewer, page, size, undone, kind, word) -> LogPage
    entry_track(board, viewer) -> EntryTrack                    from the first entry to the last, for looking back

All of it holds both sides' secrets: a player is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from campaign.errors import NotAllowed
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING
from campaign.journal.register import Register
from campaign.journal.retelling import facts_of, retold
from campaign.journal.undo import Line, living, log, standing_of
from campaign.model import Commander, Side
from campaign.queries.common.outlook import Outlook, look
from campaign.rules.common.dice import DiceFrom
from campaign.terms.seats import signatures
from campaign.terms.time import Phase
from campaign.terms.viewer import Viewer
from campaign.terms.words import plain
from campaign.values import dataclass
from campaign.views.book.entries import EntryDone, EntryLine, EntryTrack, LogKind, LogPage, LogTurn, TurnBegin, Undo

ENTRIES_A_PAGE = 40
START = "entry 1 starts the campaign and cannot be undone"
OF_ORDERS = frozenset(
    {
        *(
            "order",
            "orders",
            "orders complete",
            "orders together",
            "orders taken",
            "attach",
            "support",
            "posture",
            "rest",
            "split",
            "join",
        ),
        *("engineer", "engineer stop", "truck", "land", "air task", "air cancel", "commander with", "deadline"),
    }
)
"""Verbs of entries that order something."""
OF_BATTLES = "battle "
"""Start of the verbs of entries about a battle."""


def last_entries(board: JournalBoard, viewer: Viewer, count: int = 3) -> tuple[EntryLine, ...]:
    """Return the last entries in force, the latest first. Raises NotAllowed for a player."""
    journal = _journal(board, viewer)
    return tuple(journal.line(line) for line in reversed(journal.living[-count:]))


def entry_done(board: JournalBoard, viewer: Viewer, number: int, register: Register) -> EntryDone:
    """Return one entry in force with its full answer. Raises NotAllowed for a player, NotFound."""
    journal = _journal(board, viewer)
    entry = retold(board, number, register)
    answer = entry.receipt
    return EntryDone(
        line=journal.line(entry.line),
        facts=facts_of(entry.arguments or "{}"),
        lines=() if answer is None else tuple(line for line in answer.lines if line != entry.line.summary),
        waiting="" if answer is None else answer.waiting,
        why=entry.why,
        rolls=tuple(f"d{roll.name.sides} {roll.value}  {roll.name}" for roll in entry.line.rolls),
    )


def log_page(
    board: JournalBoard,
    viewer: Viewer,
    page: int = 1,
    size: int = ENTRIES_A_PAGE,
    *,
    undone: bool = True,
    kind: LogKind = LogKind.ALL,
    word: str = "",
) -> LogPage:
    """Return a page of the log, the latest entries on the first, by the turns in which they were made. ``undone``: with
    the entries that were undone, in their places; ``word``: only entries that hold these letters, in their line or in
    the name of their giver. A page beyond the last is the last. Raises NotAllowed for a player.
    """
    journal = _journal(board, viewer)
    shown = [line for line in journal.all if line.kind == "do" and (undone or line.undone_by is None)]
    shown = [line for line in shown if not journal.is_replaced(line) and journal.fits(line, kind, word)][::-1]
    pages = max(1, -(-len(shown) // size))
    page = min(max(page, 1), pages)
    lines = shown[(page - 1) * size : page * size]
    return LogPage(page, pages, len(shown), tuple(journal.turns(lines)), journal.next_redo, journal.next_redo_seq)


def entry_track(board: JournalBoard, viewer: Viewer) -> EntryTrack:
    """Return all entries in force as a track, also from a board in the past. Raises NotAllowed for a player."""
    _refuse_players(viewer)
    present = board.present or board
    outlook, lines = look(present, viewer), living(present)
    turns = [
        TurnBegin(line.number, line.moment, f"{line.moment} {outlook.calendar.begins(line.moment):%H:%M}")
        for line, before in zip(lines, (None, *lines), strict=False)
        if before is None or before.moment != line.moment
    ]
    return EntryTrack(len(lines), lines[-1].seq, tuple(turns), f"turn {outlook.moment}, {present.clock.phase.text}")


def _refuse_players(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise NotAllowed("only the umpire may see the journal: it holds the secrets of both sides")


def _journal(board: JournalBoard, viewer: Viewer) -> _Journal:
    _refuse_players(viewer)
    return _Journal(look(board, viewer), log(board, all=True))


@dataclass
class _Journal:
    """All entries, with what a line of the log says besides."""

    outlook: Outlook
    all: Sequence[Line]

    def __post_init__(self) -> None:
        self.living = [line for line in self.all if line.kind == "do" and line.undone_by is None]
        by_seq = {line.seq: line for line in self.all}
        self.by: Mapping[int, Line] = by_seq
        board = self.outlook.board
        self.names = {side.id: (side.name, side.name) for side in board.rows(Side)}
        sides = {side.id: side.name for side in board.rows(Side)}
        self.names |= {c.id: (c.name, sides[c.side_id]) for c in board.rows(Commander)}
        self.again = {line.about for line in self.all if line.kind == "do" and line.about is not None}
        undone = standing_of(board).undone
        self.next_redo_seq = undone[-1] if undone else 0
        self.next_redo = by_seq[self.next_redo_seq].summary if undone else ""

    def fits(self, line: Line, kind: LogKind, word: str) -> bool:
        """Return whether an entry is of this kind and holds these letters."""
        giver, side = self.names.get(line.giver or 0, ("", ""))
        text = plain(f"{line.summary} {line.actor} {giver} {side} {line.verb}")
        match kind:
            case LogKind.ORDERS:
                is_of_kind = line.verb in OF_ORDERS
            case LogKind.BATTLES:
                is_of_kind = line.verb.startswith(OF_BATTLES)
            case LogKind.RULINGS:
                is_of_kind = line.is_ruling
            case _:
                is_of_kind = True
        return is_of_kind and plain(word) in text

    def is_replaced(self, line: Line) -> bool:
        """Return whether an entry was undone only to be played again, or is one played again whose original is back, so
        that another line stands for it.
        """
        return line.undone_by is not None and (line.seq in self.again or line.about is not None)

    def turns(self, lines: Iterable[Line]) -> Iterator[LogTurn]:
        """Yield the entries of each turn, in the order given."""
        for moment, those in groupby(lines, key=lambda line: line.moment):
            heading = f"{self.outlook.turn_words(moment)}, turn {moment}"
            yield LogTurn(moment, heading[:1].upper() + heading[1:], tuple(self.line(line) for line in those))

    def line(self, line: Line) -> EntryLine:
        """Return an entry as a line of the log."""
        giver, side = self.names.get(line.giver or 0, ("", ""))
        undoing = self.by.get(line.undone_by or 0)
        begins = self.outlook.calendar.begins(line.moment)
        undo, why = self._undo(line)
        return EntryLine(
            number=line.number,
            verb=line.verb,
            summary=line.summary,
            actor=line.actor,
            giver="" if line.actor in signatures(giver) else giver,
            side=side,
            written=line.written,
            moment=line.moment,
            phase=Phase(line.phase),
            clock=f"{begins.day} {begins:%b, %H:%M}",
            is_ruling=line.is_ruling,
            is_undone=undoing is not None,
            undone_by="" if undoing is None else undoing.actor,
            is_played_again=line.about is not None,
            dice=len(line.rolls),
            dice_words=DiceFrom(line.dice_from).words if line.dice_from else "",
            undo=undo,
            why_not=why,
            later=0 if undoing is not None else len(self.living) - line.number,
            seq=line.seq,
            first_seq=self._first(line),
        )

    def _first(self, line: Line) -> int:
        """Return the place of the entry in whose place this one stands."""
        while line.about is not None:
            line = self.by[line.about]
        return line.seq

    def _undo(self, line: Line) -> tuple[Undo, str]:
        """Return whether an entry can be undone by itself, and why it never can, without a trial."""
        if line.undone_by is not None:
            return Undo.NEVER, "it is undone already"
        if line.number == FOUNDING:
            return Undo.NEVER, START
        if line.number == len(self.living):
            return Undo.LAST, ""
        return Undo.TRIED, ""
