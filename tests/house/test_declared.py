"""What the program imports is declared in pyproject.toml, in the extra of the rooms that import it."""

from __future__ import annotations

import re
import sys
from importlib.metadata import packages_distributions

import pytest

from tests.house.test_commands import HOUSE, PROJECT, normal

ROOMS = {
    "desk": "campaign/web/",
    "forms": "campaign/exchange/pdf_boxes.py",
    "osm": "campaign/exchange/foreign/osm_pbf.py",
    "grids": "campaign/exchange/foreign/grids.py",
    "shapefile": "campaign/exchange/foreign/shapefiles.py",
    "cluster": "campaign/forecast/cluster.py",
}
"""The room or module that alone needs an extra."""
NOT_IMPORTED = {
    "openpyxl": "by name, in exchange/foreign/sheets.py",
    "odfdo": "by name, in exchange/foreign/sheets.py",
    "psycopg": "by SQLAlchemy, for an address that begins with postgresql",
    "python-multipart": "by Starlette, for forms",
    "tzdata": "by zoneinfo: data only",
}
"""Declared, and imported by no line of ours: by whom."""
IMPORT = re.compile(r"^[ \t]*(?:from ([A-Za-z_]\w*)[\w.]* import|import ([A-Za-z_]\w*))", re.M)

pytestmark = pytest.mark.house


def declared(lines: list[str]) -> set[str]:
    return {normal(re.split(r"[\[<>=; ]", line)[0]) for line in lines}


BASE = declared(PROJECT["project"]["dependencies"])
EXTRAS = {key: declared(lines) for key, lines in PROJECT["project"]["optional-dependencies"].items()}


def imported() -> dict[str, set[str]]:
    """The distributions that files of the program import, with those files."""
    holders, found = packages_distributions(), dict[str, set[str]]()
    own = {"campaign", "campaign_reports"} | set(sys.stdlib_module_names)
    for folder in ("campaign", "reports", "migrations"):
        for path in sorted((HOUSE / folder).rglob("*.py")):
            text = re.sub(r'"""(?s:.*?)"""', "", path.read_text(encoding="utf-8"))
            for name in {first or second for first, second in IMPORT.findall(text)} - own:
                for holder in holders.get(name, [name]):
                    found.setdefault(normal(holder), set()).add(path.relative_to(HOUSE).as_posix())
    return found


def test_every_library_that_is_imported_is_declared_where_it_is_needed() -> None:
    found = []
    for library, files in imported().items():
        extras = [key for key in ROOMS if library in EXTRAS[key]]
        found += [
            f"{name} imports {library}"
            for name in files
            if library not in BASE
            if not any(name.startswith(ROOMS[key]) for key in extras)
        ]
    assert sorted(found) == []


def test_every_library_that_is_declared_is_imported() -> None:
    needed = BASE.union(*(EXTRAS[key] for key in (*ROOMS, "tables", "postgresql")))
    assert sorted(needed - imported().keys()) == sorted(NOT_IMPORTED)
