"""The papers of a battle, under any system: a sheet and a return for each side, a sheet for the umpire.

One file per reader. A side's papers contain nothing of the other side but its sightings. Lengths are whole inches on
the table, from the west along its south edge (x) and from the south along its west edge (y) when ``north_deg`` is 0;
from left and bottom of the drawing otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from campaign.terms.ground import CrossingState, FeatureKind, ObstacleKind, RoadKind
from campaign.terms.state import Light, State
from campaign.views.hex_grid import HexGrid
from campaign.views.papers import Fact, Masthead
from campaign.views.reference import ReferencePaper
from campaign.views.sheet import SheetBody
from campaign.views.symbol import UnitSymbol

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
"""x and y in inches on the table."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place on the table."""

    name: str
    at: Point
    is_objective: bool = False
    """A square instead of a dot."""


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


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The entry of a road: its letter and the inch along the edge (N and S from the west, E and W from the south)."""

    letter: str
    edge: Edge
    inch: int
    leads_to: str
    """``Via Balbia, Bardia``."""
    hex: str = ""
    """The hex it enters, where the table is played on hexes."""


@dataclass(frozen=True, slots=True)
class TableUnit:
    """A unit set up on the umpire's map."""

    symbol: UnitSymbol
    at: Point
    label: str = ""
    """Short: its line number. Own or first side single frame, the other double: numbers of two sides are not confused.
    """
    accent: str = "#000000"
    command: str = ""
    """Short name of its command, and the command's symbol: where many units are drawn, one sign stands for all of a
    command at one spot."""
    command_symbol: UnitSymbol | None = None
    off_in: float | None = None
    """Inches to the place that is fought for, to a tenth: edges and starts are whole inches, and half an inch may
    decide who is in range."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """The table, drawn to scale."""

    width_in: int
    depth_in: int
    scale: str
    """``8 in. = 1 km``."""
    grid_in: int = 8
    north_deg: int = 0
    """Where north lies, clockwise from the top of the drawing."""
    places: tuple[TablePlace, ...] = ()
    roads: tuple[TableRoad, ...] = ()
    features: tuple[TableFeature, ...] = ()
    crossings: tuple[TableCrossing, ...] = ()
    obstacles: tuple[TableObstacle, ...] = ()
    """Of the enemy's mines only the umpire's map tells."""
    entries: tuple[TableEntry, ...] = ()
    units: tuple[TableUnit, ...] = ()
    """Empty on a side's paper."""
    note: str = ""
    """``open plateau, good going``."""
    ground: tuple[str, ...] = ()
    """What the ground counts as: ``Terrain, 4 in. around: Fort Capuzzo.``"""
    size: str = ""
    """How large it is, if not in inches: ``12 x 12 hexes``."""
    fought_for: str = ""
    """The place that it is about, if it lies on the table."""

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
    """``Lorried infantry, battalion``; its name if that is known."""
    age: str
    """Hours, or ``now``."""


@dataclass(frozen=True, slots=True)
class EnemyGroup:
    """The enemies that were seen at one place, the youngest news first."""

    where: str
    """``66 in. from W, 32 from S on the coast road to Buq Buq``."""
    enemies: tuple[KnownEnemy, ...]
    hex: str = ""
    """The hex they were seen in, where the table is played on hexes and they were seen on it."""


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
    """``04:00-10:00``."""
    light: Light
    mark: TurnMark = TurnMark.COMING
    day: str = ""
    note: str = ""
    """``this battle begins``, ``lines 4-8 arrive``, ``limit of orders``."""


