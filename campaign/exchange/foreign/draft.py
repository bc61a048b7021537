"""A draft: an order of battle or a map as another program's file gives it, before it is a scenario.

    Unit        anything with a name and a place in the order of battle, from army group to platoon
    Force       a side with its units
    Spot_, Way  points of the map and roads between them, in degrees or in metres
    Draft       all that was read of one file or several, with the guesses and the lines that could not be understood

Points are ``(latitude, longitude)`` in degrees or ``(east, north)`` in metres; a draft says which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from campaign.errors import in_short
from campaign.exchange.foreign.doubts import Doubt
from campaign.exchange.foreign.ledger import Ledger
from campaign.exchange.foreign.symbols import Symbol
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.ground import RoadKind
from campaign.terms.words import listing, slug
from campaign.values import dataclass, field, replace
from campaign.words.proposal import Proposal

Point = tuple[float, float]
MOST_NAMES = 6
"""Most units that a remark names."""
NOTHING = "none"
"""Text of a cell for an empty value that overrides the establishment."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark for the umpire about one row, line or unit of a file. ``where``: ``corps.txt:12``.

    ``names``: the units concerned, of which a screen shows the first and a file (`in_full`) all.
    """

    where: str
    text: str
    names: tuple[str, ...] = ()
    line: str = ""
    """Text of the line in the file; repeated in the report file, not on the screen."""
    change: str = ""
    """Line that corrects it: ``set "2nd RB" arm ...``; empty if no line can."""
    is_sure: bool = False
    """True if the unit's own words prove it. The screen shows doubtful remarks first."""
    decides: bool = False
    """True if the game depends on it, as on the source of a side's supply or the objectives; such remarks come first.
    """
    subject: str = ""
    """The unit that it is about."""
    why: str = ""
    """Reason of a guess; empty for a fact."""
    otherwise: str = ""
    """Other way to change a guess, where no line does it."""

    def __str__(self) -> str:
        names = listing(map(in_short, self.names), MOST_NAMES)
        return in_short(self._line_of(str(self._proposed(names, self.change or self.otherwise))))

    def in_full(self) -> str:
        """Return the remark with every name, and the file's line."""
        text = self._line_of(str(self._proposed(", ".join(self.names), self.otherwise)))
        return f"{text} (from: {in_short(self.line)})" if self.line else text

    @property
    def proposal(self) -> Proposal:
        """A guess as a proposal of the program."""
        names = listing(map(in_short, self.names), MOST_NAMES)
        return Proposal(self._with(names), self.why, self.change or self.otherwise)

    def _proposed(self, names: str, change: str) -> str | Proposal:
        """Return a guess as a proposal, and the plain text of a fact."""
        return Proposal(self._with(names), self.why, change) if self.why else self._with(names)

    def _with(self, names: str) -> str:
        text = in_short(self.text)
        return f"{text}: {names}" if names else text

    def _line_of(self, text: str) -> str:
        about = f"{self.subject}: {text}" if self.subject else text
        return f"{in_short(self.where)}: {about}" if self.where else about


@dataclass(frozen=True, slots=True)
class Change:
    """A change: ``set "2nd RB" arm motor infantry``; ``subject``: a unit, a side, a place, a class of roads; "" for the
    whole.
    """

    where: str
    subject: str
    key: str
    value: str

    def __str__(self) -> str:
        return f'set "{self.subject}" {self.key} {self.value}' if self.subject else f"set {self.key} {self.value}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A number of pieces of equipment of one name, as the file has it."""

    name: str
    count: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Coming:
    """An arrival: off the map until that turn, then at ``at`` (a place's key or name) or near ``point``."""

    day: int
    turn: int
    at: str = ""
    point: Point | None = None


