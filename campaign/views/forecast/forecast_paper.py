"""The forecast of the campaign on paper: its figures, and the ground on which the places lie."""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.forecast.campaign_forecast import CampaignForecast
from campaign.views.map.map import SituationMap
from campaign.words.papers import Masthead


@dataclass(frozen=True, slots=True)
class ForecastPaper:
    """A forecast with the head of its paper. ``ground``: the map without troops and events. ``usual_runs``: the number
    of runs without another in the request; 0 if there is none.
    """

    masthead: Masthead
    forecast: CampaignForecast
    ground: SituationMap
    usual_runs: int = 0
