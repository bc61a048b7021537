"""The scale of the table, and the book's advice on the size and length of games (OB-SCL, OB-ORG-11, OB-TIME-05).

ground_km(inches) -> Fraction                        8 inches are a kilometre, exactly
table_for(models) -> TableAdvice                     the table that a game with this many models a side needs
FORCES                                               a command to learn with, a division, a corps
minutes(turns) -> int                                with practice
advice(models, turns, width_in, depth_in) -> lines   warnings to the umpire before he announces a game
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from campaign.rules.tabletop.brevity import tables
from campaign.values import dataclass

MINUTES_A_TURN: Final = 15
"""The minutes of a turn, with practice (OB-TIME-05)."""


@dataclass(frozen=True, slots=True)
class TableAdvice:
    """The smallest and largest table the book gives for a game, in inches: across the front and along it."""

    game: str
    narrow_in: tuple[int, int]
    long_in: tuple[int, int]
    rule: str

    def fits(self, width_in: int, depth_in: int) -> bool:
        """Return whether a table of these sides, turned either way, is within the advice."""
        short, long = sorted((width_in, depth_in))
        return self.narrow_in[0] <= short <= self.narrow_in[1] and self.long_in[0] <= long <= self.long_in[1]

    @property
    def kilometres(self) -> str:
        """The table in kilometres, as in ``3-5 x 9-12 km``."""
        return " x ".join(f"{ground_km(low)}-{ground_km(high)}" for low, high in (self.narrow_in, self.long_in)) + " km"

    def __str__(self) -> str:
        return f"{self.narrow_in[0]}-{self.narrow_in[1]} x {self.long_in[0]}-{self.long_in[1]} in."


DIVISION_TABLE: Final = TableAdvice("a division", (24, 40), (72, 96), "OB-SCL-04")
CORPS_TABLE: Final = TableAdvice("a corps", (32, 48), (96, 120), "OB-SCL-05")


@dataclass(frozen=True, slots=True)
class ForceAdvice:
    """The force that a number of models a side makes: the book's name for it, its fewest and most models, and its
    playing time.
    """

    called: str
    models: tuple[int, int]
    takes: str


FORCES: Final = (
    ForceAdvice("a command to learn with", (3, 6), "an evening"),
    ForceAdvice("a division", (15, 20), "an evening"),
    ForceAdvice("a corps", (40, 100), "a whole weekend"),
)
"""The forces of OB-ORG-11."""


def ground_km(inches: int | Fraction) -> Fraction:
    """Return the kilometres on the ground for these inches (OB-SCL-01)."""
    return Fraction(inches) / tables.INCHES_A_KM


def table_for(models: int) -> TableAdvice:
    """Return the table for a division, or for a corps if a side has more models than a division (OB-SCL-04, -05,
    OB-ORG-11).
    """
    return DIVISION_TABLE if models <= FORCES[1].models[1] else CORPS_TABLE


def minutes(turns: int) -> int:
    """Return the playing minutes of this number of turns (OB-TIME-05)."""
    return turns * MINUTES_A_TURN


def advice(models: int, turns: int, width_in: int, depth_in: int) -> tuple[str, ...]:
    """Return the book's advice against a game with this many models on its larger side, turns, and table; empty if
    there is none.
    """
    lines = []
    most = FORCES[1].models[1]
    if models > most:
        lines.append(
            f"{models} models on one side: a division is {FORCES[1].models[0]}-{most}, and a corps of 40-100 takes a"
            f" whole weekend (OB-ORG-11); {turns} {'turn takes' if turns == 1 else 'turns take'} {minutes(turns)}"
            " minutes with practice (OB-TIME-05)"
        )
    table = table_for(models)
    if not table.fits(width_in, depth_in):
        lines.append(
            f"a table of {width_in} x {depth_in} in. for {table.game}: the book has {table}, {table.kilometres}"
            f" ({table.rule})"
        )
    return tuple(lines)
