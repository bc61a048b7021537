"""Campaigns as files for the command line."""

import shutil
from collections.abc import Callable
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


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """A shipped scenario of seed 7 after so many days that the program played alone, each made once; not to be
    written to.
    """
    folder = tmp_path_factory.mktemp("played")

    def file(scenario: str, days: int) -> Path:
        path = folder / f"{scenario}-{days}.db"
        if not path.exists():
            if days == 0:
                capuzzo.ok(path, "new", scenario, "--seed", "7")
            else:
                shutil.copyfile(file(scenario, days - 1), path)
                capuzzo.ok(path, "next", "--auto", "--until", "day")
        return path

    return file


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the demonstration leaves behind, made once; not to be written to."""
    folder = tmp_path_factory.mktemp("demo")
    capuzzo.ok(folder / "unused.db", "demo", "--out", str(folder / "demo"))
    return folder / "demo"


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are put together, but no page is drawn."""
    monkeypatch.setattr("campaign.cli.papers.draw", lambda *_: b"%PDF")
    monkeypatch.setattr("campaign.cli.labels.draw", lambda *_: b"%PDF", raising=False)
