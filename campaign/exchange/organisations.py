"""Organisations: the parts of a division or brigade of a nation and a year, for a formation to refer to with
``like``.

    division: 1st Rifle Division
    like: soviet rifle division 1943

Names within an organisation are made of the name of the formation it is given to: ``{name}`` and ``{short}`` stand for
those of the formation above, ``{n}``, ``{nth}`` and ``{roman}`` for the number of one of several (``times``).
"""

from __future__ import annotations

from collections.abc import Iterable

from campaign.exchange.entry import Entry, pairs_of
from campaign.exchange.establishments import Pairs
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.names import Names
from campaign.exchange.nation_files import FOLDER, shipped
from campaign.exchange.text import Mapping as Table
from campaign.exchange.text import Node, Scalar, Sequence, Unreadable, same
from campaign.terms.attributes import LONGEST_KEY, LONGEST_NAME
from campaign.terms.forces import Level
from campaign.terms.words import is_number, roman, slug
from campaign.values import dataclass, field

_FORMATION_KEYS = ("nation", "arm", "mark", "experience", "supply grade", "headquarters", "battalions", "formations")
KEYS = ("level", *_FORMATION_KEYS, "men", "period", "notes", "source", "unconfirmed")
"""Keys of an organisation; the values allowed under each are those of formations and battalions (`schema`)."""
HANDED_DOWN = frozenset(KEYS) - {"level", "men", "period"}
"""Keys that a formation takes over from its organisation."""
TIMES = "times"
MOST_TIMES = 12
_NAMED = frozenset({"battalion", *(level.value for level in Level)})
_LEVELS = frozenset(level.value for level in Level)
_LISTS = frozenset({"battalions", "formations"})
ROMANS = ("", *map(roman, range(1, 13)))


@dataclass(slots=True)
class Organisations:
    """The organisations known to a reading, by name."""

    faults: Faults
    names: Names = field(default_factory=lambda: Names("organisation"))
    entries: dict[str, Entry] = field(default_factory=dict)
    shipped_too: bool = True
    _shipped: bool = False

    def add(self, sections: Iterable[Node]) -> None:
        """Add the organisations of some sections; one given twice is an error."""
        for section in sections:
            for key, node in pairs_of(section, "organisations", self.faults):
                if self.names.is_second(key, self.faults):
                    continue
                self._enter(key, node)

    def _enter(self, key: Scalar, node: Node) -> None:
        self.names.add(key.text, key.position)
        if not isinstance(node, Unreadable):
            entry = Entry(node, f"organisation {key.text!r}", KEYS, self.faults)
            entry.word("level", Level, Level.DIVISION, must=True)
            entry.whole_number("men", 1, 1_000_000)
            entry.text("period")
            self.entries[key.text] = entry

    def _all(self) -> Names:
        if self.shipped_too and not self._shipped:
            self._shipped = True
            for section in shipped("organisations", self.faults):
                for key, node in pairs_of(section, "organisations", self.faults):
                    if key.text not in self.names:
                        self._enter(key, node)
        return self.names

    @property
    def all_names(self) -> tuple[str, ...]:
        """Names of the organisations, including those that ship with the program."""
        return tuple(self._all().keys.values())

    def level_of(self, name: str) -> Level | None:
        """Return the level of a formation of that organisation; None if the name is unknown."""
        if slug(name) not in self.names.keys:
            self._all()
        entry = self.entries.get(self.names.keys.get(slug(name), ""))
        node = entry.pairs["level"][1] if entry is not None and "level" in entry else None
        return next((level for level in Level if isinstance(node, Scalar) and level.value == same(node.text)), None)

    def behind(self, scalar: Scalar | None, level: Level | None, name: str, short: str) -> Pairs:
        """Return the values that a formation of the given name and level takes from the organisation that it is
        like.

        ``level`` None: the formation's own level is wrong. Then, and without an organisation, its missing values are
        unreadable.
        """
        if scalar is None:
            return {}
        unreadable = {key: (Scalar(scalar.spot, key), Unreadable(scalar.spot)) for key in ("nation", "battalions")}
        text = (
            (self.names if scalar.text in self.names else self._all()).find(scalar, self.faults, "like")
            if level
            else None
        )
        entry = self.entries.get(text or "")
        if entry is None or level is None:
            return unreadable
        needed = self.level_of(text or "")
        if needed is not None and level is not needed:
            a, article = ("an" if word.value[0] == "a" else "a" for word in (needed, level))
            self.faults.error(
                scalar.spot,
                f"like: {text} is {a} {needed}",
                f"write '{needed}: {name}', or name an organisation of {article} {level}",
            )
            return unreadable
        spot = scalar.spot if entry.spot.file.startswith(FOLDER) else None
        above = _Above(name, short, spot, self.faults)
        return {
            key: (word, above.in_place(key, node)) for key, (word, node) in entry.written.items() if key in HANDED_DOWN
        }


