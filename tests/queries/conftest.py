"""The front of tests/queries/front.py in a file of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.store import Store, open_store
from tests.queries.front import grow


@pytest.fixture
def front(tiny: Store) -> Store:
    """The tiny campaign grown to a front."""
    grow(tiny)
    return tiny


@pytest.fixture
def front_file(file_of: Callable[[str], Path]) -> Path:
    """The same as a closed file."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    grow(store)
    store.close()
    return path
