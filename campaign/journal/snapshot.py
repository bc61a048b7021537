"""A cache for boards that only read: within their transaction no row can change, so loaded values are kept.

@once_a_reading
def load_army(board): ...          made once a reading, however many papers ask for it
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from campaign.journal.board import Board

Reading = TypeVar("Reading", bound="Board")
More = ParamSpec("More")
Answer = TypeVar("Answer")


def once_a_reading(load: Callable[Concatenate[Reading, More], Answer]) -> Callable[Concatenate[Reading, More], Answer]:
    """Decorate a function to load its result once for each board that only reads; on a board that writes it loads anew
    each time.

    Callers must not change the result.
    """

    @wraps(load)
    def loaded(board: Reading, /, *more: More.args, **named: More.kwargs) -> Answer:
        if board.writes:
            return load(board, *more, **named)
        key = (load, more, tuple(named.items()))
        if key not in board.info:
            board.info[key] = load(board, *more, **named)
        answer: Answer = board.info[key]
        return answer

    return loaded
