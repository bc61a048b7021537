"""Late forms that were counted as in time, as the umpire's pages tell of them.

late = late_on(visit)
late.of(entry)       the lines under an entry of the log: ``Pressed at 21:58, arrived at 22:04, counted as in time``
late.lately          those since the clock ran last
"""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.journal.handing_in import late_forms
from campaign.journal.undo import living
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.book.entries import EntryLine
from campaign.web.visit import Visit
from campaign.words.late import LateForm

CLOCK = "next"
"""Verb of the entries by which the clock runs."""


@dataclass(frozen=True, slots=True)
class LateForms:
    """Every late form that was counted as in time; ``lately``: those since the clock ran last."""

    forms: tuple[LateForm, ...]
    lately: tuple[LateForm, ...] = ()

    def of(self, entry: EntryLine) -> tuple[str, ...]:
        """Return what is told of an entry: when it was pressed, and when its undo was."""
        return tuple(
            f"Undo: {form.lateness.text}" if form.is_undo else form.lateness.text
            for form in self.forms
            if form.seq == entry.first_seq and (entry.is_undone or not form.is_undo)
        )


def late_on(visit: Visit) -> LateForms:
    """Return the late forms of the campaign; for a player none."""
    if not visit.person.is_umpire:
        return LateForms(())
    forms = late_forms(visit.desk.reader, visit.desk.campaign)
    if not forms:
        return LateForms(())
    since = visit.read(_last_run)
    return LateForms(forms, tuple(form for form in forms if form.seq > since))


def _last_run(board: JournalBoard, _: Viewer) -> int:
    """Return the place in the journal of the last run of the clock; 0 before the first."""
    return max((line.seq for line in living(board) if line.verb == CLOCK), default=0)
