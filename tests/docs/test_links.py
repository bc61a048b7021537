"""Links and pictures of the pages lead where a forge looks for them, headings too; the handbook is built from the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.forge import faults, links
from tests.docs.pages import DOCS, ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "orbats" / "README.md", *sorted(DOCS.rglob("*.md"))]


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    assert [f"{page.relative_to(ROOT)}: {fault}" for page in PAGES for fault in faults(page)] == []


def test_every_part_of_the_handbook_lists_its_pages() -> None:
    unlisted = []
    for index in sorted(DOCS.rglob("index.md")):
        listed = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
        there = {*index.parent.glob("*.md"), *index.parent.glob("*/index.md"), *index.parent.glob("*/README.md")} - {
            index
        }
        unlisted += [page.relative_to(DOCS).as_posix() for page in there - listed]
    assert unlisted == []


def test_no_page_holds_a_block_that_only_sphinx_shows() -> None:
    assert [page.relative_to(ROOT).as_posix() for page in PAGES if "\n```{" in page.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("other.md", ""),
        ("other.md#one-thing", ""),
        ("other.md#ob-sup-031", ""),
        ("#here", ""),
        ("https://example.org/x#y", ""),
        ("gone.md", "gone.md"),
        ("other.md#two", "other.md#two (no such heading)"),
        ("#ob-sup-03", "#ob-sup-03 (no such heading)"),
    ],
)
def test_a_link_is_followed_as_a_forge_follows_it(link: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text(
        "# Other\n\n## One *thing*\n\n### OB-SUP-03.1\n\n```text\n# Two\n```\n", encoding="utf-8"
    )
    (tmp_path / "page.md").write_text(f"# Here\n\nSee [it]({link}), not `[code](no.md)`.\n", encoding="utf-8")
    assert faults(tmp_path / "page.md") == ([fault] if fault else [])
