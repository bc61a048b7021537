"""Values that follow from the weapons and vehicles of an establishment: classes from their figures, pieces and ranges
of guns.

The majority of its vehicles decides its armour and its direct range, the slowest its march. The best gun is its
anti-tank class, the weakest the class that all of it has (OB-PEN-06). Guns decide the kind of artillery, and its range:
5/6 of their greatest range at most (OB-RANGE-06).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from campaign.exchange.arms import GUN_ARMS, MAKES, TANK_ARMS
from campaign.exchange.equipment import Equipment, Vehicle, Weapon, counted
from campaign.exchange.text import Node, Scalar
from campaign.rules.tabletop.brevity.ranges import artillery_range
from campaign.terms.forces import AntiTank, Arm, Armour, Nationality, VehicleKind
from campaign.terms.words import is_number
from campaign.values import dataclass

_FIGHT_MOUNTED = TANK_ARMS | {Arm.SELF_PROPELLED_ANTI_TANK, Arm.SELF_PROPELLED_ARTILLERY}
_SCOUTS = frozenset({Arm.ARMOURED_CAR, Arm.RECONNAISSANCE})
_GUN_LINES = frozenset({Arm.ANTI_TANK, Arm.ANTI_AIRCRAFT})
_ON_FOOT = frozenset({arm for arm, make in MAKES.items() if make.direct_in == MAKES[Arm.INFANTRY].direct_in})
_CARRIERS = frozenset({VehicleKind.CARRIER, VehicleKind.TRUCK})
ROUNDING_MM = 1
"""Difference in millimetres up to which two calibres count as equal, because of rounding."""


@dataclass(frozen=True, slots=True)
class _Park:
    """The vehicles and weapons of a unit with their numbers."""

    vehicles: list[tuple[int, Vehicle]]
    weapons: list[tuple[int, Weapon]]


def derived(pairs: Mapping[str, tuple[Scalar, Node]], equipment: Equipment) -> dict[str, str]:
    """Return the keys and words that follow from the items of an establishment, for those that it does not contain
    itself.
    """
    arm = _arm(pairs)
    if arm is None or "items" not in pairs:
        return {}
    park = _park(counted(pairs["items"][1]), equipment)
    result: dict[str, str] = {}
    if arm in _FIGHT_MOUNTED:
        result |= _mounted(park, arm)
    if arm in _SCOUTS:
        result |= _armour(park)
    if arm in GUN_ARMS:
        result |= _piece(park)
    else:
        result |= _anti_tank(park, arm)
    if not _same_piece(pairs, result):
        result.pop("artillery range", None)
    return {key: word for key, word in result.items() if key not in pairs}


def _same_piece(pairs: Mapping[str, tuple[Scalar, Node]], result: Mapping[str, str]) -> bool:
    """Return whether the gun among the items is the piece that the establishment names, as far as it names one."""
    node = pairs["calibre"][1] if "calibre" in pairs else None
    text = node.text.strip() if isinstance(node, Scalar) else result.get("calibre", "")
    return not is_number(text) or abs(int(text) - int(result.get("calibre", text))) <= ROUNDING_MM


def _arm(pairs: Mapping[str, tuple[Scalar, Node]]) -> Arm | None:
    node = pairs["arm"][1] if "arm" in pairs else None
    text = node.text.strip().lower() if isinstance(node, Scalar) else ""
    return next((arm for arm in Arm if arm.value == text), None)


def _park(items: Iterable[tuple[int, str]], equipment: Equipment) -> _Park:
    park = _Park([], [])
    for count, name in items:
        if (vehicle := equipment.vehicle(name)) is not None:
            if vehicle.kind not in _CARRIERS:
                park.vehicles.append((count, vehicle))
        elif (weapon := equipment.weapon(name)) is not None:
            park.weapons.append((count, weapon))
    return park


def _armour(park: _Park) -> dict[str, str]:
    """Return the armour of most of the vehicles; of two equally many the weaker."""
    counts: Counter[Armour] = Counter()
    for count, vehicle in park.vehicles:
        counts[vehicle.armour] += count
    if not counts:
        return {}
    return {"armour": max(sorted(counts, key=list(Armour).index), key=lambda armour: counts[armour]).value}


def _mounted(park: _Park, arm: Arm) -> dict[str, str]:
    """Return the classes in which tanks and tracked guns march and fight."""
    if not park.vehicles:
        return {}
    slowest = min((vehicle for _, vehicle in park.vehicles), key=lambda vehicle: vehicle.km_an_hour or 0)
    result = {**_armour(park), "march": slowest.march.value, "combat": slowest.combat.value}
    if arm in TANK_ARMS:
        result["hit row"] = slowest.hit_row.value
    return result


def _anti_tank(park: _Park, arm: Arm) -> dict[str, str]:
    """Return the best and weakest class of the guns, and the range of most of them."""
    armed = [(count, vehicle.weapon, vehicle.anti_tank) for count, vehicle in park.vehicles]
    armed += [(count, weapon, weapon.anti_tank) for count, weapon in park.weapons]
    classes = [anti_tank for _, _, anti_tank in armed if anti_tank is not None]
    if arm in _ON_FOOT:
        usual = MAKES[arm].anti_tank_best or AntiTank.ARTILLERY
        best = max([usual, *classes], key=list(AntiTank).index)
        return {"anti-tank": best.value, "anti-tank all": usual.value} if best is not usual else {}
    if arm not in _FIGHT_MOUNTED | _SCOUTS | _GUN_LINES or not armed:
        return {}
    if not classes:
        return {"anti-tank": "none", "anti-tank all": "none"} if park.vehicles else {}
    ranked = sorted(classes, key=list(AntiTank).index)
    result = {"anti-tank": ranked[-1].value, "anti-tank all": ranked[0].value}
    if arm in TANK_ARMS | _GUN_LINES | {Arm.SELF_PROPELLED_ANTI_TANK}:
        reaches: Counter[int] = Counter()
        for count, weapon, anti_tank in armed:
            if anti_tank is not None and weapon is not None and weapon.direct_in is not None:
                reaches[weapon.direct_in] += count
        if reaches:
            result["direct range"] = str(max(sorted(reaches), key=lambda inches: reaches[inches]))
    return result


def _piece(park: _Park) -> dict[str, str]:
    """Return the kind of the most numerous piece, and its range."""
    guns = [(count, vehicle.weapon) for count, vehicle in park.vehicles] + list(park.weapons)
    pieces = [(count, gun) for count, gun in guns if gun is not None and gun.piece is not None]
    if not pieces:
        return {}
    _, gun = max(pieces, key=lambda piece: piece[0])
    result = {"piece": gun.piece.value if gun.piece else "", "calibre": str(gun.calibre_mm), "piece name": gun.name}
    if gun.pre_1914:
        result["pre-1914"] = "yes"
    if gun.range_m is not None and gun.piece is not None:
        reach = artillery_range(gun.piece, gun.calibre_mm, nation=Nationality.BRITISH, maximum_m=gun.range_m)
        if reach is not None:
            result["artillery range"] = str(reach.printed)
    if gun.anti_tank is not None:
        result["anti-tank"] = gun.anti_tank.value
    if gun.direct_in is not None:
        result["direct range"] = str(gun.direct_in)
    return result
