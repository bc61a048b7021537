"""Conversion between an entry of the program's files and the declared attributes of a value (`terms.attributes`).

    read_attributes(entry, cls, links, **unsaid) -> {field: value}     the entry's values, attribute by attribute
    read_attribute(entry, cls, field, unsaid) -> value                 one of them
    entry_of(value, **unsaid) -> {key: word}                           a value as an entry

``unsaid`` is the value of a field where the entry is silent, if that is not the declared default. An attribute with a
shape of its own has a reader of its own, and is left to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, is_dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign.exchange.entry import Entry, shortened
from campaign.exchange.names import Names
from campaign.terms.attributes import LONGEST_KEY, Attribute, attributes, fields_of

Links = Mapping[str, Names]
NO_LINKS: Links = MappingProxyType({})
ALWAYS = MISSING


def read_attributes(entry: Entry, cls: type, links: Links = NO_LINKS, **unsaid: Any) -> dict[str, Any]:
    """Return every attribute of a class whose declaration tells how to read it. ``links``: the possible targets of
    links, by kind.
    """
    readable = _readable(cls)
    values, pairs = dict(readable.silent), entry.pairs
    for field, value in unsaid.items():
        if (attribute := readable.by_field.get(field)) is not None:
            values[field] = _unsaid(attribute, value)
    for attribute in readable.by_field.values():
        if attribute.key in pairs or attribute.declared.needed:
            values[attribute.field] = _read(entry, attribute, links, values[attribute.field])
    return values


class _Readable(NamedTuple):
    """The attributes that are read alike, by field, and their values where an entry is silent about them."""

    by_field: Mapping[str, Attribute]
    silent: Mapping[str, Any]


@cache
def _readable(cls: type) -> _Readable:
    by_field = {
        attribute.field: attribute
        for attribute in attributes(cls)
        if attribute.key and attribute.is_kept and attribute.declared.shape is None
    }
    silent = {field: _unsaid(attribute, attribute.default) for field, attribute in by_field.items()}
    return _Readable(by_field, silent)


def read_attribute(entry: Entry, cls: type, field: str, unsaid: Any = MISSING) -> Any:
    """Return one attribute of a class, read from an entry."""
    attribute = _attribute(cls, field)
    return _read(entry, attribute, NO_LINKS, _unsaid(attribute, attribute.default if unsaid is MISSING else unsaid))


@cache
def _attribute(cls: type, field: str) -> Attribute:
    return next(attribute for attribute in attributes(cls) if attribute.field == field)


def _read(entry: Entry, attribute: Attribute, links: Links, unsaid: Any) -> Any:
    """Return the entry's value; where it is silent or wrong, ``unsaid``, or an empty value."""
    key, declared, kind = attribute.key, attribute.declared, attribute.kind
    must = declared.needed
    if key not in entry.pairs and not must:
        return unsaid
    if attribute.link:
        article = "an" if attribute.link[0] in "aeiou" else "a"
        scalar = entry.scalar(key, f"the key of {article} {attribute.link}", must=must)
        return links[attribute.link].find(scalar, entry.faults, key) or unsaid
    if kind is bool:
        return entry.flag(key, unsaid)
    if kind is int:
        number = (
            entry.metres(key, declared.least, declared.most, must=must)
            if declared.unit == "km"
            else entry.whole_number(key, declared.least, declared.most, declared.unit, must=must)
        )
        return unsaid if number is None else number
    if kind is not str:
        return _word(entry, attribute, kind, unsaid)
    if declared.words:
        return entry.one_of(key, declared.words, must=must) or unsaid
    return entry.text(key, unsaid, must=must, longest=declared.longest)


def _unsaid(attribute: Attribute, unsaid: Any) -> Any:
    """Return the value of an attribute where an entry is silent, or an empty value."""
    kind = attribute.kind
    if unsaid is MISSING:
        return "" if kind is str else next(iter(kind)) if issubclass(kind, StrEnum) else None
    if kind is str and unsaid and attribute.declared.longest == LONGEST_KEY:
        return shortened(unsaid)
    return unsaid


def _word(entry: Entry, attribute: Attribute, kind: type[StrEnum], unsaid: Any) -> Any:
    """Return a word of a vocabulary; one that may be missing is None where its entry says so."""
    key, declared = attribute.key, attribute.declared
    if not declared.expected:
        also = declared.words if declared.words and isinstance(declared.words, Mapping) else None
        return entry.word(key, kind, unsaid, also, must=declared.needed)
    scalar = entry.scalar(key, declared.expected)
    if scalar is None:
        return unsaid
    return None if scalar.text.lower() in declared.words else entry.choose(scalar, key, kind) or unsaid


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
    """Return metres as kilometres."""
    return _decimal(metres, 3)


def _decimal(value: int, digits: int) -> str:
    units, part = divmod(abs(value), 10**digits)
    decimals = f"{part:0{digits}d}".rstrip("0")
    return f"{'-' * (value < 0)}{units}{'.' * bool(decimals)}{decimals}"
