"""Words of the desk: the role of a person who is let in, the text that signs entries, and the marks on a paper."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The part in which a person is let in: the umpire, the staff of a side, one or more commanders, one side's table
    of a battle, or a screen on the wall.
    """

    UMPIRE = "umpire"
    STAFF = "staff"
    COMMANDER = "commander"
    TABLE = "table"
    WALL = "wall"


class MarkKind(StrEnum):
    """The kinds of marks on a paper."""

    PRINTED = "printed"
    HANDED_OUT = "handed_out"


class Device(StrEnum):
    """The kinds of device in front of which a person sits, as far as they are told apart."""

    LAPTOP = "laptop"
    PHONE = "phone"
    TABLET = "tablet"


def signature(name: str, device: str = "") -> str:
    """Return the text that signs a journal entry: a name, at the desk with the kind of device."""
    return f"{name} ({device})" if device else name


def signatures(name: str) -> frozenset[str]:
    """Return all texts by which a name signs, at the terminal and on every device."""
    return frozenset({signature(name), *(signature(name, device) for device in Device)})
