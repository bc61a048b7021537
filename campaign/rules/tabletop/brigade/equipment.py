"""Guns and vehicles of Brigade level games: the printed samples, and house values in the same form (BDE-TAB-EQ,
BDE-TAB-AV, BDE-EQ-03).

The book prints eight vehicles and twenty-one guns as samples and asks for others to be added. What is added here is
marked as not printed. A battalion whose equipment is unknown is set up by its class of armour and anti-tank weapon.

    Gun(name, attack, at_class, calibre_mm, printed)        gun(name) -> Gun
    Vehicle(name, moves_as, front, side, rear, gun, body, hull_mg, turret_mg, printed)   vehicle(name) -> Vehicle
    by_class(armour, anti_tank, combat) -> Vehicle     vehicle_in(text) -> Vehicle | None
    guns_in(text) -> all guns that the words name
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.errors import NotFound
from campaign.rules.tabletop.brigade.tables import AtClass, MovesAs
from campaign.terms.forces import AntiTank, Armour, CombatClass
from campaign.terms.words import did_you_mean, listing, plain
from campaign.values import dataclass, replace


class Body(StrEnum):
    """The protection of the crew and passengers of a vehicle (BDE-AMB-94)."""

    SOFT = "soft-skin"
    OPEN_TOP = "open-top"
    ENCLOSED = "enclosed"


class Face(StrEnum):
    """The side of a vehicle that is hit: four quarters, two of them alike (BDE-AMB-75)."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon against vehicles: attack value, row of the hitting chart, calibre for HE (None: it fires none).
    ``nation``: the nation whose list prints it.
    """

    name: str
    attack: int | None
    at_class: AtClass | None
    calibre_mm: int | None = None
    printed: bool = True
    nation: str = ""


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle: its movement row, armour on three faces, gun and machine guns."""

    name: str
    moves_as: MovesAs
    front: int
    side: int
    rear: int
    gun: Gun | None = None
    body: Body = Body.ENCLOSED
    hull_mg: bool = True
    turret_mg: bool = True
    auto_cannon: bool = False
    printed: bool = True

    def armour(self, face: Face) -> int:
        """Return the armour value of a face of the vehicle (BDE-KILL-06)."""
        return {Face.FRONT: self.front, Face.SIDE: self.side, Face.REAR: self.rear}[face]

    @property
    def armed(self) -> bool:
        """True if the vehicle has any weapon: a fighting vehicle, not a transport (BDE-TYPE-03, -04, BDE-AMB-05)."""
        return self.gun is not None or self.hull_mg or self.turret_mg or self.auto_cannon


SPEED_LETTERS: Final = MappingProxyType(
    {
        "VS": MovesAs.VERY_SLOW_TANK,
        "S": MovesAs.SLOW_TANK,
        "M": MovesAs.MEDIUM_TANK,
        "F": MovesAs.FAST_TANK,
        "VF": MovesAs.VERY_FAST_TANK,
        "HT": MovesAs.HALF_TRACK,
        "W": MovesAs.JEEP,
    }
)
"""The letters of the equipment table, which has no key (BDE-AMB-27); W is that of fighting vehicles."""

_HV, _LG, _SMALL, _LOW = AtClass.HIGH_VELOCITY, AtClass.LONG_GUN, AtClass.SMALL_LONG_GUN, AtClass.LOW_VELOCITY
_ALL_GUNS: Final = (
    Gun("2pdr", 4, _SMALL, 40, nation="British"),
    Gun("6pdr", 7, _LG, 57, nation="British"),
    Gun("17pdr", 10, _HV, 77, nation="British"),
    Gun("25pdr", 5, _LOW, 88, nation="British"),
    Gun("PIAT", 9, AtClass.BAZOOKA, nation="British"),
    Gun("37mm", 3, _SMALL, 37, nation="German"),
    Gun("short 50", 4, _LOW, 50, nation="German"),
    Gun("long 50", 6, _LG, 50, nation="German"),
    Gun("short 75", 5, _LOW, 75, nation="German"),
    Gun("75L48", 7, _LG, 75, nation="German"),
    Gun("75L70", 10, _HV, 75, nation="German"),
    Gun("88L56", 10, _HV, 88, nation="German"),
    Gun("88L71", 12, _HV, 88, nation="German"),
    Gun("75mm IG", 4, _LOW, 75, nation="German"),
    Gun("Panzerfaust", 9, AtClass.PANZERFAUST, nation="German"),
    Gun("Panzerschreck", 9, AtClass.BAZOOKA, nation="German"),
    Gun("76mm AT", 7, _LG, 76, nation="Russian"),
    Gun("85mm AT", 9, _HV, 85, nation="Russian"),
    Gun("Autocannon", -1, _SMALL, 20, nation="generic"),
    Gun("AT rifle", 0, AtClass.AT_RIFLE, nation="generic"),
    Gun("AT grenades", 0, AtClass.GRENADES, nation="generic"),
    # of the vehicle table, with the values it prints in brackets
    Gun("75 (Sherman)", 7, _LG, 75),
    Gun("77mm", 10, _HV, 77),
    Gun("76mm", 7, _LG, 76),
    Gun("85mm", 9, _HV, 85),
    # ours
    Gun("Bazooka", 9, AtClass.BAZOOKA, printed=False),
    Gun("47mm", 5, _SMALL, 47, printed=False),
    Gun("field gun", 5, _LOW, 87, printed=False),
)
GUNS: Final = MappingProxyType({all_gun.name: all_gun for all_gun in _ALL_GUNS})
"""Every gun by name. Calibres and rows of the hitting table are read from the names and from BDE-AMB-69 to -72."""


