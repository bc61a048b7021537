"""The program and its marked tests as source: from what a person can ask for to every name that is reached.

program() -> (module, path)          every module of the program, and those tests that mark a rule
house() -> (Source, names)           the whole of it, and what is reached, worked out once a run
marked(source) -> (test, ids)        every test that proves a rule
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.house.reach import Source
from tests.house.sources import text_of, tree_of, walk

HOUSE = Path(__file__).resolve().parents[2]
RULES_HOME = "campaign.rules.tabletop."
DOORS = {"system": "TABLETOP", "sheet": "sheet", "reference": "reference", "about": "ABOUT", "odds_tables": "ODDS"}
"""What is found by its name in a system's folder, by module."""


def program() -> Iterator[tuple[str, Path]]:
    """Every module with its file; of the tests only those with marked ones, and the helpers beside them."""
    for folder, base in (
        (HOUSE / "campaign", HOUSE),
        (HOUSE / "reports" / "campaign_reports", HOUSE / "reports"),
        (HOUSE / "tests", HOUSE),
    ):
        for path in sorted(folder.rglob("*.py")):
            if folder.name != "tests" or "mark.rule(" in text_of(path) or not path.name.startswith("test_"):
                parts = path.relative_to(base).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def roots(source: Source) -> Iterator[str]:
    """What a person can ask for, and what is found by its name: commands, verbs, pages, readers of foreign files, the
    doors of the systems."""
    for module, read in source.modules.items():
        last = module.rpartition(".")[2]
        if module.startswith(("campaign.cli", "campaign.web", "campaign_reports", "campaign.__main__")):
            yield from read.words
        elif module.startswith(("campaign.actions", "campaign.exchange.foreign")):
            yield f"{module}:"
            yield f"{module}:read"
        elif module.startswith(RULES_HOME) and last in DOORS:
            yield f"{module}:{DOORS[last]}"
        elif module.startswith(RULES_HOME) and last == "house_account":
            yield from read.words
        elif module.startswith("campaign.resolve.") and last == "resolver":
            yield f"{module}:resolve"
        if module.startswith("campaign.rules."):
            yield f"{module}:TABLE"


def marked(source: Source) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every test that proves a rule, with the rules' ids."""
    for module, read in source.modules.items():
        for name, marks in read.marks.items():
            ids = [str(part.value) for mark in marks for part in _ids(mark)]
            if ids and module.startswith("tests."):
                yield f"{module}:{name}", tuple(ids)


def _ids(mark: ast.expr) -> list[ast.Constant]:
    calls = [part for part in walk(mark) if isinstance(part, ast.Call) and ast.unparse(part.func) == "pytest.mark.rule"]
    return [part for call in calls for part in call.args if isinstance(part, ast.Constant)]


@cache
def house() -> tuple[Source, frozenset[str]]:
    """Read without looking for garbage, a third of the time: all of it stays."""
    gc.disable()
    try:
        source = Source({module: tree_of(path) for module, path in program()})
    finally:
        gc.freeze()
        gc.enable()
    return source, source.reached(roots(source))
