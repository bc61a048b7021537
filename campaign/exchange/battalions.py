"""What a battalion is, from the words of its entry, its establishment and the defaults of its arm.

Where the books give a figure for a class, the class follows from the figure: a battalion's size from its tanks or guns
(OB-AMB-006), what guns fire as from their calibre (OB-AMB-076). What an entry says outright goes before.
"""

from __future__ import annotations

from dataclasses import dataclass

from campaign.exchange.arms import COMBAT_WORDS, GUN_ARMS, MAKES, MARCH_WORDS, TANK_ARMS
from campaign.exchange.entry import Entry
from campaign.exchange.equipment import ITEM
from campaign.exchange.text import Scalar
from campaign.exchange.values import Item
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.organisation import size_by_guns, size_by_tanks
from campaign.rules.tabletop.brevity.ranges import gun_class, rocket_class
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    MarchClass,
    Piece,
    Size,
    SizeMark,
    Weapon,
)

MOST = Strength(100_000, 10_000, 10_000)
LARGEST_CALIBRE = 1000
LONGEST_RANGE_IN = 400
CARRIED = ("parachute", "glider", "landing craft", "amphibious transport", "DD")


@dataclass(frozen=True, slots=True)
class Kind:
    """Everything of a battalion that an establishment can say."""

    arm: Arm
    mark: SizeMark
    size: Size
    experience: Experience
    march_class: MarchClass
    combat_class: CombatClass
    hit_row: HitRow
    casualty_column: CasualtyColumn
    armour: Armour
    anti_tank_best: AntiTank | None
    anti_tank_all: AntiTank | None
    weapon: Weapon
    direct_in: int
    flame_throwers: bool
    piece: Piece | None
    piece_name: str
    calibre_mm: int | None
    pre_1914: bool
    range_in: int | None
    engineers: Engineers
    recce_companies: int
    carried_by: str
    equipment: str
    equipment_list: tuple[Item, ...]
    full: Strength
    present: Strength
    notes: str
    source: str
    unconfirmed: bool


def read_kind(
    entry: Entry, book: Rulebook, arm: Arm | None = None, experience: Experience = Experience.REGULAR
) -> Kind:
    """Read all of it. ``arm`` is that of an entry which need not say it (a headquarters)."""
    arm = entry.word("arm", Arm, arm or Arm.INFANTRY, must=arm is None)
    make = MAKES[arm]
    items = _items(entry)
    full = read_strength(entry, "establishment", Strength())
    present = read_strength(entry, "strength", full)
    piece = _word_or_none(entry, "piece", Piece)
    calibre = entry.whole("calibre", 1, LARGEST_CALIBRE, "mm")
    _both(entry, piece, calibre)
    best = make.anti_tank if "anti-tank" not in entry else _anti_tank(entry, "anti-tank", make.anti_tank)
    size = entry.word("size", Size, _size(arm, items, present if "strength" in entry else full, book))
    mark = entry.word("mark", SizeMark, SizeMark.COMPANY if size is Size.COMPANY else SizeMark.BATTALION)
    return Kind(
        arm=arm,
        mark=mark,
        size=size,
        experience=entry.word("experience", Experience, experience),
        march_class=entry.word("march", MarchClass, make.march, MARCH_WORDS),
        combat_class=entry.word("combat", CombatClass, make.combat, COMBAT_WORDS),
        hit_row=entry.word("hit row", HitRow, make.hit),
        casualty_column=entry.word("casualty column", CasualtyColumn, make.column),
        armour=entry.word("armour", Armour, make.armour),
        anti_tank_best=best,
        anti_tank_all=_anti_tank(entry, "anti-tank all", best) if "anti-tank all" in entry else best,
        weapon=entry.word("weapon", Weapon, _weapon(arm, calibre, make.weapon, book)),
        direct_in=_direct(entry, make.direct_in),
        flame_throwers=entry.flag("flame-throwers"),
        piece=piece if calibre else None,
        piece_name=entry.short("piece name", ""),
        calibre_mm=calibre if piece else None,
        pre_1914=entry.flag("pre-1914"),
        range_in=entry.whole("artillery range", 1, LONGEST_RANGE_IN, "inches"),
        engineers=entry.word("engineers", Engineers, make.engineers),
        recce_companies=entry.whole("recce companies", 0, 9) or 0,
        carried_by=_carried(entry),
        equipment=entry.text("equipment", ", ".join(f"{i.count} {i.item}" for i in items)),
        equipment_list=items,
        full=full,
        present=present,
        notes=entry.text("notes", longest=20_000),
        source=entry.text("source"),
        unconfirmed=entry.flag("unconfirmed"),
    )


