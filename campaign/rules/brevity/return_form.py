"""The Brevity return form: what was printed on it, and what was filed (umpire 1.17, 2). Checked and carried out in ``returns``.

Filed(code, side, lines, foot)        what was written: FiledLine, Foot
Printed(...)                          what the form had on it: PrintedLine, places, works, commanders
place_of, command_of, edge_of         reading what was written in words
ended_in(foot, began) -> Moment       the last turn that the table has played
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from campaign.rules.force import NOTHING, Strength
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.words import plain

NEITHER = "neither"
"""Of an objective: nobody holds it."""
MOST_DUG_IN = 4
CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]?([0-5]\d)")


class Tick(StrEnum):
    """A box of a line that can be crossed."""

    UNCHANGED = "unchanged"
    FRESH = "fresh"
    """Not on the form; somebody who types a return may say so of a battalion that was and is fresh."""
    SPENT = "spent"
    DESTROYED = "destroyed"
    SURROUNDED = "surrounded"


class Ending(StrEnum):
    """How the session ended (umpire 1.6)."""

    FINISHED = "finished"
    SUSPENDED = "suspended"


class Fulfilled(StrEnum):
    """Were a command's orders carried out (OB-WIN-01, umpire 1.14)?"""

    YES = "yes"
    IN_PART = "in part"
    NO = "no"


@dataclass(frozen=True, slots=True)
class FiledLine:
    """What was written in one line. ``ended_at``: a place's name or key, or ``off by edge C``; ``attached_to``: a command."""

    line: int
    ticks: frozenset[Tick] = frozenset()
    ended_at: str = ""
    attached_to: str = ""
    resting: bool = False
    dug_in: int | None = None


@dataclass(frozen=True, slots=True)
class Foot:
    """The shared foot of the form. Sides and places are named by key; None and empty: not answered.

    ``clock`` is the time of day at the end, ``HH:MM``; ``turn`` the turn the table has played, 1 to 4; ``field`` a side's
    key or ``both``; ``objectives`` by place a side's key or ``neither``; ``orders`` by the command's letter;
    ``works`` the keys of the changes crossed; ``tasks`` engineering work done, in words.
    """

    clock: str | None = None
    turn: int | None = None
    ending: Ending | None = None
    hours_left: int | None = None
    field: str | None = None
    objectives: tuple[tuple[str, str], ...] = ()
    orders: tuple[tuple[str, Fulfilled], ...] = ()
    commanders_lost: tuple[str, ...] = ()
    headquarters_lost: tuple[int, ...] = ()
    prisoners_taken: int | None = None
    prisoners_lost: int | None = None
    tasks: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    other_works: str = ""
    all_other_lines_unharmed: bool = False
    diary: str = ""


@dataclass(frozen=True, slots=True)
class Filed:
    """A return as filed. ``code`` is the sheet code printed on it; ``side`` the side's key."""

    code: str
    side: str
    lines: tuple[FiledLine, ...]
    foot: Foot = field(default_factory=Foot)


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line as it was printed: who, in what state, and the strength the battalion has now."""

    line: int
    unit: int
    name: str
    start_state: State
    command: str
    is_headquarters: bool = False
    establishment: Strength = NOTHING
    strength: Strength = NOTHING
    dug_in_turns: int = 0


@dataclass(frozen=True, slots=True)
class Printed:
    """What the form had on it. Keys by what people may write instead: places, commands and commanders by name.

    ``began``: the turn the battle (or this session of it) began in; ``last`` the campaign's last turn.
    """

    code: str
    side: str
    sides: tuple[str, ...]
    lines: tuple[PrintedLine, ...]
    began: Moment
    commands: tuple[tuple[str, str], ...] = ()
    """Letter and name of each command."""
    places: tuple[tuple[str, str], ...] = ()
    """Key and name of every place a unit may end at."""
    objectives: tuple[str, ...] = ()
    """Keys of the places asked for."""
    works: tuple[str, ...] = ()
    commanders: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    last: Moment | None = None


def ended_in(foot: Foot, began: Moment) -> Moment:
    """The last turn the table has played: the next one of that number from the turn it began in; that turn if not answered."""
    if foot.turn is None:
        return began
    return began.plus((foot.turn - began.turn) % 4)


def edge_of(ended_at: str) -> str | None:
    """The letter or word of the edge a unit left by (``off by edge C``); None if it is still on the table."""
    words = plain(ended_at).split()
    if words[:1] != ["off"]:
        return None
    return " ".join(word for word in words[1:] if word not in ("by", "edge", "the")) or "?"


def place_of(ended_at: str, printed: Printed) -> str | None:
    """The key of the place that was written, by key or name."""
    wanted = plain(ended_at)
    return next((key for key, name in printed.places if wanted in (plain(key), plain(name))), None)


def command_of(attached_to: str, printed: Printed) -> str | None:
    """The letter of the command that was written, by letter or name."""
    wanted = plain(attached_to).removeprefix("command ")
    return next((letter for letter, name in printed.commands if wanted in (plain(letter), plain(name))), None)
