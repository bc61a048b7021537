"""The state of a battle on the hex map: units, their hexes, hits and cards, and smoke.

Piece                    a unit of the table: type, hits, hex, card, whether it has acted, is hidden, or off the table
Field(ground, book)      both sides' pieces, with queries for hexes and neighbours
Fall                     the loss of a unit: the turn, and whether it was surrounded
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from campaign.resolve.ground import steps_from
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.hexes import combat, tables
from campaign.rules.tabletop.hexes.grid import Hex, label
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import Terrain, UnitType
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Fall:
    """The elimination of a unit. ``surrounded``: every hex round it was the enemy's, next to an enemy, or impassable
    (HEX-MAP-08).
    """

    turn: int
    surrounded: bool


@dataclass(slots=True, eq=False)
class Piece:
    """A unit of the table. ``side`` is 0 or 1; ``unit`` the battalion it is or belongs to; ``where`` None: off the
    table or not yet on it. ``weight``: its part of the strength, in normal battalions.

    ``begun``: hits it mustered with; ``hurt``: it took a hit in this battle (HEX-MOVE-06). ``worse``: weak, shooting at
    -1. ``shells``: shots left to an off-table battery, None for no limit; ``aircraft``: a sortie, counted as such a
    battery for one shot (HEX-AMB-53). ``arrives``: the turn it comes on, 0 if it is there; ``gates``: the hexes of the
    edge where it may come on, the nearest first, empty if the map has no roads.
    """

    key: str
    name: str
    side: int
    type: UnitType
    unit: int = 0
    command: int = 0
    weight: Fraction = Fraction(1)
    where: Hex | None = None
    capacity: int = tables.ELIMINATED_ABOVE + 1
    hits: int = 0
    begun: int = 0
    hurt: bool = False
    worse: bool = False
    off_table: bool = False
    hidden: bool = False
    acted: bool = False
    shells: int | None = None
    aircraft: bool = False
    arrives: int = 0
    gates: tuple[Hex, ...] = ()
    has_left: bool = False
    card: int = 0
    fall: Fall | None = None

    @property
    def in_play(self) -> bool:
        """True if the unit is neither eliminated nor off the map for good."""
        return self.fall is None and not self.has_left

    @property
    def is_foot_now(self) -> bool:
        """True for motorised infantry that has lost its trucks (HEX-MOVE-06)."""
        return self.type is UnitType.MOTORISED and self.hurt

    @property
    def is_spent(self) -> bool:
        """True if the unit's hits would make its battalion spent."""
        return 2 * self.hits > self.capacity

    @property
    def place(self) -> str:
        """The position in words: ``at C4`` or ``off the table``."""
        return "off the table" if self.where is None else f"at {label(self.where)}"


