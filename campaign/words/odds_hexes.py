"""Odds of the hex charts as a person reads them; every chance an exact fraction, written "1/3" in JSON.

ShotTable     one shot: the net modifier with its reasons, the chance of each number of hits, their mean
ShotsTable    several shots at one unit: all hits, its state, the chance that it is gone after each shot
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class ShotTable:
    """One shot. ``cover`` names the target's cover, if any; ``modifiers`` are in words, in the order of the list."""

    shooter: str
    target: str
    distance: int
    terrain: str
    cover: str
    modifiers: tuple[str, ...]
    net: int
    hits: Mapping[int, Fraction]
    mean: Fraction


@dataclass(frozen=True, slots=True)
class ShotsTable:
    """Several shots at one unit that begins with ``begun`` of ``capacity`` hits. ``hits``: all that are registered,
    including surplus ones.

    ``fresh``, ``spent``, ``eliminated``: the unit's state afterwards; ``gone_after``: the chance that it is gone after
    each shot.
    """

    target: str
    capacity: int
    begun: int
    spent_from: int
    shots: tuple[ShotTable, ...]
    hits: Mapping[int, Fraction]
    mean: Fraction
    fresh: Fraction
    spent: Fraction
    eliminated: Fraction
    gone_after: tuple[Fraction, ...]
