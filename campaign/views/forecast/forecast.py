"""The battles that the orders given so far will cause in the next movement."""

from __future__ import annotations

from typing import Final

from campaign.terms.time import Moment
from campaign.values import dataclass
from campaign.words.proposal import Proposal


def evening_words(number: int) -> str:
    """Return a number of evenings at the table: ``one evening``, ``3 evenings``."""
    return "one evening" if number == 1 else f"{number} evenings"


@dataclass(frozen=True, slots=True)
class ForecastSide:
    """One side's force in a coming battle: battalions on the table, stands of the chosen system, guns in range, and
    possible arrivals.
    """

    side: str
    battalions: int
    stands: int
    guns: tuple[str, ...]
    arrivals: tuple[str, ...]
    """Possible arrivals, each with its turn and its point on the table edge: ``2 RTR, turn 1.3, south edge at 12 in.``
    """


@dataclass(frozen=True, slots=True)
class ForecastOdds:
    """The odds of a side that attacks, by the forces that are really there: parts of one by the end of the turn."""

    side: str
    won: float
    undecided: float
    lost: float


@dataclass(frozen=True, slots=True)
class ForecastBattle:
    """A game that is coming."""

    name: str
    place: str
    when: str
    """Date and time of the first contact: ``15 May, 07:40``."""
    attacker: str
    why: tuple[str, ...]
    """Reasons why the contacts become a battle: ``both have orders to attack: a meeting battle``."""
    system: str
    sides: tuple[ForecastSide, ...]
    evenings: int
    odds: tuple[ForecastOdds, ...]
    """The odds of each side that attacks, if the program fights the battle."""
    advice: tuple[str, ...]
    """Advice to the umpire to merge, resolve or rule the battle, with the reason."""
    rules: tuple[str, ...]
    """Ids of the rules that make it a battle, and of those behind the advice."""


RECKONING: Final = Proposal(
    "one trial of the movement in the present weather, without air strikes and earlier battles",
    "their dice are not rolled yet",
    "give other orders, then run the forecast again",
)
"""What a forecast of battles is reckoned from."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The next movement as ordered, in the present weather. ``joining``: units that come to running battles."""

    moment: Moment
    when: str
    battles: tuple[ForecastBattle, ...]
    joining: tuple[str, ...]
    standoffs: tuple[str, ...]
    evenings: int
    """Number of evenings that all the battles take together."""
    rules: tuple[str, ...]
    """Ids of the rules by which units join running battles or only stand off."""
