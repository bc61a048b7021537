"""The printed charts of Brigadier General Commands, as data (BGC-TAB-01 to -19).

Distances are inches on the table, heights levels of the map's contours. A value that the book leaves blank is None;
nothing is filled in here. The order ladder runs from Double, the best, to Rout.

    Order, Grade, Shelter, FireKind, Phase, FiringStep, Who, Position, MissionKind, AirResult
    ORDERS, KILL_FACTORS, FIRE_DICE, SPOTTING, POSITIONS, AIR_MISSIONS, FIRING_SEQUENCE, PHASES ...
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.values import dataclass, field

FULL_COUNT: Final = 4
"""The initial Count of every platoon (BGC-FIRE-10)."""
MEN_IN_PLATOON: Final = 40
FIGURES_ON_BASE: Final = 4
BASE_MM: Final = (20, 25)
"""The size of a base, one for each platoon (BGC-GEN-09)."""
SCALES: Final = (300, 285)
FIGURE_MM: Final = 6
"""The scale and height of figures (BGC-GEN-01)."""
PLAYERS_FROM, AGE_FROM, HOURS_FROM = 1, 13, 4
"""The numbers of players, or one alone, with age and hours (BGC-GEN-02)."""


# BGC-TAB-01, -02 -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SizeRow:
    """A size mark over a unit's box and the word for it by arm; empty if the book leaves it blank."""

    mark: str
    infantry: str
    artillery: str = ""
    cavalry: str = ""


SIZE_MARKS: Final = (
    SizeRow("\N{EMPTY SET}", "Team", cavalry="Crew"),
    SizeRow("\N{BULLET}", "Squad"),
    SizeRow("\N{BULLET}\N{BULLET}", "Section"),
    SizeRow("\N{BULLET}\N{BULLET}\N{BULLET}", "Platoon", cavalry="Detachment"),
    SizeRow("I", "Company", "Battery", "Troop"),
    SizeRow("II", "Battalion", cavalry="Squadron"),
    SizeRow("III", "Regiment", cavalry="Group"),
    SizeRow("X", "Brigade"),
    SizeRow("XX", "Division"),
    SizeRow("XXX", "Corps"),
)
ONE_STAR: Final = MappingProxyType(
    {"US": ("Brigadier General",), "British": ("Brigadier",), "German": ("Generalmajor", "Brigadeführer")}
)
TABLE_FEET: Final = MappingProxyType({"small": ((4, 3),), "most": ((6, 4), (8, 5))})
"""The table's length and depth in feet (BGC-TAB-18)."""


# BGC-TAB-03 ----------------------------------------------------------------------------------------------------------
class Grade(StrEnum):
    """The grades of experience, from the poorest to the best (BGC-EXP-01)."""

    RECRUITS = "Recruits"
    GREEN = "Green"
    REGULAR = "Regular"
    SEASONED = "Seasoned"
    ELITE = "Elite"

    @property
    def rank(self) -> int:
        """The rank of the grade, from 1 for recruits to 5 for the elite."""
        return list(Grade).index(self) + 1


@dataclass(frozen=True, slots=True)
class GradeRow:
    """The past of troops of a grade; empty if the book gives none."""

    grade: Grade
    training: str
    battle: str


GRADES: Final = (
    GradeRow(Grade.RECRUITS, "not completed", ""),
    GradeRow(Grade.GREEN, "basic", "little or none"),
    GradeRow(Grade.REGULAR, "thorough", "perhaps some"),
    GradeRow(Grade.SEASONED, "", "extensive"),
    GradeRow(Grade.ELITE, "extensive", "extensive"),
)


# BGC-TAB-04 ----------------------------------------------------------------------------------------------------------
class Phase(StrEnum):
    """The ten phases of a turn, in their order; both sides act in each (BGC-SEQ-01, -02)."""

    INITIATIVE = "Initiative"
    ORDERS = "Orders"
    COMMUNICATIONS = "Communications"
    CALL_FIRE = "Call in indirect fire"
    FIRING = "Firing"
    SURRENDER = "Surrender"
    MOVEMENT = "Movement"
    CLOSE_ASSAULT = "Close assault"
    MEDIC = "Medic"
    TIME = "Time"


