"""A form that was pressed before the deadline and arrived after it counts as in time, and pages tell both hours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest

from campaign.errors import Refused
from campaign.journal.handing_in import late_forms
from campaign.terms.wall_clock import hours_text
from campaign.verbs.orders import GiveOrder
from campaign.web.order_rules import Press
from campaign.web.visit import Visit
from campaign.words.late import Lateness
from tests.web.clocks import DUE, Clock, refuse_late_orders
from tests.web.visitors import Hall, Visitor, forms_of, hall_on

HOURS = "Pressed at 20:58, arrived at 21:04, counted as in time"
UNIT = "/orders/erskine/3_coldstream_guards"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock ten minutes before the deadline."""
    made = Clock()
    monkeypatch.setattr("campaign.clock.now", made.now)
    return made


@pytest.fixture
def due(hall: Hall, clock: Clock) -> Hall:
    """A desk with that deadline, after which the umpire takes no orders."""
    hall.desk.people.silences.hour = clock.seconds
    umpire = hall.umpire()
    umpire.press("/orders", "Set the deadline", when="2099-11-26 21:00", zone="Europe/Berlin")
    refuse_late_orders(hall.desk)
    return hall


@contextmanager
def without_network(visitor: Visitor, clock: Clock) -> Iterator[None]:
    """Let a form be filled in within the block at 20:58; it arrives at 21:04 from a window that was silent meanwhile."""
    clock.moment = DUE - timedelta(minutes=2)
    visitor.get("/alive")
    yield
    clock.moment = DUE + timedelta(minutes=4)
    visitor.get("/alive")


def fields_of(page: httpx.Response, words: str, **changes: object) -> dict[str, object]:
    """Return the fields that a button of a page sends."""
    forms = [(form, button) for form in forms_of(page.text) for button in form.buttons if words in button[2]]
    form, (name, value, _) = forms[0]
    sent = {**dict(form.fields), **changes}
    return {**sent, name: value} if name else sent


def tells_the_umpire(hall: Hall, *pages: str, text: str = HOURS) -> None:
    hall.catch_up()
    umpire = hall.umpire()
    for address in pages:
        assert text in umpire.get(address).text, address


@pytest.mark.long
def test_the_order_form_tells_both_hours(due: Hall, clock: Clock) -> None:
    erskine = due.commander("erskine", side="allied")
    with without_network(erskine, clock):
        page = erskine.get("/orders/erskine")
    answer = erskine.post("/orders/erskine", fields_of(page, "Hand in", waited="360"))
    assert answer.status_code == 200
    assert f"{HOURS}." in answer.text
    tells_the_umpire(due, "/orders", "/desk", "/log")
    number = due.umpire().get("/log.json").json()["turns"][0]["entries"][0]["number"]
    tells_the_umpire(due, f"/log/{number}")
    assert HOURS not in erskine.get("/orders/erskine").text
    herff = due.commander("herff", side="axis")
    assert all("counted as in time" not in herff.get(address).text for address in ("/orders/herff", "/news"))


def test_a_form_sent_again_tells_its_hours_again_and_counts_once(due: Hall, clock: Clock) -> None:
    erskine = due.commander("erskine", side="allied")
    with without_network(erskine, clock):
        page = erskine.get("/orders/erskine")
    fields = fields_of(page, "Hand in", waited="360")
    erskine.post("/orders/erskine", fields)
    clock.moment += timedelta(minutes=30)
    assert HOURS in erskine.post("/orders/erskine", {**fields, "waited": "2160"}).text
    assert len(late_forms(due.desk.reader, due.desk.campaign)) == 1


@pytest.mark.long
def test_a_unit_s_own_page_tells_both_hours(due: Hall, clock: Clock) -> None:
    erskine = due.commander("erskine", side="allied")
    with without_network(erskine, clock):
        page = erskine.get(f"{UNIT}?kind=march")
    sent = fields_of(page, "Give the order now", kind="march", place="Bir Wair")
    late = erskine.post(UNIT, {**sent, "key": "said nothing"})
    assert late.status_code == 422 and "The orders that you had handed in by then count" in late.text
    answer = erskine.post(UNIT, {**sent, "waited": "360"})
    assert answer.status_code == 200 and f"{HOURS}." in answer.text
    tells_the_umpire(due, "/orders", "/desk", "/log")


