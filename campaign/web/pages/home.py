"""The first page: it sends each person to the right window."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.situation.army import load_army
from campaign.terms.seats import Role
from campaign.terms.viewer import Viewer
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import EVERYBODY
from campaign.web.visit import Visit


@page("/", EVERYBODY, is_kept=False)
def show_home(visit: Visit) -> Answer:
    """Go to the desk, the situation, the return of a table, or the wall; to the start of the first campaign."""
    person = visit.person
    if visit.desk.founding is not None:
        return visit.redirect("/new")
    if person.role is Role.TABLE:
        return visit.redirect(f"/battles/{person.battle}/return/{visit.read(_side_key)}")
    first = {Role.UMPIRE: "/desk", Role.WALL: "/wall"}
    return visit.redirect(first.get(person.role, "/situation"))


def _side_key(board: JournalBoard, viewer: Viewer) -> str:
    assert viewer.side is not None
    return load_army(board).sides[viewer.side].key
