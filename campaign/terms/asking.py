"""The questions of a program command: declared once, at the fields of its frozen dataclass.

    unit: Annotated[str, Ask("", "UNIT", of="unit", is_own=True, is_loose=True)]
    to: Annotated[str, Ask("Place to go to.", "PLACE", of="place")] = ""
    stop: Annotated[bool, Ask("End the rest.")] = False

The options of the terminal, the fields of the desk, what is read of both, and whose units a player's command addresses
are drawn from the declaration. The type of a field says what may be typed: a text, a whole number, yes or no (a box, or
both words where None is "unchanged"), several texts. A field without a note is not asked: others fill it in.

    asked(cls) -> {name: Asked}          what a command asks for, in the order of its fields
    read(cls, typed, **known) -> cls     the command that the texts of a form make; raises BadInput
    addressed(command)                   the units that a command addresses, as they were typed
    addressee(command)                   the unit, air group or commander that an order is for
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from campaign.errors import BadInput
from campaign.terms.position import METRES_A_KM
from campaign.terms.words import is_number
from campaign.values import MISSING, dataclass, fields, plain_dataclass, plain_field

Command = TypeVar("Command")
LONGEST_NUMBER = 9
"""Most figures of a number that is typed."""


@plain_dataclass(frozen=True, slots=True)
class Ask:
    """A question at a field. ``help``: a sentence; ``stands``: what stands for the value (PLACE); ``of``: whose
    names it takes (unit, formation, place, side, commander, site, adjustable); ``option``: its spellings at the
    terminal, if not the field's name; ``unit``: "km" for metres that are typed as kilometres.

    ``label``, ``more``, ``hint`` and ``example``: words at the desk, which takes numbers from ``least`` to ``most``;
    ``wrong``: what it says of a text that is no such number; ``missing``: what it says where nothing was typed, or
    ``blank``: the word for which an empty field stands there.
    """

    help: str = ""
    stands: str = ""
    of: str = plain_field(default="", kw_only=True)
    option: str = plain_field(default="", kw_only=True)
    unit: str = plain_field(default="", kw_only=True)
    words: tuple[str, ...] = plain_field(default=(), kw_only=True)
    """All words that it takes; for yes and no, what the desk calls them."""
    label: str = plain_field(default="", kw_only=True)
    more: str = plain_field(default="", kw_only=True)
    hint: str = plain_field(default="", kw_only=True)
    example: str = plain_field(default="", kw_only=True)
    wrong: str = plain_field(default="", kw_only=True)
    least: int = plain_field(default=0, kw_only=True)
    most: int = plain_field(default=0, kw_only=True)
    missing: str = plain_field(default="", kw_only=True)
    blank: str = plain_field(default="", kw_only=True)
    phrase: str = plain_field(default="", kw_only=True)
    """How the lines of an order form tell it, with {} for the value: `` at {}``; nothing is told of a default."""
    written: str = plain_field(default="", kw_only=True)
    """Pattern by which a typed sentence holds it, after a space or a comma, or a sortie after a semicolon; its group
    ``value`` is the value.
    """
    is_own: bool = plain_field(default=False, kw_only=True)
    """It names what must be the player's who gives the command."""
    is_needed: bool = plain_field(default=False, kw_only=True)
    """It is an option, and must be given."""
    is_bare: bool = plain_field(default=False, kw_only=True)
    """It stands without a dash though it may be left out."""
    is_loose: bool = plain_field(default=False, kw_only=True)
    """Several words without a dash are one name."""
    shows_default: bool = plain_field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of a command with what is asked at it. ``kind``: its type without None; ``default``: MISSING if it must
    be given.
    """

    name: str
    ask: Ask
    kind: Any
    default: Any

    @property
    def label(self) -> str:
        """Name of the field at the desk."""
        return self.ask.label or self.name.replace("_", " ").capitalize()

    @property
    def is_argument(self) -> bool:
        """Return whether it stands without a dash at the terminal."""
        return self.ask.is_bare or (self.default is MISSING and not self.ask.is_needed and not self.ask.option)

    @property
    def is_required(self) -> bool:
        """Return whether it must be given."""
        return self.default is MISSING or self.ask.is_needed

    @property
    def is_filled(self) -> bool:
        """Return whether the desk's field must not stay empty, as the browser sees it."""
        return self.is_required and not self.ask.missing and not self.ask.blank

    @property
    def is_flag(self) -> bool:
        """Return whether it is a box that is ticked or not."""
        return self.kind is bool and self.default is False

    @property
    def is_number(self) -> bool:
        """Return whether it takes a whole number, and no measure."""
        return self.kind is int and not self.ask.unit

    @property
    def is_several(self) -> bool:
        """Return whether it takes several texts."""
        return get_origin(self.kind) is tuple

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The words that it takes, each with what the desk calls it; none: any."""
        values = ("yes", "no") if self.kind is bool else self.ask.words
        return [(str(value), str(word)) for value, word in zip(values, self.ask.words, strict=False)]


def asked(cls: type) -> Mapping[str, Asked]:
    """Return what a command asks for, by name, in the order of its fields."""
    return _asked(cls)  # mypy takes a class for no key of a cache


@cache
def _asked(cls: Any) -> Mapping[str, Asked]:
    defaults = {slot.name: slot.default for slot in fields(cls)}
    questions: dict[str, Asked] = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
        if (ask := next((note for note in notes if isinstance(note, Ask)), None)) is not None:
            questions[name] = Asked(name, ask, _without_none(get_args(hint)[0]), defaults[name])
    return questions


def _without_none(hint: Any) -> Any:
    kinds = get_args(hint)
    return next(kind for kind in kinds if kind is not NoneType) if NoneType in kinds else hint


def read(cls: type[Command], typed: Mapping[str, Sequence[str]], **known: Any) -> Command:
    """Return the command that the texts of a form make. An empty text leaves a field at its default; ``known``: values
    that the form does not ask. Raises BadInput.
    """
    texts = {name: values for name, values in typed.items() if name not in known}
    values = {**typed_values(cls, texts), **known}
    for name, field in asked(cls).items():
        if field.ask.missing and not values.get(name):
            raise BadInput(field.ask.missing)
        if field.default is MISSING:
            values.setdefault(name, field.ask.blank)
    return cls(**values)


def typed_values(cls: type, typed: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the values of a command's fields that were typed; empty ones are left out. Raises BadInput."""
    return {
        name: _reader(field)(field, texts)
        for name, field in asked(cls).items()
        if (texts := [text.strip() for text in typed.get(name, ()) if text.strip()])
    }


