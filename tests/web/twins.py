"""Two desks on two campaigns that differ in what one side may not know, and everything that its people can get of both.

    with twins(plain, changed, side, commander) as (left, right):
        differences(left, right, seat, looks(left, seat, ...))          what differs of what is only looked at
        differences(left, right, seat, presses(left, seat, ...))        and of what forms answer, refusals too

Whatever a program draws anew each time is the same on both: marks within pages, keys of forms, tokens.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urljoin

import httpx

from campaign.forecast.aside import Aside
from campaign.model import Battle, Side
from campaign.terms.viewer import UMPIRE
from campaign.web.page import Page
from campaign.web.table import whole_address
from tests.web import everywhere
from tests.web.everywhere import NOWHERE, Ground, pages_of
from tests.web.visitors import HERE, PORT, Form, Hall, Visitor, forms_of, hall_on

NOBODY = "nobody_of_this_name"
MOMENTS = ("as_of=1.1", "as_of=1.2", "entry=1", "entry=3", "as_of=9.9", "entry=999", "as_of=nonsense")
MOST_LINKS = 25
UNPACKED = {"accept-encoding": "identity"}
"""A packed page is a byte longer or shorter with another token in it."""


@dataclass(frozen=True)
class Question:
    """Something that a browser asks: an address, and perhaps a button that is pressed on its page."""

    address: str
    button: str = ""
    """Words of the button that is pressed; empty for a page that is only looked at."""
    number: int = 0
    """Which of the page's buttons with these words."""
    change: tuple[str, str] = ("", "")
    """Field that is filled in otherwise, and with what."""

    @property
    def name(self) -> str:
        """The question in words."""
        filled = f", {self.change[0]}={self.change[1]}" if self.change[0] else ""
        return f"{self.address}" + (f" [{self.button} {self.number}{filled}]" if self.button else "")


@dataclass
class Twin:
    """One of two desks, and the browsers of a side's people at it."""

    hall: Hall
    people: dict[str, Visitor] = field(default_factory=dict)
    told: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)

    def answer(self, seat: str, question: Question) -> bytes:
        """Return everything that the browser gets for a question."""
        visitor = self.people[seat]
        page = self._get(visitor, question.address)
        if not question.button:
            return self._bare(visitor, page)
        pressed = [(form, button) for form in _posts(page) for button in form.buttons if button[2] == question.button]
        if question.number >= len(pressed):
            return b"no such button"
        form, (name, value, _) = pressed[question.number]
        fields: dict[str, list[str]] = {}
        for key, text in form.fields:
            fields.setdefault(key, []).append(text)
        fields |= {name: [value]} if name else {}
        fields |= {"runs": ["2"]} if "runs" in fields else {}
        if question.change[0]:
            fields[question.change[0]] = [question.change[1]]
        target = urljoin(str(page.url), form.action) if form.action else str(page.url)
        answer = self.hall.run(visitor.client.post(target, data=fields, headers={"origin": HERE, **UNPACKED}))
        shown = self._bare(visitor, answer)
        if answer.status_code == 303:
            self.hall.desk.forecasts.wait(300)  # how far it is depends on the machine, and not on the campaign
            shown += b"\n" + self._bare(visitor, self._get(visitor, answer.headers["location"]))
        return shown

    def _get(self, visitor: Visitor, address: str) -> httpx.Response:
        return self.hall.run(visitor.client.get(address, headers=UNPACKED))

    def _bare(self, visitor: Visitor, answer: httpx.Response) -> bytes:
        token = self.hall.desk.people.token_of(visitor.client.cookies[f"desk{PORT}"]).encode()
        heads = sorted(f"{name}: {value}" for name, value in answer.headers.multi_items() if name != "date")
        head = "\n".join([str(answer.status_code), *heads, "", ""])
        return head.encode() + answer.content.replace(token, b"T" * len(token))

    def listen(self, seat: str, addresses: Iterable[str]) -> None:
        """Let a window of this seat show each of these pages, and note what it is told."""
        pages, visitor = self.hall.desk.pages, self.people[seat]
        person = self.hall.desk.people.person_of(visitor.client.cookies[f"desk{PORT}"])
        assert person is not None
        for address in addresses:
            self._get(visitor, address)
            key = (person.eyes, whole_address(address, ()))
            kept = pages._pages.get(key)
            sent = self.told.setdefault(f"{seat}: {address}", [])
            pages.listen(key, kept.mark if kept is not None else "", sent.append)


def _posts(page: httpx.Response) -> list[Form]:
    is_page = page.headers.get("content-type", "").startswith("text/html")
    return [form for form in forms_of(page.text) if form.method == "post"] if is_page else []


def forecasts_within() -> AbstractContextManager[object]:
    """Let forecasts be played as in the folder for people without Python, without a process of their own, which takes
    longer to start than they do: what they come to is the same.
    """
    return patch("campaign.web.forecasts.Aside", partial(Aside, is_alone=False))


