"""The battles that the orders given so far would cause."""

from __future__ import annotations

from campaign.actions.forecast import march_ahead
from campaign.journal.asof import when
from campaign.queries.forecast.forecast import foreseen
from campaign.situation.army import load_army
from campaign.terms.words import counted
from campaign.views.forecast.forecast import RECKONING, evening_words
from campaign.web.answer import Answer
from campaign.web.page import page
from campaign.web.people import UMPIRE
from campaign.web.visit import Visit


@page("/forecast", UMPIRE, is_kept=False)
def show_forecast(visit: Visit) -> Answer:
    """Show the battles of the next movement, tried on a copy. Nothing is changed."""
    with visit.desk.reading(visit.person.viewer) as board:
        instant = when(visit.as_of, board) if visit.as_of else None
        forecast = foreseen(board, march_ahead, instant)
        sides = tuple(side.name for side in load_army(board).sides.values())
    return visit.page(
        "forecast.html",
        json=forecast,
        same_at_terminal="campaign forecast battles",
        forecast=forecast,
        sides=sides,
        evenings=evening_words(forecast.evenings),
        total=counted(len(forecast.battles), "battle"),
        in_evenings=evening_words,
        reckoned=RECKONING.reckoned,
    )
