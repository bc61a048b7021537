"""A return whose entry was undone, to be offered again instead of being typed twice.

undone_return(board, battle, side, code) -> UndoneReturn | None
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.undo import standing_of
from campaign.model import Battle, Entry
from campaign.terms.words import plain
from campaign.values import dataclass

RECORD = "battle record"
"""Verb of the entries by which returns come in."""


@dataclass(frozen=True, slots=True)
class UndoneReturn:
    """One side's return in an entry that was undone, as plain content. ``number``: what the entry was called."""

    number: int
    content: Mapping[str, Any]


def undone_return(board: JournalBoard, battle: Battle, side: str, code: str) -> UndoneReturn | None:
    """Return the latest undone return of a side for the form that bears this sheet code; None if there is none, or the
    entry was played again. For who may read that side's return.
    """
    living = set(standing_of(board).living)
    columns = (Entry.seq, Entry.number, Entry.about, Entry.arguments, Entry.revision)
    rows = board.entries(*columns, criteria=(Entry.verb == RECORD, Entry.kind == "do")).all()
    again = {row.about for row in rows if row.seq in living}
    for row in reversed(rows):
        if row.seq in living or row.seq in again:
            continue
        command = json.loads(command_lifted(RECORD, row.arguments, row.revision))
        for content in command["returns"]:
            if str(command["battle"]) == str(battle.number) and _is_for(content, side, code):
                return UndoneReturn(row.number, content)
    return None


def _is_for(content: Mapping[str, Any], side: str, code: str) -> bool:
    """Return whether a return is of a side and for a form: by its code, or by its side where it bears none."""
    own = plain(str(content.get("code") or ""))
    return own == plain(code) if own else str(content.get("side") or "") == side
