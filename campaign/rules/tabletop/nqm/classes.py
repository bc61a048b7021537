"""Weapon and armour classes (NQM-TBL-CLASS): the class of a gun, a tank or a position in Table 12.

    gun(kind, calibre_mm) -> Weight        anti-tank, tank or field gun, mortar; a calibre in a gap is the next lower
                                           class listed
    weapon(name) -> Weight                 a weapon by its name in the table, "25pdr", "flame thrower", "dive bomber"
    armour(name) -> Weight                 a vehicle by its name, "T34", "Matilda II"
    armour_in(words), gun_in(words)        the class of the words of an order of battle; None: not in the
                                           chart
    position(cover) -> Weight              the class of infantry in this cover
    bases_touch(cover) -> bool             whether the stands of a unit must touch there
    aircraft(weapon) -> Weight             the class of the campaign's aircraft
    tank_target(weight, close_country=)    the class of tanks as targets of infantry
    at_tanks(weapon, machine_guns_only=, book=)    the class of a gun against tanks

All raise BadInput with similar names. The classes are those of 1939 to 1942 and a guide (NQM-CLASS-10, -11).
"""

from __future__ import annotations

import re
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm.tables import Weight
from campaign.terms.forces import Weapon
from campaign.terms.words import did_you_mean, listing, plain

VL, L, M, H, VH = Weight


class Gun(StrEnum):
    """The kinds of barrel that a calibre can belong to: each has its own line in the chart."""

    ANTI_TANK = "anti-tank"
    ARTILLERY = "artillery"
    MORTAR = "mortar"


_CALIBRES: Final = MappingProxyType(
    {
        Gun.ANTI_TANK: ((0, L), (47, M), (85, H)),
        Gun.ARTILLERY: ((0, L), (90, M), (120, H), (200, VH)),
        Gun.MORTAR: ((0, L), (76, M), (120, H)),
    }
)
"""The lowest calibres in millimetres of each class. Gaps of the book fall to the class below (NQM-AMB-39); mortars have
the infantry's line (NQM-AMB-38).
"""

WEAPONS: Final = MappingProxyType(
    {
        "small arms without anti-tank weapons": VL,
        "hotchkiss 25mm": VL,
        "rifles": L,
        "infantry": L,
        "lmg": L,
        "mmg": L,
        "60mm mortar": L,
        "light mortar": L,
        "18pdr": L,
        "20mm": L,
        "37mm": L,
        "2pdr": L,
        "hmg": M,
        "81mm mortar": M,
        "3-inch mortar": M,
        "medium mortar": M,
        "25pdr": M,
        "6pdr": M,
        "strafing fighter": M,
        "120mm mortar": H,
        "heavy mortar": H,
        "demolition charges": H,
        "4.5-inch gun": H,
        "88mm": H,
        "dive bomber": H,
        "fighter-bomber": H,
        "medium bomber": H,
        "flame thrower": H,
        "heavy bomber": VH,
    }
)
"""The classes of weapons by name. A heavy bomber is not in the book: very heavy, as only it reaches a fort
(NQM-AMB-42).
"""

ARMOUR: Final = MappingProxyType(
    {
        "soft vehicle": VL,
        "truck": VL,
        "t37": VL,
        "t38": VL,
        "cv33": VL,
        "light tank": L,
        "armoured car": L,
        "pzi": L,
        "pzii": L,
        "mkvi": L,
        "cruiser": L,
        "a9": L,
        "a10": L,
        "a13": L,
        "t26": L,
        "t28": L,
        "t35": L,
        "t60": L,
        "t70": L,
        "l6": L,
        "m11": L,
        "stuart": L,
        "pziii": M,
        "pziv": M,
        "pz38t": M,
        "valentine": M,
        "crusader": M,
        "t34": M,
        "m13": M,
        "grant": M,
        "sherman": M,
        "pzv": H,
        "panther": H,
        "tiger": H,
        "matilda i": H,
        "matilda ii": H,
        "matilda": H,
        "churchill": H,
        "kv1": H,
        "kv2": H,
    }
)
"""The classes of vehicles by name."""


_STATED: Final = re.compile(r"\b(?:(?P<cm>\d+(?:\.\d+)?) ?cm|(?P<mm>\d+) ?mm|(?P<bore>\d\d)/\d\d)\b")
"""A calibre in words; of ``47/32`` the bore is the first number."""


class Cover(StrEnum):
    """The cover of troops on foot, mildest protection first."""

    MARCHING = "marching"
    """The class of troops on the road or moving to contact: always very light (NQM-CLASS-03)."""
    ATTACKING = "attacking"
    SCRAPES = "scrapes"
    TOWN = "town"
    DUG_IN = "dug in"
    FORTIFIED = "fortified"
    CASEMATES = "casemates"


