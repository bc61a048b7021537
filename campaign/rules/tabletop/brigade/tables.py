"""The charts of WW2 Rules for Brigade Level Games as printed, named by the rule that prints them (BDE-TAB-..).

Distances are inches on the table, scores the lowest face of a D6 that succeeds; a dash or a blank is None. The rules
for their use are in the modules that read them. Equipment is in ``equipment``, scales and sizes in ``scales``.

DETECTION, MOVEMENT, SMALL_ARMS, HE_POINTS, SAVES, BREACH, ZONES, TO_HIT_VEHICLE, UNPIN, CASUALTY_TEST ...
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.values import dataclass

Inches = int | Fraction


# BDE-TAB-SEQ ---------------------------------------------------------------------------------------------------------
class Phase(IntEnum):
    """The numbered phases of a move."""

    MORALE = 1
    UNPIN = 2
    REQUESTS = 3
    INDIRECT_FIRE = 4
    FIRE_AND_MOVEMENT = 5


class Act(StrEnum):
    """The acts of a unit in phase 5: all A before any B, and so on."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"


PHASES: Final = MappingProxyType(
    {
        Phase.MORALE: "casualty tests",
        Phase.UNPIN: "dice to take off pins",
        Phase.REQUESTS: "ask for artillery, mark the aiming points",
        Phase.INDIRECT_FIRE: "indirect fire, off the table and on it",
        Phase.FIRE_AND_MOVEMENT: "fire and movement",
    }
)
ACTS: Final = MappingProxyType(
    {
        Act.A: "fire halted, then up to half a move",
        Act.B: "up to half a move, then fire as moving",
        Act.C: "move, no fire",
        Act.D: "up to half a move, then unlimber",
        Act.E: "limber up, then up to half a move",
    }
)


# BDE-TAB-DET ---------------------------------------------------------------------------------------------------------
class Seen(IntEnum):
    """The degrees to which an enemy is detected: BDE-DET-01 to -04."""

    UNSEEN = 0
    PART = 1
    SPOTTED = 2


class DetectedAs(StrEnum):
    """The rows of the detection chart."""

    INFANTRY = "infantry, MGs, mortars"
    HEAVY_SUPPORT = "heavy support weapons"
    VEHICLES = "vehicles"
    STRUCTURE = "building or trench"


class Showing(StrEnum):
    """The columns of the detection chart: the behaviour of a target, and its cover."""

    ACTIVE_IN_OPEN = "moving or firing in the open"
    STILL_IN_OPEN = "stationary in the open"
    IN_COVER = "in cover"
    FIRING_FROM_EDGE = "firing from edge of cover"


@dataclass(frozen=True, slots=True)
class Reach:
    """The inches within which a target is part detected, and within which it is spotted."""

    part: int
    spotted: int


AUTO: Final = Reach(1_000_000, 1_000_000)
"""A target spotted at any distance, by an observer moving at any speed."""
DETECTION: Final = MappingProxyType(
    {
        DetectedAs.INFANTRY: (Reach(75, 50), Reach(40, 15), Reach(4, 2), Reach(40, 10)),
        DetectedAs.HEAVY_SUPPORT: (Reach(75, 50), Reach(40, 25), Reach(4, 2), Reach(50, 10)),
        DetectedAs.VEHICLES: (AUTO, Reach(100, 50), Reach(4, 2), Reach(50, 10)),
        DetectedAs.STRUCTURE: (AUTO, AUTO, Reach(4, 2), None),
    }
)
"""The detection chart by row, then the columns of ``Showing`` in order. Structures do not fire: their last cell is a
dash.
"""
FAST_VEHICLE_IN: Final = 6
"""A vehicle that moved more than this sees half as far (BDE-DET-09)."""


# BDE-TAB-MOVE --------------------------------------------------------------------------------------------------------
class Ground(StrEnum):
    """The columns of the movement chart."""

    ROAD = "road"
    OPEN = "open"
    ROUGH = "rough or open woods"
    THICK = "thick woods"


class MovesAs(StrEnum):
    """The rows of the movement chart."""

    INFANTRY = "infantry"
    SUPPORT = "support weapons"
    VERY_SLOW_TANK = "very slow tanks"
    SLOW_TANK = "slow tanks"
    MEDIUM_TANK = "medium tanks"
    FAST_TANK = "fast tanks"
    VERY_FAST_TANK = "very fast tanks"
    JEEP = "jeeps and armoured cars"
    WHEELED = "other wheeled"
    HALF_TRACK = "half-tracks"
    CAVALRY = "cavalry"
    HORSE_DRAWN = "horse drawn"
    BICYCLE = "bicycles"


