"""Consoles that know few letters, and paths and commands as Windows writes them."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.cli.exit_codes import is_closed_pipe
from campaign.file_rules import quoted

HOUSE = Path(__file__).resolve().parents[2]
PAGES = ("cp437:strict", "cp850:strict", "cp1252:strict", "cp932:strict")
"""Consoles of Windows (American, Western, the windows of Western editions, Japanese). Python itself would be as strict; click takes ASCII for
a mistake and speaks UTF-8 there."""


def run(folder: Path, page: str, *words: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The program with a console of that code page, to whose letters Python would hold it strictly."""
    env = {**os.environ, "PYTHONIOENCODING": page, "PYTHONPATH": os.pathsep.join((str(HOUSE), str(HOUSE / "reports")))}
    return subprocess.run(
        [sys.executable, "-m", "campaign", *words], cwd=folder, env=env, input=typed, capture_output=True
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign in which names have letters of four alphabets' worth of accents."""
    folder = tmp_path_factory.mktemp("console")
    assert run(folder, "utf-8", "new", "tolvajarvi", "--seed", "1").returncode == 0
    return folder


@pytest.fixture(scope="module")
def shown(folder: Path) -> str:
    """An order of battle at a console that knows every letter."""
    shown = run(folder, "utf-8", "orbat", "--full").stdout.decode()
    assert not shown.isascii()
    return shown


@pytest.mark.long
@pytest.mark.sample(4)
@pytest.mark.parametrize("page", PAGES)
def test_a_letter_that_the_console_lacks_stops_no_command(folder: Path, shown: str, page: str) -> None:
    code = page.partition(":")[0]
    ended = run(folder, page, "orbat", "--full")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout == shown.encode(code, "replace")


@pytest.mark.sample(4)
@pytest.mark.parametrize("page", PAGES)
def test_an_error_about_such_a_name_is_shown(folder: Path, page: str) -> None:
    ended = run(folder, page, "orders", "--for", "Żółć", "--show")
    assert ended.returncode == 1
    assert ended.stderr.startswith(b"Error: ")
    assert b"fault in the program" not in ended.stderr


@pytest.mark.long
@pytest.mark.sample(4)
@pytest.mark.parametrize("page", ["utf-8:strict", "cp1252:strict", "cp932:strict"])
def test_what_another_program_sends_in_other_letters_is_read_as_far_as_it_goes(folder: Path, page: str) -> None:
    """An answer to a question with bytes that the code page does not know."""
    ended = run(folder, page, "orders", "--for", "Pajari", "--fill", typed=b"\x81\xff\xfe hold\n" * 40)
    assert b"fault in the program" not in ended.stderr
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("word", "elsewhere", "on_windows"),
    [
        ("campaign.db", "campaign.db", "campaign.db"),
        (r"C:\Users\Ann\campaign.db", r"'C:\Users\Ann\campaign.db'", r"C:\Users\Ann\campaign.db"),
        (r"C:\Club nights\c.db", r"'C:\Club nights\c.db'", r'"C:\Club nights\c.db"'),
        ("club nights/c.db", '"club nights/c.db"', '"club nights/c.db"'),
        ("it's.db", '"it\'s.db"', '"it\'s.db"'),
        ("50%.db", "50%.db", '"50%.db"'),
        ("a&b", '"a&b"', '"a&b"'),
        ("$HOME", "'$HOME'", '"$HOME"'),
        ("", '""', '""'),
    ],
)
def test_a_command_that_is_shown_can_be_typed_in_the_shell_of_the_system(
    word: str, elsewhere: str, on_windows: str
) -> None:
    assert quoted(word, windows=False) == elsewhere
    assert quoted(word, windows=True) == on_windows
    assert shlex.split(elsewhere) == [word]


def test_no_command_that_is_shown_is_quoted_for_one_shell_only() -> None:
    """Windows takes no single quotes: paths that are shown to be typed go through ``quoted``."""
    users = [
        path.name
        for path in (HOUSE / "campaign").rglob("*.py")
        if re.search(r"shlex(?: import |\.)quote", path.read_text("utf-8"))
    ]
    assert users == ["file_rules.py"]


def test_a_pipe_that_windows_calls_an_invalid_argument_ends_quietly() -> None:
    closed = OSError(errno.EINVAL, "Invalid argument")
    assert is_closed_pipe(closed, windows=True)
    assert not is_closed_pipe(closed, windows=False)
    assert not is_closed_pipe(OSError(errno.EINVAL, "Invalid argument", "a?.pdf"), windows=True)
