"""Defaults of each arm: how it marches and fights, unless a file says otherwise.

The rows and columns are those of the printed charts; which arm falls into which is the catalogue's reading of them
(OB-AMB-003, -034, -035, -057, -065, -068, -070, -076, -079; engineering support OB-ENG-01).
"""

from __future__ import annotations

from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    HitRow,
    MarchClass,
    Weapon,
)
from campaign.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Make:
    """The chart rows and columns that an arm uses. ``direct_in``: direct range in inches."""

    march_class: MarchClass
    combat_class: CombatClass
    hit_row: HitRow
    casualty_column: CasualtyColumn
    armour: Armour
    anti_tank_best: AntiTank | None
    weapon: Weapon
    direct_in: int
    engineers: Engineers


_FOOT = Make(
    MarchClass.FOOT,
    CombatClass.FOOT,
    HitRow.OTHER,
    CasualtyColumn.INFANTRY,
    Armour.NONE,
    AntiTank.LIGHT,
    Weapon.INFANTRY,
    8,
    Engineers.SUPPORT,
)
_TANKS = Make(
    MarchClass.TRACKED,
    CombatClass.TRACKED,
    HitRow.VEHICLE,
    CasualtyColumn.OTHERS,
    Armour.MEDIUM,
    AntiTank.LIGHT,
    Weapon.LIGHT_GUN,
    4,
    Engineers.SUPPORT,
)
_CARS = Make(
    MarchClass.TRUCK,
    CombatClass.LIGHT_VEHICLE,
    HitRow.VEHICLE,
    CasualtyColumn.OTHERS,
    Armour.LIGHT,
    AntiTank.LIGHT,
    Weapon.MACHINE_GUN,
    4,
    Engineers.NONE,
)
_GUNS = Make(
    MarchClass.TRUCK,
    CombatClass.FOOT,
    HitRow.OTHER,
    CasualtyColumn.OTHERS,
    Armour.NONE,
    AntiTank.ARTILLERY,
    Weapon.FIELD_GUN,
    4,
    Engineers.NONE,
)
_TRACKED_GUNS = Make(
    MarchClass.TRACKED,
    CombatClass.TRACKED,
    HitRow.OTHER,
    CasualtyColumn.OTHERS,
    Armour.LIGHT,
    AntiTank.ARTILLERY,
    Weapon.FIELD_GUN,
    4,
    Engineers.NONE,
)
_TAIL = Make(
    MarchClass.TRUCK,
    CombatClass.FOOT,
    HitRow.OTHER,
    CasualtyColumn.OTHERS,
    Armour.NONE,
    AntiTank.LIGHT,
    Weapon.INFANTRY,
    4,
    Engineers.NONE,
)


MAKES: dict[Arm, Make] = {
    Arm.INFANTRY: _FOOT,
    Arm.LORRIED_INFANTRY: replace(_FOOT, march_class=MarchClass.TRUCK),
    Arm.MOTOR_INFANTRY: replace(_FOOT, march_class=MarchClass.TRUCK),
    Arm.ARMOURED_INFANTRY: replace(
        _FOOT,
        march_class=MarchClass.HALF_TRACK,
        combat_class=CombatClass.LIGHT_VEHICLE,
        hit_row=HitRow.VEHICLE,
        casualty_column=CasualtyColumn.OTHERS,
        armour=Armour.LIGHT,
    ),
    Arm.MOTORCYCLE: replace(_FOOT, march_class=MarchClass.TRUCK, combat_class=CombatClass.LIGHT_VEHICLE),
    Arm.CYCLIST: replace(_FOOT, march_class=MarchClass.CAVALRY),
    Arm.CAVALRY: replace(
        _FOOT,
        march_class=MarchClass.CAVALRY,
        combat_class=CombatClass.LIGHT_VEHICLE,
        hit_row=HitRow.VEHICLE,
        casualty_column=CasualtyColumn.OTHERS,
        weapon=Weapon.MACHINE_GUN,
        direct_in=4,
        engineers=Engineers.NONE,
    ),
    Arm.PARACHUTE: _FOOT,
    Arm.GLIDER: _FOOT,
    Arm.MACHINE_GUN: replace(_FOOT, march_class=MarchClass.TRUCK, weapon=Weapon.MACHINE_GUN, engineers=Engineers.NONE),
    Arm.MORTAR: replace(_GUNS, weapon=Weapon.MORTAR),
    Arm.ARMOUR: _TANKS,
    Arm.HEAVY_ARMOUR: replace(
        _TANKS, march_class=MarchClass.CAVALRY, combat_class=CombatClass.FOOT, armour=Armour.HEAVY
    ),
    Arm.ARMOURED_CAR: _CARS,
    Arm.RECONNAISSANCE: _CARS,
    Arm.FIELD_ARTILLERY: _GUNS,
    Arm.MEDIUM_ARTILLERY: replace(_GUNS, weapon=Weapon.MEDIUM_GUN),
    Arm.SELF_PROPELLED_ARTILLERY: _TRACKED_GUNS,
    Arm.ROCKET: replace(_GUNS, weapon=Weapon.LIGHT_ROCKET),
    Arm.ANTI_TANK: replace(_GUNS, anti_tank_best=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.SELF_PROPELLED_ANTI_TANK: replace(_TRACKED_GUNS, anti_tank_best=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.ANTI_AIRCRAFT: replace(_GUNS, anti_tank_best=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.ENGINEER: replace(
        _TAIL, casualty_column=CasualtyColumn.INFANTRY, weapon=Weapon.ENGINEERS, engineers=Engineers.SPECIALIST
    ),
    Arm.BRIDGING: replace(
        _TAIL, casualty_column=CasualtyColumn.INFANTRY, weapon=Weapon.ENGINEERS, engineers=Engineers.SPECIALIST
    ),
    Arm.HEADQUARTERS: _TAIL,
    Arm.SIGNALS: _TAIL,
    Arm.SUPPLY: _TAIL,
    Arm.MEDICAL: _TAIL,
    Arm.MIXED: replace(_FOOT, march_class=MarchClass.TRUCK),
}
"""Default values of a battalion for each arm."""

TANK_ARMS = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR})
GUN_ARMS = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.MORTAR})
