"""Playing on: what the next run of the clock would do, and the run itself."""

from __future__ import annotations

from campaign.actions.day import UNTIL, Next
from campaign.errors import BadInput, Refused
from campaign.journal.board import JournalBoard
from campaign.journal.record import Done
from campaign.journal.seats import invitations
from campaign.queries.common.outlook import look
from campaign.queries.day.day_report import day_report
from campaign.queries.day.status import status
from campaign.queries.day.waiting import waiting
from campaign.queries.players.seats import seats
from campaign.situation.conditions import rulebook_of
from campaign.terms.seats import Role
from campaign.views.day.day_report import DayReport, summary_of
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit
from campaign.web.ways import in_browser
from campaign.words.receipt import OTHER_DICE

UNTIL_WORDS = {
    "turn": "the end of this turn",
    "day": "the end of this day",
    "battle": "the next battle",
    "decision": "the next decision",
    "step": "the next step",
}


@page("/next", UMPIRE, is_kept=False, home="/desk")
def show_next(visit: Visit) -> Answer:
    """Show what the next run of the clock would do. Nothing is changed."""
    until, auto, program = visit.query.get("until", "turn"), visit.query.get("auto", ""), visit.query.get("program", "")
    now = visit.read(status)
    sides = visit.read(lambda board, viewer: tuple(side.name for side in look(board, viewer).army.sides.values()))
    command = _command(until, auto, program)

    def report_of(board: JournalBoard, done: Done) -> DayReport:
        return day_report(board, done.seq)

    try:
        done, report = visit.rehearse(command, report_of)
        summary, refusal, is_of_other_dice = summary_of(report, done.receipt.waiting, ""), "", done.drew
    except (BadInput, Refused) as fault:
        summary, refusal, is_of_other_dice = None, str(fault), False
    return visit.page(
        "next.html",
        json=summary,
        refusal=refusal,
        awaited=visit.read(lambda board, viewer: waiting(board, viewer).now) if refusal else None,
        same_at_terminal=" ".join(["campaign next", *([f"--until {until}"] if until != "turn" else [])]),
        now=now,
        programs=[("", "no side this time"), *((side, side) for side in sides)],
        has_staffs=visit.read(lambda board, _: rulebook_of(board).switch("auto.staff")),
        until=until,
        untils=[(key, UNTIL_WORDS.get(key, key)) for key in UNTIL],
        auto=auto,
        program=program,
        summary=summary,
        other_dice=OTHER_DICE if is_of_other_dice else "",
        closing=tuple(map(in_browser, summary.closing)) if summary is not None else (),
        nameless=_nameless(visit),
    )


def _nameless(visit: Visit) -> tuple[str, ...]:
    """Return the commanders whose players are invited but not named: automatic play would lead them."""
    invited = {
        key
        for invitation in invitations(visit.desk.reader, visit.desk.campaign)
        if invitation.seat.role is Role.COMMANDER
        for key in invitation.seat.commanders
    }
    return tuple(seat.name for seat in visit.read(seats).seats if seat.key in invited and not seat.played_by)


@show_next.post
def play_on(visit: Visit) -> Answer:
    """Let the clock run to the next stop."""
    form = visit.form
    command = _command(form.get("until", "turn"), form.get("auto", ""), form.get("program", ""))
    return visit.receipt(visit.give(command), to="/desk")


def _command(until: str, auto: str, program: str) -> Next:
    if until not in UNTIL:
        raise BadInput(f"the clock cannot run until {until!r}. Choose {', '.join(UNTIL)}")
    return Next(until, bool(auto), (program,) if program else (), staffs=False)
