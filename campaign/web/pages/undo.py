"""Undo and redo: the umpire any entry, a player the latest of his own until the turn is played."""

from __future__ import annotations

from collections.abc import Callable

from campaign.actions.all_actions import every_action
from campaign.actions.taking_back import own_entries, take_back
from campaign.errors import BadInput, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.digest import broken_since
from campaign.journal.handing_in import AlreadyDone, keep_undo
from campaign.journal.overtaken import DrawnFor
from campaign.journal.undo import living, log, redo, standing_of, undo
from campaign.queries.common.viewers import commanders_of
from campaign.situation.army import load_army
from campaign.situation.chance import dice_of
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.web.answer import Answer
from campaign.web.order_rules import require_orders_open
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit
from campaign.words.late import Lateness
from campaign.words.receipt import Receipt


@page("/undo", UMPIRE | PLAYERS, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_undo(visit: Visit) -> Answer:
    """Go to where entries can be undone."""
    return visit.redirect("/log" if visit.person.is_umpire else "/orders")


@show_undo.post
def undo_entry(visit: Visit) -> Answer:
    """Undo an entry by its number; a player the latest of his own, if it is the one that his receipt told of."""
    desk = visit.desk
    if not visit.person.is_umpire:
        mark = visit.form["mark"]
        return _told(visit, lambda: _own(visit, mark), _back(visit, "/orders"))
    number, mark = visit.form["entry"], visit.form["mark"]
    if not is_number(number) or len(number) > 9:
        raise BadInput(f"{number!r} is not the number of an entry. The log lists the entries")
    lines = visit.read(lambda board, _: living(board))
    if mark not in (str(line.seq) for line in lines if line.number == int(number)):
        raise Refused(
            f"nothing was undone. Your command is no longer entry {number}, because it was undone or played "
            "again. Find it in the log"
        )
    last = lines[-1]
    if int(number) != last.number:
        return visit.redirect(f"/log/{number}/undo")

    def undo_last() -> str:
        broken = visit.read(lambda board, _: broken_since(board, last.seq))
        undone = undo(desk.store, desk.campaign, to=None, last_seq=last.seq, actor=visit.person.signature)
        lines_undone = [f"Undone {line.number}: {line.summary}" for line in undone]
        return "; ".join([*lines_undone, broken] if broken else lines_undone)

    return _told(visit, undo_last, _back(visit, "/desk"))


def _told(visit: Visit, work: Callable[[], str], to: str) -> Answer:
    """Undo or redo when it is its turn, and lead to a page that tells it."""
    return visit.note(visit.desk.change(visit.person, work), to=to)


def _own(visit: Visit, mark: str) -> str:
    """Undo a player's latest entry; an order only while the umpire takes orders. Returns what is told of it. Raises
    Refused.
    """
    late = visit.read(lambda board, viewer: _require_open(visit, board, viewer))
    last = visit.read(lambda board, _: log(board, all=True)[-1].seq)
    undone = take_back(
        visit.desk.store,
        visit.desk.campaign,
        visit.person.viewer,
        source=dice_of,
        actor=visit.person.signature,
        preview=False,
        only=mark,
        register=every_action(),
    )
    text = f"Undone: {undone}"
    if late is None:
        return text
    _keep_lateness(visit, text, last, late)
    return f"{text}. {late.text}"


def _require_open(visit: Visit, board: JournalBoard, viewer: Viewer) -> Lateness | None:
    latest = next(iter(own_entries(board, viewer, every_action())), None)
    if latest is None or not latest.is_order:
        return None
    return require_orders_open(visit.desk, board, commanders_of(load_army(board), viewer), visit.press)


def _keep_lateness(visit: Visit, text: str, last: int, late: Lateness) -> None:
    """Write down the hours of an undo that is late and counts as in time, of the first entry that was undone after
    entry ``last`` of the journal: later ones may have been played again without it.
    """
    desk, handed_in = visit.desk, visit.hand_in
    if handed_in is None:
        return
    lines = visit.read(lambda board, _: log(board, all=True))
    undone = next(line for line in lines if line.undone_by is not None and line.undone_by > last)
    answer = AlreadyDone(undone.number, undone.seq, undone.hash, Receipt(text))
    keep_undo(desk.store, desk.campaign, desk.with_lateness(visit.person, handed_in, late), answer)


@page("/redo", UMPIRE, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_redo(visit: Visit) -> Answer:
    """Go to where entries can be redone."""
    return visit.redirect("/log")


@show_redo.post
def redo_entry(visit: Visit) -> Answer:
    """Redo the entry that was undone last, if it is the one that the button told of."""
    desk, mark = visit.desk, visit.form["mark"]
    if mark not in {str(seq) for seq in visit.read(lambda board, _: standing_of(board).undone[-1:])}:
        raise Refused(
            "nothing was redone, because the campaign has changed since this page was loaded. Look at the log again"
        )

    def redo_last() -> str:
        redone = redo(desk.store, desk.campaign, next_seq=int(mark), actor=visit.person.signature)
        return "; ".join(f"Redone {line.number}: {line.summary}" for line in redone)

    return _told(visit, redo_last, _back(visit, "/desk"))


def _back(visit: Visit, otherwise: str) -> str:
    """Return the page to go back to: only one of the desk."""
    to = visit.form.get("to", "")
    return to if to.startswith("/") and not to.startswith("//") and "\\" not in to else otherwise
