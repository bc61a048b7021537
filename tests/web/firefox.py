"""A real Firefox on a real server, driven by WebDriver BiDi, which it speaks itself: no driver stands between.

CAMPAIGN_FIREFOX     path of the browser, or the word "required": then a run without one fails instead of skipping

with firefox() as browser:
    window = FoxWindow.of(browser, desk)         somebody with cookies of his own; notes what the console complains of
    window.come_in("umpire")
    window.press("button.pri")                   moves the pointer there and presses, as a hand does
    window.wait("document.querySelector('[data-receipt]')")
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser import Served, path_of

NO_FIREFOX = "no Firefox here"
_NAMES = ("firefox-esr", "firefox")
_LISTENS = "WebDriver BiDi listening on "
_WAITS = 45.0
"""Seconds that a page, or the browser itself, may take on a busy machine."""
_PREFERENCES = {"ui.prefersReducedMotion": 1, "browser.shell.checkDefaultBrowser": False, "intl.accept_languages": "en"}
_EVENTS = ("log.entryAdded", "network.beforeRequestSent", "network.responseCompleted")
_TELLS_OF_THE_POLICY = """(tell) => addEventListener("securitypolicyviolation", (fault) =>
    tell(`${fault.effectiveDirective} forbids ${fault.blockedURI} at ${fault.sourceFile}:${fault.lineNumber}`), true)"""
"""The console of a page tells scripts' faults; what the security policy forbids is told to the page alone."""
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c"}
_LEFT = "status=2152398850"
"""NS_BINDING_ABORTED: the page was left before its typeface had come."""
_LOST = ("no such frame", "no such node", "unknown error", "no such handle", "stale element reference")
"""What the browser answers for a page that is just going away."""


class FoxError(Exception):
    """The browser refused a command."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer.get('error')}: {answer.get('message')}")
        self.kind = str(answer.get("error"))


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start the browser with a profile of its own, without a window on the screen."""
    client = pytest.importorskip("websockets.sync.client", reason=f"{NO_FIREFOX}: websockets is not installed")
    path = path_of("CAMPAIGN_FIREFOX", _NAMES, NO_FIREFOX)
    with tempfile.TemporaryDirectory(prefix="campaign-firefox-", ignore_cleanup_errors=True) as folder:
        profile, output = Path(folder) / "profile", Path(folder) / "output"
        profile.mkdir()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        words = [path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile)]
        with output.open("wb") as written:
            alone = os.environ | {"HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"}
            program = subprocess.Popen(words, stdout=written, stderr=subprocess.STDOUT, env=alone)
        try:
            address = f"{_address(program, output)}/session"
            with client.connect(address, proxy=None, max_size=None, open_timeout=_WAITS) as line:
                browser = Firefox(line)
                browser.ask("session.new", capabilities={})
                browser.ask("session.subscribe", events=list(_EVENTS))
                browser.tell_of_the_policy()
                yield browser
                browser.ask("browser.close")
        finally:
            _end(program)


def _address(program: subprocess.Popen[bytes], output: Path) -> str:
    """Return where the browser listens, once it says so."""
    end = time.monotonic() + _WAITS
    while time.monotonic() < end and program.poll() is None:
        for line in output.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            if line.startswith(_LISTENS) and line.endswith("\n"):
                return line.removeprefix(_LISTENS).strip()
        time.sleep(0.05)
    raise AssertionError(f"Firefox does not listen: {output.read_text(encoding='utf-8', errors='replace')}")


def _end(program: subprocess.Popen[bytes]) -> None:
    """Wait until the program has ended; if it does not end by itself, end it."""
    for end in (lambda: None, program.terminate, program.kill):
        end()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            continue
        return


class Firefox:
    """A running browser, and the line on which it is asked."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._numbers = count(1)
        self.windows: dict[str, FoxWindow] = {}

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Give a command, and return its answer. Events that come meanwhile are noted."""
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(timeout=_WAITS))
            if answer["type"] == "event":
                self._note(answer["method"], answer["params"])
            elif answer.get("id") == number:
                if answer["type"] == "error":
                    raise FoxError(answer)
                result: dict[str, Any] = answer["result"]
                return result

    def tell_of_the_policy(self) -> None:
        """Let every page tell what its security policy forbids."""
        self.ask("session.subscribe", events=["script.message"])
        channel = {"type": "channel", "value": {"channel": "policy"}}
        self.ask("script.addPreloadScript", functionDeclaration=_TELLS_OF_THE_POLICY, arguments=[channel])

    def _note(self, event: str, facts: dict[str, Any]) -> None:
        source = facts.get("source", facts)
        if window := self.windows.get(source.get("context") or ""):
            window.note(event, facts)


