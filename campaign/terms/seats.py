"""Who is let in at the desk: the role of a person, and the marks on a paper."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The part in which somebody is let in: the umpire, the staff of a side, one or more commanders, one side's table
    of a battle, or a screen on the wall.
    """

    UMPIRE = "umpire"
    STAFF = "staff"
    COMMANDER = "commander"
    TABLE = "table"
    WALL = "wall"


class MarkKind(StrEnum):
    """What was done with a paper."""

    PRINTED = "printed"
    HANDED_OUT = "handed_out"
