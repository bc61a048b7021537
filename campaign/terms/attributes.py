"""The declaration of an attribute of a battalion, a place or a road: once, at its field of a frozen dataclass.

    pre_1914: Annotated[bool, Key("An older piece (OB-RANGE-04).", "pre-1914")] = False
    owner: Annotated[str | None, Key("Key of the side that holds it at the start."), Link("side")] = None
    period: ClassVar[Annotated[str, Key("When it was so: 1943-44.")]]     may stand in a file, and is kept nowhere
    stand: ClassVar[Stand]                                                the keys of that class may stand here

The allowed values under the key follow from the type of the field, the value without it from the default. The keys of
the program's files, their check, the JSON Schema, the entries that are written, the rows that a campaign starts with
and the values that an export takes from them are all drawn from the declaration.

    attributes(cls) -> (Attribute, ...)     those of a class, in the order of its fields
    keys_of(cls) -> ("name", "at", ...)     the keys of the program's files among them
    fields_of(value) -> {name: value}       the fields of one value, by name
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from campaign.values import MISSING, dataclass, fields, plain_dataclass, plain_field, replace

LONGEST_NAME, LONGEST_KEY, LONGEST_SOURCE, LONGEST_TEXT = 200, 80, 500, 20_000


@plain_dataclass(frozen=True, slots=True)
class Key:
    """A key of the program's files. ``name``: its spelling in files, if it differs from the field with blanks.

    ``least`` and ``most`` bound a number, ``unit`` names what it counts ("km": a decimal, kept as metres); ``words``
    are other words that are understood, or all that a text may be; ``expected`` is what a message says may stand there.
    ``shape`` is the JSON Schema of what has a reader of its own, because neither type nor words tell.
    """

    meaning: str
    name: str = ""
    needed: bool = plain_field(default=False, kw_only=True)
    least: int = plain_field(default=0, kw_only=True)
    most: int = plain_field(default=0, kw_only=True)
    unit: str = plain_field(default="", kw_only=True)
    longest: int = plain_field(default=LONGEST_NAME, kw_only=True)
    words: Collection[str] = plain_field(default=(), kw_only=True)
    expected: str = plain_field(default="", kw_only=True)
    shape: Mapping[str, Any] | None = plain_field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Link:
    """A link: the field holds the key of a thing of that kind; the row has the id of that thing's row."""

    kind: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """One declared attribute. ``key`` is "" where files do not contain it; ``kind`` its type, without None."""

    field: str
    key: str
    declared: Key
    link: str
    kind: Any
    default: Any
    is_kept: bool


def attributes(cls: type) -> tuple[Attribute, ...]:
    """Return the attributes of a class in the order of its fields, those of its last base first."""
    return _attributes(cls)


@cache
def _attributes(cls: type) -> tuple[Attribute, ...]:
    return tuple(_declared(cls, {slot.name: slot.default for slot in fields(cls)}))


def _declared(cls: type, defaults: Mapping[str, Any]) -> Iterator[Attribute]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        is_kept = get_origin(hint) is not ClassVar
        kind, *facts = _unpacked(hint if is_kept else get_args(hint)[0])
        declared = next((fact for fact in facts if isinstance(fact, Key)), None)
        link = next((fact.kind for fact in facts if isinstance(fact, Link)), "")
        if is_kept or declared is not None:
            key = "" if declared is None else declared.name or name.replace("_", " ")
            default = defaults.get(name, MISSING)
            yield Attribute(name, key, declared or Key(""), link, kind, default, is_kept)
        else:
            yield from (replace(attribute, is_kept=False) for attribute in attributes(kind))


def _unpacked(hint: Any) -> tuple[Any, ...]:
    """Return the type of an annotation without None, and the annotation's other parts."""
    kind, *facts = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    choices = [choice for choice in get_args(kind) if choice is not NoneType]
    return (choices[0] if len(choices) == 1 and NoneType in get_args(kind) else kind, *facts)


@cache
def keys_of(cls: type) -> tuple[str, ...]:
    """Return the keys of the program's files that a class declares."""
    return tuple(attribute.key for attribute in attributes(cls) if attribute.key)


def fields_of(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name, with unchanged values."""
    return {slot.name: getattr(value, slot.name) for slot in fields(value)}
