"""The charts of Operation Brevity as printed (OB-T-01 to OB-T-14), and those the catalogue gathers from its prose
(OB-D-..).

Distances are inches on the table, scores the lowest face that succeeds; a dash is None. The rules for their use are in
the modules that read them.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.terms.forces import (
    AirType,
    AntiTank,
    Armour,
    CasualtyColumn,
    CombatClass,
    HitRow,
    MarchClass,
    Nationality,
    Piece,
    Weapon,
)
from campaign.terms.ground import LoadClass, Surface, TaskKind
from campaign.values import dataclass

INCHES_A_KM: Final = 8
"""The inches a kilometre, OB-SCL-01."""
METRES_AN_INCH: Final = 125
"""The metres of an inch, exactly: 8 inches are 1 km (OB-AMB-001, OB-D-02)."""


# OB-T-01 ------------------------------------------------------------------------------------------------------------
COMMAND_BONUS: Final = MappingProxyType(
    {
        Nationality.BRITISH: 1,
        Nationality.INDIAN: 1,
        Nationality.COMMONWEALTH: 1,
        Nationality.FRENCH: 0,
        Nationality.GERMAN: 3,
        Nationality.ITALIAN: 0,
        Nationality.JAPANESE: 1,
        Nationality.SOVIET: 2,
        Nationality.US: 2,
    }
)
"""The command bonus by nationality; the British and Commonwealth line is India's too (OB-AMB-020)."""
CORPS_COMMANDER_BONUS: Final = 1
"""The bonus if the corps commander is with the command (OB-T-01 and OB-T-06)."""


# OB-T-02 ------------------------------------------------------------------------------------------------------------
def _march(road: int, cross_country: int, terrain: int) -> MappingProxyType[Surface, int]:
    return MappingProxyType({Surface.ROAD: road, Surface.CROSS_COUNTRY: cross_country, Surface.TERRAIN: terrain})


MARCH: Final = MappingProxyType(
    {
        MarchClass.FOOT: _march(40, 32, 16),
        MarchClass.CAVALRY: _march(64, 48, 16),
        MarchClass.TRACKED: _march(96, 64, 16),
        MarchClass.HALF_TRACK: _march(128, 80, 16),
        MarchClass.TRUCK: _march(178, 96, 16),
    }
)
"""The march moves, in inches."""


# OB-T-03 ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CombatMove:
    """Combat-ready movement, inches a move; ``terrain`` None is a dash: no allowance (OB-MOV-10)."""

    open: int
    terrain: int | None


COMBAT_READY: Final = MappingProxyType(
    {
        CombatClass.FOOT: CombatMove(24, 16),
        CombatClass.LIGHT_VEHICLE: CombatMove(32, None),
        CombatClass.TRACKED: CombatMove(40, 8),
        CombatClass.FAST_TANK: CombatMove(48, 8),
    }
)


# OB-T-04 ------------------------------------------------------------------------------------------------------------
LOCATION_FROM_HILL: Final = 12
LOCATION_LEVEL: Final = 8
LOCATION_POOR: Final = 4
"""The range in cover or on its rim; by night, or in bad weather, for all targets."""


# OB-T-06 ------------------------------------------------------------------------------------------------------------
READINESS: Final = MappingProxyType(
    {
        Nationality.BRITISH: 5,
        Nationality.INDIAN: 5,
        Nationality.COMMONWEALTH: 4,
        Nationality.FRENCH: 5,
        Nationality.GERMAN: 3,
        Nationality.ITALIAN: 5,
        Nationality.JAPANESE: 3,
        Nationality.SOVIET: 6,
        Nationality.US: 4,
    }
)
"""The lowest face with which a command keeps its officer."""
READINESS_INEXPERIENCED: Final = -1
READINESS_FLAME_THROWERS: Final = -1
READINESS_NIGHT: Final = -2


# OB-T-07 ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CalibreRow:
    """A row of the artillery range chart: calibres from ``lowest`` to ``highest`` mm, ``highest`` None without
    limit.
    """

    lowest: int
    highest: int | None
    ranges: MappingProxyType[Piece, int | None]


