"""A form that is sent again because its answer was lost gets the answer again, whatever its success has changed."""

from __future__ import annotations

import re

from httpx import Response

from campaign.journal.undo import living
from campaign.terms.viewer import UMPIRE
from tests.web.visitors import Form, Hall, Visitor, forms_of

GUARDS = "/orders/erskine/3_coldstream_guards"
ALLIED = "/battles/1/return/allied"
UNHARMED: dict[str, object] = {"unharmed": "X"}


def _entries(hall: Hall) -> int:
    with hall.desk.reading(UMPIRE) as board:
        return len(living(board))


def _fields(visitor: Visitor, address: str, words: str, **changes: object) -> dict[str, object]:
    """Return what a browser sends when a button of a page is pressed."""

    def has_button(form: Form) -> bool:
        return any(words in text for _, _, text in form.buttons)

    form = next(filter(has_button, forms_of(visitor.get(address).text)))
    name, value, _ = next(button for button in form.buttons if words in button[2])
    return {**dict(form.fields), **changes, **({name: value} if name else {})}


def test_an_order_that_keeps_the_aim_of_the_one_before(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    erskine.press(GUARDS, "Give the order now", kind="march", place="Musaid", aim="Seize the crossroads")
    fields = _fields(erskine, GUARDS, "Give the order now", kind="march", place="Bir Wair")
    assert fields["aim"] == "Seize the crossroads"
    first, there = erskine.post(GUARDS, fields), _entries(hall)
    again = erskine.post(GUARDS, {**fields, "waited": "30"})
    assert first.status_code == again.status_code == 200, again.text
    assert first.url == again.url
    assert "3rd Bn Coldstream Guards: march Bir Wair" in again.text
    assert _entries(hall) == there


def test_a_return_whose_battle_was_settled_before_its_answer_came(hall: Hall) -> None:
    umpire, staff = hall.umpire(), hall.staff("allied")
    fields = _fields(staff, ALLIED, "Hand in the return", **UNHARMED)
    assert staff.post(ALLIED, fields).status_code == 200
    settle = "/battles/1/settle?held=both"
    settling = _fields(umpire, settle, "Settle battle 1")
    assert umpire.post("/battles/1/settle", settling).status_code == 200
    there = _entries(hall)
    for visitor, address, sent in ((staff, ALLIED, fields), (umpire, "/battles/1/settle", settling)):
        again = visitor.post(address, sent)
        assert again.status_code == 200, again.text
        assert "data-receipt" in again.text
    assert _entries(hall) == there


def test_the_same_key_with_other_content_is_refused(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    fields = _fields(erskine, GUARDS, "Give the order now", kind="march", place="Musaid")
    assert erskine.post(GUARDS, fields).status_code == 200
    there = _entries(hall)
    other = erskine.post(GUARDS, {**fields, "place": "Bir Wair"})
    assert other.status_code in (409, 422)
    assert _entries(hall) == there


def test_an_answer_is_shown_again_as_it_was_and_after_a_restart_says_no_more(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    fields = _fields(erskine, GUARDS, "Give the order now", kind="march", place="Musaid")
    first, again = erskine.post(GUARDS, fields), erskine.post(GUARDS, fields)
    assert _receipt(first) == _receipt(again) != ""
    hall.desk.receipts._led.clear()
    assert "This form was handed in before. It counts only once" in _receipt(erskine.post(GUARDS, fields))


def _receipt(page: Response) -> str:
    return "".join(re.findall(r"data-receipt>.*?</p>", page.text, re.DOTALL))
