"""A scenario as values: what a club founds a campaign from, read from files and checked, before any row is written.

Everything is named by its key; a link is the key of what it points to. Lengths are whole metres on the map, ranges
whole inches on the table, positions ``x_m`` east and ``y_m`` north of the map's centre, latitude and longitude in
millionths of a degree. Formations come superiors first, each followed by its own battalions' commands in the order of
the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from campaign.rules.common.force import NOTHING, Strength
from campaign.terms.forces import (
    AirType,
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    Level,
    MarchClass,
    Nationality,
    Piece,
    Size,
    SizeMark,
    Weapon,
)
from campaign.terms.ground import Cover, CrossingState, FeatureKind, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.terms.state import OrderKind, Posture, Sky, State, SupplyGrade, Support
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class Side:
    """A belligerent. ``accent`` is ``#rrggbb``; a home edge is a place where a road leaves the map to its own rear."""

    key: str
    name: str
    adjective: str
    accent: str
    home_edges: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nation:
    """A nation and the printed nationality whose bonus and readiness it copies (OB-AMB-020)."""

    key: str
    name: str
    counts_as: Nationality


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the map. ``owner`` and ``home_edge_of`` are keys of sides."""

    key: str
    name: str
    x_m: int
    y_m: int
    lat_e6: int | None = None
    lon_e6: int | None = None
    accuracy_m: int | None = None
    role: str = ""
    cover: Cover = Cover.OPEN
    hill: bool = False
    owner: str | None = None
    home_edge_of: str | None = None
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge, ford or ferry, ``at_m`` metres from its road's first end."""

    key: str
    name: str
    at_m: int
    waterway: str = ""
    major: bool = False
    load_class: LoadClass = LoadClass.HEAVY_TANK
    spans: int = 1
    state: CrossingState = CrossingState.INTACT


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A block, minefield, ditch or wire across a road, ``at_m`` metres from its first end (OB-OBS-01)."""

    key: str
    name: str
    at_m: int
    kind: ObstacleKind
    gapped: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """A road, track or stretch of going between the places ``a`` and ``b``. ``length_basis``: given, estimated or
    drawn."""

    key: str
    name: str
    a: str
    b: str
    length_m: int
    length_basis: str
    kind: RoadKind
    surface: Surface
    cover: Cover = Cover.OPEN
    defile: bool = False
    shape: tuple[tuple[int, int], ...] = ()
    crossings: tuple[Crossing, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    notes: str = ""
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Feature:
    """A line, area or name on the map that is no road: drawn points in metres."""

    key: str
    name: str
    kind: FeatureKind
    shape: tuple[tuple[int, int], ...]
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """So many of one piece of equipment: ``24 Matilda II (tank)``."""

    item: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """Off the map until the start of that turn, then at the place."""

    day: int
    turn: int
    at: str


@dataclass(frozen=True, slots=True)
class Formation:
    """Army group to command. ``headquarters`` is the key of its headquarters battalion, if it has one."""

    key: str
    name: str
    short: str
    number: str
    side: str
    superior: str | None
    nation: str
    level: Level
    mark: SizeMark
    arm: Arm
    led_by: str = ""
    experience: Experience = Experience.REGULAR
    posture: Posture = Posture.LINE
    supply_grade: SupplyGrade = SupplyGrade.WELL
    ad_hoc: bool = False
    headquarters: str | None = None
    notes: str = ""
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Battalion:
    """The unit that fights, a headquarters included.

    At ``place``, or on ``road`` at ``road_m``, or off the map until ``arrives``; ``embarked``: until aircraft set it
    down.
    """

    key: str
    name: str
    short: str
    number: str
    side: str
    organic: str
    nation: str
    arm: Arm
    mark: SizeMark
    size: Size
    experience: Experience
    march_class: MarchClass
    combat_class: CombatClass
    hit_row: HitRow
    casualty_column: CasualtyColumn
    armour: Armour
    weapon: Weapon
    direct_in: int
    anti_tank_best: AntiTank | None = None
    anti_tank_all: AntiTank | None = None
    flame_throwers: bool = False
    piece: Piece | None = None
    piece_name: str = ""
    calibre_mm: int | None = None
    pre_1914: bool = False
    range_in: int | None = None
    engineers: Engineers = Engineers.NONE
    recce_companies: int = 0
    carried_by: str = ""
    headquarters_of: str | None = None
    led_by: str = ""
    equipment: str = ""
    equipment_list: tuple[Item, ...] = ()
    establishment: str = ""
    full: Strength = NOTHING
    """The establishment's strength."""
    present: Strength = NOTHING
    """The strength it starts with."""
    state: State = State.FRESH
    posture: Posture = Posture.LINE
    dug_in_turns: int = 0
    hidden: bool = False
    attached_to: str | None = None
    """The formation it is under at the start, if not its own."""
    supports: str | None = None
    support: Support = Support.UNDER_COMMAND
    place: str | None = None
    road: str | None = None
    road_m: int | None = None
    arrives: Arrival | None = None
    embarked: bool = False
    notes: str = ""
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Commander:
    """A player and the formation whose tree he commands; its side is his."""

    key: str
    name: str
    formation: str
    side: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class AirBase:
    """A basing area: where aircraft are, with weather of its own (OB-WX-07)."""

    key: str
    name: str
    side: str
    place: str | None = None
    lat_e6: int | None = None
    lon_e6: int | None = None
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class AirGroup:
    """Aircraft that fly as one stand (OB-AIR-01)."""

    key: str
    name: str
    side: str
    kind: AirType
    based_at: str
    aircraft: str = ""
    missions_a_day: int = 1
    has_fac: bool = False
    fac_with: str | None = None
    source: str = ""
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class AirTask:
    """A mission tasked before the campaign opens. ``task``: strike, support, supply, reconnaissance or landing.

    ``sortie`` counts those of a group in one turn: transports may fly several.
    """

    group: str
    moment: Moment
    task: str
    place: str | None = None
    battalion: str | None = None
    formation: str | None = None
    sortie: int = 1


