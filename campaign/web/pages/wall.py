"""The screen on the wall: turns, battles and the deadline in large type, and nothing that one side alone knows. The
umpire may show the score there too.
"""

from __future__ import annotations

from campaign.queries.day.wall import wall
from campaign.terms.viewer import UMPIRE as EVERYTHING
from campaign.web.answer import Answer
from campaign.web.clock import cells_of, steps_of
from campaign.web.page import page
from campaign.web.people import UMPIRE, WALL
from campaign.web.visit import Visit
from campaign.web.wall_score import shows_score


@page("/wall", UMPIRE | WALL)
def show_wall(visit: Visit) -> Answer:
    """Show what all sides know, and what the umpire shows them."""
    with_score = shows_score(visit.desk)
    view = visit.read_as(EVERYTHING, lambda board, _: wall(board, with_score=with_score))
    return visit.page("wall.html", json=view, wall=view, cells=cells_of(view.track), steps=steps_of(view.track))