@dataclass(frozen=True, slots=True)
class _Above:
    """A formation whose names are filled in below it. ``spot``: where errors are reported, if not at the organisation
    itself.
    """

    name: str
    short: str
    spot: Spot | None
    faults: Faults
    number: int = 0

    def in_place(self, key: str, node: Node) -> Node:
        """Return the value under a key, with its names filled in."""
        if isinstance(node, Sequence):
            items = [
                filled_node
                for entry in node.items
                for filled_node in (self._several(entry) if key in _LISTS else [self.in_place("", entry)])
            ]
            return Sequence(self._at(node.spot), tuple(items))
        if isinstance(node, Table):
            return self._entry(node)
        if isinstance(node, Scalar):
            return Scalar(self._at(node.spot), self._filled(node.text), node.quoted)
        return node

    def _at(self, spot: Spot) -> Spot:
        return self.spot or spot

    def _filled(self, text: str) -> str:
        if "{" not in text:
            return text
        numbers = (
            {"{n}": str(self.number), "{nth}": ordinal(self.number), "{roman}": ROMANS[self.number]}
            if self.number
            else {}
        )
        for word, filling in {"{name}": self.name, "{short}": self.short, **numbers}.items():
            text = text.replace(word, filling)
        return text

    def _several(self, entry: Node) -> list[Node]:
        """Return the entry repeated as often as it says, each with its number."""
        pairs = {same(key.text): node for key, node in entry.pairs} if isinstance(entry, Table) else {}
        node = pairs.get(TIMES)
        if not isinstance(entry, Table) or node is None:
            return [self.in_place("", entry)]
        times = int(node.text) if isinstance(node, Scalar) and is_number(node.text) else 0
        if not 1 <= times <= MOST_TIMES:
            text = repr(node.text) if isinstance(node, Scalar) else "a list or a group of entries"
            self.faults.error(
                self._at(node.spot), f"{TIMES}: found {text}", f"write a whole number from 1 to {MOST_TIMES}"
            )
            times = 1
        bare = Table(entry.spot, tuple((key, node) for key, node in entry.pairs if same(key.text) != TIMES))
        return [
            _Above(self.name, self.short, self.spot, self.faults, n).in_place("", bare) for n in range(1, times + 1)
        ]

    def _entry(self, node: Table) -> Table:
        """Return a battalion or a formation with its names filled in; those under a formation get its name."""
        named = next(
            (value.text for key, value in node.pairs if same(key.text) in _NAMED and isinstance(value, Scalar)), ""
        )
        is_formation = any(same(key.text) in _LEVELS for key, _ in node.pairs)
        name = self._filled(named)[:LONGEST_NAME]
        short = next(
            (
                self._filled(value.text)
                for key, value in node.pairs
                if same(key.text) == "short" and isinstance(value, Scalar)
            ),
            name,
        )
        below = _Above(name, short[:LONGEST_KEY], self.spot, self.faults) if is_formation else self
        pairs = []
        for key, value in node.pairs:
            word = same(key.text)
            filled = (
                below.in_place(word, value) if word in _LISTS or word == "headquarters" else self.in_place(word, value)
            )
            if isinstance(filled, Scalar) and word in _NAMED | {"short"}:
                longest = LONGEST_NAME if word in _NAMED else LONGEST_KEY
                filled = Scalar(filled.spot, filled.text[:longest].rstrip(), filled.quoted)
            pairs.append((Scalar(self._at(key.spot), key.text), filled))
        return Table(self._at(node.spot), tuple(pairs))


def ordinal(number: int) -> str:
    """Return a number as 1st, 2nd, 3rd, 4th ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
