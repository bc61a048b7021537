"""The table of a resolved battle: the position of each unit, its losses, and the enemies it has detected.

In a game of its own the table is bare and level between two lines: the attacker deploys along one long edge, the
defender in front of the other, in the trenches that he has dug; a battle of the campaign has its own ground
(``own_ground``). Every unit is a point; inches, the attacker's edge at 0. Every unit is in line of sight, unless that
ground hides it (``sightlines``).

    Piece                          a unit with its position and state
    Field(sides, ...)              the table; Side(force, mustered, pieces, companies)
    deploy(fight, book) -> Field
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import hypot
from typing import Final

from campaign.resolve.brigade.transport import Ride
from campaign.resolve.country import Spot
from campaign.resolve.crowd import Crowd
from campaign.resolve.doctrine import Do, Task
from campaign.resolve.sightlines import Sightlines
from campaign.resolve.ways import Ways
from campaign.rules.common.force import Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight
from campaign.rules.tabletop.brigade import indirect
from campaign.rules.tabletop.brigade.detection import visibility
from campaign.rules.tabletop.brigade.equipment import Face, Vehicle
from campaign.rules.tabletop.brigade.indirect import Battery
from campaign.rules.tabletop.brigade.muster import Battalion, Brigade, muster, works_of
from campaign.rules.tabletop.brigade.tables import Cover, DetectedAs, MovesAs, Seen
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind, loses_at
from campaign.values import dataclass, field, replace

# This and the next, only where the campaign gives no places: the book leaves deployment to whoever draws up the game
# (BDE-SETUP-01).
ATTACKER_AT_IN: Final = 4
# As ATTACKER_AT_IN.
DEFENDER_FROM_EDGE_IN: Final = 8
# Our choice: 2 changes 9 of 12 battles, 8 changes 11 (1).
APART_IN: Final = 4
"""The inches between the centres of companies side by side."""
# Our choice: 1 changes 8 of 12 battles, 4 changes 9 (1).
SUPPORT_BEHIND_IN: Final = 2
# Only the direction decides (`face_of`); at this distance a report can name the place in whole inches.
AHEAD_IN: Final = 12
"""The distance of the place that a vehicle fronts after it has moved, or if it knows of no enemy."""
# The most that any step asks for is the distance from the enemy (BDE-SETUP-03).
NEAR_IN: Final = 6
"""The most inches within which a step asks for the units there."""


@dataclass(eq=False, slots=True)
class Piece:
    """A unit on the table. ``moved_in`` and ``fired``: since its own last move began; ``detected``: its detections of
    enemies, by piece.
    """

    troop: Troop
    side: int
    unit: Unit
    name: str
    x: float
    y: float
    living: int
    cover: Cover = Cover.OPEN
    fate: str = ""
    """The reason why it is off the table: killed, failed its test, two thirds lost."""
    pinned: bool = False
    stuck: bool = False
    moved_in: Fraction = Fraction(0)
    fired: bool = False
    fired_indirect: bool = False
    dead_at_test: int = 0
    step_tested: int = 0
    missions: int = 0
    detected: dict[Piece, Seen] = field(default_factory=dict)
    new: set[Piece] = field(default_factory=set)
    """The enemies that it has had in view only since it moved in this phase."""
    comes_in: int = 0
    """The move of its side in which it comes on, 0 if it is there."""
    gate: tuple[float, float] | None = None
    """The point where it comes on."""
    waiting: bool = False
    """True if it has still to come on."""
    limbered: bool = False
    hunts: bool = False
    """True if it has been to the place that is fought for, and goes for the enemy."""
    faces: Spot | None = None
    """The place that a vehicle fronts; None for the enemy's edge."""
    rides: Ride | None = None
    """The transport that it rides in, as long as it does."""

    @property
    def vehicle(self) -> Vehicle | None:
        """The vehicle that the unit is, or rides in."""
        return self.troop.vehicle if self.rides is None else self.rides.vehicle

    @property
    def moves_as(self) -> MovesAs:
        """The row of the movement chart, its own or that of the vehicle it rides in."""
        return self.troop.moves_as if self.rides is None else self.rides.vehicle.moves_as

    @property
    def in_play(self) -> bool:
        """True if the unit is still on the table."""
        return not self.fate and not self.waiting

    @property
    def on_table(self) -> bool:
        """True if the unit is in play, and not off the table."""
        return not self.fate and not self.waiting and not self.troop.off_table

    @property
    def start(self) -> int:
        """The figures or crew at the beginning."""
        return self.troop.figures

    @property
    def dead(self) -> int:
        """The number of figures lost: those at the start less the living."""
        return self.start - self.living

    def battery(self) -> Battery | None:
        """Return the unit as a battery of indirect fire, if it is one."""
        if self.troop.piece is None:
            return None
        return Battery(
            self.name,
            self.troop.piece,
            self.troop.calibre_mm,
            indirect.army_of(self.unit.nation),
            on_table=not self.troop.off_table,
        )