def _calibres(lowest: int, highest: int | None, *ranges: int | None) -> CalibreRow:
    return CalibreRow(lowest, highest, MappingProxyType(dict(zip(Piece, ranges, strict=True))))


ARTILLERY_RANGE: Final = (
    #               mortar, rocket, infantry gun, howitzer, gun-howitzer, gun
    _calibres(0, 42, None, None, 8, None, None, None),
    _calibres(45, 70, 8, None, 16, 24, 40, 60),
    _calibres(75, 95, 16, 24, 24, 60, 80, 100),
    _calibres(100, 132, 24, 56, 40, 72, 112, 132),
    _calibres(135, 160, 48, 48, 32, 80, 108, 180),
    _calibres(170, 190, None, 20, 100, 120, 160, 200),
    _calibres(200, None, 8, None, None, 88, 120, 216),
)


# OB-T-08 ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NamedPiece:
    """A piece with a range of its own. ``names`` are the words that must all be in a piece's name; ``nations`` limits
    it.
    """

    label: str
    range_in: int
    names: tuple[str, ...]
    nations: tuple[Nationality, ...] = ()
    piece: Piece | None = None
    calibre_mm: int | None = None


NAMED_PIECES: Final = (
    NamedPiece("Italian 82 mm mortar", 24, ("82",), (Nationality.ITALIAN,), Piece.MORTAR, 82),
    NamedPiece(
        "Soviet and German 120 mm mortars", 40, ("120",), (Nationality.SOVIET, Nationality.GERMAN), Piece.MORTAR, 120
    ),
    NamedPiece("British Land Mattress 3 in rocket launcher", 36, ("land", "mattress"), (), Piece.ROCKET_LAUNCHER),
    NamedPiece("US 4.5 in rocket launchers", 28, ("4.5",), (Nationality.US,), Piece.ROCKET_LAUNCHER, 114),
    NamedPiece(
        "German 21 cm NW 42 rocket launcher", 60, ("21", "42"), (Nationality.GERMAN,), Piece.ROCKET_LAUNCHER, 210
    ),
    NamedPiece(
        "German 28/32 cm NW 41 rocket launcher", 16, ("28/32",), (Nationality.GERMAN,), Piece.ROCKET_LAUNCHER, 280
    ),
    NamedPiece(
        "German 30 cm NW 42 rocket launcher", 40, ("30", "42"), (Nationality.GERMAN,), Piece.ROCKET_LAUNCHER, 300
    ),
    NamedPiece("Soviet 310 mm rocket launcher", 32, ("310",), (Nationality.SOVIET,), Piece.ROCKET_LAUNCHER, 310),
)


# OB-T-09, OB-D-08 ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StrengthRow:
    """A row of the strength chart: combat strength from ``halves`` half battalions up (normal 2, weak 1, company 0)
    rolls ``dice``.
    """

    halves: int
    dice: int
    label: str


STRENGTH_DICE: Final = (
    StrengthRow(0, 1, "No battalion"),
    StrengthRow(1, 2, "1 weak battalion"),
    StrengthRow(2, 3, "1, or 2 weak"),
    StrengthRow(3, 4, "2, or 3-5 weak"),
    StrengthRow(6, 5, "3-5, or 6-10 weak"),
    StrengthRow(11, 6, "More"),
)


# OB-T-10 ------------------------------------------------------------------------------------------------------------
class HitColumn(StrEnum):
    """A column of the to-hit chart."""

    OPEN = "open"
    TERRAIN = "terrain"
    """The column for moonlight, counter-battery fire, and a target in terrain (OB-HIT-08)."""
    DARK = "dark"
    """The column for an unlocated target or darkness (OB-HIT-09)."""


def _hit(in_open: int, terrain: int, dark: int) -> MappingProxyType[HitColumn, int]:
    return MappingProxyType({HitColumn.OPEN: in_open, HitColumn.TERRAIN: terrain, HitColumn.DARK: dark})


