"""The record of a long campaign: 60 days, 500 battalions. As of a past day, undo of a day, the size of the journal.

    python -m tests.benchmarks.bench_record

Every turn each battalion marches or fights: 500 rows of three columns, and a supply report as one row; a fifth of them
get an order a day. The floor of looking back is reading the same tables now; that of an undo, writing the same rows
bare. Times are the processor's.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from sqlalchemy import bindparam, func, select, update

from campaign.journal import JournalBoard, Register, action, commit, digest, reading, undo
from campaign.journal.asof import When, as_of
from campaign.model import Battalion, Entry, Order
from campaign.rules.common.dice import Dice, Seeded
from campaign.store import Store, create
from campaign.terms.state import OrderKind
from campaign.terms.time import TURNS_A_DAY
from campaign.words.receipt import Receipt
from tests.benchmarks.measure import against_floor
from tests.tiny import found_tiny

DAYS, BATTALIONS = 60, 500
REGISTER = Register()


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the campaign: everybody moves."""

    day: int
    turn: int


@action("turn", Turn, register=REGISTER)
def turn(board: JournalBoard, command: Turn, dice: Dice) -> Receipt:
    """Three columns of every battalion, and the clock."""
    board.clock.day, board.clock.turn = command.day, command.turn
    for number, unit in enumerate(board.rows(Battalion)):
        unit.men, unit.dug_in_turns, unit.resting = (
            unit.men - (number + command.turn) % 2,
            (unit.dug_in_turns + 1) % 4,
            not unit.resting,
        )
        if command.turn == 1 and number % 5 == 0:
            board.make(
                Order,
                key=f"battalion:{unit.key}",
                battalion_id=unit.id,
                day=command.day,
                turn=1,
                kind=OrderKind.HOLD,
                to_id=None,
            )
    return Receipt(f"turn {command.day}.{command.turn}")


def play(store: Store) -> None:
    """The whole campaign, a journal entry a turn."""
    for day in range(1, DAYS + 1):
        for part in range(1, TURNS_A_DAY + 1):
            commit(store, None, Turn(day, part), source=Seeded("1"), actor="Ann", register=REGISTER)


def look_back(store: Store, number: int) -> Callable[[], object]:
    """Every battalion as it was after an entry."""

    def work() -> object:
        with reading(store) as board, as_of(board, When(number=number)) as visit:
            return len(visit.board.rows(Battalion))

    return work


def look(store: Store) -> Callable[[], object]:
    """Every table as it is now."""

    def work() -> object:
        with reading(store) as board:
            return digest(board)

    return work


def bare(store: Store) -> Callable[[], object]:
    """What an undo of a day writes, in one transaction: four times every battalion."""
    table = Battalion.__table__
    change = update(table).where(table.c.campaign_id == bindparam("campaign"), table.c.id == bindparam("unit"))

    def work() -> None:
        with store.engine.begin() as connection:
            keys = connection.execute(select(Battalion.campaign_id, Battalion.id)).all()
            for _ in range(TURNS_A_DAY):
                rows = [
                    {"campaign": campaign, "unit": unit, "men": 600, "dug_in_turns": 1, "resting": False}
                    for campaign, unit in keys
                ]
                connection.execute(change, rows)

    return work


def undo_a_day(store: Store, to: int) -> Callable[[], object]:
    """Take back the last day; the next run takes back the one before it."""
    left = [to]

    def work() -> None:
        undo(store, actor="Ann", to=left[0])
        left[0] -= TURNS_A_DAY

    return work


def main() -> None:
    """One line a figure."""
    with tempfile.TemporaryDirectory() as folder:
        path, plain = Path(folder) / "long.db", Path(folder) / "plain.db"
        store, floor = create(path), create(plain)
        found_tiny(store, battalions=BATTALIONS - 5)
        found_tiny(floor, battalions=BATTALIONS - 5)
        fresh = path.stat().st_size
        play(store)
        last = 1 + DAYS * TURNS_A_DAY
        for day in (1, DAYS // 2, DAYS):
            against_floor(
                f"as of day {day} of {DAYS}",
                look_back(store, 1 + day * TURNS_A_DAY),
                "all tables as they are",
                look(store),
                runs=5,
                aim="under 0.5 s",
                clock=process_time,
                figure="record: as of day",
                size=day,
            )
        with reading(store) as board:
            images = board.connection.scalar(select(func.sum(func.length(Entry.images))).where(Entry.number > 1)) or 0
        print(
            f"journal: {images / DAYS / 1024:.0f} KiB of images a day, {(path.stat().st_size - fresh) / DAYS / 1024:.0f} KiB of file a day; "
            f"the file {path.stat().st_size / 2**20:.1f} MiB after {DAYS} days, {fresh / 2**20:.2f} MiB when founded"
        )
        against_floor(
            "undo of a day",
            undo_a_day(store, last - TURNS_A_DAY),
            "its rows bare",
            bare(floor),
            runs=5,
            aim="at most 3 times",
            clock=process_time,
            figure="record: undo of a day",
        )
        store.close()
        floor.close()


if __name__ == "__main__":
    main()
