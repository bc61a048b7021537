"""Forms filled in as nobody would: fields that are missing, doubled, huge, of odd signs, or of somebody else.

    Fuzz(hall, seat, seed).run(count)     that many odd forms and addresses; the faults that were found, in words

Nothing that is sent may end in a fault of the program, show a traceback, or leave anything behind when it is refused.
A run with the same seed on the same campaign sends the same.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode, urljoin, urlsplit

import httpx
from sqlalchemy import select

from campaign.journal.beside import asking
from campaign.model import DeskSecret, Draft, HandedIn, Invitation, Mark
from campaign.web.own_scenario import SUBJECT
from tests.web.everywhere import Ground, everybody, pages_of
from tests.web.visitors import HERE, Form, Hall, Visitor, forms_of

WORDS = (
    *("", " ", "0", "-1", "1", "2", "99", "1.1", "1.9", "@1", "@999999", "1e9", "1_000", " 1 ", "0x10", "nan", "inf"),
    *(
        "9" * 25,
        "9" * 5_000,
        "-" + "9" * 5_000,
        "٣",
        "²",
        "½",
        "１",
        "1.٣",
        "١.١",
        "true",
        "None",
        "null",
        "[]",
        "{}",
        "[[[[",
    ),
    *("\0", "a\0b", "\n", "a\r\nSet-Cookie: x=1", "\u202eabc", "\u2028", "\ufeff", "\U0001f3b2", "e\u0301", "ß" * 90),
    *(
        "../../etc/passwd",
        "..\\..\\x",
        "/desk",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "%00",
        "%ff",
    ),
    *(
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7*7 }}",
        "'; drop table entry; --",
        "%s%n",
        "${x}",
    ),
    *(
        "2024-02-30",
        "2041-02-29T25:61",
        "24:61",
        "Sun",
        "allied",
        "axis",
        "Herff",
        "herff",
        "erskine",
        "program",
        "umpire",
    ),
    *(
        "x" * 300,
        "y" * 20_000,
        "a b " * 500,
        ",".join(map(str, range(500))),
        "march",
        "attack",
        "settle",
        "return",
        "yes",
        "no",
        "on",
    ),
)
"""What is typed into fields, put behind question marks and into the blanks of addresses."""
MOST_PAGES = 40
"""Addresses beside those of the table of pages that are followed from links."""


class _Log(logging.Handler):
    """The faults that the desk has logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.faults: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        self.faults.append("\n".join([text.splitlines()[0], *text.splitlines()[-6:]]))


