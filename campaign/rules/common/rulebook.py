"""The rulebook of a campaign: all settings that the rules of this program obey, with their defaults.

The books leave much open and clubs have house rules. Each such point is one ``Rule`` of the table in
``rules/common/settings.py``: its key, what it may be, the default, and the id of the rule, ambiguity or umpire's rule
that it answers; ``settings.txt`` says what it means. A ``Rulebook`` is the defaults with a campaign's own settings laid
over them.

    DEFAULTS.with_settings({"march.moves_per_turn": "one"})    raises BadInput naming the near words
    book.number(key) -> Fraction    book.integer(key) -> int    book.switch(key) -> bool    book.word(key) -> str
    book.is_word(key) -> bool       a setting that may be a word or a number: is it the word?
    book.overrides() -> dict        what differs from the default, in plain JSON values
    book.house_file(system)         tables that a system's text leaves out, as the club typed them in; with_house_file
                                    lays them in
    book.heeding()                  the same, and .settings_heeded() says which settings an answer looked up
    house_rules(book, system) -> lines      what a battle sheet says under "house rules that differ"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from campaign.errors import BadInput
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.terms.words import did_you_mean, is_number, listing
from campaign.values import dataclass

Value = bool | int | str | Fraction


class Kind(StrEnum):
    """The kind of value that a setting may hold."""

    SWITCH = "switch"
    WORD = "word"
    NUMBER = "number"
    WHOLE = "whole number"
    PERIOD = "period of the year"


@dataclass(frozen=True, slots=True)
class Rule:
    """A setting. ``words`` are the words allowed; ``lowest`` and ``highest`` bound a number; ``source`` is the rule or
    open point that it answers.
    """

    key: str
    kind: Kind
    default: Value
    source: str
    words: tuple[str, ...] = ()
    lowest: Fraction = Fraction(0)
    highest: Fraction = Fraction(0)
    meaning: str = ""
    """The sentences of the setting in ``settings.txt``."""
    row: tuple[str | int, ...] = ()
    """Of a setting that is a row of a printed table: what stands in the brackets of the table's sentences."""

    @property
    def allowed(self) -> str:
        """The values that may be written, in words."""
        if self.kind is Kind.SWITCH:
            return "on or off"
        if self.kind is Kind.PERIOD:
            return f"a period written MM-DD to MM-DD, or {' or '.join(self.words)}"
        numbers = f"a {self.kind} from {self.lowest} to {self.highest}"
        if self.kind is Kind.WORD:
            return f"{', '.join(self.words[:-1])} or {self.words[-1]}"
        return " or ".join([*self.words, numbers]) if len(self.words) < 2 else ", ".join([*self.words, f"or {numbers}"])

    def read(self, value: object) -> Value:
        """Return a written value as this setting holds it. Raises BadInput."""
        reading = _READ[self.kind](self, value)
        if reading is None:
            near = did_you_mean(value, self.words) if isinstance(value, str) else ""
            raise BadInput(f"{value!r} is not a value of {self.key}. Allowed: {self.allowed}{near}")
        return reading


def _switch(rule: Rule, value: object) -> Value | None:
    if isinstance(value, bool):
        return value
    words = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
    return words.get(value.strip().lower()) if isinstance(value, str) else None


def _word(rule: Rule, value: object) -> Value | None:
    if isinstance(value, str):
        return next((word for word in rule.words if word == value.strip().lower()), None)
    return None


def _number(rule: Rule, value: object) -> Value | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and (word := _word(rule, value)) is not None:
        return word
    if not isinstance(value, int | float | str | Fraction):
        return None
    try:
        number = Fraction(str(value).strip())
    except (ValueError, ZeroDivisionError):
        return None
    if not rule.lowest <= number <= rule.highest:
        return None
    return number


def _whole(rule: Rule, value: object) -> Value | None:
    number = _number(rule, value)
    if isinstance(number, Fraction):
        return int(number) if number.denominator == 1 else None
    return number


def parse_month_day(text: str) -> tuple[int, int] | None:
    """Return a date written as ``11-01`` as (11, 1); None if no such day exists in any year."""
    month, dash, day = text.strip().partition("-")
    if not (dash and is_number(month) and is_number(day)):
        return None
    lengths = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)  # 29 February is a day of some years.
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= lengths[int(month) - 1]:  # Months.
        return None
    return int(month), int(day)


def _period(rule: Rule, value: object) -> Value | None:
    if not isinstance(value, str):
        return None
    if (word := _word(rule, value)) is not None:
        return word
    begin, middle, end = value.strip().lower().partition(" to ")
    first, last = parse_month_day(begin), parse_month_day(end)
    if not middle or first is None or last is None:
        return None
    return f"{first[0]:02}-{first[1]:02} to {last[0]:02}-{last[1]:02}"


_READ = {Kind.SWITCH: _switch, Kind.WORD: _word, Kind.NUMBER: _number, Kind.WHOLE: _whole, Kind.PERIOD: _period}


