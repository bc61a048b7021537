"""What the record costs: a command against the same rows changed and committed bare, on SQLite.

    python -m tests.benchmarks.bench_journal

Aims: at most 2 ms more for one row; at most about twice the bare rows from 200 rows up. Undo is shown beside it. Times
are the processor's.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from sqlalchemy import bindparam, select, update

from campaign.journal import JournalBoard, Register, action, commit, undo
from campaign.model import Battalion
from campaign.rules.common.dice import Dice, Seeded
from campaign.store import Store, create
from campaign.words.receipt import Receipt
from tests.benchmarks.measure import against_floor, alone, keep, seconds
from tests.tiny import found_tiny

REGISTER = Register()


@dataclass(frozen=True, slots=True)
class Reinforce:
    """One man more for so many battalions."""

    battalions: int


@action("reinforce", register=REGISTER)
def reinforce(board: JournalBoard, command: Reinforce, dice: Dice) -> Receipt:
    """Three columns a row, as a march would change."""
    for unit in board.rows(Battalion)[: command.battalions]:
        _change(unit)
    return Receipt(f"{command.battalions} battalions")


def _change(unit: Battalion) -> None:
    unit.men, unit.dug_in_turns, unit.resting = unit.men + 1, (unit.dug_in_turns + 1) % 4, not unit.resting


def recorded(store: Store, rows: int) -> Callable[[], object]:
    """The command, journalled."""
    return lambda: commit(store, None, Reinforce(rows), source=Seeded("1"), actor="Ann", register=REGISTER)


def bare(store: Store, rows: int) -> Callable[[], object]:
    """The same rows read, changed by their whole key and committed by plain statements."""
    table = Battalion.__table__
    change = update(table).where(table.c.campaign_id == bindparam("campaign"), table.c.id == bindparam("unit"))

    def work() -> None:
        with store.engine.begin() as connection:
            units = connection.execute(select(table).order_by(table.c.id)).all()[:rows]
            changes = [
                {
                    "campaign": u.campaign_id,
                    "unit": u.id,
                    "men": u.men + 1,
                    "dug_in_turns": (u.dug_in_turns + 1) % 4,
                    "resting": not u.resting,
                }
                for u in units
            ]
            connection.execute(change, changes)

    return work


def main() -> None:
    """One line a size."""
    with tempfile.TemporaryDirectory() as folder:
        for rows in (1, 20, 200, 500, 2000):
            store, plain = create(Path(folder) / f"recorded {rows}.db"), create(Path(folder) / f"bare {rows}.db")
            for made in (store, plain):
                found_tiny(made, battalions=max(rows, 50))
            work, floor = recorded(store, rows), bare(plain, rows)
            against_floor(
                f"{rows} rows recorded",
                work,
                "bare",
                floor,
                runs=15,
                aim="at most 2, or 2 ms more for one row",
                clock=process_time,
                figure="journal: rows recorded",
                size=rows,
            )
            if rows == 1:
                extra = sorted(seconds(work, process_time) - seconds(floor, process_time) for _ in range(40))[20]
                print(f"  one row costs {extra * 1000:.2f} ms more (median of 40; aim: at most 2 ms)")
                keep("journal: one row more than bare", extra)
            alone(
                f"  undo of {rows} rows",
                lambda store=store: undo(store, actor="Ann"),
                runs=5,
                aim="none",
                clock=process_time,
                figure="journal: undo of rows",
                size=rows,
            )
            store.close()
            plain.close()


if __name__ == "__main__":
    main()
