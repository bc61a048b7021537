"""What to type for an extra that is missing, wherever the program is installed."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from campaign.extras import PACKAGES, way_to_add

HOUSE = Path(__file__).resolve().parents[2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with a blank in its path, as the one that the program runs in."""
    folder = tmp_path / "my tools"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    return folder


def test_packages_are_those_of_the_project() -> None:
    extras = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for extra, packages in PACKAGES.items():
        assert packages.replace('"', "").split() == [re.split("[<>=]", line)[0] for line in extras[extra]]
    assert set(extras) - set(PACKAGES) == {"bundle", "docs", "test"}, "these are for who works on the program"


def test_each_way_of_installing_has_its_line(home: Path) -> None:
    python = f'"{home / "python"}"'
    assert way_to_add("forms") == f'{python} -m pip install "campaign-manager[forms]"'
    (home / "uv-receipt.toml").touch()
    assert way_to_add("tables") == f"uv pip install --python {python} openpyxl odfdo"
    (home / "pipx_metadata.json").touch()
    assert way_to_add("postgresql") == 'pipx inject campaign-manager "psycopg[binary]"'


def test_a_path_without_a_blank_needs_no_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/club/.venv/bin/python")
    monkeypatch.setattr(sys, "prefix", "/club/.venv")
    assert way_to_add("osm") == '/club/.venv/bin/python -m pip install "campaign-manager[osm]"'
