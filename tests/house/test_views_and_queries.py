"""A view and the query that fills it are found in the same place: both rooms have the same folders, by noun."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.sources import tree_of, walk
from tests.house.test_rooms import HOUSE

pytestmark = pytest.mark.house

ROOM = HOUSE / "campaign"
FILLED_ELSEWHERE = {
    "battle/odds_blocks": "odds are reckoned from what is typed, with or without a campaign",
    "battle/odds_json": "made of odds_blocks",
    "battle/unit_cards": "paper_list makes it from the packet",
    "battle/what_follows": "settling fills it before it is done, so that what is shown is what is carried out",
    "common/json_values": "any view as JSON values",
    "forecast/advice": "a staff fills it with what its weighing came to",
    "forecast/advice_words": "made of the advice",
    "forecast/forecast_words": "made of the forecast's own view",
    "orbat/unit_text": "made of the unit's own view",
    "players/slip": "a new link stands in no row, so that no query could read it",
}


def views() -> list[Path]:
    return sorted(path for path in (ROOM / "views").rglob("*.py") if path.stem != "__init__")


def imported(folder: Path) -> set[str]:
    """The modules that those of a folder import from."""
    return {
        node.module
        for path in folder.glob("*.py")
        for node in walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and node.module
    }


def test_both_rooms_have_the_same_folders_and_nothing_beside_them() -> None:
    folders = {
        room: {path.name for path in (ROOM / room).iterdir() if path.is_dir() and path.name != "__pycache__"}
        for room in ("views", "queries")
    }
    assert folders["views"] == folders["queries"]
    assert [path.name for room in folders for path in (ROOM / room).glob("*.py")] == ["__init__.py", "__init__.py"]


def test_a_view_stands_in_the_folder_of_the_query_that_fills_it() -> None:
    lonely = set()
    for path in views():
        folder, name = path.relative_to(ROOM / "views").with_suffix("").parts
        if f"campaign.views.{folder}.{name}" not in imported(ROOM / "queries" / folder):
            lonely.add(f"{folder}/{name}")
    assert lonely == set(FILLED_ELSEWHERE)
