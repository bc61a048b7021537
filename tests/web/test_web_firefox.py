"""The desk in Firefox: coming in, playing on, what is live, orders, a return; and its pages on a laptop and a phone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.queries.day.status import status
from campaign.terms.viewer import UMPIRE
from tests.web.browser import Served, served
from tests.web.everywhere import NOT_THERE, Ground, every_page, may_see
from tests.web.firefox import Firefox, FoxWindow, firefox

LAPTOP, PHONE = (1280, 800), (320, 640)
SEATS = ("umpire", "commander")
CASES = [
    (seat, page.path) for seat in SEATS for page in every_page() if may_see(page, seat) and page.path not in NOT_THERE
]
RECEIPT = "document.querySelector('[data-receipt]')"


@pytest.fixture(scope="module")
def browser() -> Iterator[Firefox]:
    with firefox() as run:
        yield run


class Hall:
    """A campaign that is only looked at, and a window for each seat, opened when it is first asked for."""

    def __init__(self, browser: Firefox, desk: Served) -> None:
        self.browser, self.desk = browser, desk
        self.ground = Ground.of(desk)  # type: ignore[arg-type]
        self._windows: dict[str, FoxWindow] = {}

    def window(self, seat: str) -> FoxWindow:
        if seat not in self._windows:
            self._windows[seat] = FoxWindow.of(self.browser, self.desk)
            self._windows[seat].come_in(seat)
        self._windows[seat].faults.clear()
        return self._windows[seat]

    def address(self, seat: str, path: str) -> str:
        (page,) = (page for page in every_page() if page.path == path)
        return self.ground.addresses(page, seat)[0]

    def close(self) -> None:
        for window in self._windows.values():
            window.close()


@pytest.fixture(scope="module")
def hall(browser: Firefox, first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    path = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("pages") / "campaign.db"))
    with served(path) as desk:
        opened = Hall(browser, desk)
        yield opened
        opened.close()


@pytest.fixture
def open_window(browser: Firefox) -> Iterator[Callable[..., FoxWindow]]:
    """Open a window for a seat; at the end no window's console may have complained."""
    windows: list[FoxWindow] = []

    def open_for(desk: Served, seat: str, size: tuple[int, int] = LAPTOP) -> FoxWindow:
        windows.append(FoxWindow.of(browser, desk, width=size[0], height=size[1]))
        windows[-1].come_in(seat)
        return windows[-1]

    yield open_for
    faults = [fault for window in windows for fault in window.faults]
    for window in windows:
        window.close()
    assert faults == []


def entries(desk: Served) -> int:
    with desk.desk.reading(UMPIRE) as board:
        return status(board, UMPIRE).entries


# playing --------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_umpire_plays_on_and_a_players_window_hears_of_it(
    open_window: Callable[..., FoxWindow], dawn: Served
) -> None:
    umpire, player = open_window(dawn, "umpire"), open_window(dawn, "commander", PHONE)
    assert umpire.evaluate("location.pathname") == "/desk"
    player.go("/situation")
    player.evaluate("globalThis.isStillHere = true")
    before, words = entries(dawn), player.text()
    umpire.go("/next")
    umpire.press("button.pri")
    umpire.wait(RECEIPT)
    assert entries(dawn) == before + 1
    player.wait(f"document.querySelector('main').innerText !== {json.dumps(words)}")
    assert player.evaluate("isStillHere"), "the part was swapped, and the page not loaded again"


@pytest.mark.long
def test_the_umpire_comes_in_once_by_the_link_and_by_keys(browser: Firefox, dawn: Served) -> None:
    link = dawn.umpire()
    umpire, stranger = (FoxWindow.of(browser, dawn) for _ in range(2))
    umpire.open(link)
    umpire.type("Tab", "Enter")
    umpire.wait("location.pathname === '/desk' && document.readyState === 'complete'", 15)
    umpire.type("Tab")
    assert umpire.evaluate("document.activeElement.className") == "skip"
    stranger.open(link)
    assert "This link is the umpire's." not in stranger.text("body"), "the link was used"
    assert umpire.go("/desk") == 200 and stranger.go("/desk") != 200
    assert umpire.faults + stranger.faults == []
    for window in (umpire, stranger):
        window.close()


@pytest.mark.long
def test_a_player_hands_in_his_orders_by_clicks(open_window: Callable[..., FoxWindow], desk: Served) -> None:
    player = open_window(desk, "commander", PHONE)
    before = entries(desk)
    player.press("nav a", "Orders")
    player.wait("location.pathname.startsWith('/orders') && document.readyState === 'complete'")
    player.press("button.pri", "Hand in")
    player.wait(RECEIPT)
    assert entries(desk) == before + 1


@pytest.mark.long
def test_the_boxes_of_a_return_are_crossed_and_kept(open_window: Callable[..., FoxWindow], desk: Served) -> None:
    table = open_window(desk, "table", PHONE)
    crossed = "[...document.querySelectorAll('#return .boxes input:checked')].map((box) => [box.name, box.value])"
    assert table.evaluate(crossed) == []
    for line in (1, 2):
        table.press(f"#line-{line} .boxes label")
    boxes = table.evaluate(crossed)
    assert len(boxes) == 2
    assert table.text("[data-crossed]").startswith("2 of")
    table.wait("Object.keys(localStorage).some((name) => localStorage[name].includes('" + boxes[0][0] + "'))")
    table.reload()
    table.wait(f"JSON.stringify({crossed}) === {json.dumps(json.dumps(boxes, separators=(',', ':')))}")


# every page -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("seat", "path"), CASES[::5])
def test_a_page_is_for_a_laptop_and_a_phone(hall: Hall, seat: str, path: str) -> None:
    window, address = hall.window(seat), hall.address(seat, path)
    if not window.is_page(address):
        return  # a file, or a part of other pages
    wrong: list[str] = []
    for width, height in (LAPTOP, PHONE):
        window.resize(width, height)
        window.go(address)
        assert window.evaluate("innerWidth") == width
        wrong += [f"{width} px, too wide: {part}" for part in window.too_wide()]
    assert wrong + window.faults == []


@pytest.mark.long
def test_whatever_is_wrong_with_a_page_is_told(hall: Hall) -> None:
    """The faults that the other tests look for are seen where they are: of the console, the policy, other servers, width."""
    window = hall.window("umpire")
    window.resize(*PHONE)
    window.go("/desk")
    window.evaluate("console.error('a fault')")
    window.evaluate("""document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>')""")
    window.evaluate("fetch('http://127.0.0.2:9/').catch(() => 0)")
    window.evaluate("document.querySelector('h1').style.setProperty('width', '900px')")
    window.wait("document.scrollingElement.scrollWidth > innerWidth")
    assert any(part.startswith("h1") for part in window.too_wide())
    told = " ".join(window.faults)
    window.faults.clear()
    assert "console: a fault" in told
    assert "policy: style-src" in told and "policy: connect-src forbids http://127.0.0.2:9" in told
