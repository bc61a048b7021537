"""The front of tests/queries/front.py as a file for the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.store import open_store
from tests.queries.front import grow


@pytest.fixture
def front_file(file_of: Callable[[str], Path]) -> Path:
    """A closed file with the front on it."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    grow(store)
    store.close()
    return path
