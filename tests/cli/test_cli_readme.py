"""The README cannot lie: its sessions are typed in, one after the other, and must answer as it shows them.

In a block marked ``console`` a line ``$ campaign ...`` is a command and the lines below it are its answer; a line
``...`` stands for any lines, and ``...`` inside a line for any words. Blocks marked ``yaml`` and ``text`` are files
that the sessions use.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
ROOT = README.parent


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README.read_text(encoding="utf-8"), re.M | re.S)


def sessions() -> Iterator[tuple[str, str]]:
    """Every command with what the README shows as its answer."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, answer = part.partition("\n")
            yield command, answer


def pattern(answer: str) -> str:
    found = ""
    for line in answer.splitlines():
        found += (
            r"(?:.*\n)*" if line == "..." else re.escape(line).replace(re.escape("..."), ".*").rstrip("\\ ") + r"[ ]*\n"
        )
    return found


def test_every_session_answers_as_shown(tmp_path: Path) -> None:
    assert len(list(sessions())) > 15
    (tmp_path / "allied.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    (tmp_path / "corps.txt").write_text(blocks("text")[0], encoding="utf-8")
    environment = {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "reports"))),
        "PATH": "",
        "COLUMNS": "80",
        "CAMPAIGN_AS": "umpire",
    }
    for command, answer in sessions():
        words = shlex.split(command)
        assert words[0] == "campaign"
        ran = subprocess.run(
            [sys.executable, "-m", "campaign", *words[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        said = (ran.stdout + ran.stderr).strip("\n") + "\n"
        assert ran.returncode == 0, f"$ {command}\n{said}"
        assert re.fullmatch(pattern(answer), said), f"$ {command}\nsaid:\n{said}\nthe README says:\n{answer}"


@pytest.mark.parametrize(
    "name",
    ["CHANGELOG.md", "CONTRIBUTING.md", "orbats/README.md", "reports/pictures/battle-sheet.png", "LICENSE", "NOTICE"],
)
def test_what_the_readme_points_to_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_its_first_screen_is_a_sentence_a_picture_and_two_commands() -> None:
    screen = README.read_text(encoding="utf-8").split("<details>")[0]
    assert screen.count("```sh") == 2
    assert screen.count("![") == 1
    assert len(screen.splitlines()) < 25
