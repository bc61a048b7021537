"""The returns of a battle side by side: whose counts on which point, and who holds the field if neither says."""

from __future__ import annotations

from campaign.actions.returns.take import what_follows
from campaign.errors import CampaignError, Refused
from campaign.journal.overtaken import DrawnFor
from campaign.queries.battle.battle_page import battle_page
from campaign.queries.battle.returns_compared import returns_compared
from campaign.views.battle.returns_compared import ReturnsCompared
from campaign.views.battle.what_follows import Question, WhatFollows
from campaign.web.answer import Answer
from campaign.web.beliefs import Belief, address, at_terminal, belief_of, last_of, settling, waiting_returns
from campaign.web.page import page
from campaign.web.pages.battle import return_rows
from campaign.web.pages.battles import state_words
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit

HELD, ENDED = "held", "ended"
"""Fields for who holds the field, and for the turn in which a resumed battle ended."""
KEYS = "abcdefghij"


@page("/battles/{number}/compare", UMPIRE, is_kept=False, drawn_for=DrawnFor.BATTLE)
def show_compare(visit: Visit) -> Answer:
    """Show both returns point by point, and ask what no return says."""
    number = visit.path["number"]
    compared = visit.read(lambda board, viewer: returns_compared(board, viewer, number))
    if not compared.sides:
        return _show_none(visit, compared)
    words = {**visit.query, **last_of(visit.typed)}
    belief = belief_of(compared, words)
    follows, trouble = _followed(visit, compared, belief)
    questions = _questions(follows)
    given = {name: words[name] for name, _ in questions if words.get(name)}
    return visit.page(
        "compare.html",
        json=compared,
        same_at_terminal=at_terminal(compared.number, belief),
        compared=compared,
        belief=belief,
        title=_title(compared, questions),
        questions=questions,
        given=given,
        is_answered=belief.is_whole and not trouble and len(given) == len(questions),
        trouble=trouble,
        follows_at=address(compared.number, "settle", {**belief.words, **given}),
        tabs=[
            (f"If the {side.name} return counts", address(compared.number, "settle", {"believe": side.key}))
            for side in compared.sides
            if compared.differing
        ],
        keys={},
    )


@show_compare.post
def look(visit: Visit) -> Answer:
    """Go on to what follows, once everything is answered."""
    compared = waiting_returns(visit)
    words = last_of(visit.fields)
    belief = belief_of(compared, words)
    if not belief.is_whole:
        open_points = [point for point in compared.differing if point.number not in belief.by_point]
        subjects = ", ".join(point.subject[:1].lower() + point.subject[1:] for point in open_points)
        raise Refused(f"The returns still differ: {subjects}. Choose which return counts")
    questions = _questions(_followed(visit, compared, belief)[0])
    for name, question in questions:
        if not words.get(name):
            raise Refused(
                f"{question.text} The returns do not answer this. Choose one of the answers, then settle the battle"
            )
    given = {name: words[name] for name, _ in questions}
    return visit.redirect(address(compared.number, "settle", {**belief.words, **given}))


def _followed(visit: Visit, compared: ReturnsCompared, belief: Belief) -> tuple[WhatFollows | None, str]:
    """Return what would follow, or why the battle cannot be settled so; neither while points are open."""
    if not belief.is_whole:
        return None, ""
    try:
        return visit.read(lambda board, _: what_follows(board, settling(compared, belief))), ""
    except CampaignError as fault:
        return None, " ".join((f"{fault}.", *getattr(fault, "faults", ())))


def _questions(follows: WhatFollows | None) -> list[tuple[str, Question]]:
    """Return the questions that no return answers, each with its field."""
    if follows is None:
        return []
    both = ((HELD, follows.field), (ENDED, follows.ended))
    return [(name, question) for name, question in both if question is not None]


def _title(compared: ReturnsCompared, questions: list[tuple[str, Question]]) -> str:
    """Return the heading: two returns agree only if both answered the same, and who holds the field among it."""
    count, sides = len(compared.differing), compared.sides
    if len(sides) < 2:
        return f"One return, the {compared.missing[0]} one is missing" if compared.missing else "One return"
    if count:
        return f"Two returns, {count} point{'s' * (count > 1)} to decide"
    if questions:
        return f"Two returns, {'one question' if len(questions) == 1 else 'two questions'}"
    silent = [point for point in compared.points if point.key == "field" and not all(point.answers)]
    if silent:
        (who,) = (s.name for s, answer in zip(sides, silent[0].answers, strict=True) if not answer)
        return f"Two returns; the {who} one does not say who holds the field"
    return "Two returns that agree"


def _show_none(visit: Visit, compared: ReturnsCompared) -> Answer:
    """Show that no return waits: who has to hand one in, and where."""
    shown = visit.read(lambda board, viewer: battle_page(board, viewer, visit.path["number"]))
    return visit.page(
        "compare_none.html",
        json=compared,
        same_at_terminal=f"campaign battle show {compared.number}",
        compared=compared,
        shown=shown,
        state=state_words(shown.view.battle),
        rows=return_rows(visit, shown),
    )
