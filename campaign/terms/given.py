"""Marks at the classes of program commands: who may give one, and until when. A class without a mark is the umpire's.

given: ClassVar[Given] = Given.AS_ORDER
given_as(command) -> Given
"""

from __future__ import annotations

from enum import Enum


class Given(Enum):
    """The mark of a class of commands. Players give only what is about their own, which ``actions/permissions.py``
    asks.
    """

    BY_UMPIRE = "the umpire alone gives it"
    AS_ORDER = "players give it by the umpire's leave to order, until the deadline"
    AT_ANY_HOUR = "players give it by the umpire's leave to order, at any hour"
    AS_ANSWER = "players give it at any hour, whether they may order or not"

    @property
    def is_of_players(self) -> bool:
        """Return whether players may give it for what is theirs."""
        return self is not Given.BY_UMPIRE

    @property
    def is_due(self) -> bool:
        """Return whether the deadline closes it: all but what is marked as given at any hour."""
        return self not in (Given.AT_ANY_HOUR, Given.AS_ANSWER)

    @property
    def needs_leave(self) -> bool:
        """Return whether a player gives it only where the umpire takes orders: all but answers."""
        return self is not Given.AS_ANSWER


def given_as(command: type) -> Given:
    """Return the mark of a class of commands."""
    mark = getattr(command, "given", Given.BY_UMPIRE)
    return mark if isinstance(mark, Given) else Given.BY_UMPIRE