@dataclass(slots=True)
class Unit:
    """A unit of any echelon. Facts missing in the file are None or empty, and will be guessed and listed."""

    name: str
    where: str
    words: str = ""
    """Words about the unit apart from its name, used for guesses."""
    line: str = ""
    """Full line or row in the file."""
    short: str = ""
    led_by: str = ""
    nation: str = ""
    arm: Arm | None = None
    mark: SizeMark | None = None
    level: Level | None = None
    like: str = ""
    present: Strength | None = None
    full: Strength | None = None
    pieces: list[Piece] = field(default_factory=list)
    at: str = ""
    point: Point | None = None
    coming: Coming | None = None
    is_headquarters: bool = False
    by_superior: tuple[Arm, str] | None = None
    """Arm and name of its regiment or brigade, for a unit whose own words give no arm."""
    reason: str = ""
    """Reason why the unit does not belong in a campaign on land; empty if it does."""
    fields: dict[str, object] = field(default_factory=dict)
    """Keys of the program's own order of battle, taken over unchanged."""
    is_whole: bool = False
    """True for a unit written by this program: ``fields`` has everything, and nothing is guessed."""
    under: list[Unit] = field(default_factory=list)

    def take_symbol(self, symbol: Symbol) -> None:
        """Take the arm, the size mark and the kind of unit from the code of its symbol."""
        self.arm, self.mark, self.is_headquarters = symbol.arm, symbol.mark, symbol.is_headquarters
        self.reason = symbol.reason

    def note(self, text: str) -> None:
        """Keep a fact about the unit that no other field holds."""
        self.fields["notes"] = " ".join(filter(None, (str(self.fields.get("notes", "")), text)))

    def in_full(self) -> str:
        """Return the file's text on the unit, where that is more than its name."""
        lines = [
            self.line,
            *(part for part in (self.led_by, str(self.fields.get("notes", ""))) if part not in self.line),
        ]
        return "; ".join(filter(None, lines)) if len(lines) > 1 or slug(self.line) != slug(self.name) else ""

    def holds(self, unit: Unit) -> bool:
        """Return whether the given unit is this one or anywhere under it."""
        return any(below is unit for below in self.tree())

    def tree(self) -> Iterator[Unit]:
        """Yield this unit and all under it, superiors first."""
        open_ = [self]
        while open_:
            unit = open_.pop()
            yield unit
            open_.extend(reversed(unit.under))


def one_line(text: str) -> str:
    """Return a text without line breaks and other signs that cannot be printed, which a cell or an attribute may
    contain and a name may not.
    """
    if text.isprintable():
        return text.strip()
    text = re.sub(r"\s*[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*", " ", text)
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]", "", text).strip()


@dataclass(slots=True)
class Taken:
    """The keys or names in use; a further equal one gets a number. They are compared as people type them."""

    words: set[str] = field(default_factory=set)
    last: dict[str, int] = field(default_factory=dict)
    """Highest number given so far, by name."""

    def fresh(self, word: str, form: str = "_{}", longest: int = 80) -> str:
        """Return the word, or the word with the first free number: ``form`` is appended to it then."""
        base, free = slug(word), word[:longest]
        number = self.last.get(base, 1)
        while slug(free) in self.words:
            number += 1
            tail = form.format(number)
            free = f"{word[: longest - len(tail)]}{tail}"
        self.last[base] = number
        self.words.add(slug(free))
        return free


def lost(fields: Mapping[str, object]) -> str:
    """Return why a battalion in that state cannot begin a campaign; "" if it can."""
    state = str(fields.get("state", "fresh"))
    return "" if state in ("fresh", "spent") else f"{state}, so it cannot begin a campaign"


@dataclass(slots=True)
class Force:
    """A side with its top units."""

    name: str
    where: str
    key: str = ""
    nation: str = ""
    fields: dict[str, object] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    is_typed: bool = False
    """True for a text typed by people, who leave out common knowledge: a division without details gets the usual troops
    of such a division."""

    def tree(self) -> Iterator[Unit]:
        """Yield every unit of the side, superiors first."""
        for unit in self.units:
            yield from unit.tree()


