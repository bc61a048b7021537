"""An evening in real browsers: coming in, playing a turn by keys, a phone that loses its network, a server that ends and
comes back, windows that are hidden, a file that is moved away; and the same without a script.
"""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from campaign.actions.deadlines import SetDeadline
from campaign.queries.day.status import status
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.web.people import Person
from campaign.web.server import ENDS_WITHIN
from tests.hang import started
from tests.web.browser import Sent, Served, Window, chromium, free_port, until
from tests.web.clocks import DUE, Clock, refuse_late_orders

PHONE = {"width": 390, "height": 844}
UMPIRE_HIMSELF = Person(Role.UMPIRE, UMPIRE, "the umpire")
LATE = "Pressed at 20:5[78], arrived at 21:04, counted as in time"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as run:
        yield run


@pytest.fixture
def open_window(browser: Any, desk: Served) -> Iterator[Callable[..., Window]]:
    """Open a window for a seat; at the end no window's console may have complained."""
    windows: list[Window] = []

    def open_for(seat: str, **how: Any) -> Window:
        windows.append(Window.of(browser, desk, **how))
        windows[-1].come_in(seat)
        return windows[-1]

    yield open_for
    faults = [fault for window in windows for fault in window.faults]
    for window in windows:
        window.context.close()
    assert faults == []


def entries(desk: Served) -> int:
    with desk.desk.reading(UMPIRE) as board:
        return status(board, UMPIRE).entries


def streams(desk: Served) -> int:
    return sum(presence.streams for presence in list(desk.desk.people._present.values()))


def pretend(page: Any, is_hidden: bool) -> None:
    """Let a window believe that it is hidden, or shown again: all windows of a browser without a screen are shown."""
    page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )


# keys alone -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_umpire_comes_in_and_plays_on_without_a_mouse(browser: Any, dawn: Served) -> None:
    window = Window.of(browser, dawn)
    page = window.page
    page.goto(dawn.umpire())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk", wait_until="load")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
    page.goto(dawn.at("/next"))
    before = entries(dawn)
    page.keyboard.press("Enter")  # the button is new: this press was meant for the page before
    page.wait_for_selector("button.pri:not([data-asleep])")
    assert entries(dawn) == before
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-receipt]")
    assert entries(dawn) == before + 1 and page.url.endswith("/desk")
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url("**/log")
    assert window.faults == []
    window.context.close()


@pytest.mark.long
def test_every_button_and_link_of_a_page_is_reached_by_tab_and_shows_it(open_window: Callable[..., Window]) -> None:
    page = open_window("umpire").page
    for address in ("/desk", "/battles/1", "/players"):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + address)
        wanted = page.evaluate(
            "[...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary')]"
            ".filter((part) => part.checkVisibility() && !part.disabled && part.tabIndex >= 0 && !(part.type === 'radio')).length"
        )
        seen: set[int] = set()
        unseen: list[str] = []
        for _ in range(wanted + 60):
            page.keyboard.press("Tab")
            number, is_marked, text = page.evaluate(
                """() => { const part = document.activeElement, style = getComputedStyle(part);
                const all = [...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary')];
                const around = [part, part.nextElementSibling, part.parentElement].filter(Boolean).map((p) => getComputedStyle(p));
                const marked = around.some((s) => (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== 'none');
                return [all.indexOf(part), marked || part.tagName === 'BODY', part.outerHTML.slice(0, 100)]; }"""
            )
            if number >= 0 and number not in seen and not is_marked:
                unseen.append(text)
            seen.add(number)
        assert unseen == [], address
        assert len(seen - {-1}) >= wanted, (address, len(seen), wanted)


