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
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from campaign.cli.contents import campaign as program

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
    lines = ""
    for line in answer.splitlines():
        lines += (
            r"(?:.*\n)*" if line == "..." else re.escape(line).replace(re.escape("..."), ".*").rstrip("\\ ") + r"[ ]*\n"
        )
    return lines


ENVIRONMENT = {"COLUMNS": "80", "CAMPAIGN_AS": "umpire"}
Answer = tuple[int, str]
"""The exit code of a command, and all that it wrote."""


def typed(words: list[str]) -> Answer:
    """What a command answers that is typed in the present folder, in this process."""
    result = CliRunner(env=ENVIRONMENT).invoke(program, words)
    return result.exit_code, result.output


def started(words: list[str]) -> Answer:
    """The same in a process of its own that has nothing but the program."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "reports")))
    ran = subprocess.run(
        [sys.executable, "-m", "campaign", *words],
        env={**ENVIRONMENT, "PYTHONPATH": path, "PATH": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("answer_to", [typed, pytest.param(started, marks=pytest.mark.long)])
def test_every_session_answers_as_shown(
    answer_to: Callable[[list[str]], Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(list(sessions())) > 15
    (tmp_path / "allied.yaml").write_text(blocks("yaml")[0], encoding="utf-8")
    (tmp_path / "corps.txt").write_text(blocks("text")[0], encoding="utf-8")
    (tmp_path / "sketch.txt").write_text(blocks("text")[1], encoding="utf-8")
    Image.new("RGB", (64, 48), "tan").save(tmp_path / "table.jpg")
    monkeypatch.chdir(tmp_path)
    for command, shown in sessions():
        program_name, *words = shlex.split(command)
        assert program_name == "campaign"
        code, answer = answer_to(words)
        answer = answer.strip("\n") + "\n"
        assert code == 0, f"$ {command}\n{answer}"
        assert re.fullmatch(pattern(shown), answer), f"$ {command}\nanswer:\n{answer}\nthe README has:\n{shown}"


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
