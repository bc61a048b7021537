"""House rules: a setting of the rulebook is changed or set back to its default."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.errors import Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Battle, Dump, Setting
from campaign.rules.common.gone_settings import GONE, gone_text
from campaign.rules.common.rulebook import Rulebook, plain_value, value_text
from campaign.rules.common.system import System
from campaign.rules.common.systems import SYSTEMS
from campaign.situation.conditions import rulebook_of
from campaign.terms.words import counted, listing
from campaign.values import dataclass
from campaign.words.proposal import Proposal
from campaign.words.receipt import Receipt

TO_DEFAULT = "default"
_ON_EVERY_MAP = "nqm"
"""System whose settings also decide about the days between battles, whichever system these are fought by."""
_KEEPS_DUMPS = ("nqm.logistics", "nqm.fuel")
_STOCKS = ("nqm.log.army", "nqm.log.corps", "nqm.log.division", "nqm.log.trucks")
"""Settings of the stock with which a dump opens."""


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
        raise Refused(f"{command.key} is already {value_text(value)}. Allowed values: {rule.allowed}")
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
    return Receipt(
        f"{command.key}: {value_text(value)}{back}",
        (f"{rule.meaning} [{rule.source}]", *_not_in_use(board, command.key), *_stocks(board, book, changed, rule.key)),
    )


def _not_in_use(board: Board, key: str) -> tuple[str, ...]:
    """Return a warning if the setting belongs to another tabletop system than the campaign and its battles are fought
    by. Settings of ``nqm`` count on the map under each system.
    """
    system, own_system = SYSTEMS.get(key.partition(".")[0]), SYSTEMS[board.campaign.tabletop]
    used = {own_system.key, _ON_EVERY_MAP, *(battle.tabletop for battle in board.rows(Battle))}
    return () if system is None or system.key in used else (not_fought_by(system, own_system),)


def not_fought_by(system: System, own_system: System) -> str:
    """Return the line for something that belongs to a system by which no battle of the campaign is fought."""
    return (
        f"nothing changes now: this campaign fights by {own_system.name}, and this counts only in battles under"
        f" {system.name} (campaign battle under N {system.key})"
    )


def _stocks(board: Board, before: Rulebook, book: Rulebook, key: str) -> Iterator[str]:
    """Yield what a setting of supply dumps does to them: new ones open with stocks of the rulebook, open ones keep
    theirs (NQM-LOG-02, -05, -07).
    """
    opened = len(board.rows(Dump))
    if key in _STOCKS and opened:
        yield f"the {counted(opened, 'dump')} of this campaign keep their stocks; only new dumps open with this figure"
    if key in _KEEPS_DUMPS and book.switch(key) and not any(before.switch(name) for name in _KEEPS_DUMPS):
        if opened:
            yield f"the {counted(opened, 'dump')} of this campaign start with their stocks of the last count"
            return
        army, corps, division, trucks = (book.integer(name) for name in _STOCKS)
        yield Proposal(
            f"each dump opens with Div Logs (army {army}, corps {corps}, division or independent brigade {division})"
            f" and {counted(trucks, 'truck')}, and troops carry all their ammunition",
            "the campaign has no dumps yet, and these are the settings nqm.log (NQM-LOG-05, NQM-LOG-07)",
            f"campaign rules KEY N ({listing(_STOCKS, len(_STOCKS))}) before the next turn",
        ).by_default


def _is_default(command: SetRule) -> bool:
    return command.value.strip().lower() == TO_DEFAULT


def _row(board: Board, key: str) -> Setting | None:
    return next((setting for setting in board.rows(Setting) if setting.key == key), None)
