"""Types, lint, format and import contracts, so that `pytest` alone says whether the house is in order."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.sources import text_of
from tests.house.test_rooms import PROJECT, tracked

HOUSE = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.house


def passes(*command: str) -> None:
    """Run a tool in the house; its words are the failure's message."""
    paths = os.pathsep.join([str(HOUSE), str(HOUSE / "reports")])
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=HOUSE,
        text=True,
        encoding="utf-8",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert ran.returncode == 0, f"{' '.join(command)}\n{ran.stdout}{ran.stderr}"


MYPY = """
import gc, sys
gc.disable()
gc.enable = gc.set_threshold = lambda *_: None
sys.argv[1:] = ARGUMENTS
from mypy.__main__ import console_entry
console_entry()
"""
"""``python -m mypy`` without looking for garbage: a fifth of its time, and there is next to none."""


@pytest.mark.long
def test_types_are_strict_and_right(request: pytest.FixtureRequest) -> None:
    """Half a minute of a clean checkout's run would go into it: .github/workflows/test.yml asks mypy once, and whoever
    changes the program by hand. With what mypy has kept of an earlier run by hand, or of an earlier run of this test,
    only what has changed is read, within seconds.
    """
    arguments = [] if (HOUSE / ".mypy_cache").is_dir() else ["--cache-dir", _kept(request.config)]
    passes("-c", MYPY.replace("ARGUMENTS", repr(arguments)))


def _kept(config: pytest.Config) -> str:
    """Where mypy keeps what it has read: a folder of pytest's cache, or nowhere if there is none."""
    cache = getattr(config, "cache", None)
    return os.devnull if cache is None else str(cache.mkdir("mypy"))


def test_nothing_of_ours_imports_what_mypy_passes_over() -> None:
    """What comes from there would be of any type."""
    settings = PROJECT["tool"]["mypy"]
    passed_over = [
        name.removesuffix(".*")
        for override in settings["overrides"]
        if override.get("follow_imports") == "skip"
        for name in override["module"]
    ]
    imports = re.compile(rf"^\s*(?:from|import) +(?:{'|'.join(map(re.escape, passed_over))})\b", re.M)
    places = [HOUSE / name for name in settings["files"]]
    files = [path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))]
    assert len(passed_over) > 1 and len(files) > 1000
    assert [path for path in files if imports.search(text_of(path))] == []


def test_no_test_needs_a_module_that_windows_lacks_before_it_can_say_so() -> None:
    """One such line at the top of one file ends the whole run there, before the first test."""
    unknown = re.compile(r"^(?:from|import) +(?:curses|fcntl|grp|pty|pwd|readline|resource|syslog|termios|tty)\b", re.M)
    by_hand = re.compile(r"tests/(?:benchmarks/bench_\w+|harness/mutants)\.py")
    files = {path.relative_to(HOUSE).as_posix(): path for path in tracked() if path.suffix == ".py"}
    assert [name for name, path in files.items() if unknown.search(text_of(path)) and not by_hand.fullmatch(name)] == []


def test_git_changes_no_line_ends() -> None:
    """On Windows it would, in every text; tests compare files to the byte, and the wheel is one for all systems."""
    assert "* -text" in text_of(HOUSE / ".gitattributes").splitlines()


def ours() -> list[str]:
    """Our own folders and files at the top: a file of somebody's own beside them is nobody's business."""
    return sorted({path.relative_to(HOUSE).parts[0] for path in tracked() if path.suffix == ".py"})


def test_lint() -> None:
    passes("-m", "ruff", "check", *ours())


def test_format() -> None:
    passes("-m", "ruff", "format", "--check", *ours())


def test_a_file_of_somebodys_own_in_the_folder_is_not_looked_at(tmp_path: Path) -> None:
    """Notes, a log, a script: not of the project until it is added to git."""
    names = ("notes.txt", "my.log", "stuff/odd.py", "campaign/ours.py")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x = 1\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "campaign/ours.py"], cwd=tmp_path, check=True)
    (tmp_path / "campaign" / "new.py").write_text("x = 1\n", encoding="utf-8")
    found = [path.relative_to(tmp_path).as_posix() for path in tracked(tmp_path)]
    assert found == ["campaign/new.py", "campaign/ours.py"], "a new file in a folder of ours counts before it is added"


def test_imports_point_down() -> None:
    passes("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
