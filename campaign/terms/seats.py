"""Words of the desk: the role of a person who is let in, and the marks on a paper."""

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
