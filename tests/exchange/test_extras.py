"""What to type for an extra that is missing, wherever the program is installed."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from campaign.extras import NEEDS_PYTHON, OF_THE_FOLDER, PACKAGES, way_to_add

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
    assert set(extras) - set(PACKAGES) == {"bundle", "docs", "release", "test"}, (
        "these are for who works on the program"
    )


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """Let the program be installed from an address, as an installer writes it down; None: it wrote nothing."""

    def from_address(url: str | None, **more: object) -> None:
        told = None if url is None else json.dumps({"url": url, **more})
        monkeypatch.setattr("campaign.extras.distribution", lambda _: SimpleNamespace(read_text=lambda _: told))

    return from_address


Installed = Callable[..., None]


def test_a_program_from_a_folder_is_installed_from_that_folder_again(home: Path, installed: Installed) -> None:
    folder = home / "the club's campaign"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    python = f'"{home / "python"}"'
    installed(folder.as_uri(), dir_info={})
    assert way_to_add("forms") == f'{python} -m pip install "{folder}[forms]"'
    installed(folder.as_uri(), dir_info={"editable": True})
    assert way_to_add("desk") == f'{python} -m pip install -e "{folder}[desk]"'


def test_a_program_from_a_wheel_is_installed_from_that_wheel_again(home: Path, installed: Installed) -> None:
    wheel = home / "campaign_manager-0.1.0-py3-none-any.whl"
    wheel.touch()
    installed(wheel.as_uri(), archive_info={})
    assert way_to_add("osm").endswith(f'-m pip install "{wheel}[osm]"')


@pytest.mark.parametrize("url", [None, "file:///gone/campaign", "https://club.example/campaign.whl"])
def test_where_the_source_is_gone_or_unknown_the_packages_are_named(
    home: Path, installed: Installed, url: str | None
) -> None:
    """They are others' and on the package index; the program's own name is not, and is never asked for there."""
    installed(url)
    for extra, packages in PACKAGES.items():
        assert way_to_add(extra) == f'"{home / "python"}" -m pip install {packages}'


def test_pipx_and_uv_keep_an_environment_without_pip(
    home: Path, installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(None)
    python = f'"{home / "python"}"'
    monkeypatch.setattr("campaign.extras.PathFinder.find_spec", lambda _: None)
    assert way_to_add("forms") == f"uv pip install --python {python} pypdf"
    (home / "uv-receipt.toml").touch()
    assert way_to_add("tables") == f"uv pip install --python {python} openpyxl odfdo"
    (home / "pipx_metadata.json").touch()
    assert way_to_add("postgresql") == 'pipx inject campaign-manager "psycopg[binary]"'


def test_the_folder_without_python_has_its_extras(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    spec = (HOUSE / "bundle" / "campaign.spec").read_text(encoding="utf-8")
    for extra in PACKAGES:
        in_it = re.search(rf"# The extras [^\n]*\b{extra}\b", spec) is not None
        assert way_to_add(extra) == (OF_THE_FOLDER if in_it else NEEDS_PYTHON)


def test_this_program_names_its_own_source() -> None:
    """As it is installed here, whatever that is; a line never asks the index for the project."""
    assert not re.search(r"pip install[^/\\]*campaign-manager", way_to_add("osm"))


def test_a_path_without_a_blank_needs_no_quotes(monkeypatch: pytest.MonkeyPatch, installed: Installed) -> None:
    installed(None)
    monkeypatch.setattr(sys, "executable", "/club/.venv/bin/python")
    monkeypatch.setattr(sys, "prefix", "/club/.venv")
    assert way_to_add("osm") == "/club/.venv/bin/python -m pip install osmium"
