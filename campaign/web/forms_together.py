"""The order forms of several commanders, handed in together by the staff that writes for all of them.

forms_of(visit)              the forms that are not in, or that have changes, with what is handed in
handed_in_together(visit)    those which were ticked
require_unchanged(...)       that nobody has changed them since
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.queries.common.viewers import commander_for
from campaign.queries.orders.orders import order_form
from campaign.queries.players.seats import seats
from campaign.terms.viewer import Viewer
from campaign.terms.words import listed
from campaign.values import dataclass
from campaign.views.players.seats import Seat
from campaign.web.draft_lines import DraftLine, draft_line, names_of
from campaign.web.form_basis import Outdated, basis_of
from campaign.web.order_drafts import Change, draft_at, draft_on
from campaign.web.order_rules import order_rules
from campaign.web.visit import Visit
from campaign.web.whole_forms import whole_forms

PLAYED_BY_PROGRAM: Final = "the program's"
"""State of the orders of a commander whom the program plays: nobody hands them in."""


@dataclass(frozen=True, slots=True)
class FormToHandIn:
    """The form of one commander, with what is on it."""

    key: str
    name: str
    formation: str
    played_by: str
    is_in: bool
    """True if his orders for the day are in, and the form changes them."""
    lines: tuple[DraftLine, ...]
    changes: tuple[Change, ...]
    basis: str

    @property
    def value(self) -> str:
        """Return what the form's box sends: whose it is, and what was seen of it."""
        return f"{self.key} {self.basis}"

    @property
    def words(self) -> str:
        """Return what is handed in, in short: ``2 changed``, ``no changes``."""
        return f"{len(self.lines)} changed" if self.lines else "no changes"

    @property
    def has_fault(self) -> bool:
        """Return whether a change on it would be refused."""
        return any(line.fault for line in self.lines)


def forms_of(visit: Visit) -> tuple[FormToHandIn, ...]:
    """Return the forms that this person can hand in together; none for who writes for one commander alone."""
    if not visit.person.is_player or visit.as_of:
        return ()
    may_change = order_rules(visit.desk).changes

    def ask(board: JournalBoard, viewer: Viewer) -> tuple[FormToHandIn, ...]:
        mine = seats(board, viewer).seats
        if len(mine) < 2:
            return ()
        forms = (_form(visit, board, viewer, seat) for seat in mine if seat.orders != PLAYED_BY_PROGRAM)
        return tuple(form for form in forms if not form.is_in or (form.lines and may_change))

    return visit.read(ask)


def _form(visit: Visit, board: JournalBoard, viewer: Viewer, seat: Seat) -> FormToHandIn:
    changes = draft_on(visit, seat.key)
    names = names_of(board, commander_for(board, viewer, seat.key)[1]) if changes else {}
    return FormToHandIn(
        key=seat.key,
        name=seat.name,
        formation=seat.formation,
        played_by=seat.played_by,
        is_in=seat.name in whole_forms(board, viewer.side),
        lines=tuple(draft_line(board, viewer, seat.key, names, change, named=True) for change in changes),
        changes=changes,
        basis=_basis(board, viewer, seat, changes),
    )


def _basis(board: JournalBoard, viewer: Viewer, seat: Seat, changes: Iterable[Change]) -> str:
    """Return a digest of what a form is handed in on: what stands, whether it is in, and what is changed on it."""
    seen = (basis_of(order_form(board, viewer, seat.key), changes), seat.ordered)
    return sha256(repr(seen).encode()).hexdigest()[:8]


def handed_in_together(visit: Visit) -> tuple[FormToHandIn, ...]:
    """Return the forms which were ticked. Raises Outdated if one of them has changed since the page was opened."""
    crossed = visit.form_list("form")
    if not crossed:
        raise BadInput("no form is ticked. Tick the forms that you want to hand in")
    by_value = {form.value: form for form in forms_of(visit)}
    chosen = [by_value[value] for value in dict.fromkeys(crossed) if value in by_value]
    others = {value.partition(" ")[0] for value in crossed if value not in by_value}
    if others:
        raise _changed([seat.name for seat in visit.read(seats).seats if seat.key in others])
    return tuple(chosen)


def require_unchanged(visit: Visit, board: JournalBoard, chosen: Iterable[FormToHandIn]) -> None:
    """Raise Outdated if one of these forms is not what was read: asked in the transaction of the entry."""
    viewer = visit.person.viewer
    by_key = {seat.key: seat for seat in seats(board, viewer).seats}
    others = [
        form.name
        for form in chosen
        if form.key not in by_key
        or _basis(board, viewer, by_key[form.key], draft_at(visit, board, form.key)) != form.basis
    ]
    if others:
        raise _changed(others)


def _changed(names: Iterable[str]) -> Outdated:
    return Outdated(
        "No form was handed in, because a form was changed or handed in while this page was open. Look at the "
        f"orders now on this page for {listed(tuple(names)) or 'each commander'}, then hand in again"
    )
