"""The commands that the README gives, and what they stand on."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
README = (HOUSE / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))


def blocks(kind: str) -> list[str]:
    """The README's blocks of lines to type, the lines of each joined to one."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", README, re.M | re.S)
    return [" && ".join(block.splitlines()) for block in found]


MOST_SIGNS = 96
"""So many signs of a line are seen where a forge shows the README, 846 pixels wide; a longer line is scrolled."""


def test_three_lines_run_the_demo_and_one_line_the_tests() -> None:
    demo, tests = blocks("sh")
    assert demo.endswith("&& .venv/bin/campaign demo")
    assert "-e '.[test]' && .venv/bin/python -m pytest" in tests
    assert all(line.startswith("python3 -m venv") and "-c constraints.txt" in line for line in (demo, tests))


def test_a_user_sees_each_line_that_he_types_whole() -> None:
    start = README.partition("## Working on it")[0]
    typed = [
        line for block in re.findall(r"^```(?:sh|bat)\n(.*?)^```", start, re.M | re.S) for line in block.splitlines()
    ]
    assert len(typed) == 6 and [line for line in typed if len(line) > MOST_SIGNS or "&&" in line] == []


def test_there_is_a_windows_form_of_both() -> None:
    plain = [
        line.replace("python3 -m", "py -m").replace(".venv/bin/", ".venv\\Scripts\\").replace("'", '"')
        for line in blocks("sh")
    ]
    assert blocks("bat") == plain


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_ci_calls_the_readmes_test_command_and_nothing_else(tmp_path: Path) -> None:
    script = HOUSE / ".ci" / "run"
    assert os.access(script, os.X_OK)
    (tmp_path / ".ci").mkdir()
    copy = tmp_path / ".ci" / "run"
    copy.write_text(
        script.read_text(encoding="utf-8").replace('eval "$command"', 'printf "%s\\n" "$command" >called; true'),
        encoding="utf-8",
    )
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    subprocess.run(["bash", str(copy)], check=True, stdin=subprocess.DEVNULL, capture_output=True, cwd="/")
    assert (tmp_path / "called").read_text(encoding="utf-8").splitlines() == [blocks("sh")[1]]


def pins() -> dict[str, str]:
    lines = (HOUSE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line and not line.startswith("#")]
    assert [line for line in kept if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][\w.]*", line)] == []
    return {normal(line.partition("==")[0]): line.partition("==")[2] for line in kept}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_everything_that_is_needed_is_pinned() -> None:
    project = PROJECT["project"]
    needed = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    names = {normal(re.split(r"[\[<>=; ]", line)[0]) for line in needed} - {"campaign-manager"}
    assert names - pins().keys() == set()


def test_uv_finds_the_same_tests() -> None:
    assert PROJECT["dependency-groups"]["dev"] == ["campaign-manager[test]"]
