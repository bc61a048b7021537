"""General kinds of battalion, for odds asked without a campaign, and the words for them.

    KINDS, FLIERS           all names, each with its stand
    SYNONYMS                other words for them
    gun(piece, calibre_mm, nation=, name=, pre_1914=, text=) -> Stand     an artillery battalion of a real piece

A kind without a calibre reaches any distance as artillery. Where arms share a chart's row, the readings are those of
the catalogue (OB-AMB-057, -065, -068, -070, -076, -079).
"""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.tabletop.brevity.ranges import artillery_range, gun_class, rocket_class
from campaign.rules.tabletop.brevity.stands import Stand, blank_cell
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, Engineers, HitRow, Nationality, Piece, Weapon
from campaign.values import replace

ANY_DISTANCE: Final = Fraction(10_000)  # Farther than any table is wide (OB-SCL-05).
"""The artillery range in inches of a kind without a stated calibre."""
LARGEST_MORTAR_MM: Final = 250
"""The last row of OB-T-07 has no upper end; its 8" is that of the 240 mm mortars, and no larger mortar served."""


def _riding(armour: Armour = Armour.NONE) -> Stand:
    return Stand("infantry", row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS, armour=armour)


def _guns(weapon: Weapon, piece: Piece = Piece.GUN_HOWITZER) -> Stand:
    return Stand(
        weapon.value,
        weapon,
        column=CasualtyColumn.OTHERS,
        direct_in=4,  # OB-AMB-057.
        anti_tank_best=AntiTank.ARTILLERY,
        anti_tank_all=AntiTank.ARTILLERY,
        piece=piece,
        artillery_in=ANY_DISTANCE,
    )


def _tanks(armour: Armour, row: HitRow = HitRow.VEHICLE) -> Stand:
    return Stand("tanks", Weapon.LIGHT_GUN, row=row, column=CasualtyColumn.OTHERS, armour=armour)


def _anti_tank(grade: AntiTank) -> Stand:
    return Stand(
        "anti-tank guns", Weapon.LIGHT_GUN, column=CasualtyColumn.OTHERS, anti_tank_best=grade, anti_tank_all=grade
    )


_INFANTRY = Stand("infantry")
# OB-AMB-057.
_CAVALRY = Stand("cavalry", Weapon.MACHINE_GUN, row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS, direct_in=4)
_TAIL = Stand("headquarters", column=CasualtyColumn.OTHERS, direct_in=4)  # OB-AMB-057.

# Engineers and flame-throwers: OB-AMB-057, OB-RANGE-03. Cars have the reach of a long barrel, as tanks and anti-tank
# guns here; an order of battle that names no barrel gives them a short one's (`exchange.arms`).
KINDS: Final = MappingProxyType(
    {
        "infantry": _INFANTRY,
        "cyclists": _INFANTRY,
        "motorcyclists": _INFANTRY,
        "paratroops": _INFANTRY,
        "glider column": _riding(),
        "mounted infantry": _riding(),
        "armoured infantry": _riding(Armour.LIGHT),
        "truck column": _riding(),
        "machine guns": Stand("machine guns", Weapon.MACHINE_GUN),
        "cavalry": _CAVALRY,
        "armoured cars": replace(_CAVALRY, armour=Armour.LIGHT, direct_in=8),
        "reconnaissance": replace(_CAVALRY, armour=Armour.LIGHT, direct_in=8),
        "tanks": _tanks(Armour.MEDIUM),
        "light tanks": _tanks(Armour.LIGHT),
        "medium tanks": _tanks(Armour.MEDIUM),
        "heavy tanks": _tanks(Armour.HEAVY),
        "fast tanks": _tanks(Armour.LIGHT, HitRow.FAST_TANK),
        "fast light tanks": _tanks(Armour.LIGHT, HitRow.FAST_TANK),
        "fast medium tanks": _tanks(Armour.MEDIUM, HitRow.FAST_TANK),
        "self-propelled guns": Stand(
            "self-propelled guns", Weapon.LIGHT_GUN, column=CasualtyColumn.OTHERS, armour=Armour.LIGHT
        ),
        "anti-tank guns": _anti_tank(AntiTank.LIGHT),
        **{f"{grade.value} anti-tank guns": _anti_tank(grade) for grade in AntiTank if grade is not AntiTank.ARTILLERY},
        "mortars": _guns(Weapon.MORTAR, Piece.MORTAR),
        "light guns": _guns(Weapon.LIGHT_GUN),
        "infantry guns": _guns(Weapon.LIGHT_GUN, Piece.INFANTRY_GUN),
        "field guns": _guns(Weapon.FIELD_GUN),
        "medium guns": _guns(Weapon.MEDIUM_GUN),
        "heavy guns": _guns(Weapon.HEAVY_GUN),
        "super-heavy guns": _guns(Weapon.SUPER_HEAVY_GUN),
        "rocket launchers": _guns(Weapon.LIGHT_ROCKET, Piece.ROCKET_LAUNCHER),
        "light rocket launchers": _guns(Weapon.LIGHT_ROCKET, Piece.ROCKET_LAUNCHER),
        "heavy rocket launchers": _guns(Weapon.HEAVY_ROCKET, Piece.ROCKET_LAUNCHER),
        "engineers": Stand("engineers", Weapon.ENGINEERS, direct_in=4, engineers=Engineers.SPECIALIST),
        "flame-throwers": Stand("flame-throwers", Weapon.FLAME_THROWER, direct_in=4, flame_throwers=True),
        "flame-thrower tanks": replace(
            _tanks(Armour.MEDIUM), weapon=Weapon.FLAME_THROWER, direct_in=4, flame_throwers=True
        ),
        "headquarters": _TAIL,
    }
)
"""The names of battalions, with the stand of each: normal size, experienced, of no nation."""

