"""Objectives and the score of the campaign."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Objective, Score
from campaign.queries.common.outlook import Outlook, look
from campaign.situation.victory import levels_of, reached
from campaign.terms.viewer import Viewer
from campaign.views.map.objectives import ObjectiveLine, ObjectivesReport, SideScore, VictoryLine


def objectives(board: JournalBoard, viewer: Viewer) -> ObjectivesReport:
    """Return the objectives, each with the side that scores for it, its present holder and the points so far. A side
    reads only its own objectives.
    """
    outlook = look(board, viewer)
    scores = board.rows(Score)
    known_objectives = outlook.knowledge.of_side(board.rows(Objective))
    through = max(outlook.returns, default=0)
    return ObjectivesReport(
        viewer=outlook.knowledge.who,
        days=board.campaign.days,
        scored_through=through,
        objectives=tuple(_line(outlook, objective, scores) for objective in known_objectives),
        scores=tuple(side_score(outlook, side, scores, through) for side in outlook.knowledge.sides()),
        victory=_victory(board, outlook, scores),
    )


def _line(outlook: Outlook, objective: Objective, scores: Sequence[Score]) -> ObjectiveLine:
    place = outlook.places[objective.place_id]
    return ObjectiveLine(
        name=objective.name,
        place=place.name,
        side=outlook.army.sides[objective.side_id].name,
        points=objective.points,
        day=objective.day,
        held_by=outlook.knowledge.holder(place),
        scored=sum(s.points for s in scores if s.objective_id == objective.id),
    )


def _victory(board: JournalBoard, outlook: Outlook, scores: Sequence[Score]) -> tuple[VictoryLine, ...]:
    """Return the victory levels; only the umpire sees which level the present score has reached."""
    levels, sides = levels_of(board), outlook.army.sides
    totals = {side.key: sum(s.points for s in scores if s.side_id == side.id) for side in sides.values()}
    now = reached(levels, totals) if outlook.viewer.side is None else None
    names = {side.key: side.name for side in sides.values()}
    return tuple(VictoryLine(level.name, names.get(level.side or "", ""), level.lead, level == now) for level in levels)


def side_score(outlook: Outlook, side: int, scores: Sequence[Score], through: int) -> SideScore:
    """Return a side's points day by day."""
    by_day = tuple(sum(s.points for s in scores if s.side_id == side and s.day == day) for day in range(1, through + 1))
    return SideScore(outlook.army.sides[side].name, by_day, sum(s.points for s in scores if s.side_id == side))
