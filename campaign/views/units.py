"""The sheet of one battalion or formation, with its diary."""

from __future__ import annotations

from dataclasses import dataclass

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
from campaign.views.roster import Strength
from campaign.views.symbol import UnitSymbol


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
    """``15 May 06:30``."""
    text: str
    is_blow: bool = False


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """The order in force for a unit and its giver; ``by_default`` if there is none."""

    order: str
    aim: str = ""
    objective: str = ""
    limit: str = ""
    since: str = ""
    given_by: str = ""
    to: str = ""
    """The formation the order was given to, if it is not the unit's own."""
    by_default: bool = False
    coming: tuple[str, ...] = ()
    """What is ordered for later turns already: ``from 1.2 (04:00): attack Halfaya Pass, top``."""


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
    """Its own command and the formations above it."""
    present: str
    supports: str
    headquarters_of: str
    state: State
    condition: str
    """``Fit``, ``In action``, ``Resting``."""
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
    """``bridge for medium tanks at the Wadi bridge, 2 of 4 turns``: what its engineers are at; empty for nothing."""
    table: TableValues
    history: tuple[DayStrength, ...]
    diary: tuple[Happening, ...]
    notes: str
    source: str
    unconfirmed: bool
    call: str = ""
    """Of supporting arms: who may call on it and when it comes, who turns it elsewhere, whose ammunition it fires
    (NQM-ORG)."""
    service: str = ""
    """Grade, order, pins, ammunition and truck as Not Quite Mechanised keeps them; empty for who has not fought yet."""
    ground: str = ""
    """Front and column depth (NQM-FRONT)."""


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
    """Where its headquarters is."""
    strength: Strength
    order: StandingOrder
    subordinates: tuple[Subordinate, ...]
    away: tuple[Subordinate, ...]
    """Its own battalions that are attached elsewhere."""
    diary: tuple[Happening, ...]
    notes: str
    source: str
    unconfirmed: bool
    reaction: str = ""
    """Hours of command reaction to each superior, where they are kept (NQM-CRT)."""
    ground: str = ""
