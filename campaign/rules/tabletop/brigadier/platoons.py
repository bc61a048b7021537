"""A battalion of the campaign as platoons: headquarters, companies, support, each with a Count of four (BGC-TAB-20,
BGC-MUS).

shape(unit, book) -> Shape                the companies, their kind, and the platoons beside them
platoons(unit, index, book, ...) -> tuple[Platoon, ...]     in the order of the sheet, spent battalions with their
                                                            markers
grade(experience, book, rebuilt=)
start_kills(count, book), left_out(count, book)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from math import ceil

from campaign.rules.common.force import Unit
from campaign.rules.common.hand_weapons import HandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.labels import Label, label
from campaign.rules.tabletop.brigadier.orders import Echelon, Place, first_order
from campaign.rules.tabletop.brigadier.tables import FULL_COUNT, Grade, Order
from campaign.terms.forces import Arm, Experience, Nationality, Piece, Size, Weapon
from campaign.terms.state import Posture, Role
from campaign.values import dataclass, replace


class Kind(StrEnum):
    """The kinds of platoon; a house file names its moves by these words."""

    INFANTRY = "infantry"
    ENGINEERS = "engineers"
    MACHINE_GUN = "machine gun"
    MORTAR = "mortar"
    TANK = "tank"
    ASSAULT_GUN = "assault gun"
    ARMOURED_CAR = "armoured car"
    FIELD_GUN = "field gun"
    ANTI_TANK_GUN = "anti-tank gun"
    ANTI_AIRCRAFT_GUN = "anti-aircraft gun"
    HEADQUARTERS = "headquarters"
    SUPPLY = "supply"

    @property
    def is_vehicle(self) -> bool:
        """True for tanks and other vehicles."""
        return self in (Kind.TANK, Kind.ASSAULT_GUN, Kind.ARMOURED_CAR)

    @property
    def is_gun(self) -> bool:
        """True for guns and mortars, which fire indirectly if a house file gives them dice."""
        return self in (Kind.FIELD_GUN, Kind.ANTI_TANK_GUN, Kind.ANTI_AIRCRAFT_GUN, Kind.MORTAR)


_KIND = {
    Arm.MACHINE_GUN: Kind.MACHINE_GUN,
    Arm.MORTAR: Kind.MORTAR,
    Arm.ARMOUR: Kind.TANK,
    Arm.HEAVY_ARMOUR: Kind.TANK,
    Arm.ARMOURED_CAR: Kind.ARMOURED_CAR,
    Arm.FIELD_ARTILLERY: Kind.FIELD_GUN,
    Arm.MEDIUM_ARTILLERY: Kind.FIELD_GUN,
    Arm.SELF_PROPELLED_ARTILLERY: Kind.FIELD_GUN,
    Arm.ROCKET: Kind.FIELD_GUN,
    Arm.ANTI_TANK: Kind.ANTI_TANK_GUN,
    Arm.SELF_PROPELLED_ANTI_TANK: Kind.ASSAULT_GUN,
    Arm.ANTI_AIRCRAFT: Kind.ANTI_AIRCRAFT_GUN,
    Arm.ENGINEER: Kind.ENGINEERS,
    Arm.BRIDGING: Kind.ENGINEERS,
    Arm.HEADQUARTERS: Kind.SUPPLY,
    Arm.SIGNALS: Kind.SUPPLY,
    Arm.SUPPLY: Kind.SUPPLY,
    Arm.MEDICAL: Kind.SUPPLY,
}
"""The kind of platoon by arm; every other arm is infantry."""
_RIFLES = {Nationality.US: tables.SEMI_AUTOMATIC}
"""The rifles of other armies, bolt-action with light machine guns; the book names US, German and British infantry
only.
"""
_GUNS = {
    Weapon.LIGHT_GUN: "light guns",
    Weapon.FIELD_GUN: "field guns",
    Weapon.MEDIUM_GUN: "medium guns",
    Weapon.HEAVY_GUN: "heavy guns",
    Weapon.SUPER_HEAVY_GUN: "heavy guns",
    Weapon.LIGHT_ROCKET: "rockets",
    Weapon.HEAVY_ROCKET: "rockets",
    Weapon.MORTAR: "mortars",
}
_ARM_WEAPON = {
    Kind.MACHINE_GUN: "machine guns",
    Kind.MORTAR: "mortars",
    Kind.TANK: "tank guns",
    Kind.ASSAULT_GUN: "tank guns",
    Kind.ARMOURED_CAR: "armoured car guns",
    Kind.ANTI_TANK_GUN: "anti-tank guns",
    Kind.ANTI_AIRCRAFT_GUN: "anti-aircraft guns",
}
_GRADE = {Experience.REGULAR: Grade.REGULAR, Experience.VETERAN: Grade.SEASONED, Experience.ELITE: Grade.ELITE}


def kind_of(unit: Unit) -> Kind:
    """Return the kind of a unit's line platoons."""
    if unit.headquarters_of is not None:
        return Kind.SUPPLY
    return _KIND.get(unit.arm, Kind.FIELD_GUN if unit.piece is not None else Kind.INFANTRY)


