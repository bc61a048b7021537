"""The list of battles and the view of one, limited to what the viewer may know."""

from __future__ import annotations

from campaign.terms.state import BattleState, Role, State
from campaign.terms.time import Moment
from campaign.values import dataclass
from campaign.words.battle_report import Event


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle in the list. ``waiting`` is the next step, with its program command; empty if there is none."""

    number: int
    name: str
    place: str
    moment: Moment
    when: str
    """Date and hours of the turn: ``15 May 1941, 04:00-10:00``."""
    state: BattleState
    attacker: str
    """The attacking side; ``both`` in a meeting battle."""
    reached: Moment | None
    held_by: str
    """The side that holds the field after the battle."""
    ruling: bool
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class BattleList:
    """The battles that the viewer knows of, by number."""

    viewer: str
    battles: tuple[BattleRow, ...]


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battalion in a battle."""

    line: int
    name: str
    command: str
    role: Role
    arrives: str
    """Turn and point of arrival, in inches along an edge of the table: ``turn 1.3, south 58 in.``; empty for a unit on
    the table."""
    start: State
    now: State
    """State now; for a battle that is past, the state in which the battle left it."""
    position: str
    """Position now; for a battle that is past, the one at the end of its last turn."""


@dataclass(frozen=True, slots=True)
class BattleSide:
    """One side of a battle: its lines, and whether its return is in. For the other side only what has been seen of
    it.
    """

    side: str
    code: str
    """Code of its battle sheet; empty for the other side."""
    return_in: bool
    lines: tuple[BattleLine, ...]
    seen: tuple[str, ...] = ()
    prisoners: str = ""
    """Prisoners taken from the enemy and lost to it, from the side's returns of this battle: ``70 taken, 12 lost``. For
    the side itself only."""
    orders: tuple[tuple[str, str], ...] = ()
    """Commands with the answer whether their orders are fulfilled: ``yes``, ``in part``, ``no``."""
    returns: tuple[str, ...] = ()
    """Returns of the side as entered, one for each session; for the umpire also every decision that differs from them.
    """


@dataclass(frozen=True, slots=True)
class BattleView:
    """One battle."""

    viewer: str
    battle: BattleRow
    tabletop: str
    table: str
    """Table size, scale and middle: ``96 x 40 in., 8 in. = 1 km, middle 0.5 km from Birch Cross``."""
    sides: tuple[BattleSide, ...]
    warnings: tuple[str, ...]
    outcome: str
    report: tuple[Event, ...]
    """Events of a battle that the program resolved; for the umpire."""
    story: tuple[str, ...]
    """Diary lines about this battle."""
    shown_as_of: str = ""
    """Time of the states and positions of a battle that is past: ``the end of turn 1.4``; empty where they are those of
    now."""
