"""Decisions for which the campaign waits, and those taken before."""

from __future__ import annotations

from typing import Final

from campaign.actions.decisions import Decide, find_choice
from campaign.errors import BadInput, NotAllowed, NotFound
from campaign.journal.overtaken import DrawnFor
from campaign.queries.day.decisions import decisions
from campaign.terms.words import is_number
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Visit

MOST_AT_ONCE: Final = 200
"""Most decisions that are answered with one press."""


@page("/decisions", UMPIRE | PLAYERS, drawn_for=DrawnFor.DECISION)
def show_decisions(visit: Visit) -> Answer:
    """Show the open decisions and those taken; a player's own only, counted for his side."""
    view = visit.read(decisions)
    return visit.page("decisions.html", json=view, same_at_terminal="campaign decide", view=view)


@show_decisions.post
def decide(visit: Visit) -> Answer:
    """Answer a decision, or all that wait if the umpire asks for it. A player is told of it under his own number and in
    the words of the question.
    """
    if visit.form.get("do", "") == "defaults":
        return _by_defaults(visit)
    number, answer = visit.form["number"], visit.form.get("other", "").strip() or visit.form.get("answer", "")
    if not is_number(number):
        raise BadInput(f"{number!r} is not the number of a decision. Choose one from the list")
    if not answer:
        raise BadInput(f"you have not answered decision {number} yet. Choose an answer")
    if visit.person.is_umpire:
        return visit.receipt(visit.give(Decide(int(number), answer)), "/decisions")
    line = next((line for line in visit.read(decisions).owed if line.number == int(number)), None)
    if line is None:
        raise NotFound(f"you have no open decision with the number {number}")
    options = [(option.key, option.text) for option in line.options]
    chosen = find_choice(options, answer, line.number, line.subject)
    visit.give(Decide(line.number, options[chosen][0]))
    return visit.note(f"Decision {line.number}, {line.subject}: {options[chosen][1]}", "/decisions")


def _by_defaults(visit: Visit) -> Answer:
    """Answer every decision that waits, and those that follow from the answers, as automatic play would: an entry each.
    The clock does not run.
    """
    if not visit.person.is_umpire:
        raise NotAllowed("only the umpire can accept all proposals together")
    receipts: list[str] = []
    while (owed := visit.read(decisions).owed) and len(receipts) < MOST_AT_ONCE:
        command = Decide(owed[0].number, owed[0].default)
        receipts.append(visit.desk.give(visit.person, command, press=visit.press).receipt.summary)
    text = f"Proposals taken: {'; '.join(receipts)}" if receipts else "No decision waits for an answer"
    return visit.note(text, "/desk")
