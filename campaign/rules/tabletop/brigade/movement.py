"""Moves of a unit (BDE-MOVE, BDE-MOUNT, BDE-VEH, BDE-UNITY, BDE-CLOSE).

Distances keep their halves and quarters of an inch; "half a move" of a rolled distance is half of the roll
(BDE-AMB-19).

    allowance(row, ground, face, half=) -> Fraction       raises Refused for a dash
    can_stick(row) -> bool      sticks(row, ground, face, test_face) -> bool
    horse_holders(dismounted)         close_order_advance(...)   is_split(...)   LIFT
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Final

from campaign.errors import Refused
from campaign.rules.tabletop.brigade.scales import FIGURES_A_HORSE_HOLDER, HORSE_HOLDERS_WITHIN_IN, SPACING_IN
from campaign.rules.tabletop.brigade.tables import MOVEMENT, STUCK_ON, VEHICLE_ROWS, Ground, Inches, MovesAs, Rate

HALF = Fraction(1, 2)
_COLUMNS = tuple(Ground)


def rate(row: MovesAs, ground: Ground) -> Rate:
    """Return the cell of the movement chart. Raises Refused for a dash: that type cannot use that ground
    (BDE-MOVE-03).
    """
    cell = MOVEMENT[row][_COLUMNS.index(ground)]
    if cell is None:
        raise Refused(f"{row.value} cannot move over {ground.value}. The movement chart has a dash there (BDE-MOVE-03)")
    return cell


def is_barred(row: MovesAs, ground: Ground) -> bool:
    """Return whether the chart has a dash there, so that the type never uses that ground (BDE-MOVE-03)."""
    return MOVEMENT[row][_COLUMNS.index(ground)] is None


def allowance(row: MovesAs, ground: Ground, face: int | None, *, half: bool = False) -> Fraction:
    """Return the inches a unit may move this time. ``face`` is the D6 of a rate with a die in it (BDE-MOVE-01, -02,
    -04).
    """
    cell = rate(row, ground)
    if cell.rolled and face is None:
        raise Refused(
            f"the move of {row.value} on {ground.value} is {cell}, so it depends on a die. Roll a D6 first "
            "(BDE-MOVE-02)"
        )
    return max(Fraction(0), cell.at(face or 0)) * (HALF if half else 1)


def is_negative(row: MovesAs, ground: Ground, face: int) -> bool:
    """Return whether the rate comes out below 0 on this face; 0 itself is not below (BDE-AMB-21)."""
    return rate(row, ground).at(face) < 0


def can_stick(row: MovesAs) -> bool:
    """Return whether this type can stick: vehicles, and also wagons and horse-drawn guns (BDE-MOVE-05, BDE-AMB-22)."""
    return row in VEHICLE_ROWS or row is MovesAs.HORSE_DRAWN


def sticks(row: MovesAs, ground: Ground, face: int, test_face: int) -> bool:
    """Return whether a unit is stuck for the rest of the game: a negative move, then a 1 on the second die
    (BDE-MOVE-06).
    """
    return can_stick(row) and is_negative(row, ground, face) and test_face == STUCK_ON


def after_dismounting(row: MovesAs) -> MovesAs:
    """Return the movement row of cyclists and riders once they have left their machines or horses (BDE-AMB-98)."""
    return MovesAs.INFANTRY if row in (MovesAs.BICYCLE, MovesAs.CAVALRY) else row


def left_after_changing(*, mounts: bool) -> Fraction:
    """Return the part of a move left to a unit that mounts, dismounts, enters or leaves a vehicle in it (BDE-MOUNT-01,
    BDE-VEH-01, -04).
    """
    return HALF if mounts else Fraction(1)


def check_entering(touching: bool) -> None:
    """Raise Refused for troops that do not touch the vehicle they enter, or are set down away from it (BDE-VEH-02,
    -03).
    """
    if not touching:
        raise Refused(
            "troops must touch a vehicle to enter or leave it (BDE-VEH-02, -03). Move the troops to the vehicle first"
        )


LIFT: Final = MappingProxyType({MovesAs.WHEELED: 6, MovesAs.HALF_TRACK: 4, MovesAs.JEEP: 1})
"""The figures that a transport model of this row carries, or one gun with its crew (BDE-AMB-29)."""


def horse_holders(dismounted: int) -> int:
    """Return how many living figures on foot hold the horses: one in four (BDE-MOUNT-02, BDE-AMB-26)."""
    return ceil(Fraction(dismounted, FIGURES_A_HORSE_HOLDER))


def is_split(widest_gap_in: Inches, horse_holders_in: Inches = 0) -> bool:
    """Return whether a unit is split: figures more than 1 inch apart, or horse-holders, which alone may be farther than
    1, more than 6 away (BDE-UNITY-01, BDE-MOUNT-03, -04).
    """
    return widest_gap_in > SPACING_IN or horse_holders_in > HORSE_HOLDERS_WITHIN_IN


def must_close_up(*, widest_gap_in: Inches, moves: bool) -> bool:
    """Return whether a unit must close up: gaps left by casualties may stay while the unit does not move (BDE-UNITY-02,
    -03).
    """
    return moves and is_split(widest_gap_in)


def close_order_advance(
    *, touching: bool, in_line_or_column: bool, moved_in: Inches, most_in: Inches, on_foot_or_mounted: bool = True
) -> bool:
    """Return whether a unit advances in close order: every base touches the next, the whole is a line or column, and it
    moved at least half its greatest move (BDE-CLOSE-01, -02, BDE-AMB-30).

    A unit that has not moved yet does not advance.
    """
    return (
        touching
        and in_line_or_column
        and on_foot_or_mounted
        and moved_in > 0
        and Fraction(moved_in) >= Fraction(most_in) / 2
    )
