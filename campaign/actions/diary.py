"""Lines for the diary: what happened, when, to whom, and who knows it."""

from __future__ import annotations

from typing import Final, NamedTuple

from campaign.journal.board import Board
from campaign.model import Battalion, DiaryLine
from campaign.terms.time import Moment

_PLURAL: Final = {
    "arrives": "arrive",
    "crosses": "cross",
    "faces": "face",
    "falls": "fall",
    "fights": "fight",
    "fires": "fire",
    "halts": "halt",
    "has": "have",
    "is": "are",
    "its": "their",
    "lands": "land",
    "marches": "march",
    "re-forms": "re-form",
    "reaches": "reach",
    "returns": "return",
}
"""The words with which a battalion's deeds are told, of one and of several."""
_SINGULAR: Final = {word: word for word in _PLURAL}


class Deed(NamedTuple):
    """What a battalion did, or what was done to it, as it is told of one and of several."""

    singular: str
    plural: str


def deed(words: str, **facts: object) -> Deed:
    """``deed("{marches} to {place}", place="Bir Wair")``: what stands after the name, with the verb in braces."""
    return Deed(*(words.format(**forms, **facts) for forms in (_SINGULAR, _PLURAL)))


def note_deed(
    board: Board,
    battalion: Battalion,
    done: Deed,
    *,
    formation: int | None = None,
    battle: int | None = None,
    seconds: int | None = None,
    bold: bool = False,
) -> str:
    """Write down for its side what a battalion did, so that the book can tell of several at once. Returns the words."""
    words = f"{battalion.name} {done.singular}"
    note(
        board,
        f"{words}.",
        plural=f"{done.plural}.",
        side=battalion.side_id,
        battalion=battalion.id,
        formation=formation,
        battle=battle,
        seconds=seconds,
        bold=bold,
    )
    return words


def note(
    board: Board,
    text: str,
    *,
    plural: str | None = None,
    side: int | None = None,
    battalion: int | None = None,
    formation: int | None = None,
    battle: int | None = None,
    seconds: int | None = None,
    bold: bool = False,
    moment: Moment | None = None,
) -> DiaryLine:
    """Write a line down. ``side`` None keeps it to the umpire; for both sides write two, each in its own words.

    ``seconds`` into the turn: 0 is its beginning, None its end.
    """
    now = moment or board.moment
    return board.make(
        DiaryLine,
        day=now.day,
        turn=now.turn,
        place_in_turn=_next_place(board, now),
        seconds=seconds,
        side_id=side,
        battalion_id=battalion,
        formation_id=formation,
        battle_id=battle,
        bold=bold,
        text=text,
        plural=plural,
    )


def _next_place(board: Board, now: Moment) -> int:
    """The first free place among this turn's lines, the unwritten ones included."""
    key = ("diary", now)
    if key not in board.info:
        board.info[key] = max(
            (
                line.place_in_turn
                for line in board.rows(DiaryLine, DiaryLine.day == now.day, DiaryLine.turn == now.turn)
            ),
            default=0,
        )
    board.info[key] += 1
    place: int = board.info[key]
    return place
