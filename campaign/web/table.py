"""Which page answers an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from re import Pattern
from urllib.parse import urlencode

from starlette.routing import compile_path

from campaign.values import dataclass
from campaign.web.page import Page, all_pages
from campaign.web.visit import SEVERAL

AS_JSON = ".json"


@dataclass(frozen=True, slots=True)
class Found:
    """A page with the blanks of its address; ``as_json``: asked for with ``.json`` behind it."""

    page: Page
    path: Mapping[str, str]
    address: str
    as_json: bool = False


@dataclass(frozen=True)
class PageTable:
    """All pages of the desk."""

    pages: tuple[Page, ...]

    @classmethod
    def of_all(cls) -> PageTable:
        return cls(all_pages())

    @classmethod
    def of_founding(cls) -> PageTable:
        """Return the table of the pages that start a campaign."""
        return cls(tuple(page for page in all_pages() if page.path == "/" or page.path.startswith("/new")))

    @cached_property
    def _patterns(self) -> tuple[tuple[Pattern[str], Page], ...]:
        return tuple((compile_path(page.path)[0], page) for page in self.pages)

    def find(self, address: str) -> Found | None:
        """Return the page of an address (without what stands behind its question mark)."""
        plain = address.removesuffix(AS_JSON)
        for word in dict.fromkeys((address, plain)):
            for pattern, page in self._patterns:
                match = pattern.fullmatch(word)
                if match and (
                    word == plain or not any(blank.endswith(AS_JSON) for blank in match.groupdict().values())
                ):
                    return Found(page, match.groupdict(), word, word != address)
        return None


def words_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return what stands behind the question mark of an address, by name; the values of a name that stands there
    several times in lines of their own.
    """
    words: dict[str, str] = {}
    for name, value in pairs:
        words[name] = f"{words[name]}{SEVERAL}{value}" if name in words else value
    return words


def whole_address(address: str, query: Iterable[tuple[str, str]]) -> str:
    """Return an address with its words in a fixed order, so that the same page has one name."""
    words = sorted(query)
    return f"{address}?{urlencode(words)}" if words else address
