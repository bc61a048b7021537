"""Views as JSON values, for ``--json`` and for the pages of the desk that answer as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time
from enum import Enum
from fractions import Fraction
from typing import Any

from campaign.values import fields, is_dataclass


def as_json(view: Any) -> Any:
    """Return a view as JSON values: dataclasses by their fields' names, enums by value, dates as 1941-05-15, moments as
    2.3.
    """
    if isinstance(view, Enum):
        return view.value
    if view is None or isinstance(view, (bool, int, float, str)):
        return view
    if isinstance(view, (date, time)):
        return view.isoformat()
    if isinstance(view, Fraction) or hasattr(view, "__fspath__"):
        return str(view)
    if is_dataclass(view) and not isinstance(view, type):
        written = [field.name for field in fields(view) if not field.name.startswith("_")]
        if written == ["day", "turn"]:
            return str(view)
        return {name: as_json(getattr(view, name)) for name in written}
    if isinstance(view, Mapping):
        return {str(as_json(key)): as_json(value) for key, value in view.items()}
    if isinstance(view, (set, frozenset)):
        return sorted((as_json(element) for element in view), key=str)
    if isinstance(view, Iterable):
        return [as_json(element) for element in view]
    raise TypeError(f"{type(view).__name__} has no JSON form: {view!r}")
