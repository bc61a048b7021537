"""``campaign orders --from``: orders out of texts and mails as people and mail programs write them."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from datetime import date
from email.message import EmailMessage
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.actions import order_sentence
from campaign.actions.all_actions import every_action
from campaign.actions.order_messages import Message, TakeOrders
from campaign.actions.order_phrases import phrase_of
from campaign.actions.order_text import read_lines
from campaign.errors import CampaignError, NotFound
from campaign.exchange.letters import BEGIN, END, Line, read_letter
from campaign.journal.register import command_from_json, command_to_json
from campaign.situation.clock import turn_written
from campaign.situation.tasks import TASK_WORDS
from campaign.terms.asking import Ask
from campaign.terms.time import Calendar, Moment
from campaign.values import dataclass, fields
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.orders import Rest
from tests.cli import capuzzo

ORDERS = "2nd Rifles attack Birch Cross via Ashford\n1st Rifles holds\n"


def words(text: str) -> str:
    return " ".join(text.split())


def standing(db: Path) -> list[tuple[object, ...]]:
    """Every order, and every unit's rest, posture and command."""
    with closing(sqlite3.connect(db)) as connection:
        orders = "select key, day, turn, kind, to_id, via, aim, objective, until from standing_order order by 1, 2, 3"
        units = "select key, resting, posture, present_id, supports_id from battalion order by key"
        return [*connection.execute(orders), *connection.execute(units)]


def entries(db: Path) -> int:
    with closing(sqlite3.connect(db)) as connection:
        return int(connection.execute("select count(*) from entry").fetchone()[0])


@pytest.fixture
def start(brevity: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(brevity, tmp_path / "campaign.db"))


