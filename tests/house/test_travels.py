"""How a value travels: the two tables of CONTRIBUTING, played and compared with what is called, in its order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.store import open_store, opened
from campaign.terms.viewer import UMPIRE
from tests.clash import meet
from tests.cli.test_cli_battle import typed
from tests.house.test_rooms import HOUSE

pytestmark = pytest.mark.house

_ROW = re.compile(r"^\| `([a-z_/]+\.py):(\w+)` \|", re.M)


def tables() -> list[list[tuple[str, str]]]:
    """The functions of each table of the page, in its order."""
    page = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## How a value travels\n")[2]
    return [_ROW.findall(part) for part in page.partition("\n## ")[0].split("| where |")[1:]]


def called(named: list[tuple[str, str]], *deeds: Callable[[], object]) -> list[tuple[str, str]]:
    """Those of the named functions that the deeds call, in the order in which each is called first."""
    wanted = {(str(HOUSE / "campaign" / file), function): (file, function) for file, function in named}
    seen: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (place := wanted.get((frame.f_code.co_filename, frame.f_code.co_name))):
            seen.setdefault(place)

    for deed in deeds:
        sys.setprofile(note)
        try:
            deed()
        finally:
            sys.setprofile(None)
    return list(seen)


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign with its first battle to be fought."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    return path


def test_an_order_comes_by_the_rooms_of_its_table(file_of: Callable[[str], Path]) -> None:
    path, (order, _) = file_of("tiny"), tables()
    assert len(order) > 8

    def give() -> None:
        done = typed(path, "march", "1st Rifles", "--to", "Birch Cross")
        assert done.exit_code == 0, done.output

    assert called(order, give, lambda: typed(path, "orders")) == order


def test_a_return_comes_by_the_rooms_of_its_table(met: Path, tmp_path: Path) -> None:
    _, filed = tables()
    assert len(filed) > 8
    with opened(met, write=False) as store, reading(store) as board:
        codes = {paper.reader: paper.form.masthead.code for paper in side_papers(board, UMPIRE, "1")}

    def record(side: str) -> None:
        path = tmp_path / f"{side}.txt"
        path.write_text(f"{codes[side]}\n1 spent\nfield brenn\n", encoding="utf-8")
        done = typed(met, "battle", "record", "1", str(path), "--yes")
        assert done.exit_code == 0, done.output

    record("alba")
    assert called(filed, lambda: record("brenn")) == filed
