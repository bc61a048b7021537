"""A real browser on a desk that is served: for what only a browser shows.

BROWSER                         the browser that was found; empty where there is none
served(campaign)                a desk on a port of this machine, with everybody's links
chromium()                      the browser, run by Playwright
"""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from campaign.journal.seats import Seat
from campaign.terms.seats import Role
from campaign.web.app import application
from campaign.web.desk import Desk, open_desk
from campaign.web.server import own_doors

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = os.environ.get("CAMPAIGN_BROWSER", "") or next(filter(None, map(shutil.which, NAMES)), "")
"""The browser that the tests drive: CAMPAIGN_BROWSER, or one that is installed."""
WITHOUT_SCREEN = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")


@dataclass
class Served:
    """A desk with its address."""

    desk: Desk
    address: str

    def umpire(self) -> str:
        """Return the address by which the umpire comes in."""
        return f"{self.address}/in/{self.desk.people.umpire_link()}"

    def commander(self, key: str, side: str) -> str:
        """Return the address by which a commander's player comes in."""
        return f"{self.address}/in/{self.desk.people.invite(Seat(Role.COMMANDER, side, (key,)))[0]}"


@contextmanager
def served(campaign: Path) -> Iterator[Served]:
    """Serve a desk on a free port for the time of a test."""
    with socket.socket() as spare:
        spare.bind(("127.0.0.1", 0))
        port = int(spare.getsockname()[1])
    desk = open_desk(campaign, doors=own_doors(port), cookie=f"desk{port}")
    server = uvicorn.Server(uvicorn.Config(application(desk), host="127.0.0.1", port=port, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        until = time.monotonic() + 20
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        desk.watch()
        yield Served(desk, f"http://127.0.0.1:{port}")
    finally:
        desk.is_closing = True
        server.should_exit = server.force_exit = True
        thread.join(10)
        desk.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """Run the browser for the time of a test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(WITHOUT_SCREEN))
        try:
            yield browser
        finally:
            browser.close()


def come_in(browser: Any, link: str, **shape: Any) -> Any:
    """Return a page of somebody who has come in by a link. ``shape``: size, touch, colours of the window."""
    page = browser.new_context(**shape).new_page()
    page.goto(link)
    page.click("button")
    page.wait_for_load_state()
    return page
