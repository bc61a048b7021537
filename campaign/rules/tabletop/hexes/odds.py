"""Exact odds of this system's die and cards, as fractions.

    shot(net) -> Chances[int]                        hits of one shot
    total(nets) -> Chances[int]                      all hits of several shots
    fate(nets, capacity, begun, spent_from) -> Fate  fresh, spent or eliminated after them, and after which shot
    mean(chances) -> Fraction                        mean_hits(net): of one shot
    mean_shots(net, capacity, begun) -> Fraction     equal shots until elimination, on average; None: never
    joint(nets, evaded=) -> tuple of nets       two shooters at one target (HEX-AMB-41)

Cards: ``cards.acts_later`` and ``cards.deals_before_shuffle``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from campaign.rules.common.odds import NEVER, Chances, certain
from campaign.rules.tabletop.hexes import tables
from campaign.rules.tabletop.hexes.combat import hits
from campaign.values import dataclass


@lru_cache(maxsize=64)
def shot(net: int) -> Chances[int]:
    """Return the chances of the hits of one shot with this net modifier (HEX-SHOOT-01)."""
    face = Fraction(1, len(tables.D3))
    return Chances((hits(roll, net), face) for roll in range(1, len(tables.D3) + 1))


def total(nets: Iterable[int]) -> Chances[int]:
    """Return the chances of all hits of several shots, one after the other."""
    chances = certain(0)
    for net in nets:
        chances = chances.then(lambda so_far, net=net: shot(net).map(lambda more: so_far + more))  # type: ignore[misc]
    return chances


def mean(chances: Chances[int]) -> Fraction:
    """Return the average number of hits."""
    return sum((count * chance for count, chance in chances.items()), NEVER)


@lru_cache(maxsize=64)
def mean_hits(net: int) -> Fraction:
    """Return the average hits of one shot."""
    return mean(shot(net))


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a unit: the chances that it is left fresh, left spent, or eliminated, and that it is eliminated after
    each shot.
    """

    fresh: Fraction
    spent: Fraction
    eliminated: Fraction
    gone_after: tuple[Fraction, ...]


def fate(nets: Sequence[int], capacity: int, *, begun: int = 0, spent_from: int) -> Fate:
    """Return the fate of a unit that begins with these hits, after several shots. It is removed at once: surplus hits
    are lost (HEX-AMB-43, HEX-MAP-06).
    """
    held = certain(min(begun, capacity))
    survivals: list[Fraction] = []
    for net in nets:
        held = held.then(lambda now, net=net: shot(net).map(lambda more: min(now + more, capacity)))  # type: ignore[misc]
        survivals.append(held.of(capacity))
    eliminated = held.of(capacity)
    spent = held.chance(lambda now: spent_from <= now < capacity)
    return Fate(1 - spent - eliminated, spent, eliminated, tuple(survivals))


def mean_shots(net: int, capacity: int, *, begun: int = 0) -> Fraction | None:
    """Return the average number of equal shots until a unit is eliminated; None if such a shot never hits."""
    chances = shot(net)
    misses = chances.of(0)
    if misses == 1:
        return None
    needed: dict[int, Fraction] = {}
    for held in range(capacity - 1, begun - 1, -1):
        more = sum((chance * needed.get(held + count, NEVER) for count, chance in chances.items() if count), NEVER)
        needed[held] = (1 + more) / (1 - misses)
    return needed.get(begun, NEVER)


def joint(nets: tuple[int, int], *, evaded: bool) -> tuple[int, int]:
    """Return the net modifiers of a joint shot: an evasion, chosen once, takes 1 off both rolls (HEX-AMB-41)."""
    first, second = nets
    if not evaded:
        return nets
    return first + tables.EVADING, second + tables.EVADING
