"""The input and the result of one turn's marches: march orders, contacts, sightings, and final positions."""

from __future__ import annotations

from enum import StrEnum

from campaign.terms.position import Position
from campaign.theatre.legs import Leg
from campaign.theatre.values import Point, Rates
from campaign.values import dataclass


class Conduct(StrEnum):
    """The behaviour of a unit towards an enemy that it meets on the way (umpire 1.4)."""

    ATTACK = "attack"
    """Conduct of a unit that goes on until it is in contact."""
    AVOID = "avoid"
    """Conduct of a unit that halts just outside its own location range, as a column on the march does (OB-LOC-05)."""


class Halt(StrEnum):
    """The reason for a unit's position at the end of the turn."""

    STAYED = "stayed"
    ARRIVED = "arrived"
    OUT_OF_TIME = "out of time"
    CONTACT = "contact"
    JUST_OUTSIDE = "just outside"
    HELD = "held"
    """Halt of a unit in contact since the turn began, whose march would have brought it nearer to that enemy."""
    BLOCKED = "blocked"
    BEHIND = "behind"
    WAITING = "waiting"
    """Halt of a unit that waits for a column of the other direction to clear a pass or defile, or for the one before it
    to clear the beginning of a road.
    """
    NO_GOING = "no going"
    """Halt of a unit that cannot move on the surface ahead at all."""


class Seen(StrEnum):
    """The ways in which a unit can be sighted: within location range, by reconnaissance, or as it lands."""

    LOCATED = "location range"
    RECONNAISSANCE = "reconnaissance"
    LANDING = "landing"


@dataclass(frozen=True, slots=True)
class Marcher:
    """A unit on the map in this turn, whether it marches or not.

    ``legs`` is its route from its position (none: it stays). ``column`` names the command in whose column it marches:
    all its marching units then go at the slowest rate; None: at its own. ``follows`` are the units behind which a
    headquarters stays, ``behind_turns`` turns of its march (umpire 1.2); it then needs no legs. ``scout_m`` is the
    metres it sees as reconnaissance (umpire 1.13), 0 if it is not. ``barred`` are the keys of blocks that others pass
    and this unit does not: a bridge too weak for it, a ferry that is taken. ``clears_seconds`` is the time its column
    takes to pass a point; 0 if columns take up no road (umpire 1.18). ``in_the_rear``: it sets out behind the fighting
    troops of its command, and draws off the road where it halts.
    """

    unit: int
    name: str
    side: int
    position: Position
    rates: Rates
    legs: tuple[Leg, ...] = ()
    conduct: Conduct = Conduct.AVOID
    column: str | None = None
    delay_seconds: int = 0
    follows: tuple[int, ...] = ()
    behind_turns: float = 0.5  # umpire 1.2.
    scout_m: float = 0.0
    barred: frozenset[str] = frozenset()
    clears_seconds: int = 0
    in_the_rear: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """A place reached by a marching unit, the last one of its march included."""

    place: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Marched:
    """The end of a unit's march this turn. ``because``: the ids of the units that stopped it; ``barrier``: the key of
    the block before which it halted; ``obstacle``: in words, what it halted before.
    """

    unit: int
    end: Position
    point: Point
    metres: int
    seconds: int
    halt: Halt
    because: tuple[int, ...]
    passed: tuple[Passage, ...]
    barrier: str = ""
    obstacle: str = ""

    @property
    def has_moved(self) -> bool:
        """True if the unit marched at least a metre."""
        return self.metres > 0


@dataclass(frozen=True, slots=True)
class Touch:
    """A contact between two enemies of which at least one locates the other; ``first`` has the lower id. ``point`` lies
    midway between them.

    ``seconds`` is 0 for those already in range when the turn began (``old``): such a contact is not new (umpire 1.4).
    """

    first: int
    second: int
    seconds: int
    first_locates: bool
    second_locates: bool
    point: Point
    distance_m: int
    """The distance between the two then, which shows that they met at the range of the rules, and no nearer."""
    old: bool = False


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The first moment of the turn at which ``observer`` sees ``seen``, which is at ``where`` then."""

    observer: int
    seen: int
    seconds: int
    where: Position
    how: Seen


@dataclass(frozen=True, slots=True)
class Turn:
    """All marches of one turn: units by id, contacts by time, sightings by time, and the routes of followers."""

    units: dict[int, Marched]
    touches: tuple[Touch, ...]
    glimpses: tuple[Glimpse, ...]
