"""House rules: a setting of the rulebook is changed or set back to its default."""

from __future__ import annotations

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Setting
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.rulebook import plain_value, value_text
from campaign.situation.conditions import rulebook_of
from campaign.values import dataclass
from campaign.views.receipt import Receipt

TO_DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class SetRule:
    """The command that changes one setting; ``value`` as typed, or ``default`` to remove the house rule."""

    key: str
    value: str


@action("rules", SetRule, ruling=True)
def set_rule(board: Board, command: SetRule) -> Receipt:
    """Change a setting from now on; earlier results stand. Raises BadInput for an unknown key or an impossible
    value.

    A setting that is gone can only be cleared; the entries that set it are read so (``entry_upgrade``).
    """
    if command.key in GONE and _is_default(command):
        if (row := _row(board, command.key)) is not None:
            board.erase(row)
        return Receipt(f"{command.key}: gone", (gone_text(command.key),))
    book = rulebook_of(board)
    rule = book.rule(command.key)
    value = rule.default if _is_default(command) else rule.read(command.value)
    if value == book[command.key]:
        raise Refused(f"{command.key} is already {value_text(value)}. Allowed: {rule.allowed}")
    changed = book.with_setting(command.key, plain_value(value))
    row = _row(board, command.key)
    if command.key not in changed.overrides():
        if row is not None:
            board.erase(row)
    elif row is None:
        board.make(Setting, key=command.key, value=plain_value(value))
    else:
        row.value = plain_value(value)
    back = ", the default" if value == rule.default else f" (default {value_text(rule.default)})"
    return Receipt(f"{command.key}: {value_text(value)}{back}", (f"{rule.meaning} [{rule.source}]",))


def _is_default(command: SetRule) -> bool:
    return command.value.strip().lower() == TO_DEFAULT


def _row(board: Board, key: str) -> Setting | None:
    return next((setting for setting in board.rows(Setting) if setting.key == key), None)
