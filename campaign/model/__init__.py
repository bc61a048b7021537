"""The tables of the database, one module for each subject: typed columns, from which SQLAlchemy's tables are made; no
behaviour.
"""

from campaign.model.campaign import Campaign, Clock, Entry, KeptPicture, Ledger, Reseeding, Setting
from campaign.model.fighting import Battle, BattleUnit, Contact, Decision, Order, Photo, Return, Sighting
from campaign.model.forces import Battalion, Formation
from campaign.model.ground import Crossing, EngineeringTask, Feature, Objective, Obstacle, OldNews, Place, Road, Score
from campaign.model.people import OF_PEOPLE, EarlierHash, Person
from campaign.model.records import DiaryLine, StrengthReturn, SupplyReport
from campaign.model.service import Condition, Convoy, Dump, OrderDelay, Release
from campaign.model.sides import Commander, Nation, Side
from campaign.model.skies import AirGroup, AirMission, BasingArea, WeatherReport
from campaign.model.windows import BESIDE, DeskSecret, Draft, HandedIn, Invitation, Mark, Window
from campaign.rows.table import Base, Journalled, all_tables, in_order

JOURNALLED = in_order(
    Clock,
    Setting,
    Side,
    Nation,
    Place,
    Road,
    Crossing,
    Obstacle,
    OldNews,
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
    Photo,
)
"""Every journalled table, each after the tables to which it links."""

__all__ = [
    "BESIDE",
    "JOURNALLED",
    "OF_PEOPLE",
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
    "DeskSecret",
    "DiaryLine",
    "Draft",
    "Dump",
    "EarlierHash",
    "EngineeringTask",
    "Entry",
    "Feature",
    "Formation",
    "HandedIn",
    "Invitation",
    "Journalled",
    "KeptPicture",
    "Ledger",
    "Mark",
    "Nation",
    "Objective",
    "Obstacle",
    "OldNews",
    "Order",
    "OrderDelay",
    "Person",
    "Photo",
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
    "Window",
    "all_tables",
]
