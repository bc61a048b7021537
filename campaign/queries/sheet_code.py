"""The battle and side to which the code on a sheet belongs."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.journal.board import JournalBoard
from campaign.model import Battle, Side
from campaign.situation.chance import codes_taken


@dataclass(frozen=True, slots=True)
class SheetOfCode:
    """One side's sheet of an open battle: the battle's number, the side's key and id, and both in words."""

    battle: int
    side: str
    side_id: int
    name: str


def sheet_with_code(board: JournalBoard, code: str) -> SheetOfCode | None:
    """Return the sheet that bears a code, in any case and with or without its hyphens; None if no open battle has
    one.
    """
    typed = _plain(code)
    for battle in board.rows(Battle):
        if battle.state.is_over:
            continue
        for side in board.rows(Side):
            if typed in map(_plain, codes_taken(board, battle, side)):
                return SheetOfCode(
                    battle.number, side.key, side.id, f"the {side.adjective} table of battle {battle.number}"
                )
    return None


def _plain(code: str) -> str:
    return "".join(filter(str.isalnum, code)).upper()
