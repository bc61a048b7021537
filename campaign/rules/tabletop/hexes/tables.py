"""The printed charts of One-Hour WW2 on hexes, as data, each named by its id in the catalogue.

    D3, SUITS, RANKS                 HEX-TAB-D3, HEX-TAB-CARD
    MOVE, FOOT_MOVE                  HEX-TAB-MOVE: hexes
    GROUND -> GroundRow              HEX-TAB-TERR
    RANGE -> RangeRow                HEX-TAB-RANGE: hexes; None is without limit
    TYPE_MODIFIERS, SHOT_MODIFIERS   HEX-TAB-MOD: added to the D3
    SHOOTS_AS, HIT_AS                the row a unit type shoots on, the column it is hit in (HEX-UNIT)
    SIGHT, STACK_OPEN, STACK_TERRAIN, ELIMINATED_ABOVE

Distances are hexes. Settings change them in the modules of the rules, never here.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.values import dataclass


class UnitType(StrEnum):
    """The types of unit (HEX-UNIT-01..10, HEX-AMB-16 for jeeps)."""

    FOOT = "foot infantry"
    MOTORISED = "motorised infantry"
    MECHANISED = "mechanised infantry"
    ANTI_TANK = "anti-tank guns"
    TANKS = "tanks"
    SPG = "self-propelled guns"
    MORTARS = "mortars"
    ARTILLERY = "artillery"
    ARMOURED_CARS = "armoured cars"
    JEEPS = "jeeps"

    @property
    def is_indirect(self) -> bool:
        """True for artillery and mortars, which follow one set of rules (HEX-UNIT-07)."""
        return self in (UnitType.MORTARS, UnitType.ARTILLERY)

    @property
    def is_infantry(self) -> bool:
        """True for infantry of any kind (HEX-UNIT-01)."""
        return self in (UnitType.FOOT, UnitType.MOTORISED, UnitType.MECHANISED)


class ShootsAs(StrEnum):
    """The rows of the modifiers: the ways in which a unit shoots."""

    INFANTRY = "infantry"
    ANTI_TANK = "anti-tank guns"
    TANKS = "tanks"
    INDIRECT = "artillery and mortars"


class HitAs(StrEnum):
    """The columns of the modifiers: the classes of a unit as a target."""

    INFANTRY = "infantry"
    GUNS = "guns"
    ARMOURED = "armoured"


class Terrain(StrEnum):
    """The terrain of a hex (HEX-TAB-TERR). A river hex is crossed at a bridge or a ford; a road is open."""

    OPEN = "open"
    WOODS = "woods"
    BUILDINGS = "buildings"
    BROKEN = "broken terrain"
    RIVER = "river"
    BRIDGE = "bridge"
    FORD = "ford"
    MARSH = "marsh"
    LAKE = "lake"
    HILL = "hill"


class Side(StrEnum):
    """The features along the side between two hexes (HEX-AMB-21, -37)."""

    BROKEN = "wall or hedge"
    RIVER = "river"
    BRIDGE = "bridge"
    FORD = "ford"


D3: Final = (1, 1, 2, 2, 3, 3)
"""The score of each face of the die, from the face 1 (HEX-TAB-D3)."""

SUITS: Final = ("Spades", "Hearts", "Diamonds", "Clubs")
RANKS: Final = ("King", "Queen", "Jack", "10", "9", "8", "7", "6", "5", "4", "3", "2", "Ace")
"""The ranks of cards, highest first; of equal ranks the suits in their order (HEX-TAB-CARD)."""

MOVE: Final = MappingProxyType(
    {
        UnitType.FOOT: 1,
        UnitType.MORTARS: 1,
        UnitType.ARTILLERY: 1,
        UnitType.ANTI_TANK: 1,
        UnitType.MECHANISED: 2,
        UnitType.MOTORISED: 2,
        UnitType.TANKS: 2,
        UnitType.SPG: 2,
        UnitType.ARMOURED_CARS: 3,
        UnitType.JEEPS: 3,
    }
)
"""The moves by type (HEX-TAB-MOVE). Motorised infantry only until its first hit (HEX-MOVE-06)."""

SHOOTS_AS: Final = MappingProxyType(
    {
        UnitType.FOOT: ShootsAs.INFANTRY,
        UnitType.MOTORISED: ShootsAs.INFANTRY,
        UnitType.MECHANISED: ShootsAs.INFANTRY,
        UnitType.ARMOURED_CARS: ShootsAs.INFANTRY,
        UnitType.JEEPS: ShootsAs.INFANTRY,
        UnitType.ANTI_TANK: ShootsAs.ANTI_TANK,
        UnitType.SPG: ShootsAs.ANTI_TANK,
        UnitType.TANKS: ShootsAs.TANKS,
        UnitType.MORTARS: ShootsAs.INDIRECT,
        UnitType.ARTILLERY: ShootsAs.INDIRECT,
    }
)
"""The row on which each type shoots (HEX-UNIT-06, -07, -10; HEX-AMB-15, -16, -17)."""

HIT_AS: Final = MappingProxyType(
    {
        UnitType.FOOT: HitAs.INFANTRY,
        UnitType.MOTORISED: HitAs.INFANTRY,
        UnitType.MECHANISED: HitAs.INFANTRY,
        UnitType.JEEPS: HitAs.INFANTRY,
        UnitType.ANTI_TANK: HitAs.GUNS,
        UnitType.MORTARS: HitAs.GUNS,
        UnitType.ARTILLERY: HitAs.GUNS,
        UnitType.TANKS: HitAs.ARMOURED,
        UnitType.SPG: HitAs.ARMOURED,
        UnitType.ARMOURED_CARS: HitAs.ARMOURED,
    }
)
"""The column in which each type is hit (HEX-UNIT-06, -10; HEX-AMB-16, -18)."""


@dataclass(frozen=True, slots=True)
class GroundRow:
    """A row of HEX-TAB-TERR: the units that have cover in the hex, the number of units it holds, and its effect on
    lines and moves.
    """

    covers_infantry: bool = False
    covers_tanks: bool = False
    covers_between: bool = False
    blocks_sight: bool = False
    holds: int = 1
    rough: bool = False
    passable: bool = True


STACK_OPEN: Final = 2
"""The friendly units that an open hex holds (HEX-TERR-09)."""
STACK_TERRAIN: Final = 1
"""The units that any terrain hex holds (HEX-TERR-08)."""

GROUND: Final = MappingProxyType(
    {
        Terrain.OPEN: GroundRow(holds=STACK_OPEN),
        Terrain.WOODS: GroundRow(covers_infantry=True, blocks_sight=True, rough=True),
        Terrain.BUILDINGS: GroundRow(covers_infantry=True, blocks_sight=True, rough=True),
        Terrain.BROKEN: GroundRow(covers_infantry=True, covers_between=True, rough=True),
        Terrain.RIVER: GroundRow(passable=False),
        Terrain.BRIDGE: GroundRow(),
        Terrain.FORD: GroundRow(),
        Terrain.MARSH: GroundRow(passable=False),
        Terrain.LAKE: GroundRow(passable=False),
        Terrain.HILL: GroundRow(covers_tanks=True, blocks_sight=True),
    }
)
"""The chart of terrain effects, HEX-TAB-TERR."""


@dataclass(frozen=True, slots=True)
class RangeRow:
    """A row of HEX-TAB-RANGE. ``farthest`` None: without limit. ``clear_of_friends``: never at a unit next to friends
    of the shooter.
    """

    nearest: int
    farthest: int | None
    clear_of_friends: bool = False


DIRECT_RANGE: Final = RangeRow(1, 2)
RANGE: Final = MappingProxyType(
    {
        **{unit_type: DIRECT_RANGE for unit_type in UnitType if not unit_type.is_indirect},
        UnitType.ARTILLERY: RangeRow(1, None, clear_of_friends=True),
        UnitType.MORTARS: RangeRow(2, None, clear_of_friends=True),
    }
)
"""The chart of ranges, HEX-TAB-RANGE, with the types it leaves out (HEX-AMB-15)."""

LONG_RANGE: Final = 2
"""The hexes that are long range to direct fire (HEX-SHOOT-09, HEX-AMB-14)."""
SIGHT: Final = 2
"""The hexes at which a unit is sighted (HEX-SIGHT-03)."""
ELIMINATED_ABOVE: Final = 8
"""The hits above which a unit is eliminated (HEX-ELIM-02)."""


@dataclass(frozen=True, slots=True)
class TypeModifier:
    """A row of HEX-TAB-MOD that depends on the types of shooter and target."""

    value: int
    shooters: frozenset[ShootsAs]
    target: HitAs
    rule: str


TYPE_MODIFIERS: Final = (
    TypeModifier(-1, frozenset({ShootsAs.INFANTRY}), HitAs.ARMOURED, "HEX-SHOOT-03"),
    TypeModifier(-1, frozenset({ShootsAs.ANTI_TANK}), HitAs.INFANTRY, "HEX-SHOOT-04"),
    TypeModifier(1, frozenset({ShootsAs.ANTI_TANK, ShootsAs.TANKS}), HitAs.ARMOURED, "HEX-SHOOT-05"),
    TypeModifier(1, frozenset({ShootsAs.INDIRECT}), HitAs.INFANTRY, "HEX-SHOOT-06"),
)
"""The first four rows of HEX-TAB-MOD."""
EVADING: Final = -1
IN_COVER: Final = -1
AT_LONG_RANGE: Final = -1
"""The last three rows of HEX-TAB-MOD (HEX-SHOOT-07, -08, -09)."""


def type_modifier(shooter: ShootsAs, target: HitAs) -> int:
    """Return the cell of HEX-TAB-MATRIX: the number that the types alone add to the D3."""
    return sum(row.value for row in TYPE_MODIFIERS if shooter in row.shooters and target is row.target)
