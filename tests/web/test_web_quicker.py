"""Somebody was quicker: two windows that press at once, or one with an older page, are told, and nothing is lost."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from campaign.journal.record import commit
from campaign.journal.seats import Seat
from campaign.journal.transaction import reading
from campaign.situation.chance import dice_of
from campaign.terms.seats import Role
from campaign.verbs.orders import GiveOrder
from campaign.web.order_drafts import Change
from tests.web.visitors import HERE, Hall, Visitor, forms_of

FORM = "/orders/erskine"
GUARDS, DURHAM = "3_coldstream_guards", "1_durham_light_infantry"


@pytest.fixture
def windows(hall: Hall) -> tuple[Visitor, Visitor]:
    """Two windows of the same seat."""
    token, _ = hall.desk.people.invite(Seat(Role.COMMANDER, "allied", ("erskine",), name="Ann"))
    return hall._come(token, "phone"), hall._come(token, "laptop")


def filled(page: httpx.Response, words: str, **changes: object) -> dict[str, object]:
    """What a browser sends when a button of a page is pressed."""
    form = next(form for form in forms_of(page.text) if any(words in button[2] for button in form.buttons))
    name, value, _ = next(button for button in form.buttons if words in button[2])
    fields: dict[str, object] = {**dict(form.fields), **changes, **({name: value} if name else {})}
    several = [text for key, text in form.fields if key == "change"]
    return {**({"change": several} if several else {}), **fields, **changes}


def at_once(hall: Hall, *posts: tuple[Visitor, str, dict[str, object]]) -> list[httpx.Response]:
    """Post several forms at once, and follow nothing."""

    async def all_of_them() -> list[httpx.Response]:
        calls = (v.client.post(to, data=fields, headers={"origin": HERE}) for v, to, fields in posts)
        return list(await asyncio.gather(*calls))

    return hall.run(all_of_them())  # type: ignore[no-any-return]


def entries(hall: Hall) -> int:
    with reading(hall.desk.reader, None) as board:
        return int(board.ledger.last_number)


def hold(unit: str, aim: str) -> str:
    return Change(GiveOrder(unit, "hold", aim=aim)).text


def put(visitor: Visitor, unit: str, aim: str) -> httpx.Response:
    """Put an order to hold on the form."""
    return visitor.press(f"{FORM}/{unit}", "Add to my order form", kind="hold", aim=aim)


def test_two_windows_that_hand_in_at_once_are_not_both_told_that_theirs_stands(
    hall: Hall, windows: tuple[Visitor, Visitor]
) -> None:
    before = entries(hall)
    posts = [
        (window, FORM, filled(window.get(FORM), "Hand in", change=hold(GUARDS, f"from {name}")))
        for window, name in zip(windows, ("phone", "laptop"), strict=True)
    ]
    first, second = sorted(at_once(hall, *posts), key=lambda answer: answer.status_code)
    assert (first.status_code, second.status_code) == (303, 409)
    assert "This form was changed while you were writing" in second.text
    assert entries(hall) == before + 1


def test_two_orders_given_at_once_to_one_unit(hall: Hall, windows: tuple[Visitor, Visitor]) -> None:
    before, address = entries(hall), f"{FORM}/{GUARDS}"
    posts = [
        (window, address, filled(window.get(address), "Give the order now", kind="hold", aim=f"from {name}"))
        for window, name in zip(windows, ("phone", "laptop"), strict=True)
    ]
    assert sorted(answer.status_code for answer in at_once(hall, *posts)) == [303, 409]
    assert entries(hall) == before + 1


def test_what_another_program_gave_meanwhile_is_seen_in_the_transaction(
    hall: Hall, windows: tuple[Visitor, Visitor]
) -> None:
    """The desk has not noticed it yet: no page was made anew."""
    window, _ = windows
    page = window.get(FORM)
    commit(hall.desk.store, None, GiveOrder(GUARDS, "hold", aim="by hand"), source=dice_of, actor="the terminal")
    asked = window.post(FORM, filled(page, "Hand in", change=hold(GUARDS, "mine")))
    assert asked.status_code == 409
    assert "3rd Bn Coldstream Guards</b>, now: hold (aim: by hand)" in asked.text
    assert asked.text.count("</b>, now: ") == 1  # the rows around it are worded anew and ordered as before


def test_what_another_window_put_on_the_form_is_not_thrown_away(hall: Hall, windows: tuple[Visitor, Visitor]) -> None:
    phone, laptop = windows
    older = phone.get(FORM)
    put(laptop, GUARDS, "precious words")
    before = entries(hall)
    asked = phone.post(FORM, filled(older, "Hand in"))
    assert asked.status_code == 409
    assert (
        "Added to this form in another window and still on it: 3rd Bn Coldstream Guards: hold (aim: prec" in asked.text
    )
    assert entries(hall) == before
    assert phone.press_on(asked, "Hand in: no changes").status_code == 200
    assert entries(hall) == before + 1
    hall.catch_up()
    there = laptop.get(FORM)
    assert "precious words" in there.text
    assert "Hand in: 1 changed" in there.text
    assert laptop.press_on(there, "Hand in: 1 changed").status_code == 200
    assert "Hand in again: no changes" in laptop.get(FORM).text


def test_the_form_as_it_is_shows_what_the_other_window_put(windows: tuple[Visitor, Visitor]) -> None:
    phone, laptop = windows
    put(phone, DURHAM, "mine")
    older = phone.get(FORM)
    put(laptop, GUARDS, "precious words")
    asked = phone.press_on(older, "Hand in: 1 changed")
    assert asked.status_code == 409
    shown = phone.press_on(asked, "Look at the form as it is")
    assert "Hand in: 2 changed" in shown.text


def test_two_windows_that_put_something_on_the_form_at_once_both_find_it_there(
    hall: Hall, windows: tuple[Visitor, Visitor]
) -> None:
    phone, laptop = windows
    posts = [
        (window, f"{FORM}/{unit}", filled(window.get(f"{FORM}/{unit}"), "Add to my order form", kind="hold", aim=unit))
        for window, unit in ((phone, GUARDS), (laptop, DURHAM))
    ]
    assert [answer.status_code for answer in at_once(hall, *posts)] == [303, 303]
    assert "Hand in: 2 changed" in phone.get(FORM).text


def test_two_windows_that_put_an_order_for_one_unit_at_once(hall: Hall, windows: tuple[Visitor, Visitor]) -> None:
    address = f"{FORM}/{GUARDS}"
    posts = [
        (window, address, filled(window.get(address), "Add to my order form", kind="hold", aim=f"from {number}"))
        for number, window in enumerate(windows)
    ]
    answers = at_once(hall, *posts)
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    asked = next(answer for answer in answers if answer.status_code == 409)
    assert "on the order form, not handed in yet: hold" in asked.text
    window = windows[answers.index(asked)]
    assert f"Your order, not given: hold (aim: from {answers.index(asked)})" in asked.text
    assert window.press_on(asked, "Add my order to the form").status_code == 200
    assert f"from {answers.index(asked)}" in window.get(FORM).text


def test_a_staff_and_a_commander_hand_the_same_form_in_at_once(hall: Hall) -> None:
    staff, erskine, before = hall.staff("allied"), hall.commander("erskine", side="allied"), entries(hall)
    page = staff.get("/orders")
    crossed = [value for name, value in forms_of_together(page) if name == "form" and value.startswith("erskine ")]
    fields = filled(page, "Hand in the ticked forms", form=crossed)
    answers = at_once(hall, (staff, "/orders", fields), (erskine, FORM, filled(erskine.get(FORM), "Hand in")))
    codes, made = sorted(answer.status_code for answer in answers), entries(hall) - before
    # If the staff is the first, the commander hands in again what has not changed since he saw it, which he may.
    assert (codes, made) in (([303, 409], 1), ([303, 422], 1), ([303, 303], 2))


def forms_of_together(page: httpx.Response) -> list[tuple[str, str]]:
    return next(
        form.fields for form in forms_of(page.text) if any("ticked forms" in button[2] for button in form.buttons)
    )
