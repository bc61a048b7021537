"""One place names the project's addresses, the owner fills it in, and an empty line is left out everywhere."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
from pathlib import Path

import pytest

from bundle import addresses
from campaign.cli import exit_codes
from campaign.owner import PLACE, Owner, owner
from campaign.values import fields
from tests.house.sources import text_of
from tests.house.test_rooms import HOUSE, tracked

pytestmark = pytest.mark.house

FILLED = Owner(
    name="Example Club",
    mail="keeper@example.org",
    homepage="https://example.org/campaign",
    handbook="https://example.org/handbook",
    source="https://example.org/source",
    issues="https://example.org/issues",
    releases="https://example.org/releases",
)
KEYS = [field.name for field in fields(Owner)]
KNOWN = {
    "www.w3.org graphml.graphdrawing.org www.opengis.net json-schema.org": "names of file formats",
    "notquitemechanised.wordpress.com notquitemechanised.blogspot.com briggencom.blogspot.com": "authors of rules",
    "www.yumpu.com docplayer.net": "rules that can be read there",
}
"""Hosts that files name besides invented ones, and why."""
ADDRESS = re.compile(r"https?://([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9])|[\w.%+-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)\b")
INVENTED = re.compile(r"[\d.]+|localhost|[a-z]+|[\w.-]+\.(?:local|example)|example\.org")
"""Machines of a room, and examples."""


def test_the_owner_has_a_line_for_each_address_and_no_other() -> None:
    keys = [line.partition(" = ")[0] for line in text_of(PLACE).splitlines() if " = " in line]
    assert keys == KEYS
    assert isinstance(owner(), Owner)


def test_no_other_file_names_an_address_of_the_project() -> None:
    """Tests speak of invented machines, the typefaces' licence of its authors; what else a file names is known."""
    known, named = set(" ".join(KNOWN).split()), dict[str, str]()
    own = {match[1] or match[2] for match in ADDRESS.finditer(text_of(PLACE))}
    for path in tracked():
        name = path.relative_to(HOUSE).as_posix()
        if name.startswith("tests/") or path == PLACE or path.name == "OFL.txt" or b"\0" in path.read_bytes()[:4096]:
            continue
        lines = [line for line in path.read_bytes().splitlines() if b"://" in line or b"@" in line]
        for match in ADDRESS.finditer(b"\n".join(lines).decode("utf-8", "replace")):
            if not INVENTED.fullmatch(host := match[1] or match[2]):
                named.setdefault(host, name)
    assert {host: name for host, name in named.items() if host not in known | own} == {}
    assert known - named.keys() == set(), "no longer named: take it off the list"


def test_pages_name_the_addresses_that_there_are() -> None:
    """``python bundle/addresses.py`` writes them."""
    assert [path.name for path, text in addresses.pages(owner()) if text_of(path) != text] == []
    for path, text in addresses.pages(FILLED):
        assert ("keeper@example.org" if path.name == "SECURITY.md" else "https://example.org/issues") in text
        assert addresses.written(text, addresses.PAGES[path.name](owner())) == text_of(path), "and takes them out again"


@pytest.mark.parametrize("keeper", [Owner(), FILLED])
def test_an_installation_says_what_the_owner_has_filled_in(keeper: Owner, tmp_path: Path) -> None:
    """The settings are read as a build reads them, in a folder that holds nothing else."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE", "campaign/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((HOUSE / name).read_bytes())
    setup = runpy.run_path(str(tmp_path / "setup.py"), run_name="read")
    place = tmp_path / "campaign" / "owner.toml"
    place.write_text("".join(f'{key} = "{getattr(keeper, key)}"\n' for key in KEYS), encoding="utf-8")
    with contextlib.chdir(tmp_path):
        made = setup["Named"]({"script_name": "setup.py", **setup["addresses"](place)})
        made.parse_config_files()
    written = io.StringIO()
    made.metadata.write_pkg_file(written)
    named = re.findall(r"^(?:Project-URL|Home-page|Maintainer|Maintainer-email|Author.*): .*", written.getvalue(), re.M)
    expected = [
        "Maintainer: Example Club",
        "Maintainer-email: keeper@example.org",
        f"Project-URL: Homepage, {FILLED.homepage}",
        f"Project-URL: Documentation, {FILLED.handbook}",
        f"Project-URL: Source, {FILLED.source}",
        f"Project-URL: Issues, {FILLED.issues}",
        f"Project-URL: Download, {FILLED.releases}",
    ]
    assert named == (expected if keeper is FILLED else [])


def test_an_error_of_the_program_names_where_to_send_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaign.owner.owner", lambda: FILLED)
    assert exit_codes._unexpected(ValueError("odd")).endswith(
        " shows where. Please send this file to https://example.org/issues"
    )
    monkeypatch.setattr("campaign.owner.owner", Owner)
    assert exit_codes._unexpected(ValueError("odd")).endswith(" shows where")
