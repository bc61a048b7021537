"""The campaign's battalions as units of the hex table (HEX-MAP-01..05, -11; umpire 2).

One battalion is one unit, or several companies if the rulebook says so. A weak battalion takes half the hits; a spent
one begins with the first count that is spent; a destroyed one does not muster. Guns are off the table (HEX-OFFT-01),
mortars on it.

    unit_type(unit) -> UnitType           HEX-MAP-02; the first line of TYPES that fits
    parts(unit, book) -> tuple[Part, ...] the units of the table that a battalion is
    fights(unit) -> bool                  whether it takes the field
    muster(force, book) -> Muster         the neutral lines of ``rules.muster``, with warnings
    advice(larger) -> tuple[str, ...]     on the size of the game
    troops(force)                         the units that take the field
    counters(force, spots, book)          the units on the map at the start, to be set out (``chart.set_out``)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Model, Muster, MusterLine, Stand, StandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.terrain import Point
from campaign.rules.tabletop.hexes import combat, mapping
from campaign.rules.tabletop.hexes.chart import Counter
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.terms.forces import Arm, Armour, MarchClass, Size
from campaign.terms.forces import Piece as Gun
from campaign.values import dataclass, replace

FEWEST, MOST = 4, 8
"""The units a side that make an evening's game (umpire 2)."""
_GUN_ARMS = (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET)
_TANK_ARMS = (Arm.ARMOUR, Arm.HEAVY_ARMOUR)
_MOUNTED = (Arm.CAVALRY, Arm.MOTORCYCLE)
_TAIL = (Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL)
_LORRIED = (Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY)
_LARGE = 2  # A large battalion is two (OB-SIZE-06).
_MODEL = {
    UnitType.FOOT: ("infantry base", "infantry bases", StandKind.INFANTRY),
    UnitType.MOTORISED: ("infantry base in trucks", "infantry bases with trucks", StandKind.INFANTRY),
    UnitType.MECHANISED: ("infantry base in half-tracks", "infantry bases with half-tracks", StandKind.INFANTRY),
    UnitType.ANTI_TANK: ("anti-tank gun", "anti-tank guns", StandKind.GUN),
    UnitType.TANKS: ("tank", "tanks", StandKind.VEHICLE),
    UnitType.SPG: ("self-propelled gun", "self-propelled guns", StandKind.VEHICLE),
    UnitType.MORTARS: ("mortar", "mortars", StandKind.SUPPORT),
    UnitType.ARTILLERY: ("gun", "guns", StandKind.OFF_TABLE),
    UnitType.ARMOURED_CARS: ("armoured car", "armoured cars", StandKind.VEHICLE),
    UnitType.JEEPS: ("jeep", "jeeps", StandKind.VEHICLE),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the translation: some battalions, and the type of unit they become."""

    fits: Callable[[Unit], bool]
    becomes: UnitType


def _headquarters(unit: Unit) -> bool:
    return unit.headquarters_of is not None or unit.arm is Arm.HEADQUARTERS or unit.arm in _TAIL


def _rides_trucks(unit: Unit) -> bool:
    return unit.march_class in (MarchClass.TRUCK, MarchClass.CAVALRY) or unit.arm in _LORRIED or unit.arm in _MOUNTED


TYPES: tuple[Line, ...] = (
    Line(_headquarters, UnitType.FOOT),
    Line(lambda unit: unit.arm is Arm.MORTAR or unit.piece is Gun.MORTAR, UnitType.MORTARS),
    Line(lambda unit: unit.arm in _GUN_ARMS, UnitType.ARTILLERY),
    Line(lambda unit: unit.arm in (Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT), UnitType.ANTI_TANK),
    Line(lambda unit: unit.arm is Arm.SELF_PROPELLED_ANTI_TANK, UnitType.SPG),
    Line(lambda unit: unit.arm in _TANK_ARMS, UnitType.TANKS),
    Line(lambda unit: unit.arm is Arm.ARMOURED_CAR, UnitType.ARMOURED_CARS),
    Line(lambda unit: unit.arm is Arm.RECONNAISSANCE and unit.armour is Armour.NONE, UnitType.JEEPS),
    Line(lambda unit: unit.arm is Arm.RECONNAISSANCE, UnitType.ARMOURED_CARS),
    Line(lambda unit: unit.is_artillery, UnitType.ARTILLERY),
    Line(
        lambda unit: unit.arm is Arm.ARMOURED_INFANTRY or unit.march_class is MarchClass.HALF_TRACK, UnitType.MECHANISED
    ),
    Line(_rides_trucks, UnitType.MOTORISED),
)
"""The types of HEX-MAP-02, of which the first line that fits counts; a unit that fits none is foot infantry (parachute
troops, engineers and cyclists on foot).
"""


def unit_type(unit: Unit) -> UnitType:
    """Return the type of a battalion on the hex table (HEX-MAP-02, HEX-AMB-52)."""
    return next((line.becomes for line in TYPES if line.fits(unit)), UnitType.FOOT)


@dataclass(frozen=True, slots=True)
class Part:
    """A unit of the table: the battalion, or a company of it. ``begun`` hits are marked before the battle
    (HEX-MAP-05).
    """

    key: str
    label: str
    type: UnitType
    capacity: int
    begun: int
    worse: bool = False

    @property
    def off_table(self) -> bool:
        """True for artillery, never for mortars (HEX-OFFT-01, HEX-UNIT-08, -09)."""
        return self.type is UnitType.ARTILLERY


def fights(unit: Unit) -> bool:
    """Return whether a unit takes the field: in play, and not the headquarters of a division or higher formation
    (HEX-MAP-02).
    """
    return unit.state.is_in_play


def is_weak(unit: Unit) -> bool:
    """Return whether a unit takes only half the hits: weak battalions, companies, and headquarters that are attacked
    (HEX-MAP-02, -04).
    """
    return unit.size in (Size.WEAK, Size.COMPANY) or _headquarters(unit)


def parts(unit: Unit, book: Rulebook) -> tuple[Part, ...]:
    """Return the units of the table that a battalion is: one, two for a large battalion; by companies if the rulebook
    says so (HEX-MAP-01, -11).
    """
    if not fights(unit):
        return ()
    found_unit_type = unit_type(unit)
    if found_unit_type is UnitType.MOTORISED and book.switch("hexes.trucks_lost") and unit.carries("trucks_lost"):
        found_unit_type = UnitType.FOOT
    companies = book.word("hexes.scale") == "company" and found_unit_type is not UnitType.ARTILLERY
    if companies:
        return _companies(unit, found_unit_type, book)
    weak = is_weak(unit)
    count = _LARGE if unit.size is Size.LARGE else 1
    return _with_hits(tuple(_part(key, found_unit_type, unit, book, weak=weak) for key in "ab"[:count]), unit, book)


def _companies(unit: Unit, unit_type: UnitType, book: Rulebook) -> tuple[Part, ...]:
    """Return the companies of a battalion: three rifle companies and the mortars, four of any other arm; half as many
    if weak; a company is one (HEX-MAP-11).
    """
    count = 1 if unit.size is Size.COMPANY else 2 if is_weak(unit) else 8 if unit.size is Size.LARGE else 4
    mortars = 1 if unit_type.is_infantry and count >= 4 else 0
    kinds = [*[unit_type] * (count - mortars), *[UnitType.MORTARS] * mortars]
    made = tuple(_part(key, kind, unit, book, weak=False) for key, kind in zip("abcdefgh", kinds, strict=False))
    return _with_hits(made, unit, book)


def _with_hits(made: tuple[Part, ...], unit: Unit, book: Rulebook) -> tuple[Part, ...]:
    """Return the parts with the hits of an earlier battle of the day, spread evenly; these never eliminate a unit
    (HEX-MAP-07).
    """
    if not book.switch("hexes.carry_hits") or not unit.state.counts_in_full:
        return made
    hits, count = unit.carries("hits"), len(made)
    shares = [hits // count + (n < hits % count) for n in range(count)]
    return tuple(
        replace(part, begun=min(max(part.begun, share), part.capacity - 1))
        for part, share in zip(made, shares, strict=True)
    )


def _part(key: str, unit_type: UnitType, unit: Unit, book: Rulebook, *, weak: bool) -> Part:
    capacity = combat.capacity(book, weak=weak)
    worse = weak and book.word("hexes.weak") == "worse shots"
    return Part(key, unit_type.value, unit_type, capacity, mapping.begins_with(unit.state, capacity, book), worse)


# The neutral muster --------------------------------------------------------------------------------------------------
def muster(force: Force, book: Rulebook) -> Muster:
    """Return the lines of a force in the order of its commands, with warnings for the umpire."""
    by_command = force.by_command()
    ordered = [unit for command in force.commands for unit in by_command[command.id]]
    lines = tuple(_line(unit.line or number, unit, book) for number, unit in enumerate(ordered, 1))
    command_ids = {command.id for command in force.commands}
    warnings = [
        *(f"{unit.name} is {unit.state.value} and cannot fight" for unit in ordered if not fights(unit)),
        *(
            f"{unit.name} is with a command that takes no part"
            for unit in force.units
            if unit.command not in command_ids
        ),
    ]
    return Muster(lines, _notes(ordered), tuple(warnings))


def _line(number: int, unit: Unit, book: Rulebook) -> MusterLine:
    made = parts(unit, book)
    parts_on_map = [part for part in made if not part.off_table]
    noted = {"hits": sum(part.begun for part in parts_on_map), "capacity": sum(part.capacity for part in parts_on_map)}
    return MusterLine(
        number,
        unit.id,
        unit.name,
        _size(made),
        tuple(_stand(part) for part in made),
        noted if parts_on_map else {},
        Fraction(len(parts_on_map)),
        reach="any hex that a friend sees" if made and made[0].off_table else "",
    )


def _size(made: tuple[Part, ...]) -> str:
    if not made:
        return "does not fight"
    if made[0].off_table:
        return f"{len(made)} unit{'s' if len(made) > 1 else ''}, off the table"
    many = f"{len(made)} units of " if len(made) > 1 else ""
    return f"{many}{made[0].capacity} hits"


def _stand(part: Part) -> Stand:
    key, label, kind = _MODEL[part.type]
    return Stand(
        part.key,
        part.label,
        kind,
        part.capacity,
        part.capacity,
        (Model(key, label),),
        "shoots at -1" if part.worse else "",
    )


def _notes(units: list[Unit]) -> tuple[str, ...]:
    lines = []
    for unit in units:
        if fights(unit) and _headquarters(unit):
            lines.append(f"{unit.name} stands on the table only if it is attacked: weak foot infantry (HEX-MAP-02)")
        elif fights(unit) and unit.arm in _MOUNTED:
            lines.append(f"{unit.name} is motorised infantry here: two hexes until it is hit (HEX-MAP-02)")
    return tuple(lines)


def advice(larger: Muster) -> tuple[str, ...]:
    """Return advice on a game whose larger side musters this number of units (umpire 2)."""
    if not larger.stands or FEWEST <= larger.stands <= MOST:
        return ()
    target_class = (
        "fight it by companies (hexes.scale company), or resolve it"
        if larger.stands < FEWEST
        else "take a slice of it, or resolve it"
    )
    return (f"the larger side has {larger.stands} units: {FEWEST} to {MOST} make a game on hexes; {target_class}",)


# On the map ----------------------------------------------------------------------------------------------------------
def counters(force: Force, spots: Mapping[int, Point], book: Rulebook) -> list[Counter]:
    """Return the units of the table that start at their battalion's position, in the order in which they are set
    out.
    """
    return [
        Counter(unit.id, piece_key(unit, part, book), spots[unit.id])
        for unit in troops(force)
        if unit.id in spots
        for part in parts(unit, book)
        if not part.off_table
    ]


def troops(force: Force) -> list[Unit]:
    """Return the units that take the field: all units present that can fight; headquarters only if there are no others
    (HEX-MAP-02).
    """
    able = [unit for unit in force.units if fights(unit) and unit.command in {command.id for command in force.commands}]
    return [unit for unit in able if not _headquarters(unit)] or able


def piece_key(unit: Unit, part: Part, book: Rulebook) -> str:
    """Return the battalion's key; for each of several units of one battalion a key of its own."""
    return f"{unit.key} {part.key}" if len(parts(unit, book)) > 1 else unit.key
