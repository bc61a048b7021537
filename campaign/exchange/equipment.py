"""Weapons and vehicles by name, with the figures from which their classes follow.

    Equipment(faults)                 those of the files that are read, and those that ship with the program
    .weapon(name), .vehicle(name)     one of them by any of its names, or None
    Weapon, Vehicle                   figures, and the classes that the rules derive from them
                                      (`rules.tabletop.brevity.classes`)

A class in an entry overrides the one that follows from its figures; its notes say why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar, TypeVar

from campaign.exchange.attributes import read_attributes
from campaign.exchange.entry import Entry, pairs_of, thousandths
from campaign.exchange.faults import Faults
from campaign.exchange.nation_files import shipped
from campaign.exchange.shapes import SCALAR, decimal, many, word
from campaign.exchange.text import Node, Scalar, Sequence
from campaign.exchange.values import Notes, Source, Unconfirmed
from campaign.rules.tabletop.brevity.classes import (
    anti_tank_class,
    armour_class,
    direct_inches,
    tank_combat,
    tank_hit,
    tank_march,
)
from campaign.terms.attributes import LONGEST_TEXT, Key, keys_of
from campaign.terms.battalion import NO_ANTI_TANK
from campaign.terms.forces import AntiTank, Armour, CombatClass, HitRow, MarchClass, Piece, VehicleKind
from campaign.terms.words import slug
from campaign.values import dataclass, field

T = TypeVar("T")
Called = Annotated[str, Key("Other names for it.", shape=many(SCALAR))]
Period = Annotated[str, Key("When it was in use.")]

LONGEST_BARREL_M, LARGEST_CALIBRE_MM, FARTHEST_M = 30, 1000, 200_000
_CLASSES = word((*AntiTank, NO_ANTI_TANK))


@dataclass(frozen=True, slots=True)
class Weapon:
    """A gun, mortar or rocket launcher. Unknown figures are None. ``anti_tank_said``: the class given outright, "none"
    for none.
    """

    name: str
    calibre_mm: Annotated[
        int, Key("Millimetres, such as 87.6.", "calibre", needed=True, shape=decimal(LARGEST_CALIBRE_MM))
    ]
    barrel_mm: Annotated[
        int | None,
        Key(
            "Length of the barrel in metres; its direct range follows from it (OB-RANGE-03).",
            "barrel",
            shape=decimal(LONGEST_BARREL_M),
        ),
    ] = None
    pierces_mm: Annotated[
        int | None,
        Key(
            "Millimetres of armour pierced at 500 m and 30 degrees; its anti-tank class follows from them.",
            "pierces",
            least=1,
            most=1000,
            unit="mm",
        ),
    ] = None
    piece: Annotated[
        Piece | None, Key("Type of artillery piece, if it bombards.", expected="a type of artillery piece")
    ] = None
    range_m: Annotated[int | None, Key("Kilometres.", "range", shape=decimal(FARTHEST_M // 1000))] = None
    pre_1914: Annotated[bool, Key("An older piece (OB-RANGE-04).", "pre-1914")] = False
    anti_tank_said: Annotated[
        str,
        Key(
            "Its class, if it differs from the one that follows from its figures; say why in the notes.",
            "anti-tank",
            shape=_CLASSES,
        ),
    ] = ""
    called: ClassVar[Called]
    period: ClassVar[Period]
    notes: ClassVar[Notes]
    source: Source = ""
    unconfirmed: Unconfirmed = False

    @property
    def anti_tank(self) -> AntiTank | None:
        """Class against tanks; None for none, or if nothing is known."""
        if self.anti_tank_said:
            return None if self.anti_tank_said == "none" else AntiTank(self.anti_tank_said)
        return None if self.pierces_mm is None else anti_tank_class(self.pierces_mm)

    @property
    def direct_in(self) -> int | None:
        """Direct range by the length of the barrel (OB-RANGE-03)."""
        return None if self.barrel_mm is None else direct_inches(self.barrel_mm)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle. ``front_mm`` None: no armour at all."""

    name: str
    kind: Annotated[VehicleKind, Key("What it is.", needed=True)]
    weapon: Annotated[Weapon | None, Key("Name of its weapon.", shape=SCALAR)] = None
    front_mm: Annotated[
        int | None, Key("Basic front armour in millimetres; left out: none.", "front", least=1, most=1000, unit="mm")
    ] = None
    slope: Annotated[
        int, Key("How far the front armour is laid back from upright, in degrees.", most=80, unit="degrees")
    ] = 0
    sides_mm: Annotated[int | None, Key("Side armour in millimetres.", "sides", least=1, most=1000, unit="mm")] = None
    open_topped: Annotated[bool, Key("Counts as light.", "open-topped")] = False
    km_an_hour: Annotated[
        int | None,
        Key(
            "Kilometres an hour on the road; its rows of the movement charts follow from it.",
            "speed",
            least=1,
            most=200,
            unit="km/h",
        ),
    ] = None
    armour_said: Annotated[
        Armour | None,
        Key(
            "Its class, if it differs from the one that follows from its figures; say why in the notes.",
            "armour",
            expected="a class of armour",
        ),
    ] = None
    anti_tank_said: Annotated[
        str, Key("Its class, if it differs from that of its weapon.", "anti-tank", shape=_CLASSES)
    ] = ""
    called: ClassVar[Called]
    period: ClassVar[Period]
    notes: ClassVar[Notes]
    source: Source = ""
    unconfirmed: Unconfirmed = False

    @property
    def armour(self) -> Armour:
        """Class of armour (OB-AMB-070)."""
        if self.armour_said is not None:
            return self.armour_said
        if self.front_mm is None:
            return Armour.NONE
        return armour_class(self.front_mm, slope=self.slope, sides_mm=self.sides_mm, open_topped=self.open_topped)

    @property
    def anti_tank(self) -> AntiTank | None:
        """Anti-tank class of the vehicle's gun; None for none."""
        if self.anti_tank_said:
            return None if self.anti_tank_said == "none" else AntiTank(self.anti_tank_said)
        return None if self.weapon is None else self.weapon.anti_tank

    @property
    def march(self) -> MarchClass:
        """Row of the march chart (OB-T-02)."""
        if self.kind is VehicleKind.HALF_TRACK:
            return MarchClass.HALF_TRACK
        if self.kind in (VehicleKind.ARMOURED_CAR, VehicleKind.TRUCK):
            return MarchClass.TRUCK
        return (
            MarchClass.TRACKED
            if self.kind is VehicleKind.CARRIER or self.km_an_hour is None
            else tank_march(self.km_an_hour)
        )

    @property
    def combat(self) -> CombatClass:
        """Row of the combat-ready chart (OB-T-03)."""
        if self.kind in (VehicleKind.HALF_TRACK, VehicleKind.ARMOURED_CAR):
            return CombatClass.LIGHT_VEHICLE
        if self.kind is VehicleKind.TRUCK:
            return CombatClass.FOOT
        return (
            CombatClass.TRACKED
            if self.kind is VehicleKind.CARRIER or self.km_an_hour is None
            else tank_combat(self.km_an_hour)
        )

    @property
    def hit_row(self) -> HitRow:
        """Row of the to-hit chart (OB-HIT-11)."""
        if self.kind is VehicleKind.TANK and self.km_an_hour is not None:
            return tank_hit(self.km_an_hour)
        return HitRow.OTHER if self.kind is VehicleKind.TRUCK else HitRow.VEHICLE


