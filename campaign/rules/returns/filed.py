"""The return form of any system: its columns, what was printed on it, and what was recorded (umpire 1.17, 2).

A system says in ``Fields`` what its players write for each battalion, for each stand of it if they care to, and for the
side as a whole. The rest is the same for all: the lines, the foot, the places and commands that may be named. What is
written in a column is a tick (true or false), a whole number or words; a column that was left blank is not in
``written``.

Fields(line, stand, side)             the columns of a form, each a Field of ``terms.return_box``
Filed(code, side, lines, foot)        what was written: FiledLine, Foot
Printed(...)                          what the form had on it: PrintedLine, places, works, commanders
Outcome(state, ...)                   what a system makes of one line
place_of, command_of, edge_of         reading what was written in words
ended_in(foot, began) -> Moment       the last turn that the table has played
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.rules.common.force import NOTHING, Strength
from campaign.terms.return_box import ATTACHED_TO, DUG_IN, ENDED_AT, RESTING, Field
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.words import plain
from campaign.values import dataclass
from campaign.values import field as made_by

if TYPE_CHECKING:
    from campaign.rules.common.muster import Stand
    from campaign.words.hex_grid import HexGrid
    from campaign.words.return_foot import Ending, Fulfilled

Written = bool | int | str
"""The content of a column: a tick, a whole number, words."""

CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]?([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Fields:
    """The columns of a system's form: for a battalion, for one of its stands (optional, stand by stand), and for the
    side as a whole.
    """

    line: tuple[Field, ...]
    stand: tuple[Field, ...] = ()
    side: tuple[Field, ...] = ()
    shorthand: Mapping[str, tuple[str, ...]] = made_by(default_factory=dict)
    """Words that mean several ticks when a line is typed: ``captured`` for destroyed and surrounded."""
    examples: str = ""
    """Examples of typed lines for the prompt: ``unchanged | hits 6 | spent, at {place}``, with a place of the table."""
    example: str = "unchanged"
    """An example of a typed line for the head of the form: ``destroyed``, ``hits 6``."""
    how: str = "Write what each line lost."
    """A sentence of instruction at the head of the printed form."""
    hexes: HexGrid | None = None
    """The hexes over the table, in a system that is played on them: their names say where a unit ended."""
    prisoners: str = "in men"
    """The unit in which prisoners are counted; for a system whose players count something else, its equivalent."""

    def of_line(self, key: str) -> Field | None:
        return next((field for field in self.line if field.key == key), None)

    def answers(self) -> tuple[Field, ...]:
        """Return the columns of which at least one must be filled in, unless all other lines are ticked unchanged."""
        return tuple(field for field in self.line if field.answers)


# Filed ---------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FiledLine:
    """The entries in one line, by the key of the column; ``stands``: the same stand by stand, by the stand's key.

    ``ended_at`` is a place's key or name, or ``off by edge C``; ``attached_to`` a command's letter or name.
    """

    line: int
    written: Mapping[str, Written] = made_by(default_factory=dict)
    stands: Mapping[str, Mapping[str, Written]] = made_by(default_factory=dict)

    def ticked(self, key: str) -> bool:
        return self.written.get(key) is True

    def number(self, key: str, default: int = 0) -> int:
        """Return the number in that column, or the default if it is blank."""
        value = self.written.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def text(self, key: str) -> str:
        """Return the words written in that column."""
        value = self.written.get(key)
        return value if isinstance(value, str) else ""

    def total(self, key: str) -> int:
        """Return the number in that column or, if it is blank, the sum of the numbers written stand by stand."""
        if key in self.written:
            return self.number(key)
        return sum(value for stand in self.stands.values() if isinstance(value := stand.get(key, 0), int))

    @property
    def ended_at(self) -> str:
        """The place where the battalion ended, as written on the form."""
        return self.text(ENDED_AT.key)

    @property
    def attached_to(self) -> str:
        """The command that the battalion is with now, as written."""
        return self.text(ATTACHED_TO.key)

    @property
    def resting(self) -> bool:
        """True if the "resting" box was ticked."""
        return self.ticked(RESTING.key)

    @property
    def dug_in(self) -> int | None:
        """The turns dug in; None if that was left blank."""
        return self.number(DUG_IN.key) if DUG_IN.key in self.written else None


@dataclass(frozen=True, slots=True)
class Foot:
    """The shared foot of the form, with a field for each box of ``words.return_foot.FOOT``. Sides and places are named
    by key; None and empty mean not answered.

    ``clock`` is the time of day at the end, ``HH:MM``; ``turn`` the campaign's turn that the table has played, 1 to 4;
    ``field`` a side's key or ``both``; ``objectives`` by place a side's key or ``neither``; ``orders`` by the command's
    letter; ``works`` the keys of the changes ticked; ``roadblocks``, ``mines`` and ``smoke`` the spots of the table as
    written, each a road or inches; ``tasks`` and ``other_works`` remarks for the umpire; ``side`` the answers to what
    the system asks of the side as a whole.
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
    roadblocks: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    smoke: tuple[str, ...] = ()
    other_works: str = ""
    all_other_lines_unharmed: bool = False
    diary: str = ""
    side: Mapping[str, Written] = made_by(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filed:
    """A return as it was recorded. ``code`` is the sheet code printed on it; ``side`` the side's key."""

    code: str
    side: str
    lines: tuple[FiledLine, ...]
    foot: Foot = made_by(default_factory=Foot)


# Printed -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line as it was printed: the unit, its state, the strength the battalion has now, and what it had on the table.

    ``noted``: the numbers that the system's muster noted of it (figures, points, hits at the start); ``stands``: its
    stands.
    """

    line: int
    unit: int
    name: str
    start_state: State
    command: str
    is_headquarters: bool = False
    establishment: Strength = NOTHING
    strength: Strength = NOTHING
    dug_in_turns: int = 0
    noted: Mapping[str, int] = made_by(default_factory=dict)
    stands: tuple[Stand, ...] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """The content of the form as printed. Places, commands and commanders are keyed by the names that people may write
    for them.

    ``began``: the turn in which the battle (or this game of it) began; ``last``: the campaign's last turn.
    """

    code: str
    side: str
    sides: tuple[str, ...]
    lines: tuple[PrintedLine, ...]
    began: Moment
    commands: tuple[tuple[str, str], ...] = ()
    """The letter and name of each command."""
    places: tuple[tuple[str, str], ...] = ()
    """The key and name of every place at which a unit may end."""
    objectives: tuple[str, ...] = ()
    """The keys of the places that the form asks about."""
    works: tuple[str, ...] = ()
    commanders: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    last: Moment | None = None
    reached: Moment | None = None
    """The turn that the game had reached when it was suspended; None in a battle's first game."""
    also: tuple[str, ...] = ()
    """Other codes that papers of the same sheet may bear."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that a system reads from a line, before it is compared with the state at the start.

    ``aftermath``: the numbers that recover later by the system's own rule (points under pins, wounded); kept with the
    battle.
    """

    state: State
    aftermath: Mapping[str, int] = made_by(default_factory=dict)
    reason: str = ""
    """The reason for that state, for the umpire; empty if there is nothing to explain."""


# Words ---------------------------------------------------------------------------------------------------------------
def ended_in(foot: Foot, began: Moment, reached: Moment | None = None) -> Moment:
    """Return the last turn that the table has played: the next one of the written number, counted from the turn in
    which it began; the first turn if the form does not say. ``reached``: the turn that a resumed game had reached, in
    which it may have ended as well.
    """
    if foot.turn is None:
        return began
    if reached is not None and foot.turn == reached.turn == began.turn - 1:
        return reached
    return began.plus((foot.turn - began.turn) % 4)  # Turns of a day (OB-TIME-01).


def edge_of(ended_at: str) -> str | None:
    """Return the letter or word of the edge a unit left by (``off by edge C``, ``edge C``); None if it is still on the
    table.
    """
    words = plain(ended_at).split()
    if words[:1] == ["edge"] and len(words) == 2:
        return words[1]
    if words[:1] != ["off"]:
        return None
    return " ".join(word for word in words[1:] if word not in ("by", "edge", "the")) or "?"


def place_of(ended_at: str, printed: Printed) -> str | None:
    """Return the key of the place that was written, found by key or name."""
    query = plain(ended_at)
    return next((key for key, name in printed.places if query in (plain(key), plain(name))), None)


def command_of(attached_to: str, printed: Printed) -> str | None:
    """Return the letter of the command that was written, found by letter or name."""
    query = plain(attached_to).removeprefix("command ")
    return next((letter for letter, name in printed.commands if query in (plain(letter), plain(name))), None)


def letter_of(index: int) -> str:
    """Return the letter of a command on the sheet and the return: A, B ... Z, AA, AB ..."""
    letters = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)  # Letters of the alphabet.
        letters = chr(ord("A") + digit) + letters
    return letters
