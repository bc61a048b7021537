"""A real browser on a real server: Chromium, driven by Playwright, and the desk served by uvicorn on a port of its own.

CAMPAIGN_BROWSER     path of the browser, or the word "required": then a run without one fails instead of skipping
CAMPAIGN_AXE         folder of the npm package axe-core (``npm pack axe-core``, unpacked), for the rules of WCAG

with served(file) as desk:                         a desk that can be stopped and started again on its port
    with chromium() as browser:
        window = Window.of(browser, desk)        notes what the console complains of
"""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from campaign.web.desk import Desk, open_desk
from campaign.web.room import Room, listening
from campaign.web.server import DeskServer, own_doors, server_for
from tests.web.everywhere import COMMANDERS, SIDE

NO_BROWSER = "no Chromium here"
NO_AXE = "no axe-core here"
REQUIRED = "required"
_UNWANTED = (
    "WebUIOmniboxPopup",  # the panels below the address bar, which each window makes ready in a process of its own:
    "WebUIOmniboxAimPopup",  # that takes longer than most pages of the desk
    "WebUIOmniboxFullPopup",
    "AimEnabled",  # what would ask elsewhere for itself, as Playwright leaves it out: the last such flag counts alone
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Parts of the browser that no test looks at."""
FLAGS = (
    "--no-sandbox",  # as root, and in containers with little shared memory
    "--disable-dev-shm-usage",
    "--disable-gpu",
    f"--disable-features={','.join(_UNWANTED)}",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")
WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


def path_of_chromium() -> str:
    """Return where the browser is. Without one the test is skipped, or fails where one is required."""
    return path_of("CAMPAIGN_BROWSER", _NAMES, NO_BROWSER)


def path_of(variable: str, names: Iterable[str], none_here: str) -> str:
    """Return where a browser is: at the path in an environment variable, or under one of these names. Without one the
    test is skipped, or fails where the variable requires one.
    """
    asked = os.environ.get(variable, "")
    if asked and asked != REQUIRED:
        return asked
    for name in names:
        if path := shutil.which(name):
            return path
    text = f"{none_here}: install one, or say in {variable} where one is"
    if asked == REQUIRED:
        pytest.fail(text)
    pytest.skip(text)


def axe_source() -> str:
    """Return the text of axe-core; empty where it is not at hand."""
    folder = os.environ.get("CAMPAIGN_AXE", "")
    path = Path(folder) / "axe.min.js"
    return path.read_text(encoding="utf-8") if folder and path.exists() else ""


_MISNAMED = """() => [...document.querySelectorAll("a[aria-label],button[aria-label]")].filter((part) => part.checkVisibility())
.flatMap((part) => {
  const read = part.cloneNode(true), name = part.getAttribute("aria-label");
  for (const away of read.querySelectorAll("[aria-hidden=true],svg,.away")) away.remove();
  const text = read.textContent.replace(/\\s+/g, " ").trim(), isDrawn = part instanceof SVGElement;
  return isDrawn || name.toLowerCase().startsWith(text.toLowerCase()) ? [] : [`named otherwise than it reads: ${name} / ${text}`];
})"""
"""Links and buttons whose name does not begin with the words that are read on them (2.5.3); signs of a map are drawings."""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser, without a window on the screen."""
    playwright = pytest.importorskip("playwright.sync_api", reason=f"{NO_BROWSER}: Playwright is not installed")
    path = path_of_chromium()
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.05)


@dataclass
class Served:
    """A desk that is served on a port of this machine."""

    file: Path
    port: int = field(default_factory=free_port)
    desk: Desk = field(init=False)
    server: DeskServer = field(init=False)
    _thread: threading.Thread = field(init=False)

    def start(self) -> None:
        """Open the desk and serve it."""
        listener = listening("127.0.0.1", self.port)
        self.desk = open_desk(self.file, doors=own_doors(self.port), cookie=f"desk{self.port}")
        self.server = server_for(self.desk)
        self.desk.room = Room(self.desk, self.port, self.server)
        self.desk.watch()
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        assert self.server.is_ready.wait(60)

    def stop(self) -> None:
        """End the server as Ctrl-C does, and close the desk."""
        self.server.handle_exit(2, None)
        self._thread.join(60)
        assert not self._thread.is_alive(), "the server did not end"
        self.desk.close()

    @property
    def address(self) -> str:
        """Return the address of the desk."""
        return f"http://127.0.0.1:{self.port}"

    def umpire(self) -> str:
        """Return the address by which the umpire comes in."""
        return self.link("umpire")

    def commander(self, key: str, side: str) -> str:
        """Return the address by which a commander's player comes in."""
        return self.at(f"/in/{self.desk.people.invite(Seat(Role.COMMANDER, side, (key,)))[0]}")

    def at(self, address: str) -> str:
        """Return the whole address of a page."""
        return f"{self.address}{address}"

    def link(self, seat: str) -> str:
        """Return a link for a seat."""
        people = self.desk.people
        if seat == "umpire":
            return self.at(f"/in/{people.umpire_link()}")
        if seat in COMMANDERS:
            return self.commander(*COMMANDERS[seat])
        if seat == "staff":
            token, _ = people.invite(Seat(Role.STAFF, SIDE))
        elif seat == "table":
            token, _ = people.invite(Seat(Role.TABLE, SIDE, battle=1))
        else:
            token, _ = people.invite(Seat(Role.WALL))
        return self.at(f"/in/{token}")


