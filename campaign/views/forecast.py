"""The battles that the orders given so far will cause in the next movement."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.time import Moment


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
    """``2 RTR, turn 1.3, south edge at 12 in.``"""


@dataclass(frozen=True, slots=True)
class ForecastBattle:
    """A game that is coming."""

    name: str
    place: str
    when: str
    """``15 May, 07:40``: the first contact."""
    attacker: str
    why: tuple[str, ...]
    """Why the contacts are a battle: ``both have orders to attack: a meeting engagement (umpire 1.4)``."""
    system: str
    sides: tuple[ForecastSide, ...]
    evenings: int
    advice: tuple[str, ...]
    """Merge, resolve or rule: what the umpire may want to do with it, and why."""
    rules: tuple[str, ...]
    """By which it is a battle, and those of the advice."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The next movement as ordered, in the present weather. ``joining``: units that come to running battles."""

    moment: Moment
    when: str
    battles: tuple[ForecastBattle, ...]
    joining: tuple[str, ...]
    standoffs: tuple[str, ...]
    evenings: int
    """Of all the battles together."""
    rules: tuple[str, ...]
    """By which these join, and those only stand off."""
