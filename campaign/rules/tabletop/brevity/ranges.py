"""Ranges (OB-RANGE-04..06) and classes (OB-AMB-076) of guns.

Reach(inches, rule, why)       inches may be a fraction; .printed is the nearest whole inch
artillery_range(piece, calibre_mm, nation=, name=, pre_1914=, maximum_m=, stated_in=) -> Reach | None
gun_class(calibre_mm), rocket_class(calibre_mm) -> Weapon
row_of(calibre_mm) -> CalibreRow
"""

from __future__ import annotations

from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.force import Unit
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.tables import CalibreRow, NamedPiece
from campaign.terms.forces import Nationality, Piece, Weapon
from campaign.values import dataclass

_SHIFTS = (Piece.HOWITZER, Piece.GUN_HOWITZER, Piece.GUN)


@dataclass(frozen=True, slots=True)
class Reach:
    """An artillery range in inches, exact, with the rule it comes from and the reason."""

    inches: Fraction
    rule: str
    why: str

    @property
    def printed(self) -> int:
        """The range to the nearest inch, as sheets print it (OB-AMB-058); a half goes up."""
        return int(self.inches + Fraction(1, 2))

    @property
    def metres(self) -> int:
        return int(self.inches * tables.METRES_AN_INCH)


def row_of(calibre_mm: int) -> CalibreRow:
    """Return the row of the range chart for a calibre; between two rows the smaller one (OB-AMB-054). Raises BadInput
    below 1 mm.
    """
    if calibre_mm < 1:
        raise BadInput(f"{calibre_mm} mm is not a calibre. Write whole millimetres, 1 or more")
    return next(row for row in reversed(tables.ARTILLERY_RANGE) if row.lowest <= calibre_mm)


def _named(piece: Piece, calibre_mm: int, nation: Nationality, name: str) -> NamedPiece | None:
    for named_piece in tables.NAMED_PIECES:
        if named_piece.piece is not piece or (named_piece.nations and nation not in named_piece.nations):
            continue
        if named_piece.calibre_mm == calibre_mm or all(word in name.casefold() for word in named_piece.names):
            return named_piece
    return None


def artillery_range(
    piece: Piece,
    calibre_mm: int,
    *,
    nation: Nationality,
    name: str = "",
    pre_1914: bool = False,
    maximum_m: int | None = None,
    stated_in: int | None = None,
) -> Reach | None:
    """Return the range of a piece: as the order of battle states, 5/6 of a known maximum, a named exception, or the
    chart.

    None: the chart has a dash, and such a piece does not fire as artillery.
    """
    if stated_in is not None:
        return Reach(Fraction(stated_in), "data", "as the order of battle states")
    if maximum_m is not None:
        inches = Fraction(maximum_m * 5, 6 * tables.METRES_AN_INCH)  # OB-RANGE-06.
        return Reach(inches, "OB-RANGE-06", f"5/6 of its greatest range of {maximum_m / 1000:g} km")
    exception = _named(piece, calibre_mm, nation, name)
    if exception is not None:
        return Reach(Fraction(exception.range_in), "OB-RANGE-05", exception.label)
    return _from_table(piece, calibre_mm, pre_1914=pre_1914)


def _from_table(piece: Piece, calibre_mm: int, *, pre_1914: bool) -> Reach | None:
    ranges = row_of(calibre_mm).ranges
    printed = ranges[piece]
    if pre_1914 and piece in _SHIFTS:
        shifted = ranges[list(Piece)[list(Piece).index(piece) - 1]]
        if shifted is not None:
            return Reach(
                Fraction(shifted),
                "OB-RANGE-04",
                f"{calibre_mm} mm {piece.value} from before the First World War, one column to the left",
            )
    return None if printed is None else Reach(Fraction(printed), "OB-RANGE-04", f"{calibre_mm} mm {piece.value}")


def range_of(unit: Unit) -> Reach | None:
    """Return the artillery range of a unit; None if it has no artillery piece."""
    if unit.piece is None or unit.calibre_mm is None:
        return None
    return artillery_range(
        unit.piece,
        unit.calibre_mm,
        nation=unit.nation,
        name=unit.piece_name,
        pre_1914=unit.pre_1914,
        stated_in=unit.range_in,
    )


_GUN_FROM_MM = (  # OB-AMB-076.
    (220, Weapon.SUPER_HEAVY_GUN),
    (156, Weapon.HEAVY_GUN),
    (114, Weapon.MEDIUM_GUN),
    (75, Weapon.FIELD_GUN),
)
_HEAVY_ROCKET_FROM_MM = 200  # OB-AMB-076.


def gun_class(calibre_mm: int) -> Weapon:
    """Return the gun class by calibre: light, field, medium, heavy or super-heavy (OB-AMB-076)."""
    return next((weapon for least_mm, weapon in _GUN_FROM_MM if calibre_mm >= least_mm), Weapon.LIGHT_GUN)


def rocket_class(calibre_mm: int) -> Weapon:
    """Return the class of rockets of this calibre, light or heavy (OB-AMB-076)."""
    return Weapon.HEAVY_ROCKET if calibre_mm >= _HEAVY_ROCKET_FROM_MM else Weapon.LIGHT_ROCKET
