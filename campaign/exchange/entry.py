"""One mapping of a file, read key by key: every wrong word is reported where it stands, and the reading goes on.

An ``Entry`` knows its possible keys. An unknown key that looks like a missing one is reported and read as that one, so
that its contents are checked too. Values that an entry does not give may come from an establishment behind it
(``like``).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from campaign.exchange import text
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.text import Node, Position, Scalar, Sequence, Unreadable, same, spot_of
from campaign.terms.attributes import LONGEST_KEY, LONGEST_NAME, keys_of
from campaign.terms.words import did_you_mean, listing

Word = TypeVar("Word", bound=StrEnum)

YES = frozenset({"yes", "true", "on"})
NO = frozenset({"no", "false", "off"})
_IS_DECIMAL = re.compile(r"-?\d{1,9}(\.\d{1,3}0*)?", re.ASCII).fullmatch
_DATES = (
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})",
    r"(?P<d>\d{1,2})\.? (?P<m>[^\W\d]+)\.?,? (?P<y>\d{4})",
    r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})",
)
_MONTHS = {
    name.lower(): n for names in (calendar.month_name, calendar.month_abbr) for n, name in enumerate(names) if name
}


def shortened(name: str) -> str:
    """Return a name for narrow columns: as many full words as 80 letters hold, and an ellipsis."""
    if len(name) <= LONGEST_KEY:
        return name
    kept = name[: LONGEST_KEY - 1]
    return f"{(kept.rpartition(' ')[0] or kept).rstrip(' ,;:-')}\N{HORIZONTAL ELLIPSIS}"


def kind_of(node: Node) -> str:
    """Return the kind of a node, for people."""
    if isinstance(node, Scalar):
        return repr(node.text) if node.text else "nothing"
    return "a list" if isinstance(node, Sequence) else "a group of entries"


def pairs_of(node: Node | None, label: str, faults: Faults) -> list[tuple[Scalar, Node]]:
    """Return the keys and values of a mapping whose keys are free, such as places."""
    if node is None or isinstance(node, Unreadable):
        return []
    if isinstance(node, text.Mapping):
        return list(node.pairs)
    faults.error(
        node.spot,
        f"{label}: found {kind_of(node)}",
        "write one line for each, with a name, a colon and its values",
        consequent=_empty(node),
    )
    return []


def items_of(node: Node | None, label: str, faults: Faults) -> list[Node]:
    if node is None or isinstance(node, Unreadable):
        return []
    if isinstance(node, Sequence):
        return [entry for entry in node.items if not isinstance(entry, Unreadable)]
    faults.error(
        node.spot,
        f"{label}: found {kind_of(node)}",
        "write a list, with a dash before each item",
        consequent=_empty(node),
    )
    return []


@lru_cache(maxsize=64)
def _kilometres(lowest_m: int, highest_m: int) -> str:
    return f"kilometres from {lowest_m / 1000:g} to {highest_m / 1000:,g}, such as 12.5"


@lru_cache(maxsize=256)
def _span(lowest: int, highest: int, unit: str) -> str:
    return f"a whole number from {lowest:,} to {highest:,}{unit and ' ' + unit}"


def _empty(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.text


@lru_cache(maxsize=64)
def _spelt(keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return the keys by the common form of their spellings."""
    return {same(key): key for key in keys}


