"""How well chances agree with what happened: reliability by bands of chance, Brier's score, and their uncertainty.

    bands(judged) -> list[Band]          of what was given 60 to 80 %, how much happened
    brier(judged) -> float               the mean square of chance less outcome; 0 is perfect, 0.25 a coin

Statements of one start hang together (who has the pass has the road behind it), so intervals come from drawing whole
starts again. A chance counted in few runs is rough: of what really has 50 %, some is given 70 and less of that
happens. So every forecast plays one run more, and the same is counted as if that run were what happened: ``expected``
is what a perfect forecast of as many runs would show.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum
from typing import Final

EDGES: Final = (0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
AGAIN: Final = 500
"""Times that the starts are drawn again."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A chance that was given; whether it happened, and whether it did in one more run of the forecast."""

    chance: float
    happened: bool
    in_a_run: bool


@dataclass(frozen=True, slots=True)
class Band:
    """The statements with a chance from ``low`` to ``high``: how many, the mean chance, the part that happened with its
    interval (95 %), and the part that a perfect forecast of as many runs would show.
    """

    low: float
    high: float
    statements: int
    said: float
    happened: float
    at_least: float
    at_most: float
    expected: float


Judged = Sequence[Sequence[Statement]]
"""The statements of every start."""


def brier(judged: Judged, outcome: Callable[[Statement], bool] = lambda s: s.happened) -> float:
    """Return Brier's score over all statements."""
    squares = [(statement.chance - outcome(statement)) ** 2 for start in judged for statement in start]
    return fsum(squares) / len(squares)


def bands(judged: Judged, edges: Sequence[float] = EDGES, seed: int = 1) -> list[Band]:
    """Return the bands that hold statements; a chance at an edge belongs to the lower band, 0 to the first."""
    found = []
    for low, high in pairwise(edges):
        within = [[s for s in start if low < s.chance <= high or low == s.chance == edges[0]] for start in judged]
        every = [statement for start in within for statement in start]
        if not every:
            continue
        at_least, at_most = drawn_again([(len(start), sum(s.happened for s in start)) for start in within], seed)
        found.append(
            Band(
                low,
                high,
                len(every),
                fsum(s.chance for s in every) / len(every),
                sum(s.happened for s in every) / len(every),
                at_least,
                at_most,
                sum(s.in_a_run for s in every) / len(every),
            )
        )
    return found


def drawn_again(starts: Sequence[tuple[int, int]], seed: int, times: int = AGAIN) -> tuple[float, float]:
    """Return the 95 % interval of a share, drawing whole starts again; each start is its statements and its hits."""
    dice, shares = random.Random(seed), []
    while len(shares) < times:
        drawn = dice.choices(starts, k=len(starts))
        count = sum(statements for statements, _ in drawn)
        if count:
            shares.append(sum(hits for _, hits in drawn) / count)
    shares.sort()
    return shares[round(0.025 * (times - 1))], shares[round(0.975 * (times - 1))]
