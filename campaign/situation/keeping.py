"""What was made of a board's rows, kept with the board for as long as that of which it was made is the same.

    keep(board, what, parts, make)     what ``make`` gives, or what it gave before for equal parts

The parts are compared, not counted: whoever changes a row need not tell anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from campaign.journal.board import Board

Made = TypeVar("Made")


def keep(board: Board, what: Hashable, parts: object, make: Callable[[], Made]) -> Made:
    """Make it anew only where its parts differ from those of the last time; the last one is kept. Nobody may change
    it."""
    kept = board.info.get(what)
    if kept is None or kept[0] != parts:
        kept = board.info[what] = (parts, make())
    made: Made = kept[1]
    return made