@dataclass(frozen=True, slots=True)
class Rate:
    """A distance in inches: a fixed part, and a part for each pip of a D6."""

    fixed: int
    pip: Fraction = Fraction(0)

    @property
    def rolled(self) -> bool:
        """True if a D6 is rolled for this distance."""
        return self.pip != 0

    def at(self, face: int) -> Fraction:
        """Return the distance for this face; it may be negative."""
        return self.fixed + self.pip * face

    def __str__(self) -> str:
        if not self.rolled:
            return str(self.fixed)
        die = "D6" if self.pip == 1 else f"D6 x {float(self.pip):g}"
        return die if not self.fixed else f"{die} - {-self.fixed}" if self.fixed < 0 else f"{self.fixed} + {die}"


_CREEP = Rate(1, Fraction(1, 2))
_THICKET = Rate(-3, Fraction(1))


def _tank(road: int, cross: int) -> tuple[Rate | None, ...]:
    return Rate(road), Rate(cross), _CREEP, _THICKET


def _wheels(road: int, cross: int) -> tuple[Rate | None, ...]:
    return Rate(road), Rate(cross), _CREEP, None


MOVEMENT: Final = MappingProxyType(
    {
        MovesAs.INFANTRY: (Rate(6), Rate(6), Rate(6), Rate(4)),
        MovesAs.SUPPORT: (Rate(6), Rate(5), Rate(4), Rate(3)),
        MovesAs.VERY_SLOW_TANK: _tank(5, 5),
        MovesAs.SLOW_TANK: _tank(8, 8),
        MovesAs.MEDIUM_TANK: _tank(12, 10),
        MovesAs.FAST_TANK: _tank(15, 12),
        MovesAs.VERY_FAST_TANK: _tank(18, 15),
        MovesAs.JEEP: _wheels(30, 18),
        MovesAs.WHEELED: _wheels(24, 15),
        MovesAs.HALF_TRACK: _wheels(18, 15),
        MovesAs.CAVALRY: (Rate(16), Rate(16), Rate(1, Fraction(1)), Rate(0, Fraction(1, 2))),
        MovesAs.HORSE_DRAWN: (Rate(8), Rate(6), _THICKET, None),
        MovesAs.BICYCLE: (Rate(12), Rate(6), None, None),
    }
)
"""The movement chart by row, then the columns of ``Ground`` in order."""
VEHICLE_ROWS: Final = frozenset(
    {
        MovesAs.VERY_SLOW_TANK,
        MovesAs.SLOW_TANK,
        MovesAs.MEDIUM_TANK,
        MovesAs.FAST_TANK,
        MovesAs.VERY_FAST_TANK,
        MovesAs.JEEP,
        MovesAs.WHEELED,
        MovesAs.HALF_TRACK,
    }
)
STUCK_ON: Final = 1


# BDE-TAB-DEV, BDE-TAB-ZONE, BDE-TAB-BREACH ---------------------------------------------------------------------------
class Fall(StrEnum):
    """The places where indirect fire falls by the white die."""

    SHORT = "short"
    LONG = "long"
    LEFT = "left"
    RIGHT = "right"
    ON_TARGET = "on target"
    NOT_AT_ALL = "does not arrive"


WHITE_DIE: Final = MappingProxyType({1: Fall.SHORT, 2: Fall.LONG, 3: Fall.LEFT, 4: Fall.RIGHT, 5: Fall.ON_TARGET})
"""The white die: a 6 is on target for a battery on the table and for the three armies with good fire control; otherwise
nothing arrives.
"""
DEVIATION_ALLIED: Final = -1
DEVIATION_DF_POINT: Final = -2
WALK_IN: Final = 2


class Shell(StrEnum):
    """The rows of the breaching chart, and of the fire zones, by the kind of shell."""

    LIGHT = "mortars and artillery up to 82 mm"
    MIDDLE = "mortars over 82 mm, artillery up to 105 mm"
    HEAVY = "artillery over 105 mm"


MORTAR_ZONE_MM: Final = 82
GUN_ZONE_MM: Final = 105
ZONE_LIGHT_MORTAR: Final = 2
ZONE_MIDDLE: Final = 3
ZONE_HEAVY: Final = 4
ZONE_WIDER_A_BATTERY: Final = 1


