"""Battalions from the words of their entry, their establishment and the defaults of their arm.

Where the books give a figure for a class, the class follows from the figure: a battalion's size from its tanks or guns
(OB-AMB-006), the fire of guns from their calibre (OB-AMB-076). An entry's own words override that.
"""

from __future__ import annotations

from campaign.exchange.arms import GUN_ARMS, MAKES, TANK_ARMS
from campaign.exchange.attributes import read_attribute, read_attributes
from campaign.exchange.entry import Entry
from campaign.exchange.equipment import ITEM
from campaign.exchange.text import Scalar
from campaign.exchange.values import Item, Kind
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.organisation import size_by_guns, size_by_tanks
from campaign.rules.tabletop.brevity.ranges import gun_class, rocket_class
from campaign.terms.attributes import fields_of, keys_of
from campaign.terms.forces import Arm, Experience, Size, SizeMark, Weapon


def read_kind(
    entry: Entry, book: Rulebook, arm: Arm | None = None, experience: Experience = Experience.REGULAR
) -> Kind:
    """Return everything that an establishment can say, and the strength. ``arm`` is for an entry that need not name its
    arm (a headquarters).
    """
    arm = entry.word("arm", Arm, arm or Arm.INFANTRY, must=arm is None)
    make = fields_of(MAKES[arm])
    items = _items(entry)
    full = read_strength(entry, "establishment", Strength())
    present = read_strength(entry, "strength", full)
    piece, calibre = (read_attribute(entry, Kind, field) for field in ("piece", "calibre_mm"))
    _both(entry)
    size = read_attribute(entry, Kind, "size", _size(arm, items, present if "strength" in entry else full, book))
    unsaid = {
        **make,
        "mark": SizeMark.COMPANY if size is Size.COMPANY else SizeMark.BATTALION,
        "experience": experience,
        "anti_tank_all": read_attribute(entry, Kind, "anti_tank_best", make["anti_tank_best"]),
        "weapon": _weapon(arm, calibre, make["weapon"], book),
        "equipment": ", ".join(f"{equipment.count} {equipment.item}" for equipment in items),
    }
    read = {
        "arm": arm,
        "size": size,
        "direct_in": _direct(entry, make["direct_in"]),
        "piece": piece if calibre else None,
        "calibre_mm": calibre if piece else None,
        "equipment_list": items,
        "full": full,
        "present": present,
    }
    return Kind(**{**read_attributes(entry, Kind, **unsaid), **read})


def read_strength(entry: Entry, key: str, default: Strength) -> Strength:
    """Return the strength in ``{men: 780, vehicles: 60, guns: 6}``; missing figures are those of the default."""
    node = entry.node(key)
    if node is None:
        return default
    figures = Entry(node, key, keys_of(Strength), entry.faults)
    return Strength(**read_attributes(figures, Strength, **fields_of(default)))


def _both(entry: Entry) -> None:
    for present_key, missing in (("piece", "calibre"), ("calibre", "piece")):
        if present_key in entry and missing not in entry:
            entry.error(
                f"{present_key} is given, but {missing} is missing",
                f"write '{missing}: ...' too, because the range follows from both",
                present_key,
            )


def _direct(entry: Entry, default: int) -> int:
    scalar = entry.scalar("direct range", "4 or 8 inches")
    if scalar is None or scalar.text in ("4", "8"):
        return int(scalar.text) if scalar else default
    entry.wrong("direct range", scalar, "4 or 8 inches (8 for barrels over 2.5 m and for infantry)")
    return default


def _items(entry: Entry) -> tuple[Item, ...]:
    result = []
    for node in entry.items("items"):
        match = ITEM.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
        if match:
            result.append(Item(match["item"], match["kind"] or "", int(match["count"])))
        else:
            entry.wrong("items", node, "a number, a name and in brackets a kind, such as 24 Matilda II (tank)")
    return tuple(result)


def _size(arm: Arm, items: tuple[Item, ...], strength: Strength, book: Rulebook) -> Size:
    tanks = sum(equipment.count for equipment in items if equipment.kind == "tank") or strength.vehicles
    if arm in TANK_ARMS and tanks:
        return size_by_tanks(tanks, book)
    if arm in GUN_ARMS and strength.guns:
        return size_by_guns(strength.guns, book)
    return Size.NORMAL


def _weapon(arm: Arm, calibre: int | None, default: Weapon, book: Rulebook) -> Weapon:
    if calibre is None or arm is Arm.MORTAR:
        return default
    if arm is Arm.ROCKET:
        return rocket_class(calibre)
    if arm in GUN_ARMS:
        return gun_class(calibre)
    return default
