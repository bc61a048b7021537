"""Pages as they are built: what each loads, where its links lead, and which of them lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}
"""By tag, the attribute that makes a browser load something."""


class Page(HTMLParser):
    """What a built page loads, links to and can be linked to by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in LOADED and LOADED[tag] in values and values.get("rel") not in ("index", "search", "next", "prev"):
            self.loads.append(values[LOADED[tag]])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "form" and "action" in values:
            self.links.append(values["action"])
        if "id" in values:
            self.ids.add(values["id"])


def pages_in(folder: Path) -> dict[str, Page]:
    """Read every page below a folder, by its path there."""
    paths = sorted(folder.rglob("*.html"))
    return {path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8")) for path in paths}


def dead_links(pages: Mapping[str, Page], folder: Path) -> list[str]:
    """Links, forms and loaded files of pages that lead nowhere within the folder."""
    faults = []
    for name, page in pages.items():
        for link in (*page.links, *page.loads):
            if re.match(r"\w+:|//", link) or link in ("", "#"):
                continue
            target, _, anchor = link.partition("#")
            path = (folder / name).parent.joinpath(target.partition("?")[0]).resolve() if target else folder / name
            if not path.is_file() or not path.is_relative_to(folder.resolve() if target else folder):
                faults.append(f"{name}: {link}")
            elif anchor and path.suffix == ".html":
                other = path.relative_to(folder.resolve()).as_posix() if target else name
                if anchor not in pages[other].ids:
                    faults.append(f"{name}: {link} (no such anchor)")
    return faults
