"""The papers of a battle, under any system: a sheet and a return for each side, a sheet for the umpire.

One file per reader. A side's papers contain nothing of the other side but its sightings. Lengths are whole inches on
the table, from the west along its south edge (x) and from the south along its west edge (y) when ``north_deg`` is 0;
from left and bottom of the drawing otherwise.
"""

from __future__ import annotations

from enum import StrEnum

from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind
from campaign.terms.return_box import Field
from campaign.terms.state import Light, State
from campaign.values import dataclass
from campaign.words.hex_grid import HexGrid
from campaign.words.papers import Fact, Masthead
from campaign.words.reference import ReferencePaper
from campaign.words.sheet import SheetBody
from campaign.words.symbol import UnitSymbol

NO_BODY = SheetBody("", (), ())


class Edge(StrEnum):
    """An edge of the table as drawn: NORTH is the upper one. On a table that is turned the papers say upper, right,
    lower, left."""

    NORTH = "North"
    EAST = "East"
    SOUTH = "South"
    WEST = "West"


class TurnMark(StrEnum):
    """The relation of a turn on the track to this battle."""

    PLAYED = "played"
    CURRENT = "current"
    COMING = "coming"


Point = tuple[int, int]
"""Point on the table: x and y in inches."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place on the table."""

    name: str
    at: Point
    is_objective: bool = False
    """True for an objective, drawn as a square instead of a dot."""


@dataclass(frozen=True, slots=True)
class TableRoad:
    """A road or track as it runs over the table."""

    kind: RoadKind
    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableFeature:
    """An escarpment (downhill on the right of its direction), coast, river, wood ... ; a name stands at the middle
    point."""

    kind: FeatureKind
    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableCrossing:
    """A bridge, ford or ferry on the table."""

    name: str
    at: Point
    state: CrossingState = CrossingState.INTACT


@dataclass(frozen=True, slots=True)
class TableObstacle:
    """A block, mines, wire, a ditch, craters or a cut across a road. ``gapped``: engineers have opened a gap."""

    name: str
    at: Point
    kind: ObstacleKind
    gapped: bool = False


def edge_said(edge: str, inch: int | str) -> str:
    """Return a spot on an edge of the table, with the edge it is measured from: ``N edge, 58 in. from W``."""
    side = edge[:1].upper()
    return f"{side} edge, {inch} in. from {'W' if side in 'NS' else 'S'}"


def spot_said(edge: str) -> str:
    """Return a stored spot of an edge in words: ``S edge, 58 in. from W`` for ``south 58``. Other text stays."""
    word, _, inch = edge.partition(" ")
    return edge_said(word, inch) if inch.isdecimal() else edge


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The entry of a road: its letter and the inch along the edge (N and S from the west, E and W from the south)."""

    letter: str
    edge: Edge
    inch: int
    leads_to: str
    """Road and place outside the table: ``Via Balbia to Bardia``."""
    hex: str = ""
    """Hex at which the road enters, on a table of hexes."""


@dataclass(frozen=True, slots=True)
class TableUnit:
    """A unit set up on the umpire's map."""

    symbol: UnitSymbol
    at: Point
    label: str = ""
    """Line number of the unit. The viewer's own side (or the first one) has a single frame, the other a double one, so
    that their numbers are not confused."""
    accent: str = "#000000"
    command: str = ""
    """Short name of its command. If many units are drawn, one command symbol replaces all of a command's units at one
    spot."""
    command_symbol: UnitSymbol | None = None
    off_in: float | None = None
    """Distance in inches to the place at stake, to a tenth. Edges and starts are in whole inches, but half an inch may
    decide whether a target is in range."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """The table, drawn to scale."""

    width_in: int
    depth_in: int
    scale: str
    """Scale in words: ``8 in. = 1 km``."""
    grid_in: int = 8
    north_deg: int = 0
    """Direction of north in degrees, clockwise from the top of the drawing."""
    places: tuple[TablePlace, ...] = ()
    roads: tuple[TableRoad, ...] = ()
    features: tuple[TableFeature, ...] = ()
    crossings: tuple[TableCrossing, ...] = ()
    obstacles: tuple[TableObstacle, ...] = ()
    """Obstacles to draw; the enemy's mines are on the umpire's map only."""
    entries: tuple[TableEntry, ...] = ()
    units: tuple[TableUnit, ...] = ()
    """Units to draw; empty on a side's paper."""
    note: str = ""
    """Ground in words: ``open plateau, good going``."""
    ground: tuple[str, ...] = ()
    """Meaning of the ground in the rules: ``Terrain, 4 in. around: Fort Capuzzo.``"""
    size: str = ""
    """Size of a table that is not measured in inches: ``12 x 12 hexes``."""
    fought_for: str = ""
    """The place at stake, if it is on the table."""

    @property
    def measures(self) -> str:
        """Size, scale and grid of the table (the grid only if it is not a kilometre), for the head of the map."""
        size = self.size or f"{self.width_in} \N{MULTIPLICATION SIGN} {self.depth_in} in."
        grid = "" if self.size or self.scale.startswith(f"{self.grid_in} in.") else f"grid {self.grid_in} in."
        return " \N{MIDDLE DOT} ".join(filter(None, (size, self.scale, grid)))


