"""Circles of modules that import each other, for types and within functions too: none of more than three."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import networkx as nx
import pytest

from tests.house.sources import text_of

HOUSE = Path(__file__).resolve().parents[2]
PACKAGES = {"campaign": HOUSE / "campaign", "campaign_reports": HOUSE / "reports" / "campaign_reports"}
LARGEST = 3
_IMPORT = re.compile(r"^ *from ([\w.]+) import (?:\(([^)]*)\)|([^\n#(]+))", re.M)

pytestmark = pytest.mark.house


def modules() -> dict[str, Path]:
    return {
        ".".join((name, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__"): path
        for name, root in PACKAGES.items()
        for path in root.rglob("*.py")
    }


def imported(code: str, known: Collection[str]) -> set[str]:
    """The known modules that some code imports anywhere: as they are, or a name of theirs."""
    found: set[str] = set()
    for module, several, one in _IMPORT.findall(code):
        names = {f"{module}.{word.split()[0]}" for word in (several or one).split(",") if word.strip()}
        found |= {name for name in names if name in known} or {module}
    return found & set(known)


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    graph = nx.DiGraph({name: sorted(others) for name, others in imports.items()})
    return sorted(sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1)


def test_no_circle_has_more_than_three_modules() -> None:
    known = modules()
    names = known.keys()
    imports = {name: imported(text_of(path), names) - {name} for name, path in known.items()}
    assert "campaign.web.desk" in imports["campaign.web.visit"], "an import for types counts"
    assert [circle for circle in circles(imports) if len(circle) > LARGEST] == []


def test_a_circle_is_found() -> None:
    code = "from a import b\ndef f():\n    from a.c import D\nif TYPE_CHECKING:\n    from e import (\n        F,\n        G,\n    )\n"
    known = ["a", "a.b", "a.c", "e", "x"]
    assert imported(code, known) == {"a.b", "a.c", "e"}
    assert circles({"x": {"y"}, "y": {"z"}, "z": {"x", "w"}, "w": set()}) == [["x", "y", "z"]]
