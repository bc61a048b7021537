"""Markdown as a forge shows it: the anchors of its headings, and where its links lead.

MyST, with which the handbook is built, makes the same anchors.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SPECIAL = re.compile(r"[\\*\[\]<>$|{}~]|(?<!\w)_|_(?!\w)")
MARK = "<!-- The program writes the page from here on: python -m tests.docs.reference write -->"
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def escaped(text: str) -> str:
    """Return plain text as Markdown that shows the same letters."""
    return SPECIAL.sub(r"\\\g<0>", text)


def slug(heading: str) -> str:
    """Return the anchor of a heading: ``OB-SUP-03`` is ``ob-sup-03``, ``march.past_masked`` is ``marchpast_masked``."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def numbered(slugs: list[str]) -> list[str]:
    """Return the anchors of a page's headings in order: the second of a name ends with -1, the third with -2."""
    seen: dict[str, int] = {}
    anchors = []
    for name in slugs:
        seen[name] = seen.get(name, -1) + 1
        anchors.append(f"{name}-{seen[name]}" if seen[name] else name)
    return anchors


def by_hand(page: Path) -> str:
    """Return the part of a page that people write: all of it, or what stands above the mark."""
    return page.read_text(encoding="utf-8").partition(MARK)[0]


def without_blocks(page: str) -> str:
    """Return a page without its blocks of code and its comments."""
    prose = re.sub(r"^ *(```+)[^\n]*\n.*?^ *\1 *$", "", page, flags=re.M | re.S)
    return re.sub(r"<!--.*?-->", "", prose, flags=re.S)


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of a file."""
    headings = HEADING.findall(without_blocks(page.read_text(encoding="utf-8")))
    shown = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("\\", "") for heading in headings]
    return frozenset(numbered([slug(heading) for heading in shown]))


def links(page: Path) -> list[str]:
    """Return the targets of the links and pictures of a file, those in code left out."""
    prose = without_blocks(page.read_text(encoding="utf-8"))
    return LINK.findall(re.sub(r"`[^`\n]*`", "`", prose))


def faults(page: Path) -> list[str]:
    """Return the links of a file to files or headings that are not there. Links to the web are not followed."""
    found = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists():
            found.append(link)
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            found.append(f"{link} (no such heading)")
    return found
