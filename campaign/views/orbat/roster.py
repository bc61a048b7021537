"""The roster: every unit in a row, with strength against establishment and the changes since yesterday."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from campaign.terms.forces import Level
from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class Strength:
    """The men, vehicles and guns of a unit against establishment; ``men_yesterday`` is the figure a day ago (None: not
    known).

    ``vehicles`` are all vehicles; ``other_vehicles`` are those that are neither tanks nor armoured cars.
    """

    men: int = 0
    men_establishment: int = 0
    men_yesterday: int | None = None
    vehicles: int = 0
    vehicles_establishment: int = 0
    guns: int = 0
    guns_establishment: int = 0
    tanks: int = 0
    tanks_establishment: int = 0
    armoured_cars: int = 0
    armoured_cars_establishment: int = 0

    @property
    def other_vehicles(self) -> int:
        """Number of carriers, half-tracks, self-propelled guns and lorries."""
        return self.vehicles - self.tanks - self.armoured_cars

    @property
    def other_vehicles_establishment(self) -> int:
        """Number of other vehicles by establishment."""
        return self.vehicles_establishment - self.tanks_establishment - self.armoured_cars_establishment


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One unit of the roster."""

    symbol: UnitSymbol
    name: str
    number: str = ""
    """Number of the unit in its own column; ``name`` then leaves it out."""
    led_by: str = ""
    strength: Strength = Strength()
    state: str = ""
    """State in words: ``Fresh``, ``Spent``, ``In action``."""
    needs_notice: bool = False
    """True if the state is printed in bold."""
    position: str = ""
    attached: str = ""
    """Formation under which the unit fights, if not its own."""
    since_yesterday: str = ""
    """Changes since yesterday: the new state, and the losses of each kind; or what a battle cost for an evening. Empty
    without either.
    """


@dataclass(frozen=True, slots=True)
class RosterGroup:
    """A formation: its own units, then its subordinate groups, then its total (if it has one)."""

    name: str
    level: Level
    led_by: str = ""
    rows: tuple[RosterRow, ...] = ()
    groups: tuple[RosterGroup, ...] = ()
    total: Strength | None = None
    total_note: str = ""
    """Net change of each kind: ``-24 men, -1 tank``."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The roster of a force."""

    masthead: Masthead
    groups: tuple[RosterGroup, ...]
    note: str = ""
    """One line above the foot of every page on how to read it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the roster: its heading, its width on the page in points (0: the remaining width), and its
    contents.

    A column of figures has ``figures`` (a number and its establishment) and is aligned right; one of words has
    ``words``. A column with neither is drawn by the page itself.
    """

    heading: str
    width: float
    words: Callable[[RosterRow], str] | None = None
    figures: Callable[[Strength], tuple[int, int]] | None = None
    is_ranged_right: bool = False
    room: float = 0
    """Width for the text, if it differs from the width of the column."""
    is_spread: bool = False
    """True if its text may run over empty columns on its right."""
    on_terminal: str = ""
    """Heading on the terminal; empty for a column that the terminal does not show."""
    total: Callable[[RosterGroup], str] = lambda _: ""
    """Function that returns the column's text in the row of a formation."""


def _against(name: str) -> Callable[[Strength], tuple[int, int]]:
    return attrgetter(name, f"{name}_establishment")


COLUMNS = (
    Column("unit", 85, attrgetter("name"), is_spread=True),
    Column("commander", 44, attrgetter("led_by"), room=42),
    Column("est.", 20, is_ranged_right=True, room=24),
    Column("men", 24, is_ranged_right=True),
    Column("", 4),
    Column("share", 32),
    Column("tanks", 27, figures=_against("tanks"), is_ranged_right=True),
    Column("arm. cars", 27, figures=_against("armoured_cars"), is_ranged_right=True),
    Column("other veh.", 30, figures=_against("other_vehicles"), is_ranged_right=True),
    Column("guns", 27, figures=_against("guns"), is_ranged_right=True),
    Column("", 6),
    Column("state", 32, attrgetter("state"), on_terminal="State"),
    Column("position", 46, attrgetter("position"), is_spread=True),
    Column("attached", 32, attrgetter("attached"), is_spread=True),
    Column(
        "since yesterday",
        0,
        attrgetter("since_yesterday"),
        on_terminal="Since yesterday",
        total=attrgetter("total_note"),
    ),
)
"""Columns of the page from left to right. The terminal shows the unit, the figures, and every column with a terminal
heading. The last column takes the remaining width."""
