"""The rulebook of a campaign, setting by setting."""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.journal.board import JournalBoard
from campaign.model import Setting
from campaign.resolve.left_out import for_players
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.rulebook import Rule, Rulebook, value_text
from campaign.rules.common.settings import OFTEN_CHANGED
from campaign.situation.conditions import rulebook_of
from campaign.terms.viewer import Viewer
from campaign.terms.words import did_you_mean, listing
from campaign.views.campaign.settings import RuleLine, RuleList

PLAYERS_OWN = " Only the players' sheet uses it; battles that the program resolves do not."


def settings(board: JournalBoard, viewer: Viewer, word: str = "") -> RuleList:
    """Return all settings, one, or a group of them (``march``). The rules are the same for every viewer. Raises
    BadInput.
    """
    book = rulebook_of(board)
    lines = [_line(book, key) for key in book if _is_asked(key, word)]
    if word in GONE:
        raise BadInput(f"{gone_text(word)}. To list all settings: campaign rules --all")
    if not lines:
        if gone_keys := [key for key in sorted(GONE) if _is_asked(key, word)]:
            raise BadInput(
                f"the settings of the group {word!r} no longer exist and have no effect: {listing(gone_keys)}"
                ". To list all settings: campaign rules --all"
            )
        near = (
            did_you_mean(word, [*book, *(key.partition(".")[0] for key in book)])
            or ". To list all settings: campaign rules --all"
        )
        raise BadInput(f"there is no setting and no group of settings called {word!r}{near}")
    return RuleList(len(book.overrides()), tuple(lines), gone_settings(board, word))


def _is_asked(key: str, word: str) -> bool:
    return not word or word in (key, key.partition(".")[0])


def gone_settings(board: JournalBoard, word: str = "") -> tuple[RuleLine, ...]:
    """Return every setting, or those of one group, that this campaign had changed and that no longer exists."""
    return tuple(
        RuleLine(
            key=setting.key,
            value=value_text(setting.value),
            default="",
            changed=True,
            meaning=f"{gone_text(setting.key)}; it was {value_text(setting.value)}",
            allowed="default, which removes it",
            source="",
            gone=True,
        )
        for setting in board.rows(Setting)
        if setting.key in GONE and _is_asked(setting.key, word)
    )


def _line(book: Rulebook, key: str) -> RuleLine:
    rule: Rule = book.rule(key)
    meaning = f"{rule.meaning}{PLAYERS_OWN if for_players(key) else ''}"
    return RuleLine(
        key=key,
        value=value_text(book[key]),
        default=value_text(rule.default),
        changed=key in book.overrides(),
        meaning=meaning,
        allowed=rule.allowed,
        source=rule.source,
        often=key in OFTEN_CHANGED,
    )