@pytest.fixture(scope="module")
def brevity(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Operation Brevity before its first turn."""
    db = tmp_path_factory.mktemp("start") / "campaign.db"
    capuzzo.ok(db, "new", "operation-brevity", "--seed", "7")
    return db


class TinyNames:
    """A few names, found by their beginning."""

    _units = ("2nd Rifles", "1st Rifles", "1st Hussars", "Support Group", "Wing (rest)", "Coast column")
    places = ("Ashford", "Birch Cross", "Coldbrook", "Halfaya Pass, top")

    def _among(self, text: str, names: tuple[str, ...]) -> str:
        bare = text.casefold()
        fits = [
            n for n in names if bare and re.sub(r"\W+", " ", n.casefold()).startswith(re.sub(r"\W+", " ", bare).strip())
        ]
        if len(fits) != 1:
            raise NotFound(f"nothing is called {text!r}")
        return fits[0]

    def unit(self, text: str) -> str:
        return self._among(text, self._units)

    def formation(self, text: str) -> str:
        return self._among(text, ("Coast column",))

    def group(self, text: str) -> str:
        return self._among(text, ("14 Squadron",))

    def place(self, text: str) -> str:
        return self._among(text, self.places)

    def turn(self, text: str) -> str:
        return str(turn_written(text, Calendar(date(1941, 5, 15)), Moment(1, 1)))

    def is_person(self, text: str) -> bool:
        return text == "Ruth"

    def is_at(self, unit: str, place: str) -> bool:
        return place == "Ashford"


def read(text: str) -> list[str]:
    """Every line read, in few words, or its fault."""
    lines = read_lines([Line(n, row) for n, row in enumerate(text.splitlines(), 1)], TinyNames())
    return [f"{line.number}: {line.fault}" if line.fault else "; ".join(map(_short, line.orders)) for line in lines]


def _short(order: object) -> str:
    named = {
        name: getattr(order, name)
        for name in (each.name for each in fields(order))
        if getattr(order, name) not in ("", (), False)
    }
    return " ".join(",".join(value) if isinstance(value, tuple) else str(value) for value in named.values())


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("2nd Rifles attack Birch Cross via Ashford", "2nd Rifles attack Birch Cross Ashford"),
        ("2nd Rifles attacks birch cross by way of Ashford, Halfaya Pass, top.", "2nd Rifles attack Birch Cross Ashford,Halfaya Pass, top"),
        ("2nd Rifles is to attack Birch Cross", "2nd Rifles attack Birch Cross"),
        ("2nd Rifles hold at present place", "2nd Rifles hold"),
        ("2nd Rifles holds where it stands.", "2nd Rifles hold"),
        ("2nd Rifles to advance on Coldbrook!", "2nd Rifles attack Coldbrook"),
        ("2nd Rifles will advance to Coldbrook", "2nd Rifles march Coldbrook"),
        ("2nd Rifles: march to Coldbrook and hold there", "2nd Rifles march Coldbrook"),
        ("2nd Rifles \u2013 moving to Coldbrook until dark", "2nd Rifles march Coldbrook dark"),
        ("2nd Rifles takes Coldbrook in order to cut the road", "2nd Rifles attack Coldbrook cut the road"),
        ("2nd Rifles withdraws to Ashford from 1.3", "2nd Rifles withdraw Ashford 1.3"),
        ("2nd Rifles falls back", "2nd Rifles withdraw"),
        ("From turn 1.2: 2nd Rifles retreat on Ashford", "2nd Rifles withdraw Ashford 1.2"),
        ("  * 1. 2nd Rifles holds", "2nd Rifles hold"),
        ("- 2nd Rifles stands fast", "2nd Rifles hold"),
        ("3) 2nd Rifles digs in at Ashford", "2nd Rifles hold"),
        ("2nd Rifles and 1st Rifles hold", "2nd Rifles hold; 1st Rifles hold"),
        ("2nd Rifles, 1st Rifles & 1st Hussars: hold", "2nd Rifles hold; 1st Rifles hold; 1st Hussars hold"),
        ("The Support Group supports Coast column", "Support Group Coast column direct support"),
        ("Support Group attacks Coldbrook", "Support Group attack Coldbrook"),
        ("Wing (rest) rests", "Wing (rest)"),
        ("Wing (rest) rests no longer", "Wing (rest) True"),
        ("1st Hussars takes reserve posture", "1st Hussars reserve"),
        ("1st Hussars joins Coast column", "1st Hussars Coast column"),
        ("Coast column: march Ashford; from 1.3 attack Coldbrook via Birch Cross", "Coast column march Ashford; Coast column attack Coldbrook Birch Cross 1.3"),
        ("Coast column: march Ashford; hold at Ashford", "Coast column march Ashford"),
        ("Coast column: march Ashford, then attack Coldbrook from 1.4", "Coast column march Ashford; Coast column attack Coldbrook 1.4"),
        ("Coast column: attack Ashford; aim hold it till dark; limit 1.4; from 1.2", "Coast column attack Ashford hold it till dark 1.4 1.2"),
        ("14 Squadron strikes Coldbrook in turn 1.3", "14 Squadron strike Coldbrook 1.3"),
        ("14 Squadron supports Coast column; turn 1.2", "14 Squadron support Coast column 1.2"),
        ("march 2nd Rifles to Coldbrook", "2nd Rifles march Coldbrook"),
        ("2nd Rifles attack Coldbrook from 04:00", "2nd Rifles attack Coldbrook 1.2"),
        ("2nd Rifles attack Coldbrook; from 15:30", "2nd Rifles attack Coldbrook 1.3"),
        ("2nd Rifles attack Coldbrook at 23:59 via Ashford", "2nd Rifles attack Coldbrook Ashford 1.1"),
        ("2nd Rifles attack Coldbrook from 1.2 (04:00)", "2nd Rifles attack Coldbrook 1.2"),
        ("From 0400 hrs: 2nd Rifles march Coldbrook", "2nd Rifles march Coldbrook 1.2"),
        ("14 Squadron strikes Coldbrook at 10:00", "14 Squadron strike Coldbrook 1.3"),
        ("Coast column: march Ashford; from 16:00 attack Coldbrook", "Coast column march Ashford; Coast column attack Coldbrook 1.4"),
        ("Please, 2nd Rifles follow", "2nd Rifles follow"),
        ("2nd Rifles block road at Ashford - Birch Cross", "2nd Rifles block road Ashford - Birch Cross 4"),
        ("2nd Rifles is to demolish the span at the old bridge.", "2nd Rifles demolish span old bridge 4"),
        ("2nd Rifles: blow the bridge at Ashford", "2nd Rifles blow bridge Ashford 4"),
        ("2nd Rifles prepare demolition at Ashford", "2nd Rifles prepare demolition Ashford 4"),
        ("2nd Rifles gap obstacle at minefield at Ashford", "2nd Rifles gap obstacle minefield at Ashford 4"),
        ("2nd Rifles gap the minefield", "2nd Rifles gap obstacle minefield 4"),
        ("2nd Rifles bridge for medium tanks at Ashford", "2nd Rifles bridge Ashford medium tanks 4"),
        ("2nd Rifles build a bridge at Ashford for medium", "2nd Rifles bridge Ashford medium 4"),
        ("2nd Rifles ferry for foot and wheeled at Ashford", "2nd Rifles ferry Ashford foot and wheeled 4"),
        ("2nd Rifles assault boats at Ashford, carry 1st Rifles, Support Group", "2nd Rifles assault boats Ashford 4 1st Rifles,Support Group"),
        ("2nd Rifles boats for 1st Rifles and Support Group at Ashford", "2nd Rifles assault boats Ashford 4 1st Rifles,Support Group"),
        ("2nd Rifles minefield at Ashford - Birch Cross, 8 inches", "2nd Rifles minefield Ashford - Birch Cross 8"),
        ("2nd Rifles lays 12 inches of mines at Ashford", "2nd Rifles minefield Ashford 12"),
        ("2nd Rifles minefield for 12 inches at Ashford", "2nd Rifles minefield Ashford 12"),
        ("1st Hussars swim at Ashford", "1st Hussars swim Ashford 4"),
        ("2nd Rifles stop the engineering task", "2nd Rifles"),
        ("2nd Rifles gap at Ashford; from 1.3 march Coldbrook", "2nd Rifles gap obstacle Ashford 4; 2nd Rifles march Coldbrook 1.3"),
        ("2nd Rifles march Coldbrook in order to bridge the river", "2nd Rifles march Coldbrook bridge the river"),
    ],
)  # fmt: skip
def test_orders_are_read_as_people_write_them(text: str, orders: str) -> None:
    assert read(text) == [orders]


@pytest.mark.parametrize(
    ("text", "orders", "proposed"),
    [
        ("2nd Rifles to Coldbrook via Ashford", "2nd Rifles march Coldbrook Ashford", "'2nd Rifles march to Coldbrook via Ashford', because the line has no verb"),
        ("- 2nd Rifles: to Coldbrook from 1.3", "2nd Rifles march Coldbrook 1.3", "'2nd Rifles march to Coldbrook from 1.3', because"),
        ("2nd Rifles -> Coldbrook", "2nd Rifles march Coldbrook", "'2nd Rifles march to Coldbrook', because"),
        ("2nd Rifles back to Ashford", "2nd Rifles withdraw Ashford", "'2nd Rifles withdraw to Ashford', because"),
        ("1st Rifles and 2nd Rifles against Coldbrook", "1st Rifles attack Coldbrook; 2nd Rifles attack Coldbrook", "'1st Rifles and 2nd Rifles attack Coldbrook'"),
        ("2nd Rifles at Ashford", "2nd Rifles hold", "'2nd Rifles hold at Ashford', because the line has no verb, and the unit is there"),
        ("2nd Rifles at Coldbrook", "2nd Rifles march Coldbrook", "'2nd Rifles march to Coldbrook'"),
        ("2nd Rifles hold Coldbrook", "2nd Rifles march Coldbrook", "because the unit is not there and holds when it has arrived. To change it: write the unit"),
        ("2nd Rifles to Coldbrook; from 1.3 march Ashford", "2nd Rifles march Coldbrook; 2nd Rifles march Ashford 1.3", "because the line has no verb before the place"),
        ("Support Group remains at Coldbrook", "Support Group march Coldbrook", "'Support Group march to Coldbrook'"),
        ("2nd Rifles stay in reserve at Ashford", "2nd Rifles reserve; 2nd Rifles hold", "'2nd Rifles reserve posture' and '2nd Rifles hold at Ashford', because a unit in reserve"),
        ("2nd Rifles in reserve at Coldbrook", "2nd Rifles reserve; 2nd Rifles march Coldbrook", "'2nd Rifles reserve posture' and '2nd Rifles march to Coldbrook'"),
        ("2nd Rifles remains in reserve", "2nd Rifles reserve; 2nd Rifles hold", "holds where it is"),
    ],
)  # fmt: skip
def test_a_line_without_a_verb_becomes_a_proposal(text: str, orders: str, proposed: str) -> None:
    (line,) = read_lines([Line(1, text)], TinyNames())
    assert "; ".join(map(_short, line.orders)) == orders
    assert line.proposal is not None and not line.fault and proposed in str(line.proposal)


def test_a_line_under_a_heading_is_proposed_for_its_unit() -> None:
    assert read("Coast column:\n- to Coldbrook\n- in reserve at Ashford") == [
        "Coast column march Coldbrook",
        "Coast column reserve; Coast column hold",
    ]


def test_a_heading_is_for_an_engineer_task_under_it() -> None:
    assert read("2nd Rifles:\n- boats at Ashford, carry Support Group") == [
        "2nd Rifles assault boats Ashford 4 Support Group"
    ]


def test_every_task_is_read_in_its_own_word_and_kept_in_the_journal() -> None:
    """In the words of help and of receipts alike; the journal gives back the very command, though a task that is
    stopped names only its unit, as a rest may.
    """
    for word, kind in TASK_WORDS.items():
        (line,) = read_lines([Line(1, f"2nd Rifles {word} at Ashford")], TinyNames())
        (order,) = line.orders
        assert isinstance(order, Engineer) and order.task == kind.value and order.at == "Ashford", word
    orders = (Engineer("a", "gap obstacle"), StopEngineering("a"), Rest("a"), Rest("a", stop=True))
    taken = TakeOrders("1.1", (Message("b", orders),))
    assert command_from_json("orders taken", command_to_json(taken), every_action()) == taken


def test_what_an_order_form_tells_of_a_task_is_read_again_word_for_word() -> None:
    """A field of a task is declared once: the form tells it, and a typed sentence that says the same gives it back."""
    told = Engineer(
        "2nd Rifles", "bridge", at="Ashford", load="medium", inches=8, carry=("1st Rifles", "Support Group")
    )
    assert all(getattr(told, field.name) != field.default for field in fields(told)), "a field without a trial"
    words = phrase_of(told, {})
    assert words == "bridge for medium at Ashford, 8 inches, carry 1st Rifles, Support Group"
    (line,) = read_lines([Line(1, f"2nd Rifles {words}")], TinyNames())
    assert line.orders == (told,)


def test_yes_or_no_about_a_task_is_true_where_its_words_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, slots=True)
    class AtNight(Engineer):
        by_night: Annotated[bool, Ask(written=r"(?P<value>by night)")] = False

    monkeypatch.setattr(order_sentence, "Engineer", AtNight)
    for words, by_night in (("bridge by night at Ashford", True), ("bridge at Ashford", False)):
        (line,) = read_lines([Line(1, f"2nd Rifles {words}")], TinyNames())
        assert line.orders == (AtNight("2nd Rifles", "bridge", at="Ashford", by_night=by_night),)


def test_a_heading_is_for_the_lines_under_it() -> None:
    assert read("Coast column:\n- march Coldbrook\n- from 1.3 attack Ashford\n\n2nd Rifles holds") == [
        "Coast column march Coldbrook",
        "Coast column attack Ashford 1.3",
        "2nd Rifles hold",
    ]


def test_small_talk_is_left_out_and_a_line_that_was_broken_is_put_together() -> None:
    text = """Hi Ann,

    Here are my orders:
    2nd Rifles attack Birch Cross via Ashford and, in order to hold the
    road before dark
    Many thanks and best wishes,
    Ruth"""
    assert read(text.replace(" and, in", ", in")) == ["2nd Rifles attack Birch Cross Ashford hold the road before dark"]


@pytest.mark.parametrize(
    "title",
    ["Coast column orders", "Orders, 2nd Rifles, 15 May", "Day 1, turn 2", "2nd Rifles", "Brigade, 15 May 1941"],
)
def test_a_title_is_no_order_above_the_first_one_and_an_error_below_it(title: str) -> None:
    order = "2nd Rifles attack Coldbrook"
    assert read(f"{title}\n{order}") == read(order)
    first, second = read(f"{order}\n{title}")
    assert [first] == read(order) and "2: it has no verb that gives an order" in second


def test_a_misspelt_order_is_no_title() -> None:
    assert "did you mean attack?" in read("2nd Rifles attak Coldbrook")[0]
    assert "did you mean attack?" in read("2nd Rifles attak Coldbrook on 15 May")[0]
    assert read("2nd Rifles block the road, day 2")[0] == "2nd Rifles block road day 2 4"
    assert read("2nd Rifles to Coldbrook on 15 May") == ["1: nothing is called 'Coldbrook on 15 May'"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "2nd Rifles attak Coldbrook",
            "1: it has no verb that gives an order, such as march, attack or hold ('attak': did you mean attack?). Write",
        ),
        ("2nd Riffles attack Coldbrook", "1: nothing is called '2nd Riffles'"),
        ("2nd Rifles attack Coldbrok", "1: nothing is called 'Coldbrok'"),
        ("2nd Rifles hold at Coldbrok", "1: nothing is called 'Coldbrok'"),
        ("2nd Riffles to Coldbrook", "1: nothing is called '2nd Riffles'"),
        ("2nd Rifles to Coldbrok", "1: nothing is called 'Coldbrok'"),
        ("2nd Rifles to be careful", "1: nothing is called 'be careful'"),
        ("2nd Riffles block the road at Ashford", "1: nothing is called '2nd Riffles'"),
        ("bridge for medium tanks at Ashford", "1: it does not name a unit"),
        ("2nd Rifles block road at Ashford from 1.3", "1: 'block road' begins with the next turn. Leave out the turn"),
        ("2nd Rifles stop the task at Ashford", "1: 'at Ashford' is not understood after 'stop the task'"),
        ("2nd Rifles boats at Ashford, carry 3rd Rifles", "1: nothing is called '3rd Rifles'"),
        ("2nd Rifles rests at Coldbrook", "1: the unit is not at Coldbrook, and a unit rests only where it is"),
        (
            "Coast column: march Ashford; attack Coldbrook",
            "1: 'attack Coldbrook' is a second order. Write when it begins",
        ),
        ("attack Coldbrook", "1: it does not name a unit"),
        ('"2nd Rifles attack Coldbrook"', "1: the line is in quotation marks"),
        ("2nd Rifles hold " + "x" * 1000, "1: the line has 1,016 characters. Write one order on each line"),
        ("We should be careful there.", "1: it has no verb that gives an order"),
        (
            "2nd Rifles attack Coldbrook, then Ashford",
            "1: 'then Ashford' is a second goal, but a unit can have only one order at",
        ),
        ("2nd Rifles rests in Coldbrook; aim sleep", "1: 'rests' takes effect immediately"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, fault: str) -> None:
    (line,) = read(text)
    assert line.startswith(fault)


# mails

REPLY = f"{ORDERS}\nRuth\n"
QUOTED = f"> Dear Ruth,\n> 1st Hussars march Coldbrook\n>\n> {BEGIN} of alba\n> 1st Hussars: march Coldbrook\n> 2nd Rifles:\n> {END}\n"


def lines_of(raw: bytes) -> list[str]:
    return [line.text.strip() for line in read_letter("a.eml", raw).lines if line.text.strip()]


def mail(body: str, *, html: str = "", charset: str = "utf-8", cte: str = "8bit") -> bytes:
    message = EmailMessage()
    message["From"] = "Ruth M\u00fcller <Ruth@Example.org>"
    message["Subject"] = "Re: Orders"
    message["Message-ID"] = "<1@example.org>"
    if body:
        message.set_content(body, charset=charset, cte=cte)
    if html:
        if body:
            message.add_alternative(html, subtype="html")
        else:
            message.set_content(html, subtype="html", charset=charset, cte=cte)
    return message.as_bytes()


@pytest.mark.parametrize("cte", ["8bit", "base64", "quoted-printable"])
@pytest.mark.parametrize("charset", ["utf-8", "windows-1252", "iso-8859-15"])
def test_any_charset_and_encoding_is_read(charset: str, cte: str) -> None:
    letter = read_letter("a.eml", mail("J\u00e4ger attack Br\u00e9cy\u00a0top\n", charset=charset, cte=cte))
    assert [line.text.strip() for line in letter.lines] == ["J\u00e4ger attack Br\u00e9cy top"]
    assert (letter.sender, letter.address) == ("Ruth M\u00fcller", "ruth@example.org")


def test_gmail_answers_above_what_it_quotes() -> None:
    body = f"{REPLY}\nOn Thu, 15 May 2025 at 18:00, The Umpire\n<umpire@example.org> wrote:\n\n{QUOTED}"
    assert lines_of(mail(body)) == [*ORDERS.splitlines(), "Ruth", "1st Hussars: march Coldbrook", "2nd Rifles:"]


@pytest.mark.parametrize(
    "head", ["Am 26.11.26 um 20:02 schrieb Umpire:", "Am 26.11.2026 um 20:02 schrieb A. B. <a@b.org>:"]
)
def test_thunderbird_in_german_answers_above_what_it_quotes(head: str) -> None:
    body = f"Hi umpire, and here at last are my orders for today:\n{ORDERS}\n{head}\n{QUOTED}"
    assert read("\n".join(lines_of(mail(body))))[:2] == ["2nd Rifles attack Birch Cross Ashford", "1st Rifles hold"]
    assert head not in lines_of(mail(body))


def test_apple_mail_answers_within_and_signs() -> None:
    body = f"> On 15 May 2025, at 18:00, Umpire <u@example.org> wrote:\n> what shall they do?\n{ORDERS}Sent from my iPhone\n\n> more\n-- \nRuth\nhold the line"
    assert lines_of(mail(body)) == ORDERS.splitlines()


def test_outlook_answers_above_heads_and_quotes_with_nothing() -> None:
    original = (
        "From: Umpire <u@example.org>\nSent: Thursday\nTo: Ruth\nSubject: Orders\n\n1st Hussars march Coldbrook\n"
    )
    assert lines_of(mail(f"{ORDERS}\n{'_' * 32}\n{original}")) == ORDERS.splitlines()
    assert lines_of(mail(f"{ORDERS}\n{original}")) == ORDERS.splitlines()
    assert lines_of(mail(f"{ORDERS}\n-----Original Message-----\n{original}")) == ORDERS.splitlines()


def test_a_mail_of_html_alone_is_read_as_its_text() -> None:
    page = (
        "<html><head><style>p {color: red}</style></head><body><p>2nd Rifles attack\nBirch&nbsp;Cross</p>"
        "<ul><li>1st Rifles holds</li></ul><div class=gmail_quote><blockquote><p>1st Hussars march Coldbrook</p>"
        f"<p>{BEGIN} of alba</p><p>1st Hussars: hold</p><p>{END}</p></blockquote></div></body></html>"
    )
    assert lines_of(mail("", html=page)) == ["2nd Rifles attack Birch Cross", "- 1st Rifles holds", "1st Hussars: hold"]


def test_lines_that_a_mail_program_wrapped_are_one_again() -> None:
    raw = mail("2nd Rifles attack Birch Cross \nvia Ashford\n").replace(
        b'charset="utf-8"', b'charset="utf-8"; format=flowed'
    )
    assert lines_of(raw) == ["2nd Rifles attack Birch Cross via Ashford"]


def test_a_text_quoted_all_through_and_a_pasted_mail_are_read() -> None:
    assert lines_of(("> " + ORDERS.replace("\n", "\n> ")).encode()) == [*ORDERS.splitlines(), ">"][:2]
    pasted = f"From: Ruth <r@example.org>\nTo: Ann\nSubject: Orders\n\n{ORDERS}"
    assert lines_of(pasted.encode("windows-1252")) == ORDERS.splitlines()


# given to the program

TYPED = (
    ("attack", "2 Scots Guards", "--to", "Halfaya Pass, top", "--via", "Bir Wair", "--aim", "take the top"),
    ("hold", "4 RTR"),
    ("withdraw", "Durham", "--to", "Bir el Khireigat", "--from", "1.3"),
    ("march", "Coast column", "--to", "Sollum (lower"),
    ("rest", "3 Coldstream"),
    ("posture", "11 Hussars", "reserve"),
    ("support", "8 Field", "--to", "Desert column"),
)
WRITTEN = """2 Scots Guards attack Halfaya top via Bir Wair; aim take the top
4 RTR holds
Durham withdraws to Bir el Khireigat from 1.3
Coast column: march to Sollum (lower town)
3 Coldstream rests
11 Hussars takes reserve posture
8 Field Regiment supports Desert column
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("keep", range(1, 1 << len(TYPED), 23))
def test_orders_typed_one_by_one_come_to_the_same_as_their_text(start: Path, tmp_path: Path, keep: int) -> None:
    twin = Path(shutil.copyfile(start, tmp_path / "twin.db"))
    chosen = [n for n in range(len(TYPED)) if keep >> n & 1]
    for n in chosen:
        capuzzo.ok(start, *TYPED[n])
    text = "\n".join(WRITTEN.splitlines()[n] for n in chosen)
    before = entries(twin)
    capuzzo.ok(twin, "orders", "--from", "-", typed=text)
    assert standing(twin) == standing(start)
    assert entries(twin) == before + 1, "all of them are one entry"
    capuzzo.ok(twin, "undo")
    assert entries(twin) == before + 2


def test_the_receipt_of_a_list_tells_all_that_the_entry_does(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.txt"
    path.write_text("2 Scots Guards attack Halfaya Pass, top\nCoast column marches to Sollum (lower town)\n")
    told = words(capuzzo.ok(start, "orders", "--from", str(path)))
    assert "By default it takes this route" in told and "cancels the scenario's order for turn 1.2" in told
    assert "stays in force when the scenario's order to 22nd Guards Brigade Group" in told


def test_nothing_is_taken_when_a_line_cannot_be_read_unless_it_is_left_out(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.txt"
    path.write_text(f"{WRITTEN}2 Scots Guards attak Halfaya\n4 RTR march Nowhere\n")
    before, count = standing(start), entries(start)
    refused = capuzzo.run(start, "orders", "--from", str(path))
    assert refused.exit_code == 1 and standing(start) == before and entries(start) == count
    told = words(refused.output)
    assert "line 8, '2 Scots Guards attak Halfaya': it has no verb that gives an order, such as" in told
    assert "line 9, '4 RTR march Nowhere': there is no place called 'Nowhere'" in told
    assert "2 errors; no order was recorded. To record only the lines that were read: --skip-unread" in told
    assert "7 orders taken" in capuzzo.ok(start, "orders", "--from", str(path), "--skip-unread")


def test_a_turn_without_its_day_is_of_this_day(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.txt"
    path.write_text("2 Scots Guards attack Halfaya Pass, top from turn 4\n")
    assert "from turn 1.4 on" in words(capuzzo.ok(start, "orders", "--from", str(path), "--preview"))


@pytest.mark.parametrize(("typed", "taken"), [("y\n", True), ("n\n", False)])
def test_at_a_terminal_it_is_asked_whether_to_leave_the_rest_out(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, taken: bool
) -> None:
    monkeypatch.setattr("campaign.cli.order_files.is_terminal", lambda: True)
    path = tmp_path / "orders.txt"
    path.write_text("4 RTR holds\n2 Scots Guards attak Halfaya\n")
    before = entries(start)
    told = capuzzo.run(start, "orders", "--from", str(path), typed=typed)
    assert "Record the 1 order that was read, without these? [y/N]" in words(told.output)
    assert (told.exit_code == 0) == taken and entries(start) == before + taken


def test_a_proposed_order_is_taken_only_when_somebody_says_so(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, before = tmp_path / "orders.txt", entries(start)
    path.write_text("Durham to Bir Wair\n")
    order = ("orders", "--from", str(path))
    told = words(capuzzo.run(start, *order).output)
    assert "Proposed: 'Durham march to Bir Wair', because the line has no verb." in told
    assert "no order was recorded. To take the proposed orders: --as-proposed" in told and entries(start) == before
    assert "march Bir Wair" in capuzzo.ok(start, *order, "--as-proposed", "--preview") and entries(start) == before
    monkeypatch.setattr("campaign.cli.order_files.is_terminal", lambda: True)
    assert "Take this proposal? [y/N]" in words(capuzzo.run(start, *order, typed="n\n").output)
    assert entries(start) == before
    assert "march Bir Wair" in capuzzo.ok(start, *order, typed="y\n") and entries(start) == before + 1


def test_a_second_sending_is_known_and_a_later_version_says_what_it_changes(start: Path, tmp_path: Path) -> None:
    first, later = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("2 Scots Guards hold\nDurham holds\n")
    later.write_text("2 Scots Guards attack Halfaya Pass, top\n3 Coldstream rests\n")
    order = ("orders", "--for", "erskine", "--from")
    capuzzo.ok(start, *order, str(first))
    count = entries(start)
    assert "these orders were recorded in entry 2; nothing is recorded twice" in words(
        capuzzo.ok(start, *order, str(first))
    )
    assert entries(start) == count
    told = words(capuzzo.ok(start, *order, str(later)))
    assert "a later version of the orders of entry 2" in told
    assert "changed: 3_coldstream_guards (new), 2_scots_guards" in told or "changed: " in told
    assert "left out of this version, earlier orders stand: " in told
    assert "later orders replaced them in entry 3" in words(capuzzo.ok(start, *order, str(first)))
    assert entries(start) == count + 1
    capuzzo.ok(start, *order, str(first), "--again")
    assert entries(start) == count + 2


def test_a_second_sending_reads_the_same_whatever_list_the_enemy_has_handed_in(start: Path, tmp_path: Path) -> None:
    allied, axis, answers = tmp_path / "allied.txt", tmp_path / "axis.txt", []
    allied.write_text("2 RTR holds\n")
    for text in ("", "krad_15 marches to Bardia\n", "krad_15 holds\n"):
        axis.write_text(text)
        db = Path(shutil.copyfile(start, tmp_path / f"twin-{len(answers)}.db"))
        capuzzo.ok(db, "orders", "--from", str(allied), "--viewer", "allied")
        if text:
            capuzzo.ok(db, "orders", "--from", str(axis), "--viewer", "axis")
        answers.append(capuzzo.ok(db, "orders", "--from", str(allied), "--viewer", "allied"))
    assert "nothing is recorded twice" in words(answers[0])
    assert answers[1:] == answers[:1] * 2


def test_a_message_of_which_nothing_can_be_read_is_never_taken(start: Path, tmp_path: Path) -> None:
    """His orders are not complete because what he wrote was left out."""
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_text("2 Scots Guards attak Halfaya\n")
    other.write_text("Coast column holds\n")
    count = entries(start)
    told = capuzzo.run(start, "orders", "--for", "erskine", "--from", str(path), "--skip-unread")
    assert told.exit_code == 1 and "1 error; no order was recorded" in words(told.output)
    assert entries(start) == count
    told = words(capuzzo.ok(start, "orders", "--from", str(path), str(other), "--skip-unread"))
    assert "Left out:" in told and "1 order taken" in told and "0 orders" not in told


def test_units_that_are_not_his_are_refused_by_line(start: Path) -> None:
    before = standing(start)
    told = capuzzo.run(start, "orders", "--for", "erskine", "--from", "-", typed="Durham holds\nCoast column holds\n")
    assert told.exit_code == 1 and standing(start) == before
    assert "line 2, 'Coast column holds': Brig I. D. Erskine cannot order Coast column" in words(told.output)
    told = capuzzo.run(start, "orders", "--from", "-", "--viewer", "garmoyle", typed="krad_15 holds\n")
    assert told.exit_code == 1 and "there is no unit called 'krad_15'" in words(told.output)


def test_of_many_wrong_lines_the_first_are_told_and_the_others_counted(start: Path) -> None:
    typed = "Durham holds\n" + "Coast column holds\n" * 45 + "Nowhere holds\n" * 3
    told = capuzzo.run(start, "orders", "--for", "erskine", "--from", "-", typed=typed)
    lines = told.output.splitlines()
    assert told.exit_code == 1 and len(lines) == 43
    assert [line.partition(",")[0] for line in lines[:40]] == [f"line {n}" for n in range(2, 42)]
    assert lines[40] == "and 3 more errors"
    assert lines[41] == "and 5 more lines were not tried, because 40 lines had been refused"
    assert "43 errors; no order was recorded. To record only the lines that were read: --skip-unread" in lines[42]


def test_a_mail_that_does_not_say_whose_it_is_is_refused(start: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(mail("Durham holds\n"))
    told = capuzzo.run(start, "orders", "--from", str(path))
    assert told.exit_code == 1 and "does not show whose orders it holds" in words(told.output)
    assert "1 changed" in capuzzo.ok(start, "orders", "--for", "erskine", "--from", str(path))


LINES = st.lists(
    st.one_of(
        st.sampled_from(WRITTEN.splitlines()),
        st.text(max_size=60),
        st.builds(
            "{} {} {}".format,
            st.sampled_from(["Durham", "the 2 Scots Guards", "> Coast column", "-", "krad_15", "14 Squadron", ":"]),
            st.sampled_from(["attacks", "march to", "holds; from 9.9", "rests", "supports", "strikes", "via", "then"]),
            st.sampled_from(["Bardia", "", "Halfaya Pass, top via Sollum", "; aim", "; from 1.3 hold", "Coast column"]),
        ),
    ),
    max_size=8,
)


@given(LINES)
def test_any_text_is_read_or_its_lines_are_named(lines: list[str]) -> None:
    text = "\n".join(lines)
    letter = read_letter("a.txt", text.encode("utf-8", errors="replace")) if "\0" not in text else None
    for line in () if letter is None else read_lines(letter.lines, TinyNames()):
        assert bool(line.orders) != bool(line.fault)


@given(st.binary(max_size=400))
def test_any_bytes_are_a_letter_or_refused(raw: bytes) -> None:
    for head in (
        b"",
        b"From: a\nMIME-Version: 1.0\nContent-Type: text/html; charset=x-none\n\n",
        b"Subject: =?x?q?=ff?=\nContent-Type: multipart/mixed; boundary=a\n\n--a\n",
    ):
        try:
            letter = read_letter("a.eml", head + raw)
        except CampaignError:
            continue
        read_lines(letter.lines, TinyNames())


@given(LINES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_leaves_anything_half_done(start: Path, lines: list[str]) -> None:
    before, count = standing(start), entries(start)
    told = capuzzo.run(start, "orders", "--from", "-", typed="\n".join(lines))
    assert told.exception is None or isinstance(told.exception, SystemExit | CampaignError), told.output
    if told.exit_code:
        assert (standing(start), entries(start)) == (before, count)
    else:
        assert entries(start) in (count, count + 1)
