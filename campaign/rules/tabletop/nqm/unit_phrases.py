"""Weapons, targets and dice in everyday words, for odds asked without a campaign.

    weapon_of(text) -> Weight         a class (``L``, ``very heavy``) or a weapon: ``HMG``, ``3" mortar``, ``105 mm
                                      artillery``
    target_of(text, book) -> Weight   a class, a cover (``dug in``, ``infantry in a town``), or a vehicle:
                                      ``Panzer III``
    volleys_of(text, target, ...)     dice of a side: ``3 L + 1 M``, ``2 HMG``
    is_fort(text) -> bool             whether these words mean troops in a fortified position
    fortified(text) -> str            the words for a target that is said to be in a fort
All raise BadInput for words they do not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.nqm import classes
from campaign.rules.tabletop.nqm.classes import Cover
from campaign.rules.tabletop.nqm.firing import Volley
from campaign.rules.tabletop.nqm.tables import RangeBand, Weight
from campaign.terms.words import did_you_mean, plain

MOST_DICE: Final = 60  # Four normal battalions, a die a point (NQM-AMB-81).
_HANDFUL = re.compile(r"(?:(?P<count>\d+)\s+|(?P<near>\d+)(?=(?:vl|l|m|h|vh)$))?(?P<what>\S.*)", re.IGNORECASE)
_LETTERS: Final = MappingProxyType(
    {plain(weight.letter): weight for weight in Weight}
    | {plain(weight.word): weight for weight in Weight}
    | {weight.word.replace(" ", ""): weight for weight in Weight}
)
_INCHES = re.compile(r"(?<=\d)\s*(?:\"|″|''|inches|inch|in\b\.?)")
_POUNDER = re.compile(r"(?<=\d)[\s-]*(?:pdrs?|pounders?)\b")
_BARE_CALIBRE = re.compile(r"(\d{1,4}) ?mm(?: guns?)?")
MOST_ANTI_TANK_MM: Final = 100
"""The largest anti-tank gun in the class chart (NQM-TBL-CLASS): a larger calibre without a kind is artillery."""
_ALSO_WEAPONS: Final = MappingProxyType(
    {
        "small arms": "rifles",
        "rifle": "rifles",
        "machine guns": "mmg",
        "flamethrower": "flame thrower",
        "flamethrowers": "flame thrower",
        "demolition charge": "demolition charges",
        "4.5 inch": "4.5-inch gun",
        "4.5 inch artillery": "4.5-inch gun",
        "4.5 inch howitzer": "4.5-inch gun",
        "2 inch mortar": "light mortar",
        "hotchkiss": "hotchkiss 25mm",
        "infantry without anti-tank weapons": "small arms without anti-tank weapons",
        "t37": "small arms without anti-tank weapons",
        "t38": "small arms without anti-tank weapons",
        "cv33": "small arms without anti-tank weapons",
        "two-engined bomber": "medium bomber",
        "2 engined bomber": "medium bomber",
        "twin-engined bomber": "medium bomber",
        "four-engined bomber": "heavy bomber",
        "strafing fighter aircraft": "strafing fighter",
        "strafing aircraft": "strafing fighter",
        "fighter": "strafing fighter",
    }
)
"""Other words for weapons of the class chart; a fighter without bombs strafes (NQM-AIR-03), tankettes have very light
guns (NQM-AMB-40).
"""
_ALSO_STANDS: Final = MappingProxyType(
    {
        "open": Cover.SCRAPES,
        "cover": Cover.SCRAPES,
        "scrape": Cover.SCRAPES,
        "cover and scrape": Cover.SCRAPES,
        "attack": Cover.ATTACKING,
        "fort": Cover.FORTIFIED,
        "fortified position": Cover.FORTIFIED,
        "fortification": Cover.FORTIFIED,
        "fortress": Cover.FORTIFIED,
        "column": Cover.MARCHING,
        "march column": Cover.MARCHING,
        "marching column": Cover.MARCHING,
        "road marching": Cover.MARCHING,
        "moving to contact": Cover.MARCHING,
        "casemate": Cover.CASEMATES,
        "maginot casemate": Cover.CASEMATES,
        "maginot line": Cover.CASEMATES,
        "dugin": Cover.DUG_IN,
        "dug in position": Cover.DUG_IN,
    }
)
"""Other words for the cover of troops (NQM-CLASS-03 to -08)."""
_STANDS: Final = MappingProxyType({plain(cover.value).removesuffix("s"): cover for cover in Cover} | dict(_ALSO_STANDS))
_CLOSE_COUNTRY: Final = MappingProxyType(
    {
        f"{plain(weight.word)} tank in close country": classes.tank_target(weight, close_country=True)
        for weight in Weight
    }
)
_ALSO_VEHICLES: Final = MappingProxyType(
    {
        "soft skin vehicle": "soft vehicle",
        "soft skin": "soft vehicle",
        "lorry": "truck",
        "transport": "soft vehicle",
        "m3 grant": "grant",
        "m4 sherman": "sherman",
        "m4": "sherman",
        "m13 40": "m13",
        "m11 39": "m11",
        "l6 40": "l6",
        "cruiser tank": "cruiser",
        "cruiser to a13": "cruiser",
        "mark vi": "mkvi",
        "t34 76": "t34",
        "t34 85": "t34",
    }
)
"""Other words for vehicles of the class chart."""
_CLASSES = "VL L M H VH"


def _singular(text: str) -> str:
    """Return the text with each plural word in the singular."""
    return " ".join(
        # No name of a weapon or a vehicle is a plural of three letters.
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in text.split()
    )


def _known(text: str, words: Iterable[str]) -> str:
    """Return the names similar to these words, otherwise the whole list of classes."""
    return did_you_mean(text, words) or f". Write a class ({_CLASSES}) or the name of a weapon in the chart"


def weapon_of(text: str) -> Weight:
    """Return the class of a weapon. Raises BadInput with similar names."""
    name = _POUNDER.sub("pdr", _INCHES.sub(" inch", text.strip().casefold()))
    if plain(name) in _LETTERS:
        return _LETTERS[plain(name)]
    if (bare := _BARE_CALIBRE.fullmatch(name)) and int(bare[1]) > MOST_ANTI_TANK_MM:
        return classes.gun(classes.Gun.ARTILLERY, int(bare[1]))
    for words in _ways(plain(name)):
        if words in _WEAPON_WORDS:
            return classes.weapon(_WEAPON_WORDS[words])
        try:
            return classes.weapon(words)
        except BadInput:
            continue
    raise BadInput(f"{text!r} is not a weapon in the class chart{_known(text, [*_WEAPON_WORDS, *classes.WEAPONS])}")


def _ways(text: str) -> Iterator[str]:
    yield text
    yield _singular(text)
    for word in ("most ", "infantry "):
        if text.startswith(word):
            yield _singular(text.removeprefix(word))


_WEAPON_WORDS: Final = MappingProxyType({_singular(plain(word)): name for word, name in _ALSO_WEAPONS.items()})


def _stand(text: str) -> Cover | None:
    """Return the cover of troops, if the words name one."""
    words = _singular(plain(text))
    for lead in ("infantry ", "troop ", "troops "):
        words = words.removeprefix(lead)
    for lead in ("in ", "a ", "an ", "the "):
        words = words.removeprefix(lead)
    return _STANDS.get(words)


def is_fort(text: str) -> bool:
    """Return whether the words mean troops in a fortified position, which only heavy bombers disorganise from the air
    (NQM-FORT-02).
    """
    return _stand(text) in (Cover.FORTIFIED, Cover.CASEMATES)


def fortified(text: str) -> str:
    """Return the words for a target in a fort: a lesser position becomes ``fort``, a class or a vehicle stays
    (NQM-CLASS-06).
    """
    return text if _stand(text) is None or is_fort(text) else "fort"


def target_of(text: str, book: Rulebook) -> Weight:
    """Return the class of a target; a Matilda II by the house rule (NQM-CLASS-11). Raises BadInput with similar
    names.
    """
    name = plain(text)
    if name in _LETTERS:
        return _LETTERS[name]
    if _singular(name) in _CLOSE_COUNTRY:
        return _CLOSE_COUNTRY[_singular(name)]
    cover = _stand(text)
    if cover is not None:
        return classes.position(cover)
    for words in (name, _singular(name), _vehicle(name)):
        try:
            weight = classes.armour(_ALSO_VEHICLES.get(words, words))
        except BadInput:
            continue
        very = words in ("matilda", "matilda ii", "matilda 2") and book.word("nqm.class.matilda_2") == "very heavy"
        return Weight.VERY_HEAVY if very else weight
    stands = ", ".join(cover.value for cover in Cover)
    near = did_you_mean(text, [*_STANDS, *_ALSO_VEHICLES, *classes.ARMOUR]) if text.strip() else ""
    raise BadInput(
        f"{text!r} is not a target. Write a class ({_CLASSES}), how the target is placed (open, fort, {stands}) "
        f"or a vehicle{near}"
    )


def _vehicle(text: str) -> str:
    """Return a vehicle's name as the chart writes it: ``panzer iii``, ``panzer 3`` and ``mk vi``; ``cruiser a13`` by
    its number.
    """
    words = re.sub(r"\b(?:panzer|pzkpfw|pz kpfw)\b", "pz", text)
    words = re.sub(r"(?<=^pz )([1-5])\b", lambda match: ("i", "ii", "iii", "iv", "v")[int(match[1]) - 1], words)
    return re.sub(r"^cruisers? (?=a\d)", "", _singular(words))


def volleys_of(
    text: str, target: Weight, *, band: RangeBand = RangeBand.EFFECTIVE, ambush: bool = False
) -> tuple[Volley, ...]:
    """Return dice in everyday words, ``3 L + 1 M``, as volleys at one target. Raises BadInput."""
    volleys = []
    for part in re.split(r"[+,]", text):
        handful = _HANDFUL.fullmatch(part.strip())
        count = int(handful["count"] or handful["near"] or 1) if handful else 0
        if handful is None or handful["what"].isdecimal() or not handful["what"][0].isalnum() or count > MOST_DICE:
            raise BadInput(
                f"{part.strip()!r} is not a number of dice. Write a number up to {MOST_DICE} and a class, as in "
                "'3 L + 1 M'"
            )
        volleys.append(Volley(weapon_of(handful["what"]), target, count, band, ambush))
    return tuple(volleys)
