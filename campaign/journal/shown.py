"""Several entries that were tried on a copy and shown, written down as they were shown.

    answer, shown = tried(copy, campaign, work)      the work writes entries on the copy, which is then as it was before
    shown is None                                    they are to be made anew
    with writing(store, campaign) as board:
        if shown.is_of(board): shown.write(board)    undone, redone and entered as on the copy; no command runs again

The user may take his time in between: no transaction is open, and others may write. So what is written down must be of
the very state that it was tried on. The head of the journal tells whether there was an entry; the mark of a file,
whether it was changed otherwise. A server has no such mark, so its rows are read and compared with those of the copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from campaign.journal.board import JournalBoard
from campaign.journal.digest import digest
from campaign.journal.record import Carried, enter_on
from campaign.journal.transaction import again_if_busy, trying
from campaign.journal.undo import Wound, wind_entry
from campaign.rows.kept import Mark, State
from campaign.store import Store
from campaign.values import dataclass

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Shown:
    """The entries that a trial wrote, in order, and the campaign before them: its state, the mark of its file or,
    without one, the digest of its rows.
    """

    state: State
    mark: Mark
    rows: str
    entries: tuple[Carried | Wound, ...]

    @property
    def has_kept_people(self) -> bool:
        """True if a person was given a number."""
        return any(isinstance(entry, Carried) and entry.has_kept_people for entry in self.entries)

    def is_of(self, board: JournalBoard) -> bool:
        """Return whether the campaign is as it was before the trial."""
        return (board.state, board.marks.now) == (self.state, self.mark) and _rows_if_unmarked(board) == self.rows

    def write(self, board: JournalBoard) -> None:
        """Write the entries down."""
        board.hold()
        for entry in self.entries:
            if isinstance(entry, Wound):
                wind_entry(board, entry.seq, back=entry.back, actor=entry.actor)
            else:
                enter_on(board, entry)
            board.let_go()


def tried(store: Store, campaign: str | None, work: Callable[[JournalBoard], Answer]) -> tuple[Answer, Shown | None]:
    """Do the work on a board, roll it back, and return its answer with the entries that it wrote; None where a person
    was given a number, which is drawn by chance beside the journal.
    """

    def once() -> tuple[Answer, Shown | None]:
        with trying(store, campaign) as board:
            before = board.state, board.marks.now, _rows_if_unmarked(board)
            board.noted = []
            answer = work(board)
            shown = Shown(*before, tuple(board.noted))
            return answer, None if shown.has_kept_people else shown

    return again_if_busy(store, once)


def _rows_if_unmarked(board: JournalBoard) -> str:
    """Return the digest of the rows if the database has no mark, else nothing. The rows are held from here on."""
    board.hold()
    return digest(board) if board.marks.now is None else ""
