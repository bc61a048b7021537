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
        (-0.563, 0.392, 0.386, -0.196, -0.208),
        (-0.533, -0.3, -0.523, 0.69, -0.414),
        ((0, 0.81), (1, 0.125), (2, 0.05), (4, 0.015)),
        4915,
    ),
    "nqm": Law(
        (1.083, 1.153, 0.054, -0.097, 0.058),
        (0.982, -0.448, 0.0, 0.0, -0.208),
        ((0, 0.828), (1, 0.112), (2, 0.035), (4, 0.025)),
        2207,
    ),
    "hexes": Law(
        (5.988, 0.542, 0.713, 0.0, 0.232),
        (5.693, -0.511, -0.174, 0.582, 0.597),
        ((0, 0.743), (1, 0.193), (2, 0.057), (4, 0.007)),
        1438,
    ),
    "brigade": Law(
        (1.169, 0.978, 0.0, 0.0, 3.034),
        (1.226, -0.088, -1.008, 0.0, 2.22),
        ((0, 0.727), (1, 0.273), (2, 0.0), (4, 0.0)),
        437,
    ),
    "brigadier": Law(
        (-0.61, 0.25, 0.54, -0.32, -0.12),
        (-0.6, -0.35, -0.41, 0.67, -0.21),
        ((0, 0.74), (1, 0.15), (2, 0.07), (4, 0.04)),
        0,
    ),
}
