"""A battalion of the campaign as stands of Not Quite Mechanised, by the mapping of the umpire's rules, with their
classes.

battalion_of(unit, book) -> Battalion    a spent one is under black pins already
troops_of(unit, book), mover_of(unit), elements_of(unit, book)
starting_pins(points, book)              black pins of a spent battalion
cover_of(unit, book) -> Cover            in scrapes, dug in, fortified
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.common.hand_weapons import HandKind
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import nqm_marches
from campaign.rules.day.nqm_tasks import is_fortified
from campaign.rules.tabletop.nqm import classes, equipment
from campaign.rules.tabletop.nqm.classes import Cover, Gun
from campaign.rules.tabletop.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.tabletop.nqm.morale import Troops
from campaign.rules.tabletop.nqm.pins import COMPANY, shared_out
from campaign.rules.tabletop.nqm.quality import grade_of
from campaign.rules.tabletop.nqm.ranges import reach as reach_of
from campaign.rules.tabletop.nqm.reorganisation import ammunition
from campaign.rules.tabletop.nqm.returns import most_out
from campaign.rules.tabletop.nqm.tables import Grade, Mover, Weight
from campaign.terms.forces import AntiTank, Arm, Armour, Nationality, Piece, Size
from campaign.terms.words import plain
from campaign.values import replace

_WEIGHT_AT: Final = MappingProxyType(
    {
        AntiTank.ARTILLERY: Weight.LIGHT,
        AntiTank.LIGHT: Weight.LIGHT,
        AntiTank.LIGHT_MEDIUM: Weight.MEDIUM,
        AntiTank.MEDIUM: Weight.MEDIUM,
        AntiTank.MEDIUM_HEAVY: Weight.HEAVY,
        AntiTank.HEAVY: Weight.HEAVY,
    }
)
_WEIGHT_ARMOUR: Final = MappingProxyType(
    {
        Armour.NONE: Weight.VERY_LIGHT,
        Armour.LIGHT: Weight.LIGHT,
        Armour.MEDIUM: Weight.MEDIUM,
        Armour.HEAVY: Weight.HEAVY,
    }
)
_ANTI_TANK_REACH: Final = MappingProxyType(
    {
        Weight.VERY_LIGHT: "infantry anti-tank",
        Weight.LIGHT: "light anti-tank guns",
        Weight.MEDIUM: "medium anti-tank guns",
        Weight.HEAVY: "88 mm anti-tank",
        Weight.VERY_HEAVY: "88 mm anti-tank",
    }
)
_TANK_REACH: Final = MappingProxyType(
    {
        Weight.VERY_LIGHT: "tank guns up to 47 mm",
        Weight.LIGHT: "tank guns up to 47 mm",
        Weight.MEDIUM: "tank guns 48 to 76.2 mm",
        Weight.HEAVY: "88 mm anti-tank",
        Weight.VERY_HEAVY: "88 mm anti-tank",
    }
)
# As in the shipped equipment lists.
_TANK_GUNS: Final = MappingProxyType(
    {
        "pz iii": 50,
        "pziii": 50,
        "panzer iii": 50,
        "pz iv": 75,
        "pziv": 75,
        "panzer iv": 75,
        "m13": 47,
        "m14": 47,
        "grant": 75,
        "sherman": 75,
        "t 34": 76,
        "t34": 76,
        "kv1": 76,
        "kv 1": 76,
        "tiger": 88,
        "panther": 75,
        "pz ii": 20,
        "pzii": 20,
        "stuart": 37,
    }
)
"""The calibres in millimetres of tank guns that an equipment text may name; the others go by their anti-tank class."""
_PANZERS = re.compile(r"\b(pz|panzer) (i{1,3}|iv) (?:and )?(i{1,3}|iv)\b")
"""The types of one row, of which only the first is written out."""
_ARMOUR_ARMS = frozenset({Arm.ARMOUR, Arm.HEAVY_ARMOUR})
_CAR_ARMS = frozenset({Arm.ARMOURED_CAR, Arm.RECONNAISSANCE})
_GUN_ARMS = frozenset(
    {
        Arm.FIELD_ARTILLERY,
        Arm.MEDIUM_ARTILLERY,
        Arm.SELF_PROPELLED_ARTILLERY,
        Arm.ROCKET,
        Arm.ANTI_TANK,
        Arm.SELF_PROPELLED_ANTI_TANK,
        Arm.ANTI_AIRCRAFT,
        Arm.MORTAR,
    }
)
_THREE_INCH = frozenset({Nationality.BRITISH, Nationality.INDIAN, Nationality.COMMONWEALTH})
_VEHICLES_BY_SIZE: Final = MappingProxyType({Size.NORMAL: 48, Size.WEAK: 32, Size.LARGE: 96, Size.COMPANY: 16})
_GUNS_BY_SIZE: Final = MappingProxyType({Size.NORMAL: 20, Size.WEAK: 12, Size.LARGE: 24, Size.COMPANY: 8})
"""The tanks or guns that a size represents, if an order of battle counts none: three, two, six and one stands of 16
tanks (NQM-REPR-01), and numbers of guns on either side of 16 and 24 (OB-SIZE-03, -07, -08).
"""
SMALL_ARMS: Final = "infantry small arms"
"""The row of the range chart by which companies fire."""
BY_HAND: Final = "infantry anti-tank"
"""The row of rifles and projectors that infantry carries against armour."""
MOST_BATTERIES = 3  # As most regiments and battalions of the shipped lists have.
GRADE, COUNTED, DICE_LEFT, OUT = "grade", "ammunition_counted", "ammunition", "points_out"
"""The numbers that the campaign's record brings into a battle (``Unit.carried``): the grade as its place in ``Grade``
from 1; the dice left, if they are counted; points that earlier battles cost for good or left under pins.
"""


def troops_of(unit: Unit, book: Rulebook) -> Troops:
    """Return grade and green by the campaign's experience, or as its record says; every unit has a grade (NQM-GRADE-21,
    NQM-AMB-15).
    """
    rank = unit.carries(GRADE)
    return grade_of(list(Grade)[rank - 1].value if rank else "", unit.experience, unit.size, book)


def mover_of(unit: Unit) -> Mover:
    """Return a battalion's row of the movement rates (NQM-TBL-MOV)."""
    return nqm_marches.mover_of(unit.march_class, unit.arm)


