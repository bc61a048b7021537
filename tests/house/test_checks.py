"""Types, lint, format and import contracts, so that `pytest` alone says whether the house is in order."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_lint() -> None:
    passes("-m", "ruff", "check", ".")


def test_format() -> None:
    passes("-m", "ruff", "format", "--check", ".")


def test_imports_point_down() -> None:
    passes("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
