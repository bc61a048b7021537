"""A person's desk as files: each page as the desk answers it, without scripts, and with what a script would have added.

What a page shows is the desk's answer to that person and nothing else, so it holds what he may know. Links lead to the
files; a link or a button that would do something, or ask for what is not among the files, leads to one page that says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import PurePosixPath
from typing import Protocol
from urllib.parse import urldefrag, urljoin, urlsplit

NOT_HERE = "not-here.html"
"""The page beside the desks for all that cannot be done in a picture."""
NOT_FETCHED = re.compile(r"/(in/|undo|redo|alive|files|papers|players|static/|rules/|odds/|[^#]*\?)")
"""Addresses that do something, hand out a file or an invitation, or ask a page a question; and the rules one by one and
the sheets of odds, which are alike for everybody and are in the handbook.
"""
BANNER = (
    '<p role="note" style="margin:0;padding:8px 16px;background:#fff3bf;color:#121212;font:15px/1.4 Desk,sans-serif;'
    'text-align:center">This is a read-only picture of the desk of <b>{whose}</b> at the first battle of Operation '
    'Brevity: nothing can be changed here. <a style="color:inherit" href="{up}index.html">Other desks and the book</a></p>'
)


class Answer(Protocol):
    """What a visitor is answered."""

    status_code: int

    @property
    def text(self) -> str: ...
    @property
    def content(self) -> bytes: ...
    @property
    def headers(self) -> object: ...


def file_of(address: str) -> str:
    """Return the file of a page, from the folder of its desk on: ``/units/7 rtr`` is ``units/7_rtr.html``."""
    return (re.sub(r"[^\w/-]", "_", urlsplit(address).path.strip("/")) or "home") + ".html"


def asset_of(address: str) -> str:
    """Return the file of a style sheet, typeface or picture, from the folder of all desks on."""
    return "assets/" + PurePosixPath(urlsplit(address).path).name


class Still(HTMLParser):
    """A page being made still. ``part`` returns what a script would fetch, ``pages`` are the addresses that are among the
    files; ``assets`` are then the addresses of what the page loads.
    """

    def __init__(self, address: str, part: Callable[[str], str], pages: Iterable[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.address, self._part, self._pages = address, part, set(pages)
        self.up = "../" * file_of(address).count("/")
        self.assets: set[str] = set()
        self._written: list[str] = []
        self._silent = ""
        self._depth = 0

    def made(self, text: str, banner: str) -> str:
        """Return the page with a line at its head."""
        self._banner = banner
        self.feed(text)
        self.close()
        return "".join(self._written)

    def _write(self, text: str) -> None:
        if not self._silent:
            self._written.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self._silent:
            self._depth += tag == self._silent
            return
        if tag == "script":
            self._silent, self._depth = "script", 1
            return
        if (tag, values.get("type")) == ("input", "hidden") or (tag, values.get("name", "")[:4]) == ("meta", "desk"):
            return
        written = self.get_starttag_text() or ""
        for name in ("href", "src", "action"):
            if name in values:
                led = self._led(tag, name, values[name])
                written = re.sub(rf'(\s{name}=)("[^"]*"|\'[^\']*\'|[^\s>]+)', lambda m: f'{m[1]}"{led}"', written)  # noqa: B023
        if tag == "form":
            written = re.sub(r'\smethod="?\w+"?|\starget="?\w+"?', "", written)
            if "action" not in values:
                written = f'{written[:-1]} action="{self.up}../{NOT_HERE}">'
        self._write(written)
        if tag == "body":
            self._write(self._banner)
        if tag == "section" and "data-from" in values:
            self._within(self._part(urljoin(self.address, values["data-from"])))
            self._silent, self._depth = "section", 1

    handle_startendtag = handle_starttag

    def _within(self, part: str) -> None:
        """Write a part that a script would have fetched into its place."""
        inner = Still(self.address, self._part, self._pages)
        self._written.append(inner.made(part, ""))
        self.assets |= inner.assets

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent:
            self._depth -= 1
            if not self._depth:
                silent, self._silent = self._silent, ""
                if silent == "section":
                    self._write("</section>")
            return
        self._write(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._write(f"<!{decl}>")

    def _led(self, tag: str, attribute: str, link: str) -> str:
        """Return where a link leads among the files."""
        if link.startswith("#") and attribute == "href":
            return escape(link)
        whole, anchor = urldefrag(urljoin(self.address, link))
        if re.match(r"\w+:|//", whole):
            return escape(link)
        if tag in ("link", "img", "image", "script"):
            self.assets.add(whole)
            return f"{self.up}../{asset_of(whole)}"
        if attribute == "action" or whole not in self._pages:
            return f"{self.up}../{NOT_HERE}"
        return f"{self.up}{file_of(whole)}" + (f"#{escape(anchor)}" if anchor else "")


def addresses_in(text: str) -> list[str]:
    """Return the addresses of the desk's own pages that a page links to, in order."""
    found = (unescape(link) for link in re.findall(r'<a\b[^>]*?\shref="(/[^"]*)"', text))
    return list(dict.fromkeys(urldefrag(link)[0] for link in found if not NOT_FETCHED.match(link)))


@dataclass
class StillDesk:
    """The desk of one person: ``get`` asks for an address as he, beginning with the ``first``. ``folder`` is where its
    files belong, ``answers`` are the pages as the desk answered them.
    """

    folder: str
    whose: str
    get: Callable[[str], Answer]
    first: str
    answers: dict[str, str] = field(default_factory=dict)
    assets: set[str] = field(default_factory=set)

    def fetch(self) -> None:
        """Ask for the first page and for all that can be reached by links."""
        waiting, asked = [self.first], {self.first}
        while waiting:
            address = waiting.pop(0)
            answer = self.get(address)
            if answer.status_code != 200 or "text/html" not in answer.headers["content-type"]:  # type: ignore[index]
                continue
            self.answers[address] = answer.text
            fresh = [link for link in addresses_in(answer.text) if link not in asked]
            asked.update(fresh)
            waiting += fresh

    def files(self) -> dict[str, str]:
        """Return the pages by their files."""
        banner = {
            a: BANNER.format(whose=escape(self.whose), up="../" * (file_of(a).count("/") + 1)) for a in self.answers
        }
        written = {}
        for address, text in self.answers.items():
            page = Still(address, self._part, self.answers)
            written[file_of(address)] = page.made(text, banner[address])
            self.assets |= page.assets
        return written

    def loaded(self) -> dict[str, bytes]:
        """Return the files that the pages load, and the typefaces that a style sheet loads, by their addresses."""
        contents: dict[str, bytes] = {}
        waiting = sorted(self.assets)
        while waiting:
            address = waiting.pop()
            answer = self.get(address)
            assert answer.status_code == 200, (address, answer.status_code)
            contents[address] = answer.content
            if asset_of(address).endswith(".css"):
                inner = [urljoin(address, link) for link in re.findall(r"url\((/[^)]*)\)", answer.text)]
                waiting += inner
                contents[address] = re.sub(r"url\(/[^)]*/", "url(", answer.text).encode()
        return contents

    def _part(self, address: str) -> str:
        """Return what a script would have put into a page."""
        answer = self.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer.text