TO_HIT: Final = MappingProxyType(
    {HitRow.FAST_TANK: _hit(6, 6, 6), HitRow.VEHICLE: _hit(5, 5, 5), HitRow.OTHER: _hit(4, 5, 6)}
)
"""The lowest face that hits. The first row is for fast tanks that move; fast tanks that do not move use the second
(OB-AMB-039).
"""
HIT_BONUS_ROCKETS_AIRCRAFT: Final = 1


# OB-T-11 ------------------------------------------------------------------------------------------------------------
PENETRATE_BEST: Final = MappingProxyType(
    {
        AntiTank.ARTILLERY: 6,
        AntiTank.LIGHT: 6,
        AntiTank.LIGHT_MEDIUM: 6,
        AntiTank.MEDIUM: 5,
        AntiTank.MEDIUM_HEAVY: 4,
        AntiTank.HEAVY: 3,
    }
)
"""The scores by the best anti-tank class firing."""
PENETRATE_ALL: Final = MappingProxyType(
    {
        AntiTank.ARTILLERY: 6,
        AntiTank.LIGHT: 6,
        AntiTank.LIGHT_MEDIUM: 5,
        AntiTank.MEDIUM: 4,
        AntiTank.MEDIUM_HEAVY: 3,
        AntiTank.HEAVY: 2,
    }
)
"""The scores by the class that all firers have."""


# OB-T-12 ------------------------------------------------------------------------------------------------------------
class Protection(StrEnum):
    """A part of the casualty chart (OB-CAS-05)."""

    LIGHT = "unprotected or lightly armoured"
    MEDIUM = "dug in or medium armoured"
    HEAVY = "fortified or heavily armoured"


PROTECTION_OF: Final = MappingProxyType(
    {
        Armour.NONE: Protection.LIGHT,
        Armour.LIGHT: Protection.LIGHT,
        Armour.MEDIUM: Protection.MEDIUM,
        Armour.HEAVY: Protection.HEAVY,
    }
)


@dataclass(frozen=True, slots=True)
class CasualtyRow:
    """A row of the casualty chart. ``near``: infantry only when within close range (True), only beyond it (False), or
    at any.
    """

    protection: Protection
    weapons: frozenset[Weapon]
    infantry: int | None
    vehicles: int | None
    near: bool | None = None

    def score(self, column: CasualtyColumn) -> int | None:
        """Return the lowest face that causes a casualty in this column; None for a dash."""
        return self.infantry if column is CasualtyColumn.INFANTRY else self.vehicles


_LIGHT_ARMS = frozenset({Weapon.LIGHT_ROCKET, Weapon.MORTAR, Weapon.MACHINE_GUN, Weapon.GROUND_ATTACK})
_LIGHT_GUNS = frozenset({Weapon.LIGHT_GUN, Weapon.FIELD_GUN, Weapon.HEAVY_ROCKET})
_CLOSE_ARMS = frozenset({Weapon.INFANTRY, Weapon.FLAME_THROWER})
_MEDIUM = frozenset({Weapon.MEDIUM_GUN, Weapon.MEDIUM_BOMBER})
_HEAVY = frozenset({Weapon.HEAVY_GUN, Weapon.ENGINEERS, Weapon.HEAVY_BOMBER})
_SUPER = frozenset({Weapon.SUPER_HEAVY_GUN})

