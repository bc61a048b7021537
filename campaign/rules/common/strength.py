"""State and strength of a battalion: the state is what plays, and the strength is bookkeeping that follows it (umpire
1.20).

State decides; men, vehicles and guns follow in steps. Under 15 % lost a battalion is fresh, from 15 % spent, from 30 %
destroyed. A return only ever takes away; a figure shed or a battalion returned to play sets the loss to just under 15
%. A captured or disbanded battalion has nothing left.

    Bands(spent, destroyed)                            per cent lost at which the state begins
    state_of(strength, establishment, bands)           the state that the losses mean
    bring_into_band(state, count, establishment, bands)    a count brought into the band of a state
    in_band(state, strength, establishment, bands)         the same for men, vehicles and guns
    after_losses(state, strength, establishment, bands)    never adds a man: for returns
    restored(strength, establishment, bands)               never takes one: for rest and recovery
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Final, assert_never

from campaign.errors import BadInput
from campaign.rules.common.force import Strength
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.state import State
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Bands:
    """The percentages of the establishment lost from which a battalion is spent, and from which it is destroyed."""

    spent: int = 15  # umpire 1.20, OB-RCV-01.
    destroyed: int = 30  # umpire 1.20, OB-RCV-01.

    def __post_init__(self) -> None:
        if not 0 < self.spent < self.destroyed <= 100:
            raise BadInput(
                f"a unit cannot be spent at {self.spent} % losses and destroyed at {self.destroyed} %. The "
                "figure for spent must be above 0 and below the figure for destroyed, and the figure for "
                "destroyed at most 100"
            )


BANDS = Bands()


def bands_of(book: Rulebook) -> Bands:
    """Return the percentages at which a battalion is spent and destroyed, as set in a campaign's rulebook."""
    return Bands(book.integer("strength.spent_percent"), book.integer("strength.destroyed_percent"))


def _lost_from(percent: int, establishment: int) -> int:
    """Return the fewest losses that are at least this percentage of the establishment."""
    return ceil(Fraction(percent * establishment, 100))


def _losses(state: State, establishment: int, bands: Bands) -> tuple[int, int]:
    """Return the fewest and the most losses of a battalion in this state.

    Of three or fewer things the loss of a single thing is already 30 %: such a count cannot show that a battalion is
    spent, and stays unreduced.
    """
    spent, destroyed = _lost_from(bands.spent, establishment), _lost_from(bands.destroyed, establishment)
    match state:
        case State.FRESH:
            return 0, max(0, spent - 1)
        case State.SPENT:
            most = max(0, destroyed - 1)
            return min(spent, most), most
        case State.DESTROYED:
            return min(destroyed, establishment), establishment
        case State.CAPTURED | State.DISBANDED:
            return establishment, establishment
        case _:
            assert_never(state)


BACK_LOST: Final = "back_lost"
BACK_OF: Final = "back_of"
"""The numbers kept with a battle for losses that cost a battalion no state: what it lost on the table, of how much."""


def back_again(lost: int, full: int, before: State, after: State) -> dict[str, int]:
    """Return what is kept of losses below the threshold, after which the men come back; empty if there is nothing."""
    return {BACK_LOST: lost, BACK_OF: full} if lost and after is before and after.is_in_play else {}


def bring_into_band(state: State, count: int, establishment: int, bands: Bands = BANDS) -> int:
    """Return the count nearest to this one that a battalion in this state may have. A count above its establishment is
    kept if the battalion is fresh.
    """
    if establishment <= 0:
        return 0 if state in (State.CAPTURED, State.DISBANDED) else count
    fewest, most = _losses(state, establishment, bands)
    if state is State.FRESH and count > establishment:
        return count
    return min(establishment - fewest, max(establishment - most, count))


def _each(rule: Callable[[int, int], int], strength: Strength, establishment: Strength) -> Strength:
    return Strength(
        rule(strength.men, establishment.men),
        rule(strength.vehicles, establishment.vehicles),
        rule(strength.guns, establishment.guns),
    )


def in_band(state: State, strength: Strength, establishment: Strength, bands: Bands = BANDS) -> Strength:
    """Return men, vehicles and guns, each brought into the band of the state."""
    return _each(lambda count, full: bring_into_band(state, count, full, bands), strength, establishment)


def after_losses(state: State, strength: Strength, establishment: Strength, bands: Bands = BANDS) -> Strength:
    """Return the strength after a return that put the battalion in this state: inside the state's band, and never more
    than before.
    """
    return _each(lambda count, full: min(count, bring_into_band(state, count, full, bands)), strength, establishment)


def restored(strength: Strength, establishment: Strength, bands: Bands = BANDS, state: State = State.FRESH) -> Strength:
    """Return the strength after a figure is shed or a battalion returns to play: just under the loss at which the next
    band begins, and never less than before.
    """
    return _each(lambda count, full: max(count, bring_into_band(state, count, full, bands)), strength, establishment)


def loss(strength: Strength, establishment: Strength) -> Fraction:
    """Return the lost fraction of men, vehicles or guns, the highest of the three; 0 for a battalion without an
    establishment.
    """
    pairs = (
        (strength.men, establishment.men),
        (strength.vehicles, establishment.vehicles),
        (strength.guns, establishment.guns),
    )
    return max((Fraction(max(0, full - count), full) for count, full in pairs if full > 0), default=Fraction(0))


def state_of(strength: Strength, establishment: Strength, bands: Bands = BANDS) -> State:
    """Return the state that the losses of a battalion mean: fresh, spent or destroyed."""
    percent = loss(strength, establishment) * 100
    if percent >= bands.destroyed:
        return State.DESTROYED
    return State.SPENT if percent >= bands.spent else State.FRESH


def worse(before: State, reported: State) -> State:
    """Return the worse of the state before and the state reported, as a return never improves a state."""
    return max(before, reported, key=lambda state: state.severity)