@lru_cache(maxsize=1024)
def _named(words: tuple[str, ...], keys: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return which keys these words are, in their order; None if one of them is not a key. Entries of one kind mostly
    have the same words.
    """
    spelt = _spelt(keys)
    names = tuple(spelt.get(same(word), "") for word in words)
    return names if all(names) else None


@lru_cache(maxsize=64)
def _vocabulary(kind: type[Word]) -> Mapping[str, Word]:
    return {same(word.value): word for word in kind}


@lru_cache(maxsize=64)
def _one_of(kind: type[Word]) -> str:
    """Return in words what is expected where a word of this vocabulary should stand."""
    return f"one of {listing((word.value for word in kind), 40)}"


class Entry:
    """A mapping with a fixed set of keys. ``label`` names it in messages: ``place 'capuzzo'``."""

    def __init__(
        self,
        node: Node,
        label: str,
        keys: Collection[str],
        faults: Faults,
        behind: Mapping[str, tuple[Scalar, Node]] | None = None,
    ) -> None:
        self._node, self.label, self.faults = node, label, faults
        self.written: dict[str, tuple[Scalar, Node]] = {}
        self.strange: set[str] = set()
        """Keys that are not allowed and resemble no allowed key."""
        self.poisoned = isinstance(node, Unreadable)
        if isinstance(node, text.Mapping):
            self._take(node, keys)
        elif not self.poisoned:
            self.poisoned = True
            faults.error(
                node.spot,
                f"{label}: found {kind_of(node)}",
                f"write these keys: {listing(keys, 12)}",
                consequent=_empty(node),
            )
        self.pairs = {**behind, **self.written} if behind else self.written

    @property
    def position(self) -> Position:
        return self._node.position

    @property
    def spot(self) -> Spot:
        """Place of the entry in the file."""
        return self._node.spot

    def _take(self, node: text.Mapping, keys: Collection[str]) -> None:
        allowed = tuple(keys)
        if len(node.pairs) <= len(allowed):
            names = _named(tuple([key.text for key, _ in node.pairs]), allowed)
            if names is not None:
                self.written = dict(zip(names, node.pairs, strict=True))
                return
        self._take_strange(node, keys)

    def _take_strange(self, node: text.Mapping, keys: Collection[str]) -> None:
        """Take the pairs of a mapping in which a key is not allowed; report such keys."""
        spelt = _spelt(tuple(keys))
        unknown = []
        for key, value in node.pairs:
            if (named := spelt.get(same(key.text))) is not None:
                self.written[named] = (key, value)
            else:
                unknown.append((key, value))
        if len(unknown) > max(1, len(self.written)) and not any(self._nearest_key(key, keys) for key, _ in unknown):
            names = listing(key.text for key, _ in unknown)
            self.faults.error(
                unknown[0][0].spot,
                f"{self.label} cannot have {names}",
                f"it can have {listing(keys, 50)}. Does another section begin here?",
            )
            self.poisoned = True
            return
        for key, value in unknown:
            nearest_key = self._nearest_key(key, keys)
            hint = f"; did you mean {nearest_key}?" if nearest_key else did_you_mean(key.text, keys)
            allowed = f"it can have {listing(keys, 50)}{hint}"
            if "{" in key.text or "[" in key.text:
                allowed = "write a colon after the key, before the bracket"
            self.faults.error(key.spot, f"{self.label} cannot have {key.text!r}", allowed)
            if nearest_key:
                self.written[nearest_key] = (
                    key,
                    value if "{" not in key.text and "[" not in key.text else Unreadable(value.spot),
                )
            else:
                self.strange.add(same(key.text))

    def _nearest_key(self, key: Scalar, keys: Collection[str]) -> str | None:
        """Return the key not yet given that a word was probably meant to be."""
        close_matches = get_close_matches(
            same(re.split(r"[\[{]", key.text)[0]), [word for word in keys if word not in self.written], 1, 0.75
        )
        return close_matches[0] if close_matches else None

    def __contains__(self, key: str) -> bool:
        return key in self.pairs

    def where(self, key: str) -> Spot:
        """Return the place of a key's value in the file, or of the entry itself."""
        return spot_of(self.position_of(key))

    def position_of(self, key: str) -> Position:
        """Return the position of a key's value, or of the entry itself."""
        return self.pairs[key][1].position if key in self.pairs else self.position

    def node(self, key: str, *, must: bool = False) -> Node | None:
        """Return the node under the key; None if there is none that can be read."""
        if key in self.pairs:
            value = self.pairs[key][1]
            return None if isinstance(value, Unreadable) else value
        if must and not self.poisoned:
            self.faults.error(self.spot, f"{self.label} needs {key!r}", f"write '{key}: ...'", consequent=True)
        return None

    def scalar(self, key: str, expected: str, *, must: bool = False) -> Scalar | None:
        """Return the word under the key."""
        pair = self.pairs.get(key)
        if pair is not None and isinstance(pair[1], Scalar) and (word := pair[1].text.strip()):
            return pair[1] if word == pair[1].text else Scalar(pair[1].position, word)
        node = self.node(key, must=must)
        if node is not None:
            self.wrong(key, node, expected)
        return None

    def error(self, text: str, allowed: str = "", key: str = "", *, consequent: bool = False) -> None:
        """Report an error of the entry, or of the value under one of its keys."""
        self.faults.error(self.where(key), text, allowed, consequent=consequent)

    def wrong(self, key: str, node: Node, expected: str) -> None:
        """Report that the value under the key is not the expected one."""
        self.faults.error(node.spot, f"{key}: found {kind_of(node)}", f"expected {expected}", consequent=_empty(node))

    def text(self, key: str, default: str = "", *, must: bool = False, longest: int = LONGEST_NAME) -> str:
        """Return a text of one line, or of many where ``longest`` allows."""
        if key not in self.pairs and not must:
            return default
        node = self.node(key)
        if isinstance(node, Scalar) and node.quoted and not node.text.strip() and not must:
            if key == "title" or (key == "name" and default):
                self.wrong(key, node, f"a {key}, which must not be empty")
                return default
            return ""
        scalar = self.scalar(key, "a text", must=must)
        if scalar is None:
            return default
        if len(scalar.text) > longest:
            self.faults.error(scalar.spot, f"{key} has {len(scalar.text)} characters", f"write at most {longest}")
            return scalar.text[:longest]
        return scalar.text if longest > LONGEST_NAME else " ".join(scalar.text.split())

    def short(self, key: str, default: str) -> str:
        """Return a text of at most 80 letters."""
        return self.text(key, shortened(default), longest=LONGEST_KEY)

    def word(
        self, key: str, kind: type[Word], default: Word, also: Mapping[str, Word] | None = None, *, must: bool = False
    ) -> Word:
        """Return a word of a vocabulary, in any case, or by another word for it."""
        if key not in self.pairs and not must:
            return default
        node = self.pairs[key][1] if key in self.pairs else None
        listed: Word | None = _vocabulary(kind).get(node.text) if isinstance(node, Scalar) else None
        if listed is not None:  # most words are written as they are listed
            return listed
        scalar = self.scalar(key, _one_of(kind), must=must)
        return default if scalar is None else self.choose(scalar, key, kind, also) or default

    def choose(self, scalar: Scalar, key: str, kind: type[Word], also: Mapping[str, Word] | None = None) -> Word | None:
        """Return the vocabulary member for a written word; None, with an error reported, if there is none."""
        words = _vocabulary(kind)
        match = words.get(same(scalar.text)) or next(
            (word for name, word in (also or {}).items() if same(name) == same(scalar.text)), None
        )
        if match is not None:
            return match
        shown = [word.value for word in kind]
        shown += [word for word in also or {} if word not in shown]
        hint = did_you_mean(scalar.text, shown)
        self.faults.error(scalar.spot, f"{key}: {scalar.text!r} is not known", f"expected {listing(shown, 40)}{hint}")
        return None

    def one_of(self, key: str, words: Collection[str], *, must: bool = False) -> str:
        """Return a word of a list that is not a vocabulary, in any case; "" if none of them stands there."""
        scalar = self.scalar(key, ", ".join(words), must=must)
        return "" if scalar is None else self.among(scalar, key, words)

    def among(self, scalar: Scalar, key: str, words: Collection[str]) -> str:
        """Return the written word of a list; "", with an error reported, if it is not in the list."""
        match = next((word for word in words if word.lower() == scalar.text.lower()), "")
        if not match:
            self.faults.unknown(scalar.spot, key, scalar.text, words)
        return match

    def flag(self, key: str, default: bool = False) -> bool:
        """Return yes or no as a truth value."""
        scalar = self.scalar(key, "yes or no")
        if scalar is None:
            return default
        if scalar.text.lower() in YES | NO:
            return scalar.text.lower() in YES
        self.wrong(key, scalar, "yes or no")
        return default

    def whole_number(self, key: str, lowest: int, highest: int, unit: str = "", *, must: bool = False) -> int | None:
        scalar = self.scalar(key, _span(lowest, highest, unit), must=must)
        return None if scalar is None else self.number(scalar, key, lowest, highest, unit)

    def number(self, scalar: Scalar, key: str, lowest: int, highest: int, unit: str = "") -> int | None:
        """Return the written whole number; None, with an error reported, if there is none."""
        digits = scalar.text.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+", scalar.text) else scalar.text
        if re.fullmatch(r"-?\d{1,18}", digits, re.ASCII) and lowest <= int(digits) <= highest:
            return int(digits)
        self.wrong(key, scalar, _span(lowest, highest, unit))
        return None

    def metres(self, key: str, lowest_m: int, highest_m: int, *, must: bool = False) -> int | None:
        """Return kilometres with at most three decimals, as metres."""
        expected = _kilometres(lowest_m, highest_m)
        scalar = self.scalar(key, expected, must=must)
        if scalar is None:
            return None
        metres = thousandths(scalar.text)
        if metres is not None and lowest_m <= metres <= highest_m:
            return metres
        self.wrong(key, scalar, expected)
        return None

    def day(self, key: str, *, must: bool = False) -> date | None:
        """Return a date of the calendar: ``1941-05-15`` or ``15 May 1941``."""
        scalar = self.scalar(key, "a date such as 15 May 1941 or 1941-05-15", must=must)
        if scalar is None:
            return None
        read = read_date(scalar.text)
        if isinstance(read, date):
            return read
        self.faults.error(scalar.spot, f"{key}: {scalar.text!r} is not a date", read)
        return None

    def items(self, key: str) -> list[Node]:
        """Return the items under the key; a single word counts as a list with one item."""
        node = self.node(key)
        if isinstance(node, Scalar) and node.text:
            return [node]
        return items_of(node, key, self.faults)

    def words(self, key: str) -> list[Scalar]:
        scalars = []
        for node in self.items(key):
            if isinstance(node, Scalar) and node.text.strip():
                scalars.append(Scalar(node.spot, node.text.strip()))
            else:
                self.wrong(key, node, "a word")
        return scalars


def entries(sections: Iterable[Node], label: str, kind: str, cls: type, faults: Faults) -> Iterator[Entry]:
    """Yield the entries of a list of the program's files. ``label``: the key of the list; ``kind``: the name of an
    entry in messages.
    """
    for section in sections:
        for node in items_of(section, label, faults):
            entry = Entry(node, kind, keys_of(cls), faults)
            if not entry.poisoned:
                yield entry


def thousandths(written: str) -> int | None:
    """Return a number of at most three decimals times 1000; None for any other word."""
    if not _IS_DECIMAL(written):
        return None
    units, _, decimals = written.partition(".")
    return int(units + (decimals + "000")[:3])


def degrees_e6(written: str, most: int) -> int | None:
    """Return decimal degrees in millionths, rounded; None for a word that is not a number, or one beyond ``most``
    either way.
    """
    try:
        value = Decimal(written) if re.fullmatch(r"[+-]?\d{1,3}(\.\d{1,12})?", written, re.ASCII) else None
    except InvalidOperation:
        value = None
    return round(value * 1_000_000) if value is not None and abs(value) <= most else None


def read_date(written: str) -> date | str:
    """Return the date, or the error in it as text."""
    for form in _DATES:
        match = re.fullmatch(form, " ".join(written.split()), re.ASCII)
        if match:
            break
    else:
        return "write it as 15 May 1941 or 1941-05-15"
    month = int(match["m"]) if match["m"].isdigit() else _MONTHS.get(match["m"].lower(), 0)
    if not 1 <= month <= 12:
        named = did_you_mean(match["m"], [m for m in calendar.month_name if m]) if not match["m"].isdigit() else ""
        return f"{match['m']} is not a month{named}"
    year, day = int(match["y"]), int(match["d"])
    if year < 1:
        return "the first possible year is 1"
    last = calendar.monthrange(year, month)[1]
    if not 1 <= day <= last:
        return f"{calendar.month_name[month]} {year} has only {last} days"
    return date(year, month, day)