@contextmanager
def served(file: Path) -> Iterator[Served]:
    """Serve a campaign for the time of a test."""
    opened = Served(file)
    opened.start()
    try:
        yield opened
    finally:
        opened.stop()


class Sent:
    """The forms that a page sends from now on, and whether they have been answered."""

    def __init__(self, page: Any) -> None:
        self._page, self._tried, self._under_way = page, 0, 0
        page.on("request", lambda request: self._count(request, 1))
        for event in ("requestfinished", "requestfailed"):
            page.on(event, lambda request: self._count(request, -1))

    def _count(self, request: Any, by: int) -> None:
        if request.method == "POST":
            self._under_way += by
            self._tried += by > 0

    def _until(self, is_so: Callable[[], bool]) -> None:
        until(lambda: bool(self._page.evaluate("1")) and is_so())  # asking the page lets its events come

    def until_tried(self, times: int) -> None:
        """Wait until a form was sent so often, and every time came back."""
        self._until(lambda: self._tried >= times and not self._under_way)

    def until_all_are_answered(self) -> None:
        """Wait until no form is under way."""
        self._until(lambda: not self._under_way)


def come_in(browser: Any, link: str, **shape: Any) -> Any:
    """Return a page of somebody who has come in by a link. ``shape``: size, touch, colours of the window."""
    page = browser.new_context(**shape).new_page()
    page.goto(come_in_by(page.context, link))
    return page


def come_in_by(context: Any, link: str) -> str:
    """Send what the button of a link sends, for the browser profile of a context; return where it leads."""
    device = context.pages[0].evaluate("navigator.userAgent")
    answer = context.request.post(link, headers={"origin": link.partition("/in/")[0], "user-agent": device})
    assert answer.ok, answer.text()
    return str(answer.url)


@dataclass
class Window:
    """A window of a browser, with whatever its console complained of."""

    context: Any
    page: Any
    served: Served
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, browser: Any, served: Served, **how: Any) -> Window:
        """Open a window in a browser profile of its own. ``how``: viewport, colours, without script."""
        context = browser.new_context(reduced_motion="reduce", **how)
        context.set_default_timeout(45_000)
        return cls.in_context(context, served)

    @classmethod
    def in_context(cls, context: Any, served: Served) -> Window:
        """Open one more window of the same browser profile."""
        window = cls(context, context.new_page(), served)
        window.page.on("console", window._heard)
        window.page.on("pageerror", lambda fault: window.faults.append(f"script: {fault}"))
        window.page.on("request", window._asked)
        return window

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.served.at("/"), "blob:", "data:", "chrome:")):
            self.faults.append(f"asked elsewhere: {request.url}")

    def come_in(self, seat: str) -> None:
        """Come in by the seat's link without its page, which takes longer than most others, and open where it leads."""
        self.page.goto(come_in_by(self.context, self.served.link(seat)))

    def press_come_in(self, seat: str) -> None:
        """Open the seat's link and press its button."""
        self.page.goto(self.served.link(seat))
        self.page.get_by_role("button", name="Come in").click()
        self.page.wait_for_url(lambda url: "/in/" not in url)

    def go(self, address: str) -> Any:
        """Open a page."""
        return self.page.goto(self.served.at(address))

    def too_wide(self) -> list[str]:
        """Return the parts that make the page wider than the window; nothing if it need not be scrolled sideways."""
        found: list[str] = self.page.evaluate(
            """() => document.scrollingElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
            .map((part) => `${part.tagName.toLowerCase()}.${part.className.baseVal ?? part.className}`).slice(0, 8)"""
        )
        return found

    def broken_rules(self, axe: str) -> list[str]:
        """Return what axe-core finds against WCAG 2.2 A and AA, and names that do not begin with what is read. What a bar
        at the foot of a phone covers is scrolled free, and is no small target.
        """
        self.page.evaluate(axe)
        found: list[dict[str, Any]] = self.page.evaluate(
            """async (tags) => (await axe.run(document, { runOnly: { type: "tag", values: tags },
                rules: { "label-content-name-mismatch": { enabled: false } } })).violations
            .map((rule) => ({ id: rule.id, nodes: rule.nodes
                .filter((node) => !node.any.some((check) => /partiallyObscured/i.test(check.data?.messageKey ?? "")))
                .map((node) => node.html.slice(0, 160)) })).filter((rule) => rule.nodes.length)""",
            list(WCAG),
        )
        misnamed: list[str] = self.page.evaluate(_MISNAMED)
        return [f"{rule['id']}: {' | '.join(rule['nodes'][:3])}" for rule in found] + misnamed
