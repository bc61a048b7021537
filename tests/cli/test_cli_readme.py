"""What the README is made of; its sessions are run by tests/docs/test_pages.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
ROOT = README.parent


@pytest.mark.parametrize("name", ["CHANGELOG.md", "CONTRIBUTING.md", "orbats/README.md", "LICENSE", "NOTICE"])
def test_what_the_readme_points_to_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def seen(text: str) -> str:
    """Return what a reader sees of a text outside its blocks: no comment, no tag, no address of a link."""
    for hidden in (r"^```.*?^```", r"<!--.*?-->", r"<[^>]+>", r"(?<=\])\([^)]*\)"):
        text = re.sub(hidden, " ", text, flags=re.M | re.S)
    return text


def test_it_is_read_in_five_minutes() -> None:
    """At most 950 words outside its blocks: what a user looks up stands in the handbook."""
    words = [word for word in seen(README.read_text(encoding="utf-8")).split() if re.search(r"\w", word)]
    assert len(words) <= 950


def test_the_first_screen_shows_an_evening_and_says_what_the_program_does_for_whom() -> None:
    """What it does, for whom, the picture, six lines; then the way in, with a browser before the terminal."""
    before, start = README.read_text(encoding="utf-8").split("## Start")
    head, picture, after = before.partition("![An evening in five pictures")
    assert picture and head.count(".") == 3 and " is for clubs" in head
    assert len(re.findall(r"^- \*\*", after, re.M)) == 6
    assert len(seen(before).split()) < 250
    assert start.index("campaign demo") < start.index("$ campaign desk") < start.index("$ campaign new")
    assert start.index("## Where to read on") < start.index("## Working on it") < start.index("-m pytest")


def test_every_page_that_it_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert len(links) > 20
    assert [link for link in links if "://" not in link and not (ROOT / link).is_file()] == []
