"""Hitting vehicles, and piercing their armour (BDE-AT, BDE-KILL).

Shot(gun, distance_in, hampered, seen_briefly, partial_cover, part_detected)
to_hit(shot) -> Target          to_kill(shot, vehicle, face) -> Target
attack_value(gun, distance_in)  feels_small_arms(vehicle): whether small arms can damage it at all
"""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.rules.tabletop.brigade.equipment import Body, Face, Gun, Vehicle
from campaign.rules.tabletop.brigade.tables import (
    AT_MOVING_OR_PINNED,
    AT_PART_DETECTED,
    AT_PARTIAL_COVER,
    AT_RANGES,
    AT_SEEN_BRIEFLY,
    AV_FAR,
    AV_FAR_OVER_IN,
    AV_NEAR,
    AV_NEAR_UNDER_IN,
    GRENADES_REACH_IN,
    HAND_HELD,
    TO_HIT_VEHICLE,
    AtClass,
    Inches,
)
from campaign.terms.target import Reason, Target
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot at a vehicle. ``hampered``: fired while moving or pinned, counted once even if both hold (BDE-AT-11)."""

    gun: Gun
    distance_in: Inches
    hampered: bool = False
    seen_briefly: bool = False
    partial_cover: bool = False
    part_detected: bool = False


def base_score(row: AtClass, distance_in: Inches) -> int | None:
    """Return the printed score: headings are upper limits; a blank or a longer range cannot hit (BDE-AT-01, -10,
    BDE-AMB-68).
    """
    if row is AtClass.GRENADES and distance_in > GRENADES_REACH_IN:
        return None
    column = next((n for n, upper in enumerate(AT_RANGES) if distance_in <= upper), None)
    return None if column is None else TO_HIT_VEHICLE[row][column]


def to_hit(shot: Shot) -> Target:
    """Return the score of the shot to hit; changes add up, and above 6 it cannot hit (BDE-AT-11 to -15, BDE-AMB-79).

    Raises BadInput for a weapon without an attack value: it may not fire at armour (BDE-AMB-72).
    """
    gun = shot.gun
    if gun.at_class is None or gun.attack is None:
        raise BadInput(
            f"{gun.name} may not fire at vehicles, because it has no attack value. Add an attack value to the "
            "list of equipment (BDE-EQ-03)"
        )
    result = [
        (shot.hampered, -AT_MOVING_OR_PINNED, "moving or pinned"),
        (shot.seen_briefly, -AT_SEEN_BRIEFLY, "in sight for less than half a move"),
        (shot.partial_cover, -AT_PARTIAL_COVER, "partial cover"),
        (shot.part_detected, -AT_PART_DETECTED, "part detected"),
    ]
    reasons = tuple(Reason(value, text) for applies, value, text in result if applies)
    return Target(
        base_score(gun.at_class, shot.distance_in), f"{gun.at_class.value} at {float(shot.distance_in):g} in.", reasons
    )


def attack_value(gun: Gun, distance_in: Inches) -> int:
    """Return the attack value with its changes for near and far; weapons carried by hand have no changes (BDE-KILL-03
    to -05, BDE-AMB-73, -74).
    """
    if gun.attack is None:
        raise BadInput(f"{gun.name} has no attack value. Add an attack value to the list of equipment (BDE-EQ-03)")
    if gun.at_class in HAND_HELD:
        return gun.attack
    near = AV_NEAR if distance_in < AV_NEAR_UNDER_IN else 0
    far = AV_FAR if distance_in > AV_FAR_OVER_IN else 0
    return gun.attack + near + far


def to_kill(shot: Shot, vehicle: Vehicle, face: Face) -> Target:
    """Return the score of a hit to kill: D6 and attack value must exceed the armour; a soft-skin is always knocked out
    (BDE-KILL-01, -02).
    """
    if vehicle.body is Body.SOFT:
        return Target(1, f"{vehicle.name} is soft-skin")
    value = attack_value(shot.gun, shot.distance_in)
    armour = vehicle.armour(face)
    return Target(armour - value + 1, f"attack {value} against {face.value} armour {armour}")


def feels_small_arms(vehicle: Vehicle) -> bool:
    """Return whether a vehicle rolls a saving throw for each hit of small arms, MGs and auto-cannon: a soft-skin does,
    armour is proof (BDE-AMB-77, -78).
    """
    return vehicle.body is Body.SOFT
