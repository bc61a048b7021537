"""The answer of a rule that the preview of Brigadier General Commands leaves out.

A rule whose table is missing does not guess: it answers with a ``NotCovered`` that names the section of the book, the
catalogue's entry and the key of the house file which would fill the gap. The players then decide, or type it in.

    NotCovered(rule, section, key)       str() is the sentence a player reads
    covered(value) -> value              raises Missing for a NotCovered
    value_at(plain, path)                a value of the file's plain mapping
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from campaign.errors import Refused
from campaign.values import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NotCovered:
    """A place of the book that the preview does not show and no house file fills."""

    rule: str
    section: str
    key: str

    def __str__(self) -> str:
        return (
            f"not covered: BGC \N{SECTION SIGN}{self.section}, type it into the house file ({self.key}) [{self.rule}]"
        )


class Missing(Refused):
    """The error that only a house file can give the value asked for."""

    def __init__(self, gap: NotCovered) -> None:
        super().__init__(f"{gap}; or let the players decide and enter the outcome")
        self.gap = gap


def covered(value: T | NotCovered) -> T:
    """Return the value. Raises Missing if neither preview nor house file gives it."""
    if isinstance(value, NotCovered):
        raise Missing(value)
    return value


def value_at(plain: Mapping[str, Any], path: str) -> Any:
    """Return the value at the end of a path of keys such as ``air.doubtful``, a table without its note; None if the
    file has none.
    """
    value: Any = plain
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return {key: below for key, below in value.items() if key != "note"} if isinstance(value, Mapping) else value