class Cover(StrEnum):
    """The cover of troops. Trenches and buildings can be breached, woods and hedges only hide (BDE-AMB-46, -47)."""

    OPEN = "open"
    SOFT = "soft cover"
    HARD = "hard cover"
    SLIT_TRENCH = "slit trench"
    WEAK_BUILDING = "weak building"
    DUG_TRENCH = "pre-dug trench"
    STRONG_BUILDING = "strong building"
    FORTIFICATION = "fortification"


BREACH: Final = MappingProxyType({Shell.LIGHT: (4, 5, None), Shell.MIDDLE: (3, 4, None), Shell.HEAVY: (0, 3, 5)})
"""The breaching chart by row: slit trench or weak building; pre-dug trench or strong building; fortification."""
BREACH_COLUMN: Final = MappingProxyType(
    {
        Cover.SLIT_TRENCH: 0,
        Cover.WEAK_BUILDING: 0,
        Cover.DUG_TRENCH: 1,
        Cover.STRONG_BUILDING: 1,
        Cover.FORTIFICATION: 2,
    }
)


# BDE-TAB-SA, BDE-TAB-HE, BDE-TAB-CONV --------------------------------------------------------------------------------
class SmallArm(StrEnum):
    """The rows of the small arms chart."""

    PISTOL = "pistol"
    SMG = "SMG"
    RIFLE = "rifle"
    AUTOMATIC_RIFLE = "AR"
    TANK_MG = "tank MG"
    MMG = "MMG"
    HMG = "HMG"
    AUTO_CANNON = "auto-cannon"
    FLAME_THROWER = "flame-thrower"


@dataclass(frozen=True, slots=True)
class Band:
    """The fire points up to a range in inches."""

    to_in: int
    points: Fraction


def _bands(*pairs: tuple[int, int | Fraction]) -> tuple[Band, ...]:
    return tuple(Band(inches, Fraction(points)) for inches, points in pairs)


SMALL_ARMS: Final = MappingProxyType(
    {
        SmallArm.PISTOL: _bands((1, 1)),
        SmallArm.SMG: _bands((5, 3), (10, 1)),
        SmallArm.RIFLE: _bands((5, 2), (10, Fraction(3, 2)), (30, 1)),
        SmallArm.AUTOMATIC_RIFLE: _bands((5, 3), (10, 2), (30, 1)),
        SmallArm.TANK_MG: _bands((10, 9), (20, 6), (40, 4)),
        SmallArm.MMG: _bands((15, 12), (30, 9), (60, 6)),
        SmallArm.HMG: _bands((15, 12), (30, 10), (75, 9)),
        SmallArm.AUTO_CANNON: _bands((25, 12), (50, 10), (100, 9)),
        SmallArm.FLAME_THROWER: _bands((2, 12)),
    }
)
"""The fire points at short, medium and long range as far as printed; beyond the last band a weapon has no points."""


@dataclass(frozen=True, slots=True)
class HeRow:
    """The HE fire points of a gun up to this calibre (None: no upper limit)."""

    to_mm: int | None
    artillery: int
    tank_gun: int


HE_POINTS: Final = (HeRow(45, 4, 2), HeRow(77, 6, 4), HeRow(105, 9, 6), HeRow(None, 12, 9))
DIVISOR_HALTED: Final = 3
DIVISOR_HAMPERED: Final = 4
GROUP_HITS: Final = 4
PART_DETECTED_HITS: Final = 6
REMAINDER_HITS: Final = MappingProxyType({DIVISOR_HALTED: {2: 5, 1: 6}, DIVISOR_HAMPERED: {3: 5, 2: 6}})
"""The score, by divisor, of the further die for the remainder of the division."""


# BDE-TAB-SAVE, BDE-TAB-SMOD ------------------------------------------------------------------------------------------
class Saving(StrEnum):
    """The rows of the saving throws."""

    HARD = "in hard cover"
    SOFT = "in soft cover"
    OPEN = "in the open"
    SOFT_SKIN_HEAVY = "soft-skin vehicle: MG, auto-cannon, artillery of 105 mm and over"
    SOFT_SKIN_LIGHT = "soft-skin vehicle: rifle, SMG, other indirect fire"
    OPEN_TOP_HEAVY = "open-top armour: artillery of 105 mm and over"
    OPEN_TOP_LIGHT = "open-top armour: other indirect fire"
    ESCAPE = "escaping from a destroyed vehicle"


