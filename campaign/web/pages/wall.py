"""The screen on the wall: turns, battles and the deadline in large type, and nothing that one side alone knows."""

from __future__ import annotations

from campaign.queries.wall import wall
from campaign.terms.viewer import UMPIRE as EVERYTHING
from campaign.web.clock import cells_of, steps_of
from campaign.web.page import page
from campaign.web.people import UMPIRE, WALL
from campaign.web.visit import Answer, Visit


@page("/wall", UMPIRE | WALL)
def show_wall(visit: Visit) -> Answer:
    """Show what all sides know."""
    view = visit.read_as(EVERYTHING, lambda board, _: wall(board))
    return visit.page("wall.html", json=view, wall=view, cells=cells_of(view.track), steps=steps_of(view.track))
