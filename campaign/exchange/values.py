"""A scenario as values: the basis of a campaign, read from files and checked, before any row is written.

The attributes are declared here, those of a battalion in `terms.battalion`: their keys in the files, the keys' meaning
and the values without them (`terms.attributes`).

Everything is named by its key; a link is the key of its target. Lengths are whole metres on the map, ranges whole
inches on the table, positions ``x_m`` east and ``y_m`` north of the map's centre, latitude and longitude in millionths
of a degree. Formations come superiors first, each followed by its own battalions' commands in the order of the file.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar

from campaign.exchange.shapes import COLOUR, DATE, ITEM, POINT, SCALAR, ZONE, many, ref, series, whole_number, word
from campaign.rules.common.force import NOTHING, Strength
from campaign.terms.attributes import LONGEST_KEY, LONGEST_SOURCE, LONGEST_TEXT, Key, Link
from campaign.terms.battalion import BattalionKind
from campaign.terms.character import Character
from campaign.terms.forces import AirType, Arm, Experience, Level, Nationality, SizeMark
from campaign.terms.ground import Cover, CrossingState, FeatureKind, LoadClass, ObstacleKind, RoadKind, Surface
from campaign.terms.state import IN_PLAY, OrderKind, Posture, Sky, State, SupplyGrade, Support
from campaign.terms.time import TURNS_A_DAY, Moment
from campaign.values import dataclass, plain_dataclass

LONGEST_CAMPAIGN, LONGEST_ROAD_M, MOST_LEAD = 3650, 2_000_000, 1_000_000
BASES = ("given", "estimated")
TASKS = ("strike", "support", "supply", "reconnaissance", "landing")

Name = Annotated[str, Key("For people.")]
ShortName = Annotated[str, Key("For people.", longest=LONGEST_KEY)]
OwnKey = Annotated[str, Key("For commands.", shape=SCALAR)]
Notes = Annotated[str, Key("Text.", longest=LONGEST_TEXT)]
Source = Annotated[str, Key("Where this is from.")]
Unconfirmed = Annotated[bool, Key("Plausible for a game, but not checked.")]
Day = Annotated[int, Key("Day of the campaign.", needed=True, shape=whole_number(1, LONGEST_CAMPAIGN))]
Metres = tuple[int, int]
_TURN = whole_number(1, TURNS_A_DAY)


@dataclass(slots=True)
class Head:
    """The head of a scenario: title, days, and facts on the whole."""

    title: Annotated[str, Key("The scenario's name for people. Needed.")] = ""
    name: Annotated[str, Key("Its name as you type it; otherwise that of the folder.", shape=SCALAR)] = ""
    summary: Annotated[str, Key("A line about the scenario, for the list of scenarios.")] = ""
    first_day: Annotated[date | None, Key("The first day: 15 May 1941 or 1941-05-15. Needed.", shape=DATE)] = None
    days: Annotated[int | None, Key("How many days it lasts. Needed.", least=1, most=LONGEST_CAMPAIGN)] = None
    day_start_hour: Annotated[
        int | None,
        Key(
            "Hour at which the first turn of a day begins, on the evening before; otherwise 22 in summer, 18 in"
            " winter.",
            "day starts at",
            most=23,
            unit="o'clock",
        ),
    ] = None
    time_zone: Annotated[str, Key("Hours from Greenwich, UTC+02:00; for sunrise and moon.", shape=ZONE)] = "UTC"
    centre: ClassVar[
        Annotated[
            Metres,
            Key("Latitude and longitude of the middle of the map; otherwise the middle of the places.", shape=POINT),
        ]
    ]
    coordinates: ClassVar[
        Annotated[
            str,
            Key(
                "How points are given: degrees (latitude, longitude) or kilometres (east, north).",
                words=("degrees", "kilometres"),
            ),
        ]
    ]
    notes: Annotated[str, Key("Text, of many lines if need be.", longest=LONGEST_TEXT)] = ""
    source: Annotated[str, Key("Where it is from.")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A belligerent. ``accent`` is ``#rrggbb``; a home edge is a place where a road leaves the map to its own rear."""

    key: str
    name: ShortName
    adjective: Annotated[
        str, Key("Another word that is understood for it, such as British. Nothing prints it.", longest=LONGEST_KEY)
    ]
    accent: Annotated[str, Key('Colour of its papers: "#1b4f8a", in quotes.', shape=COLOUR)]
    home_edges: Annotated[
        tuple[str, ...],
        Key("Places where a road leaves the map to its own rear: sources of supply.", shape=many(SCALAR)),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Nation:
    """A nation and the printed nationality whose bonus and readiness it copies (OB-AMB-020)."""

    key: str
    name: Name
    counts_as: Annotated[Nationality, Key("The nation of the rule books that it is treated as (OB-AMB-020).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A point of the map. ``owner`` and ``home_edge_of`` are keys of sides."""

    key: str
    name: Annotated[str, Key("For people; otherwise made of the key.")]
    at: ClassVar[Annotated[Metres, Key("Two numbers, as 'coordinates' says: 31.58, 25.05.", needed=True, shape=POINT)]]
    x_m: int
    y_m: int
    lat_e6: int | None = None
    lon_e6: int | None = None
    accuracy_m: Annotated[int | None, Key("Expected error in km.", "accuracy", most=100_000, unit="km")] = None
    role: Annotated[str, Key("The kind of place, in a line of text: village, port, wood.")] = ""
    cover: Annotated[Cover, Key("Whether units here are seen as in the open or as in terrain.")] = Cover.OPEN
    hill: Annotated[bool, Key("Units here see as from a hill.")] = False
    owner: Annotated[str | None, Key("Key of the side that holds it at the start."), Link("side")] = None
    home_edge_of: Annotated[str | None, Link("side")] = None
    source: Source = ""
    unconfirmed: Unconfirmed = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A bridge, ford or ferry, ``at_m`` metres from its road's first end."""

    name: Name
    key: OwnKey
    at_m: Annotated[int, Key("km from the road's first end.", "at", needed=True, most=LONGEST_ROAD_M, unit="km")]
    waterway: Annotated[str, Key("The water that it crosses.")] = ""
    major: Annotated[bool, Key("Over a large river (OB-ENG).")] = False
    load_class: Annotated[LoadClass, Key("The heaviest troops that it carries.", "carries")] = LoadClass.HEAVY_TANK
    spans: Annotated[int, Key("How many spans it has.", least=1, most=100)] = 1
    state: Annotated[CrossingState, Key("Its state at the start.")] = CrossingState.INTACT


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """A block, minefield, ditch or wire across a road, ``at_m`` metres from its first end (OB-OBS-01)."""

    name: Name
    key: OwnKey
    at_m: Annotated[int, Key("km from the road's first end.", "at", needed=True, most=LONGEST_ROAD_M, unit="km")]
    kind: Annotated[ObstacleKind, Key("What it is.", needed=True)]
    gapped: Annotated[bool, Key("Units can pass through a gap in it.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Road:
    """A road, track or stretch of going between the places ``a`` and ``b``. ``length_basis``: given, estimated or
    drawn."""

    a: Annotated[str, Key("Key of the place where it begins.", "from", needed=True, shape=SCALAR), Link("place")]
    b: Annotated[str, Key("Key of the place where it ends.", "to", needed=True, shape=SCALAR), Link("place")]
    length_m: Annotated[
        int, Key("Length as the road goes; otherwise measured.", "km", least=1, most=LONGEST_ROAD_M, unit="km")
    ]
    length_basis: Annotated[str, Key("Is the length given by a source, or estimated?", "basis", shape=word(BASES))]
    kind: Annotated[RoadKind, Key("The kind of road.", needed=True)]
    surface: Annotated[Surface, Key("The ground that units march on; otherwise by its kind.")]
    cover: Annotated[Cover, Key("Whether units on it are seen as in the open or as in terrain.")] = Cover.OPEN
    defile: Annotated[bool, Key("Columns of opposite directions cannot pass each other.")] = False
    name: Name
    key: Annotated[str, Key("Needed for a second road between the same places.", shape=SCALAR)]
    shape: Annotated[tuple[Metres, ...], Key("Points between its ends, as they are drawn.", shape=many(POINT))] = ()
    crossings: Annotated[tuple[Crossing, ...], Key("Bridges, fords, ferries.", shape=many(ref("crossing")))] = ()
    obstacles: Annotated[tuple[Obstacle, ...], Key("Mines, wire, roadblocks.", shape=many(ref("obstacle")))] = ()
    notes: Notes = ""
    source: Source = ""
    unconfirmed: Unconfirmed = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A line, area or name on the map other than a road: drawn points in metres."""

    kind: Annotated[FeatureKind, Key("What it is.", needed=True)]
    name: Name
    key: OwnKey
    shape: Annotated[tuple[Metres, ...], Key("Its points; a name has one point.", needed=True, shape=many(POINT))]
    source: Source = ""
    unconfirmed: Unconfirmed = False


@dataclass(frozen=True, slots=True)
class Item:
    """A number of pieces of equipment of one name: ``24 Matilda II (tank)``."""

    item: str
    kind: str
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.item}" + (f" ({self.kind})" if self.kind else "")


@dataclass(frozen=True, slots=True)
class Arrival:
    """An arrival: off the map until the start of that turn, then at the place."""

    day: Day
    turn: Annotated[int, Key("Turn of that day, 1 to 4.", least=1, most=TURNS_A_DAY)]
    at: Annotated[str, Key("Key of the place where it enters.", needed=True), Link("place")]


@plain_dataclass(frozen=True)
class Stand:
    """A starting position: at ``place``, or on ``road`` at ``road_m``, or off the map until the unit ``arrives`` or, if
    it is ``embarked``, until aircraft land it.
    """

    place: Annotated[str | None, Key("Key of the place where it begins.", "at", shape=SCALAR), Link("place")] = None
    road: Annotated[str | None, Key("Key of the road on which it begins, with 'km'.", shape=SCALAR), Link("road")] = (
        None
    )
    road_m: Annotated[int | None, Key("Distance from the road's first end.", "km", most=LONGEST_ROAD_M, unit="km")] = (
        None
    )
    arrives: Annotated[
        Arrival | None, Key("Off the map until then: {day: 1, turn: 4, at: ed_duda}.", shape=ref("arrives"))
    ] = None
    embarked: Annotated[bool, Key("At an airfield off the map until aircraft land it.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """A formation, from army group to command. ``headquarters`` is the key of its headquarters battalion, if it has
    one.
    """

    name: str
    side: Annotated[str, Link("side")]
    superior: Annotated[str | None, Link("formation")]
    level: Level
    like: ClassVar[
        Annotated[
            str, Key("An organisation from these files or from the program. Other keys written here override it.")
        ]
    ]
    key: Annotated[str, Key("Its key; otherwise made of the name.", shape=SCALAR)]
    short: Annotated[str, Key("For narrow columns.", longest=LONGEST_KEY)]
    number: Annotated[str, Key("The number left of the symbol.", longest=LONGEST_KEY)]
    mark: Annotated[SizeMark, Key("Size mark of the symbol.")]
    arm: Annotated[Arm, Key("The arm shown in the symbol; otherwise that of more than half of its battalions.")]
    led_by: Annotated[str, Key("Its commander in history.")] = ""
    nation: Annotated[str, Key("Key of a nation. Needed at the top of the tree.", shape=SCALAR), Link("nation")]
    experience: Annotated[Experience, Key("The experience of those of its battalions for which none is given.")] = (
        Experience.REGULAR
    )
    posture: Annotated[Posture, Key("Of a command.")] = Posture.LINE
    supply_grade: Annotated[SupplyGrade, Key("How well it is supplied, for the recovery die (OB-RCV-02).")] = (
        SupplyGrade.WELL
    )
    ad_hoc: Annotated[bool, Key("The formation was put together for this operation.")] = False
    headquarters: Annotated[str | None, Key("Its headquarters battalion.", shape=ref("headquarters"))] = None
    battalions: ClassVar[
        Annotated[str, Key("Its own battalions; a command must have one.", shape=series(ref("battalion")))]
    ]
    formations: ClassVar[Annotated[str, Key("The formations under it.", shape=series(ref("formation")))]]
    stand: ClassVar[Stand]
    notes: Notes = ""
    source: Source = ""
    unconfirmed: Unconfirmed = False


@plain_dataclass(frozen=True, kw_only=True)
class Kind(BattalionKind):
    """The values of a battalion that an establishment can give, and the strength it starts with."""

    equipment_list: Annotated[
        tuple[Item, ...], Key("Count, name, kind: 24 Matilda II (tank).", "items", shape=many(ITEM))
    ] = ()
    full: Annotated[
        Strength, Key("Full strength: {men: 780, vehicles: 10, guns: 0}.", "establishment", shape=ref("figures"))
    ] = NOTHING
    period: ClassVar[Annotated[str, Key("When it was so: 1943-44.")]]
    notes: Notes = ""
    source: Source = ""
    unconfirmed: Unconfirmed = False
    present: Annotated[
        Strength,
        Key("Strength at the start; figures left out are as in the establishment.", "strength", shape=ref("figures")),
    ] = NOTHING


@plain_dataclass(frozen=True, kw_only=True)
class Named:
    """The name and superior of a battalion. ``establishment`` is the name of the one it is like."""

    name: Annotated[str, Key("Its name; no two of a formation have the same.", "battalion", shape=SCALAR)]
    key: Annotated[str, Key("Its key; otherwise made of the name.", shape=SCALAR)]
    short: Annotated[str, Key("For narrow columns.", longest=LONGEST_KEY)]
    number: Annotated[str, Key("The number left of the symbol.", longest=LONGEST_KEY)]
    led_by: Annotated[str, Key("Its commander in history.")] = ""
    nation: Annotated[str, Key("Key of a nation; otherwise that of the formation.", shape=SCALAR), Link("nation")]
    establishment: Annotated[
        str,
        Key(
            "An establishment from these files or from the program. Other keys written here override it.",
            "like",
            shape=SCALAR,
        ),
    ] = ""
    side: Annotated[str, Link("side")]
    organic: Annotated[str, Link("formation")]
    headquarters_of: Annotated[str | None, Link("formation")] = None


@plain_dataclass(frozen=True, kw_only=True)
class Beginning:
    """The state of a battalion at the start. ``attached_to`` is the formation it is under then, if not its own."""

    state: Annotated[State, Key("Fresh, or spent.", shape=word(IN_PLAY))] = State.FRESH
    posture: Annotated[Posture, Key("As it begins.")] = Posture.LINE
    dug_in_turns: Annotated[int, Key("Turns of work on its positions.", "dug in", most=4, unit="turns")] = 0
    hidden: Annotated[bool, Key("Not yet shown on a table.")] = False
    attached_to: Annotated[
        str | None, Key("Key of another formation that it is attached to at the start.", shape=SCALAR)
    ] = None
    supports: Annotated[str | None, Key("Key of a formation it supports.", shape=SCALAR), Link("formation")] = None
    support: Annotated[Support, Key("How it supports that formation.")] = Support.UNDER_COMMAND


@plain_dataclass(frozen=True, kw_only=True)
class Battalion(Beginning, Stand, Kind, Named):
    """A battalion, a headquarters included. Its keys are those of its parts, from the last to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commander:
    """A player and the formation under the player's command; its side is the player's."""

    key: str
    name: Annotated[str, Key("Name of the officer.")]
    player: Annotated[str, Key("Who plays him.")] = ""
    formation: Annotated[
        str, Key("Key of the formation that he commands, with all its units.", needed=True), Link("formation")
    ]
    character: Annotated[Character | None, Key("How he led, in one word. Needs a character source.")] = None
    character_source: Annotated[
        str, Key("The deed that shows his character, and the book or paper that tells it.", longest=LONGEST_SOURCE)
    ] = ""
    side: Annotated[str, Link("side")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AirBase:
    """A basing area: a base of aircraft, with weather of its own (OB-WX-07)."""

    key: str
    name: Name
    side: Annotated[str, Key("Key of a side.", needed=True), Link("side")]
    place: Annotated[str | None, Key("Key of its place, if on the map."), Link("place")] = None
    at: ClassVar[Annotated[Metres, Key("Latitude and longitude, always in degrees.", shape=POINT)]]
    lat_e6: int | None = None
    lon_e6: int | None = None
    source: Source = ""
    unconfirmed: Unconfirmed = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AirGroup:
    """Aircraft that fly as one stand (OB-AIR-01)."""

    key: str
    name: Name
    side: Annotated[str, Key("Key of a side; otherwise that of its base."), Link("side")]
    kind: Annotated[AirType, Key("What it flies.", "type", needed=True)]
    based_at: Annotated[str, Key("Key of an air base.", needed=True), Link("air base")]
    aircraft: Annotated[str, Key("Name of the aircraft type.")] = ""
    missions_a_day: Annotated[
        int,
        Key(
            "How many missions it flies in a day. Transports fly air.transport_missions instead, or none if this is 0.",
            most=4,
        ),
    ] = 1
    has_fac: Annotated[bool, Key("It has a forward air controller.", "fac")] = False
    fac_with: Annotated[str | None, Key("Key of the command he is with."), Link("formation")] = None
    source: Source = ""
    unconfirmed: Unconfirmed = False


@dataclass(frozen=True, slots=True)
class AirTask:
    """A mission tasked before the campaign opens. ``task``: strike, support, supply, reconnaissance or landing.

    ``sortie`` counts those of a group in one turn: transports may fly several.
    """

    group: Annotated[str, Key("Key of an air group.", needed=True), Link("air group")]
    day: ClassVar[Day]
    turn: ClassVar[Annotated[int, Key("Turn of that day.", shape=_TURN)]]
    moment: Moment
    task: Annotated[str, Key("The task or order.", needed=True, words=TASKS)]
    place: Annotated[str | None, Key("Key of a place."), Link("place")] = None
    battalion: Annotated[str | None, Key("Key of a battalion."), Link("battalion")] = None
    formation: Annotated[str | None, Key("Key of a formation."), Link("formation")] = None
    sortie: int = 1


@dataclass(frozen=True, slots=True)
class Weather:
    """Historical weather of a day, or of one turn of it; ``area`` is the key of an air base, "" for the battlefield."""

    day: Day
    turn: Annotated[int | None, Key("Turn of that day; otherwise all of them.", least=1, most=TURNS_A_DAY)]
    sky: Annotated[Sky, Key("As it was.", needed=True)]
    area: Annotated[str, Key("Key of an air base; otherwise the battlefield."), Link("air base")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """An objective: ground that scores for a side at the end of each day on which it owns it, or only at the end of
    ``day``.
    """

    place: Annotated[str, Key("Key of a place.", needed=True), Link("place")]
    side: Annotated[str, Key("Key of the side that scores for owning it.", needed=True), Link("side")]
    points: Annotated[int, Key("How many.", needed=True, most=1000)]
    name: Name = ""
    day: Annotated[
        int | None, Key("The day at whose end it scores; otherwise every day.", shape=whole_number(1, LONGEST_CAMPAIGN))
    ] = None
    key: OwnKey


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """A victory level: the name of the score at the end when ``side`` is at least ``lead`` points ahead of every other
    side; None for neither side.
    """

    name: Annotated[str, Key("Its name.", "level", needed=True)]
    side: Annotated[
        str | None, Key("Key of the side that has won it; without one, what every other score is called."), Link("side")
    ] = None
    lead: Annotated[
        int, Key("Points by which that side is ahead of every other, at least.", shape=whole_number(1, MOST_LEAD))
    ] = 0


@dataclass(frozen=True, slots=True)
class Order:
    """An order to a formation or a battalion from a turn on."""

    subject: ClassVar[Annotated[str, Key("Key or name of a formation or battalion.", "for", needed=True, shape=SCALAR)]]
    day: ClassVar[Day]
    turn: ClassVar[Annotated[int, Key("Turn of that day; otherwise the first.", shape=_TURN)]]
    moment: Moment
    kind: Annotated[OrderKind, Key("The task or order.", "order", needed=True)]
    formation: Annotated[str | None, Link("formation")] = None
    battalion: Annotated[str | None, Link("battalion")] = None
    to: Annotated[str | None, Key("Key of a place; needed to march and attack."), Link("place")] = None
    via: Annotated[tuple[str, ...], Key("Places on the way.", shape=many(SCALAR))] = ()
    aim: Annotated[str, Key("The aim in words, for the papers.", longest=LONGEST_TEXT)] = ""
    objective: Annotated[str, Key("In words.")] = ""
    limit: Annotated[str, Key("The limit in words, such as: not beyond the stream.")] = ""
    not_beyond: Annotated[
        str | None, Key("Key of a place that commanders under this order do not pass."), Link("place")
    ] = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A complete checked scenario: every key in it is the key of something in it."""

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
    """Description in one line."""
    notes: str = ""
    source: str = ""
    content_hash: str = ""
    """SHA-256 hash of the files from which it was read."""
    folder: str = ""
    """Folder from which it was read; empty for the folder of a single file."""
    returns: tuple[str, ...] = ()
    """Paths of the battle returns that belong to it."""
    warnings: tuple[str, ...] = ()

    @property
    def headquarters(self) -> dict[str, str]:
        """Key of the headquarters battalion, by key of the formation."""
        return {f.key: f.headquarters for f in self.formations if f.headquarters is not None}