CASUALTIES: Final = (
    CasualtyRow(Protection.LIGHT, _LIGHT_ARMS | _LIGHT_GUNS | _CLOSE_ARMS, 4, 3),
    CasualtyRow(Protection.LIGHT, _MEDIUM, 5, 4),
    CasualtyRow(Protection.LIGHT, _HEAVY, 6, 5),
    CasualtyRow(Protection.LIGHT, _SUPER, None, 6),
    CasualtyRow(Protection.MEDIUM, _LIGHT_ARMS | {Weapon.INFANTRY}, None, 6, near=False),
    CasualtyRow(Protection.MEDIUM, _LIGHT_GUNS, 6, 5),
    CasualtyRow(Protection.MEDIUM, _CLOSE_ARMS | _MEDIUM, 5, 4, near=True),
    CasualtyRow(Protection.MEDIUM, _HEAVY, 6, 5),
    CasualtyRow(Protection.MEDIUM, _SUPER, 6, 5),
    CasualtyRow(Protection.HEAVY, _LIGHT_ARMS | {Weapon.INFANTRY}, None, None, near=False),
    CasualtyRow(Protection.HEAVY, _LIGHT_GUNS, None, None),
    CasualtyRow(Protection.HEAVY, _CLOSE_ARMS | _MEDIUM, None, 6, near=True),
    CasualtyRow(Protection.HEAVY, _HEAVY, 6, 5),
    CasualtyRow(Protection.HEAVY, _SUPER, 5, 4),
)
"""The casualty chart in printed order. No row names flame-throwers. Our reading: they count as infantry at close
quarters, as they reach 4 inches (OB-RANGE-03).
"""
CASUALTY_BONUS_INEXPERIENCED: Final = 1
CLOSE_RANGE: Final = 4
FORTIFIED_CLOSE_RANGE_PRINTED: Final = 10
"""The range printed in the fortified part; a misprint for 10 cm (OB-AMB-071)."""


# OB-T-13 ------------------------------------------------------------------------------------------------------------
class Landing(StrEnum):
    """The means by which a battalion lands."""

    PARACHUTE = "parachute"
    GLIDER = "glider"


@dataclass(frozen=True, slots=True)
class LandingDice:
    """The dice rolled for a landing in the open and in terrain; a casualty for each of ``harmed_to`` or less
    (OB-LAND-05, -06).
    """

    day_open: int
    day_terrain: int
    night_open: int
    night_terrain: int
    harmed_to: int


AIR_LANDING: Final = MappingProxyType(
    {Landing.PARACHUTE: LandingDice(1, 2, 2, 3, 3), Landing.GLIDER: LandingDice(1, 3, 3, 4, 2)}
)


# OB-T-14 ------------------------------------------------------------------------------------------------------------
class Actor(StrEnum):
    """The side that acts in a step of a move."""

    OPPONENT = "opponent"
    MOVER = "mover"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a move; ``label`` as the mover's sheet prints it."""

    number: int
    label: str
    actor: Actor
    rule: str


STEPS: Final = (
    Step(1, "Initiative", Actor.OPPONENT, "OB-SEQ-05"),
    Step(2, "Regroup", Actor.MOVER, "OB-SEQ-06"),
    Step(3, "Move", Actor.MOVER, "OB-SEQ-07"),
    Step(4, "Their artillery fires", Actor.OPPONENT, "OB-SEQ-08"),
    Step(5, "Your artillery fires", Actor.MOVER, "OB-SEQ-09"),
    Step(6, "They fire", Actor.OPPONENT, "OB-SEQ-10"),
    Step(7, "You fire", Actor.MOVER, "OB-SEQ-11"),
    Step(8, "Readiness", Actor.MOVER, "OB-SEQ-12"),
    Step(9, "Remove pins", Actor.BOTH, "OB-SEQ-13"),
)


# Gathered from prose ------------------------------------------------------------------------------------------------
DIRECT_INFANTRY: Final = 8
DIRECT_SHORT_BARREL: Final = 4
DIRECT_LONG_BARREL: Final = 8
DIRECT_FLAME_THROWER: Final = 4
LONG_BARREL_OVER_MM: Final = 2500
"""The barrel length above which a gun is long, OB-D-01 (OB-RANGE-02, -03)."""

WEATHER_BAD_TO: Final = 1
WEATHER_CLOUD_TO: Final = 2
WEATHER_CLEARS_FROM: Final = 4
WEATHER_WINTER: Final = -1
"""The winter weather, OB-D-05 (OB-WX-02..06)."""
GROUNDED_BY_CLOUD: Final = frozenset({AirType.MEDIUM_BOMBER, AirType.HEAVY_BOMBER, AirType.TRANSPORT})
ATTACKS_AT_NIGHT: Final = frozenset({AirType.MEDIUM_BOMBER, AirType.HEAVY_BOMBER})
"""The aircraft that attack at night, OB-WX-03, OB-AIR-10."""
AIR_SUPPLY_FROM: Final = 3
"""The lowest face for air supply, OB-SUP-04."""
RECOVERY_WELL_FROM: Final = 5
RECOVERY_POORLY_FROM: Final = 6
"""The lowest face for recovery if poorly supplied, OB-RCV-02."""


