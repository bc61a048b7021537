"""The umpire's desk: what waits, what can wait, the map, who has ordered, the last entries."""

from __future__ import annotations

from campaign.queries.status import status
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Answer, Visit


@page("/desk", UMPIRE)
def show_desk(visit: Visit) -> Answer:
    """Show the umpire's desk."""
    standing = visit.read(status)
    return visit.page("desk.html", json=standing, standing=standing)
