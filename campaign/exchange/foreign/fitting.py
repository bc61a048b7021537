"""The choice of a shipped establishment for a battalion of which little is known: by nation, year, arm, size and the
words about it.

    library() -> Library      every establishment that ships with the program
    Library.fit(...) -> Fit   the nearest one, and its differences

Where a nation has none of its own, that of the army that equipped it is taken; where no nation has one for the arm, the
generic figures below, which are this program's own.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from campaign.exchange import text
from campaign.exchange.battalions import read_kind
from campaign.exchange.entry import Entry, pairs_of
from campaign.exchange.establishments import KEYS, Establishments, nation_files
from campaign.exchange.faults import Faults
from campaign.exchange.foreign.nations import SCHOOLS, nation_named
from campaign.exchange.foreign.vocabulary import arm_of
from campaign.exchange.organisations import Organisations
from campaign.exchange.text import read_tree, same
from campaign.exchange.values import Kind
from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.terms.forces import Arm, Level, Size, SizeMark
from campaign.terms.words import plain
from campaign.values import dataclass, field

_FAMILIES: tuple[tuple[Arm, ...], ...] = (
    (Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY, Arm.ARMOURED_INFANTRY),
    (Arm.PARACHUTE, Arm.GLIDER, Arm.INFANTRY),
    (Arm.ARMOUR, Arm.HEAVY_ARMOUR),
    (Arm.ARMOURED_CAR, Arm.RECONNAISSANCE),
    (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY),
    (Arm.ANTI_TANK, Arm.SELF_PROPELLED_ANTI_TANK),
    (Arm.ENGINEER, Arm.BRIDGING),
)
"""Arms whose establishments may replace one another; the arm itself is then stated beside the establishment."""

_COMMON = frozenset(
    {
        "battalion",
        "regiment",
        "company",
        "battery",
        "brigade",
        "bn",
        "mm",
        "cm",
        "in",
        "gun",
        "guns",
        "howitzer",
        "tank",
        "of",
        "the",
        "st",
        "nd",
        "rd",
        "th",
    }
)
"""Words that do not distinguish two establishments of one arm."""

GENERIC: dict[Arm, Strength] = {
    Arm.INFANTRY: Strength(800, 0, 0),
    Arm.LORRIED_INFANTRY: Strength(800, 0, 0),
    Arm.MOTOR_INFANTRY: Strength(800, 0, 0),
    Arm.ARMOURED_INFANTRY: Strength(800, 60, 0),
    Arm.MOTORCYCLE: Strength(700, 0, 0),
    Arm.CYCLIST: Strength(600, 0, 0),
    Arm.CAVALRY: Strength(600, 0, 0),
    Arm.PARACHUTE: Strength(600, 0, 0),
    Arm.GLIDER: Strength(700, 0, 0),
    Arm.MACHINE_GUN: Strength(700, 0, 0),
    Arm.MORTAR: Strength(400, 0, 24),
    Arm.ARMOUR: Strength(600, 50, 0),
    Arm.HEAVY_ARMOUR: Strength(600, 45, 0),
    Arm.ARMOURED_CAR: Strength(500, 50, 0),
    Arm.RECONNAISSANCE: Strength(600, 40, 0),
    Arm.FIELD_ARTILLERY: Strength(550, 0, 12),
    Arm.MEDIUM_ARTILLERY: Strength(550, 0, 12),
    Arm.SELF_PROPELLED_ARTILLERY: Strength(550, 18, 18),
    Arm.ROCKET: Strength(500, 0, 18),
    Arm.ANTI_TANK: Strength(500, 0, 36),
    Arm.SELF_PROPELLED_ANTI_TANK: Strength(500, 30, 0),
    Arm.ANTI_AIRCRAFT: Strength(700, 0, 36),
    Arm.ENGINEER: Strength(600, 0, 0),
    Arm.BRIDGING: Strength(400, 0, 0),
    Arm.HEADQUARTERS: Strength(200, 40, 0),
    Arm.SIGNALS: Strength(400, 0, 0),
    Arm.SUPPLY: Strength(400, 0, 0),
    Arm.MEDICAL: Strength(300, 0, 0),
    Arm.MIXED: Strength(800, 0, 0),
}
"""Strength of a battalion for an arm without an establishment in the program: a plausible value for a game only."""
UNKNOWN = ("british",)
"""Nations whose establishments are used for an unknown nation. The unknown nation counts as British, and the report
says so."""
NEAR_YEARS = 1
"""Difference in years up to which the name of an establishment counts before its year, if it is not a later one."""
COMPANIES_A_BATTALION = 4
"""Companies in a battalion, for a company without an establishment in the program."""


@dataclass(frozen=True, slots=True)
class ShippedEstablishment:
    """A shipped establishment: its name, the words and the year in it, and the battalion that it describes."""

    name: str
    nation: str
    title: frozenset[str]
    """Words of its name."""
    words: frozenset[str]
    """Words of its name and of its equipment."""
    year: int
    kind: Kind

    @property
    def is_company(self) -> bool:
        """True for an establishment of a company or battery."""
        return self.kind.mark is SizeMark.COMPANY or (self.kind.size is Size.COMPANY and "battalion" not in self.title)


@dataclass(frozen=True, slots=True)
class Fit:
    """The chosen establishment. ``like`` is "" where nothing shipped fits; ``differs``: keys to be written beside
    it.
    """

    like: str
    full: Strength
    differs: dict[str, str] = field(default_factory=dict)


@dataclass
class Library:
    """The establishments that ship with the program."""

    @cached_property
    def establishments(self) -> tuple[ShippedEstablishment, ...]:
        """Establishments of all nations, in the order of the files."""
        faults = Faults()
        entered = Establishments(faults, shipped_too=False)
        for path in nation_files():
            for key, section in pairs_of(read_tree(path, path.name, faults), path.name, faults):
                if same(key.text) == "establishments":
                    entered.add([section])
        book = DEFAULTS.with_settings({})
        result = []
        for name, entry in entered.entries.items():
            behind = entered.behind(text.Scalar(entry.spot, name))[1]
            kind = read_kind(Entry(text.Mapping(entry.spot, ()), entry.label, KEYS, faults, behind), book)
            result.append(_establishment_of(name, kind))
        return tuple(result)

    @cached_property
    def by_nation(self) -> dict[str, tuple[ShippedEstablishment, ...]]:
        """Establishments of each nation, by its key."""
        return {
            nation: tuple(k for k in self.establishments if k.nation == nation)
            for nation in {k.nation for k in self.establishments}
        }

    def named(self, name: str) -> ShippedEstablishment | None:
        return self._by_name.get(same(name))

    @cached_property
    def _by_name(self) -> dict[str, ShippedEstablishment]:
        return {same(establishment.name): establishment for establishment in reversed(self.establishments)}

    @cached_property
    def organisations(self) -> Organisations:
        """Organisations of divisions and brigades."""
        return Organisations(Faults())

    @cached_property
    def _organisation_words(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, f" {plain(name)} ") for name in self.organisations.all_names)

    def organisation(self, called: str) -> tuple[str, Level] | None:
        """Return the organisation that a text names, and its level: the longest whose words all stand there in a
        row.
        """
        if not called.strip():
            return None
        flat = f" {plain(called)} "
        best = max((name for name, words in self._organisation_words if words in flat), key=len, default="")
        level = self.organisations.level_of(best) if best else None
        return None if level is None else (best, level)

    def organisation_of(self, nation: str, level: Level, year: int, called: str, *, is_regiment: bool = False) -> str:
        """Return the organisation of that nation and level that is nearest in kind, words and year; "" if none is of
        that kind.
        """
        called = _spelled_out(called)
        kind, spoken = _kind_of_formation(called), frozenset(called.split())
        choice = []
        for name, words in self._organisation_words:
            if not words.startswith(f" {nation.replace('_', ' ')} ") or self.organisations.level_of(name) is not level:
                continue
            title = frozenset(words.split())
            number = next(
                (int(match[1]) for word in title if (match := re.fullmatch(r"(\d+)(st|nd|rd|th)", word))), None
            )
            fits = number is None or re.search(rf"\b{number}(st|nd|rd|th)?\b", called) is not None
            if (
                fits
                and _kind_of_formation(words) == kind
                and (level is not Level.COMMAND or is_regiment == ("regiment" in title))
            ):
                year_match = re.search(r"\b19\d\d\b", name)
                choice.append(
                    (
                        abs(int(year_match[0]) - year) if year_match else 9,
                        len(title - spoken) - 2 * (number is not None),
                        len(name),
                        name,
                    )
                )
        if not choice and kind is Arm.PARACHUTE and (level is Level.DIVISION or is_regiment):
            return self.organisation_of(nation, level, year, "infantry", is_regiment=is_regiment)
        nearest = min((away for away, *_ in choice), default=0)
        return min(
            ((unsaid, away, length, name) for away, unsaid, length, name in choice if away <= nearest + NEAR_YEARS),
            default=(0, 0, 0, ""),
        )[3]

    def fit(self, nation: str, arm: Arm, year: int, words: str, *, company: bool = False, level: str = "") -> Fit:
        """Return the nearest establishment. ``level``: of the formation whose headquarters it is."""
        for school in (nation, *SCHOOLS.get(nation, () if nation_named(nation) else UNKNOWN)):
            for with_family in (False, True):
                fit = self._of_nation(school, arm, year, words, company=company, level=level, with_family=with_family)
                if fit is not None:
                    return fit
        full = _part(GENERIC[arm]) if company else GENERIC[arm]
        return Fit("", full, {"arm": arm.value, **({"size": "company", "mark": "company"} if company else {})})

    def _of_nation(
        self, nation: str, arm: Arm, year: int, words: str, *, company: bool, level: str, with_family: bool
    ) -> Fit | None:
        family = {a for family in _FAMILIES if arm in family for a in family} | {arm}
        arm_words = frozenset(arm.value.split()) - _COMMON
        telling_own = arm_words - {"artillery", "infantry"}
        mounted = {Arm.CAVALRY} if arm is Arm.RECONNAISSANCE else set()
        choice = [
            k
            for k in self.by_nation.get(nation, ())
            if k.kind.arm is arm
            or (k.kind.arm in family and with_family)
            or (k.kind.arm in family | mounted and telling_own & k.title)
        ]
        if not choice:
            return None
        spoken = _without_numbers(_spelled_out(f"{words} {level}").split())
        vocabulary = frozenset([*spoken, *(word.removesuffix("s") for word in spoken)])
        if arm in (Arm.MEDIUM_ARTILLERY, Arm.HEAVY_ARMOUR):
            vocabulary |= {"heavy"}
        telling = vocabulary - _COMMON - (_COMMON_TO_TANKS if arm in (Arm.ARMOUR, Arm.HEAVY_ARMOUR) else frozenset())
        best = min(
            choice,
            key=lambda k: (
                len((k.title & _SPECIAL) - vocabulary),
                k.is_company != company,
                max(0, abs(k.year - year) - NEAR_YEARS, k.year - year),
                -len(k.title & telling),
                -len(k.title & vocabulary & _SIZES),
                -len(k.words & telling),
                -len(k.title & arm_words),
                k.kind.arm is not arm,
                abs(k.year - year),
                -len(k.title & vocabulary),
                len(k.title),
            ),
        )
        differs = {"arm": arm.value} if best.kind.arm is not arm and best.kind.arm not in mounted else {}
        if best.is_company == company:
            return Fit(best.name, best.kind.full, differs)
        if company:
            return Fit(best.name, _part(best.kind.full), {**differs, "size": "company", "mark": "company"})
        return None


@cache
def library() -> Library:
    """Return the only library of this process."""
    return Library()


_FORMATIONS: tuple[tuple[Arm, str], ...] = (
    (Arm.GLIDER, r"gliders?|airlanding|airldg|gir"),
    (Arm.PARACHUTE, r"airborne|abn|para\w*|fallsch\w*|fsch\w*|fjr|fjd|pir"),
)
_LIKE_MOTOR = frozenset({Arm.LORRIED_INFANTRY, Arm.ARMOURED_INFANTRY})


_SIZES = frozenset({"battalion", "regiment", "brigade"})
_COMMON_TO_TANKS = frozenset({"panzer", "armoured", "armored", "pz"})
_SPECIAL = frozenset(
    {
        "parachute",
        "airborne",
        "airlanding",
        "glider",
        "independent",
        "captured",
        "training",
        "volksgrenadier",
        "heavy",
        "mixed",
        "brigade",
        "mountain",
        "fallschirmjaeger",
        "border",
    }
)
"""Words in the name of an establishment that fits only units described with the same words."""
_SPELLED_OUT = {
    "armd": "armoured",
    "armored": "armoured armored",
    "armor": "armoured armored",
    "tk": "tank",
    "tbr": "tank brigade",
    "mrbr": "motor rifle brigade",
    "hvy": "heavy",
    "schwere": "heavy",
    "s": "heavy",
    "med": "medium",
    "lt": "light",
    "fd": "field",
    "arty": "artillery",
    "art": "artillery",
    "how": "howitzer",
    "regt": "regiment",
    "rgt": "regiment",
    "bn": "battalion",
    "btl": "battalion",
    "abt": "battalion",
    "bde": "brigade",
    "coy": "company",
    "atr": "anti tank regiment",
    "iptap": "anti tank regiment",
    "a": "anti",
    "sfl": "self propelled",
    "sp": "self propelled",
    "gep": "armoured",
    "stug": "assault gun brigade",
    "fus": "fuesilier",
    "fusilier": "fuesilier",
    "jager": "jaeger",
    "panzerjager": "panzerjaeger",
    "fallschirmjager": "fallschirmjaeger",
    "fsj": "fallschirmjaeger",
    "fjr": "fallschirmjaeger regiment",
    "fj": "fallschirmjaeger",
    "fschjg": "fallschirmjaeger",
    "aufkl": "reconnaissance",
    "recce": "reconnaissance",
    "pi": "pioneer",
    "pionier": "pioneer",
    "su": "self propelled su",
    "inf": "infantry",
    "para": "parachute",
    "abn": "airborne",
    "airldg": "airlanding",
    "mot": "motor",
    "mech": "mechanised",
    "mechanized": "mechanised",
    "pz": "panzer",
    "pzd": "panzer division",
    "vgd": "volksgrenadier division",
    "gren": "grenadier",
    "indep": "independent",
    "ind": "independent",
    "dlm": "light mechanised division",
    "dcr": "armoured division",
    "dim": "motorised division",
    "cav": "cavalry",
    "m13": "medium m13",
    "m14": "medium m13",
    "btg": "battalion",
    "td": "tank destroyer",
}


def _spelled_out(words: str) -> str:
    flat = re.sub(r"(\d)(mm|cm|in)\b", r"\1 \2", plain(words))
    flat = re.sub(r"\b([mt]) (\d\d)\b", r"\1\2", flat)  # ``M 13/40``
    return " ".join(_SPELLED_OUT.get(word, word) for word in flat.split())


_OF_A_CALIBRE = frozenset({"pdr", "pounder", "mm", "cm", "in", "inch"})


def _without_numbers(spoken: list[str]) -> list[str]:
    """Return the words without a number at the beginning, unless it is a calibre: ``7 Med Regt`` has no 7.2-inch
    howitzers.
    """
    is_numbered = len(spoken) > 1 and spoken[0].isdecimal() and not _OF_A_CALIBRE.intersection(spoken[1:3])
    return spoken[1:] if is_numbered else spoken


def _kind_of_formation(called: str) -> Arm:
    """Return the kind of a formation by its name: airborne, armour, motor, cavalry, infantry, or an arm without a
    shipped organisation.
    """
    flat = plain(called)
    for arm, words in _FORMATIONS:
        if re.search(rf"\b({words})\b", flat):
            return arm
    match = arm_of(called)
    arm = match[0] if match else Arm.INFANTRY
    if arm is Arm.RECONNAISSANCE and re.search(r"\b(cavalry|cav)\b", flat):
        return Arm.CAVALRY
    if arm is Arm.HEAVY_ARMOUR and re.search(r"\b(army tank|infantry tank)\b", flat):
        return Arm.ARMOUR
    return Arm.MOTOR_INFANTRY if arm in _LIKE_MOTOR else arm


def _establishment_of(name: str, kind: Kind) -> ShippedEstablishment:
    match = re.search(r"\b(19\d\d)\b", name)
    words = plain(name).split()
    nation = "_".join(words[:2]) if words[0] in ("new", "south") else words[0]
    tools = plain(
        " ".join(f"{equipment.item} {equipment.kind}" for equipment in kind.equipment_list) + " " + kind.piece_name
    )
    return ShippedEstablishment(
        name, nation, frozenset(words), frozenset(words) | frozenset(tools.split()), int(match[1]) if match else 0, kind
    )


def _part(full: Strength) -> Strength:
    return Strength(*(-(-figure // COMPANIES_A_BATTALION) for figure in (full.men, full.vehicles, full.guns)))