@dataclass(slots=True)
class Shelf:
    """The weapons and vehicles by each of their names."""

    weapons: dict[str, Weapon] = field(default_factory=dict)
    vehicles: dict[str, Vehicle] = field(default_factory=dict)


@dataclass(slots=True)
class Equipment:
    """The equipment known to a reading: from its files, then from those that ship with the program."""

    faults: Faults
    declared: Shelf = field(default_factory=Shelf)
    shipped_too: bool = True
    _shipped: Shelf | None = None

    def weapon(self, name: str) -> Weapon | None:
        return self.declared.weapons.get(slug(name)) or self.behind.weapons.get(slug(name))

    def vehicle(self, name: str) -> Vehicle | None:
        return self.declared.vehicles.get(slug(name)) or self.behind.vehicles.get(slug(name))

    def add(self, weapons: Iterable[Node], vehicles: Iterable[Node]) -> int:
        """Add the weapons and vehicles of some sections; a name given twice is an error. Returns their number."""
        return self._enter(weapons, vehicles, self.declared)

    @property
    def behind(self) -> Shelf:
        """Equipment that ships with the program."""
        if self._shipped is None:
            self._shipped = Shelf()
            if self.shipped_too:
                self._enter(shipped("weapons", self.faults), shipped("vehicles", self.faults), self._shipped)
        return self._shipped

    def _enter(self, weapons: Iterable[Node], vehicles: Iterable[Node], shelf: Shelf) -> int:
        count = 0
        for section in weapons:
            for key, node in pairs_of(section, "weapons", self.faults):
                entry = Entry(node, f"weapon {key.text!r}", keys_of(Weapon), self.faults)
                if not entry.poisoned:
                    count += _put(shelf.weapons, key, entry, _weapon(key, entry))
        for section in vehicles:
            for key, node in pairs_of(section, "vehicles", self.faults):
                entry = Entry(node, f"vehicle {key.text!r}", keys_of(Vehicle), self.faults)
                if not entry.poisoned:
                    count += _put(shelf.vehicles, key, entry, _vehicle(key, entry, self._armed(entry, shelf)))
        return count

    def _armed(self, entry: Entry, shelf: Shelf) -> Weapon | None:
        scalar = entry.scalar("weapon", "the name of a weapon")
        if scalar is None:
            return None
        armed = shelf.weapons.get(slug(scalar.text)) or self.weapon(scalar.text)
        if armed is None:
            entry.faults.missing(
                scalar.spot, scalar.text, f"there is no weapon {scalar.text!r}", "write it under 'weapons'"
            )
        return armed