@dataclass
class FoxWindow:
    """A window of Firefox, with whatever its console complained of."""

    browser: Firefox
    served: Served
    person: str
    """The user context: cookies and storage of one person."""
    context: str
    faults: list[str] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    """Status of the last answer from each address."""

    @classmethod
    def of(cls, browser: Firefox, served: Served, *, width: int = 1280, height: int = 800) -> FoxWindow:
        """Open a window for somebody who shares no cookies with others."""
        person = browser.ask("browser.createUserContext")["userContext"]
        context = browser.ask("browsingContext.create", type="window", userContext=person)["context"]
        window = cls(browser, served, person, context)
        browser.windows[context] = window
        window.resize(width, height)
        return window

    def note(self, event: str, facts: dict[str, Any]) -> None:
        """Note an event of this window."""
        if event == "log.entryAdded" and facts["level"] == "error" and _LEFT not in facts["text"]:
            self.faults.append(f"console: {facts['text']}")
        elif event == "script.message":
            self.faults.append(f"policy: {facts['data'].get('value')}")
        elif event == "network.beforeRequestSent":
            address = facts["request"]["url"]
            if not address.startswith((self.served.at("/"), "blob:", "data:", "about:")):
                self.faults.append(f"asked elsewhere: {address}")
        elif event == "network.responseCompleted":
            self.answers[facts["request"]["url"]] = facts["response"]["status"]

    def close(self) -> None:
        """Close the window and forget the person."""
        self.browser.ask("browser.removeUserContext", userContext=self.person)
        del self.browser.windows[self.context]

    # what is seen -----------------------------------------------------------------------------------------------------

    def evaluate(self, expression: str) -> Any:
        """Return what an expression gives on the page."""
        answer = self._evaluated(f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))")
        return json.loads(answer["value"])

    def _evaluated(self, expression: str) -> dict[str, Any]:
        answer = self.browser.ask(
            "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise AssertionError(f"{answer['exceptionDetails']['text']}: {expression}")
        result: dict[str, Any] = answer["result"]
        return result

    def wait(self, expression: str, seconds: float = _WAITS) -> None:
        """Wait until an expression is so, on this page or the one that follows it."""
        end = time.monotonic() + seconds
        while not self._is_so(expression):
            assert time.monotonic() < end, f"it did not come to be so: {expression}"
            time.sleep(0.05)

    def _is_so(self, expression: str) -> bool:
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except FoxError as fault:
            if fault.kind in _LOST:
                return False
            raise

    def is_page(self, address: str) -> bool:
        """Return whether an address answers with a whole page: not a file, nor a part of a page."""
        return bool(
            self.evaluate(
                f"""fetch({json.dumps(address)}).then(async (answer) =>
                answer.headers.get("content-type")?.startsWith("text/html") && (await answer.text()).includes("<!doctype"))"""
            )
        )

    def text(self, selector: str = "main") -> str:
        """Return the words of a part of the page."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def picture(self) -> bytes:
        """Return the window's picture, a PNG."""
        return base64.b64decode(self.browser.ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def too_wide(self) -> list[str]:
        """Return the parts that make the page wider than the window; nothing if it need not be scrolled sideways."""
        found: list[str] = self.evaluate(
            """document.scrollingElement.scrollWidth <= innerWidth ? [] : ["the page",
            ...[...document.querySelectorAll("body *")]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
            .map((part) => `${part.tagName.toLowerCase()}.${part.className.baseVal ?? part.className}`).slice(0, 8)]"""
        )
        return found

    # what is done -----------------------------------------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """Give the page another size: smaller, too, than a window on a screen may be."""
        size = {"width": width, "height": height}
        self.browser.ask("browsingContext.setViewport", context=self.context, viewport=size)

    def open(self, address: str) -> None:
        """Open a whole address."""
        self.browser.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def go(self, address: str) -> int:
        """Open a page of the desk; return the status of its answer."""
        self.open(self.served.at(address))
        return self.answers.get(self.served.at(address), 0)

    def reload(self) -> None:
        """Load the page again."""
        self.browser.ask("browsingContext.reload", context=self.context, wait="complete")

    def come_in(self, seat: str) -> None:
        """Open the seat's link and press its button."""
        self.open(self.served.link(seat))
        self.press("main button")
        self.wait("!location.pathname.startsWith('/in') && document.readyState === 'complete'")

    def press(self, selector: str, words: str = "") -> None:
        """Move the pointer to the first visible part of that kind, with these words on it, and press. A button that
        sleeps, since it has only just come, is waited for.
        """
        found = f"""[...document.querySelectorAll({json.dumps(selector)})].find((one) =>
            one.checkVisibility() && one.textContent.includes({json.dumps(words)}))"""
        self.wait(f"!{found}?.matches('[data-asleep]')")
        part = self._evaluated(
            f"""(() => {{ const part = {found};
            part?.scrollIntoView({{ block: "center", behavior: "instant" }}); return part; }})()"""
        )
        assert part["type"] == "node", f"nothing to press: {selector} {words}"
        origin = {"type": "element", "element": {"sharedId": part["sharedId"]}}
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "hand", "actions": moves})

    def type(self, *keys: str) -> None:
        """Press keys one after the other, in the window that is brought to the front: letters, or names of KEYS."""
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.browser.ask("browsingContext.activate", context=self.context)
        self._act({"type": "key", "id": "keys", "actions": strokes})

    def _act(self, *devices: dict[str, Any]) -> None:
        self.browser.ask("input.performActions", context=self.context, actions=list(devices))