def _anti_tank(unit: Unit) -> Weight | None:
    """Return the class of its weapon against armour; None: it has no such weapon (NQM-CLASS-02)."""
    return None if unit.anti_tank_best is None else _WEIGHT_AT[unit.anti_tank_best]


def _stand(
    book: Rulebook,
    key: str,
    label: str,
    kind: ElementKind,
    strength: int,
    weapon: Weight,
    reach: str,
    *,
    anti_tank: Weight | None = None,
    at_reach: str = "",
    armour: Weight | None = None,
    calibre_mm: int | None = None,
    model: str = "",
    contents: str = "",
) -> Element:
    at = Weight.VERY_LIGHT if anti_tank is None else anti_tank
    if not at_reach:
        at_reach = (
            reach if kind is ElementKind.VEHICLES else _ANTI_TANK_REACH[at] if anti_tank is not None else SMALL_ARMS
        )
    return Element(
        key,
        label,
        kind,
        strength,
        weapon,
        at,
        reach_of(reach, book),
        reach_of(at_reach, book),
        armour,
        calibre_mm,
        model,
        ammunition=ammunition(strength, book) if kind is not ElementKind.COMMAND else Fraction(0),
        equipment=contents,
    )


def _command(book: Rulebook) -> Element:
    return _stand(book, "command", "Command", ElementKind.COMMAND, 1, Weight.LIGHT, SMALL_ARMS, model="officer figure")


def _companies(book: Rulebook, count: int, weapon: Weight = Weight.LIGHT) -> list[Element]:
    return [
        _stand(
            book,
            letter,
            f"{letter.upper()} company",
            ElementKind.COMPANY,
            COMPANY,
            weapon,
            SMALL_ARMS,
            model="infantry figure",
        )
        for letter in "abcdefghijklmnopqrstuvwxyz"[:count]
    ]


