"""Operation Brevity at turn 1.2, with battle 1 waiting, and the desks on it.

    hall            a desk on a copy of it, for a test that changes something
    reading_room    one desk for all tests that only read, whose people have come in once
    desk, dawn      a desk that is served on a port, for browsers

The campaign is played once a run.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign import api
from campaign.web.desk import open_desk
from campaign.web.server import own_doors
from tests.web.browser import Served, served
from tests.web.visitors import PORT, Hall, ReadingRoom, found_at_first_battle, hall_on


@pytest.fixture(scope="session")
def first_battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity, seed 1941, where the clock stands at the first battle."""
    return found_at_first_battle(tmp_path_factory.mktemp("desk") / "campaign.db")


@pytest.fixture
def campaign_file(first_battle: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(first_battle, tmp_path / "campaign.db"))


@pytest.fixture
def hall(campaign_file: Path) -> Iterator[Hall]:
    """The desk on it."""
    with hall_on(campaign_file) as opened:
        yield opened


@pytest.fixture(scope="session")
def reading_room(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One desk on it for all tests that only read, whose people have come in once: opening one, coming in and the first
    page take longer than most pages. Nobody may change the campaign there.
    """
    file = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("reading") / "campaign.db"))
    opened = ReadingRoom(open_desk(file, doors=own_doors(PORT), cookie=f"desk{PORT}"))
    before = opened.last_entry()
    yield opened
    assert opened.last_entry() == before, "a test that only reads has changed the campaign"
    opened.close()


@pytest.fixture(scope="session")
def dawn_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn: nothing stops the clock."""
    path = tmp_path_factory.mktemp("dawn") / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    return path


@pytest.fixture
def dawn(dawn_file: Path, tmp_path: Path) -> Iterator[Served]:
    """A copy of it, served on a port of its own."""
    with served(Path(shutil.copyfile(dawn_file, tmp_path / "dawn.db"))) as opened:
        yield opened


@pytest.fixture
def desk(campaign_file: Path) -> Iterator[Served]:
    """The campaign at its first battle, served on a port of its own."""
    with served(campaign_file) as opened:
        yield opened
