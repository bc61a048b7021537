"""The tables, a module a noun. SQLAlchemy 2, typed; no behaviour beyond tiny properties."""

from campaign.model.base import Base, Journalled
from campaign.model.campaign import Campaign, Clock, Entry, Ledger, Reseeding, Setting
from campaign.model.fighting import Battle, BattleUnit, Contact, Decision, Order, Return, Sighting
from campaign.model.forces import Battalion, Formation
from campaign.model.ground import Crossing, EngineeringTask, Feature, Objective, Obstacle, Place, Road, Score
from campaign.model.records import DiaryLine, StrengthReturn, SupplyReport
from campaign.model.service import Condition, Convoy, Dump, OrderDelay, Release
from campaign.model.sides import Commander, Nation, Side
from campaign.model.skies import AirGroup, AirMission, BasingArea, WeatherReport

JOURNALLED: tuple[type[Journalled], ...] = (
    Clock,
    Setting,
    Side,
    Nation,
    Place,
    Road,
    Crossing,
    Obstacle,
    Feature,
    Formation,
    Commander,
    Battalion,
    BasingArea,
    AirGroup,
    AirMission,
    WeatherReport,
    Objective,
    Score,
    EngineeringTask,
    Order,
    Battle,
    BattleUnit,
    Return,
    Contact,
    Sighting,
    Decision,
    SupplyReport,
    StrengthReturn,
    DiaryLine,
    OrderDelay,
    Condition,
    Dump,
    Convoy,
    Release,
    Reseeding,
)
"""Every journalled table, each after those it links to."""

__all__ = [
    "JOURNALLED",
    "AirGroup",
    "AirMission",
    "Base",
    "BasingArea",
    "Battalion",
    "Battle",
    "BattleUnit",
    "Campaign",
    "Clock",
    "Commander",
    "Condition",
    "Contact",
    "Convoy",
    "Crossing",
    "Decision",
    "DiaryLine",
    "Dump",
    "EngineeringTask",
    "Entry",
    "Feature",
    "Formation",
    "Journalled",
    "Ledger",
    "Nation",
    "Objective",
    "Obstacle",
    "Order",
    "OrderDelay",
    "Place",
    "Release",
    "Reseeding",
    "Return",
    "Road",
    "Score",
    "Setting",
    "Side",
    "Sighting",
    "StrengthReturn",
    "SupplyReport",
    "WeatherReport",
]
