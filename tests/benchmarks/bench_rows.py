"""The program's own rows against SQLAlchemy's ORM, on the same table of the same file: reading, asking, changing.

    python -m tests.benchmarks.bench_rows
    python -m tests.benchmarks.bench_rows 1000

The ORM's class has plain columns and no links, and keeps no journal, so it does as little as it can; the rows are those
of a board that writes, with their images. Nothing is committed. Times are the processor's. The last line is of laying
out rows alone, without a database.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, registry

from campaign.journal import JournalBoard
from campaign.journal.transaction import trying
from campaign.model import Battalion
from campaign.rows.images import sheet
from campaign.rows.row import laid_out
from campaign.store import Store, create
from campaign.terms.state import State
from tests.benchmarks.measure import against_floor, alone, arguments
from tests.tiny import found_tiny

RUNS, QUESTIONS = 7, 200


class Mapped:
    """A battalion as the ORM holds it."""

    men: Any
    state: Any


registry().map_imperatively(Mapped, Battalion.__table__)


def read_rows(board: JournalBoard) -> None:
    """A value of every battalion."""
    sum(unit.men for unit in board.rows(Battalion))


def read_mapped(session: Session) -> None:
    """The same by the ORM."""
    sum(unit.men for unit in session.scalars(select(Mapped)))


def ask_rows(board: JournalBoard) -> None:
    """One battalion changed after the other, and a question after each that its new value answers, as a turn does."""
    for unit in board.rows(Battalion)[:QUESTIONS]:
        unit.state = State.SPENT
        board.rows(Battalion, Battalion.state == State.SPENT)


def ask_mapped(session: Session) -> None:
    """The same by the ORM, which writes the change down before it asks the database."""
    for unit in session.scalars(select(Mapped)).all()[:QUESTIONS]:
        unit.state = State.SPENT
        session.scalars(select(Mapped).where(Battalion.__table__.c.state == State.SPENT)).all()


def change_rows(board: JournalBoard) -> None:
    """A column of every battalion changed and written down, with its image."""
    for unit in board.rows(Battalion):
        unit.men += 1
    board.flush()


def change_mapped(session: Session) -> None:
    """The same by the ORM, without an image."""
    for unit in session.scalars(select(Mapped)):
        unit.men += 1
    session.flush()


TASKS: dict[str, tuple[Callable[[JournalBoard], None], Callable[[Session], None]]] = {
    "read": (read_rows, read_mapped),
    f"{QUESTIONS} changed one by one and asked for": (ask_rows, ask_mapped),
    "all changed and written": (change_rows, change_mapped),
}


def on_board(store: Store, task: Callable[[JournalBoard], None]) -> None:
    """A task with the program's rows."""
    with trying(store) as board:
        task(board)


def in_session(store: Store, task: Callable[[Session], None]) -> None:
    """A task with the ORM."""
    with store.engine.connect() as connection, Session(connection) as session:
        task(session)
        session.rollback()


def main() -> None:
    """One line a task."""
    count = int((*arguments(), "5000")[0])
    with tempfile.TemporaryDirectory() as folder:
        store = create(Path(folder) / "rows.db")
        found_tiny(store, battalions=count)
        for name, (ours, theirs) in TASKS.items():
            against_floor(
                f"{count} rows, {name}",
                lambda task=ours: on_board(store, task),  # type: ignore[misc]
                "by the ORM",
                lambda task=theirs: in_session(store, task),  # type: ignore[misc]
                runs=RUNS,
                aim="at most 1",
                clock=process_time,
                figure=f"rows: {name}",
                size=count,
            )
        store.close()
    values = (1, 1, *range(len(sheet(Battalion).fields)))
    alone(
        f"{count} rows laid out",
        lambda: [laid_out(Battalion, values) for _ in range(count)],
        runs=RUNS,
        aim="none",
        clock=process_time,
        figure="rows: laid out",
        size=count,
    )


if __name__ == "__main__":
    main()
