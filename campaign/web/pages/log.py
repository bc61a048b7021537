"""The log: the journal page by page, the slider by which the umpire looks back, undo and redo."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.queries.book.entries import entry_track, log_page
from campaign.queries.common.outlook import look
from campaign.terms.viewer import Viewer
from campaign.terms.words import is_number
from campaign.values import dataclass
from campaign.views.book.entries import EntryTrack, LogKind, LogPage
from campaign.web.answer import Answer
from campaign.web.late import late_on
from campaign.web.page import page
from campaign.web.pages.amend import AMENDABLE
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit

KINDS = {LogKind.ALL: "All", LogKind.ORDERS: "Orders", LogKind.BATTLES: "Battles", LogKind.RULINGS: "Rulings"}
MOST_MARKS = 6
"""Most turns that are named under the slider."""


@dataclass(frozen=True, slots=True)
class LogFacts:
    """Everything on a page of the log, read at one moment."""

    track: EntryTrack
    log: LogPage
    sides: tuple[str, ...]


@page("/log", UMPIRE)
def show_log(visit: Visit) -> Answer:
    """Show a page of the log, now or as it was after an entry."""
    number, kind, word = _number(visit.query.get("page", "1")), _kind(visit), visit.query.get("q", "")
    undone = visit.query.get("undone", "1") != "0"

    def ask(board: JournalBoard, viewer: Viewer) -> LogFacts:
        sides = tuple(side.name for side in look(board, viewer).army.sides.values())
        log = log_page(board, viewer, number, undone=undone, kind=kind, word=word)
        return LogFacts(entry_track(board, viewer), log, sides)

    facts = visit.read(ask)
    track = facts.track
    at = visit.query.get("entry", "")
    if at == str(track.last):
        return visit.redirect(visit.here(entry=None))
    step = -(-len(track.turns) // MOST_MARKS)
    return visit.page(
        "log.html",
        json=facts.log,
        same_at_terminal="campaign log --all" if undone else "campaign log",
        facts=facts,
        at=int(at) if is_number(at) else track.last if not visit.as_of else 1,
        marks=track.turns[::step],
        kinds=[(text, "", visit.here(kind=key.value or None, page=None), key is kind) for key, text in KINDS.items()],
        word=word,
        kind=kind,
        undone=undone,
        older=visit.here(page=str(facts.log.page + 1)) if facts.log.page < facts.log.pages else "",
        newer=visit.here(page=str(facts.log.page - 1)) if facts.log.page > 1 else "",
        amendable=AMENDABLE,
        late=late_on(visit),
    )


def _number(text: str) -> int:
    if not is_number(text) or len(text) > 6:
        raise BadInput(f"{text!r} is not a page of the log. Write a page number, 1 for the newest entries")
    return int(text)


def _kind(visit: Visit) -> LogKind:
    word = visit.query.get("kind", "")
    if word not in set(LogKind):
        raise BadInput(f"{word!r} is not a kind of entry. Choose {', '.join(kind for kind in LogKind if kind)}")
    return LogKind(word)
