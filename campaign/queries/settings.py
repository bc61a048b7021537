"""The rulebook of a campaign, setting by setting."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.resolve.left_out import for_players
from campaign.rules.common.rulebook import Rule, Rulebook, Value, plain_value
from campaign.situation.conditions import rulebook_of
from campaign.terms.viewer import Viewer
from campaign.terms.words import did_you_mean
from campaign.views.settings import RuleLine, RuleList

PLAYERS_OWN = " (on the players' sheet only: no battle that the program plays reads it)"


def settings(board: JournalBoard, viewer: Viewer, word: str = "") -> RuleList:
    """All settings, one, or a group of them (``march``). The rules are the same for everybody. Raises BadInput."""
    book = rulebook_of(board)
    lines = [_line(book, key) for key in book if not word or key == word or key.partition(".")[0] == word]
    if not lines:
        near = (
            did_you_mean(word, [*book, *(key.partition(".")[0] for key in book)]) or "; campaign rules lists them all"
        )
        raise BadInput(f"{word!r} is no setting and no group of the rulebook{near}")
    return RuleList(len(book.overrides()), tuple(lines))


def _line(book: Rulebook, key: str) -> RuleLine:
    rule: Rule = book.rule(key)
    meaning = f"{rule.meaning}{PLAYERS_OWN if for_players(key) else ''}"
    return RuleLine(
        key=key,
        value=said(book[key]),
        default=said(rule.default),
        changed=key in book.overrides(),
        meaning=meaning,
        allowed=rule.allowed,
        source=rule.source,
    )


def said(value: Value) -> str:
    """``on``, ``off``, ``expected``, ``3/2``."""
    return ("on" if value else "off") if isinstance(value, bool) else str(plain_value(value))
