"""The loser of a game at the table, and the state of a battalion afterwards (BDE-WIN, BDE-MAP-07 to -09).

counts(kind, anti_tank=, off_table=, book) -> bool       whether this unit counts as a company
loses_at(companies, book) -> int
state_after(full, lost, book) -> State                   thirds of the full establishment
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from campaign.rules.common.rulebook import Rulebook
from campaign.terms.state import State


class Kind(StrEnum):
    """The kinds of unit on the table (BDE-ORG-01 to -04)."""

    COMPANY = "company"
    SQUADRON = "squadron"
    FIGHTING_VEHICLE = "fighting vehicle"
    TRANSPORT = "transport"
    GUN = "gun"
    SUPPORT = "support weapon"


def counts(kind: Kind, *, anti_tank: bool = False, off_table: bool = False, book: Rulebook) -> bool:
    """Return whether a unit's loss counts as a company (BDE-WIN-03 to -06): MGs, mortars and transport do not, nor do
    guns off the table (BDE-AMB-03).
    """
    if kind in (Kind.TRANSPORT, Kind.SUPPORT) or off_table:
        return False
    return not (kind is Kind.GUN and anti_tank and book.word("brigade.win_guns") == "no anti-tank guns")


def loses_at(companies: int, book: Rulebook) -> int:
    """Return the losses, in companies, at which a side that began with this number of companies loses the game
    (BDE-WIN-02, BDE-AMB-01).
    """
    if book.word("brigade.win_losses") == "half":
        return max(1, -(-companies // 2))
    return companies // 2 + 1


def state_after(full: int, lost: int, book: Rulebook) -> State:
    """Return the state of a battalion with this full number of figures or models and these losses, earlier losses
    included (BDE-MAP-07).

    The thresholds are the book's, unless the house has others: from one third spent, from two thirds destroyed.
    """
    if full <= 0:
        return State.FRESH
    share = Fraction(lost, full)
    if share >= book.number("brigade.destroyed_at"):
        return State.DESTROYED
    return State.SPENT if share >= book.number("brigade.spent_at") else State.FRESH
