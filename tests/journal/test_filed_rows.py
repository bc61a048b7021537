"""Rows of a long campaign are found by what they are asked by, without looking at all: as if all were looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaign.journal import reading
from campaign.journal.asof import PastBoard, When, past_of
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Place, Side, Sighting
from campaign.rows.column import Criterion
from campaign.situation.knowledge import latest, latest_known
from campaign.store import open_store
from campaign.terms.forces import Arm, SizeMark
from campaign.terms.time import Moment


@contextmanager
def in_memory(path: Path) -> Iterator[JournalBoard]:
    """A board of the file's campaign to change at will: nothing is written."""
    store = open_store(path, write=False)
    with reading(store) as founded:
        board = PastBoard(founded, past_of(founded, When(number=1)), write=True)
        yield board
        board.close()
    store.close()


def see(board: JournalBoard, day: int, turn: int, side: int, unit: int, seconds: int) -> None:
    """A sighting of the tiny campaign."""
    place = board.rows(Place)[0].id
    board.make(
        Sighting,
        day=day,
        turn=turn,
        seconds=seconds,
        side_id=side,
        battalion_id=unit,
        place_id=place,
        arm=Arm.INFANTRY,
        mark=SizeMark.BATTALION,
        seen_by="a patrol",
        how="seen",
    )


def by_looking_at_all(board: JournalBoard, **values: object) -> list[Sighting]:
    """The rows with these values, found the plain way."""
    rows = sorted(board.rows(Sighting), key=lambda row: row.id)
    return [row for row in rows if all(getattr(row, name) == value for name, value in values.items())]


def is_as_plainly(board: JournalBoard, day: int, turn: int) -> None:
    """Every way to ask gives what looking at all rows gives."""
    assert board.rows(Sighting, Sighting.day == day) == by_looking_at_all(board, day=day)
    asked: tuple[Criterion | bool, ...] = (Sighting.day == day, Sighting.turn == turn)
    assert board.rows(Sighting, *asked) == by_looking_at_all(board, day=day, turn=turn)
    for side in (row.id for row in board.rows(Side)):
        plain = by_looking_at_all(board, side_id=side)
        assert board.rows(Sighting, Sighting.side_id == side) == plain
        assert list(latest_known(board, side).items()) == list(latest(plain).items()), "in the same order, too"


@pytest.mark.parametrize("seed", range(6))
def test_rows_are_found_as_if_all_were_looked_at(file_of: Callable[[str], Path], seed: int) -> None:
    dice = random.Random(seed)
    with in_memory(file_of("tiny")) as board:
        units = [battalion.id for battalion in board.rows(Battalion)]
        clock = board.clock
        for index in range(24):
            now = Moment.at(index)
            clock.day, clock.turn = now.day, now.turn
            is_as_plainly(board, now.day, now.turn)
            for side in [row.id for row in board.rows(Side)]:
                for unit in dice.sample(units, dice.randrange(len(units))):
                    see(board, now.day, now.turn, side, unit, dice.randrange(100))
                    is_as_plainly(board, now.day, now.turn)
            rows = board.rows(Sighting)
            for row in dice.sample(rows, min(2, len(rows))) if dice.random() < 0.5 else ():
                if dice.random() < 0.5:
                    board.erase(row)
                elif (row.day, row.turn) == (now.day, now.turn):
                    row.seconds = dice.randrange(100)  # seen again in this turn
                else:
                    row.named = True  # known by name after a battle
            if dice.random() < 0.2 and rows:
                newest = max(board.rows(Sighting), key=lambda row: row.id, default=None)
                if newest is not None:
                    newest.day += 1  # as an umpire's correction would
            is_as_plainly(board, now.day, now.turn)


def test_sightings_of_turns_that_are_over_are_not_looked_at_again(file_of: Callable[[str], Path]) -> None:
    """The second question of a turn reads nothing of the past: the kept part grows with the turns."""
    with in_memory(file_of("tiny")) as board:
        units, side = [battalion.id for battalion in board.rows(Battalion)], board.rows(Side)[0].id
        for index in range(12):
            now = Moment.at(index)
            board.clock.day, board.clock.turn = now.day, now.turn
            for unit in units:
                see(board, now.day, now.turn, side, unit, 0)
            latest_known(board, side)
        assert board.info[latest_known, side].count == 11 * len(units)
