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
        (-0.689, 0.26, 0.446, -0.276, -0.309),
        (-0.561, -0.289, -0.507, 0.39, -0.8),
        ((0, 0.795), (1, 0.115), (2, 0.064), (4, 0.026)),
        4633,
    ),
    "nqm": Law(
        (0.758, 1.062, 0.115, -0.325, -0.443),
        (0.296, -0.597, 0.0, 0.0, -0.162),
        ((0, 0.813), (1, 0.121), (2, 0.055), (4, 0.011)),
        4357,
    ),
    "hexes": Law(
        (6.279, 0.734, 0.401, 0.0, 0.784),
        (5.736, -0.491, 0.0, 0.577, 0.998),
        ((0, 0.81), (1, 0.141), (2, 0.037), (4, 0.012)),
        4731,
    ),
    "brigade": Law(
        (1.502, 0.647, 0.508, 0.0, -0.0),
        (1.653, -0.21, -0.143, 0.0, -0.596),
        ((0, 0.873), (1, 0.081), (2, 0.046), (4, 0.0)),
        1187,
    ),
    "brigadier": Law(
        (0.193, 1.593, 0.0, -2.116, -1.656),
        (-0.958, -1.224, 0.0, 0.0, -1.122),
        ((0, 0.884), (1, 0.093), (2, 0.023), (4, 0.0)),
        810,
    ),
}