@pytest.mark.long
def test_undo_tells_both_hours_once_it_is_undone(due: Hall, clock: Clock) -> None:
    erskine = due.commander("erskine", side="allied")
    given = erskine.press(f"{UNIT}?kind=march", "Give the order now", kind="march", place="Bir Wair")
    undo = {**dict(next(form for form in forms_of(given.text) if form.action == "/undo").fields)}
    with without_network(erskine, clock):
        pass
    assert erskine.post("/undo", {**undo, "key": "said nothing"}).status_code == 422
    answer = erskine.post("/undo", {**undo, "waited": "360"})
    assert answer.status_code == 200 and HOURS in answer.text
    tells_the_umpire(due, "/log", text=f"Undo: {HOURS}")
    tells_the_umpire(due, "/orders", "/desk")
    again = erskine.post("/undo", {**undo, "waited": "360"})
    assert again.status_code == 200
    assert len(late_forms(due.desk.reader, due.desk.campaign)) == 1


@pytest.mark.long
def test_it_is_told_after_the_desk_was_closed_and_opened(
    due: Hall, clock: Clock, campaign_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    erskine = due.commander("erskine", side="allied")
    with without_network(erskine, clock):
        page = erskine.get("/orders/erskine")
    seen = (DUE - timedelta(minutes=2)).isoformat(timespec="seconds")
    due.desk.writer.carry_out(lambda: None)
    with due.desk.store.engine.connect() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE desk_window SET seen = ?", (seen,))
    cookies = dict(erskine.client.cookies)
    with hall_on(campaign_file) as opened:
        opened.desk.people.silences.hour = clock.seconds
        returning = opened.visitor("erskine")
        returning.client.cookies.update(cookies)
        sent = fields_of(page, "Hand in", waited="360")
        token = opened.desk.people.token_of(cookies[opened.desk.cookie])
        answer = returning.post("/orders/erskine", {**sent, "token": token})
        assert answer.status_code == 200 and f"{HOURS}." in answer.text
    with hall_on(campaign_file) as later:
        tells_the_umpire(later, "/orders", "/desk", "/log")


def test_what_is_tried_first_counts_from_the_same_moment(due: Hall, clock: Clock) -> None:
    erskine = due.commander("erskine", side="allied")
    erskine.get("/orders/erskine")
    person = due.desk.people.person_of(erskine.client.cookies[due.desk.cookie])
    assert person is not None
    with without_network(erskine, clock):
        pass
    order = GiveOrder("3rd Bn Coldstream Guards", "march", "Bir Wair", (), "", "", "", "", "")
    late = Visit(due.desk, person, "/find", fields={"key": ("a",), "waited": ("360",)})
    assert "Coldstream" in late.try_out(order).receipt.summary
    assert late.rehearse(order, lambda board, done: done.number)[1] > 1
    clock.moment += timedelta(hours=1)
    assert late.press == Press(DUE - timedelta(minutes=2), DUE + timedelta(minutes=4))
    assert late.give(order).number > 1
    for unheard in ({"key": ("b",)}, {"waited": ("360",)}):
        with pytest.raises(Refused, match="The orders that you had handed in by then count"):
            Visit(due.desk, person, "/find", fields=unheard).try_out(order)


@pytest.mark.parametrize(
    ("pressed", "arrived", "zone", "text"),
    [
        ("2026-11-26T20:58", "2026-11-26T21:04", "Europe/Berlin", "Pressed at 21:58, arrived at 22:04"),
        ("2026-11-26T20:58", "2026-11-26T21:04", "UTC-05:00", "Pressed at 15:58, arrived at 16:04"),
        (
            "2026-11-26T22:58",
            "2026-11-26T23:04",
            "Europe/Berlin",
            "Pressed on Thursday 26 November 2026 at 23:58, arrived on Friday 27 November 2026 at 00:04",
        ),
        (
            "2026-10-25T00:58",
            "2026-10-25T01:04",
            "Europe/Berlin",
            "Pressed at 02:58 UTC+02:00, arrived at 02:04 UTC+01:00",
        ),
    ],
    ids=["an evening", "hours from Greenwich", "over midnight", "over a change of clocks"],
)
def test_hours_are_those_of_the_campaign_s_zone(pressed: str, arrived: str, zone: str, text: str) -> None:
    first, second = (datetime.fromisoformat(f"{moment}+00:00") for moment in (pressed, arrived))
    assert Lateness(first, second, zone).text == f"{text}, counted as in time"
    assert hours_text((first,), zone) == (hours_text((first, first), zone)[0],)
