"""The paper of a forecast: its figures together with the umpire's map, from which troops and events are left out."""

from __future__ import annotations

from dataclasses import replace

from campaign.views.campaign_forecast import CampaignForecast
from campaign.views.forecast_paper import ForecastPaper
from campaign.views.map import SituationMap


def forecast_paper(forecast: CampaignForecast, umpires_map: SituationMap) -> ForecastPaper:
    """Return the paper of a forecast that begins at the moment of the map."""
    last, runs = forecast.last.on, f"{forecast.runs:,} run{'' if forecast.runs == 1 else 's'}"
    head = replace(
        umpires_map.masthead,
        title="Forecast",
        subtitle=f"{runs}, played on to the evening of {last.day} {last:%B %Y}",
        addressee="for the umpire only",
        use="No run is what will happen.",
    )
    ground = SituationMap(
        masthead=head,
        sides=umpires_map.sides,
        places=umpires_map.places,
        roads=umpires_map.roads,
        lines=umpires_map.lines,
        unheld=umpires_map.unheld,
    )
    return ForecastPaper(head, forecast, ground)
