"""Browsers without a screen: each has its cookies, follows links, and fills in forms as they stand on the page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx

from campaign import api
from campaign.journal.people import PERSON
from campaign.journal.scratch_copy import copy_of
from campaign.journal.seats import Seat
from campaign.journal.transaction import reading
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from campaign.web.app import application
from campaign.web.desk import Desk, open_desk
from campaign.web.guard import App
from campaign.web.server import own_doors

PORT = 8941
HERE = f"http://127.0.0.1:{PORT}"


@dataclass
class Form:
    """A form of a page: its address, method, and the fields as they stand there."""

    action: str
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and words of each button."""


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.loose: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: str | None = None
        self._area: str | None = None
        self._button: tuple[str, str, Form] | None = None
        self._words = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = self.loose.get(facts.get("id", ""), Form(""))
            self._form.action, self._form.method = facts.get("action", ""), facts.get("method", "get").lower()
            self.forms.append(self._form)
            if "id" in facts:
                self.loose[facts["id"]] = self._form
            return
        form = self.loose.get(facts["form"]) if "form" in facts else self._form
        if form is None and "form" in facts and tag == "button":  # of a form farther down
            form = self.loose.setdefault(facts["form"], Form(""))
        if form is None:
            return
        if tag == "input":
            self._input(form, facts)
        elif tag == "select":
            self._select = facts.get("name")
        elif tag == "option" and self._select:
            self._option(form, self._select, facts)
        elif tag == "textarea":
            self._area, self._text = facts.get("name"), ""
        elif tag == "button":
            self._button, self._words = (facts.get("name", ""), facts.get("value", ""), form), ""

    @staticmethod
    def _input(form: Form, facts: dict[str, str]) -> None:
        kind, name = facts.get("type", "text"), facts.get("name", "")
        if name and kind not in ("checkbox", "radio", "submit", "file", "button"):
            form.fields.append((name, facts.get("value", "")))
        elif name and "checked" in facts:
            form.fields.append((name, facts.get("value", "on")))

    @staticmethod
    def _option(form: Form, select: str, facts: dict[str, str]) -> None:
        others = [pair for pair in form.fields if pair[0] != select]
        if "selected" in facts or len(others) == len(form.fields):
            form.fields = [*others, (select, facts.get("value", ""))]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area and self._form is not None:
            self._form.fields.append((self._area, self._text.removeprefix("\n")))
            self._area = None
        elif tag == "button" and self._button is not None:
            name, value, form = self._button
            form.buttons.append((name, value, " ".join(self._words.split())))
            self._button = None

    def handle_data(self, data: str) -> None:
        self._words += data
        if self._area:
            self._text += data


def forms_of(page: str) -> list[Form]:
    """Return the forms of a page."""
    parser = _Forms()
    parser.feed(page)
    return parser.forms