# BGC-TAB-05 ----------------------------------------------------------------------------------------------------------
class Order(StrEnum):
    """The ladder of orders, best first: the order that a platoon has, and its morale in one (BGC-ORD-01, -02)."""

    DOUBLE = "Double"
    MOVE = "Move"
    AIM = "Aim"
    DEFEND = "Defend"
    FOLLOW = "Follow"
    SHAKEN = "Shaken"
    HOLD = "Hold"
    BACK = "Back"
    ROUT = "Rout"

    @property
    def rung(self) -> int:
        """The rung of the order, from 1 for Double to 9 for Rout."""
        return _RUNG[self]


_RUNG: Final = {order: rung for rung, order in enumerate(Order, 1)}
IDEAL: Final = (Order.DOUBLE, Order.MOVE, Order.AIM)
"""The orders that platoons have as long as nothing has gone wrong (BGC-ORD-03)."""
DISRUPTED: Final = (Order.DEFEND, Order.SHAKEN, Order.HOLD, Order.BACK, Order.ROUT)
"""The orders to which enemy fire can push a platoon (BGC-ORD-04)."""


class FireKind(StrEnum):
    """The kinds of fire by how well it is laid."""

    AIMED = "aimed"
    AREA = "area"


class Defence(StrEnum):
    """The ways in which a platoon meets a close assault."""

    FULL = "full"
    DOUBLED = "doubled"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class OrderRule:
    """The actions that an order allows. None: the preview does not say; moves are multiples of the normal allowance.

    ``fire`` is a tuple: empty for an order under which platoons do not fire. ``move_wounded`` holds for a platoon with
    wounded.
    """

    move: Fraction | None = None
    move_road: Fraction | None = None
    move_paved: Fraction | None = None
    move_wounded: Fraction | None = None
    fire: tuple[FireKind, ...] | None = None
    assault: bool | None = None
    assault_exceptions: tuple[str, ...] = ()
    defence: Defence | None = None
    stationary: bool | None = None
    call_indirect: bool = False
    save_fire: bool = False
    moves_away: bool | None = None
    note: str = ""

    @property
    def doubled(self) -> bool:
        """True if every enemy die counts twice against it (BGC-ORD-18)."""
        return self.defence is Defence.DOUBLED


_STEADY = OrderRule(
    move=Fraction(0), fire=(FireKind.AIMED,), stationary=True, call_indirect=True, save_fire=True, moves_away=False
)
ORDERS: Final[Mapping[Order, OrderRule]] = MappingProxyType(
    {
        Order.DOUBLE: OrderRule(
            move=Fraction(2),
            move_paved=Fraction(3),
            move_wounded=Fraction(1),
            fire=(),
            assault=False,
            defence=Defence.DOUBLED,
            stationary=False,
            moves_away=False,
        ),
        Order.MOVE: OrderRule(
            move=Fraction(1),
            move_road=Fraction(1),
            move_paved=Fraction(1),
            fire=(FireKind.AREA,),
            defence=Defence.FULL,
            stationary=False,
            moves_away=False,
        ),
        Order.AIM: _STEADY,
        Order.DEFEND: _STEADY,
        Order.FOLLOW: OrderRule(),
        Order.SHAKEN: OrderRule(),
        Order.HOLD: OrderRule(move=Fraction(0), stationary=True),
        Order.BACK: OrderRule(moves_away=True),
        Order.ROUT: OrderRule(),
    }
)
"""The preview's rules of each order; Hold's halt is from its example (BGC-ORD-28)."""


# BGC-TAB-06 ----------------------------------------------------------------------------------------------------------
class Who(StrEnum):
    """The side that acts in a phase: both, or the side with or without the initiative."""

    BOTH = "both"
    INITIATIVE = "initiative"
    CONTESTING = "contesting"


class FireSource(StrEnum):
    """The sources of fire that the sequence of firing distinguishes."""

    ANTI_AIRCRAFT = "anti-aircraft"
    DISTANT = "air, indirect and off-board"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class FiringStep:
    """A step of the Firing Phase. ``kind`` None: by the order, or missing for anti-aircraft fire."""

    number: int
    side: Who
    text: str
    kind: FireKind | None


