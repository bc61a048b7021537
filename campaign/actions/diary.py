"""Lines of the diary: events with their time, the units concerned, and the side that knows of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from campaign.journal.board import Board
from campaign.model import Battalion, DiaryLine
from campaign.terms.state import News
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
    "stays": "stay",
}
"""Verbs of the diary: the form for one battalion, and the form for several."""
_SINGULAR: Final = {word: word for word in _PLURAL}


class Deed(NamedTuple):
    """A deed of a battalion, or an event that it suffers, in words for one unit and for several."""

    singular: str
    plural: str


def deed(words: str, **facts: object) -> Deed:
    """Return a deed from its words: ``deed("{marches} to {place}", place="Bir Wair")`` holds the text after the unit's
    name, with the verb in braces.
    """
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
    news: News | None = None,
) -> str:
    """Write a battalion's deed in its side's diary, so that the campaign book can combine those of several units.
    Returns the words.
    """
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
        news=news,
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
    news: News | None = None,
    moment: Moment | None = None,
) -> DiaryLine:
    """Write a line in the diary. ``side`` None keeps it for the umpire; for both sides write two lines, each in its own
    words.

    ``seconds`` into the turn: 0 is its beginning, None its end. ``news``: what the day's report makes of it.
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
        news=news,
    )


def _next_place(board: Board, now: Moment) -> int:
    """Return the first free position among this turn's lines, including those not yet written to the database."""
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
