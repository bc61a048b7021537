"""The decisions that automatic play takes in place of a player (umpire 1.23).

effective_stands(units) -> Fraction                      normal 1, weak 1/2, company 0, large 2; spent and resting count
                                                         nothing
attacks(ours, theirs, odds, least, book) -> Choice       by the odds, or by a ratio of effective stands
after_waiting(turns, patience) -> float                  the part of a chance that is enough for those that waited
odds_told(odds) -> str                                   the odds in words
odds_words(odds, needed) -> str                          the odds, and what is needed, as a reason
cost(stakes) -> brought, lost                            what a side brought to a battle, and what it has
                                                         lost of it so far
breaks_off(brought, lost, book) -> Choice                when half of what it brought is spent or lost
default_answer(kind, keys) -> str, why                   of a decision that is asked of a player
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple, assert_never

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.terms.forces import Size
from campaign.terms.state import DecisionKind, State
from campaign.values import dataclass

STANDS = {Size.NORMAL: Fraction(1), Size.WEAK: Fraction(1, 2), Size.LARGE: Fraction(2), Size.COMPANY: Fraction(0)}
COMPANY = Fraction(1, 4)  # Four companies are a normal battalion (`rules.day.splitting.COMPANIES`).
"""The weight of a company in the cost of a battle: it has no combat strength, but its men count."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of automatic play, with its reason."""

    yes: bool
    why: str


class Odds(NamedTuple):
    """The chances of an attack by the end of the turn: the attacker has the field, neither side is driven off, the
    attacker is thrown back.
    """

    won: float
    undecided: float
    lost: float

    @property
    def chance(self) -> float:
        """The part of the attacks won, of those that are decided: the chance to win if it is pressed to the end."""
        decided = self.won + self.lost
        return self.won / decided if decided else 0.0


def odds_told(odds: Odds) -> str:
    """Return odds in words: ``of 100 such attacks 38 win, 50 are undecided and 12 fail``."""
    won, lost = round(100 * odds.won), round(100 * odds.lost)
    return f"of 100 such attacks {won} win, {100 - won - lost} are undecided and {lost} fail"


def odds_words(odds: Odds, needed: float) -> str:
    """Return odds as a reason, with the chance and the one that is needed: the part of the decided attacks that win."""
    return f"{odds_told(odds)}: the chance is {100 * odds.chance:.0f} %, {100 * needed:.0f} % needed"


# Our choice, so that two in five are always asked for: `test_an_enemy_before_whom_troops_have_stood_is_a_target`.
LEAST_PART: Final = 0.4
"""The part of the chance asked for that is always needed, however long troops have waited."""


def after_waiting(turns: int, patience: float) -> float:
    """Return the part of the usual chance that is enough for an attack by troops that have stood before the enemy for
    this number of turns without a battle; ``patience``: the part that each turn takes off (umpire 1.23).
    """
    return max(LEAST_PART, 1 - patience * turns) if patience else 1.0


def effective_stands(units: Iterable[Unit]) -> Fraction:
    """Return the strength of a group in normal battalions (OB-HIT-03, OB-SIZE-02, -05, -06).

    Only fresh units that do not rest count. Units that come up in march posture count: they deploy before they attack
    (OB-POST-06).
    """
    return sum((STANDS[unit.size] for unit in units if unit.state.counts_in_full and not unit.resting), Fraction(0))


def attacks(ours: Fraction, theirs: Fraction, odds: Odds, least: float, book: Rulebook, why: str = "") -> Choice:
    """Return the decision whether to attack: by the odds, of which ``least`` are needed, or, if the setting says so, by
    a ratio of effective stands to one; otherwise hold. ``why``: why another chance than the setting's is needed, to
    follow the figure: `` by night``.
    """
    if ours <= 0:
        return Choice(False, "no unit fit to attack")
    if book.is_word("auto.attack_ratio"):
        asked = f"{odds_words(odds, least)}{why}"
        return Choice(odds.chance >= least, asked if odds.chance >= least else f"{asked}: holds")
    ratio = book.number("auto.attack_ratio")
    stands = f"{float(ours):g} effective stands against {float(theirs):g}"
    if ours < ratio * theirs:
        return Choice(False, f"{stands}: less than {float(ratio):g} to one, holds")
    return Choice(True, f"{stands}: at least {float(ratio):g} to one")


def bolder(book: Rulebook) -> Fraction:
    """Return the chance required by night, for an attack that follows closely on another, and for an attack that no
    player ordered: half way from the umpire's chance to certainty.
    """
    return (1 + book.number("auto.attack_chance")) / 2


NOWHERE = "nowhere"
"""Answer of a side that sends stray aircraft to waste ground."""


def default_answer(kind: DecisionKind, keys: Sequence[str]) -> tuple[str, str]:
    """Return the answer that automatic play gives to a decision, the first of those that it may give, and why it comes
    first.
    """
    first = keys[0]
    match kind:
        case DecisionKind.RECOVERY:
            why = "a headquarters comes first, then the largest battalion, then the one longest out of play"
        case DecisionKind.AMALGAMATION:
            why = "of a pair one battalion is gone for good"
        case DecisionKind.AMALGAMATION_CHOICE:
            why = "its owner named it first; the program does not weigh the two"
        case DecisionKind.AIR_TARGET if first == NOWHERE:
            why = "no enemy is in sight where the stray aircraft can go without own troops beside it"
        case DecisionKind.AIR_TARGET:
            why = "most of the enemies in sight are together there, and no own troops"
        case DecisionKind.RETREAT:
            why = "it was listed first; the program does not weigh the ways"
        case unknown:
            assert_never(unknown)
    return first, f"{why} (umpire 1.23)"


class Stake(NamedTuple):
    """A stand that a side brought to a battle: its weight in normal battalions, its state as the battle began, and its
    state now."""

    weight: Fraction
    came: State
    now: State


def cost(stakes: Iterable[Stake]) -> tuple[Fraction, Fraction]:
    """Return what a side brought to a battle and what it has lost of it, both in effective stands.

    A unit that was already spent brings half, and costs that half when it is lost; a company weighs a quarter.
    """
    weighed = [(_weight(stake), stake) for stake in stakes]
    lost = (weight for weight, stake in weighed if stake.now.severity > stake.came.severity)
    return _sum(weight for weight, _ in weighed), _sum(lost)


def _sum(weights: Iterable[Fraction]) -> Fraction:
    """Return the sum of weights by their common denominator: a battle needs it at every move."""
    ratios = [weight.as_integer_ratio() for weight in weights]
    whole = lcm(*(denominator for _, denominator in ratios))
    return Fraction(sum(numerator * (whole // denominator) for numerator, denominator in ratios), whole)


def _weight(stake: Stake) -> Fraction:
    weight = stake.weight or COMPANY
    return weight if stake.came.counts_in_full else weight / 2


def breaks_off(
    brought: Fraction, lost: Fraction, book: Rulebook, measure: str = "effective stands spent or lost"
) -> Choice:
    """Return the decision whether to break off: when the umpire's share of what a side brought to this battle is spent
    or lost in it, and never before the battle has cost anything.
    """
    limit = book.number("auto.break_off")
    return Choice(
        0 < lost >= limit * brought,
        f"{float(lost):g} of its {float(brought):g} {measure} in this battle, breaks off at {float(limit * 100):.0f} %"
        " (house)",
    )