def addressed(command: object) -> Iterator[str]:
    """Yield the names of what a command addresses, which must be its giver's, as they were typed."""
    for name, field in asked(type(command)).items():
        if field.ask.is_own and (value := getattr(command, name)):
            yield from value if isinstance(value, tuple) else (value,)


def addressee(command: object) -> str:
    """Return whom an order is for, as it was typed: the one name that it takes without a dash, in several words."""
    (name,) = (name for name, field in asked(type(command)).items() if field.ask.is_loose)
    return str(getattr(command, name))


def not_chosen(what: str) -> str:
    """Return what is said where a form asks for a choice that was not made."""
    return f"no {what} was chosen, so nothing was changed. Choose from the list in the form"


def _reader(field: Asked) -> Callable[[Asked, Sequence[str]], Any]:
    if field.is_several:
        return _several
    return _kilometres if field.ask.unit == "km" else _READERS.get(field.kind, _text)


def _text(_: Asked, texts: Sequence[str]) -> str:
    return texts[-1]


def _several(_: Asked, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the names that were typed, with semicolons between them or on rows of their own."""
    rows = (row for text in texts for row in text.splitlines())
    return tuple(name.strip() for row in rows for name in row.split(";") if name.strip())


def _number(field: Asked, texts: Sequence[str]) -> int:
    text, ask = texts[-1], field.ask
    if not is_number(text) or len(text) > LONGEST_NUMBER or (ask.most and not ask.least <= int(text) <= ask.most):
        expected = f"{ask.least} to {ask.most}" if ask.most else "a whole number"
        raise BadInput(f"{text!r} {ask.wrong or f'is not a number of {field.name}. Write {expected}'}")
    return int(text)


def _kilometres(_: Asked, texts: Sequence[str]) -> int:
    text = texts[-1].replace(",", ".")
    try:
        return round(float(text) * METRES_A_KM)
    except (ValueError, OverflowError):
        raise BadInput(f"{text!r} is not a distance. Write kilometres, like 1.5") from None


def _yes(_: Asked, texts: Sequence[str]) -> bool:
    return texts[-1] in ("yes", "on")


_READERS: Mapping[Any, Callable[[Asked, Sequence[str]], Any]] = {int: _number, bool: _yes}