def _sample(
    name: str,
    gun: str | None,
    speed: str,
    armour: tuple[int, int, int],
    *,
    body: Body = Body.ENCLOSED,
    hull_mg: bool = True,
    turret_mg: bool = True,
    auto_cannon: bool = False,
    printed: bool = True,
) -> Vehicle:
    return Vehicle(
        name, SPEED_LETTERS[speed], *armour, GUNS[gun] if gun else None, body, hull_mg, turret_mg, auto_cannon, printed
    )


_ALL_VEHICLES: Final = (
    _sample("Sdkfz 250/1", None, "HT", (3, 3, 3), body=Body.OPEN_TOP, turret_mg=False),
    _sample("Sdkfz 222", "Autocannon", "W", (3, 3, 3), body=Body.OPEN_TOP, hull_mg=False, auto_cannon=True),
    _sample("Pz IV H", "75L48", "M", (9, 6, 6)),
    _sample("Tiger", "88L56", "M", (13, 9, 9)),
    _sample("Sherman", "75 (Sherman)", "F", (9, 5, 5)),
    _sample("Firefly", "77mm", "F", (9, 5, 5)),
    _sample("T34/76", "76mm", "F", (10, 6, 6)),
    _sample("T34/85", "85mm", "F", (11, 6, 6)),
    # ours
    _sample("Matilda II", "2pdr", "S", (10, 9, 8), hull_mg=False, printed=False),
    _sample("Cruiser", "2pdr", "F", (5, 4, 4), printed=False),
    _sample("Light tank", None, "F", (4, 3, 3), hull_mg=False, printed=False),
    _sample("Pz II", "Autocannon", "M", (5, 4, 4), hull_mg=False, auto_cannon=True, printed=False),
    _sample("Pz III", "short 50", "M", (7, 5, 5), printed=False),
    _sample("Pz IV", "short 75", "M", (7, 5, 5), printed=False),
    _sample("M13/40", "47mm", "M", (6, 5, 5), printed=False),
    _sample("Armoured car", None, "W", (3, 3, 3), body=Body.OPEN_TOP, hull_mg=False, printed=False),
    _sample("Carrier", None, "HT", (3, 3, 3), body=Body.OPEN_TOP, turret_mg=False, printed=False),
    _sample("Jeep", None, "W", (0, 0, 0), body=Body.SOFT, turret_mg=False, printed=False),
    Vehicle("Truck", MovesAs.WHEELED, 0, 0, 0, body=Body.SOFT, hull_mg=False, turret_mg=False, printed=False),
)
VEHICLES: Final = MappingProxyType({all_vehicle.name: all_vehicle for all_vehicle in _ALL_VEHICLES})
"""Every vehicle by name."""