FIRING_SEQUENCE: Final = (
    FiringStep(1, Who.BOTH, "all anti-aircraft fire", None),
    FiringStep(2, Who.INITIATIVE, "air attacks, indirect and off-board fire", FireKind.AREA),
    FiringStep(3, Who.CONTESTING, "air attacks, indirect and off-board fire", FireKind.AREA),
    FiringStep(4, Who.CONTESTING, "Aimed Fire (Aim and Defend only)", FireKind.AIMED),
    FiringStep(5, Who.INITIATIVE, "all its remaining fire", None),
    FiringStep(6, Who.CONTESTING, "all its remaining fire", None),
)


# BGC-TAB-07 ----------------------------------------------------------------------------------------------------------
class Basis(StrEnum):
    """The number that a Fire Dice number is multiplied by."""

    COUNT = "count"
    PLATOON = "platoon"


@dataclass(frozen=True, slots=True)
class FireDice:
    """A weapon's Fire Dice number: for each of the Count, or once for a platoon that has it (BGC-FIRE-11,
    BGC-AMB-21)."""

    dice: Fraction
    basis: Basis = Basis.COUNT
    reduced_by_casualties: bool = False


SEMI_AUTOMATIC: Final = "semi-automatic squads"
BOLT_AND_LMG: Final = "bolt-action and LMG"
BOLT_ONLY: Final = "bolt-action only"
BAZOOKA: Final = "bazooka"
LIGHT_ANTI_TANK: Final = "light anti-tank weapons"
FIRE_DICE: Final[Mapping[str, FireDice]] = MappingProxyType(
    {
        SEMI_AUTOMATIC: FireDice(Fraction(1)),
        BOLT_AND_LMG: FireDice(Fraction(1)),
        BOLT_ONLY: FireDice(Fraction(1, 2)),
        BAZOOKA: FireDice(Fraction(5), Basis.PLATOON),
    }
)


# BGC-TAB-09, -10, -11 ------------------------------------------------------------------------------------------------
class Shelter(StrEnum):
    """The classes of cover."""

    OPEN = "open"
    SOFT = "soft"
    HARD = "hard"


class Feature(StrEnum):
    """The features that a platoon may be in or behind."""

    WOOD = "wood"
    HEDGE = "hedge"
    TOWN = "town"
    FORTIFICATION = "fortification"
    RIVER_BANK = "river bank"
    DUG_IN = "dug in"


SHELTER_OF: Final[Mapping[Feature, Shelter]] = MappingProxyType(
    {
        Feature.WOOD: Shelter.SOFT,
        Feature.HEDGE: Shelter.SOFT,
        Feature.TOWN: Shelter.HARD,
        Feature.FORTIFICATION: Shelter.HARD,
        Feature.RIVER_BANK: Shelter.HARD,
        Feature.DUG_IN: Shelter.HARD,
    }
)
KILL_FACTORS: Final[Mapping[tuple[FireKind, Shelter], Fraction]] = MappingProxyType(
    {
        (FireKind.AIMED, Shelter.OPEN): Fraction(1),
        (FireKind.AIMED, Shelter.SOFT): Fraction(1, 2),
        (FireKind.AIMED, Shelter.HARD): Fraction(1, 3),
        (FireKind.AREA, Shelter.OPEN): Fraction(1, 4),
        (FireKind.AREA, Shelter.SOFT): Fraction(1, 6),
        (FireKind.AREA, Shelter.HARD): Fraction(1, 8),
    }
)
KILL_FACE: Final = 6
AIMED_STEP_FACES: Final = frozenset({5, 6})
"""The faces of Aimed Fire that disrupt (BGC-STEP-02)."""
BUG_OUT_HURTS: Final = frozenset({1})
"""The faces on which a platoon that bugs out takes a kill and a wound (BGC-TAB-15)."""