@contextmanager
def twins(plain: Path, changed: Path, side: str, commander: str) -> Iterator[tuple[Twin, Twin]]:
    """Open a desk on each of two files, with the people of one side at each: its staff, a commander, and its table."""
    with ExitStack() as stack:
        stack.enter_context(patch("campaign.web.templating.secrets.token_hex", lambda length: "5" * 2 * length))
        stack.enter_context(patch("campaign.web.app.new_key", lambda: "k" * 16))
        stack.enter_context(forecasts_within())
        made = [Twin(stack.enter_context(hall_on(path))) for path in (plain, changed)]
        for twin in made:
            twin.people["staff"] = twin.hall.staff(side)
            twin.people["commander"] = twin.hall.commander(commander, side=side)
            for battle in _open_battles(twin.hall):
                twin.people["table"] = twin.hall.table(side, battle)
        yield made[0], made[1]


def _open_battles(hall: Hall) -> list[int]:
    with hall.desk.reading(UMPIRE) as board:
        return [battle.number for battle in board.rows(Battle) if not battle.state.is_over]


def looks(twin: Twin, seat: str, commander: str, side: str) -> list[Question]:
    """Return the questions of somebody who only looks: every page of his, as page and as JSON, of his own things, of
    the enemy's, and of what nobody has, now and of moments past; the pages of others; and where his pages lead.
    """
    ground = Ground.of(twin.hall)
    ground.commanders["commander"], ground.units["commander"] = (commander,), ground.units[side]
    addresses: dict[str, None] = {}
    for page in pages_of(seat):
        own, *others = _as_of_side(ground, page, seat, side)
        addresses |= dict.fromkeys((own, *others[:3]))
        if "{" in page.path:
            addresses[own.rsplit("/", 1)[0] + f"/{NOBODY}"] = None
    with twin.hall.still():
        followed = dict.fromkeys(link for address in list(addresses)[:40] for link in _links(twin, seat, address))
    addresses |= dict.fromkeys(list(followed)[:MOST_LINKS])
    found = [Question(address) for address in addresses]
    found += [Question(f"{address}.json") for address in addresses if "?" not in address and address != "/"]
    for number, address in enumerate(addresses):
        moment = MOMENTS[number % len(MOMENTS)]
        found += [Question(f"{address}{'&' if '?' in address else '?'}{moment}")]
    return [*found, Question(NOWHERE), Question("/desk"), Question("/log/1"), Question("/static/x/desk.css")]


def _as_of_side(ground: Ground, page: Page, seat: str, side: str) -> tuple[str, ...]:
    with patch.dict(everywhere.SIDES, {seat: side}):
        return ground.addresses(page, seat)


def _links(twin: Twin, seat: str, address: str) -> list[str]:
    page = twin._get(twin.people[seat], address)
    if not page.headers.get("content-type", "").startswith("text/html"):
        return []
    links = [part.split('"')[0].replace("&amp;", "&") for part in page.text.split('href="')[1:]]
    return [link.partition("#")[0] for link in links if link.startswith("/") and not link.startswith("/static")]


def presses(twin: Twin, seat: str, addresses: Sequence[str], enemies: Sequence[str]) -> list[Question]:
    """Return the questions of somebody who presses every button of these pages: as the form stands there, with each of
    its fields naming something of the enemy's, and with something that nobody has.
    """
    found: list[Question] = []
    with twin.hall.still():
        forms_on = {address: _posts(twin._get(twin.people[seat], address)) for address in addresses}
    for address, forms in forms_on.items():
        numbers: dict[str, int] = {}
        for form in forms:
            names = [name for name, _ in form.fields if name not in ("token", "key", "basis")]
            for _, _, words in form.buttons:
                number = numbers.get(words, 0)
                numbers[words] = number + 1
                for name in dict.fromkeys(names[:6]):
                    word = (*enemies, NOBODY)[len(found) % (len(enemies) + 1)]
                    found.append(Question(address, words, number, (name, word)))
                found.append(Question(address, words, number))
    return found


def enemies_of(hall: Hall, side: str) -> list[str]:
    """Return some words of the other side: units, a formation, a commander, and the side itself."""
    ground = Ground.of(hall)
    with hall.desk.reading(UMPIRE) as board:
        (other,) = (row.key for row in board.rows(Side) if row.key != side)
    return [
        *ground.units[other][:3],
        ground.units[other][-1],
        ground.formations[other][0],
        ground.commanders[other][0],
        other,
    ]


def differences(
    left: Twin, right: Twin, seat: str, questions: Iterable[Question], shown: list[bytes] | None = None
) -> dict[str, str]:
    """Return the questions to which the desks answer otherwise, with the first lines that differ. ``shown`` takes up what
    the left one answers.
    """
    found = {}
    for is_pressed, some in groupby(questions, lambda question: bool(question.button)):
        with ExitStack() as stack:
            if not is_pressed:
                stack.enter_context(left.hall.still())
                stack.enter_context(right.hall.still())
            for question in some:
                ours, theirs = left.answer(seat, question), right.answer(seat, question)
                if shown is not None:
                    shown.append(ours)
                if ours != theirs:
                    found[f"{seat}: {question.name}"] = _lines(ours, theirs)
    return found


def _lines(ours: bytes, theirs: bytes) -> str:
    pair = [content.decode("utf-8", "replace").replace(">", ">\n").splitlines() for content in (ours, theirs)]
    lines = difflib.unified_diff(*pair, lineterm="", n=0)
    return "\n".join([line[:160] for line in lines if not line.startswith(("---", "+++", "@@"))][:6])
