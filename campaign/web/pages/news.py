"""A side's news by turn: what its own units did, and what they saw of the enemy."""

from __future__ import annotations

from campaign.queries.day.news import news
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import PLAYERS
from campaign.web.visit import Visit


@page("/news", PLAYERS)
def show_news(visit: Visit) -> Answer:
    """Show what this viewer knows to have happened, the latest turn first."""
    view = visit.read(news)
    return visit.page("news.html", json=view, news=view)