@dataclass
class Visitor:
    """Somebody with a browser."""

    hall: Hall
    client: httpx.AsyncClient
    name: str = ""

    def get(self, address: str, **headers: str) -> httpx.Response:
        """Ask for a page and follow where it leads."""
        return self._answer(self.client.get(address, headers=headers, follow_redirects=True))

    def post(self, address: str, fields: dict[str, object], **headers: str) -> httpx.Response:
        """Post fields as they are given, from the desk's own address, and follow where that leads."""
        return self._answer(
            self.client.post(address, data=fields, headers={"origin": HERE, **headers}, follow_redirects=True)
        )

    def upload(self, address: str, fields: dict[str, object], files: dict[str, tuple[str, bytes]]) -> httpx.Response:
        """Post fields with files."""
        return self._answer(
            self.client.post(address, data=fields, files=files, headers={"origin": HERE}, follow_redirects=True)
        )

    def press(self, address: str, words: str, **changes: object) -> httpx.Response:
        """Open a page, change some fields of the form with this button, press it, and return what follows.

        A field that is changed to None is left out (an empty box); a list gives several values.
        """
        page = self.get(address)
        assert page.status_code == 200, (address, page.status_code, page.text[-600:])
        return self.press_on(page, words, **changes)

    def press_on(self, page: httpx.Response, words: str, **changes: object) -> httpx.Response:
        """The same on a page that is open."""
        forms = forms_of(page.text)
        matches = [(form, button) for form in forms for button in form.buttons if words in button[2]]
        assert matches, f"no button {words!r}; there are {[b[2] for form in forms for b in form.buttons]}"
        form, (name, value, _) = matches[0]
        fields: dict[str, object] = {}
        for key, text in form.fields:
            before = fields.get(key)
            fields[key] = text if before is None else [*(before if isinstance(before, list) else [before]), text]
        for key, change in changes.items():
            if change is None:
                fields.pop(key, None)
            else:
                fields[key] = change
        if name:
            fields[name] = value
        action = str(page.url.join(form.action)) if form.action else str(page.url)
        if form.method == "post":
            return self.post(action, fields)
        return self._answer(self.client.get(action, params=fields, follow_redirects=True))  # type: ignore[arg-type]

    def _answer(self, asked: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
        """Wait for an answer. No page shows a person's number, which the journal has in place of the name; a file that
        is handed out may hold the journal itself.
        """
        answer: httpx.Response = self.hall.run(asked)
        if "attachment" not in answer.headers.get("content-disposition", ""):
            assert not PERSON.search(answer.text), (answer.url, PERSON.findall(answer.text))
        return answer


class Hall:
    """A desk that is open for tests, and everybody who comes."""

    def __init__(self, desk: Desk, app: App | None = None) -> None:
        self.desk = desk
        self.app = application(desk) if app is None else app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work):  # type: ignore[no-untyped-def]
        """Return the result of an asynchronous call."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(300)

    def visitor(self, name: str = "") -> Visitor:
        """Return a browser that has not come in yet."""
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=HERE)
        return Visitor(self, client, name)

    def umpire(self) -> Visitor:
        """Return the umpire's browser."""
        return self._come(self.desk.people.umpire_link(), "umpire")

    def commander(self, *keys: str, side: str, player: str = "") -> Visitor:
        """Return the browser of who plays these commanders."""
        token, _ = self.desk.people.invite(Seat(Role.COMMANDER, side, keys, name=player))
        return self._come(token, keys[0])

    def staff(self, side: str) -> Visitor:
        """Return the browser of a side's staff."""
        token, _ = self.desk.people.invite(Seat(Role.STAFF, side))
        return self._come(token, side)

    def table(self, side: str, battle: int) -> Visitor:
        """Return the browser at one side's table of a battle."""
        token, _ = self.desk.people.invite(Seat(Role.TABLE, side, battle=battle))
        return self._come(token, f"table {side}")

    def wall(self) -> Visitor:
        """Return the screen on the wall."""
        token, _ = self.desk.people.invite(Seat(Role.WALL))
        return self._come(token, "wall")

    def _come(self, token: str, name: str) -> Visitor:
        visitor = self.visitor(name)
        answer = self.run(visitor.client.post(f"/in/{token}", headers={"origin": HERE}))
        assert answer.status_code == 303, answer.text
        return visitor

    @contextmanager
    def still(self) -> Iterator[None]:
        """Let all pages that are made within the block be made of one reading, as the desk makes them again after each
        change: for many pages of a campaign that nobody changes meanwhile, nor anything beside it. It is a reading of a
        copy, lest a page that notes something beside the journal waits for its end.
        """
        desk, own = self.desk, self.desk._shared
        with copy_of(desk.reader, desk.campaign) as copy, reading(copy, desk.campaign) as board:
            desk._shared = SimpleNamespace(board=board)  # type: ignore[assignment]
            try:
                yield
            finally:
                desk._shared = own

    def catch_up(self) -> None:
        """Let the desk notice every change now, instead of within a second."""
        self.desk.catch_up()

    def close(self) -> None:
        """Close the desk."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()
        self.desk.close()


class ReadingRoom(Hall):
    """A desk where people only read: who has come in to a seat is there for all tests."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._seated: dict[tuple[object, ...], Visitor] = {}

    def _seat(self, *seat: object, come: Callable[[], Visitor]) -> Visitor:
        if seat not in self._seated:
            self._seated[seat] = come()
        return self._seated[seat]

    def umpire(self) -> Visitor:
        """Return the umpire's browser."""
        return self._seat("umpire", come=super().umpire)

    def commander(self, *keys: str, side: str, player: str = "") -> Visitor:
        """Return the browser of who plays these commanders."""
        return self._seat(keys, side, player, come=partial(super().commander, *keys, side=side, player=player))

    def staff(self, side: str) -> Visitor:
        """Return the browser of a side's staff."""
        return self._seat("staff", side, come=partial(super().staff, side))

    def table(self, side: str, battle: int) -> Visitor:
        """Return the browser at one side's table of a battle."""
        return self._seat("table", side, battle, come=partial(super().table, side, battle))

    def last_entry(self) -> int:
        """Return the number of the journal's last entry."""
        with self.desk.reading(UMPIRE) as board:
            return int(board.ledger.last_number)


def found_at_first_battle(path: Path) -> Path:
    """Found Operation Brevity, seed 1941, and play to where the clock stands at the first battle."""
    with api.start("operation-brevity", path, seed="1941") as brevity:
        for _ in range(3):
            brevity.play_on("turn", auto=False)
            if brevity.battles().battles:
                break
    return path


@contextmanager
def no_room_for_notes(hall: Hall) -> Iterator[None]:
    """Let the database refuse within the block what is noted of forms, as a full disk would."""
    full = "create trigger full before insert on handed_in begin select raise(abort, 'the disk is full'); end"
    with hall.desk.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(full)
    yield
    with hall.desk.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql("drop trigger full")


@contextmanager
def hall_on(where: str | Path) -> Iterator[Hall]:
    """Open a desk on a campaign for the time of a test."""
    hall = Hall(open_desk(where, doors=own_doors(PORT), cookie=f"desk{PORT}"))
    try:
        yield hall
    finally:
        hall.close()