@dataclass(slots=True)
class Node:
    """A point of the map where roads meet or end. ``name`` may be empty."""

    key: str
    point: Point
    name: str = ""
    where: str = ""
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Bridge:
    """A crossing on a road, ``at_m`` metres from its first end."""

    at_m: float
    name: str = ""
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Way:
    """A road between two nodes. ``shape``: the points between its ends; ``length_m``: the length in the file."""

    a: str
    b: str
    kind: RoadKind
    where: str = ""
    name: str = ""
    length_m: float | None = None
    shape: tuple[Point, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    fields: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class Line:
    """A line or area other than a road, as ``features`` of a scenario take it."""

    fields: dict[str, object]
    shape: tuple[Point, ...]


@dataclass(slots=True)
class Chart:
    """A map. ``in_degrees``: points are latitude and longitude, otherwise metres east and north."""

    in_degrees: bool
    nodes: dict[str, Node] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    fields: dict[str, object] = field(default_factory=dict)
    has_keys: bool = False
    """True if the keys are those of a map of this program and must stay as they are."""
    is_drawn: bool = False
    """True for a map that this program made because the file had none."""


@dataclass(slots=True)
class Draft:
    """The draft of an order of battle, a map, or both."""

    title: str = ""
    first_day: date | None = None
    days: int | None = None
    head: dict[str, object] = field(default_factory=dict)
    forces: list[Force] = field(default_factory=list)
    chart: Chart | None = None
    loose: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Roads of a table, each with its place in the file; they are joined to the places at the end of reading."""
    sides: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Sides of a table, each with its place in the file."""
    guessed: list[Remark] = field(default_factory=list)
    refused: list[Remark] = field(default_factory=list)
    """Rows that cannot be understood, each with the reason."""
    notes: list[Remark] = field(default_factory=list)
    """Facts that were understood but have no place in a scenario of this program."""
    doubts: list[Doubt] = field(default_factory=list)
    """Decisions of the conversion, with their certainty."""
    ledgers: list[Ledger] = field(default_factory=list)
    """The account of every word of a file, for each file of text."""
    decided: dict[str, list[Unit]] = field(default_factory=dict)
    """Units about which the program decided the same, by the kind of decision (`sums.KINDS`)."""
    totals: list[tuple[str, int]] = field(default_factory=list)
    """Numbers of battalions that the files state, each with its place."""
    counts: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)
    """Lines ``set ...`` that correct guesses."""
    layers: list[Any] = field(default_factory=list)
    """Lines and points of maps (`strokes.Layer`), which become the chart when all files are read (`laying`)."""
    kilometres: dict[str, float] = field(default_factory=dict)
    """Sums of the roads of a map in km: drawn, stated or drawn, twins, again, map."""
    changed: set[Change] = field(default_factory=set)
    """Changes for which a matching unit, place or road was found."""

    def guess(
        self,
        about: Unit | Force | str,
        value: str,
        why: str,
        names: tuple[str, ...] = (),
        line: str = "",
        change: str = "",
        otherwise: str = "",
        *,
        is_sure: bool = False,
        decides: bool = False,
    ) -> None:
        """Report a guess about a unit or a side, or at a place in the file, and why it is so; ``change``: key and value
        of the line that changes it, for a unit without its name; ``otherwise``: another way, where no line does it.
        """
        remark = replace(
            _remark(about, value, names, line), is_sure=is_sure, decides=decides, why=why, otherwise=otherwise
        )
        if change:
            subject = "" if isinstance(about, str) else f'"{about.name}" '
            remark = replace(remark, change=f"set {subject}{change}")
        self.guessed.append(remark)

    def decide(self, kind: str, unit: Unit) -> None:
        """Add a unit to those of one decision, which is one doubt in the end."""
        self.decided.setdefault(kind, []).append(unit)

    def refuse(self, about: Unit | Force | str, text: str, names: tuple[str, ...] = (), line: str = "") -> None:
        """Report what cannot be understood, and why."""
        self.refused.append(_remark(about, text, names, line))

    def note(self, about: Unit | Force | str, text: str, names: tuple[str, ...] = (), line: str = "") -> None:
        """Report what has no place in a scenario."""
        self.notes.append(_remark(about, text, names, line))

    def count(self, kind: str, number: int = 1) -> None:
        """Add to the number of things read of that kind."""
        self.counts[kind] += number

    def depth(self) -> int:
        """Return how many echelons the deepest order of battle has."""
        deepest, open_ = 0, [(unit, 1) for force in self.forces for unit in force.units]
        while open_:
            unit, depth = open_.pop()
            deepest = max(deepest, depth)
            open_.extend((below, depth + 1) for below in unit.under)
        return deepest


def _remark(about: Unit | Force | str, text: str, names: tuple[str, ...], line: str) -> Remark:
    if isinstance(about, str):
        return Remark(about, text, names, line)
    return Remark(about.where, text, names, line, subject=about.name)
