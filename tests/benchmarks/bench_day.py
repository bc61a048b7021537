"""`campaign status` on Operation Brevity, and one campaign day of it, each against its floor.

    python -m tests.benchmarks.bench_day

The floor of `status` is a process that imports the model and configures its mappers; that of the day, the journal's
row changes of that day written bare, in one transaction.
"""

from __future__ import annotations

import json
import tempfile
from functools import partial
from pathlib import Path

from sqlalchemy import create_engine, text

from campaign.actions.day import Next
from campaign.actions.start_campaign import found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.journal import commit, reading
from campaign.model import Clock, Entry
from campaign.rules.common.dice import Seeded
from campaign.situation.engaged import open_battles
from campaign.store import creating, open_store
from campaign.verbs.rulings import RuleBattle
from tests.benchmarks.measure import against_floor, keep, process, seconds

FLOOR = "import campaign.model; campaign.model.all_tables()"
RUNS = 5


def play_day(path: Path) -> int:
    """Found it and play its first day, battles ruled; the number of row changes."""
    store = open_store(path, write=True)
    while True:
        with reading(store) as board:
            (clock,) = board.rows(Clock)
            pending = [battle.number for battle in open_battles(board)]
        if clock.day > 1:
            break
        for number in pending:
            commit(store, None, RuleBattle(str(number), "ruled", held="both"), source=Seeded("1941"), actor="bench")
        if not pending:
            commit(store, None, Next("day", auto=True), source=Seeded("1941"), actor="bench")
    with reading(store) as board:
        changes = sum(
            len(flush)
            for entry in board.entries(Entry.__table__)
            for flush in json.loads(entry.images)
            if entry.number > 1
        )
    store.close()
    return changes


def found(path: Path) -> None:
    """A fresh Operation Brevity."""
    scenario = read_scenario(find_scenario("operation-brevity"))
    with creating(str(path)) as store:
        found_campaign(
            store, scenario, name="bench", seed="1941", tabletop="brevity", weather="historical", actor="bench"
        )


def bare(path: Path, rows: int) -> None:
    """As many rows inserted bare."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(text("create table if not exists bare (a integer, b text, c text, d integer)"))
        connection.execute(
            text("insert into bare values (:a, :b, :c, :d)"),
            [{"a": n, "b": "fresh", "c": "somewhere", "d": n} for n in range(rows)],
        )
    engine.dispose()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        found(here / "status.db")
        against_floor(
            "campaign status",
            process("-m", "campaign", "status", "--db", str(here / "status.db")),
            "importing the model",
            process("-c", FLOOR),
            runs=RUNS,
            aim="under 600 ms",
            figure="day: campaign status",
        )
        found(here / "count.db")
        changes = play_day(here / "count.db")
        days = [here / f"day{run}.db" for run in range(RUNS)]
        for day in days:
            found(day)
        best = min(seconds(partial(play_day, day)) for day in days)
        least = min(seconds(partial(bare, here / f"bare{run}.db", changes)) for run in range(RUNS))
        print(
            f"one campaign day: {best * 1000:.0f} ms; its {changes} row changes bare: {least * 1000:.1f} ms; ratio {best / least:.0f} (best of {RUNS})"
        )
        keep("day: one campaign day", best, least, "its row changes bare")
