"""A side's diary by turn: what its own units did and saw."""

from __future__ import annotations

from campaign.queries.own_troops import side_diary
from campaign.web.page import page
from campaign.web.people import PLAYERS
from campaign.web.visit import Answer, Visit


@page("/news", PLAYERS)
def show_news(visit: Visit) -> Answer:
    """Show what this viewer knows to have happened, the latest turn first."""
    diary = visit.read(side_diary)
    return visit.page("news.html", json=diary, diary=diary)
