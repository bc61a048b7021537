"""Copies of the program to be changed, and what is run on them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

from tests.bytecode import ENVIRONMENT

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("campaign", "migrations", "orbats", "reports")


def copy_of_the_program(to: Path) -> Path:
    """A copy of the program with what has been compiled of it, so that of a copy only what is changed is compiled:
    Python knows compiled modules by the time and size of their sources.
    """
    for folder in FOLDERS:
        shutil.copytree(HOUSE / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (HOUSE / folder).rglob("*.py"):
            if (compiled := Path(cache_from_source(str(path)))).is_file():
                target = to / path.relative_to(HOUSE).parent / "__pycache__" / compiled.name
                target.parent.mkdir(exist_ok=True)
                shutil.copyfile(compiled, target)
    return to


def run(program: Path, folder: Path, *words: str) -> str:
    """Run Python with a copy of the program, or with the program itself, and nothing else; what it says."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={
            "PYTHONPATH": os.pathsep.join((str(program), str(program / "reports"))),
            "PATH": "",
            "CAMPAIGN_PREFERENCES": os.environ["CAMPAIGN_PREFERENCES"],
            **(ENVIRONMENT if program == HOUSE else {}),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
