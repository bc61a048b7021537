"""Orders by pointing in a real browser: unit, destination, Enter; dragging, the wheel, keys; a map that stays new."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.api import GiveOrder, open_campaign
from campaign.journal.transaction import reading
from campaign.model import Order
from tests.web.browser import Served, chromium, come_in, served, until

UNIT = '.ground [data-unit="3_coldstream_guards"]'
BIR_WAIR, POINT_206, HALFAYA = (
    f'.ground [data-place="{name}"] rect' for name in ("Bir Wair", "Point 206", "Halfaya Pass, top")
)
FRAME = ".ground>svg"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as run:
        yield run


@pytest.fixture
def desk(browser: Any, campaign_file: Path) -> Iterator[Served]:
    """The campaign, whose windows are closed first: they would ask for ever for a desk that has ended."""
    with served(campaign_file) as opened:
        yield opened
        for profile in browser.contexts:
            profile.close()


def faults_of(page: Any) -> list[str]:
    """What the browser complains of from now on: errors of the script, and what the page's policy forbids."""
    faults: list[str] = []
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    return faults


def open_map(page: Any, desk: Served) -> None:
    """Open the map, and wait until it has been fetched again in the measure of the window."""
    page.goto(f"{desk.address}/map")
    page.wait_for_url("**wide=**")


class Held:
    """The next answer from an address, which comes when the test lets it."""

    def __init__(self, page: Any, address: str = "**/map?*wide=*") -> None:
        self._page, self._answers = page, list[Any]()
        page.route(address, lambda answer: self._answers.append(answer), times=1)

    def asked(self) -> None:
        """Wait until the page has asked for it."""
        until(lambda: bool(self._page.evaluate("1")) and bool(self._answers))

    def comes(self) -> None:
        """Let it come."""
        self._answers.pop().continue_()


def orders_of(desk: Served, unit: str) -> list[tuple[str, list[int]]]:
    with reading(desk.desk.reader, None) as board:
        rows = [row for row in board.rows(Order) if row.key == f"battalion:{unit}" and (row.day, row.turn) == (1, 3)]
        return [(row.kind.value, list(row.via or [])) for row in rows]


@pytest.mark.long
def test_unit_destination_enter(browser: Any, desk: Served) -> None:
    page = come_in(browser, desk.commander("erskine", "allied"), viewport={"width": 1440, "height": 900})
    faults, loads = faults_of(page), []
    open_map(page, desk)
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.on("load", lambda _: loads.append("a page was loaded"))
    page.click(UNIT)
    page.wait_for_selector("#about")
    page.click(BIR_WAIR)
    page.wait_for_selector("#give .pri:not([data-asleep])")
    assert "21.6 km" in page.inner_text(".comes")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-receipt]")
    assert "march Bir Wair, from turn 1.3 on" in page.inner_text("[data-receipt]")
    assert orders_of(desk, "3_coldstream_guards") == [("march", [])]
    assert "a page was loaded" not in loads, "panel and map are exchanged, no page is loaded"
    assert not faults


@pytest.mark.long
def test_shift_and_point_adds_a_place_on_the_way_and_keeps_the_aim(browser: Any, desk: Served) -> None:
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    page.goto(f"{desk.address}/map?unit=3_coldstream_guards&order=march&to=Bir+Wair")
    page.fill("#f-aim", "Close up")
    page.click(POINT_206, modifiers=["Shift"])
    page.wait_for_selector(".vias .st")
    assert page.input_value("#f-aim") == "Close up"
    assert "19.7 km" in page.inner_text(".comes")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "order=" not in url)


@pytest.mark.long
def test_the_piece_moves_by_mouse_and_keys_and_is_fetched(browser: Any, desk: Served) -> None:
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    faults = faults_of(page)
    open_map(page, desk)
    seen = [page.get_attribute(FRAME, "data-frame")]

    def moved() -> None:
        page.wait_for_function("old => document.querySelector('.ground>svg').dataset.frame !== old", arg=seen[-1])
        seen.append(page.get_attribute(FRAME, "data-frame"))

    page.mouse.move(900, 500)
    page.mouse.down()
    page.mouse.move(700, 350, steps=4)
    assert page.get_attribute(FRAME, "viewBox") != "0 0 1040 780"
    page.mouse.up()
    moved()
    east, north, *_ = map(float, seen[-1].split())
    assert east > 0 > north, "the ground goes with the pointer"
    assert "unit=" not in page.url, "a drag is no click"
    page.mouse.wheel(0, -200)
    moved()
    assert float(seen[-1].split()[3]) < float(seen[-2].split()[3])
    for key in ("ArrowLeft", "-", "0"):
        page.keyboard.press(key)
        moved()
    assert seen[-1] == seen[0]
    page.keyboard.press("m")
    page.wait_for_selector(".mapdesk.whole")
    assert not faults


