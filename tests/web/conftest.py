"""A desk on Operation Brevity at turn 1.2, with battle 1 waiting, made once and copied for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visitors import Hall, found_at_first_battle, hall_on


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
