"""Undo on a receipt: the entry that the receipt tells of and no other, once, and a refusal that is told."""

from __future__ import annotations

import pytest
from httpx import Response

from campaign.journal.seats import Seat
from campaign.journal.undo import living
from campaign.terms.seats import Role
from campaign.terms.viewer import UMPIRE
from tests.web.visitors import Hall, Visitor, forms_of


def _summaries(hall: Hall) -> list[str]:
    with hall.desk.reading(UMPIRE) as board:
        return [line.summary for line in living(board)]


def _order(visitor: Visitor, words: str) -> Response:
    """Give an order as it is typed, and return the page with its receipt."""
    page = visitor.press(f"/find?q={words}", "Give this order")
    assert page.status_code == 200, page.text
    return page


def _undo_fields(page: Response) -> dict[str, object]:
    (form,) = [form for form in forms_of(page.text) if form.action == "/undo"][:1]
    return dict(form.fields)


def _token(visitor: Visitor) -> str:
    return visitor.hall.desk.people.token_of(visitor.client.cookies[visitor.hall.desk.cookie])


def test_a_player_s_undo_sent_again_gets_its_answer_again_and_undoes_one_entry(hall: Hall) -> None:
    gott = hall.commander("gott", "erskine", side="allied")
    _order(gott, "march 3 cg musaid")
    page = _order(gott, "march 3 cg sollum")
    there = len(_summaries(hall))
    fields = _undo_fields(page)
    assert "entry" not in fields
    first = gott.post("/undo", fields)
    again = gott.post("/undo", {**fields, "waited": "12"})
    assert first.status_code == again.status_code == 200
    assert "Undone: " in first.text
    assert "Undone: " in again.text
    other_form = gott.post("/undo", {**fields, "key": "another form of the same page"})
    assert other_form.status_code == 422
    assert "your entry was undone already" in other_form.text
    assert len(_summaries(hall)) == there - 1
    assert "Musaid" in _summaries(hall)[-1]


def test_the_umpire_s_undo_and_redo_sent_again_count_once(hall: Hall) -> None:
    umpire = hall.umpire()
    _order(umpire, "march 3 cg musaid")
    _order(umpire, "march 3 cg sollum")
    there = len(_summaries(hall))
    for address, after in (("/undo", there - 1), ("/redo", there)):
        forms = [form for form in forms_of(umpire.get("/log").text) if form.action == address]
        fields: dict[str, object] = dict(forms[0].fields)
        first, again = umpire.post(address, fields), umpire.post(address, fields)
        assert first.status_code == again.status_code == 200, again.text
        assert ("Undone " in again.text) or ("Redone " in again.text)
        assert len(_summaries(hall)) == after


@pytest.mark.sample(2)
@pytest.mark.parametrize("address", ["/desk", "/log"])
def test_undo_in_a_row_of_a_stale_page_never_meets_another_entry(hall: Hall, address: str) -> None:
    umpire = hall.umpire()
    _order(umpire, "march 3 cg musaid")
    rows = [form for form in forms_of(umpire.get(address).text) if form.action == "/undo"]
    assert rows
    assert all(dict(form.fields).get("mark") for form in rows)
    fields: dict[str, object] = dict(rows[-1].fields)
    assert umpire.post("/undo", fields).status_code == 200
    _order(umpire, "march 3 cg sollum")
    refused = umpire.post("/undo", {**fields, "key": "a stale page"})
    assert refused.status_code == 422
    assert "because it was undone or played again" in refused.text
    assert "Sollum" in _summaries(hall)[-1]


def test_a_receipt_s_undo_does_not_undo_what_another_window_gave_since(hall: Hall) -> None:
    token, _ = hall.desk.people.invite(Seat(Role.STAFF, "allied"))
    phone, laptop = hall._come(token, "phone"), hall._come(token, "laptop")
    first = _order(phone, "march 3 cg musaid")
    _order(laptop, "march 3 cg sollum")
    refused = phone.post("/undo", _undo_fields(first))
    assert refused.status_code == 422
    assert "you have made another entry since" in refused.text
    assert "Sollum" in _summaries(hall)[-1]


