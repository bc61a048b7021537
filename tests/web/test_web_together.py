"""The forms of several commanders handed in with one press, by whoever writes for all of them."""

from __future__ import annotations

from tests.web.test_web_orders import GUARDS, entries, orders_of
from tests.web.visitors import Hall, forms_of

HAND_IN = "Hand in the ticked forms"


def test_a_staff_hands_in_unchanged_forms_with_one_press(hall: Hall) -> None:
    staff, before = hall.staff("allied"), entries(hall)
    page = staff.get("/orders")
    assert page.text.count('name="form"') == 4
    assert page.text.count("no changes") == 4
    done = staff.press_on(page, HAND_IN)
    assert "Orders of 4 commanders for day 1 are complete, nothing changed" in done.text
    assert "4 of 4 handed in" in done.text
    assert entries(hall) == before + 1
    assert HAND_IN not in staff.get("/orders").text
    assert staff.press_on(page, HAND_IN).status_code == 200  # the same form once more
    assert entries(hall) == before + 1


def test_one_undo_takes_all_of_them_back(hall: Hall) -> None:
    staff = hall.staff("allied")
    done = staff.press("/orders", HAND_IN)
    assert "0 of 4 handed in" in staff.press_on(done, "Undo").text


def test_what_is_on_a_form_is_shown_and_handed_in_with_it(hall: Hall) -> None:
    staff, before = hall.staff("allied"), entries(hall)
    staff.press(GUARDS, "Add to my order form", place="Bir Wair", kind="march")
    page = staff.get("/orders")
    assert "3rd Bn Coldstream Guards: march to Bir Wair" in page.text
    assert "21.6 km, arrives about 13:52" in page.text
    done = staff.press_on(page, HAND_IN)
    assert "are complete, 1 changed" in done.text
    assert entries(hall) == before + 1
    assert orders_of(hall, "3_coldstream_guards")[-1][:3] == (1, 3, "march")
    assert "Hand in again: no changes" in staff.get("/orders/erskine").text


def test_a_form_that_is_not_crossed_stays(hall: Hall) -> None:
    staff = hall.staff("allied")
    page = staff.get("/orders")
    form = next(form for form in forms_of(page.text) if any(HAND_IN in button[2] for button in form.buttons))
    mine = [value for name, value in form.fields if name == "form" and value.startswith(("erskine ", "gott "))]
    assert "2 of 4 handed in" in staff.press_on(page, HAND_IN, form=mine).text
    none = staff.press("/orders", HAND_IN, form=None)
    assert none.status_code == 422
    assert "no form is ticked" in none.text


def test_a_form_that_has_changed_meanwhile_is_looked_at_first(hall: Hall) -> None:
    staff, erskine = hall.staff("allied"), hall.commander("erskine", side="allied")
    page = staff.get("/orders")
    erskine.press("/orders", "Hand in")
    before = entries(hall)
    refused = staff.press_on(page, HAND_IN)
    assert refused.status_code == 422
    assert "because a form was changed or handed in while this page was open" in refused.text
    assert "Look at the orders now on this page for Brig I. D. Erskine, then hand in again" in refused.text
    assert entries(hall) == before
    assert "4 of 4 handed in" in staff.press_on(refused, HAND_IN).text


def test_who_writes_for_one_commander_and_the_umpire_have_their_own_forms(hall: Hall) -> None:
    assert HAND_IN not in hall.umpire().get("/orders").text
    assert HAND_IN not in hall.commander("erskine", side="allied").get("/orders").text
    two = hall.commander("erskine", "russell", side="allied").get("/orders")
    assert two.text.count('name="form"') == 2


def test_a_player_sets_no_deadline(hall: Hall) -> None:
    staff = hall.staff("allied")
    form = next(form for form in forms_of(staff.get("/orders").text) if any(HAND_IN in b[2] for b in form.buttons))
    answer = staff.post("/orders", {**dict(form.fields), "do": "deadline", "when": "Thursday 20:00", "zone": "UTC"})
    assert answer.status_code == 422
    assert "only the umpire can set the deadline for orders" in answer.text
