"""A return whose entry was undone, to be offered again instead of being typed twice.

undone_returns(board, battle, codes) -> undone returns by side
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.undo import standing_of
from campaign.model import Battle, Entry, Return, Side
from campaign.situation.names import words_of
from campaign.terms.words import plain
from campaign.values import dataclass

RECORD = "battle record"
"""Verb of the entries by which returns come in."""


@dataclass(frozen=True, slots=True)
class UndoneReturn:
    """One side's return in an entry that was undone, as plain content. ``number``: what the entry was called."""

    number: int
    content: Mapping[str, Any]


def undone_returns(board: JournalBoard, battle: Battle, codes: Mapping[str, str]) -> dict[str, UndoneReturn]:
    """Return the latest undone return of each side for the form that bears its sheet code (``codes``: by side), without
    those whose entry was played again or that a later return has replaced, and those of sides whose return is in. For
    who may read these sides' returns.
    """
    sides = {side.key: side.id for side in board.rows(Side)}
    called = {plain(word): side.key for side in board.rows(Side) for word in words_of(side)}
    filed = {row.side_id for row in board.rows(Return, Return.battle_id == battle.id, Return.settled.is_(False))}
    codes = {side: code for side, code in codes.items() if sides[side] not in filed}
    living = set(standing_of(board).living)
    columns = (Entry.seq, Entry.number, Entry.about, Entry.arguments, Entry.revision, Entry.day, Entry.turn)
    rows = board.entries(*columns, criteria=(Entry.verb == RECORD, Entry.kind == "do")).all()
    again = {row.about for row in rows if row.seq in living}
    undone: dict[str, UndoneReturn] = {}
    for row in sorted(rows, key=lambda row: row.seq):
        if row.seq in again or (row.day, row.turn) < (battle.day, battle.turn):
            continue
        command = json.loads(command_lifted(RECORD, row.arguments, row.revision))
        for content in command["returns"] if str(command["battle"]) == str(battle.number) else ():
            if row.seq in living:  # a return of a later session, for instance: what was undone before it is of no use
                named = called.get(plain(str(content.get("side") or "")), "")
                for side in [side for side, code in codes.items() if side == named or _is_for(content, side, code)]:
                    undone.pop(side, None)
                continue
            undone |= {s: UndoneReturn(row.number, content) for s, code in codes.items() if _is_for(content, s, code)}
    return undone


def _is_for(content: Mapping[str, Any], side: str, code: str) -> bool:
    """Return whether a return is of a side and for a form: by its code, or by its side where it bears none."""
    own_code = plain(str(content.get("code") or ""))
    return own_code == plain(code) if own_code else str(content.get("side") or "") == side
