"""Troops and the vehicles that carry them: their rows as targets and their moves, aboard and on foot (OB-HIT-11,
OB-AMB-033, -065, -079).

    rides(unit) -> bool            whether it fights on foot and has vehicles of its own
    may_ride(unit) -> bool         whether riding takes it farther in the open, combat-ready, and bars it from terrain
    is_barred(unit) -> bool        whether terrain always bars it, combat-ready
    as_target(stand, unit, aboard=) -> Stand     as a target in its vehicles, or out of them
    mounted_row() -> scores        the scores that hit it aboard: in the open, in terrain, in the dark
    pace(unit, mounted=) -> CombatMove           inches of a move combat-ready

A battalion in march posture is aboard. Combat-ready, it mounts and dismounts anywhere along its move, at no cost
(OB-MOV-11): it is on foot until its owner says that it mounts. Armoured infantry, whose file has them in the row of
their vehicles, are in them in the open. Towed guns stay in their own row on the road too.
"""

from __future__ import annotations

from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.rules.tabletop.brevity.tables import COMBAT_READY, TO_HIT, CombatMove, HitColumn
from campaign.terms.forces import Armour, CasualtyColumn, CombatClass, HitRow, MarchClass, Weapon
from campaign.values import replace

_CARRIED: Final = frozenset({MarchClass.TRUCK, MarchClass.HALF_TRACK, MarchClass.TRACKED})


def rides(unit: Unit) -> bool:
    """Return whether a unit rides in vehicles of its own: infantry, engineers and the like that march faster than on
    foot, in lorries, carriers or on motorcycles.
    """
    on_foot = unit.hit_row is HitRow.OTHER and unit.casualty_column is CasualtyColumn.INFANTRY
    return on_foot and unit.march_class in _CARRIED and not unit.is_artillery


def may_ride(unit: Unit) -> bool:
    """Return whether a unit may ride in combat: infantry in half-tracks, in jeeps, on motorcycles. Armoured cars carry
    no infantry that could dismount.
    """
    in_half_tracks = unit.weapon is Weapon.INFANTRY and unit.march_class in _CARRIED and not unit.is_artillery
    return unit.combat_class is CombatClass.LIGHT_VEHICLE and (in_half_tracks or rides(unit))


def is_barred(unit: Unit) -> bool:
    """Return whether a unit cannot dismount, so that terrain bars it combat-ready: armoured cars, cavalry
    (OB-MOV-10).
    """
    return pace(unit, mounted=False).terrain is None


def pace(unit: Unit, *, mounted: bool) -> CombatMove:
    """Return the inches of a combat-ready move. Infantry barred from terrain on wheels dismounts and walks
    (OB-AMB-033).
    """
    return COMBAT_READY[CombatClass.FOOT if may_ride(unit) and not mounted else unit.combat_class]


def as_target(stand: Stand, unit: Unit, *, aboard: bool) -> Stand:
    """Return the stand as a target in its vehicles: the row of troop-carrying vehicles, the casualty column of others,
    with its own armour. Infantry that has left armoured vehicles has no armour. Other units do not change (OB-AMB-065).
    """
    if rides(unit):
        return replace(stand, row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS) if aboard else stand
    if may_ride(unit) and not aboard:
        return replace(stand, row=HitRow.OTHER, column=CasualtyColumn.INFANTRY, armour=Armour.NONE)
    return stand


def mounted_row() -> tuple[int, int, int]:
    """Return the lowest faces that hit troops aboard: in the open, in terrain or moonlight, in the dark."""
    row = TO_HIT[HitRow.VEHICLE]
    return row[HitColumn.OPEN], row[HitColumn.TERRAIN], row[HitColumn.DARK]
