"""A battalion as Brevity's charts see it: one stand or model, with its weapons and its values as a target.

A *stand* holds the values that never change during a battle. An abnormally large battalion is two stands, a
reconnaissance battalion split into companies one a company (OB-SIZE-06, OB-REC-01). Its present state (pinned, spent,
posture, distance) belongs to the fire it takes part in: see ``fire``.

    Stand(...)                              fixed values of one stand
    stands_of(unit, book) -> tuple[Stand]   the stands of a battalion
    aircraft(weapon, book, name=) -> Stand  an air group's model (OB-AIR-01, OB-AMB-100)
    AIRCRAFT, ROCKETS                       weapons that hit 1 better (OB-HIT-10)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import muster, tables
from campaign.rules.tabletop.brevity.ranges import range_of
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, Engineers, HitRow, Piece, Size, Weapon
from campaign.values import dataclass

AIRCRAFT: Final = frozenset({Weapon.GROUND_ATTACK, Weapon.MEDIUM_BOMBER, Weapon.HEAVY_BOMBER})
ROCKETS: Final = frozenset({Weapon.LIGHT_ROCKET, Weapon.HEAVY_ROCKET})


@dataclass(frozen=True, slots=True)
class Stand:
    """A stand or model. ``halves``: combat strength in half battalions (normal 2, weak 1, company 0).

    ``artillery_in`` is the range of its artillery in inches, None for a battalion that is not artillery; ``blank``
    names the cell of the range chart that is a dash if a piece has no range. ``unit`` is the battalion it belongs to.
    """

    name: str
    weapon: Weapon = Weapon.INFANTRY
    halves: int = 2
    row: HitRow = HitRow.OTHER
    column: CasualtyColumn = CasualtyColumn.INFANTRY
    armour: Armour = Armour.NONE
    direct_in: int = tables.DIRECT_INFANTRY
    anti_tank_best: AntiTank = AntiTank.LIGHT
    anti_tank_all: AntiTank = AntiTank.LIGHT
    piece: Piece | None = None
    artillery_in: Fraction | None = None
    blank: str = ""
    flame_throwers: bool = False
    engineers: Engineers = Engineers.NONE
    inexperienced: bool = False
    company: bool = False
    key: str = ""
    unit: int = 0

    @property
    def is_artillery(self) -> bool:
        """True for a specialist artillery battalion (OB-ART-01)."""
        return self.piece is not None

    @property
    def is_aircraft(self) -> bool:
        """True for an air group's model."""
        return self.weapon in AIRCRAFT

    @property
    def hits_better(self) -> bool:
        """True for multiple rocket launchers and aircraft, which hit 1 better (OB-HIT-10); every rocket-launcher
        battalion is multiple (OB-AMB-066).
        """
        return self.is_aircraft or self.weapon in ROCKETS


def blank_cell(piece: Piece, calibre_mm: int) -> str:
    """Return the cell of OB-T-07 that is a dash, as in ``OB-T-07 has a dash for mortars of 170 to 190 mm``."""
    row = next(row for row in reversed(tables.ARTILLERY_RANGE) if row.lowest <= calibre_mm)
    span = (
        f"up to {row.highest} mm"
        if row.lowest == 0
        else f"{row.lowest} mm and over"
        if row.highest is None
        else f"{row.lowest} to {row.highest} mm"
    )
    return f"OB-T-07 has a dash for {piece.value}s of {span}"


def _one(unit: Unit, name: str, key: str, halves: int, book: Rulebook) -> Stand:
    reach = range_of(unit)
    dash = (
        blank_cell(unit.piece, unit.calibre_mm)
        if unit.piece is not None and unit.calibre_mm is not None and reach is None
        else ""
    )
    light = AntiTank.ARTILLERY if unit.is_artillery else AntiTank.LIGHT
    best = unit.anti_tank_best or unit.anti_tank_all or light
    return Stand(
        name=name,
        weapon=unit.weapon,
        halves=halves,
        row=unit.hit_row,
        column=unit.casualty_column,
        armour=unit.armour,
        direct_in=unit.direct_in,
        anti_tank_best=best,
        anti_tank_all=unit.anti_tank_all or light,
        piece=unit.piece,
        artillery_in=reach.inches if reach else None,
        blank=dash,
        flame_throwers=unit.flame_throwers,
        engineers=unit.engineers,
        inexperienced=unit.is_inexperienced,
        company=unit.size is Size.COMPANY and book.switch("use.sizes"),
        key=key,
        unit=unit.id,
    )


def stands_of(unit: Unit, book: Rulebook) -> tuple[Stand, ...]:
    """Return the stands of a battalion: one; two for a large one; one a company for reconnaissance split up
    (OB-SIZE-06, OB-REC-01).
    """
    count = muster.models(unit, book)
    each = muster.halves(unit, book) // count
    if count == 1:
        return (_one(unit, unit.short, unit.key, each, book),)
    return tuple(_one(unit, f"{unit.short} ({n})", f"{unit.key}/{n}", each, book) for n in range(1, count + 1))


def aircraft(weapon: Weapon, book: Rulebook, *, name: str = "", key: str = "") -> Stand:
    """Return an air group's model, which is artillery of unlimited range that penetrates as artillery (OB-AIR-01,
    OB-AMB-068, -100).

    Raises BadInput for a weapon that does not fly.
    """
    if weapon not in AIRCRAFT:
        raise BadInput(
            f"{weapon.value!r} is not an aircraft. The aircraft are "
            f"{', '.join(sorted(aircraft.value for aircraft in AIRCRAFT))}"
        )
    penetrates = AntiTank(book.word("air.at_class"))
    return Stand(
        name or f"{weapon.value} aircraft",
        weapon,
        2,
        column=CasualtyColumn.OTHERS,
        direct_in=0,
        anti_tank_best=penetrates,
        anti_tank_all=penetrates,
        key=key or weapon.value,
    )
