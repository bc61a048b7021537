"""Conversion between an entry of the program's files and the declared attributes of a value (`terms.attributes`).

    read_attributes(entry, cls, links, **unsaid) -> {field: value}     the entry's values, attribute by attribute
    read_attribute(entry, cls, field, unsaid) -> value                 one of them
    entry_of(value, **unsaid) -> {key: word}                           a value as an entry

``unsaid`` is the value of a field where the entry is silent, if that is not the declared default. An attribute with a
shape of its own has a reader of its own, and is left to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.exchange.entry import Entry, shortened
from campaign.exchange.names import Names
from campaign.terms.attributes import LONGEST_KEY, Attribute, attributes, fields_of
from campaign.values import MISSING, is_dataclass

Links = Mapping[str, Names]
NO_LINKS: Links = MappingProxyType({})
ALWAYS = MISSING
_Reader = Callable[[Entry, Attribute, Links, Any], Any]
"""A reader of an attribute: the entry's value, or the last of these where that is wrong."""


def read_attributes(entry: Entry, cls: type, links: Links = NO_LINKS, **unsaid: Any) -> dict[str, Any]:
    """Return every attribute of a class whose declaration tells how to read it. ``links``: the possible targets of
    links, by kind.
    """
    readable = _readable(cls)
    values, pairs = dict(readable.silent), entry.pairs
    for field, value in unsaid.items():
        if (attribute := readable.by_field.get(field)) is not None:
            values[field] = _unsaid(attribute, value)
    for key, field, attribute, read in readable.readers:
        if key in pairs or attribute.declared.needed:
            values[field] = read(entry, attribute, links, values[field])
    return values


class _Readable(NamedTuple):
    """The attributes that are read alike, by field; their values where an entry is silent about them; and the key, the
    field and the reader of each.
    """

    by_field: Mapping[str, Attribute]
    silent: Mapping[str, Any]
    readers: tuple[tuple[str, str, Attribute, _Reader], ...]


@cache
def _readable(cls: type) -> _Readable:
    by_field = {
        attribute.field: attribute
        for attribute in attributes(cls)
        if attribute.key and attribute.is_kept and attribute.declared.shape is None
    }
    silent = {field: _unsaid(attribute, attribute.default) for field, attribute in by_field.items()}
    readers = tuple((attribute.key, field, attribute, _reader(attribute)) for field, attribute in by_field.items())
    return _Readable(by_field, silent, readers)


def read_attribute(entry: Entry, cls: type, field: str, unsaid: Any = MISSING) -> Any:
    """Return one attribute of a class, read from an entry."""
    attribute = _attribute(cls, field)
    value = _unsaid(attribute, attribute.default if unsaid is MISSING else unsaid)
    if attribute.key not in entry.pairs and not attribute.declared.needed:
        return value
    return _reader(attribute)(entry, attribute, NO_LINKS, value)


@cache
def _attribute(cls: type, field: str) -> Attribute:
    return next(attribute for attribute in attributes(cls) if attribute.field == field)


def _reader(attribute: Attribute) -> _Reader:
    """Return the reader of an attribute that an entry gives, or must give."""
    kind, declared = attribute.kind, attribute.declared
    if attribute.link:
        return _linked
    if kind is bool:
        return _flag
    if kind is int:
        return _metres if declared.unit == "km" else _number
    if kind is not str:
        return _word_or_none if declared.expected else _word
    return _listed if declared.words else _text


def _linked(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    article = "an" if attribute.link[0] in "aeiou" else "a"
    scalar = entry.scalar(attribute.key, f"the key of {article} {attribute.link}", must=attribute.declared.needed)
    return links[attribute.link].find(scalar, entry.faults, attribute.key) or unsaid


def _flag(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    return entry.flag(attribute.key, unsaid)


def _metres(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    declared = attribute.declared
    metres = entry.metres(attribute.key, declared.least, declared.most, must=declared.needed)
    return unsaid if metres is None else metres


def _number(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    declared = attribute.declared
    number = entry.whole_number(attribute.key, declared.least, declared.most, declared.unit, must=declared.needed)
    return unsaid if number is None else number


def _word(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    words = attribute.declared.words
    also = words if words and isinstance(words, Mapping) else None
    return entry.word(attribute.key, attribute.kind, unsaid, also, must=attribute.declared.needed)


def _word_or_none(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    """Return a word of a vocabulary, or None where the entry says so."""
    scalar = entry.scalar(attribute.key, attribute.declared.expected)
    if scalar is None:
        return unsaid
    if scalar.text.lower() in attribute.declared.words:
        return None
    return entry.choose(scalar, attribute.key, attribute.kind) or unsaid


def _listed(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    return entry.one_of(attribute.key, attribute.declared.words, must=attribute.declared.needed) or unsaid


def _text(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    return entry.text(attribute.key, unsaid, must=attribute.declared.needed, longest=attribute.declared.longest)


def _unsaid(attribute: Attribute, unsaid: Any) -> Any:
    """Return the value of an attribute where an entry is silent, or an empty value."""
    kind = attribute.kind
    if unsaid is MISSING:
        return "" if kind is str else next(iter(kind)) if issubclass(kind, StrEnum) else None
    if kind is str and unsaid and attribute.declared.longest == LONGEST_KEY:
        return shortened(unsaid)
    return unsaid


def entry_of(value: Any, first: Iterable[str] = (), **unsaid: Any) -> dict[str, Any]:
    """Return the keys and words of a value, the ``first`` ones first, without those that a reader would supply as
    defaults; ALWAYS marks values that are never left out.
    """
    entry = {
        attribute.key: _words_of(attribute, held)
        for attribute in attributes(type(value))
        if attribute.key and attribute.is_kept
        for held in (getattr(value, attribute.field),)
        if held != unsaid.get(attribute.field, attribute.default)
    }
    return {key: entry[key] for key in (*first, *entry) if entry.get(key) is not None}


def _words_of(attribute: Attribute, held: Any) -> Any:
    """Return the words of an attribute in a file; None where there is no word for an empty value."""
    if held is None:
        return next(iter(attribute.declared.words), None)
    if attribute.declared.unit == "km":
        return km(held)
    if isinstance(held, tuple):
        return [str(part) for part in held]
    if is_dataclass(held):
        return fields_of(held)
    return held.value if isinstance(held, StrEnum) else held


def e6(millionths: int) -> str:
    """Return millionths of a degree as degrees."""
    return _decimal(millionths, 6)


def km(metres: int) -> str:
    return _decimal(metres, 3)


def _decimal(value: int, digits: int) -> str:
    units, part = divmod(abs(value), 10**digits)
    decimals = f"{part:0{digits}d}".rstrip("0")
    return f"{'-' * (value < 0)}{units}{'.' * bool(decimals)}{decimals}"
