"""Types, lint, format and import contracts, so that `pytest` alone says whether the house is in order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.test_rooms import tracked

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


def test_types_are_strict_and_right() -> None:
    """With what mypy has kept of an earlier run by hand. Where there is none it keeps nothing: writing it down takes a
    fifth of the time, and a clean copy is checked once."""
    passes("-m", "mypy", *([] if (HOUSE / ".mypy_cache").is_dir() else ["--cache-dir", os.devnull]))


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
