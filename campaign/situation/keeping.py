"""A cache of values made from a board's rows, kept with the board for as long as their parts stay equal.

    keep(board, what, parts, make)     what ``make`` returns, or what it returned before for equal parts

The parts are compared: code that changes a row need not report it. The columns of a large table, of which a map is
made, stand among them by their ``version``, which the page of the table counts on for every change of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from campaign.journal.board import Board

Made = TypeVar("Made")


def keep(board: Board, what: Hashable, parts: object, make: Callable[[], Made]) -> Made:
    """Return a cached value, made anew only where its parts differ from those of the last call; only the latest is
    kept. Callers must not change it.
    """
    kept = board.info.get(what)
    if kept is None or kept[0] != parts:
        kept = board.info[what] = (parts, make())
    made: Made = kept[1]
    return made
