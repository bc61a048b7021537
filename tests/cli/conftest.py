"""Campaigns as files for the command line."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli import capuzzo
from tests.cli.played import Played


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity at the fight for Fort Capuzzo, made once."""
    return capuzzo.found(tmp_path_factory.mktemp("capuzzo") / "campaign.db")


@pytest.fixture
def db(founded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copyfile(founded, tmp_path / "campaign.db"))


@pytest.fixture(scope="session")
def at_first_battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity with its first battle open, made once; not to be written to."""
    db = tmp_path_factory.mktemp("first") / "campaign.db"
    capuzzo.ok(db, "new", "operation-brevity", "--seed", "1941")
    for _ in range(3):
        capuzzo.ok(db, "next")
    return db


@pytest.fixture(scope="session")
def packet(founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, bytes]]:
    """The packet of the fight for Fort Capuzzo under a system, by reader: ``packet("hexes", "letter")``; each is
    printed once.
    """
    printed: dict[tuple[str, str], dict[str, bytes]] = {}

    def files(key: str, paper: str = "a4") -> dict[str, bytes]:
        if (key, paper) not in printed:
            out = tmp_path_factory.mktemp("packet")
            battle = capuzzo.number(founded)
            capuzzo.ok(founded, "battle", "packet", battle, "--tabletop", key, "--paper", paper, "--out", str(out))
            printed[key, paper] = {path.stem.rpartition("-")[2]: path.read_bytes() for path in out.glob("*.pdf")}
        return printed[key, paper]

    return files


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Scenarios after some days: ``played("market-garden", 2)``."""
    return Played(tmp_path_factory.mktemp("played"))


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
