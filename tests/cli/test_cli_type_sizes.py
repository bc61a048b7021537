"""The sizes of type in every paper of an evening and of its battles: nothing smaller than a note, nothing that is read
during a move as small as one, and nothing but the fold marks where a home printer does not reach. No figure is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.cli.contents import campaign
from campaign.rules.common.systems import SYSTEMS
from campaign_reports.style import FLOOR, LARGE, TEXT
from tests.type_sizes import runs_by_size

READ_IN_A_MOVE = re.compile(r"battle-\d+-(?!labels)|reference-|.*-(orders|air-tasking)-")
"""Sheets, returns, the umpire's sheets, references and order forms, by what their files are called."""

STUMP = re.compile(r"^(\w|\S*\d[\d,./%<+-]*)\N{HORIZONTAL ELLIPSIS}$")
"""A cell of a figure or a single letter with an ellipsis: nobody can tell which figure or word it was."""


def typed(*words: str) -> None:
    told = CliRunner().invoke(campaign, list(words))
    assert told.exit_code == 0, told.output


def sizes_are_right(folder: Path, *, larger: float = 1.0) -> None:
    """Every file in the folder and under it."""
    files = sorted(folder.rglob("*.pdf"))
    assert files
    for file in files:
        in_a_move = READ_IN_A_MOVE.match(file.stem)
        for run in runs_by_size(file.read_bytes()):
            least = TEXT if in_a_move and not run.may_be_small else FLOOR
            assert run.size >= least * larger - 0.01, (file.name, run)
            assert not run.is_too_low, (file.name, run)
            assert not STUMP.search(run.words), (file.name, run)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["operation-brevity", "bastogne", "market-garden", "mokra", "tolvajarvi"])
def test_an_evening_of_every_shipped_campaign(
    scenario: str, played: Callable[[str, int], Path], tmp_path: Path
) -> None:
    typed("print", "all", "--out", str(tmp_path), "--db", str(played(scenario, 1)))
    sizes_are_right(tmp_path)


@pytest.fixture
def garden(played: Callable[[str, int], Path]) -> str:
    """Operation Market Garden after its first day."""
    return str(played("market-garden", 1))


@pytest.mark.long
def test_an_evening_of_the_demonstration(demo: Path) -> None:
    sizes_are_right(demo)


@pytest.mark.long
def test_large_print_has_ten_points(garden: str, tmp_path: Path) -> None:
    typed("battle", "packet", "3", "--large", "--out", str(tmp_path), "--db", garden)
    typed("print", "reference", "nqm", "--large", "--out", str(tmp_path), "--db", garden)
    typed("print", "orders", "--large", "--paper", "letter", "--out", str(tmp_path), "--db", garden)
    assert TEXT * LARGE == 10
    sizes_are_right(tmp_path, larger=LARGE)


def test_what_has_no_large_print_is_named(garden: str) -> None:
    told = CliRunner().invoke(campaign, ["print", "roster", "--large", "--db", garden])
    assert told.exit_code == 2 and "roster has no large print. Leave --large out, or print one of" in told.output


@pytest.mark.long
@pytest.mark.sample(10)
@pytest.mark.parametrize(
    ("system", "paper"), [(system, paper) for system in SYSTEMS for paper in ("a4", "letter")], ids=str
)
def test_a_battle_of_two_corps_under_each_set_of_rules(system: str, paper: str, garden: str, tmp_path: Path) -> None:
    """One of the five systems in every run, on A4."""
    folder = str(tmp_path)
    typed("battle", "packet", "3", "--tabletop", system, "--paper", paper, "--out", folder, "--db", garden)
    typed("print", "reference", system, "--paper", paper, "--out", folder, "--db", garden)
    sizes_are_right(tmp_path)