def grade(experience: Experience, book: Rulebook, *, rebuilt: bool = False) -> Grade:
    """Return the grade for the campaign's experience (BGC-MUS-07). A rebuilt battalion is Regular at best (BGC-EXP-07,
    BGC-MUS-08).
    """
    unit_grade = _GRADE.get(experience) or Grade(book.word("brigadier.green_as").title())
    return min(unit_grade, Grade.REGULAR, key=lambda grade: grade.rank) if rebuilt else unit_grade


def weapons_of(unit: Unit, kind: Kind) -> tuple[str, ...]:
    """Return the weapons of a platoon, the main one first; what its men carry against tanks comes beside the rifles, by
    nation and month: a bazooka, or another light anti-tank weapon.
    """
    if kind is Kind.FIELD_GUN:
        return (_GUNS.get(unit.weapon, "mortars" if unit.piece is Piece.MORTAR else "field guns"),)
    if kind in _ARM_WEAPON:
        return (_ARM_WEAPON[kind],)
    rifles = _RIFLES.get(unit.nation, tables.BOLT_AND_LMG)
    if kind is Kind.SUPPLY:
        return (tables.BOLT_ONLY,)
    against_tanks = anti_tank_by_hand(unit)
    if kind is Kind.HEADQUARTERS:
        return (rifles, *(weapon for weapon in against_tanks if weapon == tables.BAZOOKA))
    if kind is Kind.ENGINEERS:
        return (rifles, *(("flame-throwers",) if unit.flame_throwers else ()), *against_tanks)
    return (rifles, *against_tanks)


def anti_tank_by_hand(unit: Unit) -> tuple[str, ...]:
    """Return the row of the fire dice for what a platoon's men carry against tanks: launchers of any name count as
    bazookas, rifles as other light anti-tank weapons (house rule); empty for grenades, which have none.
    """
    if unit.by_hand is None or unit.by_hand.kind is HandKind.CLOSE:
        return ()
    return (tables.LIGHT_ANTI_TANK,) if unit.by_hand.kind is HandKind.RIFLE else (tables.BAZOOKA,)


# Templates -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Shape:
    """The template of a battalion: its headquarters, companies with or without a headquarters of their own, and support
    platoons.
    """

    headquarters: bool
    companies: int
    line: int
    company_headquarters: bool = True
    support: tuple[Kind, ...] = ()

    @property
    def platoons(self) -> int:
        """The number of all its platoons."""
        return self.headquarters + self.companies * (self.line + self.company_headquarters) + len(self.support)

    @property
    def count(self) -> int:
        """The Count of the whole battalion."""
        return self.platoons * FULL_COUNT


_ARTILLERY = frozenset({Kind.FIELD_GUN, Kind.ANTI_TANK_GUN, Kind.ANTI_AIRCRAFT_GUN})


