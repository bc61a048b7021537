"""The side whose return counts where the returns of a battle differ, as the pages of a battle keep it in their
addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from campaign.actions.returns.take import PointDecision, SettleBattle
from campaign.actions.returns.word import NO_WORD, UmpiresWord
from campaign.errors import Refused
from campaign.queries.battle.returns_compared import returns_compared
from campaign.values import dataclass
from campaign.views.battle.returns_compared import ReturnsCompared
from campaign.web.visit import Visit

POINT = "point-"
"""Beginning of the field for the side that is believed on a point, before the point's number."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The sides believed: a side's key by the number of each point that was decided, and whether all are."""

    by_point: Mapping[int, str]
    is_whole: bool

    @property
    def only(self) -> str:
        """Side that is believed on every point; empty if it is not one side."""
        sides = set(self.by_point.values())
        return sides.pop() if self.is_whole and len(sides) == 1 else ""

    @property
    def words(self) -> dict[str, str]:
        """The words of an address that say the same."""
        return {f"{POINT}{number}": side for number, side in self.by_point.items()}


def belief_of(compared: ReturnsCompared, words: Mapping[str, str]) -> Belief:
    """Return who is believed on which point, by the words of an address or the fields that were posted."""
    keys = {side.key for side in compared.sides}
    by_point = {}
    for point in compared.differing:
        given = words.get(f"{POINT}{point.number}") or words.get("believe", "")
        if given in keys:
            by_point[point.number] = given
    return Belief(by_point, len(by_point) == len(compared.differing))


def settling(compared: ReturnsCompared, belief: Belief, word: UmpiresWord = NO_WORD) -> SettleBattle:
    """Return the command that settles the battle so."""
    number, keys = str(compared.number), {point.number: point.key for point in compared.differing}
    if belief.only:
        return SettleBattle(number, belief.only, word=word)
    decisions = tuple(PointDecision(keys[point], side) for point, side in belief.by_point.items())
    return SettleBattle(number, "", decisions, word=word)


def waiting_returns(visit: Visit) -> ReturnsCompared:
    """Return the returns that wait to be settled. Raises Refused if there are none."""
    number = visit.path["number"]
    compared = visit.read(lambda board, viewer: returns_compared(board, viewer, number))
    if not compared.sides:
        why = "the battle is over" if compared.is_over else "no return is in yet"
        raise Refused(f"Battle {compared.number} ({compared.name}) has no returns to settle: {why}")
    return compared


def last_of(fields: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the last value of each field that was posted."""
    return {name: values[-1] for name, values in fields.items() if values}


def address(number: int, page: str, words: Mapping[str, str]) -> str:
    """Return the address of a page of a battle with words behind its question mark."""
    return f"/battles/{number}/{page}{f'?{urlencode(words)}' if words else ''}"


def at_terminal(number: int, belief: Belief) -> str:
    """Return the program command that settles the battle so, without the umpire's ruling on units."""
    words = f"campaign battle settle {number}"
    if belief.only:
        return f"{words} --believe {belief.only}"
    if belief.by_point:
        return f"{words} --decide '{'; '.join(f'{point} {side}' for point, side in belief.by_point.items())}'"
    return words
