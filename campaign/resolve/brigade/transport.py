"""Troops that come on in their vehicles (BDE-VEH, BDE-NOTE-02, BDE-SAVE-10).

Companies and support weapons of lorried, motor and armoured infantry and of motorcyclists ride until an enemy that they
have detected, or the place that is fought for, is near; they leave their vehicles in half a move and the vehicles go
back. A riding unit does not fire, and is shot at as its vehicle: if one is destroyed, its passengers must get out, and
the unit is on foot and pinned. Vehicles do not come forward again. This is the program's doctrine.

    ride_of(unit, troop) -> Ride | None        the vehicle it comes on in
    has_come_far_enough(piece, on) -> bool     whether it is to dismount
    get_off(piece, report)                     wrecked(piece, dice, report)
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from campaign.resolve.brigade import combat
from campaign.resolve.report import Report
from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Unit
from campaign.rules.tabletop.brigade import saves
from campaign.rules.tabletop.brigade.equipment import VEHICLES, Body, Vehicle
from campaign.rules.tabletop.brigade.movement import LIFT
from campaign.rules.tabletop.brigade.tables import MovesAs, Seen
from campaign.rules.tabletop.brigade.troops import Troop
from campaign.rules.tabletop.brigade.victory import Kind
from campaign.terms.forces import Arm
from campaign.values import dataclass
from campaign.words.battle_report import rolled

if TYPE_CHECKING:
    from campaign.resolve.brigade.field import Field, Piece

NEAR_ENEMY_IN: Final = 30
"""The distance from a detected enemy at which units dismount: beyond the range of rifles (BDE-SA-04)."""
# Our choice. It decides where a unit still rides near the place fought for, and no enemy is seen
# (`test_one_reason_is_enough_to_get_off`): in none of 12 battles.
NEAR_GOAL_IN: Final = 16
"""The distance from the place fought for, where an enemy may be hidden, at which units dismount."""


@dataclass(frozen=True, slots=True)
class Ride:
    """The transport of a unit: words for the report, and one of the vehicles."""

    words: str
    vehicle: Vehicle


def _unarmed(name: str, moves_as: MovesAs, armour: int, body: Body) -> Vehicle:
    return Vehicle(name, moves_as, armour, armour, armour, body=body, hull_mg=False, turret_mg=False, printed=False)


_TRUCKS: Final = Ride("trucks", VEHICLES["Truck"])
# Armour 3 is that of the Sdkfz 250/1 in the book's list of equipment.
_RIDES: Final = {
    Arm.LORRIED_INFANTRY: _TRUCKS,
    Arm.MOTOR_INFANTRY: _TRUCKS,
    Arm.ARMOURED_INFANTRY: Ride("half-tracks", _unarmed("Half-track", MovesAs.HALF_TRACK, 3, Body.OPEN_TOP)),
    Arm.MOTORCYCLE: Ride("motorcycles", _unarmed("Motorcycles", MovesAs.JEEP, 0, Body.SOFT)),
}


def ride_of(unit: Unit, troop: Troop) -> Ride | None:
    """Return the transport in which a company or support weapon comes on; None for units on foot, and for vehicles and
    guns.
    """
    return _RIDES.get(unit.arm) if troop.kind in (Kind.COMPANY, Kind.SUPPORT) else None


def has_come_far_enough(piece: Piece, on: Field) -> bool:
    """Return whether a detected enemy or the place that is fought for is near, or the unit is under fire."""
    detected = (enemy for enemy, seen in piece.detected.items() if seen is not Seen.UNSEEN and enemy.on_table)
    goal = on.goal
    return (
        piece.pinned
        or any(on.gap(piece, enemy) <= NEAR_ENEMY_IN for enemy in detected)
        or goal is None
        or hypot(goal[0] - piece.x, goal[1] - piece.y) <= NEAR_GOAL_IN
    )


def get_off(piece: Piece, report: Report) -> None:
    """Dismount a unit from its vehicles, which go back (BDE-VEH-01, -03)."""
    if piece.rides is not None:
        report.say(f"{piece.name} leaves its {piece.rides.words}.")
        piece.rides = None


def wrecked(piece: Piece, dice: Dice, report: Report) -> int:
    """Destroy one of its vehicles: the passengers must get out, and all are on foot and pinned (BDE-SAVE-10,
    BDE-NOTE-02, BDE-AMB-80). Returns the figures that do not get out.
    """
    if piece.rides is None:
        return 0
    vehicle = piece.rides.vehicle
    carried = min(LIFT[vehicle.moves_as], piece.living)
    faces, lost = combat.saved(carried, saves.ESCAPE, carried, dice, piece.name)
    result = f"{lost} lost, the others are on foot and pinned"
    report.add(rolled(f"escape of {piece.name} from {vehicle.name.lower()}", saves.ESCAPE, faces, result))
    piece.rides, piece.pinned = None, True
    return lost
