"""Decisions that players owe the umpire."""

from __future__ import annotations

from campaign.journal.desk import Desk
from campaign.model import Decision
from campaign.queries.outlook import Outlook, look
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.decisions import DecisionLine, DecisionList, Option


def decisions(desk: Desk, viewer: Viewer) -> DecisionList:
    """Owed and answered ones, by number; a side reads its own. The facts behind a decision are never shown."""
    outlook = look(desk, viewer)
    lines = [decision_line(outlook, row) for row in sorted(outlook.knowledge.decisions(desk.rows(Decision)), key=lambda row: row.number)]
    return DecisionList(
        outlook.knowledge.who, tuple(line for line in lines if not line.answer), tuple(line for line in lines if line.answer)
    )


def owed(outlook: Outlook) -> list[DecisionLine]:
    """Decisions nobody has answered yet, as this viewer may read them."""
    rows = outlook.knowledge.decisions(outlook.desk.rows(Decision, Decision.answer.is_(None)))
    return [decision_line(outlook, row) for row in sorted(rows, key=lambda row: row.number)]


def decision_line(outlook: Outlook, decision: Decision) -> DecisionLine:
    """One decision in words."""
    options = tuple(Option(str(option["key"]), str(option["text"])) for option in decision.options)
    return DecisionLine(
        number=decision.number, kind=decision.kind, moment=Moment(decision.day, decision.turn),
        side=outlook.army.sides[decision.side_id].name, subject=decision.subject, question=decision.question, options=options,
        default=options[0].key if options else "", answer=decision.answer or "",
    )  # fmt: skip