# without a script -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_without_a_script_orders_are_handed_in_and_turns_played_and_undone(browser: Any, dawn: Served) -> None:
    umpire, player = (Window.of(browser, dawn, java_script_enabled=False) for _ in range(2))
    player.press_come_in("commander")
    player.go("/orders/erskine")
    before = entries(dawn)
    player.page.locator("button.pri").click()
    player.page.locator("[data-receipt]").wait_for()
    assert entries(dawn) == before + 1
    umpire.press_come_in("umpire")
    assert umpire.page.url.endswith("/desk")
    umpire.go("/next")
    umpire.page.locator("button.pri").click()
    umpire.page.locator("[data-receipt]").wait_for()
    assert entries(dawn) == before + 2
    umpire.page.locator("[data-receipt]").get_by_role("button", name="Undo").click()
    umpire.page.get_by_text("Undone").first.wait_for()
    assert entries(dawn) == before + 1
    for window in (umpire, player):
        assert window.faults == []
        window.context.close()


# what is live ---------------------------------------------------------------------------------------------------------


def test_what_one_hands_in_the_others_see_without_loading_again(
    open_window: Callable[..., Window], desk: Served
) -> None:
    umpire, player = open_window("umpire"), open_window("commander", viewport=PHONE)
    umpire.go("/orders")
    until(lambda: streams(desk) >= 1)
    before = umpire.page.inner_text("main")
    player.go("/orders/erskine")
    player.page.locator("button.pri").click()
    player.page.wait_for_selector("[data-receipt]")
    until(lambda: umpire.page.inner_text("main") != before)
    seen = umpire.page.inner_text("[data-part=orders]")
    umpire.page.add_init_script(
        "window.streams = []; window.EventSource = class extends EventSource {"
        " constructor(...address) { super(...address); window.streams.push(this); } };"
    )
    umpire.page.reload()
    umpire.page.evaluate("document.querySelector('[data-part=orders]').append('old')")
    umpire.page.evaluate("streams.at(-1).onmessage({ data: 'orders orders' })")
    until(lambda: "old" not in umpire.page.inner_text("[data-part=orders]"))
    assert umpire.page.inner_text("[data-part=orders]").split()[:4] == seen.split()[:4], "a part told of twice stays"


@pytest.mark.long
def test_a_link_that_is_ended_shows_its_window_the_door(open_window: Callable[..., Window], desk: Served) -> None:
    player = open_window("staff")
    until(lambda: streams(desk) == 1)
    desk.link("staff")  # a new link for the same seat ends the old one
    player.page.get_by_text("Three words from the umpire").wait_for(timeout=60_000)


# a bad network --------------------------------------------------------------------------------------------------------


def test_a_phone_that_was_offline_hands_in_once_what_was_pressed(
    open_window: Callable[..., Window], desk: Served
) -> None:
    phone = open_window("commander", viewport=PHONE)
    phone.go("/orders/erskine")
    before = entries(desk)
    phone.context.set_offline(True)
    sent = Sent(phone.page)
    phone.page.locator("button.pri").click()
    phone.page.get_by_text("The desk does not answer").wait_for()
    kept = "Object.keys(localStorage).filter((name) => name.startsWith('desk!')).length"
    assert phone.page.evaluate(kept) == 1 and entries(desk) == before
    sent.until_tried(2)
    phone.context.set_offline(False)
    until(lambda: entries(desk) == before + 1)
    until(lambda: phone.page.evaluate(kept) == 0)
    sent.until_all_are_answered()
    assert entries(desk) == before + 1