class Ability(StrEnum):
    """The engineering ability that a task needs."""

    SELVES = "the battalion itself"
    SUPPORT = "engineering support"
    SPECIALIST = "specialist engineers"


class Span(StrEnum):
    """The units in which engineering times are counted."""

    MOVE = "move"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class EngineeringTime:
    """A row of the engineering times (OB-D-06)."""

    task: TaskKind
    ability: Ability
    count: int
    span: Span
    rule: str
    load: LoadClass | None = None


ENGINEERING_TIMES: Final = (
    EngineeringTime(TaskKind.BLOCK_ROAD, Ability.SUPPORT, 1, Span.MOVE, "OB-DEM-01"),
    EngineeringTime(TaskKind.DEMOLISH_SPAN, Ability.SUPPORT, 1, Span.MOVE, "OB-DEM-01"),
    EngineeringTime(TaskKind.PREPARE_DEMOLITION, Ability.SUPPORT, 1, Span.TURN, "OB-DEM-02"),
    EngineeringTime(TaskKind.BLOW_BRIDGE, Ability.SUPPORT, 1, Span.MOVE, "OB-DEM-03"),
    EngineeringTime(TaskKind.GAP_OBSTACLE, Ability.SUPPORT, 1, Span.TURN, "OB-OBS-05"),
    EngineeringTime(TaskKind.BRIDGE, Ability.SPECIALIST, 2, Span.TURN, "OB-BRG-02", LoadClass.FOOT_WHEELED),
    EngineeringTime(TaskKind.BRIDGE, Ability.SPECIALIST, 4, Span.TURN, "OB-BRG-03", LoadClass.MEDIUM_TANK),
    EngineeringTime(TaskKind.BRIDGE, Ability.SPECIALIST, 6, Span.TURN, "OB-BRG-04", LoadClass.HEAVY_TANK),
    EngineeringTime(TaskKind.FERRY, Ability.SPECIALIST, 1, Span.TURN, "OB-BRG-05", LoadClass.FOOT_WHEELED),
    EngineeringTime(TaskKind.FERRY, Ability.SPECIALIST, 2, Span.TURN, "OB-BRG-05", LoadClass.MEDIUM_TANK),
    EngineeringTime(TaskKind.FERRY, Ability.SPECIALIST, 3, Span.TURN, "OB-BRG-05", LoadClass.HEAVY_TANK),
    EngineeringTime(TaskKind.MINEFIELD, Ability.SPECIALIST, 1, Span.TURN, "OB-MINE-01"),
)
MINEFIELD_LENGTH: Final = 4
SMOKE_WIDTH: Final = 6
"""The width of a smoke screen in inches (OB-MINE-01, OB-SMOKE-01)."""
DIG_IN_INFANTRY: Final = 1
DIG_IN_TOWED_GUNS: Final = 2
DIG_IN_OTHERS: Final = 4
"""The turns of work on prepared positions (OB-PREP-01..03)."""
FERRY_MOVES: Final = 1
BOATS_TWO_INFANTRY_MOVES: Final = 1
BOATS_WHEELED_TURNS: Final = 2
BOATS_MEDIUM_TANKS_MOVES: Final = 3
DD_PREPARE_TURNS: Final = 2
DD_SWIM_MOVES: Final = 1
"""The moves of swimming tanks, OB-AMPH-01..04, -08. AMPH-02 is printed in turns beside moves; its reading is
OB-AMB-120.
"""


SIDE_EDGE: Final = 8
"""The inches from a side edge of the table within which a battalion is caught for good (OB-MOV-06)."""
PITCH: Final = 4  # Our choice: 2 or 8 changes none of 30 battles.
"""The inches between neighbours, and between ranks, of units at one point of the map; a house rule."""