_NAMED: Final = (
    ("matilda", "Matilda II"),
    ("sherman", "Sherman"),
    ("firefly", "Firefly"),
    ("tiger", "Tiger"),
    ("t34 85", "T34/85"),
    ("t34", "T34/76"),
    ("pz iv h", "Pz IV H"),
    ("pz ii iii and iv", "Pz III"),
    ("pz iii", "Pz III"),
    ("pz iv", "Pz IV"),
    ("pz ii", "Pz II"),
    ("m13", "M13/40"),
    ("cruiser", "Cruiser"),
    ("light tank", "Light tank"),
    ("sdkfz 222", "Sdkfz 222"),
    ("armoured car", "Armoured car"),
    ("carrier", "Carrier"),
)
"""The words of an order of battle, and the vehicle they mean; the first match is taken for the whole battalion, the
longest of equals.
"""
_NAMED_GUNS: Final = (
    ("8 8 cm", "88L56"),
    ("88", "88L56"),
    ("17 pdr", "17pdr"),
    ("6 pdr", "6pdr"),
    ("2 pdr", "2pdr"),
    ("7 5 cm pak", "75L48"),
    ("5 cm pak", "long 50"),
    ("3 7 cm", "37mm"),
    ("37 mm", "37mm"),
    ("47", "47mm"),
    ("25 pdr", "25pdr"),
)
# Our choice beside the printed samples (BDE-EQ-03): half of each changes 1 of 12 battles, twice each 2.
_ARMOUR_VALUES: Final = MappingProxyType(
    {Armour.NONE: (3, 3, 3), Armour.LIGHT: (5, 4, 4), Armour.MEDIUM: (8, 5, 5), Armour.HEAVY: (11, 8, 8)}
)
_CLASS_GUN: Final = MappingProxyType(
    {
        AntiTank.ARTILLERY: "field gun",
        AntiTank.LIGHT: "2pdr",
        AntiTank.LIGHT_MEDIUM: "long 50",
        AntiTank.MEDIUM: "75L48",
        AntiTank.MEDIUM_HEAVY: "85mm AT",
        AntiTank.HEAVY: "88L56",
    }
)
_CLASS_SPEED: Final = MappingProxyType(
    {
        CombatClass.FOOT: MovesAs.SLOW_TANK,
        CombatClass.LIGHT_VEHICLE: MovesAs.JEEP,
        CombatClass.TRACKED: MovesAs.MEDIUM_TANK,
        CombatClass.FAST_TANK: MovesAs.FAST_TANK,
    }
)


def gun(name: str) -> Gun:
    """Return a gun by name. Raises NotFound with similar names."""
    gun = next((row for row in GUNS.values() if plain(row.name) == plain(name)), None)
    if gun is None:
        raise NotFound(
            f"{name!r} is not a gun in the chart of attack values"
            f"{did_you_mean(name, GUNS) or f'. The chart has {listing(GUNS, 40)}'}"
        )
    return gun


def vehicle(name: str) -> Vehicle:
    """Return a vehicle by name. Raises NotFound with similar names."""
    vehicle = next((row for row in VEHICLES.values() if plain(row.name) == plain(name)), None)
    if vehicle is None:
        raise NotFound(
            f"{name!r} is not a vehicle in the equipment chart"
            f"{did_you_mean(name, VEHICLES) or f'. The chart has {listing(VEHICLES, 40)}'}"
        )
    return vehicle


def _named_in(text: str, names: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Yield the names that occur in the words, in their order; a word within another is not counted twice (``5 cm`` in
    ``7.5 cm``).
    """
    padded = f" {plain(text)} ".replace("s ", " ")
    end = 0
    for at, less, name in sorted(
        (padded.find(f" {word} "), -len(word), name) for word, name in names if f" {word} " in padded
    ):
        if at >= end:
            yield name
            end = at - less + 1


def vehicle_in(text: str) -> Vehicle | None:
    """Return the first vehicle that an order of battle's words name; None if none is known."""
    name = next(_named_in(text, _NAMED), None)
    return VEHICLES[name] if name else None


def guns_in(text: str) -> tuple[Gun, ...]:
    """Return all guns that the words name, each once, in their order."""
    return tuple(GUNS[name] for name in dict.fromkeys(_named_in(text, _NAMED_GUNS)))


def class_gun(grade: AntiTank | None) -> Gun | None:
    """Return the gun that represents a campaign's anti-tank class; not printed."""
    return replace(GUNS[_CLASS_GUN[grade]], name=f"{grade.value} gun", printed=False) if grade is not None else None


def by_class(armour: Armour, anti_tank: AntiTank | None, combat: CombatClass) -> Vehicle:
    """Return the vehicle that represents a class of armour and anti-tank weapon: a house value, not printed."""
    body = Body.OPEN_TOP if armour is Armour.NONE else Body.ENCLOSED
    kind = ("scout car" if armour is Armour.NONE else "armoured car") if combat is CombatClass.LIGHT_VEHICLE else "tank"
    name = kind if armour is Armour.NONE else f"{armour.value} {kind}"
    return Vehicle(
        name,
        _CLASS_SPEED[combat],
        *_ARMOUR_VALUES[armour],
        gun=class_gun(anti_tank),
        body=body,
        hull_mg=combat is not CombatClass.LIGHT_VEHICLE,
        printed=False,
    )
