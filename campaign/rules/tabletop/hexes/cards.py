"""The playing cards that decide the order in which units act (HEX-CARD). A card is its place in the order, 1 the King
of Spades to 52 the Ace of Clubs.

Cards are dealt from the top of a shuffled pack. At a table the players type in the cards they deal; here a card is
drawn by a die with as many sides as cards are left, counted from the highest: the same as shuffling.

    name(place) -> "K♠"     card(text) -> place
    Pack(stock=, of=, shuffled=)   deals; .shuffled counts the shuffles
    packs(units), deals_before_shuffle(units)
    acts_later(place, ...) -> Fraction             chance that one other unit acts after the holder of this card
"""

from __future__ import annotations

from fractions import Fraction

from campaign.errors import BadInput
from campaign.rules.common.dice import Dice
from campaign.rules.tabletop.hexes.tables import RANKS, SUITS
from campaign.values import dataclass, field

PACK = len(RANKS) * len(SUITS)
_SIGN = {
    "Spades": "\N{BLACK SPADE SUIT}",
    "Hearts": "\N{BLACK HEART SUIT}",
    "Diamonds": "\N{BLACK DIAMOND SUIT}",
    "Clubs": "\N{BLACK CLUB SUIT}",
}


def name(place: int) -> str:
    """Return the name of a card by its place in the order, 1 to 52, as in ``K♠`` (HEX-CARD-06, -07)."""
    rank, suit = divmod(place - 1, len(SUITS))
    word = RANKS[rank]
    return f"{word if word.isdigit() else word[0]}{_SIGN[SUITS[suit]]}"


def card(text: str) -> int:
    """Return the place in the order of a card as people write it: ``7♠``, ``7S``, ``10 hearts``, ``ace of clubs``.
    Raises BadInput.
    """
    name = text.strip().lower().replace(" of ", " ")
    for place in range(1, PACK + 1):
        rank, suit = RANKS[(place - 1) // 4].lower(), SUITS[(place - 1) % 4].lower()  # Suits.
        ranks = {rank} if rank.isdigit() else {rank, rank[0]}
        suits = {suit, suit[:-1], suit[0], _SIGN[suit.title()]}
        if any(name in (f"{rank}{two}", f"{rank} {two}") for rank in ranks for two in suits):
            return place
    raise BadInput(f"{text!r} is not a playing card. Write rank and suit, as in 7S, 10 hearts or ace of clubs")


def packs(units: int) -> int:
    """Return the packs needed for this number of units (HEX-AMB-32)."""
    return max(1, -(-units // PACK))


def deals_before_shuffle(units: int) -> int:
    """Return the turns that can be dealt before the pack must be shuffled again (HEX-CARD-13, HEX-AMB-31). Raises
    BadInput for no units.
    """
    if units < 1:
        raise BadInput(f"{units} units cannot be dealt cards. Give at least one unit")
    return packs(units) * PACK // units


def acts_later(place: int, *, drawn: tuple[int, ...] = (), chosen: int = 1) -> Fraction:
    """Return the chance that ``chosen`` given other units all act after the holder of this card, from a fresh pack;
    ``drawn`` cards are in other hands (HEX-CARD-09).
    """
    remaining = [number for number in range(1, PACK + 1) if number != place and number not in drawn]
    later = sum(1 for number in remaining if number > place)
    result = Fraction(1)
    for taken in range(chosen):
        result *= Fraction(max(0, later - taken), len(remaining) - taken)
    return result


@dataclass(slots=True)
class Pack:
    """The stock of cards, as many packs as the units need. It deals on until it is short (HEX-CARD-12, -13)."""

    stock: list[int] = field(default_factory=list)
    of: int = 0
    shuffled: int = 0

    def deal(self, keys: list[str], dice: Dice) -> list[int]:
        """Return a card for each unit in order, after a shuffle if that is needed."""
        count = packs(len(keys))
        if len(self.stock) < len(keys) or count > self.of:
            self.stock = sorted(list(range(1, PACK + 1)) * count)
            self.of = count
            self.shuffled += 1
        return [self._draw(key, dice) for key in keys]

    def _draw(self, key: str, dice: Dice) -> int:
        remaining = len(self.stock)
        return self.stock.pop(
            dice.roll(remaining, "card", key, f"which of the {remaining} cards left, the highest first") - 1
            if remaining > 1
            else 0
        )
