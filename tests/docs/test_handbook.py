"""The handbook is built strictly, without a network, into a folder of the test's own."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from campaign.cli.contents import campaign
from campaign.cli.exit_codes import REFUSED, STOPPED, UNREAD, USAGE
from campaign.exchange.rule_lines import rule_lines
from campaign.preferences import KEYS
from campaign.rules.common.settings import DEFAULTS
from tests.bytecode import ENVIRONMENT
from tests.docs.forge import slug
from tests.docs.pages import DOCS, ROOT
from tests.secrecy.outputs import every_command

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}
"""By tag, the attribute that makes a browser load something."""


class Page(HTMLParser):
    """What a built page loads, links to and can be linked to by."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in LOADED and LOADED[tag] in values and values.get("rel") not in ("index", "search", "next", "prev"):
            self.loads.append(values[LOADED[tag]])
        if tag == "a":
            self.links.append(values.get("href", ""))
        if "id" in values:
            self.ids.add(values["id"])


BRIEFLY = Path(__file__).parent / "briefly"
"""Holds the settings that leave out most of the navigation (head of ``conf.py`` there)."""


def built(out: Path, settings: Path) -> dict[str, Page]:
    """Build the handbook into a folder: every page by its path there. A warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", "-b", "html", "-c", str(settings)]
    ran = subprocess.run(
        [*command, "-d", str(out / "trees"), str(DOCS), str(out / "html")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={
            **ENVIRONMENT,
            "PATH": "",
            "PYTHONDONTWRITEBYTECODE": "1",
            "http_proxy": "http://localhost:9",
            "https_proxy": "http://localhost:9",
        },
        cwd=out,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    html = out / "html"
    return {path.relative_to(html).as_posix(): Page(path) for path in sorted(html.rglob("*.html"))}


def faults_of_links(pages: dict[str, Page], html: Path) -> list[str]:
    """Links within the book that lead nowhere."""
    faults = []
    for name, page in pages.items():
        for link in page.links:
            if re.match(r"\w+:", link) or link in ("", "#"):
                continue
            target, _, anchor = link.partition("#")
            path = (html / name).parent.joinpath(target).resolve() if target else html / name
            if not path.is_file():
                faults.append(f"{name}: {link}")
            elif (
                anchor
                and path.suffix == ".html"
                and anchor not in pages[path.relative_to(html.resolve()).as_posix()].ids
            ):
                faults.append(f"{name}: {link} (no such anchor)")
    return faults


def tree() -> set[Path]:
    """Every file in and around docs/ that a build could leave behind."""
    return {path for folder in (DOCS, ROOT / "orbats") for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.mark.long
@pytest.mark.parametrize("settings", [pytest.param(BRIEFLY, id="briefly"), pytest.param(DOCS, id="in full")])
def test_the_handbook_is_built_whole_and_loads_nothing_from_elsewhere(settings: Path, tmp_path: Path) -> None:
    before = tree()
    pages = built(tmp_path, settings)
    html = tmp_path / "html"
    assert tree() == before
    sources = {path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md")} - {"README.html"}
    assert sources - pages.keys() == set()
    assert [
        f"{name}: {load}" for name, page in pages.items() for load in page.loads if re.match(r"(\w+:)?//", load)
    ] == []
    styles = "".join(path.read_text(encoding="utf-8") for path in html.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)'\"]*", styles) == []
    assert faults_of_links(pages, html) == []
    assert missing_from_reference(pages) == []


def missing_from_reference(pages: dict[str, Page]) -> list[str]:
    """Rules, settings and commands of the program that the built reference does not have."""
    commands = {"-".join(("campaign", *path)) for path, _ in every_command(campaign, ())}
    ids = {ident for name, page in pages.items() if name.startswith("reference/") for ident in page.ids}
    return sorted(({slug(name) for name in (*rule_lines(), *DEFAULTS)} | commands) - ids)


def test_the_four_parts_are_there() -> None:
    for part in ("tutorial", "how-to", "reference", "background"):
        assert (DOCS / part / "index.md").is_file()


def test_every_environment_variable_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "campaign").rglob("*.py"))
    read = set(re.findall(r"environ(?:\.get\(|\[)\s*['\"](\w+)", sources))
    read |= {name for option in campaign.params for name in [option.envvar] if isinstance(name, str)}
    read |= {each.variable for each in KEYS.values()}
    assert {"CAMPAIGN_DB", "CAMPAIGN_DEBUG"} <= read
    assert sorted(name for name in read if f"| `{name}` |" not in page) == []


def test_every_exit_code_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", page, re.M) == ["0", *map(str, (REFUSED, USAGE, STOPPED, UNREAD))]
