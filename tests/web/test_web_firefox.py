"""The desk in Firefox: coming in, playing on, what is live, orders, a return; and its pages on a laptop and a phone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign import api
from campaign.queries.status import status
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


@pytest.fixture(scope="module")
def dawn_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn: nothing stops the clock."""
    path = tmp_path_factory.mktemp("dawn") / "campaign.db"
    api.start("operation-brevity", path, seed="1941").close()
    return path


@pytest.fixture
def dawn(dawn_file: Path, tmp_path: Path) -> Iterator[Served]:
    with served(Path(shutil.copyfile(dawn_file, tmp_path / "dawn.db"))) as opened:
        yield opened


@pytest.fixture
def desk(campaign_file: Path) -> Iterator[Served]:
    with served(campaign_file) as opened:
        yield opened


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
