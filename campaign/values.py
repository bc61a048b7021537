"""Values of the program: frozen or open records of named fields, given once and compared by their contents.

``dataclass``, ``field``, ``replace``, ``fields`` and their kin are those of the standard library to readers, editors
and mypy. When the program runs they are made in C (msgspec's ``Struct``), which makes a class some thirty times and a
value three times as quickly. Where that library cannot be loaded, or CAMPAIGN_VALUES says ``standard``, they are the
standard library's, and everything answers the same; the suite runs both ways.

What a struct has not (a field that is not given, not compared or not shown; two bases with fields; an abstract base)
says ``plain_dataclass`` and ``plain_field``. ``force`` sets a field of a frozen value while it is being made, and
nowhere else.
"""

from __future__ import annotations

import dataclasses
import os
from dataclasses import MISSING as MISSING
from dataclasses import dataclass as plain_dataclass
from dataclasses import field as plain_field
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

__all__ = [
    "MADE_IN_C",
    "MISSING",
    "asdict",
    "dataclass",
    "field",
    "fields",
    "force",
    "is_dataclass",
    "is_frozen",
    "plain_dataclass",
    "plain_field",
    "replace",
]

STANDARD = "standard"
"""What CAMPAIGN_VALUES says where no value shall be made in C."""


def _library() -> Any:
    if os.environ.get("CAMPAIGN_VALUES") == STANDARD:
        return None
    try:
        import msgspec
    except ImportError:  # no wheel for this system: slower, and the same in all else
        return None
    return msgspec


_msgspec = None if TYPE_CHECKING else _library()
MADE_IN_C = _msgspec is not None
"""Whether values are structs in this process."""

if TYPE_CHECKING or not MADE_IN_C:
    from dataclasses import asdict as asdict
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import is_dataclass as is_dataclass
    from dataclasses import replace as replace

    def is_frozen(kind: type) -> bool:
        """Return whether values of a kind, itself one of a ``dataclass``, cannot be changed."""
        return bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]

    def force(value: Any, name: str, new: Any) -> None:
        """Set a field of a frozen value that is being made."""
        object.__setattr__(value, name, new)

else:
    from msgspec import NODEFAULT, Struct, StructMeta
    from msgspec import field as field
    from msgspec.structs import force_setattr
    from msgspec.structs import replace as _replaced

    class _Sample(Struct):
        part: list = field(default_factory=list)

    _Factory = type(_Sample.__struct_defaults__[0])

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, order=False, kw_only=False):
        """Make a class a struct; a subclass of one is one by its class statement, with the options of its base."""

        def made(cls):
            if isinstance(cls, StructMeta):
                if kw_only or order or not eq:
                    raise TypeError(f"{cls.__qualname__}: give these options to its base")
                return cls
            own = {name: part for name, part in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
            mixed = [base for base in cls.__bases__ if base not in (object, Generic)]
            bases = (*mixed, Struct, *([Generic] if Generic in cls.__bases__ else ()))
            return StructMeta(
                cls.__name__,
                bases,
                own,
                frozen=frozen,
                eq=eq,
                order=order,
                kw_only=kw_only,
                dict=not slots,  # cached_property keeps its answer there
                weakref=not slots or not eq,
            )

        return made if cls is None else made(cls)

    class _Slot(NamedTuple):
        """A field as its readers ask for it."""

        name: str
        default: Any
        default_factory: Any

    def fields(value):
        """Return the fields of a kind, or of a value's kind, in order."""
        return _fields(value if isinstance(value, type) else type(value))

    @cache
    def _fields(kind):
        if not issubclass(kind, Struct):
            return dataclasses.fields(kind)
        # msgspec's own fields() evaluates every annotation, also of names that are imported for mypy alone
        names, given = kind.__struct_fields__, kind.__struct_defaults__
        values = (NODEFAULT,) * (len(names) - len(given)) + given
        return tuple(
            _Slot(name, MISSING, value.factory)
            if isinstance(value, _Factory)
            else _Slot(name, MISSING if value is NODEFAULT else value, MISSING)
            for name, value in zip(names, values, strict=True)
        )

    def replace(value, /, **changes):
        """Return a value like this one but for some fields."""
        return _replaced(value, **changes) if isinstance(value, Struct) else dataclasses.replace(value, **changes)

    def is_dataclass(value):
        """Return whether this is a value, or a kind of values."""
        kind = value if isinstance(value, type) else type(value)
        return issubclass(kind, Struct) or hasattr(kind, "__dataclass_fields__")

    def is_frozen(kind):
        """Return whether values of a kind cannot be changed."""
        return kind.__struct_config__.frozen if issubclass(kind, Struct) else kind.__dataclass_params__.frozen

    def force(value, name, new):
        """Set a field of a frozen value that is being made."""
        if isinstance(value, Struct):
            force_setattr(value, name, new)
        else:
            object.__setattr__(value, name, new)

    def asdict(value):
        """Return a value's fields by name, and so on within them."""
        return {slot.name: _plain(getattr(value, slot.name)) for slot in fields(value)}

    def _plain(value):
        if is_dataclass(value) and not isinstance(value, type):
            return asdict(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(_plain, value))
        if isinstance(value, list | tuple):
            return type(value)(map(_plain, value))
        if isinstance(value, dict):
            return type(value)((_plain(key), _plain(part)) for key, part in value.items())
        return value
