"""The front of tests/queries/front.py as a file for the command line."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.store import open_store
from tests.cli import capuzzo
from tests.queries.front import grow


@pytest.fixture
def front_file(file_of: Callable[[str], Path]) -> Path:
    """A closed file with the front on it."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    grow(store)
    store.close()
    return path


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity at the fight for Fort Capuzzo, made once."""
    return capuzzo.found(tmp_path_factory.mktemp("capuzzo") / "campaign.db")


@pytest.fixture
def db(founded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(founded, tmp_path / "campaign.db"))