@dataclass(slots=True)
class Side:
    """A side: its force, its muster, its pieces on and off the table, and the companies with which it loses."""

    force: Force
    mustered: Brigade
    pieces: list[Piece]
    attacks: bool
    companies: int
    loses_at: int

    @property
    def on_table(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.on_table]

    @property
    def remains(self) -> bool:
        """True if the side has a unit on the table or still to come on."""
        return any(not piece.fate and not piece.troop.off_table for piece in self.pieces)

    def lost(self, book: Rulebook) -> int:
        """Return the companies that the side has lost so far (BDE-WIN-02 to -06)."""
        return sum(1 for piece in self.pieces if piece.fate and piece.troop.counts(book))


ATTACKS: Final = Task(Do.ATTACK)
HOLDS: Final = Task(Do.HOLD)


@dataclass(slots=True)
class Field:
    """The table: two sides, the rulebook, and the number of each side's move."""

    sides: tuple[Side, Side]
    book: Rulebook
    depth_in: int
    cap_in: int | None
    moves: list[int] = field(default_factory=lambda: [0, 0])
    ways: Ways[MovesAs] | None = None
    """The ground of a battle of the campaign and the ways over it; None on a bare table."""
    lines: Sightlines | None = None
    """The lines of sight on that ground; None if they are never blocked."""
    goal: Spot | None = None
    """The place that is fought for."""
    seen: tuple[dict[Piece, None], dict[Piece, None]] = field(default_factory=lambda: ({}, {}))
    """The enemies that each side has detected so far, in order."""
    tasks: list[Mapping[Hashable, Task]] = field(default_factory=lambda: [{}, {}])
    """The tasks of each side's battalions in its move, by their ids."""
    enemy_row: list[Spot] | None = None
    """The positions of the other side's units along the table, while a side plans."""
    crowd: Crowd[Piece] = field(default_factory=lambda: Crowd(NEAR_IN))
    """The index of positions on a battle's own ground."""

    @property
    def is_meeting(self) -> bool:
        """True if neither side was ordered to attack the other."""
        return all(side.attacks for side in self.sides)

    def task_of(self, piece: Piece) -> Task:
        """Return the task of a unit's battalion."""
        return self.tasks[piece.side].get(piece.unit.id, ATTACKS if self.sides[piece.side].attacks else HOLDS)

    def enemies(self, side: int) -> list[Piece]:
        """Return the other side's units on the table."""
        return self.sides[1 - side].on_table

    def row_of_enemies(self, side: int) -> list[Spot]:
        """Return the positions of the other side's units, in order along the table."""
        return self.enemy_row or sorted((enemy.x, enemy.y) for enemy in self.enemies(side))

    def in_line(self, first: Piece, second: Piece) -> bool:
        """Return whether two units are in each other's line of sight."""
        return self.in_line_to(first, (second.x, second.y))

    def in_line_to(self, viewer: Piece, spot: Spot) -> bool:
        """Return whether a place is in a unit's line of sight."""
        if self.lines is None:
            return True
        square = self.lines.country.square
        return self.lines.joins(square(viewer.x, viewer.y), square(*spot))

    def gap(self, first: Piece, second: Piece) -> float:
        """Return the inches between their centres, to the quarter."""
        return in_quarters(hypot(first.x - second.x, first.y - second.y))

    def distance(self, first: Piece, second: Piece) -> Fraction:
        """Return the inches between their centres as a fraction, for the charts."""
        return Fraction(self.gap(first, second))

    def row_of(self, piece: Piece) -> DetectedAs:
        """Return the row of the detection chart for a unit as target; riders use that of infantry (BDE-AMB-13)."""
        if piece.rides is not None:
            return DetectedAs.VEHICLES
        return DetectedAs.INFANTRY if piece.troop.kind is Kind.SQUADRON else piece.troop.seen_as


