"""Every page of every seat in Chromium: nothing that the console complains of, no rule of WCAG 2.2 AA broken in light and
dark, and no scrolling sideways on a phone of 320 pixels, nor with letters twice as large; on paper what stands on the page,
and nothing that only a screen can do.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import NO_AXE, Served, Window, axe_source, chromium, served
from tests.web.everywhere import NOT_THERE, NOWHERE, Ground, every_page, may_see

SEATS = ("umpire", "commander", "staff", "table", "wall")
CASES = [
    (seat, page.path) for seat in SEATS for page in every_page() if may_see(page, seat) and page.path not in NOT_THERE
]
TWICE, ONCE = (f"document.documentElement.style.fontSize = '{size}'" for size in ("200%", ""))
"""Letters at twice their size, as somebody's own style sheet sets them; and at their own."""
OF_SCREENS = """() => [...document.querySelectorAll("nav,button,a.b,.dock,.zoom,input,select,textarea")]
.filter((part) => !part.closest("form.return") && part.checkVisibility() && part.getBoundingClientRect().height > 1)
.map((part) => `${part.tagName.toLowerCase()}.${part.className} ${part.textContent.trim().slice(0, 30)}`)"""
"""What would be printed of what only a screen can do; the boxes of a return are those of the printed form."""
INK = "() => { const body = getComputedStyle(document.body); return `${body.color} on ${body.backgroundColor}`; }"
BLACK_ON_WHITE = "rgb(0, 0, 0) on rgb(255, 255, 255)"
POCKET = {"width": 390, "height": 844}
PHONE, LAPTOP = {"width": 320, "height": 640}, {"width": 1280, "height": 800}


class Halls:
    """The served campaign and a window for each seat, opened when it is first asked for."""

    def __init__(self, browser: Any, served: Served) -> None:
        self.browser, self.served = browser, served
        self.windows: dict[str, Window] = {}
        self.ground = Ground.of(served)  # type: ignore[arg-type]

    def window(self, seat: str) -> Window:
        if seat not in self.windows:
            self.windows[seat] = Window.of(self.browser, self.served)
            if seat != "stranger":
                self.windows[seat].come_in(seat)
        self.windows[seat].faults.clear()
        return self.windows[seat]


@pytest.fixture(scope="module")
def halls(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Halls]:
    """A campaign that is only looked at."""
    path = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("pages") / "campaign.db"))
    with chromium() as browser, served(path) as desk:
        yield Halls(browser, desk)


def address_of(halls: Halls, seat: str, path: str) -> str:
    (page,) = (page for page in every_page() if page.path == path)
    return halls.ground.addresses(page, seat)[0]


@pytest.mark.long
@pytest.mark.sample(60, long=3)
@pytest.mark.parametrize(("seat", "path"), CASES)
def test_a_page_is_for_everybody_on_every_screen(halls: Halls, seat: str, path: str) -> None:
    look_at(halls, seat, address_of(halls, seat, path))


@pytest.mark.long
@pytest.mark.sample(100, long=4)
@pytest.mark.parametrize(("seat", "path"), CASES)
def test_a_page_fits_with_large_letters_and_on_paper(halls: Halls, seat: str, path: str) -> None:
    address, window = address_of(halls, seat, path), halls.window(seat)
    if not is_page(window, address):
        return
    window.page.set_viewport_size(POCKET)
    window.page.emulate_media(color_scheme="dark", media="screen")
    window.go(address)
    window.page.evaluate(TWICE)
    wrong = [f"390 px, letters twice as large: {part}" for part in window.too_wide()]
    window.page.set_viewport_size(LAPTOP)
    wrong += [f"1280 px, letters twice as large: {part}" for part in window.too_wide()]
    window.page.evaluate(ONCE)
    window.page.emulate_media(media="print")
    wrong += [f"on paper: {part}" for part in window.page.evaluate(OF_SCREENS)]
    ink = window.page.evaluate(INK)
    window.page.emulate_media(media="screen")
    assert (wrong, ink) == ([], BLACK_ON_WHITE)


@pytest.mark.sample(2)
@pytest.mark.parametrize("address", ["/", NOWHERE, "/in/wrong"])
def test_the_door_is_for_everybody(halls: Halls, address: str) -> None:
    halls.served.desk.people.limit._by_address.clear()
    look_at(halls, "stranger", address)


def is_page(window: Window, address: str) -> bool:
    """Return whether an address is a whole page: no file, and no part of other pages."""
    answer = window.context.request.get(window.served.at(address))
    return answer.headers.get("content-type", "").startswith("text/html") and "<!doctype" in answer.text()


def look_at(halls: Halls, seat: str, address: str) -> None:
    """Open a page as a laptop and a phone show it, in light and dark, and say everything that is wrong."""
    axe, window = axe_source(), halls.window(seat)
    if not is_page(window, address):
        return
    wrong: list[str] = []
    for size, colours in ((LAPTOP, "light"), (LAPTOP, "dark"), (PHONE, "light")):
        window.page.set_viewport_size(size)
        window.page.emulate_media(color_scheme=colours)
        window.go(address)
        window.page.wait_for_load_state("load")
        where = f"{size['width']} px, {colours}"
        wrong += [f"{where}: {rule}" for rule in (window.broken_rules(axe) if axe else ())]
        wrong += [f"{where}: too wide: {part}" for part in window.too_wide()]
    assert wrong + window.faults == []


@pytest.mark.long
def test_the_rules_of_wcag_were_tried() -> None:
    """The others look at the console and the width alone without it."""
    if not axe_source():
        pytest.skip(f"{NO_AXE}: unpack the npm package axe-core, and say where in CAMPAIGN_AXE")
