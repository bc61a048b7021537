"""Undo and redo: the umpire any entry, a player the latest of his own until the turn is played."""

from __future__ import annotations

from campaign.actions.all_actions import every_action
from campaign.actions.taking_back import take_back
from campaign.errors import BadInput
from campaign.journal.undo import living, redo, undo
from campaign.situation.chance import dice_of
from campaign.terms.words import is_number
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Answer, Visit


@page("/undo", UMPIRE | PLAYERS, is_kept=False)
def show_undo(visit: Visit) -> Answer:
    """Go to where entries can be undone."""
    return visit.redirect("/log" if visit.person.is_umpire else "/orders")


@show_undo.post
def undo_entry(visit: Visit) -> Answer:
    """Undo the last entry, or one by its number; a player the latest of his own."""
    desk = visit.desk
    if not visit.person.is_umpire:
        summary = desk.change(visit.person, lambda: _own(visit))
        return visit.note(f"Undid: {summary}", to=_back(visit, "/orders"))
    number = visit.form.get("entry", "")
    if number and not is_number(number):
        raise BadInput(f"{number!r} is not the number of an entry")
    last = visit.read(lambda board, _: living(board)[-1])
    if number and int(number) != last.number:
        return visit.redirect(f"/log/{number}/undo")
    undone = desk.change(
        visit.person, lambda: undo(desk.store, desk.campaign, to=None, last_seq=last.seq, actor=visit.person.signature)
    )
    return visit.note("; ".join(f"Undid {line.number}: {line.summary}" for line in undone), to=_back(visit, "/desk"))


def _own(visit: Visit) -> str:
    return take_back(
        visit.desk.store,
        visit.desk.campaign,
        visit.person.viewer,
        source=dice_of,
        actor=visit.person.signature,
        preview=False,
        register=every_action(),
    )


@page("/redo", UMPIRE, is_kept=False)
def show_redo(visit: Visit) -> Answer:
    """Go to where entries can be redone."""
    return visit.redirect("/log")


@show_redo.post
def redo_entry(visit: Visit) -> Answer:
    """Redo the entry that was undone last."""
    desk = visit.desk
    redone = desk.change(visit.person, lambda: redo(desk.store, desk.campaign, actor=visit.person.signature))
    return visit.note("; ".join(f"Redid {line.number}: {line.summary}" for line in redone), to=_back(visit, "/desk"))


def _back(visit: Visit, otherwise: str) -> str:
    """Return the page to go back to: only one of the desk."""
    to = visit.form.get("to", "")
    return to if to.startswith("/") and not to.startswith("//") and "\\" not in to else otherwise