@pytest.mark.long
def test_a_map_that_comes_under_the_hand_is_held_on_to(browser: Any, desk: Served) -> None:
    """The map in the measure of the window arrives in the middle of a drag."""
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    faults, late = faults_of(page), Held(page)
    page.goto(f"{desk.address}/map")
    late.asked()
    page.mouse.move(900, 500)
    page.mouse.down()
    page.mouse.move(800, 450)
    late.comes()
    page.wait_for_url("**wide=**")
    before = page.get_attribute(FRAME, "data-frame")
    page.mouse.move(700, 350)
    page.wait_for_selector(".ground.dragged")  # the browser tells of a moved mouse with its next frame
    page.mouse.up()
    page.wait_for_function("old => document.querySelector('.ground>svg').dataset.frame !== old", arg=before)
    east, north, *_ = map(float, page.get_attribute(FRAME, "data-frame").split())
    assert east > float(before.split()[0]) and north < float(before.split()[1])
    assert "at=" in page.url and "wide=" in page.url
    assert not faults


@pytest.mark.long
def test_a_step_is_taken_from_the_map_that_is_on_its_way(browser: Any, desk: Served) -> None:
    """A window that changes its size while a drag is being answered asks for the dragged piece, not for the old one."""
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    open_map(page, desk)
    late = Held(page)
    page.mouse.move(900, 500)
    page.mouse.down()
    page.mouse.move(700, 350)
    page.mouse.up()
    late.asked()
    narrower = page.url
    page.set_viewport_size({"width": 1300, "height": 800})
    page.wait_for_url(lambda url: url != narrower)
    assert "at=" in page.url


@pytest.mark.long
def test_an_answer_that_was_overtaken_is_not_shown(browser: Any, desk: Served) -> None:
    """Neither the older of two pieces of a map, nor the parts of a page that is no longer in the window."""
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    page.goto(f"{desk.address}/desk")
    page.wait_for_selector("#part-map .ground>svg")
    fill = "(address) => { const part = document.querySelector('#part-map'); part.dataset.from = address; %s Desk.fill(part); }"
    older = Held(page, "**/map/part?at=0,0&span=9000")
    page.evaluate(fill % "window.older =", "/map/part?at=0,0&span=9000")
    older.asked()
    page.evaluate(fill % "return", "/map/part?at=0,0&span=30000")
    newer = page.get_attribute("#part-map .ground>svg", "data-frame")
    older.comes()
    page.evaluate("window.older")
    assert page.get_attribute("#part-map .ground>svg", "data-frame") == newer
    before = Held(page, "**/desk")
    page.evaluate("window.before = Desk.refresh(['page']), 0")
    before.asked()
    with page.expect_request("**/log"):
        page.evaluate("Desk.arrive('/log', false)")
        before.comes()


@pytest.mark.long
def test_a_keyboard_alone_gives_an_order(browser: Any, desk: Served) -> None:
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    open_map(page, desk)
    page.keyboard.press("Tab")
    page.focus(UNIT)
    page.keyboard.press("Enter")
    page.wait_for_selector("#about")
    page.focus('.ground [data-place="Bir Wair"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#give .pri:focus:not([data-asleep])")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-receipt]")
    assert orders_of(desk, "3_coldstream_guards") == [("march", [])]


@pytest.mark.long
def test_a_phone_gives_an_order_in_three_taps(browser: Any, desk: Served) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = come_in(browser, desk.commander("erskine", "allied"), **phone)
    page.goto(f"{desk.address}/map")
    page.wait_for_url("**wide=380**")
    page.tap(UNIT)
    page.wait_for_selector("#about")
    page.tap(HALFAYA)
    page.wait_for_selector("#give .pri")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.tap("#give .pri")
    page.wait_for_selector("[data-receipt]")
    assert orders_of(desk, "3_coldstream_guards") == [("march", [])]


@pytest.mark.long
def test_the_map_on_another_page_is_told_of_changes(browser: Any, desk: Served, campaign_file: Path) -> None:
    page = come_in(browser, desk.umpire(), viewport={"width": 1440, "height": 900})
    page.goto(f"{desk.address}/desk")
    page.wait_for_selector("#part-map .ground>svg")
    page.click("#part-map [aria-label='Zoom in']")
    page.wait_for_function("document.querySelector('#part-map').dataset.from.includes('at=')")
    before = page.inner_html("#part-map .ground")
    with open_campaign(campaign_file) as brevity:
        brevity.give(GiveOrder("3_coldstream_guards", "march", "Sidi Omar"))
    page.wait_for_function("old => document.querySelector('#part-map .ground').innerHTML !== old", arg=before)
    assert "at=" in page.get_attribute("#part-map", "data-from"), "the piece that is looked at stays"
