"""No page takes an order that the umpire takes no more: after the deadline, or after the orders are in."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from campaign.journal.undo import living
from campaign.terms.viewer import UMPIRE
from tests.web.visitors import Hall, Visitor, forms_of, hall_on

MARCH = "/find?q=march 3 cg musaid"


def _token(visitor: Visitor) -> str:
    return visitor.hall.desk.people.token_of(visitor.client.cookies[visitor.hall.desk.cookie])


def _entries(hall: Hall) -> int:
    with hall.desk.reading(UMPIRE) as board:
        return len(living(board))


@pytest.fixture(scope="module")
def closing_file(first_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The campaign with a deadline, after which its umpire takes no orders."""
    file = Path(shutil.copyfile(first_battle, tmp_path_factory.mktemp("closing") / "campaign.db"))
    with hall_on(file) as opened:
        umpire = opened.umpire()
        umpire.press("/orders", "Set the deadline", when="2099-11-26 20:00", zone="Europe/Berlin")
        umpire.press("/players", "Change the rights", right=["orders", "returns", "changes"])
    return file


@pytest.fixture
def closed(closing_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """A desk whose deadline is over, and whose umpire takes no orders after it."""

    monkeypatch.setattr("campaign.clock.now", lambda: datetime(2100, 1, 1, tzinfo=UTC))
    with hall_on(Path(shutil.copyfile(closing_file, tmp_path / "campaign.db"))) as opened:
        yield opened


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("address", "fields"), [("/find?q=x", {"q": "march 3 cg musaid"}), ("/logistics", {"unit": "3 cg", "goods": ""})]
)
def test_no_page_takes_orders_after_the_deadline(closed: Hall, address: str, fields: dict[str, object]) -> None:
    erskine, before = closed.commander("erskine", side="allied"), _entries(closed)
    answer = erskine.post(address, {**fields, "token": _token(erskine), "key": "late"})
    assert answer.status_code == 422
    assert "The orders that you had handed in by then count" in answer.text
    assert _entries(closed) == before


def test_orders_that_are_in_are_neither_changed_nor_undone_by_another_page(hall: Hall) -> None:
    erskine, umpire = hall.commander("erskine", side="allied"), hall.umpire()
    page = erskine.press("/orders", "Hand in")
    umpire.press("/players", "Change the rights", right=["orders", "returns", "late"])
    before = _entries(hall)
    assert "the umpire accepts no later changes" in erskine.get(MARCH).text
    refused = erskine.press_on(page, "Undo")
    assert refused.status_code == 422
    assert "the umpire accepts no later changes" in refused.text
    assert _entries(hall) == before


def test_a_commander_whose_orders_are_not_in_still_gives_them(hall: Hall) -> None:
    staff = hall.staff("allied")
    staff.press("/orders/gott", "Hand in")
    hall.umpire().press("/players", "Change the rights", right=["orders", "returns", "late"])
    assert staff.press(MARCH, "Give this order").status_code == 200


@pytest.mark.long
def test_the_page_of_orders_shows_the_rights_and_leads_to_their_one_form(hall: Hall) -> None:
    umpire = hall.umpire()
    umpire.press("/players", "Change the rights", right=["orders", "returns", "late"])
    page = umpire.get("/orders")
    assert 'href="/players#rights"' in page.text
    assert not [form for form in forms_of(page.text) if {"changes", "late"} & {name for name, _ in form.fields}]
    boxes = [form for form in forms_of(umpire.get("/players").text) if any(name == "right" for name, _ in form.fields)]
    assert {value for name, value in boxes[0].fields if name == "right"} == {"orders", "returns", "late"}
    rights = page.text.partition('id="rights"')[2]
    assert rights.index(">no<") < rights.index("Hand in after the deadline") < rights.index("yes<")


def test_a_button_that_the_page_of_orders_does_not_have_changes_nothing(hall: Hall) -> None:
    umpire, before = hall.umpire(), _entries(hall)
    refused = umpire.post("/orders", {"token": _token(umpire), "drawn": "4", "do": "rules"})
    assert refused.status_code == 422
    assert "&#39;rules&#39; is not a button of this page" in refused.text
    assert _entries(hall) == before


def _handed_in(closed: Hall, silent: float, waited: str | None) -> int:
    """Return the status of an order that comes after a window was silent for some seconds."""
    hour = [time.time()]
    closed.desk.people.silences.hour = lambda: hour[0]
    with patch("campaign.clock.now", lambda: datetime(2099, 12, 31, tzinfo=UTC)):  # that day it is still to come
        closed.umpire().press("/orders", "Set the deadline", when="2099-12-31 23:55", zone="UTC")
    erskine = closed.commander("erskine", side="allied")
    erskine.get("/alive")
    hour[0] += silent
    fields: dict[str, object] = {"q": "march 3 cg musaid", "token": _token(erskine), "key": "waited"}
    erskine.get("/alive")
    return erskine.post("/find?q=x", fields if waited is None else {**fields, "waited": waited}).status_code


def test_an_order_counts_from_the_moment_it_was_pressed(closed: Hall, caplog: pytest.LogCaptureFixture) -> None:
    assert _handed_in(closed, 600, "540") == 200
    hours = "Pressed on Thursday 31 December 2099 at 23:51, arrived on Friday 1 January 2100 at 00:00"
    assert f"{hours}, counted as in time" in caplog.text


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("silent", "waited"),
    [(10, "540"), (600, None), (600, "60"), (200, "540"), (600, "many"), (600, "-540")],
    ids=["heard all the time", "says nothing", "pressed late", "silent for less", "no number", "negative"],
)
def test_an_order_that_did_not_wait_is_late(closed: Hall, silent: float, waited: str | None) -> None:
    assert _handed_in(closed, silent, waited) == 422
