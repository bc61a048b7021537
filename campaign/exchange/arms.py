"""What an arm is by default: how it marches and fights, unless a file says otherwise.

The rows and columns are those of the printed tables; which arm falls into which is the catalogue's reading of them
(OB-AMB-003, -034, -035, -057, -065, -068, -070, -076, -079; engineering support OB-ENG-01).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class Make:
    """Rows and columns that an arm uses. ``direct_in``: direct range in inches."""

    march: MarchClass
    combat: CombatClass
    hit: HitRow
    column: CasualtyColumn
    armour: Armour
    anti_tank: AntiTank | None
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
    Arm.LORRIED_INFANTRY: replace(_FOOT, march=MarchClass.TRUCK),
    Arm.MOTOR_INFANTRY: replace(_FOOT, march=MarchClass.TRUCK),
    Arm.ARMOURED_INFANTRY: replace(
        _FOOT,
        march=MarchClass.HALF_TRACK,
        combat=CombatClass.LIGHT_VEHICLE,
        hit=HitRow.VEHICLE,
        column=CasualtyColumn.OTHERS,
        armour=Armour.LIGHT,
    ),
    Arm.MOTORCYCLE: replace(_FOOT, march=MarchClass.TRUCK, combat=CombatClass.LIGHT_VEHICLE),
    Arm.CYCLIST: replace(_FOOT, march=MarchClass.CAVALRY),
    Arm.CAVALRY: replace(
        _FOOT,
        march=MarchClass.CAVALRY,
        combat=CombatClass.LIGHT_VEHICLE,
        hit=HitRow.VEHICLE,
        column=CasualtyColumn.OTHERS,
        weapon=Weapon.MACHINE_GUN,
        direct_in=4,
        engineers=Engineers.NONE,
    ),
    Arm.PARACHUTE: _FOOT,
    Arm.GLIDER: _FOOT,
    Arm.MACHINE_GUN: replace(_FOOT, march=MarchClass.TRUCK, weapon=Weapon.MACHINE_GUN, engineers=Engineers.NONE),
    Arm.MORTAR: replace(_GUNS, weapon=Weapon.MORTAR),
    Arm.ARMOUR: _TANKS,
    Arm.HEAVY_ARMOUR: replace(_TANKS, march=MarchClass.CAVALRY, combat=CombatClass.FOOT, armour=Armour.HEAVY),
    Arm.ARMOURED_CAR: _CARS,
    Arm.RECONNAISSANCE: _CARS,
    Arm.FIELD_ARTILLERY: _GUNS,
    Arm.MEDIUM_ARTILLERY: replace(_GUNS, weapon=Weapon.MEDIUM_GUN),
    Arm.SELF_PROPELLED_ARTILLERY: _TRACKED_GUNS,
    Arm.ROCKET: replace(_GUNS, weapon=Weapon.LIGHT_ROCKET),
    Arm.ANTI_TANK: replace(_GUNS, anti_tank=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.SELF_PROPELLED_ANTI_TANK: replace(_TRACKED_GUNS, anti_tank=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.ANTI_AIRCRAFT: replace(_GUNS, anti_tank=AntiTank.LIGHT, weapon=Weapon.LIGHT_GUN),
    Arm.ENGINEER: replace(
        _TAIL, column=CasualtyColumn.INFANTRY, weapon=Weapon.ENGINEERS, engineers=Engineers.SPECIALIST
    ),
    Arm.BRIDGING: replace(
        _TAIL, column=CasualtyColumn.INFANTRY, weapon=Weapon.ENGINEERS, engineers=Engineers.SPECIALIST
    ),
    Arm.HEADQUARTERS: _TAIL,
    Arm.SIGNALS: _TAIL,
    Arm.SUPPLY: _TAIL,
    Arm.MEDICAL: _TAIL,
    Arm.MIXED: replace(_FOOT, march=MarchClass.TRUCK),
}
"""Every arm has its row."""

MARCH_WORDS: dict[str, MarchClass] = {
    "infantry": MarchClass.FOOT,
    "horse-drawn": MarchClass.FOOT,
    "cyclist": MarchClass.CAVALRY,
    "slow tank": MarchClass.CAVALRY,
    "tank": MarchClass.TRACKED,
    "fast tank": MarchClass.HALF_TRACK,
    "lorry": MarchClass.TRUCK,
    "armoured car": MarchClass.TRUCK,
    "jeep": MarchClass.TRUCK,
    "motorcycle": MarchClass.TRUCK,
}
"""Other words for the rows of OB-T-02, as printed there."""

COMBAT_WORDS: dict[str, CombatClass] = {
    "infantry": CombatClass.FOOT,
    "horse-drawn": CombatClass.FOOT,
    "slow tank": CombatClass.FOOT,
    "truck": CombatClass.FOOT,
    "lorry": CombatClass.FOOT,
    "half-track": CombatClass.LIGHT_VEHICLE,
    "jeep": CombatClass.LIGHT_VEHICLE,
    "motorcycle": CombatClass.LIGHT_VEHICLE,
    "armoured car": CombatClass.LIGHT_VEHICLE,
    "cavalry": CombatClass.LIGHT_VEHICLE,
    "tank": CombatClass.TRACKED,
}
"""Other words for the rows of OB-T-03, as printed there."""

TANK_ARMS = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR})
GUN_ARMS = frozenset({Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY, Arm.ROCKET, Arm.MORTAR})
