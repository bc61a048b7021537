"""Campaigns as files for the command line."""

import shutil
from pathlib import Path

import pytest

from tests.cli import capuzzo


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity at the fight for Fort Capuzzo, made once."""
    return capuzzo.found(tmp_path_factory.mktemp("capuzzo") / "campaign.db")


@pytest.fixture
def db(founded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(founded, tmp_path / "campaign.db"))


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are put together, but no page is drawn."""
    monkeypatch.setattr("campaign.cli.papers.draw", lambda *_: b"%PDF")
    monkeypatch.setattr("campaign.cli.labels.draw", lambda *_: b"%PDF", raising=False)
