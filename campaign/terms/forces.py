"""The words for formations and battalions: arm, level, size, movement, protection, weapons.

Values are the words used in order-of-battle files, in the database and in JSON.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Arm(StrEnum):
    """The branch of service, shown inside the frame of the symbol."""

    INFANTRY = "infantry"
    LORRIED_INFANTRY = "lorried infantry"
    MOTOR_INFANTRY = "motor infantry"
    ARMOURED_INFANTRY = "armoured infantry"
    MOTORCYCLE = "motorcycle"
    CYCLIST = "cyclist"
    CAVALRY = "cavalry"
    PARACHUTE = "parachute"
    GLIDER = "glider"
    MACHINE_GUN = "machine gun"
    MORTAR = "mortar"
    ARMOUR = "armour"
    HEAVY_ARMOUR = "heavy armour"
    ARMOURED_CAR = "armoured car"
    RECONNAISSANCE = "reconnaissance"
    FIELD_ARTILLERY = "field artillery"
    MEDIUM_ARTILLERY = "medium artillery"
    SELF_PROPELLED_ARTILLERY = "self-propelled artillery"
    ROCKET = "rocket"
    ANTI_TANK = "anti-tank"
    SELF_PROPELLED_ANTI_TANK = "self-propelled anti-tank"
    ANTI_AIRCRAFT = "anti-aircraft"
    ENGINEER = "engineer"
    BRIDGING = "bridging"
    HEADQUARTERS = "headquarters"
    SIGNALS = "signals"
    SUPPLY = "supply"
    MEDICAL = "medical"
    MIXED = "mixed"

    @property
    def takes_ground(self) -> bool:
        """True for arms that are sent to take or hold ground; guns, engineers and trains go with others."""
        return self in _TAKE_GROUND


_TAKE_GROUND: Final = frozenset(
    {
        Arm.INFANTRY,
        Arm.LORRIED_INFANTRY,
        Arm.MOTOR_INFANTRY,
        Arm.ARMOURED_INFANTRY,
        Arm.MOTORCYCLE,
        Arm.CYCLIST,
        Arm.CAVALRY,
        Arm.PARACHUTE,
        Arm.GLIDER,
        Arm.ARMOUR,
        Arm.HEAVY_ARMOUR,
        Arm.ARMOURED_CAR,
        Arm.RECONNAISSANCE,
        Arm.MIXED,
    }
)


class Level(StrEnum):
    """The level of a formation in the order of battle (OB-ORG-04..10). Brigade, regiment and combat command are all
    commands.
    """

    ARMY_GROUP = "army group"
    ARMY = "army"
    CORPS = "corps"
    DIVISION = "division"
    COMMAND = "command"

    @property
    def rank(self) -> int:
        """Rank of the level: 0 for an army group, 4 for a command; a superior has the smaller rank."""
        return list(Level).index(self)


class SizeMark(StrEnum):
    """The mark above a unit's symbol."""

    TEAM = "team"
    SECTION = "section"
    PLATOON = "platoon"
    COMPANY = "company"
    BATTALION = "battalion"
    REGIMENT = "regiment"
    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"
    ARMY_GROUP = "army group"


class Size(StrEnum):
    """The size of a unit as part of a battalion (OB-SIZE-01..08). A large battalion is two models."""

    NORMAL = "normal"
    WEAK = "weak"
    LARGE = "large"
    COMPANY = "company"


class MarchClass(StrEnum):
    """A row of the march chart OB-T-02."""

    FOOT = "foot"
    CAVALRY = "cavalry"
    TRACKED = "tracked"
    HALF_TRACK = "half-track"
    TRUCK = "truck"


class CombatClass(StrEnum):
    """A row of the combat-ready movement chart OB-T-03."""

    FOOT = "foot"
    LIGHT_VEHICLE = "light vehicle"
    TRACKED = "tracked"
    FAST_TANK = "fast tank"


class HitRow(StrEnum):
    """A row of the to-hit chart OB-T-10."""

    FAST_TANK = "fast tank"
    VEHICLE = "vehicle"
    OTHER = "other"


class CasualtyColumn(StrEnum):
    """A column of the casualty chart OB-T-12."""

    INFANTRY = "infantry"
    OTHERS = "others"


class Armour(StrEnum):
    """The armour protection that a battalion carries with it (OB-AMB-070)."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class AntiTank(StrEnum):
    """An anti-tank class, weakest first (OB-PEN-06)."""

    ARTILLERY = "artillery"
    LIGHT = "light"
    LIGHT_MEDIUM = "light-medium"
    MEDIUM = "medium"
    MEDIUM_HEAVY = "medium-heavy"
    HEAVY = "heavy"


class Weapon(StrEnum):
    """A weapon of a battalion: the weapon types that the rows of OB-T-12 name."""

    INFANTRY = "infantry"
    MACHINE_GUN = "machine gun"
    MORTAR = "mortar"
    LIGHT_GUN = "light gun"
    FIELD_GUN = "field gun"
    MEDIUM_GUN = "medium gun"
    HEAVY_GUN = "heavy gun"
    SUPER_HEAVY_GUN = "super-heavy gun"
    LIGHT_ROCKET = "light rocket"
    HEAVY_ROCKET = "heavy rocket"
    ENGINEERS = "engineers"
    FLAME_THROWER = "flame-thrower"
    GROUND_ATTACK = "ground attack"
    MEDIUM_BOMBER = "medium bomber"
    HEAVY_BOMBER = "heavy bomber"


class Piece(StrEnum):
    """A type of artillery piece: column of OB-T-07."""

    MORTAR = "mortar"
    ROCKET_LAUNCHER = "rocket launcher"
    INFANTRY_GUN = "infantry gun"
    HOWITZER = "howitzer"
    GUN_HOWITZER = "gun-howitzer"
    GUN = "gun"


class VehicleKind(StrEnum):
    """A kind of vehicle, as in a battalion's list of items."""

    TANK = "tank"
    ASSAULT_GUN = "assault gun"
    TANK_DESTROYER = "tank destroyer"
    SELF_PROPELLED_GUN = "self-propelled gun"
    ARMOURED_CAR = "armoured car"
    HALF_TRACK = "half-track"
    CARRIER = "carrier"
    TRUCK = "truck"


class Engineers(StrEnum):
    """An engineering ability (OB-ENG-03)."""

    NONE = "none"
    SUPPORT = "support"
    SPECIALIST = "specialist"


class Experience(StrEnum):
    """The experience of a unit. Brevity's *inexperienced* is green (OB-CAS-06, OB-READY-04)."""

    GREEN = "green"
    REGULAR = "regular"
    VETERAN = "veteran"
    ELITE = "elite"


class Nationality(StrEnum):
    """The nations in Brevity's two nationality charts (OB-T-01, OB-T-06); others copy one of them."""

    BRITISH = "british"
    INDIAN = "indian"
    COMMONWEALTH = "commonwealth"
    FRENCH = "french"
    GERMAN = "german"
    ITALIAN = "italian"
    JAPANESE = "japanese"
    SOVIET = "soviet"
    US = "us"


class AirType(StrEnum):
    """A type of air group (OB-AIR-05..09)."""

    GROUND_ATTACK = "ground attack"
    MEDIUM_BOMBER = "medium bomber"
    HEAVY_BOMBER = "heavy bomber"
    TRANSPORT = "transport"
