"""Whatever a file holds, the answer is an import or faults with their lines: never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_scenario import SOUND

from campaign.exchange.check import check_files
from campaign.exchange.faults import Faults
from campaign.exchange.returns import read_content
from campaign.exchange.text import parse
from campaign.folders import folder
from campaign.rules.tabletop.brevity.returns import FIELDS
from tests.harness.spoiling import WORDS


def spoil(text: str, dice: random.Random) -> str:
    """One to four blows: a piece cut out, doubled, moved, or something put in."""
    for _ in range(dice.randint(1, 4)):
        at, to = sorted(dice.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + dice.choice((1, 5, 40, 400)))
        match dice.randrange(4):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] + text[to:]
            case 2:
                text = text[:at] + dice.choice(WORDS) + text[at:]
            case _:
                lines = text.splitlines(keepends=True) or [""]
                here = dice.randrange(len(lines))
                lines.insert(dice.randrange(len(lines)), lines.pop(here))
                text = "".join(lines)
    return text


@pytest.mark.sample(2)
@pytest.mark.parametrize("start", range(0, 400, 50))
def test_four_hundred_spoilt_files(tmp_path: Path, start: int) -> None:
    path = tmp_path / "spoilt.yaml"
    for seed in range(start, start + 50):
        text = spoil(SOUND, random.Random(seed))
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        report = check_files([path])
        lines = text.count("\n") + 2
        for fault in (*report.errors, *report.warnings):
            assert 1 <= fault.spot.line <= lines or "nations" in fault.spot.file, (seed, str(fault))
            assert "\n" not in str(fault) and fault.spot.column >= 1


def test_the_shipped_files_spoilt(tmp_path: Path) -> None:
    files = sorted((folder("orbats") / "operation-brevity").glob("*.yaml"))
    for seed in range(24):
        dice = random.Random(seed)
        for file in files:
            (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
        victim = dice.choice(files)
        (tmp_path / victim.name).write_bytes(
            spoil(victim.read_text(encoding="utf-8"), dice).encode("utf-8", "surrogatepass")
        )
        check_files([tmp_path])


@given(st.binary(max_size=400))
def test_any_bytes_at_all(raw: bytes) -> None:
    faults = Faults()
    tree = parse(raw, "any", faults)
    read_content(tree, "any", faults, FIELDS)
    assert all(fault.spot.line >= 1 for fault in faults.final_errors())


@given(st.text(alphabet="ab:-{}[],\"'#&*!|>%@ \n\t?", max_size=120))
def test_any_marks_at_all(text: str) -> None:
    faults = Faults()
    parse(text.encode(), "any", faults)
    assert len(faults.final_errors()) <= 60
