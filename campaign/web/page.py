"""The table of pages: an address, who may see it, and the functions that answer.

@page("/battles/{number}", UMPIRE | PLAYERS)
def show_battle(visit: Visit) -> Answer: ...

@show_battle.post
def change_battle(visit: Visit) -> Answer: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules

from campaign.journal.overtaken import DrawnFor
from campaign.values import dataclass
from campaign.web.answer import Answer
from campaign.web.people import Roles
from campaign.web.visit import Visit

PageFunction = Callable[[Visit], Answer]

LARGEST_FORM = 200_000
"""Most bytes of a form that is posted, unless its page takes files."""
LARGEST_UPLOAD = 32_000_000
"""Most bytes of a form with files."""


@dataclass(slots=True)
class Page:
    """A page of the desk. ``is_kept``: it is made ready again after each change of the campaign, before a window is
    told of the change; the others are made each time they are asked for. ``is_drawn``: it takes seconds, and waits for
    others of its kind only. ``drawn_for``: the state that the umpire's forms for this address were drawn for, but for
    those whose ``do`` is among ``aside``; ``home``: the page where one reads what became of them, if it is another one.
    """

    path: str
    roles: Roles
    get: PageFunction
    is_kept: bool = True
    takes_files: bool = False
    is_drawn: bool = False
    drawn_for: DrawnFor = DrawnFor.CLOCK
    aside: frozenset[str] = frozenset()
    home: str = ""
    change: PageFunction | None = None
    changed_by: Roles = frozenset()

    def post(self, change: PageFunction) -> PageFunction:
        """Take a function for what is posted to the page (a decorator). Those may post who may see the page."""
        self.change, self.changed_by = change, self.changed_by or self.roles
        return change

    def posted_by(self, roles: Roles) -> Callable[[PageFunction], PageFunction]:
        """Take a function for what is posted to the page by these roles only (a decorator)."""

        def keep(change: PageFunction) -> PageFunction:
            self.changed_by = roles
            return self.post(change)

        return keep

    @property
    def largest(self) -> int:
        """Return the most bytes that may be posted."""
        return LARGEST_UPLOAD if self.takes_files else LARGEST_FORM


_PAGES: dict[str, Page] = {}


def page(
    path: str,
    roles: Roles,
    *,
    is_kept: bool = True,
    takes_files: bool = False,
    is_drawn: bool = False,
    drawn_for: DrawnFor = DrawnFor.CLOCK,
    aside: frozenset[str] = frozenset(),
    home: str = "",
) -> Callable[[PageFunction], Page]:
    """Put a function into the table of pages under an address (a decorator)."""

    def keep(show: PageFunction) -> Page:
        if path in _PAGES and _PAGES[path].get.__module__ != show.__module__:
            raise ValueError(f"two pages have the address {path}")
        _PAGES[path] = Page(path, roles, show, is_kept, takes_files, is_drawn, drawn_for, aside, home)
        return _PAGES[path]

    return keep


def all_pages() -> tuple[Page, ...]:
    """Return every page of the modules in ``campaign.web.pages``, by address; fixed addresses before those with a
    blank.
    """
    for name in _page_modules():
        import_module(name)
    return tuple(sorted(_PAGES.values(), key=lambda entry: (entry.path.count("{"), entry.path)))


def _page_modules() -> Iterator[str]:
    from campaign.web import pages

    yield from sorted(f"{pages.__name__}.{module.name}" for module in iter_modules(pages.__path__))