def in_quarters(inches: float) -> float:
    """Return inches rounded to the quarter, which a float holds exactly (BDE-AMB-59)."""
    return round(inches * 4) / 4


def front_of(vehicle: Piece) -> Spot:
    """Return the place that a vehicle fronts (BDE-AMB-75)."""
    return vehicle.faces or (vehicle.x, vehicle.y + (AHEAD_IN if vehicle.side == 0 else -AHEAD_IN))


def ahead(before: Spot, place: Spot) -> Spot:
    """Return the place that a vehicle fronts after moving from one place to another: far enough on to be shown on a
    table.
    """
    part = AHEAD_IN / hypot(place[0] - before[0], place[1] - before[1])
    return place[0] + (place[0] - before[0]) * part, place[1] + (place[1] - before[1]) * part


def face_of(target: Piece, shooter: Piece) -> Face:
    """Return the quarter of a vehicle that a shot comes at (BDE-AMB-75)."""
    front = front_of(target)
    ahead_x, ahead_y, x, y = front[0] - target.x, front[1] - target.y, shooter.x - target.x, shooter.y - target.y
    along, across = ahead_x * x + ahead_y * y, ahead_x * y - ahead_y * x
    if abs(across) > abs(along):
        return Face.SIDE
    return Face.FRONT if along >= 0 else Face.REAR


def deploy(fight: Fight, book: Rulebook) -> Field:
    """Return both forces in line, a company beside the next; support behind; guns off the table behind that.

    A unit that arrives in a later turn of the campaign comes too late: a battle is over within the turn in which it
    began (BDE-MAP-10).
    """
    length, depth = max(fight.table_in), min(fight.table_in)
    sides = [side_of(fight, n, book) for n in (0, 1)]
    for n, side in enumerate(sides):
        line = ATTACKER_AT_IN if n == 0 else depth - DEFENDER_FROM_EDGE_IN
        side.pieces = _in_line(side.mustered, n, length, line, attacks=fight.attacker is not None and side.attacks)
    return field_of(sides, book, depth)


def side_of(fight: Fight, number: int, book: Rulebook) -> Side:
    """Return a side as it musters for this battle, with no unit placed yet."""
    force = fight.forces[number]
    attacks = fight.attacker is None or fight.attacker == force.side
    units = tuple(unit for unit in force.units if unit.arrival is None or unit.arrival.moment <= fight.start)
    mustered = muster(replace(force, units=units), book)
    companies = mustered.companies(book)
    return Side(force, mustered, [], attacks, companies, loses_at(companies, book))


def field_of(sides: Sequence[Side], book: Rulebook, depth_in: int) -> Field:
    """Return the table of these two sides."""
    return Field((sides[0], sides[1]), book, depth_in, visibility(book))


def _in_line(mustered: Brigade, side: int, length: int, line: int, *, attacks: bool) -> list[Piece]:
    behind = -SUPPORT_BEHIND_IN if side == 0 else SUPPORT_BEHIND_IN
    front = [(battalion, troop) for battalion in mustered.battalions for troop in battalion.troops if not troop.crewed]
    rear = [(battalion, troop) for battalion in mustered.battalions for troop in battalion.troops if troop.crewed]
    pieces = []
    for row, y in ((front, line), (rear, line + behind)):
        apart = min(APART_IN, length / max(1, len(row)))
        for n, (battalion, troop) in enumerate(row):
            x = length / 2 + (n - (len(row) - 1) / 2) * apart
            pieces.append(piece_of(battalion, troop, side, x, float(y), attacks=attacks))
    order = {battalion.unit.id: n for n, battalion in enumerate(mustered.battalions)}
    return sorted(pieces, key=lambda piece: order[piece.unit.id])


def piece_of(battalion: Battalion, troop: Troop, side: int, x: float, y: float, *, attacks: bool) -> Piece:
    """Return a unit at its place, in the trench that it has dug unless it was ordered to attack (``attacks``)."""
    cover = Cover.OPEN if attacks or troop.is_vehicle else works_of(battalion.unit)
    return Piece(troop, side, battalion.unit, f"{troop.label}, {battalion.unit.short}", x, y, troop.figures, cover)