def test_a_form_that_is_under_way_is_not_sent_again_and_its_receipt_stays(
    open_window: Callable[..., Window], desk: Served
) -> None:
    """The stream that opens late, or a network that comes back, sends what has no answer yet, but not what waits for one:
    the second answer would take the place of the first, and of its receipt."""
    phone = open_window("commander", viewport=PHONE)
    phone.go("/orders/erskine")
    held: list[Any] = []
    phone.page.route(
        "**/orders/erskine", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    phone.page.locator("button.pri").click()
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.evaluate("new Promise((done) => setTimeout(done, 0))")  # whoever sends it has asked by now
    until(lambda: bool(phone.page.evaluate("1")) and bool(held))
    assert len(held) == 1
    held[0].continue_()
    phone.page.locator("[data-receipt]").get_by_text("nothing changed").wait_for()


def test_a_form_pressed_without_network_before_the_deadline_counts_as_in_time(
    browser: Any, desk: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("campaign.clock.now", clock.now)
    desk.desk.people.silences.hour = clock.seconds
    refuse_late_orders(desk.desk)
    desk.desk.give(UMPIRE_HIMSELF, SetDeadline(DUE.isoformat(timespec="minutes"), "Europe/Berlin"))
    phone = Window.of(browser, desk, viewport=PHONE)
    phone.page.clock.install()
    phone.come_in("commander")
    phone.go("/orders/erskine")
    clock.moment = DUE - timedelta(minutes=2)
    assert phone.page.evaluate("fetch('/alive').then((answer) => answer.status)") == 204
    phone.context.set_offline(True)
    phone.page.locator("button.pri").click()
    phone.page.get_by_text("The desk does not answer").wait_for()
    phone.page.clock.fast_forward(360_000)
    clock.moment = DUE + timedelta(minutes=4)
    before = entries(desk)
    phone.context.set_offline(False)
    until(lambda: entries(desk) == before + 1)
    phone.page.locator("[data-receipt]").get_by_text(re.compile(LATE)).wait_for()
    phone.context.close()
    umpire = Window.of(browser, desk)
    umpire.come_in("umpire")
    umpire.go("/log")
    umpire.page.get_by_text(re.compile(LATE)).wait_for()
    umpire.context.close()


def test_a_table_without_network_is_told_so_and_told_when_it_is_back(browser: Any, desk: Served) -> None:
    table = Window.of(browser, desk, viewport=PHONE)
    table.page.clock.install()
    table.come_in("table")
    table.context.set_offline(True)
    table.page.locator("#return .boxes label").first.click()
    table.page.clock.fast_forward(11_000)
    table.page.get_by_text("The desk does not answer").wait_for()
    table.context.set_offline(False)
    table.page.clock.fast_forward(21_000)
    table.page.get_by_text("The desk does not answer").wait_for(state="detached")
    table.context.close()


def test_a_return_typed_at_the_table_outlives_a_dead_battery(browser: Any, desk: Served) -> None:
    """What was typed and not handed in is there again when the page is opened anew on the same device."""
    phone = Window.of(browser, desk, viewport=PHONE)
    phone.come_in("table")
    boxes = phone.page.locator("#return .boxes label")
    boxes.first.click()
    name = phone.page.locator("#return .boxes input").first.get_attribute("name")
    until(lambda: phone.page.evaluate(f"Object.values(localStorage).some((kept) => kept.includes('{name}'))"))
    address = phone.page.url
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.page.goto(address)
    until(lambda: phone.page.locator(f"#return .boxes input[name='{name}']").first.is_checked())
    phone.context.close()


def crossed(window: Window, line: Any) -> list[str]:
    """Return the captions of the boxes that are crossed on a line of a return."""
    boxes = window.page.locator(f"#{line} .boxes label:has(input:checked)")
    return [text.strip() for text in boxes.all_inner_texts()]


@pytest.mark.long
def test_a_state_that_is_corrected_on_a_return_stays_corrected(browser: Any, desk: Served) -> None:
    """A line is what was typed last: surrounded goes with destroyed, a reload and a refusal bring back exactly that."""
    window = Window.of(browser, desk, viewport={"width": 1440, "height": 900})
    window.come_in("table")
    line = window.page.locator("[data-line]:has(span:text-is('surrounded')):has(span:text-is('spent'))").first
    name = line.get_attribute("id")

    def cross(caption: str) -> None:
        window.page.locator(f"#{name} .boxes label", has_text=re.compile(f"^{caption}$")).click()

    cross("surrounded")
    assert crossed(window, name) == ["destroyed", "surrounded"], "only what is destroyed can have been surrounded"
    cross("spent")
    assert crossed(window, name) == ["spent"]
    window.page.reload()
    until(lambda: crossed(window, name) == ["spent"])
    cross("surrounded")
    assert crossed(window, name) == ["spent", "surrounded"], "nothing is crossed out behind the player's back"
    window.page.get_by_role("button", name="Hand in the return").click()
    window.page.locator("#fault").wait_for()
    assert crossed(window, name) == ["spent", "surrounded"]
    assert window.page.locator("#net").inner_text() == "", "nothing lies over the refusal"
    cross("destroyed")
    assert crossed(window, name) == ["destroyed", "surrounded"]
    window.context.close()


@pytest.mark.long
def test_a_server_that_ends_and_comes_back_on_its_port_is_told_and_found_again(
    open_window: Callable[..., Window], desk: Served
) -> None:
    umpire = open_window("umpire")
    until(lambda: streams(desk) == 1)
    desk.stop()
    umpire.page.get_by_text("The desk does not answer").wait_for(timeout=60_000)
    desk.start()
    until(lambda: streams(desk) == 1)
    until(lambda: "does not answer" not in umpire.page.inner_text("#net"))
    umpire.go("/battles/1")
    assert umpire.page.locator("nav a").count() > 5


@pytest.mark.long
def test_hidden_windows_hold_no_connection_so_that_the_ninth_loads(browser: Any, desk: Served) -> None:
    first = Window.of(browser, desk)
    first.come_in("umpire")
    windows = [first]
    for _ in range(8):
        pretend(windows[-1].page, is_hidden=True)
        windows.append(Window.in_context(first.context, desk))
        windows[-1].go("/desk")
    assert windows[-1].page.title()
    until(lambda: streams(desk) == 1)
    pretend(first.page, is_hidden=False)
    until(lambda: streams(desk) == 2)
    first.context.close()
    until(lambda: streams(desk) == 0)


@pytest.mark.long
def test_a_file_that_is_moved_away_is_told_in_every_window_and_found_again(
    open_window: Callable[..., Window], desk: Served
) -> None:
    umpire, player = open_window("umpire"), open_window("commander")
    until(lambda: streams(desk) == 2)
    away = desk.file.with_name("moved.db")
    desk.file.rename(away)
    for window in (umpire, player):
        window.page.get_by_text("This page is as of").wait_for(timeout=60_000)
    player.go("/orders/erskine")
    assert "cannot be read" in player.page.inner_text("main")
    away.rename(desk.file)
    until(lambda: "as of" not in umpire.page.inner_text("#net"))
    player.go("/orders/erskine")
    player.page.locator("button.pri").click()
    player.page.wait_for_selector("[data-receipt]")


# the program itself ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_ctrl_c_ends_the_program_at_once_though_windows_listen(browser: Any, campaign_file: Path) -> None:
    """The command as the umpire types it; and what stands in its answers: no line that names the server."""
    port = free_port()
    words = [sys.executable, "-m", "campaign", "--db", str(campaign_file), "desk", "--no-browser", "--port", str(port)]
    with started(words) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(2)]
        link = lines[1].split()[1]
        context = browser.new_context()
        pages = [context.new_page() for _ in range(3)]
        pages[0].goto(link)
        pages[0].get_by_role("button", name="Come in").click()
        pages[0].wait_for_url("**/desk")
        for page in pages[1:]:
            page.goto(f"http://127.0.0.1:{port}/desk")
        assert "server" not in pages[1].reload().headers
        with closing(socket.create_connection(("127.0.0.1", port))) as slow:
            slow.sendall(b"POST /in HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n" % (port, port))
            program.send_signal(2)
            rest, _ = program.communicate(timeout=60)  # it would wait for the windows, and for the form, for ever
        assert "The desk is closed." in rest and "Traceback" not in rest, rest
        assert ENDS_WITHIN <= 3, "the seconds that the form is waited for"
        context.close()
