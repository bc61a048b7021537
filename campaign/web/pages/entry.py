"""One entry of the journal: its full answer and its dice; what follows if it is undone by itself; all after it
undone.
"""

from __future__ import annotations

from collections.abc import Callable

from campaign.actions.all_actions import every_action
from campaign.actions.corrections import by_seed
from campaign.errors import BadInput, GoneOn, NotFound, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.digest import broken_since
from campaign.journal.overtaken import DrawnFor
from campaign.journal.undo import Line, living, undo
from campaign.journal.undo_alone import UndoTrial, try_undo_alone, undo_alone
from campaign.queries.book.changes import change_list
from campaign.queries.book.entries import entry_done
from campaign.queries.common.outlook import look
from campaign.situation.chance import dice_of
from campaign.terms.viewer import Viewer
from campaign.terms.words import counted, is_number
from campaign.values import dataclass
from campaign.views.book.changes import NOTHING_BUT_WORDS
from campaign.views.book.entries import EntryDone
from campaign.web.answer import Answer
from campaign.web.change_rows import change_rows
from campaign.web.late import late_on
from campaign.web.page import page
from campaign.web.pages.amend import AMENDABLE
from campaign.web.people import UMPIRE
from campaign.web.trials import mark_of_trial, number_in, quicker, shown_of
from campaign.web.visit import Visit


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry, with the sides and the number of entries in force."""

    done: EntryDone
    last: int
    sides: tuple[str, ...]


@page("/log/{entry}", UMPIRE)
def show_entry(visit: Visit) -> Answer:
    """Show an entry with its full answer and its dice."""
    number = number_in(visit)

    def ask(board: JournalBoard, viewer: Viewer) -> EntryFacts:
        sides = tuple(side.name for side in look(board, viewer).army.sides.values())
        return EntryFacts(entry_done(board, viewer, number, every_action()), len(living(board)), sides)

    facts = visit.read(ask)
    return visit.page(
        "entry.html",
        json=facts.done,
        same_at_terminal=f"campaign log {number}",
        facts=facts,
        amendable=facts.done.line.verb in AMENDABLE,
        late=late_on(visit),
    )


# undone by itself


@page("/log/{entry}/undo", UMPIRE, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_undo_alone(visit: Visit) -> Answer:
    """Show what follows if an entry is undone by itself. Nothing is changed."""
    number = number_in(visit)
    try:
        trial = _tried(visit, number)
    except NotFound:
        raise
    except Refused as fault:
        if not visit.fault:
            visit.fault = str(fault)
        line = visit.read(lambda board, _: _line(board, number))
        return visit.page("entry_undo.html", number=number, line=line, trial=None, same_at_terminal="campaign log")
    return _undo_page(visit, number, trial)


def _undo_page(visit: Visit, number: int, trial: UndoTrial) -> Answer:
    with visit.desk.reading(visit.person.viewer) as board:
        changes = change_list(board, visit.person.viewer, trial.replayed.changes)
        sides = tuple(side.name for side in look(board, visit.person.viewer).army.sides.values())
        last = len(living(board))
    return visit.page(
        "entry_undo.html",
        json=trial.replayed,
        same_at_terminal=f"campaign undo {number}" if number < last else "campaign undo",
        number=number,
        line=trial.entry,
        trial=trial,
        mark=mark_of_trial(*shown_of(trial.replayed)),
        rows=change_rows(changes, sides),
        changes=changes,
        nothing=NOTHING_BUT_WORDS,
        later=last - number,
    )


@show_undo_alone.post
def undo_entry_alone(visit: Visit) -> Answer:
    """Undo an entry by itself, if what follows is still what was shown."""
    number, desk = number_in(visit), visit.desk
    trial = _tried(visit, number)
    if mark_of_trial(*shown_of(trial.replayed)) != visit.form["trial"]:
        return quicker(visit, lambda again: _undo_page(again, number, trial))
    last = visit.read(lambda board, _: living(board)[-1])

    def work() -> str:
        if number == last.number:
            undo(desk.store, desk.campaign, to=None, last_seq=last.seq, actor=visit.person.signature)
            return ""
        done = undo_alone(desk.store, desk.campaign, number, throw=by_seed, register=every_action(), trial=trial)
        later = len(done.entries) - 1
        return f"; {counted(later, 'later entry')} played again" if later else ""

    also = _unless_gone_on(visit, work)
    if also is None:
        return quicker(visit, show_undo_alone.get)
    broken = visit.read(lambda board, _: broken_since(board, trial.entry.seq))
    told = f"; {broken}" if broken else ""
    return visit.note(f"Undone {number}: {trial.entry.summary}{also}{told}", to="/log")


def _tried(visit: Visit, number: int) -> UndoTrial:
    desk = visit.desk
    return try_undo_alone(
        desk.reader, desk.campaign, number, source=dice_of, actor=visit.person.signature, register=every_action()
    )


def _line(board: JournalBoard, number: int) -> Line:
    lines = living(board)
    if not 1 <= number <= len(lines):
        raise NotFound(f"there is no entry {number}. The entries are 1 to {len(lines)}, and the log lists them")
    return lines[number - 1]


def _unless_gone_on(visit: Visit, work: Callable[[], str]) -> str | None:
    """Return what the work returns; None if the campaign has gone on since it was looked at."""
    try:
        return visit.desk.change(visit.person, work)
    except GoneOn:
        return None


# back to an entry


@page("/log/{entry}/back", UMPIRE, is_kept=False, drawn_for=DrawnFor.OWN_MARK)
def show_back(visit: Visit) -> Answer:
    """Show which entries go if everything after one is undone. Nothing is changed."""
    number = number_in(visit)
    with visit.desk.reading(visit.person.viewer) as board:
        line, lines = _line(board, number), living(board)
    return visit.page(
        "entry_back.html",
        same_at_terminal=f"campaign undo --to {number}",
        number=number,
        line=line,
        later=lines[number:][::-1],
        last_seq=lines[-1].seq,
    )


@show_back.post
def go_back(visit: Visit) -> Answer:
    """Undo every entry after one, if no other has been written since it was shown."""
    number, desk = number_in(visit), visit.desk
    seen = visit.form["last"]
    if not is_number(seen):
        raise BadInput(f"{seen!r} is not an entry of this campaign. Load the page again")

    def work() -> str:
        undone = undo(desk.store, desk.campaign, to=number, last_seq=int(seen), actor=visit.person.signature)
        return f"Undone: {counted(len(undone), 'entry')}. The campaign is as it was after entry {number}"

    text = _unless_gone_on(visit, work)
    return quicker(visit, show_back.get) if text is None else visit.note(text, to="/log")