FLIERS: Final = MappingProxyType(
    {
        "ground-attack aircraft": Weapon.GROUND_ATTACK,
        "medium bombers": Weapon.MEDIUM_BOMBER,
        "heavy bombers": Weapon.HEAVY_BOMBER,
    }
)
SYNONYMS: Final = MappingProxyType(
    {
        "soft trucks": "truck column",
        "trucks": "truck column",
        "lorries": "truck column",
        "transport": "truck column",
        "riflemen": "infantry",
        "half-tracks": "armoured infantry",
        "mg": "machine guns",
        "field artillery": "field guns",
        "artillery": "field guns",
        "guns": "field guns",
        "medium artillery": "medium guns",
        "heavy artillery": "heavy guns",
        "light artillery": "light guns",
        "howitzers": "field guns",
        "nebelwerfers": "rocket launchers",
        "katyushas": "rocket launchers",
        "rockets": "rocket launchers",
        "light rockets": "rocket launchers",
        "heavy rockets": "heavy rocket launchers",
        "multiple rocket launchers": "rocket launchers",
        "tank destroyers": "self-propelled guns",
        "aircraft": "ground-attack aircraft",
        "ground attack": "ground-attack aircraft",
        "fighter-bombers": "ground-attack aircraft",
        "parachutists": "paratroops",
        "gliders": "glider column",
        "at guns": "anti-tank guns",
        "sappers": "engineers",
        "hq": "headquarters",
        "armored cars": "armoured cars",
        "armored infantry": "armoured infantry",
        "super heavy guns": "super-heavy guns",
        "horsed cavalry": "cavalry",
        "troop-carrying vehicles": "truck column",
        "specialist engineers": "engineers",
    }
)


def gun(
    piece: Piece,
    calibre_mm: int,
    *,
    nation: Nationality = Nationality.BRITISH,
    name: str = "",
    pre_1914: bool = False,
    text: str = "",
) -> Stand:
    """Return an artillery battalion of this piece, its range from the printed charts.

    Raises BadInput, naming chart and cell, for a piece whose cell is a dash, and for a mortar larger than any.
    """
    spoken = text or f"{calibre_mm} mm {piece.value}"
    if piece is Piece.MORTAR and calibre_mm > LARGEST_MORTAR_MM:
        raise BadInput(
            f"{spoken!r} has no range. The chart (OB-T-07) gives mortars of about 240 mm a range of 8 in., and "
            "larger mortars no range. Call it a howitzer, or give its range: 'heavy guns (artillery reaches "
            "20)'"
        )
    reach = artillery_range(piece, calibre_mm, nation=nation, name=name, pre_1914=pre_1914)
    if reach is None:
        raise BadInput(
            f"{spoken!r} has no range in the charts: {blank_cell(piece, calibre_mm)}. Name another gun, or give its "
            "range: 'heavy guns (artillery reaches 20)'"
        )
    called = name or f"{calibre_mm} mm {piece.value}s"
    return replace(_guns(_class_of(piece, calibre_mm), piece), name=called, artillery_in=reach.inches)


def _class_of(piece: Piece, calibre_mm: int) -> Weapon:
    if piece is Piece.MORTAR:
        return Weapon.MORTAR
    return rocket_class(calibre_mm) if piece is Piece.ROCKET_LAUNCHER else gun_class(calibre_mm)