def read_strength(entry: Entry, key: str, default: Strength) -> Strength:
    """``{men: 780, vehicles: 60, guns: 6}``; what is not said is as in the default."""
    node = entry.node(key)
    if node is None:
        return default
    figures = Entry(node, key, ("men", "vehicles", "guns"), entry.faults)
    men, vehicles, guns = (
        figures.whole("men", 0, MOST.men),
        figures.whole("vehicles", 0, MOST.vehicles),
        figures.whole("guns", 0, MOST.guns),
    )
    return Strength(
        default.men if men is None else men,
        default.vehicles if vehicles is None else vehicles,
        default.guns if guns is None else guns,
    )


def _both(entry: Entry, piece: Piece | None, calibre: int | None) -> None:
    for there, missing in (("piece", "calibre"), ("calibre", "piece")):
        if there in entry and missing not in entry:
            entry.faults.error(
                entry.where(there),
                f"{there} is given without {missing}",
                f"write '{missing}: ...' too: the range follows from both",
            )


def _word_or_none(entry: Entry, key: str, kind: type[Piece]) -> Piece | None:
    scalar = entry.scalar(key, "a type of artillery piece")
    return None if scalar is None else entry.choose(scalar, key, kind)


def _anti_tank(entry: Entry, key: str, default: AntiTank | None) -> AntiTank | None:
    scalar = entry.scalar(key, "an anti-tank class or none")
    if scalar is None:
        return default
    if scalar.text.lower() == "none":
        return None
    return entry.choose(scalar, key, AntiTank) or default


def _direct(entry: Entry, default: int) -> int:
    scalar = entry.scalar("direct range", "4 or 8 (inches)")
    if scalar is None or scalar.text in ("4", "8"):
        return int(scalar.text) if scalar else default
    entry.wrong("direct range", scalar, "4 or 8 (inches; barrels over 2.5 m and infantry 8)")
    return default


def _carried(entry: Entry) -> str:
    scalar = entry.scalar("carried by", ", ".join(CARRIED))
    if scalar is None:
        return ""
    known = {word.lower(): word for word in CARRIED}
    if scalar.text.lower() in known:
        return known[scalar.text.lower()]
    entry.faults.unknown(scalar.spot, "carried by", scalar.text, CARRIED)
    return ""


def _items(entry: Entry) -> tuple[Item, ...]:
    result = []
    for node in entry.items("items"):
        match = ITEM.fullmatch(node.text.strip()) if isinstance(node, Scalar) else None
        if match:
            result.append(Item(match["item"], match["kind"] or "", int(match["count"])))
        else:
            entry.wrong("items", node, "a count, a name and in brackets a kind: 24 Matilda II (tank)")
    return tuple(result)


def _size(arm: Arm, items: tuple[Item, ...], strength: Strength, book: Rulebook) -> Size:
    tanks = sum(item.count for item in items if item.kind == "tank") or strength.vehicles
    if arm in TANK_ARMS and tanks:
        return size_by_tanks(tanks, book)
    if arm in GUN_ARMS and strength.guns:
        return size_by_guns(strength.guns, book)
    return Size.NORMAL


def _weapon(arm: Arm, calibre: int | None, default: Weapon, book: Rulebook) -> Weapon:
    if calibre is None or arm is Arm.MORTAR:
        return default
    if arm is Arm.ROCKET:
        return rocket_class(calibre, book)
    if arm in GUN_ARMS:
        return gun_class(calibre, book)
    return default