SAVES: Final = MappingProxyType(
    {
        Saving.HARD: (2, 3),
        Saving.SOFT: (3, 4),
        Saving.OPEN: (5, 6),
        Saving.SOFT_SKIN_HEAVY: (6, 6),
        Saving.SOFT_SKIN_LIGHT: (4, 4),
        Saving.OPEN_TOP_HEAVY: (3, 3),
        Saving.OPEN_TOP_LIGHT: (2, 2),
        Saving.ESCAPE: (3, None),
    }
)
"""The saves, pinned and not pinned. Those that escape are pinned: that row has one column."""
SAVE_SEEN_BRIEFLY: Final = -1
SAVE_CLOSE_ORDER: Final = 1
SAVE_POINT_BLANK: Final = 1
POINT_BLANK_IN: Final = 2
HEAVY_FROM_MM: Final = 105
"""The saving rows begin their heavy fire at 105 mm itself, zone and breach end their middle one there (BDE-AMB-42)."""


# BDE-TAB-AT, BDE-TAB-ATMOD -------------------------------------------------------------------------------------------
class AtClass(StrEnum):
    """The rows of the chart for hitting vehicles."""

    HIGH_VELOCITY = "high velocity"
    LONG_GUN = "LG 50 mm and over"
    SMALL_LONG_GUN = "small LG"
    LOW_VELOCITY = "low velocity"
    GRENADES = "AT grenades"
    PANZERFAUST = "Panzerfaust"
    BAZOOKA = "bazooka etc."
    AT_RIFLE = "AT rifle"


AT_RANGES: Final = (5, 15, 25, 40, 50, 75, 100)
TO_HIT_VEHICLE: Final = MappingProxyType(
    {
        AtClass.HIGH_VELOCITY: (2, 2, 2, 2, 3, 4, 5),
        AtClass.LONG_GUN: (2, 2, 2, 3, 4, 6, None),
        AtClass.SMALL_LONG_GUN: (2, 2, 2, 3, 5, None, None),
        AtClass.LOW_VELOCITY: (2, 2, 2, 4, 6, None, None),
        AtClass.GRENADES: (5, None, None, None, None, None, None),
        AtClass.PANZERFAUST: (2, None, None, None, None, None, None),
        AtClass.BAZOOKA: (2, 3, None, None, None, None, None),
        AtClass.AT_RIFLE: (2, 3, 5, None, None, None, None),
    }
)
GRENADES_REACH_IN: Final = 1
AT_MOVING_OR_PINNED: Final = 2
AT_SEEN_BRIEFLY: Final = 1
AT_PARTIAL_COVER: Final = 1
AT_PART_DETECTED: Final = 2
AV_NEAR: Final = 1
AV_NEAR_UNDER_IN: Final = 15
AV_FAR: Final = -1
AV_FAR_OVER_IN: Final = 40
HAND_HELD: Final = frozenset({AtClass.GRENADES, AtClass.PANZERFAUST, AtClass.BAZOOKA, AtClass.AT_RIFLE})
"""The weapons whose penetration does not change with distance."""


# BDE-TAB-CLASS, BDE-TAB-PIN, BDE-TAB-CAS -----------------------------------------------------------------------------
class Grade(StrEnum):
    """The morale classes."""

    ELITE = "elite"
    VETERAN = "veteran"
    TRAINED = "trained"
    RAW = "raw"


GRADES: Final = MappingProxyType(
    {
        Grade.ELITE: "tough and drilled, presses on",
        Grade.VETERAN: "knows the trade, quicker to lie down than to press on",
        Grade.TRAINED: "drilled, without the spirit or the years of the others",
        Grade.RAW: "short of will or of knowledge",
    }
)
UNPIN: Final = MappingProxyType({Grade.ELITE: 2, Grade.TRAINED: 3, Grade.VETERAN: 4, Grade.RAW: 4})
UNPIN_EACH_QUARTER_DEAD: Final = 1
UNPIN_HEADQUARTERS: Final = -1
CASUALTY_STEPS: Final = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))
CASUALTY_TEST: Final = MappingProxyType(
    {Grade.ELITE: (None, None), Grade.VETERAN: (None, None), Grade.TRAINED: (None, 3), Grade.RAW: (3, 5)}
)
"""The score to stay at one third and at one half lost; None stays without a die. At two thirds all are removed."""
CASUALTY_SPLIT: Final = 1