_COVER: Final = MappingProxyType(
    {
        Cover.MARCHING: VL,
        Cover.ATTACKING: L,
        Cover.SCRAPES: L,
        Cover.TOWN: M,
        Cover.DUG_IN: M,
        Cover.FORTIFIED: H,
        Cover.CASEMATES: VH,
    }
)


def gun(kind: Gun, calibre_mm: int) -> Weight:
    """Return the class of a barrel by its calibre. Raises BadInput for a calibre below one millimetre."""
    if calibre_mm < 1:
        raise BadInput(f"{calibre_mm} mm is not a calibre. Write whole millimetres, 1 or more (NQM-TBL-CLASS)")
    return next(weight for least, weight in reversed(_CALIBRES[kind]) if calibre_mm >= least)


def weapon(name: str) -> Weight:
    """Return the class of a weapon by its name, or of a barrel written ``105 mm artillery``. Raises BadInput with
    similar names.
    """
    words = plain(name)
    calibre = "".join(letter for letter in words.partition("mm")[0] if letter.isdigit()) if "mm" in words else ""
    weights = {plain(key): weight for key, weight in WEAPONS.items()}
    if words in weights:
        return weights[words]
    if calibre:
        kind = (
            Gun.MORTAR
            if "mortar" in words
            else Gun.ARTILLERY
            if "artillery" in words or "howitzer" in words
            else Gun.ANTI_TANK
        )
        return gun(kind, int(calibre))
    raise BadInput(
        f"{name!r} is not a weapon in the class chart"
        f"{did_you_mean(name, WEAPONS) or f'. The chart has {listing(WEAPONS)}'}"
    )


def armour(name: str) -> Weight:
    """Return the class of a vehicle by its name. Raises BadInput with similar names."""
    words = plain(name).replace(" ", "")
    for key, weight in ARMOUR.items():
        if plain(key).replace(" ", "") == words:
            return weight
    raise BadInput(
        f"{name!r} is not a vehicle in the class chart"
        f"{did_you_mean(name, ARMOUR) or f'. The chart has {listing(ARMOUR)}'}"
    )


def armour_in(words: str) -> Weight | None:
    """Return the class of the vehicle with whose name these words begin (``M13/40``, ``Sherman 75 mm``), the longest
    name first; None: unknown.
    """
    text = plain(words).replace(" ", "")
    result = [
        (len(name), weight) for key, weight in ARMOUR.items() if text.startswith(name := plain(key).replace(" ", ""))
    ]
    return max(result)[1] if result else None


def gun_in(words: str) -> Weight | None:
    """Return the class of the gun that these words name, or of the calibre that they state (``7.5 cm Pak 40``, ``57 mm
    M1``, ``47/32``); None: neither.
    """
    text = plain(words).replace(" ", "")
    named = next((weight for key, weight in WEAPONS.items() if key.endswith("pdr") and text.startswith(key)), None)
    if named is not None:
        return named
    stated = _STATED.search(words)
    if stated is None:
        return None
    # Millimetres of a centimetre.
    return gun(Gun.ANTI_TANK, round(float(stated["cm"]) * 10) if stated["cm"] else int(stated["mm"] or stated["bore"]))


def position(cover: Cover) -> Weight:
    """Return the class of troops on foot in this cover (NQM-CLASS-03 to -08)."""
    return _COVER[cover]


def aircraft(weapon: Weapon) -> Weight:
    """Return the class of the campaign's aircraft: bombs and rockets heavy, a heavy bomber's very heavy (NQM-AIR-03,
    NQM-AMB-42).
    """
    return Weight.VERY_HEAVY if weapon is Weapon.HEAVY_BOMBER else Weight.HEAVY


def bases_touch(cover: Cover) -> bool:
    """Return whether stands must touch to count as ordered and supporting each other: not in prepared positions
    (NQM-REPR-11, NQM-FORT-03, -05).
    """
    return cover not in (Cover.DUG_IN, Cover.FORTIFIED, Cover.CASEMATES)


def tank_target(weight: Weight, *, close_country: bool) -> Weight:
    """Return the class of tanks when infantry fires on them: light in close country, with any armour (NQM-FIRE-15)."""
    return min(weight, Weight.LIGHT) if close_country else weight


def at_tanks(weapon: Weight, *, machine_guns_only: bool, book: Rulebook) -> Weight:
    """Return the class of a gun against tanks: early in the war light guns may be medium against machine-gun tanks
    (NQM-CLASS-14).
    """
    raised = weapon is Weight.LIGHT and machine_guns_only and book.word("nqm.class.light_guns") != "light"
    return Weight.MEDIUM if raised else weapon
