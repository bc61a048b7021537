"""A full disk, a server that goes away: one line, and nothing half done."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from campaign.cli.contents import campaign
from campaign.errors import StoreError
from campaign.folders import folder
from campaign.journal import JournalBoard, Register, action, commit, digest, living, reading
from campaign.journal.doctor import examine
from campaign.model import Battalion
from campaign.rules.common.dice import Dice, Seeded
from campaign.store import opened
from campaign.words.receipt import Receipt
from tests.tiny import by_hand

resource = pytest.importorskip("resource", reason="Windows cannot limit what a process writes")

HERE = Path(__file__).parents[2]


@contextmanager
def _room_for(size: int) -> Iterator[None]:
    """No file of this process may grow beyond that size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _with_room_for(size: int, *arguments: str) -> tuple[int, str]:
    """A command none of whose files may grow beyond that size: how it ended, and what it said of it."""
    with _room_for(size):
        ended = CliRunner().invoke(campaign, arguments)
    return ended.exit_code, ended.stderr


def _in_a_process_with_room_for(size: int, *arguments: str) -> tuple[int, str]:
    """The same in a process of its own, from its start to its end."""
    ended = subprocess.run(
        [sys.executable, "-m", "campaign", *arguments],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        env={**os.environ, "PYTHONPATH": f"{HERE}{os.pathsep}{HERE / 'reports'}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stderr


@pytest.fixture
def file(file_of: Callable[[str], Path]) -> Path:
    return file_of("tiny")


@pytest.mark.parametrize(
    "arguments",
    [
        ("hold", "1st Rifles", "--aim", "x" * 9000, "--db", "{file}"),
        ("branch", "what if", "--db", "{file}"),
        ("backup", "--out", "{folder}/copy.db", "--db", "{file}"),
        ("export", "--out", "{folder}/copy.json", "--db", "{file}"),
        ("restore", "{file}", "--db", "{folder}/other.db"),
        ("rescue", "{file}", "--out", "{folder}/other.db"),
        ("print", "orbat", "--side", "alba", "--out", "{folder}/orbat.pdf", "--db", "{file}"),
        ("map", "--out", "{folder}/map.svg", "--db", "{file}"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_full_disk(file: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    before = file.read_bytes()
    size = len(before) if arguments[0] in ("hold", "branch") else 8192
    typed = [one.format(file=file, folder=tmp_path) for one in arguments]
    code, said = _with_room_for(size, *typed)
    assert code == 1, said
    assert said.count("\n") == 1 and said.startswith("Error: "), said
    assert "fault in the program" not in said
    assert [one.name for one in tmp_path.iterdir() if one != file and not one.name.endswith("-journal")] == []
    with opened(file, write=False) as store, reading(store) as board:
        assert len(living(board)) == 1 and examine(board).is_sound


@pytest.mark.parametrize(("room", "given"), [(512, _with_room_for), (100_000, _in_a_process_with_room_for)])
def test_a_founding_on_a_full_disk(tmp_path: Path, room: int, given: Callable[..., tuple[int, str]]) -> None:
    code, said = given(room, "new", "operation-brevity", "--db", str(tmp_path / "campaign.db"))
    assert (folder("orbats") / "operation-brevity").is_dir()
    assert code == 1
    assert said.count("\n") == 1 and "fault in the program" not in said, said
    assert not [one.name for one in tmp_path.iterdir() if not one.name.endswith("-journal")]


LOST = Register()


@dataclass(frozen=True)
class CutOff:
    """Changes every battalion, and half way through the server ends the session."""

    url: str


@action("cut off", CutOff, register=LOST)
def cut_off(board: JournalBoard, command: CutOff, dice: Dice) -> Receipt:
    for unit in board.rows(Battalion):
        unit.men -= 1
    board.flush()
    session = board.connection.scalar(text("select pg_backend_pid()"))
    engine = create_engine(command.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as other:
        other.execute(text("select pg_terminate_backend(:session)"), {"session": session})
    engine.dispose()
    board.rows(Battalion)
    return Receipt("never comes to this")


def test_a_server_that_vanishes_in_the_middle_of_an_action(pg_copy: Callable[[str], str]) -> None:
    url = pg_copy("tiny")
    with opened(url, write=True) as store:
        with reading(store) as board:
            before = digest(board)
        with pytest.raises(StoreError) as caught:
            commit(store, None, CutOff(url), source=Seeded("1"), actor="Ann", register=LOST)
        said = str(caught.value)
        assert "was lost" in said and "campaign log" in said and "\n" not in said
        with reading(store) as board:
            assert digest(board) == before and len(living(board)) == 1
        with by_hand(store) as board:
            board.clock.day = 2
