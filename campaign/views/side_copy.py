"""The knowledge of one side, or one commander, of a campaign at one moment, in one piece: the copy that is handed out
to players.
"""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.air import AirTasking
from campaign.views.battles import BattleView
from campaign.views.decisions import DecisionList
from campaign.views.losses import LossList
from campaign.views.objectives import ObjectivesReport
from campaign.views.orbat import OrbatChart
from campaign.views.places import PlaceList
from campaign.views.settings import RuleList
from campaign.views.sightings import SightingList
from campaign.views.sitrep import Sitrep
from campaign.views.status import Status
from campaign.views.supply import SupplyView
from campaign.views.tasks import TaskList
from campaign.views.units import BattalionSheet, FormationSheet
from campaign.views.weather import WeatherView
from campaign.words.orders import OrderForm


@dataclass(frozen=True, slots=True)
class SideCopy:
    """A copy for a viewer: every field is the view that the program command of that name prints for this viewer
    (``--viewer``, ``--json``).
    """

    viewer: str
    status: Status
    orbat: tuple[OrbatChart, ...]
    units: tuple[BattalionSheet | FormationSheet, ...]
    supply: SupplyView
    places: PlaceList
    sightings: SightingList
    objectives: ObjectivesReport
    weather: WeatherView
    orders: tuple[OrderForm, ...]
    decisions: DecisionList
    engineers: TaskList
    air: AirTasking
    battles: tuple[BattleView, ...]
    recover: LossList
    sitreps: tuple[Sitrep, ...]
    rules: RuleList
