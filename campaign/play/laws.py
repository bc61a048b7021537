"""The law of each system's battles: how ``campaign.play.odds`` turns the facts of an attack into chances.

The numbers are fitted to battles that the program fought in the shipped campaigns, Bastogne left out, and written here
by ``python -m tests.harness.odds_fit``. None is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Law(NamedTuple):
    """The law of a system's battles. ``won``, ``lost``: the logarithm of the chance that an attack is won, or lost, for
    one chance that it stays undecided: a number that stands alone, then the weights of ``odds.Facts``. ``unseen``: how
    often this number of battalions stood there beside those that the attacker had seen. ``attacks``: the battles from
    which it was made.
    """

    won: tuple[float, ...]
    lost: tuple[float, ...]
    unseen: tuple[tuple[int, float], ...]
    attacks: int


def law_of(system: str) -> Law:
    """Return the law of a system by its key."""
    return LAWS[system]


# Fitted, as the head of this file says; LAWS is written anew as a whole.
LAWS: Final[Mapping[str, Law]] = {
    "brevity": Law(
        (-0.742, 0.313, 0.395, -0.288, -0.211),
        (-0.538, -0.273, -0.536, 0.34, -0.637),
        ((0, 0.796), (1, 0.113), (2, 0.063), (4, 0.028)),
        4753,
    ),
    "nqm": Law(
        (0.975, 1.063, 0.038, -0.674, -0.167),
        (0.653, -0.509, 0.0, 0.0, -0.159),
        ((0, 0.796), (1, 0.153), (2, 0.033), (4, 0.018)),
        1852,
    ),
    "hexes": Law(
        (6.37, 0.59, 0.342, 0.0, 0.585),
        (5.801, -0.553, 0.0, 1.124, 0.482),
        ((0, 0.76), (1, 0.161), (2, 0.061), (4, 0.018)),
        1965,
    ),
    "brigade": Law(
        (1.226, 0.835, 0.907, 0.0, 0.523),
        (1.448, 0.0, -0.248, 0.0, -0.722),
        ((0, 0.816), (1, 0.184), (2, 0.0), (4, 0.0)),
        877,
    ),
    "brigadier": Law(
        (-1.541, 1.169, 0.687, 0.0, -1.803),
        (-0.593, -0.46, 0.0, 0.0, -0.394),
        ((0, 0.793), (1, 0.19), (2, 0.017), (4, 0.0)),
        451,
    ),
}