@dataclass(frozen=True, slots=True)
class BattleSheet:
    """One side's sheet."""

    masthead: Masthead
    strip: tuple[Fact, ...]
    """Date, turn, clock, light by the rules, sun, moon, weather and what it does."""
    table: TableMap
    role: str
    """``You attack``, ``You hold``."""
    role_note: str = ""
    orders: tuple[Fact, ...] = ()
    """The names of the commands or lines that have an order, and in a few sentences what it says; orders that say the
    same once. No names where the whole side has one order."""
    situation: tuple[Fact, ...] = ()
    """What the side holds, until when it is played, who is off the table, supply, corps commander."""
    enemy: tuple[EnemyGroup, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    guns: tuple[OffTableGuns, ...] = ()
    air: tuple[AirMission, ...] = ()
    house_rules: tuple[str, ...] = ()
    track: tuple[TurnCell, ...] = ()
    body: SheetBody = NO_BODY
    """Units, tables, logs: what the battle's system puts on the sheet."""
    notes: str = ""
    """Free text, printed after the tables over as many pages as it takes."""
    set_up: tuple[str, ...] = ()
    """Where its units start and which of them may hide, if the table on the sheet is its deployment map."""
    fills_turn: bool = False
    """Does a game fill the turn of the campaign that it is fought in? Then the track of these turns is not printed."""


class CellKind(StrEnum):
    """The kind of entry in a column of the return."""

    TICK = "tick"
    NUMBER = "number"
    TEXT = "text"
    PLACE = "place"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class ReturnColumn:
    """A column of the return: its key, its head, the words under the head, and the words that may be typed for it.

    ``answers``: at least one of these is filled in for every line. ``most``: the highest number.
    """

    key: str
    label: str
    kind: CellKind
    under: str = ""
    words: tuple[str, ...] = ()
    most: int | None = None
    answers: bool = False
    printed: bool = True


@dataclass(frozen=True, slots=True)
class ReturnLine:
    """A battalion's line on the return; same order and numbers as the sheet."""

    line: int
    symbol: UnitSymbol
    name: str
    state: State = State.FRESH
    """At the start; what already holds is printed, not asked."""
    due: str = ""
    """``due T3``."""
    resting: bool = False
    dug_in_turns: int = 0
    held: tuple[str, ...] = ()
    """Keys of the columns that hold already: printed, not asked."""
    notes: tuple[tuple[str, str], ...] = ()
    """By key of the column, what stands small in it: ``of 48``, ``from 5``."""
    stands: tuple[tuple[str, str], ...] = ()
    """Key and name of its stands, for who wants to write stand by stand."""


@dataclass(frozen=True, slots=True)
class ReturnCommand:
    """A command on the return."""

    letter: str
    """How a typed return may name it; not printed, since letters on the papers are the edges of the table."""
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
    """What the QR code says: the code, or an address with it."""
    commands: tuple[ReturnCommand, ...]
    sides: tuple[str, ...]
    """Short names, own side first: who holds the field, the objectives; who signs."""
    objectives: tuple[str, ...] = ()
    """Block 3."""
    orders: tuple[Fact, ...] = ()
    """Block 4: label is the command's letter, text its name."""
    away: tuple[str, ...] = ()
    """Letters of the commands whose orders lead off this table, so that this game does not decide them."""
    commanders: tuple[str, ...] = ()
    """Block 5: commanders and headquarters that can be lost."""
    task_rows: int = 2
    """Block 7: blank rows for engineering tasks done."""
    has_engineers: bool = True
    """Can anybody here have done an engineering task?"""
    changes: tuple[str, ...] = ()
    """Block 8: crossings, roads, mines, craters and works of this table, to tick."""
    prisoners: str = "in men"
    """Block 6: what is counted."""
    example: str = ""
    """How to type a line in: ``3 destroyed``."""
    blank_place: str = ""
    """What "ended at" left blank means."""
    side_words: tuple[tuple[str, str], ...] = ()
    """Every word for a side (its key, its name, what heads its papers) and the short name it stands for."""
    places: tuple[tuple[str, str], ...] = ()
    """Key and name of the places that are meant first by "ended at": those of the table and around."""
    everywhere: tuple[tuple[str, str], ...] = ()
    """Key and name of all places."""
    beside: tuple[str, ...] = ()
    """Keys of those that are not on the table, where units stand as the table left them: who went there left it by an
    edge."""
    edges: tuple[str, ...] = ()
    """Letters and words of the table's edges."""
    size_in: tuple[int, int] = (0, 0)
    """The table, in inches: west to east and south to north."""
    hexes: HexGrid | None = None
    """The hexes over it, in a system that is played on them."""
    columns: tuple[ReturnColumn, ...] = ()
    """What is asked of a line."""
    side_columns: tuple[ReturnColumn, ...] = ()
    """What the system asks of the side as a whole."""
    stand_columns: tuple[ReturnColumn, ...] = ()
    """What may be written stand by stand."""
    how: str = ""
    """One sentence on how to fill it in."""
    examples: str = ""
    """How a line may be typed."""
    specimen: tuple[int, tuple[tuple[str, int], ...]] | None = None
    """A line that could be filled in so: its number, and what it could have lost by the key of the column. None:
    nothing is counted."""
    alone: tuple[str, ...] | None = None
    """Keys of the boxes that may be crossed by themselves; None: all of them."""
    shorthand: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that stand for several boxes."""
    identity: tuple[tuple[str, str], ...] = ()
    """Which campaign, battle, side and rules it is for, kept hidden in the form that is filled in on the screen."""


@dataclass(frozen=True, slots=True)
class UmpireLine:
    """A battalion on the umpire's sheet."""

    line: int
    symbol: UnitSymbol
    name: str
    size: str = ""
    position: str = ""
    """Where it stands, on the table or off it."""
    order: str = ""
    arrives: str = ""
    state: State = State.FRESH
    resting: bool = False
    hidden: bool = False
    dug_in_turns: int = 0
    strength: str = ""
    """``780 men``, ``24 tanks``."""
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
    """``attacks``, ``holds``."""
    orders: tuple[Fact, ...] = ()
    """As on the side's sheet."""
    situation: tuple[Fact, ...] = ()
    """As on the side's sheet, and what its sheet says of the game."""
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
    """With both sides on it: the first in single frames, the other in double ones."""
    sides: tuple[UmpireSide, ...]
    track: tuple[TurnCell, ...] = ()
    house_rules: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """``2 stands against 9``, ``two evenings``."""
    notes: str = ""
    grid: HexGrid | None = None
    """The map of hexes with both sides on it, where the system is played on one."""


@dataclass(frozen=True, slots=True)
class SidePapers:
    """The papers of one side: its sheet and its return. ``reader`` is the side's key, used in file names."""

    reader: str
    sheet: BattleSheet
    form: ReturnForm
    number: int = 0
    """The battle's."""
    start: tuple[TableUnit, ...] = ()
    """For the deployment map: its own units where they stand at the start, and at their edge those that arrive."""
    hidden: tuple[str, ...] = ()
    """Who may be set up hidden, and where."""
    reference: ReferencePaper | None = None
    """Charts and rules of the system, where they are printed with every packet."""


@dataclass(frozen=True, slots=True)
class BattlePacket:
    """The papers of one battle."""

    umpire: UmpireSheet
    sides: tuple[SidePapers, ...]