class Field:
    """Both sides on the map. ``turn`` counts from 1; ``sight`` is the distance at which units see now, in hexes."""

    def __init__(
        self, ground: Ground, book: Rulebook, pieces: Iterable[Piece] = (), *, sight: int = tables.SIGHT
    ) -> None:
        self.ground, self.book, self.sight = ground, book, sight
        self.turn = 1
        self.at_all_costs: frozenset[int] = frozenset()
        """The battalions that are ordered to hold at all costs."""
        self.pieces: tuple[list[Piece], list[Piece]] = ([], [])
        self.smoke: dict[Hex, list[Piece]] = {}
        """The smoked hexes, with the units that laid the smoke."""
        self._at: dict[Hex, list[Piece]] = {}
        self._ways: dict[frozenset[Hex], dict[Hex, int]] = {}
        for piece in pieces:
            self.add(piece)

    # Who is where ----------------------------------------------------------------------------------------------------
    def add(self, piece: Piece) -> None:
        """Add a unit to the battle, on the map if it has a hex."""
        self.pieces[piece.side].append(piece)
        if piece.where is not None and piece.in_play:
            self._at.setdefault(piece.where, []).append(piece)

    def put(self, piece: Piece, where: Hex) -> None:
        """Set a unit down in a hex."""
        self.lift(piece)
        piece.where = where
        self._at.setdefault(where, []).append(piece)

    def lift(self, piece: Piece) -> None:
        """Take a unit off its hex."""
        if piece.where is not None and piece in self._at.get(piece.where, ()):
            self._at[piece.where].remove(piece)

    def at(self, position: Hex) -> list[Piece]:
        """Return the units in a hex, hidden ones too."""
        return self._at.get(position, [])

    def in_play(self, side: int) -> Iterator[Piece]:
        """Yield the units of a side that are in play, off the table too, but not arrivals still to come."""
        return (piece for piece in self.pieces[side] if piece.in_play and piece.arrives <= self.turn)

    def on_map(self, side: int) -> Iterator[Piece]:
        return (piece for piece in self.pieces[side] if piece.in_play and piece.where is not None)

    def enemies_at(self, position: Hex, side: int, *, seen_only: bool = True) -> bool:
        """Return whether a hex holds an enemy of this side. ``seen_only``: hidden ones are not counted."""
        return any(piece.side != side and not (seen_only and piece.hidden) for piece in self._at.get(position, ()))

    def next_to_enemy(self, position: Hex, side: int, *, seen_only: bool = True) -> bool:
        """Return whether a hex is adjacent to an enemy-occupied one (HEX-MOVE-08, -09)."""
        return any(
            self.enemies_at(cell, side, seen_only=seen_only)
            for cell in self.ground.adjacent(position)
            if cell in self._at
        )

    def room(self, position: Hex, piece: Piece) -> bool:
        """Return whether this unit may end its move there: no enemy, and fewer friends than the hex holds (HEX-TERR-08,
        -09).
        """
        occupants = [occupant for occupant in self.at(position) if occupant is not piece]
        return all(occupant.side == piece.side for occupant in occupants) and len(occupants) < self.ground.holds(
            position
        )

    def ways_to(self, aims: Iterable[Hex]) -> Mapping[Hex, int]:
        """Return the number of hexes from each hex to the nearest of these, round impassable hexes; a hex left out has
        no way there.
        """
        cells = frozenset(aims)
        if cells not in self._ways:
            crossable = self.ground.crossable
            self._ways[cells] = steps_from(
                cells, lambda cell: (neighbour for neighbour in cell.neighbours if crossable(cell, neighbour))
            )
        return self._ways[cells]

    def terrain_at(self, position: Hex) -> Terrain:
        return self.ground.terrain_at(position)

    # What becomes of them --------------------------------------------------------------------------------------------
    def hit(self, piece: Piece, hits: int) -> bool:
        """Register hits and return whether they eliminate the unit, which happens at once when it has enough
        (HEX-ELIM-01, -02).
        """
        if hits > 0:
            piece.hits = min(piece.hits + hits, piece.capacity)
            piece.hurt = True
        if not combat.is_eliminated(piece.hits, piece.capacity):
            return False
        piece.fall = Fall(self.turn, self.surrounded(piece))
        self.lift(piece)
        return True

    def surrounded(self, piece: Piece) -> bool:
        """Return whether every hex round a unit is enemy-held, next to an enemy or impassable (HEX-MAP-08)."""
        return piece.where is not None and all(
            self._shut(piece.where, neighbour, piece.side) for neighbour in piece.where.neighbours
        )

    def _shut(self, position: Hex, cell: Hex, side: int) -> bool:
        return (
            not self.ground.crossable(position, cell)
            or self.enemies_at(cell, side, seen_only=False)
            or self.next_to_enemy(cell, side, seen_only=False)
        )

    def clear_smoke(self) -> list[Hex]:
        """Remove smoke as a turn starts, before the cards, and return its hexes (HEX-SMOKE-05, HEX-AMB-30)."""
        smoked = list(self.smoke)
        self.smoke.clear()
        return smoked

    def lift_smoke_of(self, layer: Piece) -> None:
        """Remove a layer's smoke when it is activated again, if the rulebook lets smoke last (HEX-AMB-30)."""
        for position in [cell for cell, layers in self.smoke.items() if layer in layers]:
            self.smoke[position].remove(layer)
            if not self.smoke[position]:
                del self.smoke[position]
