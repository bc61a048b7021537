"""The pictures of README and handbook: all are shown somewhere, none is large, and the program still looks so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.docs.handbook_pictures import BROWSER, NAMES, PICTURES, captures, composed, reduced
from tests.docs.pages import DOCS, ROOT
from tests.web.browser import chromium
from tests.web.golden_pictures import MOST_SHARE, share_of_others, version_of

MOST_BYTES = 200_000
SHOWN = re.compile(r"!\[([^\]]+)\]\(([^)]*pictures/([\w-]+)\.png)\)")


def shown_on(page: Path) -> list[tuple[str, str]]:
    """Return what a page says of its pictures, with their names."""
    return [(match[1], match[3]) for match in SHOWN.finditer(page.read_text(encoding="utf-8"))]


def test_every_picture_is_kept_shown_and_small() -> None:
    kept = {path.stem: path.stat().st_size for path in PICTURES.glob("*.png")}
    assert kept.keys() == NAMES
    assert [name for name, size in kept.items() if size > MOST_BYTES] == []
    shown = [name for page in (ROOT / "README.md", *DOCS.rglob("*.md")) for _, name in shown_on(page)]
    assert NAMES - set(shown) == set()


def test_every_page_on_how_to_do_something_shows_it() -> None:
    """A reader who cannot see a picture hears what is on it."""
    pages = [page for page in (DOCS / "how-to").glob("*.md") if page.name not in ("index.md", *WITHOUT)]
    assert [page.name for page in pages if not shown_on(page)] == []
    assert [words for page in pages for words, _ in shown_on(page) if len(words.split()) < 4] == []


WITHOUT = ("install.md", "preferences.md", "a-campaign-that-plays.md")
"""Pages about what is only typed: before the program is there, and into its files."""


@pytest.mark.long
def test_the_program_looks_as_on_the_pictures(tmp_path: Path) -> None:
    with chromium() as browser:
        version = version_of(browser)
    if version != (kept := BROWSER.read_text(encoding="utf-8").strip()):
        pytest.skip(
            f"Chromium {kept} drew the pictures, Chromium {version} is here: python -m tests.docs.handbook_pictures renew"
        )
    wrong = []
    for name, now in composed(captures()[0]).items():
        share = share_of_others(Image.open(PICTURES / f"{name}.png").convert("RGB"), reduced(name, now).convert("RGB"))
        if share > MOST_SHARE:
            now.save(tmp_path / f"{name}.png")
            wrong.append(f"{name}: {share:.4%} of its pixels differ")
    assert not wrong, "\n".join([*wrong, f"Look at {tmp_path}; to renew: python -m tests.docs.handbook_pictures renew"])
