"""The players of commanders: a person by name, the program, the umpire, or none; and deputies until a day is over.

seats_of(board) -> Seats          as it is on the running day
    .player(commander) -> str     the player, or the deputy on a day with one
    .number(commander) -> str     the same as the rows have it: a person's number, or a word
    .speaks(name, commander)      whether this person may give the commander's orders
    .words(commander) -> str      the same in words
parties(army, deputies)           the sets of commanders that one person plays together
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from campaign.journal.board import Board
from campaign.journal.people import FORGOTTEN, UNKNOWN, People, people_of
from campaign.model import Commander, Setting
from campaign.situation.army import Army
from campaign.situation.conditions import EVENING_PREFIX
from campaign.terms.viewer import Viewer
from campaign.values import dataclass

PROGRAM: Final = "program"
UMPIRE: Final = "umpire"
NOBODY: Final = "nobody"
"""Word typed for a commander without a player, or to end a deputy's term."""
NO_PERSON: Final = frozenset({PROGRAM, UMPIRE, NOBODY, "", FORGOTTEN, UNKNOWN})
DEPUTIES: Final = f"{EVENING_PREFIX}deputies"
"""Setting for deputies, by commander key: the deputy of the player, and the deputy's last day."""

MAIL: Final = f"{EVENING_PREFIX}mail"
"""Setting for mail addresses: by player's number, by key of a commander whose player has none, and the umpire's. An
address is a number, too."""

Deputies = Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Seats:
    """The players of all commanders on one day. ``deputies``: with the numbers of people."""

    day: int
    deputies: Deputies
    people: People

    def deputy(self, commander: Commander) -> str:
        """Return a commander's deputy; empty if there is none on this day."""
        return self.people.shown(self._deputy(commander))

    def _deputy(self, commander: Commander) -> str:
        number, until = self.deputies.get(commander.key, ("", 0))
        return number if self.day <= until else ""

    def player(self, commander: Commander) -> str:
        """Return a commander's player on this day; empty if none is recorded."""
        return self.people.shown(self.number(commander))

    def number(self, commander: Commander) -> str:
        """Return the number of a commander's player on this day, or the word for the program or the umpire; empty if
        there is none. It stays when the name is forgotten.
        """
        return self._deputy(commander) or commander.player

    def speaks(self, name: str, commander: Commander) -> bool:
        """Return whether this is the commander's player, or deputy of this day."""
        name = name.casefold()
        numbers = (commander.player, self._deputy(commander))
        return name not in NO_PERSON and any(name in (n, self.people.shown(n).casefold()) for n in numbers)

    def words(self, commander: Commander) -> str:
        """Return a commander's player in words: ``Ruth``, ``the program``, ``Tom for Ruth until day 2``; empty if none
        is recorded.
        """
        player, deputy = seat_word(self.people.shown(commander.player)), self.deputy(commander)
        if not deputy:
            return player
        until = self.deputies[commander.key][1]
        return f"{seat_word(deputy)}{f' for {player}' if player else ''} until day {until}"


def highest_commander(army: Army, side_id: int) -> Commander | None:
    """Return the commander of the highest formation of a side, the first of equals, who tasks the aircraft."""
    commanders = [commander for commander in army.commanders.values() if commander.side_id == side_id]
    return min(commanders, key=lambda c: (army.formations[c.formation_id].level.rank, c.id), default=None)


def seat_word(name: str) -> str:
    """Return a player's name in a sentence: the program and the umpire with their article."""
    return f"the {name}" if name in (PROGRAM, UMPIRE) else name


def seats_of(board: Board) -> Seats:
    """Return the players of all commanders on the running day."""
    return Seats(board.moment.day, deputies_in(board.rows(Setting, Setting.key == DEPUTIES)), people_of(board))


def addresses_of(board: Board) -> dict[str, str]:
    """Return the recorded addresses, by the addressee that they reach (``addressee``), without forgotten ones."""
    people = people_of(board)
    kept = (row.value for row in board.rows(Setting, Setting.key == MAIL))
    return {to: text for numbers in kept for to, number in numbers.items() if (text := people.address(number))}


def addressee(seats: Seats, commander: Commander) -> str:
    """Return under what a commander's address is kept: the number of the player of this day, which stays when the name
    is forgotten, or else the commander's key.
    """
    number = seats.number(commander)
    return commander.key if number in NO_PERSON else number


def deputies_in(settings: Iterable[Setting]) -> Deputies:
    """Return the numbers of the deputies in these settings, including those of days that are over."""
    rows = [setting.value for setting in settings if setting.key == DEPUTIES]
    return {key: (name, until) for value in rows for key, (name, until) in value.items()}


def parties(army: Army, deputies: Deputies) -> Iterator[Viewer]:
    """Yield every set of several commanders of a side that one person plays, as deputy too."""
    seats: dict[tuple[int, str], list[int]] = defaultdict(list)
    for commander in sorted(army.commanders.values(), key=lambda c: c.id):
        numbers = {commander.player, deputies.get(commander.key, ("", 0))[0]}
        for number in numbers - NO_PERSON:
            seats[commander.side_id, number].append(commander.id)
    yield from (Viewer(side, tuple(ids)) for (side, _), ids in sorted(seats.items()) if len(ids) > 1)
