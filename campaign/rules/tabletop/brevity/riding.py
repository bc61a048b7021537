"""Foot troops and the vehicles that carry them: how they are fired on while they are aboard (OB-HIT-11, OB-AMB-065,
-079).

    rides(unit) -> bool            does it fight on foot and have vehicles of its own?
    aboard(stand) -> Stand         as a target while it is in them
    mounted_row() -> scores        what hits it there: in the open, in terrain, in the dark
    pace(unit) -> CombatMove       inches of a move combat-ready: on foot, for those who ride

Who is in march posture is aboard. Combat-ready a battalion mounts and dismounts anywhere along its move, at no cost
(OB-MOV-11): its owner says which, and until he says so it is on foot. Towed guns stay in their own row on the road too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.tabletop.brevity.stands import Stand
from campaign.rules.tabletop.brevity.tables import COMBAT_READY, TO_HIT, CombatMove, HitColumn
from campaign.terms.forces import CasualtyColumn, CombatClass, HitRow, MarchClass

_CARRIED: Final = frozenset({MarchClass.TRUCK, MarchClass.HALF_TRACK, MarchClass.TRACKED})


def rides(unit: Unit) -> bool:
    """Infantry, engineers and the like that march faster than on foot: lorries, carriers, motorcycles take them."""
    on_foot = unit.hit_row is HitRow.OTHER and unit.casualty_column is CasualtyColumn.INFANTRY
    return on_foot and unit.march_class in _CARRIED and not unit.is_artillery


def pace(unit: Unit) -> CombatMove:
    """Inches of a move combat-ready. Who rides what terrain bars, motorcycles, gets off to fight and moves on foot
    (OB-AMB-033)."""
    barred = unit.combat_class is CombatClass.LIGHT_VEHICLE
    return COMBAT_READY[CombatClass.FOOT if barred and rides(unit) else unit.combat_class]


def aboard(stand: Stand) -> Stand:
    """In its vehicles: the row of troop-carrying vehicles, the casualty column of others. Its armour is what it has
    anyway."""
    return replace(stand, row=HitRow.VEHICLE, column=CasualtyColumn.OTHERS)


def mounted_row() -> tuple[int, int, int]:
    """The lowest faces that hit troops aboard: in the open, in terrain or moonlight, in the dark."""
    row = TO_HIT[HitRow.VEHICLE]
    return row[HitColumn.OPEN], row[HitColumn.TERRAIN], row[HitColumn.DARK]