# BGC-TAB-12, -14, -17 ------------------------------------------------------------------------------------------------
SEEN_VEHICLE_IN: Final = 20
SEEN_FOOT_IN: Final = 10
SEEN_FIRED_IN: Final = 20
SEEN_IN_WOOD_IN: Final = 2
SEEN_IN_TOWN_IN: Final = 0
SEEN_PER_LEVEL_IN: Final = 5
CONTACT_IN: Final = 0
NEXT_TO_IN: Final = 1
RULE_DISTANCES_IN: Final = (CONTACT_IN, NEXT_TO_IN, SEEN_IN_WOOD_IN, SEEN_FOOT_IN, SEEN_VEHICLE_IN)
"""The distances named in rules (BGC-MEAS-02); five inches a level are added to them and are not a distance by
themselves.
"""
TOLERANCE_IN: Final = Fraction(1, 4)
"""The tolerance of a measurement in inches (BGC-MEAS-01)."""
HIDING_PLACES: Final = frozenset({Feature.WOOD, Feature.TOWN, Feature.HEDGE, Feature.RIVER_BANK, Feature.DUG_IN})
"""The places in which platoons can hide (BGC-VIS-14)."""
BLOCKS_SIGHT: Final = frozenset({Feature.WOOD, Feature.TOWN, Feature.HEDGE})
"""The features that block sight (BGC-LOS-01)."""


class Position(StrEnum):
    """The position of a platoon in or near a town, a wood or a river (BGC-MEAS-04)."""

    INSIDE = "fully inside"
    EDGE = "touching the edge"
    OUTSIDE = "fully outside"


@dataclass(frozen=True, slots=True)
class PositionRow:
    """The actions that a position allows; ``sheltered``: it has the feature's cover."""

    sees_out: bool
    seen_from_outside: bool
    seen_after_firing: bool
    sheltered: bool


POSITIONS: Final[Mapping[Position, PositionRow]] = MappingProxyType(
    {
        Position.INSIDE: PositionRow(sees_out=False, seen_from_outside=False, seen_after_firing=False, sheltered=True),
        Position.EDGE: PositionRow(sees_out=True, seen_from_outside=False, seen_after_firing=True, sheltered=True),
        Position.OUTSIDE: PositionRow(sees_out=True, seen_from_outside=True, seen_after_firing=True, sheltered=False),
    }
)


# BGC-TAB-13 ----------------------------------------------------------------------------------------------------------
class MissionKind(StrEnum):
    """The certainty that an air mission is meant for this table."""

    DEFINITE = "definite"
    DOUBTFUL = "doubtful"
    WIDE_FRONT = "wide front"
    CALLED = "called by an observer"


class AirResult(StrEnum):
    """The possible places where an air attack falls: off the table, on friends or on the enemy."""

    OFF = "off the table"
    FRIEND = "on friends"
    ENEMY = "on the enemy"


@dataclass(frozen=True, slots=True)
class MissionRow:
    """The faces of one die, or pairs of faces of two (lower first), by result; faces not named fall under ``rest``."""

    dice: int
    friend: frozenset[tuple[int, ...]] = field(default_factory=frozenset)
    enemy: frozenset[tuple[int, ...]] = field(default_factory=frozenset)
    rest: AirResult = AirResult.OFF


AIR_MISSIONS: Final[Mapping[MissionKind, MissionRow]] = MappingProxyType(
    {
        MissionKind.DEFINITE: MissionRow(1, frozenset({(1,), (2,)}), frozenset({(3,), (4,), (5,), (6,)})),
        MissionKind.DOUBTFUL: MissionRow(1, frozenset({(4,)}), frozenset({(5,), (6,)})),
        MissionKind.WIDE_FRONT: MissionRow(2, frozenset({(1, 1)}), frozenset({(6, 6), (5, 6)})),
        MissionKind.CALLED: MissionRow(0, rest=AirResult.ENEMY),
    }
)


# BGC-TAB-16 ----------------------------------------------------------------------------------------------------------
class Mark(StrEnum):
    """The three fields of a label, each of which may bear the battalion's colour."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


BATTALION_MARK: Final = frozenset({Mark.LEFT, Mark.RIGHT})
COMPANY_MARKS: Final = (frozenset({Mark.LEFT}), frozenset({Mark.MIDDLE}), frozenset({Mark.RIGHT}))
