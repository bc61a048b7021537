"""The law of each system's battles: how ``campaign.play.odds`` turns the facts of an attack into chances.

The numbers are fitted to battles that the program fought in the shipped campaigns, Bastogne left out, and written here
by ``python -m tests.harness.odds_fit``. None is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Law(NamedTuple):
    """How a system's battles end. ``won``, ``lost``: the logarithm of the chance that an attack is won, or lost, for
    one chance that it stays undecided: a number that stands alone, then the weights of ``odds.Facts``. ``unseen``: how
    often so many battalions stood there beside those that the attacker had seen. ``attacks``: the battles from which it was made.
    """

    won: tuple[float, ...]
    lost: tuple[float, ...]
    unseen: tuple[tuple[int, float], ...]
    attacks: int


def law_of(system: str) -> Law:
    """Return the law of a system by its key."""
    return LAWS[system]


LAWS: Final[Mapping[str, Law]] = {
    "brevity": Law(
        (-0.557, 0.314, 0.446, -0.231, -0.246),
        (-0.531, -0.316, -0.506, 0.675, -0.427),
        ((0, 0.81), (1, 0.125), (2, 0.05), (4, 0.015)),
        4747,
    ),
    "nqm": Law(
        (1.054, 1.369, 0.0, -0.151, 0.113),
        (0.863, -0.563, 0.0, 0.0, -0.217),
        ((0, 0.828), (1, 0.112), (2, 0.035), (4, 0.025)),
        2132,
    ),
    "hexes": Law(
        (5.075, 0.777, 0.093, 0.0, 0.0),
        (4.495, -0.872, 0.0, 0.0, 0.0),
        ((0, 0.741), (1, 0.185), (2, 0.037), (4, 0.037)),
        348,
    ),
    "brigade": Law(
        (1.193, 1.361, 0.021, 0.0, 2.834),
        (0.744, -0.247, -0.933, 0.0, 2.601),
        ((0, 0.718), (1, 0.282), (2, 0.0), (4, 0.0)),
        348,
    ),
    "brigadier": Law(
        (-0.61, 0.25, 0.54, -0.32, -0.12),
        (-0.6, -0.35, -0.41, 0.67, -0.21),
        ((0, 0.74), (1, 0.15), (2, 0.07), (4, 0.04)),
        0,
    ),
}
