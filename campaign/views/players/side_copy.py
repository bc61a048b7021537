"""The knowledge of one side, or one commander, of a campaign at one moment, in one piece: the copy that is handed out
to players.
"""

from __future__ import annotations

from campaign.values import dataclass
from campaign.views.air.air import AirTasking
from campaign.views.battle.battles import BattleView
from campaign.views.campaign.settings import RuleList
from campaign.views.contacts.sightings import SightingList
from campaign.views.contacts.sitrep import Sitrep
from campaign.views.day.decisions import DecisionList
from campaign.views.day.status import Status
from campaign.views.day.weather import WeatherView
from campaign.views.map.objectives import ObjectivesReport
from campaign.views.map.places import PlaceList
from campaign.views.orbat.losses import LossList
from campaign.views.orbat.orbat import OrbatChart
from campaign.views.orbat.tasks import TaskList
from campaign.views.orbat.units import BattalionSheet, FormationSheet
from campaign.views.supply.supply import SupplyView
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