def _platoon(unit: Unit, book: Rulebook, kind: str, again: str) -> Element:
    """Return a support platoon: machine-guns, mortars that fire indirectly, or anti-tank guns."""
    if kind == "mg":
        return _stand(
            book,
            f"mg{again}",
            f"MG platoon {again}".strip(),
            ElementKind.PLATOON,
            1,
            Weight.LIGHT,
            SMALL_ARMS,
            model="machine-gun",
        )
    if kind == "mortar":
        calibre, name = (76, "3-inch") if unit.nation in _THREE_INCH else (81, "81 mm")  # Three inches.
        return _stand(
            book,
            f"mortar{again}",
            f"Mortar platoon {again}".strip(),
            ElementKind.PLATOON,
            1,
            Weight.MEDIUM,
            f"{name} mortar",
            calibre_mm=calibre,
            model="mortar",
            contents=equipment.mortar(unit) or name,
        )
    return _anti_tank_platoon(unit, book, again)


def by_hand_class(unit: Unit) -> Weight | None:
    """Return the class of what infantry carries against tanks: rifles as printed; the chart ends in 1942, and later
    launchers are medium (NQM-CLASS-10, house rule); None for grenades, which are very light (NQM-CLASS-02).
    """
    if unit.by_hand is None or unit.by_hand.kind is HandKind.CLOSE:
        return None
    return Weight.LIGHT if unit.by_hand.kind is HandKind.RIFLE else Weight.MEDIUM


def _anti_tank_platoon(unit: Unit, book: Rulebook, again: str) -> Element:
    """Return an anti-tank platoon: guns with their range; hand-carried weapons against armour have a row of their own
    and no harassing fire (NQM-RANGE-02).
    """
    weight, gun = _anti_tank(unit), equipment.anti_tank_gun(unit)
    guns = equipment.has_anti_tank_guns(unit)
    if guns and weight is not None:
        weight = classes.gun_in(gun) or weight
    elif not guns:
        weight = by_hand_class(unit)
    return _stand(
        book,
        f"anti_tank{again}",
        f"Anti-tank platoon {again}".strip(),
        ElementKind.PLATOON,
        1,
        Weight.LIGHT,
        SMALL_ARMS,
        anti_tank=weight,
        at_reach="" if guns or weight is None else BY_HAND,
        model="anti-tank gun" if guns else "anti-tank figure",
        contents=gun if guns else unit.by_hand.name if unit.by_hand is not None else "",
    )