@dataclass(frozen=True, slots=True)
class KnownEnemy:
    """One enemy unit, or several equal ones, as far as it is known, with the age of the news."""

    symbol: UnitSymbol
    text: str
    """Arm and rough size: ``Lorried infantry, battalion``; its name if that is known."""
    age: str
    """Age of the sighting in hours, or ``now``."""


@dataclass(frozen=True, slots=True)
class EnemyGroup:
    """The enemies that were seen at one place, the youngest news first."""

    where: str
    """Place in inches from two edges of the table: ``66 in. from W edge, 32 in. from S edge, on the coast road``."""
    enemies: tuple[KnownEnemy, ...]
    hex: str = ""
    """Hex of the sighting, on a table of hexes; empty for a sighting off the table."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """The lines that come on later together: ``Line 6 7 8`` / ``from turn 3`` / ``C South 58 in.``."""

    lines: str
    when: str
    where: str


@dataclass(frozen=True, slots=True)
class OffTableGuns:
    """A row of guns off the table: name, range, and their possible use."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AirMission:
    """An air mission flown for this battle; ``fac`` names the command the forward air controller is with."""

    type: str
    target: str
    when: str
    fac: str = "none"


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn of the turn track. ``day`` (``16 May``) is printed where a day begins."""

    turn: int
    hours: str
    """Hours of the turn: ``04:00-10:00``."""
    light: Light
    mark: TurnMark = TurnMark.COMING
    day: str = ""
    note: str = ""
    """Event of the turn: ``this battle begins``, ``lines 4-8 arrive``, ``limit of orders``."""


@dataclass(frozen=True, slots=True)
class BattleSheet:
    """One side's sheet."""

    masthead: Masthead
    strip: tuple[Fact, ...]
    """Date, turn, clock, light by the rules, sun, moon, and the weather with its effects."""
    table: TableMap
    role: str
    """Role of the side: ``You attack``, ``You hold``."""
    role_note: str = ""
    orders: tuple[Fact, ...] = ()
    """Names of the commands or lines with orders, and the orders in a few sentences. Equal orders are given once; the
    names are left out if the whole side has the same order."""
    situation: tuple[Fact, ...] = ()
    """Ground held, the time at which play ends, units off the table, supply, and the corps commander."""
    enemy: tuple[EnemyGroup, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    guns: tuple[OffTableGuns, ...] = ()
    air: tuple[AirMission, ...] = ()
    house_rules: tuple[str, ...] = ()
    track: tuple[TurnCell, ...] = ()
    body: SheetBody = NO_BODY
    """Units, charts and logs of the battle's rule system."""
    notes: str = ""
    """Free text after the charts, over as many pages as needed."""
    set_up: tuple[str, ...] = ()
    """Starting points of the side's units, and the units that may hide, if the sheet's table is its deployment map."""
    fills_turn: bool = False
    """True if a game lasts a full campaign turn; the track of campaign turns is then not printed."""


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """A battalion's line on the return; same order and numbers as the sheet."""

    line: int
    symbol: UnitSymbol
    name: str
    state: State = State.FRESH
    """State at the start; it is printed, not asked for."""
    due: str = ""
    """Turn of a later arrival: ``due T3``."""
    resting: bool = False
    dug_in_turns: int = 0
    held: tuple[str, ...] = ()
    """Keys of the columns already true at the start: printed, not asked for."""
    notes: tuple[tuple[str, str], ...] = ()
    """Small notes in the columns, by key: ``of 48``, ``from 5``."""
    stands: tuple[tuple[str, str], ...] = ()
    """Key and name of each stand, for losses written stand by stand."""
    full_name: str = ""
    """Its name without shortening, where there is room."""


@dataclass(frozen=True, slots=True)
class ReturnCommand:
    """A command on the return."""

    letter: str
    """Letter for the command in a typed return. It is not printed, since letters on the papers mean edges of the table.
    """
    name: str
    lines: tuple[ReturnLine, ...]
    short: str = ""


@dataclass(frozen=True, slots=True)
class ReturnForm:
    """The form that a side fills in after the battle: its lines, then nine numbered blocks in the order in which they
    are typed.
    """

    masthead: Masthead
    qr: str
    """Content of the QR code: the code of the form, or an address with the code."""
    commands: tuple[ReturnCommand, ...]
    sides: tuple[str, ...]
    """Short names of the sides, the form's own side first; for the holder of the field and the objectives, and for the
    signatures."""
    objectives: tuple[str, ...] = ()
    """Block 3: objectives on the table."""
    orders: tuple[Fact, ...] = ()
    """Block 4: commands, with the letter as label and the name as text."""
    away: tuple[str, ...] = ()
    """Letters of the commands whose orders lead off this table, so that this game does not decide them."""
    commanders: tuple[str, ...] = ()
    """Block 5: commanders and headquarters that can be lost."""
    task_rows: int = 2
    """Block 7: number of blank rows for engineering tasks done."""
    has_engineers: bool = True
    """True if any unit of the side in the battle can have done an engineering task."""
    changes: tuple[str, ...] = ()
    """Block 8: crossings, roads, mines, craters and works of this table, to tick."""
    roads: tuple[str, ...] = ()
    """Block 8: roads of this table, on which a side may have made a roadblock or laid mines."""
    prisoners: str = "in men"
    """Block 6: unit in which prisoners are counted."""
    example: str = ""
    """Example of a typed line: ``3 destroyed``."""
    blank_place: str = ""
    """Meaning of a blank "ended at"."""
    side_words: tuple[tuple[str, str], ...] = ()
    """Every word for a side (its key, its name, the heading of its papers), with the short name of that side."""
    places: tuple[tuple[str, str], ...] = ()
    """Key and name of the places tried first for "ended at": those on the table and near it."""
    everywhere: tuple[tuple[str, str], ...] = ()
    """Key and name of every place."""
    beside: tuple[str, ...] = ()
    """Keys of the places off the table at which units stand after they left it by an edge."""
    one_stand: tuple[tuple[int, ...], ...] = ()
    """Lines that are one stand on the table, and are lost together."""
    edges: tuple[str, ...] = ()
    """Letters and words of the table's edges."""
    size_in: tuple[int, int] = (0, 0)
    """Size of the table in inches: west to east, south to north."""
    hexes: HexGrid | None = None
    """Hexes over the table, in a system that is played on hexes."""
    columns: tuple[Field, ...] = ()
    """Questions about each line, one a column."""
    side_columns: tuple[Field, ...] = ()
    """Questions of the system about the side as a whole."""
    stand_columns: tuple[Field, ...] = ()
    """Entries that may be written stand by stand."""
    how: str = ""
    """One sentence of instructions for the form."""
    examples: str = ""
    """Examples of typed lines."""
    specimen: tuple[int, tuple[tuple[str, int], ...]] | None = None
    """Sample of a filled line: its number, and possible losses by the key of the column. None if no column is a count.
    """
    alone: tuple[str, ...] | None = None
    """Keys of the boxes that may be crossed without another entry in the line; None for all boxes."""
    shorthand: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that stand for several boxes, each with the keys of the boxes."""
    identity: tuple[tuple[str, str], ...] = ()
    """Names and values of the hidden boxes that identify the campaign, the battle, the side and the rules, in the form
    to fill in on the screen."""


@dataclass(frozen=True, slots=True)
class UmpireLine:
    """A battalion on the umpire's sheet."""

    line: int
    symbol: UnitSymbol
    name: str
    size: str = ""
    position: str = ""
    """Position of the unit, on the table or off it."""
    order: str = ""
    arrives: str = ""
    state: State = State.FRESH
    resting: bool = False
    hidden: bool = False
    dug_in_turns: int = 0
    strength: str = ""
    """Strength in words: ``780 men``, ``24 tanks``."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class UmpireCommand:
    """A command on the umpire's sheet."""

    letter: str
    name: str
    led_by: str = ""
    ready: str = ""
    order: str = ""
    supply: str = ""
    lines: tuple[UmpireLine, ...] = ()


@dataclass(frozen=True, slots=True)
class UmpireSide:
    """One side on the umpire's sheet."""

    name: str
    accent: str
    role: str
    """Role of the side: ``attacks``, ``holds``."""
    orders: tuple[Fact, ...] = ()
    """Orders as on the side's own sheet."""
    situation: tuple[Fact, ...] = ()
    """Situation as on the side's own sheet, with that sheet's facts about the game."""
    commands: tuple[UmpireCommand, ...] = ()
    knows: tuple[EnemyGroup, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    guns: tuple[OffTableGuns, ...] = ()
    air: tuple[AirMission, ...] = ()


@dataclass(frozen=True, slots=True)
class UmpireSheet:
    """The umpire's papers: both sides' deployments, all units, notes."""

    masthead: Masthead
    strip: tuple[Fact, ...]
    table: TableMap
    """Table with both sides: the first in single frames, the other in double ones."""
    sides: tuple[UmpireSide, ...]
    track: tuple[TurnCell, ...] = ()
    house_rules: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """Warnings about the size of the game: ``2 stands against 9``, ``two evenings``."""
    notes: str = ""
    grid: HexGrid | None = None
    """Hex map with both sides, in a system that is played on hexes."""


@dataclass(frozen=True, slots=True)
class SidePapers:
    """The papers of one side: its sheet and its return. ``reader`` is the side's key, used in file names."""

    reader: str
    sheet: BattleSheet
    form: ReturnForm
    number: int = 0
    """Number of the battle."""
    start: tuple[TableUnit, ...] = ()
    """Units on the deployment map: the side's own at their starting points, and later arrivals at their edge."""
    hidden: tuple[str, ...] = ()
    """Units that may be set up hidden, each with its position."""
    reference: ReferencePaper | None = None
    """Charts and rules of the system, if every packet includes them."""


@dataclass(frozen=True, slots=True)
class BattlePacket:
    """The papers of one battle."""

    umpire: UmpireSheet
    sides: tuple[SidePapers, ...]