def shape(unit: Unit, book: Rulebook) -> Shape:
    """Return the template of a battalion (BGC-TAB-20). A large battalion of tanks or infantry is two normal ones under
    one headquarters, one of guns the 24-gun form; a company is alone under its own headquarters, with as many platoons
    as its men, vehicles or guns allow.
    """
    kind = kind_of(unit)
    if kind is Kind.SUPPLY:
        return Shape(True, 1, 3)
    if kind in _ARTILLERY:
        if unit.size is Size.COMPANY:
            return Shape(False, 1, max(1, _worth(unit, kind, book)))
        return Shape(True, 3, {Size.WEAK: 1, Size.NORMAL: 2, Size.LARGE: 2}[unit.size], company_headquarters=False)
    among = book.word("brigadier.company_headquarters") == "among"
    if unit.size is Size.COMPANY:
        companies, line = max(1, unit.recce_companies), 2 if among else 3
        worth = _worth(unit, kind, book)
        return Shape(False, companies, max(1, min(line, worth // companies - 1)) if worth else line)
    if unit.size is Size.WEAK:
        return Shape(True, 2, 1 if among else 2)
    support = (
        (Kind.MACHINE_GUN, Kind.MORTAR) if kind is Kind.INFANTRY and book.switch("brigadier.infantry_support") else ()
    )
    return Shape(True, 6 if unit.size is Size.LARGE else 3, 2 if among else 3, support=support)


def _worth(unit: Unit, kind: Kind, book: Rulebook) -> int:
    """Return the platoons of four Counts that a unit's establishment makes, to the nearest; 0 if the order of battle
    gives no numbers.

    A Count is 10 men, a vehicle, or a gun (BGC-GEN-09, BGC-TAB-20).
    """
    establishment, strength = unit.establishment, unit.strength
    if kind.is_vehicle or kind in _ARTILLERY:
        number, each = (
            (establishment.vehicles or strength.vehicles) if kind.is_vehicle else (establishment.guns or strength.guns),
            book.integer("brigadier.vehicles_per_count"),
        )
    else:
        number, each = establishment.men or strength.men, book.integer("brigadier.men_per_count")
    return (2 * number + FULL_COUNT * each) // (2 * FULL_COUNT * each)


def start_kills(count: int, book: Rulebook) -> int:
    """Return the kill markers with which a spent battalion of that full Count begins (BGC-MUS-02)."""
    return ceil(book.number("brigadier.spent_at") * count)


def left_out(count: int, book: Rulebook) -> int:
    """Return the line platoons that a spent battalion leaves out by the other method (BGC-MUS-03)."""
    return ceil(Fraction(start_kills(count, book), FULL_COUNT))


@dataclass(frozen=True, slots=True)
class Platoon:
    """A platoon at the start. ``unit`` is its parent battalion, even if it is attached to another company (BGC-MUS-09).

    ``key`` is its own within the battalion; ``company`` 0 is battalion level; ``off_table``: off the table, in support.
    """

    key: str
    name: str
    unit: int
    kind: Kind
    echelon: Echelon
    company: int
    weapons: tuple[str, ...]
    grade: Grade
    label: Label
    order: Order
    kills: int = 0
    off_table: bool = False

    @property
    def place(self) -> Place:
        """The platoon's position in the line of command."""
        return Place(self.unit, self.company, self.echelon)


def platoons(
    unit: Unit, index: int, book: Rulebook, *, moving: bool = False, rebuilt: bool = False
) -> tuple[Platoon, ...]:
    """Return the platoons of a battalion that can fight; empty for a destroyed one (BGC-MUS-05). ``index`` chooses its
    colours.

    ``moving``: it is ordered to go somewhere, so that it begins on Move rather than Aim (BGC-MUS-06).
    """
    if not unit.state.is_in_play:
        return ()
    template = shape(unit, book)
    platoons = tuple(_raised(unit, template, index, book, moving=moving, rebuilt=rebuilt))
    if not unit.state.carries_figure:
        return platoons
    if book.word("brigadier.spent_muster") == "markers":
        return _marked(platoons, start_kills(template.count, book))
    lost_keys = {
        platoon.key
        for platoon in [platoon for platoon in reversed(platoons) if platoon.echelon is Echelon.LINE][
            : left_out(template.count, book)
        ]
    }
    return tuple(platoon for platoon in platoons if platoon.key not in lost_keys)


def _supports(unit: Unit) -> bool:
    """Return whether guns fire for others from off the table: in support, in range of the battle, or in support of a
    command that they march with (BGC-MUS-06).
    """
    return unit.posture is Posture.SUPPORT or unit.role is Role.GUNS_IN_RANGE or unit.supports is not None


def _raised(
    unit: Unit, template: Shape, index: int, book: Rulebook, *, moving: bool, rebuilt: bool
) -> Iterable[Platoon]:
    kind = kind_of(unit)
    line = Kind.HEADQUARTERS if kind is Kind.SUPPLY else kind
    gun = kind in _ARTILLERY
    order = first_order(unit.state, unit.posture, moving=moving, gun=gun)
    far = (gun and _supports(unit)) or unit.posture is Posture.RESERVE
    level = grade(unit.experience, book, rebuilt=rebuilt)

    def made(key: str, name: str, made_kind: Kind, echelon: Echelon, company: int) -> Platoon:
        label_of_platoon = label(index, company, headquarters=echelon.commands)
        return Platoon(
            key,
            name,
            unit.id,
            made_kind,
            echelon,
            company,
            weapons_of(unit, made_kind),
            level,
            label_of_platoon,
            order,
            off_table=far,
        )

    company_word, platoon_word = ("Bty", "Tp") if gun else ("Coy", "Pl")
    if template.headquarters:
        line_kind = kind if kind.is_vehicle else Kind.HEADQUARTERS
        yield made("hq", "Bn HQ", line_kind, Echelon.BATTALION_HQ, 0)
    for company in range(1, template.companies + 1):
        if template.company_headquarters:
            yield made(
                f"{company}hq",
                f"{company} {company_word} HQ",
                kind if kind.is_vehicle else Kind.HEADQUARTERS,
                Echelon.COMPANY_HQ,
                company,
            )
        for number in range(1, template.line + 1):
            yield made(
                f"{company}.{number}",
                f"{company} {company_word} {number} {platoon_word}",
                line if line is not Kind.HEADQUARTERS else Kind.SUPPLY,
                Echelon.LINE,
                company,
            )
    for support in template.support:
        yield made(
            "mg" if support is Kind.MACHINE_GUN else "mor",
            f"{support.value.capitalize()} Pl",
            support,
            Echelon.SUPPORT,
            0,
        )


_MARKED_FIRST = (Echelon.LINE, Echelon.SUPPORT, Echelon.COMPANY_HQ, Echelon.BATTALION_HQ)


def _marked(platoons: tuple[Platoon, ...], kills: int) -> tuple[Platoon, ...]:
    """Return the platoons with kill markers, one a platoon at first: the line in company order, support, company
    headquarters, the battalion's last (BGC-MUS-02).
    """
    order = sorted(range(len(platoons)), key=lambda at: (_MARKED_FIRST.index(platoons[at].echelon), at))
    marks_each = [0] * len(platoons)
    for number in range(min(kills, len(platoons) * FULL_COUNT)):
        marks_each[order[number % len(order)]] += 1
    return tuple(replace(platoon, kills=marks) for platoon, marks in zip(platoons, marks_each, strict=True))
