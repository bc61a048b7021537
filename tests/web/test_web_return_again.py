"""A return whose entry was undone is filled in again on the desk's form."""

from __future__ import annotations

from campaign.journal.undo import undo
from tests.web.visitors import Hall

FORM = "/battles/1/return/allied"


def test_an_undone_return_is_filled_in_again(hall: Hall) -> None:
    table = hall.table("allied", 1)
    first = table.press(FORM, "Hand in the return", unharmed="X", diary="the guns ran short")
    assert first.status_code == 200
    assert "The form holds its answers" not in table.get(FORM).text
    undo(hall.desk.store, None, actor="umpire")
    hall.desk.noted()
    again = table.get(FORM).text
    assert "This return was handed in and later undone" in again and "the guns ran short" in again
    blank = table.get(f"{FORM}?blank=1").text
    assert "the guns ran short" not in blank and "later undone" not in blank
    told = table.press(FORM, "Hand in the return")
    assert told.status_code == 200 and "the guns ran short" in table.get(FORM).text


def test_a_return_handed_in_again_says_that_it_replaces_one_and_what_changes(hall: Hall) -> None:
    """In the words of the terminal, to the table and to the umpire; a first return replaces nothing."""
    table = hall.table("allied", 1)
    first = table.press(FORM, "Hand in the return", unharmed="X", diary="the guns ran short")
    assert "return that was in" not in first.text
    again = table.press(FORM, "Hand in the return", unharmed="X", diary="the guns came up")
    told = "This replaces the Allied return that was in: diary "
    assert told in again.text and "the guns came up" in again.text
    assert told in hall.umpire().press(FORM, "Hand in the return", unharmed="X", diary="the guns fell silent").text
