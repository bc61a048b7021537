"""Operation Brevity as it begins, in a file, and packed for runs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.forecast.start import Start, begin
from campaign.journal import reading
from campaign.store import create, open_store
from tests.shipped import shipped_scenario


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity, made once; nobody changes this file."""
    path = tmp_path_factory.mktemp("forecast") / "brevity.db"
    store = create(path)
    scenario = shipped_scenario("operation-brevity")
    found_campaign(
        store, scenario, name="brevity", seed="secret7", tabletop="brevity", weather=HISTORICAL, actor="test"
    )
    store.close()
    return path


@pytest.fixture
def db(founded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(founded, tmp_path / "campaign.db"))


@pytest.fixture(scope="session")
def start_of(founded: Path) -> Callable[[str], Start]:
    """The start of a forecast to the end of a day."""

    def start(until: str) -> Start:
        store = open_store(founded, write=False)
        try:
            with reading(store) as board:
                return begin(board, until)
        finally:
            store.close()

    return start


@pytest.fixture(scope="session")
def first_day(start_of: Callable[[str], Start]) -> Start:
    """The start of a forecast to the end of the first day."""
    return start_of("1")
