"""Which shipped establishment fits a battalion of which little is known: nation, year, arm, size and the words said of it.

    library() -> Library      every establishment that ships with the program
    Library.fit(...) -> Fit   the nearest one, and what is not as in it

Where a nation has none of its own, that of the army it was equipped by is taken; where nobody has one for the arm, the
generic figures below, which are this program's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, cached_property

from campaign.exchange import text
from campaign.exchange.battalions import Kind, read_kind
from campaign.exchange.entry import Entry, Said, pairs_of
from campaign.exchange.establishments import KEYS, Establishments, nation_files
from campaign.exchange.faults import Faults
from campaign.exchange.foreign.vocabulary import SCHOOLS, nation_named
from campaign.exchange.organisations import Organisations
from campaign.exchange.text import read_tree, same
from campaign.rules.force import Strength
from campaign.rules.rulebook import Rulebook
from campaign.terms.forces import Arm, Level, Size, SizeMark
from campaign.terms.words import plain

_FAMILIES: tuple[tuple[Arm, ...], ...] = (
    (Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.MOTOR_INFANTRY, Arm.ARMOURED_INFANTRY),
    (Arm.PARACHUTE, Arm.GLIDER, Arm.INFANTRY),
    (Arm.ARMOUR, Arm.HEAVY_ARMOUR),
    (Arm.ARMOURED_CAR, Arm.RECONNAISSANCE),
    (Arm.FIELD_ARTILLERY, Arm.MEDIUM_ARTILLERY, Arm.SELF_PROPELLED_ARTILLERY),
    (Arm.ANTI_TANK, Arm.SELF_PROPELLED_ANTI_TANK),
    (Arm.ENGINEER, Arm.BRIDGING),
)
"""Arms whose establishments may stand in for each other, the arm itself being said beside it."""

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
"""Words that tell nothing between two establishments of one arm."""

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
"""A battalion of an arm for which no establishment is shipped; plausible for a game, nothing more."""
UNKNOWN = ("british",)
"""Whose establishments a nation is given that no word tells: it counts as British, and that is said."""
NEAR_YEARS = 1
"""What an establishment is called counts before its year where the years are so near."""
COMPANIES_A_BATTALION = 4
"""A company for which no establishment is shipped is this part of a battalion."""


@dataclass(frozen=True, slots=True)
class Known:
    """A shipped establishment: its name, the words and the year in it, and what a battalion like it is."""

    name: str
    nation: str
    title: frozenset[str]
    """The words of its name."""
    words: frozenset[str]
    """Those, and the words of what it has."""
    year: int
    kind: Kind

    @property
    def is_company(self) -> bool:
        """It is one of a company or battery."""
        return self.kind.size is Size.COMPANY or self.kind.mark is SizeMark.COMPANY


@dataclass(frozen=True, slots=True)
class Fit:
    """What a battalion is taken for. ``like`` is "" where nothing shipped fits; ``differs``: keys to be said beside it."""

    like: str
    full: Strength
    differs: dict[str, str] = field(default_factory=dict)


@dataclass
class Library:
    """The establishments that ship with the program."""

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """All of them, in the order of the files."""
        faults = Faults()
        entered = Establishments(faults, shipped_too=False)
        for path in nation_files():
            for key, section in pairs_of(read_tree(path, path.name, faults), path.name, faults):
                if same(key.text) == "establishments":
                    entered.add([section])
        book = Rulebook.from_overrides({})
        found = []
        for name, entry in entered.entries.items():
            behind = entered.behind(Said(name, entry.spot))[1]
            kind = read_kind(Entry(text.Mapping(entry.spot, ()), entry.what, KEYS, faults, behind), book)
            found.append(_known(name, kind))
        return tuple(found)

    @cached_property
    def by_nation(self) -> dict[str, tuple[Known, ...]]:
        """Those of each nation, by its key."""
        return {nation: tuple(k for k in self.known if k.nation == nation) for nation in {k.nation for k in self.known}}

    def named(self, name: str) -> Known | None:
        """The one of that name."""
        return next((k for k in self.known if same(k.name) == same(name)), None)

    @cached_property
    def organisations(self) -> Organisations:
        """What divisions and brigades consist of."""
        return Organisations(Faults())

    @cached_property
    def _organisation_words(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, f" {plain(name)} ") for name in self.organisations.known)

    def organisation(self, said: str) -> tuple[str, Level] | None:
        """The organisation that words name, and its level: the longest whose words all stand there in a row."""
        if not said.strip():
            return None
        flat = f" {plain(said)} "
        best = max((name for name, words in self._organisation_words if words in flat), key=len, default="")
        level = self.organisations.level_of(best) if best else None
        return None if level is None else (best, level)

    def fit(self, nation: str, arm: Arm, year: int, words: str, *, company: bool = False, level: str = "") -> Fit:
        """The one that is nearest. ``level``: of the formation whose headquarters it is."""
        for school in (nation, *SCHOOLS.get(nation, () if nation_named(nation) else UNKNOWN)):
            for others in (False, True):
                fit = self._of_nation(school, arm, year, words, company=company, level=level, others=others)
                if fit is not None:
                    return fit
        full = _part(GENERIC[arm]) if company else GENERIC[arm]
        return Fit("", full, {"arm": arm.value, **({"size": "company", "mark": "company"} if company else {})})

    def _of_nation(self, nation: str, arm: Arm, year: int, words: str, *, company: bool, level: str, others: bool) -> Fit | None:
        arms = {a for family in _FAMILIES if arm in family for a in family} if others else {arm}
        choice = [k for k in self.by_nation.get(nation, ()) if k.kind.arm in arms]
        if not choice:
            return None
        spoken = plain(f"{words} {level}").split()
        said = frozenset([*spoken, *(word.removesuffix("s") for word in spoken)]) - _COMMON
        own = frozenset(arm.value.split())
        best = min(
            choice,
            key=lambda k: (
                k.is_company != company,
                max(0, abs(k.year - year) - NEAR_YEARS),
                -len(k.words & said),
                -len(k.title & own),
                abs(k.year - year),
                len(k.title),
            ),
        )
        differs = {"arm": arm.value} if best.kind.arm is not arm else {}
        if best.is_company == company:
            return Fit(best.name, best.kind.full, differs)
        if company:
            return Fit(best.name, _part(best.kind.full), {**differs, "size": "company", "mark": "company"})
        return None


@cache
def library() -> Library:
    """The one library of this process."""
    return Library()


def _known(name: str, kind: Kind) -> Known:
    found = re.search(r"\b(19\d\d)\b", name)
    words = plain(name).split()
    nation = "_".join(words[:2]) if words[0] in ("new", "south") else words[0]
    tools = plain(" ".join(f"{item.item} {item.kind}" for item in kind.equipment_list) + " " + kind.piece_name)
    return Known(name, nation, frozenset(words), frozenset(words) | frozenset(tools.split()), int(found[1]) if found else 0, kind)


def _part(full: Strength) -> Strength:
    return Strength(*(-(-figure // COMPANIES_A_BATTALION) for figure in (full.men, full.vehicles, full.guns)))