def plain_value(value: Value) -> bool | int | str:
    """Return a value as JSON and YAML can hold it: fractions as text ("3/2"), whole values as numbers."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value


class Rulebook(Mapping[str, Value]):
    """The settings in force: the defaults, with a campaign's own over them. Equal books have equal settings."""

    __slots__ = ("_overrides", "_papers", "_rules")

    def __init__(
        self,
        rules: Mapping[str, Rule],
        overrides: Mapping[str, Value],
        papers: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    ) -> None:
        self._rules = rules
        self._papers = papers
        self._overrides = {key: value for key, value in overrides.items() if value != rules[key].default}

    def with_settings(self, overrides: Mapping[str, object]) -> Rulebook:
        """Return the book with these settings changed. Raises BadInput that names every error, with similar names."""
        changed = dict(self._overrides)
        faults: list[str] = []
        for key, value in overrides.items():
            try:
                changed[key] = self.rule(key).read(value)
            except BadInput as fault:
                faults.append(str(fault))
        if faults:
            raise BadInput("; ".join(faults))
        book = Rulebook(self._rules, changed, self._papers)
        if book.integer("strength.spent_percent") >= book.integer("strength.destroyed_percent"):
            raise BadInput(
                f"strength.spent_percent is {book['strength.spent_percent']}, and strength.destroyed_percent is "
                f"{book['strength.destroyed_percent']}. The percentage for spent must be the lower of the two"
            )
        return book

    def __getitem__(self, key: str) -> Value:
        return self._overrides[key] if key in self._overrides else self._rules[key].default

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"Rulebook({self.overrides()!r})"

    def rule(self, key: str) -> Rule:
        """Return the definition of a setting. Raises BadInput with similar names."""
        if key in self._rules:
            return self._rules[key]
        if key in GONE:
            raise BadInput(f"{gone_text(key)}. To list all settings: campaign rules --all")
        groups = listing(sorted({name.partition(".")[0] for name in self}), 20)
        hint = did_you_mean(key, self) or f". List them: campaign rules --all. Groups: {groups}"
        raise BadInput(f"{key!r} is not a setting{hint}")

    def with_setting(self, key: str, value: object) -> Rulebook:
        """Return the rulebook with one setting changed. Raises BadInput."""
        return self.with_settings({key: value})

    def with_house_file(self, system: str, plain: Mapping[str, Any] | None) -> Rulebook:
        """Return the book with a system's house file laid in, as plain values; None removes it."""
        papers = {key: paper for key, paper in self._papers.items() if key != system}
        return Rulebook(self._rules, self._overrides, papers if plain is None else {**papers, system: plain})

    def house_file(self, system: str) -> Mapping[str, Any] | None:
        """Return a system's house file in plain values: the tables that the system's text leaves out and the club fills
        in. None if there is none.
        """
        return self._papers.get(system)

    def overrides(self) -> dict[str, bool | int | str]:
        """Return the settings that differ from the default, in plain JSON values."""
        return {key: plain_value(value) for key, value in self._overrides.items()}

    def heeding(self) -> HeedingBook:
        """Return the same book, which notes the settings that are looked up in it."""
        return HeedingBook(self._rules, self._overrides, self._papers)

    def switch(self, key: str) -> bool:
        """Return the value of a setting that is on or off."""
        return bool(self[key])

    def word(self, key: str) -> str:
        """Return the value of a setting that is a word."""
        return str(self[key])

    def is_word(self, key: str) -> bool:
        """Return whether a setting that may be a word or a number is a word now."""
        return isinstance(self[key], str)

    def number(self, key: str) -> Fraction:
        """Return the value of a setting that is a number. Raises BadInput if it is a word now."""
        value = self[key]
        if isinstance(value, str):
            raise BadInput(f"{key} is {value!r}, but it must be a number here. Allowed: {self._rules[key].allowed}")
        return Fraction(value)

    def integer(self, key: str) -> int:
        """Return the value of a setting that is a whole number. Raises BadInput if it is a word now."""
        return int(self.number(key))


class HeedingBook(Rulebook):
    """A rulebook that notes which of its settings were looked up: those on which an answer depends."""

    __slots__ = ("heeded",)

    def __init__(
        self, rules: Mapping[str, Rule], overrides: Mapping[str, Value], papers: Mapping[str, Mapping[str, Any]]
    ) -> None:
        super().__init__(rules, overrides, papers)
        self.heeded: set[str] = set()

    def __getitem__(self, key: str) -> Value:
        if key in self._rules:
            self.heeded.add(key)
        return super().__getitem__(key)

    def settings_heeded(self) -> dict[str, str]:
        """Return the settings looked up so far with their values as they are typed, in the order of the table."""
        return {key: value_text(super(HeedingBook, self).__getitem__(key)) for key in self if key in self.heeded}


PAPERS: Final = "papers."
"""The beginnings of the keys of settings that affect only printing."""


def house_rules(book: Rulebook, system: str = "", *, left_out: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return one line for each setting that differs from the default: ``Units may begin hidden. (KEY: on, not off)``

    ``system`` limits the lines to that system's settings; ``left_out`` are the beginnings of keys that are left out.
    Settings of printing are left out too, as they are not rules.
    """
    return tuple(
        f"{meaning_of_value(rule, value)} ({key}: {value_text(value)}, not {value_text(rule.default)})"
        for key, value in book.items()
        if key in book.overrides() and key.startswith(system) and not key.startswith((PAPERS, *left_out))
        for rule in (book.rule(key),)
    )


def meaning_of_value(rule: Rule, value: Value) -> str:
    """Return the sentences of a setting; of a switch, those about its present position, without its name."""
    if rule.kind is not Kind.SWITCH:
        return rule.meaning
    present, other = ("On", "Off") if value else ("Off", "On")
    kept = re.sub(rf"\b{other}: .*?\.(?: |$)(?=[A-Z]|$)", "", rule.meaning).strip()
    return re.sub(rf"\b{present}: (\w)", lambda match: match[1].upper(), kept)


def value_text(value: Value) -> str:
    """Return a value as it is typed: ``on``, ``off``, ``expected``, ``3/2``."""
    return ("on" if value else "off") if isinstance(value, bool) else str(plain_value(value))
