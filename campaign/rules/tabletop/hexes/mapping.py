"""The mapping between battalions and units of the table: hits at the start, and the state that hits mean afterwards
(HEX-MAP-03..11).

spent_from(capacity, book) -> hits            the first count of hits at which a unit is spent
begins_with(state, capacity, book) -> hits    marked before the battle begins
state_after(hits, capacity, book) -> State    of one unit; no battle improves a state
state_of_companies(hits, capacity, book)      of a battalion fought as companies
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import TurnSky
from campaign.rules.day.weather import effect_of
from campaign.rules.tabletop.hexes import tables
from campaign.terms.state import State


def spent_from(capacity: int, book: Rulebook) -> int:
    """Return the fewest hits above half of what a unit can take: 5 of 9, 3 of 5 (HEX-MAP-05, -06)."""
    return _first_above(capacity, book.number("hexes.spent_above"))


@lru_cache(maxsize=256)
def _first_above(capacity: int, share: Fraction) -> int:
    return min(floor(capacity * share) + 1, max(1, capacity - 1))


def begins_with(state: State, capacity: int, book: Rulebook) -> int:
    """Return the hits marked before the battle: none if fresh, the first spent count if spent (HEX-MAP-05)."""
    if state.carries_figure:
        return min(spent_from(capacity, book), capacity - 1)
    return 0 if state.counts_in_full else capacity


def state_after(hits: int, capacity: int, book: Rulebook) -> State:
    """Return the state of a unit: destroyed when it has all its hits, spent above half of them, otherwise fresh
    (HEX-MAP-06).
    """
    if hits >= capacity:
        return State.DESTROYED
    return State.SPENT if hits >= spent_from(capacity, book) else State.FRESH


def state_of_companies(hits: Sequence[int], capacity: int, book: Rulebook) -> State:
    """Return the state of a battalion of companies: an eliminated company counts its full hits (HEX-MAP-11)."""
    counted = [min(hit_count, capacity) for hit_count in hits]
    removed = sum(hit_count >= capacity for hit_count in counted)
    if removed >= max(1, ceil(len(hits) * book.number("hexes.companies_destroyed"))):
        return State.DESTROYED
    over = sum(counted) > len(hits) * capacity * book.number("hexes.spent_above")
    half = removed > 0 and removed >= len(hits) * book.number("hexes.companies_spent")
    return State.SPENT if over or half else State.FRESH


def sight(sky: TurnSky, book: Rulebook) -> int:
    """Return the hexes that units see: fewer by night and in bad weather if the rulebook says so (HEX-AMB-53)."""
    return book.integer("hexes.night_sight") if sky.night or effect_of(sky.sky).is_thick else tables.SIGHT
