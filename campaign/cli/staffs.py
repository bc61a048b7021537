"""The staffs of commanders whom the program leads: they think before each day, where the setting ``auto.staff`` is on.

    for plan in plans_for_the_day(command, query): give(plan)      before ``campaign next`` plays the day

Each plan becomes an entry of its own, with the orders and what was weighed as its arguments. Where a staff cannot
think, or is stopped with Ctrl-C, the entry says why the doctrine leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from campaign.actions.day import Next
from campaign.cli import show
from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.register import command_from_json
from campaign.journal.undo import living
from campaign.model import Decision, Entry, Side
from campaign.situation.army import load_army
from campaign.situation.conditions import rulebook_of
from campaign.situation.leading import leading_in
from campaign.situation.names import side_named
from campaign.terms.time import MORNING
from campaign.verbs.planning import Plan

if TYPE_CHECKING:
    from campaign.forecast.staff import Question
    from campaign.terms.viewer import Viewer

Answer = TypeVar("Answer")
Read = Callable[[Callable[[JournalBoard, "Viewer"], Answer]], Answer]
VERB = "plan"
LEADS = "the doctrine leads"
"""The course of a staff that has not thought."""
DOCTRINE_ALONE = (
    "No staff thinks today (auto.staff), because a player runs the clock: how long a staff takes could tell about the"
    " enemy. The doctrine leads."
)
"""What a player is told who runs the clock where staffs would think."""


def plans_for_the_day(command: Next, query: Read[list[int]], question: Read[Question | Plan]) -> Iterator[Plan]:
    """Yield the plan of each side that has a staff to think for it now; of no side where the clock is not at a dawn.
    ``query`` and ``question``: ways to ask the campaign, once for the sides and once for each of them.
    """
    for side in query(lambda board, _: sides_to_think(board, command)):
        yield _plan(side, question, command)


def sides_to_think(board: JournalBoard, command: Next) -> list[int]:
    """Return the sides, by id, for whose troops a staff is to think before this run of the clock."""
    if not staffs_wait(board):
        return []
    army, book = load_army(board), rulebook_of(board)
    led = [side_named(board, word).id for word in command.program]
    leading = leading_in(board, army, book, auto=command.auto, sides=led)
    thought = _have_thought(board)
    sides = sorted(board.rows(Side), key=lambda side: side.position)
    return [
        side.id
        for side in sides
        if any(leading.sign(formation.id) for formation in army.commands(side.id)) and side.id not in thought
    ]


def _have_thought(board: JournalBoard) -> set[int]:
    """Return the sides, by id, whose plan for this moment is an entry already."""
    now = {line.seq for line in living(board) if line.verb == VERB and line.moment == board.moment}
    rows = board.entries(Entry.arguments, Entry.revision, criteria=(Entry.seq.in_(now),)) if now else ()
    plans = (command_from_json(VERB, command_lifted(VERB, row.arguments, row.revision)) for row in rows)
    return {side_named(board, plan.side).id for plan in plans}


def staffs_wait(board: JournalBoard) -> bool:
    """Return whether the clock is at a dawn at which staffs think."""
    return board.clock.phase is MORNING[0] and rulebook_of(board).switch("auto.staff")


def note_of(plan: Plan, summary: str) -> str:
    """Return what the umpire is told of a plan: its summary, and, if it orders nothing, the first line of why."""
    return summary if plan.moves else "\n".join((summary, *plan.appreciation[:1]))


def goes_on(board: JournalBoard, command: Next) -> bool:
    """Return whether a run of the clock ended only because a dawn came, at which the staffs think."""
    is_far = command.until in ("battle", "decision")
    return is_far and staffs_wait(board) and not board.rows(Decision, Decision.answer.is_(None))


def _plan(side: int, question: Read[Question | Plan], command: Next) -> Plan:
    from campaign.cli.advise import thought_of
    from campaign.forecast.staff import advice_of, plan_of
    from campaign.views.forecast.advice_words import lines_of

    def ask(board: JournalBoard, _: Viewer) -> Question | Plan:
        from campaign.forecast import staff

        led = [side_named(board, word).id for word in command.program]
        try:
            return staff.ask(board, side, only_met=True, auto=command.auto, led=led)
        except CampaignError as fault:
            return Plan(board.row(Side, side).key, LEADS, (), (str(fault),))

    asked = question(ask)
    if isinstance(asked, Plan):
        return asked
    show.note(f"The staff of {asked.side} thinks. Ctrl-C leaves the day to the doctrine.")
    thought = thought_of(asked, None, "")
    plan = plan_of(asked, thought, lines_of(advice_of(asked, thought)))
    if thought.is_cut_short:
        show.note(f"The staff of {asked.side} was stopped: {LEADS} today.")
    return plan
