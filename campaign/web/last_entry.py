"""The entry that Undo ends on any page: the umpire's the last in force, a player's the latest of his own."""

from __future__ import annotations

from typing import Final

from campaign.actions.all_actions import every_action
from campaign.actions.taking_back import own_entries
from campaign.journal.board import JournalBoard
from campaign.journal.record import FOUNDING
from campaign.journal.undo import standing_of
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.web.people import Person

NOTHING_YET: Final = "Nothing can be undone yet: the campaign has only been started."
NOTHING_OF_YOURS: Final = "You have given no command in this turn that could be undone."
NOTHING_UNDONE: Final = "There is nothing to redo. An undone entry can be redone only until a new command is given."
LOOKING_BACK: Final = "This page shows the past. Go back to now to undo or redo something."


@dataclass(frozen=True, slots=True)
class LastEntry:
    """The work of Undo and Redo on any page. ``mark``: the entry, in a word that only the desk can read; empty if there
    is none, with the reason in ``why_not``. ``number`` is for the umpire; ``summary`` for a player.
    """

    mark: str = ""
    number: int | None = None
    summary: str = ""
    why_not: str = ""
    redo: str = ""
    """The entry that Redo brings back; empty if there is none."""
    why_no_redo: str = ""


AS_OF: Final = LastEntry(why_not=LOOKING_BACK, why_no_redo=LOOKING_BACK)
"""On a page that looks back."""


def last_entry(board: JournalBoard, person: Person) -> LastEntry:
    """Return what this person's Undo and Redo would do."""
    if person.is_umpire:
        return _umpires(board)
    return _own(board, person.viewer) if person.is_player else LastEntry()


def _umpires(board: JournalBoard) -> LastEntry:
    standing = standing_of(board)
    number = len(standing.living)
    redo = str(standing.undone[-1]) if standing.undone else ""
    if number <= FOUNDING:
        return LastEntry(why_not=NOTHING_YET, redo=redo, why_no_redo=NOTHING_UNDONE)
    return LastEntry(str(standing.living[-1]), number, redo=redo, why_no_redo=NOTHING_UNDONE)


def _own(board: JournalBoard, viewer: Viewer) -> LastEntry:
    latest = next(iter(own_entries(board, viewer, every_action())), None)
    if latest is None:
        return LastEntry(why_not=NOTHING_OF_YOURS)
    if not latest.can_undo:
        return LastEntry(summary=latest.summary, why_not=latest.why_not)
    return LastEntry(latest.mark, summary=latest.summary)
