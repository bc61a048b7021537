"""The paper of a forecast: its figures together with the viewer's map, from which troops and events are left out."""

from __future__ import annotations

from campaign.values import replace
from campaign.views.forecast.campaign_forecast import CampaignForecast
from campaign.views.forecast.forecast_paper import ForecastPaper
from campaign.views.map.map import SituationMap


def forecast_paper(forecast: CampaignForecast, known_map: SituationMap, usual_runs: int = 0) -> ForecastPaper:
    """Return the paper of a forecast that begins at the moment of the map. ``usual_runs``: the number of runs without
    another in the request.
    """
    last, runs = forecast.last.on, f"{forecast.runs:,} run{'' if forecast.runs == 1 else 's'}"
    head = replace(
        known_map.masthead,
        title="Forecast",
        subtitle=f"{runs}, played on to the evening of {last.day} {last:%B %Y}",
        addressee="for the umpire only" if forecast.enemy is None else f"for {forecast.enemy.side} only",
        use="The runs show what can happen, not what will happen.",
    )
    ground = SituationMap(
        masthead=head,
        sides=known_map.sides,
        places=known_map.places,
        roads=known_map.roads,
        lines=known_map.lines,
        unheld=known_map.unheld,
    )
    return ForecastPaper(head, forecast, ground, usual_runs)
