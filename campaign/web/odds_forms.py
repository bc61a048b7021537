"""The questions about odds as forms, made from their fields; what was typed read back with the checks of each field."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from campaign.errors import BadInput
from campaign.rules.common.odds_query import Query, QueryField, fields_of
from campaign.terms.words import is_number, listing
from campaign.values import dataclass

LONGEST: Final = 2_000
"""Most letters of an answer."""
MOST_ANSWERS: Final = 60
"""Most answers to a question that takes several."""


@dataclass(frozen=True, slots=True)
class OddsField:
    """A field of a form. ``kind``: select, tick, number, text or several (one answer a line)."""

    name: str
    label: str
    kind: str
    help: str
    value: str
    options: tuple[tuple[str, str], ...] = ()
    is_required: bool = False


def odds_fields(query: type[Query], typed: Mapping[str, str]) -> tuple[OddsField, ...]:
    """Return the fields of a question with what was typed, or else their defaults."""
    return tuple(_field(field, typed) for field in fields_of(query))


def _field(field: QueryField, typed: Mapping[str, str]) -> OddsField:
    ask, words, name = field.ask, words_of(field), name_of(field)
    default = "" if field.default in (None, (), False) else str(field.default)
    value = typed.get(name, default) if typed else default
    is_choice = bool(words) and not field.is_several
    kind = "select" if is_choice else "several" if field.is_several else _kind(field)
    if field.kind is bool and ask.flags:
        on, off = (word.removeprefix("--") for word in ask.flags.split("/"))
        kind, options = "select", (("", "not said"), ("on", on), ("off", off))
    else:
        free = () if field.is_required or default else (("", "not said"),)
        options = (*free, *((word, word) for word in words)) if is_choice else ()
    help = ask.help if not field.is_several or not words else f"{ask.help} One of {listing(words, 40)}."
    return OddsField(name, name.replace("_", " ").capitalize(), kind, help, value, options, field.is_required)


def _kind(field: QueryField) -> str:
    return "tick" if field.kind is bool else "number" if field.kind in (int, float) else "text"


def name_of(field: QueryField) -> str:
    """Return the name of a field in the address: that of its option."""
    return field.name.strip("_")


def words_of(field: QueryField) -> tuple[str, ...]:
    """Return the only words that a field takes; none if it takes any."""
    return field.ask.choices or (tuple(map(str, field.kind)) if issubclass(field.kind, Enum) else ())


def answers(query: type[Query], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a question's fields from what was typed. Raises BadInput for one that it does not take."""
    return {field.name: _answer(field, typed.get(name_of(field), "")) for field in fields_of(query)}


def _answer(field: QueryField, text: str) -> Any:
    text = text.strip()
    name = name_of(field).replace("_", " ")
    if len(text) > LONGEST:
        raise BadInput(f"{name} has {len(text)} characters. Write at most {LONGEST}")
    if field.is_several:
        parts = [part.strip() for part in text.splitlines() if part.strip()]
        if field.is_required and not parts:
            raise BadInput(f"{name} is empty. Write at least one value, each on its own line")
        if len(parts) > MOST_ANSWERS:
            raise BadInput(f"{name} has {len(parts)} lines. Write at most {MOST_ANSWERS} lines, one for each value")
        return tuple(_single(field, part, name) for part in parts)
    if field.kind is bool:
        return {"on": True, "off": False}.get(text, None if field.ask.flags else False)
    if not text:
        if field.is_required:
            raise BadInput(f"{name} is empty. What to write: {field.ask.help or 'a value'}")
        return field.default
    return _single(field, text, name)


def _single(field: QueryField, text: str, name: str) -> Any:
    words = words_of(field)
    if words:
        word = next((word for word in words if word.casefold() == text.casefold()), None)
        if word is None:
            raise BadInput(f"{text!r} cannot be used as {name}. Choose {listing(words, 40)}")
        return field.kind(word) if issubclass(field.kind, Enum) else word
    if field.kind not in (int, float):
        return text
    value = _number(field, text, name)
    least, most = field.ask.least, field.ask.most
    if (least is not None and value < least) or (most is not None and value > most):
        raise BadInput(f"{name} cannot be {text}. Write a number from {least if least is not None else 0} to {most}")
    return value


def _number(field: QueryField, text: str, name: str) -> int | float:
    if field.kind is int:
        if not is_number(text.removeprefix("-")) or len(text) > 9:
            raise BadInput(f"{name} is {text!r}, which is not a whole number. Write a whole number")
        return int(text)
    try:
        value = float(text)
    except ValueError:
        raise BadInput(f"{name} is {text!r}, which is not a number. Write a number, like 1.5") from None
    if not -1e9 < value < 1e9:
        raise BadInput(f"{name} is {text!r}, which is not a number. Write a number, like 1.5")
    return value
