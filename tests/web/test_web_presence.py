"""Who is here is noted without holding up who reads."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from campaign.journal import seats
from tests.web.visitors import Hall


def test_a_reader_does_not_wait_while_another_program_has_the_file(
    hall: Hall, campaign_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    erskine = hall.commander("erskine", side="allied")
    erskine.get("/situation")
    seen, threads = seats.seen, list[str]()
    monkeypatch.setattr(seats, "seen", lambda *args: threads.append(threading.current_thread().name) or seen(*args))
    for presence in hall.desk.people._present.values():
        presence.noted = -1000.0
    with closing(sqlite3.connect(campaign_file)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert erskine.get("/situation").status_code == 200
        assert erskine.get("/situation").status_code == 200
        other.rollback()
    hall.desk.writer.carry_out(lambda: None)
    assert threads and all(name.startswith("writer") for name in threads), "the writer alone waits for the file"


def test_windows_that_were_seen_are_noted(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    (window,) = seats.windows(hall.desk.reader, hall.desk.campaign)
    with hall.desk.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE desk_window SET seen = '2000-01-01T00:00:00+00:00'")
    hall.desk.people._present.clear()
    erskine.get("/situation")
    hall.desk.writer.carry_out(lambda: None)
    (window,) = seats.windows(hall.desk.reader, hall.desk.campaign)
    assert window.seen > "2001"
