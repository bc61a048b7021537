"""A server's connections, kept open for a program that runs for hours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.pool import NullPool, QueuePool

from campaign.errors import StoreError
from campaign.journal import digest, reading, writing
from campaign.journal.desk_notes import keep_draft
from campaign.model import Setting
from campaign.store import Store, open_store, opened

_SESSION = text("select pg_backend_pid()")


@pytest.fixture
def url(pg_copy: Callable[[str], str]) -> str:
    """The tiny campaign on a server."""
    return pg_copy("tiny")


@pytest.fixture
def pooled(url: str) -> Iterator[Store]:
    """Its store, with connections kept open."""
    with opened(url, write=True, pooled=4) as store:
        yield store


def _connections(store: Store) -> list[object]:
    made: list[object] = []
    event.listen(store.engine, "connect", lambda connection, record: made.append(connection))
    return made


def test_readings_one_after_the_other_share_a_connection(pooled: Store, url: str) -> None:
    assert isinstance(pooled.engine.pool, QueuePool)
    made = _connections(pooled)
    for _ in range(5):
        with reading(pooled) as board:
            digest(board)
    assert made == []
    plain = open_store(url, write=True)
    assert isinstance(plain.engine.pool, NullPool)
    made = _connections(plain)
    for _ in range(5):
        with reading(plain):
            pass
    assert len(made) == 5


def test_a_connection_that_has_read_can_write_and_the_other_way_round(pooled: Store) -> None:
    """Reading sets the transaction read-only and at one moment: neither stays on the connection."""
    for turn in range(3):
        with reading(pooled) as board:
            assert board.connection.scalar(text("select current_setting('transaction_read_only')")) == "on"
            assert board.connection.scalar(text("select current_setting('transaction_isolation')")) == "repeatable read"
        keep_draft(pooled, None, "ann", "return 1", turn)
        with writing(pooled) as board:
            assert board.connection.scalar(text("select current_setting('transaction_read_only')")) == "off"
            assert board.connection.scalar(text("select current_setting('transaction_isolation')")) == "read committed"


def test_a_store_for_reading_reads_one_moment_though_others_write(url: str, pooled: Store) -> None:
    with opened(url, write=False, pooled=2) as reader:
        for turn in range(3):
            with reading(reader) as board:
                before = len(board.rows(Setting))
                with pooled.engine.begin() as connection:
                    connection.execute(
                        text(
                            "insert into setting (campaign_id, id, key, value) select id, :id, :key, '1' from campaign"
                        ),
                        {"id": 9000 + turn, "key": f"k{turn}"},
                    )
                assert len(board.connection.execute(text("select 1 from setting")).all()) == before
            with reading(reader) as board:
                assert len(board.rows(Setting)) == before + 1


def test_a_connection_that_the_server_ended_is_made_anew(pooled: Store, url: str) -> None:
    with pooled.engine.connect() as connection:
        session = connection.scalar(_SESSION)
    other = create_engine(pooled.engine.url, poolclass=NullPool)
    with other.begin() as connection:
        connection.execute(text("select pg_terminate_backend(:session)"), {"session": session})
    with reading(pooled) as board:
        assert board.campaign.name == "tiny"
    with pooled.engine.connect() as connection:
        assert connection.scalar(_SESSION) != session


@pytest.mark.long
def test_no_more_connections_than_twice_those_kept(url: str) -> None:
    with opened(url, write=False, pooled=2) as store:

        def ask(_: int) -> str:
            with reading(store) as board:
                return digest(board)

        with ThreadPoolExecutor(16) as pool:
            assert len(set(pool.map(ask, range(48)))) == 1
        assert isinstance(store.engine.pool, QueuePool)
        assert store.engine.pool.checkedin() <= 2
        assert store.engine.pool.checkedout() == 0


def test_closing_the_store_closes_its_connections(url: str) -> None:
    with opened(url, write=False, pooled=4) as store, reading(store):
        pass
    assert isinstance(store.engine.pool, QueuePool)
    assert store.engine.pool.checkedin() == 0


def test_waiting_for_a_connection_ends_in_one_line(url: str) -> None:
    with (
        opened(url, write=False, pooled=1, patience=0.1) as store,
        store.read(),
        store.read(),
        pytest.raises(StoreError) as refused,
        reading(store),
    ):
        pass
    assert "\n" not in str(refused.value)
    assert "postgresql://" in str(refused.value)


def test_a_file_has_no_connections_to_keep(tiny: Store, tmp_path: Path) -> None:
    with opened(tiny.name, write=False, pooled=4) as store, reading(store) as board:
        assert isinstance(store.engine.pool, NullPool)
        assert board.campaign.name == "tiny"
