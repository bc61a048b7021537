"""Who waits for another writer is told so, once, and for whom; who does not wait reads nothing of it.

The lock is let go by the very word that is said of it, so that no test waits for a clock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text

from campaign import waiting
from campaign.cli.contents import campaign
from campaign.journal import writing
from campaign.store import open_store
from campaign.waiting import AFTER, SOMEBODY, Wait, listen, watched

Copy = Callable[[str], Path]


@pytest.fixture
def said() -> list[str]:
    """What the command line would print."""
    lines: list[str] = []
    listen(lines.append)
    return lines


def test_a_wait_is_told_after_a_second_and_once(said: list[str]) -> None:
    now = [100.0]
    wait = Wait("campaign.db", lambda: "Ann's campaign next (process 4711)", clock=lambda: now[0])
    for seconds in (0.0, 0.5, AFTER - 0.01):
        now[0] = 100.0 + seconds
        wait.look()
    assert said == []
    now[0] = 100.0 + AFTER
    wait.look()
    wait.look()
    Wait("other.db", lambda: "", clock=lambda: now[0] + 60).look()
    assert said == ["Waiting: Ann's campaign next (process 4711) is writing to campaign.db"]


def test_a_writer_nobody_knows_and_no_listener(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    monkeypatch.setattr(waiting, "AFTER", 0.0)
    Wait("campaign.db", lambda: "").look()
    assert said == [f"Waiting: {SOMEBODY} is writing to campaign.db"]
    monkeypatch.setattr(waiting, "_listeners", [])
    Wait("campaign.db", lambda: "").look()
    with watched("campaign.db", lambda: ""):
        pass
    assert len(said) == 1


def test_a_command_on_a_file_says_for_whom_it_waits_beside_its_answer(
    file_of: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of("tiny")
    monkeypatch.setattr(waiting, "AFTER", 0.0)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")

        def holder(path: Path) -> str:
            other.execute("rollback")
            return f"Ann on {path.name}"

        monkeypatch.setattr("campaign.store.engine.file_holder", holder)
        done = CliRunner().invoke(campaign, ["hold", "1st Rifles", "--db", str(file)])
    assert done.exit_code == 0, done.output
    assert " ".join(done.stderr.split()).startswith(f"Waiting: Ann on {file.name}")
    assert done.stderr.count("Waiting") == 1
    assert done.stdout and "Waiting" not in done.stdout
    quick = CliRunner().invoke(campaign, ["hold", "1st Rifles", "--db", str(file)])
    assert quick.exit_code == 0 and "Waiting" not in quick.output


def test_a_command_on_a_server_says_for_whom_it_waits(
    pg_copy: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = pg_copy("tiny")
    monkeypatch.setattr(waiting, "AFTER", 0.0)
    heard: list[str] = []
    engine = create_engine(url, connect_args={"application_name": "campaign of Ann on clubhouse"})
    with closing(open_store(url, write=True)) as store, engine.connect() as other:
        other.execute(text("select * from ledger for update"))
        other.execute(text("update ledger set revision = revision"))

        def let_go(line: str) -> None:
            heard.append(line)
            other.rollback()

        listen(let_go)
        with writing(store) as board:
            board.must_be_recorded()
    engine.dispose()
    assert len(heard) == 1 and "Ann on clubhouse (campaign tiny, for " in heard[0]
    assert heard[0].startswith("Waiting: Ann on clubhouse") and " is writing to postgresql://" in heard[0]