def _platoons(unit: Unit, book: Rulebook, count: int) -> list[Element]:
    """Return this number of support platoons, in turn of the three kinds (umpire 2)."""
    kinds = ("mg", "mortar", "anti_tank")
    return [_platoon(unit, book, kinds[n % 3], str(n // 3 + 1) if n >= 3 else "") for n in range(count)]


def _infantry(unit: Unit, book: Rulebook) -> list[Element]:
    companies, support = book.integer("nqm.points.companies"), book.integer("nqm.points.support")
    match unit.size:
        case Size.COMPANY:
            return [*_companies(book, max(1, unit.recce_companies))]
        case Size.WEAK:
            return [
                _command(book),
                *_companies(book, book.integer("nqm.points.weak_companies")),
                *_platoons(unit, book, min(1, support)),
            ]
        case Size.LARGE:
            return [
                _command(book),
                *_companies(book, unit.companies or 2 * companies),
                *_platoons(unit, book, 2 * support),
            ]
        case _:
            return [_command(book), *_companies(book, unit.companies or companies), *_platoons(unit, book, support)]


def _tank_gun(unit: Unit, weapon: str) -> Weight:
    """Return the class of a tank's gun: by the name of the tank, otherwise by most of those that the battalion's
    equipment names, the heavier of equals; otherwise by its anti-tank class.
    """
    named = _guns_named(weapon or unit.equipment)
    if not named:
        return _anti_tank(unit) or Weight.VERY_LIGHT
    counted = Counter(classes.gun(Gun.ANTI_TANK, calibre) for calibre in named)
    return max(counted, key=lambda weight: (counted[weight], weight))


def _guns_named(words: str) -> list[int]:
    """Return the calibres of the guns of all tanks named: three for ``Pz II, III and IV``."""
    text = plain(words)
    while (longer := _PANZERS.sub(r"\1 \2 \1 \3", text)) != text:
        text = longer
    return [calibre for name, calibre in _TANK_GUNS.items() if f" {name} " in f" {text} "]


def _armour(unit: Unit, vehicle: str, book: Rulebook) -> Weight:
    """Return the class of armour: by the tank's name in the class chart, otherwise by the battalion's protection; the
    Matilda II may be classed anew (NQM-CLASS-10, -11).
    """
    if "matilda ii" in plain(vehicle or unit.equipment):
        return Weight.VERY_HEAVY if book.word("nqm.class.matilda_2") == "very heavy" else Weight.HEAVY
    named = classes.armour_in(vehicle)
    return _WEIGHT_ARMOUR[unit.armour] if named is None else named


def _vehicles(unit: Unit, book: Rulebook) -> list[Element]:
    """Return a stand of three for every sixteen tanks or cars (umpire 2, NQM-REPR-02)."""
    count = unit.establishment.vehicles or unit.strength.vehicles or _VEHICLES_BY_SIZE[unit.size]
    stands = max(1, round(Fraction(count, book.integer("nqm.points.tanks_a_stand"))))
    label, model = ("Squadron", "tank") if unit.arm in _ARMOUR_ARMS else ("Car troop", "armoured car")
    named = [(share, _tank_gun(unit, share)) for share in equipment.shares(unit, stands)]
    return [
        _stand(
            book,
            f"v{n}",
            f"{label} {n}",
            ElementKind.VEHICLES,
            COMPANY,
            max(weight, Weight.LIGHT),
            _TANK_REACH[weight],
            anti_tank=weight,
            armour=_armour(unit, vehicle, book),
            model=model,
            contents=vehicle,
        )
        for n, (vehicle, weight) in enumerate(named, 1)
    ]


def _direct_gun(unit: Unit, weapon: str, *, first: bool) -> Weight:
    """Return the class of a battery that fires directly: by the gun's name or calibre; if unnamed, the first battery
    has the battalion's best class, the others the class that all have.
    """
    named = classes.gun_in(weapon)
    if named is not None:
        return named
    if not (first or weapon) and unit.anti_tank_all is not None:
        return _WEIGHT_AT[unit.anti_tank_all]
    return _anti_tank(unit) or Weight.LIGHT


def _gun_weight(unit: Unit) -> Weight:
    """Return the class of a gun: by the name of its piece, otherwise by its calibre, otherwise by its anti-tank class
    (NQM-AMB-38).
    """
    for name in ("18-pdr", "25-pdr"):
        if plain(name) in plain(unit.piece_name):
            return classes.weapon(name.replace("-", ""))
    if unit.piece is not None and unit.calibre_mm is not None:
        return classes.gun(Gun.MORTAR if unit.piece is Piece.MORTAR else Gun.ARTILLERY, unit.calibre_mm)
    return _anti_tank(unit) or Weight.LIGHT


def _gun_reach(unit: Unit, weight: Weight) -> str:
    if unit.piece is None:
        return _ANTI_TANK_REACH[weight]
    calibre = unit.calibre_mm or 105  # The row of the smallest (NQM-TBL-RANGE).
    if unit.piece is Piece.MORTAR:
        # NQM-TBL-RANGE.
        return "120 mm mortar" if calibre >= 120 else "3-inch mortar" if unit.nation in _THREE_INCH else "81 mm mortar"
    # NQM-TBL-RANGE.
    return "200 mm artillery" if calibre >= 200 else "150 mm artillery" if calibre >= 150 else "105 mm artillery"


def _batteries(unit: Unit, book: Rulebook) -> list[Element]:
    """Return the battery stands, each a quarter of the guns (umpire 2); batteries are as equal as the guns allow."""
    guns = unit.establishment.guns or unit.establishment.vehicles or unit.strength.guns or _GUNS_BY_SIZE[unit.size]
    points = max(1, round(Fraction(guns, book.integer("nqm.points.guns_a_point"))))
    batteries = min(MOST_BATTERIES, points)
    direct = unit.piece is None
    named = equipment.shares(unit, batteries) if direct else (unit.piece_name,) * batteries
    weights = [
        _direct_gun(unit, weapon, first=n == 0) if direct else _gun_weight(unit) for n, weapon in enumerate(named)
    ]
    return [
        _stand(
            book,
            f"bty{n}",
            f"Battery {n}" if batteries > 1 else "Battery",
            ElementKind.BATTERY,
            points // batteries + (1 if n <= points % batteries else 0),
            max(weight, Weight.LIGHT),
            _gun_reach(unit, weight),
            anti_tank=_anti_tank(unit) if not direct else weight,
            armour=_WEIGHT_ARMOUR[unit.armour] if unit.armour is not Armour.NONE else None,
            calibre_mm=None if direct else unit.calibre_mm or 105,
            model=unit.piece_name or "gun",
            contents=weapon,
        )
        for n, (weapon, weight) in enumerate(zip(named, weights, strict=True), 1)
    ]


def elements_of(unit: Unit, book: Rulebook) -> tuple[Element, ...]:
    """Return the stands of a battalion at full strength, without a pin (umpire 2; NQM-REPR)."""
    if unit.headquarters_of is not None or unit.arm in (Arm.HEADQUARTERS, Arm.SIGNALS, Arm.SUPPLY, Arm.MEDICAL):
        guard = _stand(
            book,
            "defence",
            "Defence platoon",
            ElementKind.PLATOON,
            1,
            Weight.LIGHT,
            SMALL_ARMS,
            model="infantry figure",
        )
        return (_command(book), guard)
    if unit.arm in _ARMOUR_ARMS or (unit.arm in _CAR_ARMS and unit.armour is not Armour.NONE):
        return tuple(_vehicles(unit, book))
    if unit.piece is not None or unit.arm in _GUN_ARMS:
        return tuple(_batteries(unit, book))
    return tuple(_infantry(unit, book))


def starting_pins(points: int, book: Rulebook) -> int:
    """Return the black pins under which a spent battalion is mustered: part of its points, rounded up (umpire 2)."""
    return ceil(Fraction(book.integer("nqm.points.spent_pins_percent") * points, 100))


def black_pins(unit: Unit, points: int, book: Rulebook) -> int:
    """Return the pins under which a battalion comes to the table: those of its state, or of earlier battles as far as
    its state allows (NQM-AMB-79).

    A battalion made fresh again by rest or recovery has no more of them than a fresh one may have.
    """
    by_state = starting_pins(points, book) if unit.state.carries_figure else 0
    carried = unit.carries(OUT)
    return max(by_state, min(carried, most_out(points, unit.state, book)) if carried else 0)


def cover_of(unit: Unit, book: Rulebook) -> Cover:
    """Return the cover of a battalion that does not attack: in scrapes, dug in or, by the hours of its works, fortified
    (NQM-FORT-01, -04).
    """
    if not unit.dug_in_turns:
        return Cover.SCRAPES
    return Cover.FORTIFIED if book.switch("nqm.tasks") and is_fortified(unit.dug_in_turns, book) else Cover.DUG_IN


def _with_only(elements: tuple[Element, ...], dice: int) -> tuple[Element, ...]:
    """Return stands with no more ammunition than this between them, taken from the fullest (NQM-LOG-11,
    NQM-AMMO-08).
    """
    ammunition_left = [element.ammunition for element in elements]
    while sum(ammunition_left) > dice:
        fullest = max(range(len(ammunition_left)), key=lambda n: (ammunition_left[n], -n))
        ammunition_left[fullest] = max(Fraction(0), ammunition_left[fullest] - 1)
    return tuple(replace(element, ammunition=has) for element, has in zip(elements, ammunition_left, strict=True))


def battalion_of(unit: Unit, book: Rulebook) -> Battalion:
    """Return a battalion as it comes to the table: its stands, under the black pins of its state and of its earlier
    battles.
    """
    elements = elements_of(unit, book)
    if unit.carries(COUNTED):
        elements = _with_only(elements, unit.carries(DICE_LEFT))
    counted = [element for element in elements if element.points]
    if black := black_pins(unit, sum(element.points for element in counted), book):
        pins = iter(shared_out([element.pinned for element in counted], black))
        elements = tuple(element.pins(next(pins)) if element.points else element for element in elements)
    return Battalion(unit, troops_of(unit, book), mover_of(unit), elements)