def test_a_player_s_undo_names_no_number_and_does_not_change_with_what_others_do(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    first = _undo_fields(_order(erskine, "march 3 cg musaid"))["mark"]
    erskine.post("/undo", {"mark": first, "token": _token(erskine)})
    _order(hall.umpire(), "march krad_15 sollum")
    assert _undo_fields(_order(erskine, "march 3 cg musaid"))["mark"] == first


def test_the_umpire_s_undo_of_a_receipt_never_meets_another_entry_of_the_same_number(hall: Hall) -> None:
    umpire = hall.umpire()
    fields = _undo_fields(_order(umpire, "march 3 cg musaid"))
    assert umpire.post("/undo", fields).status_code == 200
    _order(hall.commander("erskine", side="allied"), "march 3 cg sollum")
    refused = umpire.post("/undo", {**fields, "key": "a stale page"})
    assert refused.status_code == 422
    assert f"Your command is no longer entry {fields['entry']}" in refused.text
    assert "Sollum" in _summaries(hall)[-1]


@pytest.mark.parametrize("address", ["/undo", "/redo"])
def test_a_refused_undo_or_redo_is_told(hall: Hall, address: str) -> None:
    umpire = hall.umpire()
    refused = umpire.post(address, {"token": _token(umpire), "entry": "x"})
    assert refused.status_code == 422
    assert "Not possible" in refused.text


def test_redo_of_a_stale_page_never_meets_another_entry(hall: Hall) -> None:
    umpire = hall.umpire()
    _order(umpire, "march 3 cg musaid")
    _order(umpire, "march 3 cg sollum")
    umpire.press("/log", "Undo")
    form = next(form for form in forms_of(umpire.get("/log").text) if form.action == "/redo")
    umpire.press("/log", "Undo")
    there = len(_summaries(hall))
    for key in ("a stale page", "another stale page"):
        refused = umpire.post("/redo", {**dict(form.fields), "key": key})
        assert refused.status_code == 422
        assert "because the campaign has changed since this page was loaded" in refused.text
        assert len(_summaries(hall)) == there
    assert "Redone" in umpire.press("/log", "Redo").text
    assert "Musaid" in _summaries(hall)[-1]
    assert "Redone" in umpire.press("/log", "Redo").text
    assert "Sollum" in _summaries(hall)[-1]


def test_undo_and_redo_wait_on_every_page_when_the_receipt_is_gone(hall: Hall) -> None:
    """What Z and Y press stands on the desk and on the map with the mark of the last entry, or why there is nothing."""
    umpire = hall.umpire()
    assert "There is nothing to redo" in umpire.get("/map").text
    for address in ("/desk", "/map"):
        forms = {form.action: dict(form.fields) for form in forms_of(umpire.get(address).text) if not form.buttons}
        fields = forms["/undo"]
        undone = umpire.post("/undo", {**fields, "to": address})
        assert undone.url.path == address and "Undone" in undone.text
        hall.catch_up()
        forms = {form.action: dict(form.fields) for form in forms_of(umpire.get(address).text) if not form.buttons}
        redone = umpire.post("/redo", {**forms["/redo"], "to": address})
        assert redone.url.path == address and "Redone" in redone.text
        hall.catch_up()


@pytest.mark.long
def test_a_player_finds_his_own_last_entry_with_undo_on_orders_and_news(hall: Hall) -> None:
    """It is there when the receipt is gone, and only his own."""
    erskine, herff = hall.commander("erskine", side="allied"), hall.commander("herff", side="axis")
    assert "Your last command" not in erskine.get("/orders").text
    erskine.press("/orders/erskine", "Hand in")
    hall.catch_up()
    for address in ("/orders/erskine", "/news"):
        assert "Your last command" in erskine.get(address).text
    assert "Your last command" not in herff.get("/news").text
    assert "Your last command" not in herff.get("/orders").text
    undone = erskine.press("/news", "Undo")
    assert undone.url.path == "/news" and "Undone" in undone.text
    hall.catch_up()
    assert "Your last command" not in erskine.get("/news").text
