"""Decisions for which the campaign waits, and those taken before."""

from __future__ import annotations

from campaign.actions.decisions import Decide, find_choice
from campaign.errors import BadInput, NotFound
from campaign.queries.decisions import decisions
from campaign.terms.words import is_number
from campaign.web.page import page
from campaign.web.people import PLAYERS, UMPIRE
from campaign.web.visit import Answer, Visit


@page("/decisions", UMPIRE | PLAYERS)
def show_decisions(visit: Visit) -> Answer:
    """Show the open decisions and those taken; a player's own only, counted for his side."""
    view = visit.read(decisions)
    return visit.page("decisions.html", json=view, same_at_terminal="campaign decide", view=view)


@show_decisions.post
def decide(visit: Visit) -> Answer:
    """Answer a decision. A player is told of it under his own number and in the words of the question."""
    number, answer = visit.form["number"], visit.form.get("other", "").strip() or visit.form.get("answer", "")
    if not is_number(number):
        raise BadInput(f"{number!r} is not the number of a decision")
    if not answer:
        raise BadInput(f"decision {number} has no answer yet. Choose one")
    if visit.person.is_umpire:
        return visit.receipt(visit.give(Decide(int(number), answer)), "/decisions")
    line = next((line for line in visit.read(decisions).owed if line.number == int(number)), None)
    if line is None:
        raise NotFound(f"no decision {number} waits for you")
    options = [(option.key, option.text) for option in line.options]
    chosen = find_choice(options, answer, line.number, line.subject)
    visit.give(Decide(line.number, options[chosen][0]))
    return visit.note(f"Decision {line.number}, {line.subject}: {options[chosen][1]}", "/decisions")
