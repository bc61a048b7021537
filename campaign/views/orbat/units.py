"""The sheet of one battalion or formation, with its diary."""

from __future__ import annotations

from campaign.terms.forces import (
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
    Size,
    SizeMark,
    Weapon,
)
from campaign.terms.state import Posture, State, SupplyGrade
from campaign.values import dataclass
from campaign.views.orbat.roster import Strength
from campaign.words.proposal import Proposal
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class DayStrength:
    """The strength of a unit in the return at the end of a day; day 0 is the start."""

    day: int
    date: str
    state: State
    men: int
    vehicles: int
    guns: int


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of a unit's diary."""

    when: str
    """Date and time: ``15 May 06:30``."""
    text: str
    is_blow: bool = False


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """The order in force for a unit and its giver."""

    order: str
    aim: str = ""
    objective: str = ""
    limit: str = ""
    since: str = ""
    given_by: str = ""
    to: str = ""
    """Formation to which the order was given; empty for an order to the unit itself."""
    proposal: Proposal | None = None
    """The order with its reason, if the program decided it."""
    coming: tuple[str, ...] = ()
    """Orders already given for later turns: ``from 1.2 (04:00): attack Halfaya Pass, top``."""


@dataclass(frozen=True, slots=True)
class TableValues:
    """The unit's values on a table, in the words of the order-of-battle files."""

    march_class: MarchClass
    combat_class: CombatClass
    hit_row: HitRow
    casualty_column: CasualtyColumn
    armour: Armour
    weapon: Weapon
    direct_in: int
    anti_tank_best: AntiTank | None
    anti_tank_all: AntiTank | None
    piece: str
    calibre_mm: int | None
    range_in: int | None
    engineers: Engineers


@dataclass(frozen=True, slots=True)
class BattalionSheet:
    """A battalion: its description, state, orders and events.

    ``id``: empty for a part that was split off, on a player's paper: ids are shared by both sides and would reveal how
    much happened.
    """

    id: int | None
    key: str
    name: str
    symbol: UnitSymbol
    side: str
    nation: str
    arm: Arm
    mark: SizeMark
    size: Size
    experience: Experience
    led_by: str
    organic: tuple[str, ...]
    """Its own command, and the formations above that."""
    present: str
    supports: str
    headquarters_of: str
    state: State
    condition: str
    """Condition in words: ``Fresh``, ``In action``, ``Resting``."""
    posture: Posture
    position: str
    strength: Strength
    equipment: str
    dug_in_turns: int
    hidden: bool
    surrounded: bool
    battle: str
    order: StandingOrder
    task: str
    """Task of its engineers: ``bridge for medium tanks at the Wadi bridge, 2 of 4 turns``; empty without one."""
    table: TableValues
    history: tuple[DayStrength, ...]
    diary: tuple[Happening, ...]
    notes: str
    source: str
    unconfirmed: bool
    call: str = ""
    """For supporting arms: the commands that may call on it and the time until it fires, the commander who may redirect
    it, and the source of its ammunition (NQM-ORG)."""
    service: str = ""
    """Grade, order, pins, ammunition and truck under Not Quite Mechanised; empty before its first battle."""
    ground: str = ""
    """Frontage and depth in column (NQM-FRONT)."""


@dataclass(frozen=True, slots=True)
class Subordinate:
    """A formation or battalion under another, in one line."""

    name: str
    kind: str
    state: str
    position: str
    strength: str


@dataclass(frozen=True, slots=True)
class FormationSheet:
    """A formation: its units, positions, orders and events."""

    id: int
    key: str
    name: str
    symbol: UnitSymbol
    side: str
    nation: str
    level: Level
    experience: Experience
    led_by: str
    superiors: tuple[str, ...]
    commander: str
    posture: Posture
    supply_grade: SupplyGrade
    position: str
    """Position of its headquarters."""
    strength: Strength
    order: StandingOrder
    subordinates: tuple[Subordinate, ...]
    away: tuple[Subordinate, ...]
    """Its own battalions that are attached to other formations."""
    diary: tuple[Happening, ...]
    notes: str
    source: str
    unconfirmed: bool
    reaction: str = ""
    """Hours of command reaction time to each superior, if the campaign uses them (NQM-CRT)."""
    character: str = ""
    """Character of its commander with its source: ``cautious: in the evening he ...``."""
    ground: str = ""