def _vehicle(key: Scalar, entry: Entry, armed: Weapon | None) -> Vehicle:
    read = read_attributes(entry, Vehicle, kind=VehicleKind.TANK)
    return Vehicle(**read, name=key.text, weapon=armed, anti_tank_said=_anti_tank(entry))


def _weapon(key: Scalar, entry: Entry) -> Weapon:
    calibre = _decimal(entry, "calibre", LARGEST_CALIBRE_MM, "millimetres such as 87.6", must=True, unit=1000)
    return Weapon(
        **read_attributes(entry, Weapon),
        name=key.text,
        calibre_mm=calibre or 0,
        barrel_mm=_decimal(entry, "barrel", LONGEST_BARREL_M, "metres such as 2.46", unit=1),
        range_m=entry.metres("range", 1, FARTHEST_M),
        anti_tank_said=_anti_tank(entry),
    )


def _decimal(entry: Entry, key: str, most: int, expected: str, *, unit: int, must: bool = False) -> int | None:
    """Return a decimal number in thousandths, rounded to multiples of ``unit``."""
    scalar = entry.scalar(key, expected, must=must)
    if scalar is None:
        return None
    value = thousandths(scalar.text)
    if value is None or not 0 < value <= most * 1000:
        entry.wrong(key, scalar, f"{expected}, at most {most}")
        return None
    return (value + unit // 2) // unit


def _anti_tank(entry: Entry) -> str:
    scalar = entry.scalar("anti-tank", "an anti-tank class or none")
    if scalar is None:
        return ""
    if scalar.text.lower() == "none":
        return "none"
    anti_tank = entry.choose(scalar, "anti-tank", AntiTank)
    return anti_tank.value if anti_tank else ""


def _put(table: dict[str, T], key: Scalar, entry: Entry, made: T) -> int:
    for name in dict.fromkeys((slug(key.text), *(slug(alias.text) for alias in entry.words("called")))):
        if name in table:
            entry.faults.error(
                key.spot, f"{entry.label} has the name {name!r}, which is already in use", "write each name only once"
            )
        table.setdefault(name, made)
    entry.text("period")
    entry.text("notes", longest=LONGEST_TEXT)
    return 1


ITEM = re.compile(r"(?P<count>\d{1,5}) +(x +)?(?P<item>.+?)( *\((?P<kind>[^()]+)\))?")
"""Line of equipment: ``24 Matilda II (tank)``."""


def counted(node: Node | None) -> list[tuple[int, str]]:
    """Return counts and names of a list of items; anything else is left to its reader to report."""
    nodes = node.items if isinstance(node, Sequence) else (node,)
    matches = [ITEM.fullmatch(piece_node.text.strip()) for piece_node in nodes if isinstance(piece_node, Scalar)]
    return [(int(match["count"]), match["item"]) for match in matches if match]
