"""What the README is made of; its sessions are run by tests/docs/test_pages.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
ROOT = README.parent


@pytest.mark.parametrize(
    "name",
    ["CHANGELOG.md", "CONTRIBUTING.md", "orbats/README.md", "reports/pictures/battle-sheet.png", "LICENSE", "NOTICE"],
)
def test_what_the_readme_points_to_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_it_is_read_in_ten_minutes() -> None:
    """At most 150 lines and 1,100 words: what a user looks up stands in the handbook."""
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert len(text.split()) <= 1_100


def test_every_page_that_it_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert len(links) > 20
    assert [link for link in links if "://" not in link and not (ROOT / link).is_file()] == []


def test_it_says_what_it_does_before_the_way_in_and_ends_with_its_tests() -> None:
    text = README.read_text(encoding="utf-8")
    before, install = text.split("## Install it")
    assert len(before.splitlines()) < 25 and before.count("![") == 1 and "```sh" not in before
    assert install.count("```sh") == 2
    assert install.index("campaign demo") < install.index("## Working on it") < install.rindex("-m pytest")
