"""Troops and the vehicles that carry them: how they are fired on and how far they go, aboard and on foot (OB-HIT-11,
OB-AMB-033, -065, -079).

    rides(unit) -> bool            does it fight on foot and have vehicles of its own?
    may_ride(unit) -> bool         does riding take it farther in the open, combat-ready, and bar it from terrain?
    is_barred(unit) -> bool        does terrain bar it, combat-ready, for good?
    as_target(stand, unit, aboard=) -> Stand     as a target in its vehicles, or out of them
    mounted_row() -> scores        what hits it aboard: in the open, in terrain, in the dark
    pace(unit, mounted=) -> CombatMove           inches of a move combat-ready

Who is in march posture is aboard. Combat-ready a battalion mounts and dismounts anywhere along its move, at no cost
(OB-MOV-11): its owner says which, and until he says so it is on foot. Armoured infantry, whose file has them in the row
of their vehicles, are in them in the open. Towed guns stay in their own row on the road too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.rules.tabletop.brevity.tables import COMBAT_READY, TO_HIT, CombatMove, HitColumn
from campaign.terms.forces import Armour, CasualtyColumn, CombatClass, HitRow, MarchClass, Weapon

_CARRIED: Final = frozenset({MarchClass.TRUCK, MarchClass.HALF_TRACK, MarchClass.TRACKED})


def rides(unit: Unit) -> bool:
    """Infantry, engineers and the like that march faster than on foot: lorries, carriers, motorcycles take them."""
    on_foot = unit.hit_row is HitRow.OTHER and unit.casualty_column is CasualtyColumn.INFANTRY
    return on_foot and unit.march_class in _CARRIED and not unit.is_artillery


def may_ride(unit: Unit) -> bool:
    """Infantry in half-tracks, in jeeps, on motorcycles. Armoured cars have no infantry who could get off."""
    in_half_tracks = unit.weapon is Weapon.INFANTRY and unit.march_class in _CARRIED and not unit.is_artillery
    return unit.combat_class is CombatClass.LIGHT_VEHICLE and (in_half_tracks or rides(unit))


def is_barred(unit: Unit) -> bool:
    """Nobody in it can get off, and terrain bars it combat-ready: armoured cars, cavalry (OB-MOV-10)."""
    return pace(unit, mounted=False).terrain is None


def pace(unit: Unit, *, mounted: bool) -> CombatMove:
    """Inches of a move combat-ready. Infantry whom terrain bars on wheels gets off, and walks (OB-AMB-033)."""
    return COMBAT_READY[CombatClass.FOOT if may_ride(unit) and not mounted else unit.combat_class]


def as_target(stand: Stand, unit: Unit, *, aboard: bool) -> Stand:
    """In its vehicles: the row of troop-carrying vehicles, the casualty column of others, with its own armour. Who
    leaves armoured vehicles is infantry without armour. Nobody else changes (OB-AMB-065)."""
    if rides(unit):
        return replace(stand, row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS) if aboard else stand
    if may_ride(unit) and not aboard:
        return replace(stand, row=HitRow.OTHER, column=CasualtyColumn.INFANTRY, armour=Armour.NONE)
    return stand


def mounted_row() -> tuple[int, int, int]:
    """The lowest faces that hit troops aboard: in the open, in terrain or moonlight, in the dark."""
    row = TO_HIT[HitRow.VEHICLE]
    return row[HitColumn.OPEN], row[HitColumn.TERRAIN], row[HitColumn.DARK]
