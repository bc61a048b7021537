"""The usual strength of an arm, for enemies of whom a side knows arm and size alone."""

from __future__ import annotations

from typing import Any, Final

from campaign.exchange.arms import GUN_ARMS, TANK_ARMS
from campaign.rules.common.force import Strength
from campaign.rules.tabletop.brevity.ranges import artillery_range
from campaign.terms.forces import Arm, Nationality, Piece

INFANTRY: Final = Strength(700, 0, 0)
TANKS: Final = Strength(500, 50, 0)
GUNS: Final = Strength(450, 0, 24)
CARS: Final = Strength(400, 50, 0)
TAIL: Final = Strength(200, 0, 0)
_CARS: Final = frozenset({Arm.ARMOURED_CAR, Arm.RECONNAISSANCE, Arm.CAVALRY})
_TAIL: Final = frozenset({Arm.HEADQUARTERS, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL, Arm.BRIDGING})
_GUN_LINES: Final = frozenset({Arm.ANTI_TANK, Arm.SELF_PROPELLED_ANTI_TANK, Arm.ANTI_AIRCRAFT})
COMPANIES: Final = 4
"""Companies of a battalion."""
_PIECES: Final = {
    Arm.FIELD_ARTILLERY: (Piece.GUN_HOWITZER, 105),
    Arm.SELF_PROPELLED_ARTILLERY: (Piece.GUN_HOWITZER, 105),
    Arm.MEDIUM_ARTILLERY: (Piece.HOWITZER, 150),
    Arm.MORTAR: (Piece.MORTAR, 120),
    Arm.ROCKET: (Piece.ROCKET_LAUNCHER, 150),
}


def strength_of(arm: Arm, *, is_small: bool) -> Strength:
    """Return the strength of a battalion of an arm, or of a company of it."""
    full = _battalion(arm)
    if not is_small:
        return full
    return Strength(full.men // COMPANIES, full.vehicles // COMPANIES, full.guns // COMPANIES)


def _battalion(arm: Arm) -> Strength:
    if arm in TANK_ARMS:
        return TANKS
    if arm in GUN_ARMS or arm in _GUN_LINES:
        return GUNS
    if arm in _CARS:
        return CARS
    return TAIL if arm in _TAIL else INFANTRY


def piece_of(arm: Arm) -> dict[str, Any]:
    """Return the columns of a battalion for its usual gun; empty for an arm without one."""
    if arm not in _PIECES:
        return {}
    piece, calibre_mm = _PIECES[arm]
    reach = artillery_range(piece, calibre_mm, nation=Nationality.GERMAN)
    return {"piece": piece, "calibre_mm": calibre_mm, "range_in": None if reach is None else reach.printed}