@dataclass
class Fuzz:
    """A run for one seat."""

    hall: Hall
    seat: str
    seed: int = 1
    faults: list[str] = field(default_factory=list)
    sent: int = 0
    refused: int = 0
    taken: int = 0
    """Forms that were taken: without any, the run would try the first check of each form only."""

    def __post_init__(self) -> None:
        self.dice = random.Random(f"{self.seat} {self.seed}")
        self.visitor: Visitor = everybody(self.hall)[self.seat]
        self.hall.desk.people.token_of("")  # makes the secret of the forms' tokens, once for a campaign
        ground = Ground.of(self.hall)
        keys = [ground.units, ground.formations, ground.commanders]
        self.words = [*WORDS, *(key for of_seat in keys for some in of_seat.values() for key in some[:2])]
        self.words += [*ground.places[:3], *map(str, ground.battles)]
        self.addresses = [address for page in pages_of(self.seat) for address in ground.addresses(page, self.seat)]
        self.followed, self.with_forms = set(self.addresses), list[str]()

    def run(self, count: int) -> list[str]:
        """Send so many odd forms, and return the faults found."""
        log, desk_log = _Log(), logging.getLogger("campaign.desk")
        desk_log.addHandler(log)
        desk_log.propagate = False
        try:
            while self.sent < count:
                pages = self.with_forms if self.with_forms and self.dice.random() < 0.6 else self.addresses
                self._visit(self.dice.choice(pages))
                self.faults += [f"logged: {fault}" for fault in log.faults]
                log.faults.clear()
        finally:
            desk_log.propagate = True
            desk_log.removeHandler(log)
        return self.faults

    def _visit(self, address: str) -> None:
        """Open a page, send its forms oddly filled in, and ask for it under an odd address."""
        page = self._get(address)
        if page is None or not page.headers.get("content-type", "").startswith("text/html"):
            return
        self._follow(page)
        forms = [form for form in forms_of(page.text) if not form.action.startswith("/find")]
        if address not in self.with_forms and any(form.method == "post" for form in forms):
            self.with_forms.append(address)
        for form in self.dice.sample(forms, min(len(forms), 3)):
            self._send(page, form)
        self._get(self._odd_address(address))

    def _follow(self, page: httpx.Response) -> None:
        """Note addresses that the page links to, so that what hangs on them is tried, too."""
        for link in page.text.split('href="')[1:]:
            target = urlsplit(urljoin(str(page.url), link.split('"')[0].replace("&amp;", "&")))
            address = target.path + (f"?{target.query}" if target.query else "")
            is_known = target.path in {urlsplit(known).path for known in self.followed}
            is_here = target.netloc == urlsplit(HERE).netloc and not address.startswith(("/static", "/in", "/r/"))
            has_room = len(self.followed) < len(self.addresses) + MOST_PAGES
            if is_here and has_room and not is_known and self.dice.random() < 0.5:
                self.followed.add(address)
                self.addresses.append(address)

    def _odd_address(self, address: str) -> str:
        path, _, words = address.partition("?")
        if self.dice.random() < 0.4 and path.count("/") > 1:
            parts = path.split("/")
            parts[self.dice.randrange(2, len(parts))] = quote(self._word()[:2_000], safe="")
            path = "/".join(parts)
        names = [pair.split("=")[0] for pair in words.split("&") if pair] or [
            "as_of",
            "entry",
            "q",
            "until",
            "at",
            "kind",
        ]
        query = urlencode([(self.dice.choice(names), self._word()[:2_000]) for _ in range(self.dice.randint(1, 3))])
        return f"{path}{self.dice.choice(('', '', '.json'))}?{query}"

    def _word(self) -> str:
        return self.dice.choice(self.words)

    def _get(self, address: str) -> httpx.Response | None:
        self.sent += 1
        before = self._written()
        answer = self.hall.run(self.visitor.client.get(address, follow_redirects=True))
        self._judge("GET", address, {}, answer, before)
        if self._written() != before:
            self.faults.append(f"GET {address[:200]}: reading has written")
        return answer if answer.status_code == 200 else None

    def _send(self, page: httpx.Response, form: Form) -> None:
        self.sent += 1
        fields = self._filled(form)
        target = urljoin(str(page.url), form.action) if form.action else str(page.url)
        before = self._written()
        if form.method == "post":
            headers = {"origin": HERE}
            odd = self.dice.random() < 0.1
            files = (
                {self.dice.choice([*fields, "file"]): (self._word()[:200] or "x", self._word().encode())}
                if odd
                else None
            )
            work = self.visitor.client.post(target, data=fields, files=files, headers=headers)
        else:
            words = {name: [value[:400] for value in values[:5]] for name, values in fields.items()}
            work = self.visitor.client.get(target.split("?")[0], params=words, follow_redirects=True)
        self._judge(form.method.upper(), target, fields, self.hall.run(work), before)

    def _filled(self, form: Form) -> dict[str, list[str]]:
        """Return the fields of a form as they stand there, but for a few."""
        fields: dict[str, list[str]] = {}
        for name, value in form.fields:
            fields.setdefault(name, []).append(value)
        if form.buttons:
            name, value, _ = self.dice.choice(form.buttons)
            if name:
                fields[name] = [value]
        names = [name for name in fields if name not in ("token", "key")] or ["x"]
        for _ in range(self.dice.choice((0, 1, 1, 1, 2, 5))):
            name = self.dice.choice(names)
            match self.dice.randrange(7):
                case 0:
                    fields.pop(name, None)
                case 1:
                    fields[name] = [*fields.get(name, []), self._word()]
                case 2:
                    fields[name] = [self._word()] * self.dice.choice((2, 40))
                case 3:
                    fields[name] = fields.get(self.dice.choice(names), [""])
                case 4:
                    fields[self._word()[:200] or "x"] = [self._word()]
                case _:
                    fields[name] = [self._word()]
        if self.dice.random() < 0.15:
            fields["key"] = [self._word()]
        return fields

    def _judge(
        self, method: str, target: str, fields: dict[str, list[str]], answer: httpx.Response, before: object
    ) -> None:
        shown = {name: [value[:60] for value in values[:3]] for name, values in fields.items() if name != "token"}
        where = f"{method} {target[:300]!r} {shown} -> {answer.status_code}"
        if answer.status_code >= 500:
            self.faults.append(where)
        if "Traceback (most recent" in answer.text:
            self.faults.append(f"{where}: a traceback is shown")
        if method == "POST" and 400 <= answer.status_code < 500:
            self.refused += 1
            if self._written() != before:
                self.faults.append(f"{where}: a refused form has written")
        elif method == "POST":
            self.taken += 1
            self.hall.catch_up()

    def _written(self) -> object:
        """Return all that a refused form may not change: the head of the journal, and the rows beside it. What an
        umpire types to start a campaign is kept with its faults, which the next page shows.
        """
        desk = self.hall.desk
        with asking(desk.reader, desk.campaign) as beside:
            rows = [
                tuple(map(tuple, beside.connection.execute(chosen).all()))
                for chosen in (
                    select(HandedIn.__table__),
                    select(Draft.__table__).where(Draft.subject != SUBJECT),
                    select(Mark.__table__),
                    select(DeskSecret.__table__),
                    select(Invitation.__table__),
                )
            ]
        return desk._look(), repr(rows)
