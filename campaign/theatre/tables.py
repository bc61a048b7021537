"""Battle tables: which contacts make one battle, and the piece of map it is fought on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from campaign.terms.position import Position
from campaign.theatre.routes import OPEN, Closed
from campaign.theatre.values import Point, Rates, Theatre


class Edge(StrEnum):
    """Edge of the table; north is up."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@dataclass(frozen=True, slots=True)
class TableSize:
    """The table of a system, in metres of ground, and how many inches stand for a kilometre (Brevity: 5 x 12 km, 8)."""

    short_m: float
    long_m: float
    inches_a_km: float = 8.0


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in contact and where it stands."""

    unit: int
    side: int
    point: Point


@dataclass(frozen=True, slots=True)
class Encounter:
    """Contacts of one turn that belong to one battle: their indices among those given, and the units in them, both ascending."""

    contacts: tuple[int, ...]
    units: tuple[int, ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangle of the map. ``west_m, south_m`` its lower left corner, ``width_m`` east to west, ``depth_m`` south to north."""

    west_m: float
    south_m: float
    width_m: float
    depth_m: float
    inches_a_km: float


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a road crosses the edge: ``inch`` along it from its west or south corner; ``to`` the place it comes from."""

    road: int
    edge: Edge
    inch: float
    metres: float
    to: str
    name: str


@dataclass(frozen=True, slots=True)
class OnTable:
    """A place on the table, in inches from its west and south edges."""

    place: int
    name: str
    x_in: float
    y_in: float


@dataclass(frozen=True, slots=True)
class Gun:
    """A battery off the table, with its artillery range."""

    unit: int
    side: int
    point: Point
    range_m: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that might march to the battle."""

    unit: int
    side: int
    position: Position
    rates: Rates


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that can come: ``turn`` 1 is the first turn of the battle; ``edge`` and ``inch`` where its road enters."""

    unit: int
    turn: int
    hours: float
    edge: Edge
    inch: float
    road: int


def encounters(contacts: Sequence[tuple[Fighter, Fighter]], size: TableSize) -> tuple[Encounter, ...]:
    """Group the contacts of a turn into battles."""
    raise NotImplementedError


def lay(points: Sequence[Point], size: TableSize) -> Table:
    """The table around a fight."""
    raise NotImplementedError


def entries(theatre: Theatre, table: Table) -> tuple[Entry, ...]:
    """Where roads enter."""
    raise NotImplementedError


def places_on_table(theatre: Theatre, table: Table) -> tuple[OnTable, ...]:
    """The places on it."""
    raise NotImplementedError


def guns_in_range(guns: Sequence[Gun], table: Table, fight: Sequence[Point]) -> tuple[tuple[int, float], ...]:
    """Batteries off the table that reach the fight, with the distance to its nearest point in metres."""
    raise NotImplementedError


def arrivals(theatre: Theatre, table: Table, candidates: Sequence[Candidate], turns: int, closed: Closed = OPEN) -> tuple[Arrival, ...]:
    """Who can come within so many turns."""
    raise NotImplementedError
