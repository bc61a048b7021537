"""The returns of a battle side by side, before it is settled."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class ReturnedSide:
    """A side whose return is in: its key and its word, and its number on a page."""

    key: str
    name: str
    side: int
    by: str = ""
    """Who handed it in: ``Ruth (phone)``; empty if the journal does not say so of this battle."""
    written: str = ""
    """Moment of real time at which it came in, as the journal has it."""


@dataclass(frozen=True, slots=True)
class ReturnPoint:
    """A question, and the answer of each side whose return is in. ``None``: the form does not ask that side; empty: it
    was left blank.
    """

    subject: str
    answers: tuple[str | None, ...]
    key: str = ""
    """Permanent name of the point, for those on which the umpire may decide."""
    number: int = 0
    """Number among the points that differ, from 1; 0 where nothing differs."""
    is_changed: bool = False
    """True for a line on which something happened."""

    @property
    def differs(self) -> bool:
        """True if the two sides disagree."""
        return self.number > 0


@dataclass(frozen=True, slots=True)
class ReturnsCompared:
    """The returns of one battle: the points that differ first, then the others in the order of the form."""

    number: int
    name: str
    sides: tuple[ReturnedSide, ...]
    """Sides whose return is in, in the campaign's order."""
    missing: tuple[str, ...]
    """Words of the sides whose return is not."""
    points: tuple[ReturnPoint, ...]
    is_over: bool

    @property
    def differing(self) -> tuple[ReturnPoint, ...]:
        """The points that the umpire must decide."""
        return tuple(point for point in self.points if point.differs)