@dataclass(frozen=True, slots=True)
class Weather:
    """Historical weather of a day, or of one turn of it; ``area`` is the key of an air base, "" for the battlefield."""

    day: int
    turn: int | None
    sky: Sky
    area: str = ""


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground that scores for a side at the end of each day it owns it, or only at the end of ``day``."""

    key: str
    name: str
    place: str
    side: str
    points: int
    day: int | None = None


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """What the score at the end is called: ``side`` is at least ``lead`` points ahead of every other side; None for
    neither."""

    name: str
    side: str | None = None
    lead: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """What a formation or a battalion is told from a turn on."""

    moment: Moment
    kind: OrderKind
    formation: str | None = None
    battalion: str | None = None
    to: str | None = None
    via: tuple[str, ...] = ()
    aim: str = ""
    objective: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole scenario, checked: every key in it is the key of something in it."""

    key: str
    title: str
    first_day: date
    days: int
    day_start_hour: int
    time_zone: str
    lat_e6: int | None
    lon_e6: int | None
    sides: tuple[Side, ...]
    nations: tuple[Nation, ...]
    places: tuple[Place, ...]
    roads: tuple[Road, ...]
    features: tuple[Feature, ...]
    formations: tuple[Formation, ...]
    battalions: tuple[Battalion, ...]
    commanders: tuple[Commander, ...]
    air_bases: tuple[AirBase, ...]
    air_groups: tuple[AirGroup, ...]
    air_tasks: tuple[AirTask, ...]
    weather: tuple[Weather, ...]
    objectives: tuple[Objective, ...]
    orders: tuple[Order, ...]
    rulebook: tuple[tuple[str, Any], ...] = ()
    victory: tuple[VictoryLevel, ...] = ()
    summary: str = ""
    """What it is, in one line."""
    notes: str = ""
    source: str = ""
    content_hash: str = ""
    """SHA-256 over the files it was read from."""
    folder: str = ""
    """Where it was read from; "" for a single file's own folder."""
    returns: tuple[str, ...] = ()
    """Paths of the battle returns that come with it."""
    warnings: tuple[str, ...] = ()

    @property
    def headquarters(self) -> dict[str, str]:
        """Key of the headquarters battalion, by key of the formation."""
        return {f.key: f.headquarters for f in self.formations if f.headquarters is not None}
