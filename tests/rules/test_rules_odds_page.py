"""The page on the odds cannot lie: its Python is run, and must answer as it shows."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "odds" / "brevity.md"


def test_the_page_answers_as_it_shows() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 15 and results.failed == 0


def test_every_function_the_page_names_is_there() -> None:
    rows = re.findall(r"^\| `(campaign\.\S+)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 10
    for module, names in rows:
        there = importlib.import_module(module)
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(there, name), f"{module}.{name}"
