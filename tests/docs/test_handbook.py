"""The handbook is built strictly, without a network, into a folder of the test's own."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from docutils import nodes

from campaign.cli.contents import campaign
from campaign.cli.exit_codes import REFUSED, STOPPED, UNREAD, USAGE
from campaign.exchange.rule_lines import rule_lines
from campaign.preferences import KEYS
from campaign.rules.common.settings import DEFAULTS
from tests.bytecode import ENVIRONMENT
from tests.docs.built import Page, dead_links, pages_in
from tests.docs.forge import slug
from tests.docs.pages import DOCS, ROOT
from tests.secrecy.outputs import every_command
from tests.web.browser import chromium

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
    return pages_in(out / "html")


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
    assert dead_links(pages, html) == []
    assert missing_from_reference(pages) == []
    texts = searched(html)
    assert texts.keys() == {source.removesuffix(".html") for source in sources}
    assert [name for name, page in pages.items() if any("texts.js" in load for load in page.loads)] == ["search.html"]
    assert "ob-sup-03" in Page(texts["reference/rules/brevity"]).ids, "where a result of the search leads"
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{(html / 'search.html').as_uri()}?q=ammunition")
        page.get_by_text("Search finished").wait_for()
        found = page.locator("ul.search > li")
        excerpts = page.locator("ul.search > li p.context").all_text_contents()
        assert len(excerpts) == found.count() > 3
        assert [excerpt for excerpt in excerpts if "ammunition" not in excerpt.lower()] == []


def searched(html: Path) -> dict[str, str]:
    """The text that the search page of a built handbook has of every page."""
    script = (html / "_static" / "texts.js").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(script.partition("const TEXTS = ")[2].partition(";\nwindow.fetch")[0])
    return found


def test_the_search_has_a_pages_text_under_the_ids_of_its_sections() -> None:
    """Excerpts are made of it, from a disk too, where a browser fetches no page."""
    rule = nodes.section("", nodes.title("", "OB-SUP-03"), nodes.paragraph("", "A <b> & c"), ids=["ob-sup-03"])
    first = nodes.section("", nodes.title("", "Rules"), nodes.comment("", "not run"), rule, ids=["rules", "id1"])
    text_of = runpy.run_path(str(DOCS / "conf.py"))["text_of"]
    assert text_of(first) == (
        '<section id="rules">Rules\n<section id="ob-sup-03">OB-SUP-03\nA &lt;b&gt; &amp; c\n</section></section>'
    )


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
