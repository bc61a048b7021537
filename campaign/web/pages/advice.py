"""The advice of a commander's staff: asked for by the umpire, or by the commander's own player.

The courses are played on beside the desk (``campaign.web.advices``); the page says how far they are, and shows the same
lines as ``campaign advise``. Nothing is ordered here.
"""

from __future__ import annotations

from typing import Final

from campaign.errors import NotAllowed, Refused
from campaign.forecast.staff import Question, ask
from campaign.journal.board import JournalBoard
from campaign.journal.overtaken import DrawnFor
from campaign.queries.common.viewers import commander_for
from campaign.terms.viewer import Viewer
from campaign.terms.words import typed
from campaign.views.forecast import advice_words as words
from campaign.web.advices import Reader
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

EIGHTHS: Final = 8
AGAIN_SECONDS: Final = 3
"""Seconds after which the page asks again how far the runs are."""


@page("/advice/{commander}", UMPIRE | PLAYERS, is_kept=False, drawn_for=DrawnFor.NOTHING)
def show_advice(visit: Visit) -> Answer:
    """Show the button, how far the staff is, and what it advises."""
    key, name = _commander(visit)
    last, why_not, known = visit.desk.advices.of((key, visit.person.viewer)), "", ""
    try:
        known = _question(visit, key).snapshot.digest
    except (NotAllowed, Refused) as fault:
        why_not = str(fault)
    state = last.state if last is not None else None
    advice = state.advice if state is not None else None
    return visit.page(
        "advice.html",
        json=advice,
        same_at_terminal=f"campaign advise {typed(key)}",
        key=key,
        name=name,
        why_not=f"{why_not[:1].upper()}{why_not[1:]}",
        state=state,
        is_played=state is not None and not state.is_over,
        progress=0 if state is None else EIGHTHS * state.played // max(1, state.asked),
        parts=EIGHTHS,
        again=AGAIN_SECONDS,
        advice=advice,
        is_past=last is not None and last.known != known,
        columns=words.COLUMNS,
        rows=() if advice is None else words.rows(advice),
        told=() if advice is None else (*words.endings(advice), words.basis(advice)),
    )


@show_advice.post
def ask_the_staff(visit: Visit) -> Answer:
    """Let the staff think, or stop it."""
    key, _ = _commander(visit)
    reader: Reader = (key, visit.person.viewer)
    if visit.form.get("do") == "stop":
        visit.desk.advices.stop(reader)
        return visit.redirect(visit.here())
    visit.require_now()
    visit.desk.advices.begin(reader, _question(visit, key))
    return visit.redirect(visit.here())


def _commander(visit: Visit) -> tuple[str, str]:
    """Return the key and name of the commander whose page this is, if this person may ask for him."""

    def named(board: JournalBoard, viewer: Viewer) -> tuple[str, str]:
        commander, _ = commander_for(board, viewer, visit.path["commander"])
        return commander.key, commander.name

    with visit.desk.reading(visit.person.viewer) as board:
        return named(board, visit.person.viewer)


def _question(visit: Visit, key: str) -> Question:
    """Return what the staff is asked as the campaign stands now, also on a page that looks back."""
    with visit.desk.reading(visit.person.viewer) as board:
        viewer = visit.person.viewer
        commander, _ = commander_for(board, viewer, key)
        return ask(board, commander.side_id, commander, None if viewer.is_umpire else viewer)
