"""House files: a club's values for tables that a system's book leaves out become part of the rulebook.

The values are kept with the campaign, not the file: a campaign that is exported, replayed or moved to another machine
still has them. Settings that the file carries (its options, readings and campaign figures) are set along with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.actions.house_rules import not_fought_by
from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, Setting
from campaign.rules.common.gone_settings import GONE
from campaign.rules.common.systems import SYSTEMS, house_account
from campaign.situation.conditions import HOUSE_PREFIX, rulebook_of
from campaign.terms.words import listing
from campaign.values import dataclass, field
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class TakeHouseFile:
    """The command that takes a house file. ``plain`` holds the values as the reader of the file returned them; empty
    removes the house file. ``name`` is the file's name.
    """

    name: str
    plain: Mapping[str, Any] = field(default_factory=dict)


@action("house file", TakeHouseFile, ruling=True)
def take_house_file(board: Board, command: TakeHouseFile) -> Receipt:
    """Take a house file into the rulebook from now on; earlier results stand. Raises Refused if nothing would change,
    BadInput for an impossible setting.
    """
    system, account = house_account()
    key = f"{HOUSE_PREFIX}{system.key}"
    rows = {row.key: row for row in board.rows(Setting)}
    if not command.plain:
        if key not in rows:
            raise Refused(f"there is no house file to remove: {system.name} is played by its book alone")
        board.erase(rows[key])
        kept = ("the settings that it changed keep their values",)
        return Receipt(f"the house file of {system.name} is taken out", kept)
    if key in rows and rows[key].value == command.plain:
        raise Refused(f"house file {command.name} is already in force, and nothing in it has changed")
    lines = account.account_of(command.plain)
    _keep(board, rows, key, dict(command.plain))
    book = rulebook_of(board)
    for name, value in account.settings_of(command.plain).items():
        if name not in GONE:
            book = book.with_setting(name, value)
            _keep(board, rows, name, book.overrides().get(name))
    own_system = SYSTEMS[board.campaign.tabletop]
    used = {own_system.key, *(battle.tabletop for battle in board.rows(Battle))}
    unused = () if system.key in used else (not_fought_by(system, own_system),)
    set_too = account.settings_of(command.plain)
    names = (f"the file also sets {listing(sorted(set_too), len(set_too))}",) if set_too else ()
    return Receipt(f"house file {command.name} is in force for {system.name}", (*unused, *lines, *names))


def _keep(board: Board, rows: Mapping[str, Setting], key: str, value: Any) -> None:
    """Write a setting down; a value of None sets it back to its default."""
    if key not in rows:
        if value is not None:
            board.make(Setting, key=key, value=value)
    elif value is None:
        board.erase(rows[key])
    else:
        rows[key].value = value
