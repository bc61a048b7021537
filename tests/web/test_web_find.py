"""Find or do: what fits, by reader; typed orders to confirm; and the same bytes for what is secret and what is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from campaign.cli.contents import campaign as program
from campaign.web.pages.find import COMMANDS, MORE, PLAYING_ON
from tests.web.visitors import Hall, forms_of


def main_of(page: str) -> str:
    """The page between its head and its foot."""
    return page[page.index('<main id="main"') : page.index("</main>")]


def test_units_places_commanders_pages_and_commands_are_found(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    for text, address in (
        ("scots", "/units/2_scots_guards"),
        ("sollum", "/places/Sollum"),
        ("erskine", "/orders/erskine"),
        ("battle 1", "/battles/1"),
        ("papers", "/papers"),
        ("deadline", "/players"),
        ("order amend", "/log"),
        ("next", "/next"),
        ("roads", "/places"),
    ):
        assert f'href="{address}' in main_of(umpire.get(f"/find?q={text}").text), text


def test_a_reader_finds_his_own_pages_only(reading_room: Hall) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    page = main_of(erskine.get("/find?q=players").text)
    assert "/players" not in page
    assert 'href="/orders' in main_of(erskine.get("/find?q=march").text)


@pytest.mark.parametrize("form", ["/find?q={}", "/find.json?q={}", "/find/hits?q={}", "/find?q=march+{}+musaid"])
@pytest.mark.parametrize(
    ("secret", "nothing"),
    [
        ("II./Panzer-Regiment 5", "II./Panzer-Regiment 6"),
        ("ariete_tanks_el_adem", "ariete_tanks_el_adom"),
        ("Oberst Maximilian von Herff", "Oberst Maximilian von Hurff"),
    ],
)
def test_a_secret_is_answered_as_what_there_is_not(reading_room: Hall, form: str, secret: str, nothing: str) -> None:
    erskine = reading_room.commander("erskine", side="allied")
    answers = []
    for name in (secret, nothing):
        answer = erskine.get(form.format(name.replace(" ", "+")))
        assert answer.status_code == 200
        without_marks = re.sub(r'content="[0-9a-f]{16}"|name="key" value="[^"]*"', "", answer.text)
        answers.append(without_marks.replace(name, "?"))
    assert answers[0] == answers[1]


def test_the_palette_gets_names_and_addresses(reading_room: Hall) -> None:
    umpire = reading_room.umpire()
    found = umpire.get("/find/hits?q=coldstream").json()
    assert found["lines"][0]["href"] == "/units/3_coldstream_guards"
    assert not found["order"]
    assert umpire.get("/find/hits?q=march+3+cg+musaid").json()["order"]
    assert umpire.get("/find/hits?q=zzzz").json()["nothing"] == "nothing here is called 'zzzz'"


def test_a_typed_order_is_shown_before_it_is_given(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.get("/find?q=march 3 cg musaid")
    assert "3rd Bn Coldstream Guards" in page.text
    assert "Musaid" in page.text
    assert "nothing here is called" not in page.text
    before = umpire.get("/units/3_coldstream_guards").text
    assert "march to Musaid" not in before, "looking gives no order"
    assert umpire.press_on(page, "Give this order").status_code in (200, 404)
    assert "march to Musaid" in umpire.get("/units/3_coldstream_guards").text


def test_a_typed_order_that_is_a_guess_is_drawn_as_one(reading_room: Hall) -> None:
    page = main_of(reading_room.umpire().get("/find?q=hold 3 cg at musaid").text)
    assert "Proposed: &#39;3 cg march to musaid&#39;" in page and "because the unit is not there" in page


def test_a_player_orders_his_own_units_only(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    assert "Give this order" in erskine.get("/find?q=march 3 cg musaid").text
    other = erskine.get("/find?q=march 2 rifle brigade musaid")
    assert "Give this order" not in other.text
    done = erskine.press("/find?q=march 3 cg musaid", "Give this order")
    assert done.status_code in (200, 404)
    assert "march to Musaid" in erskine.get("/units/3_coldstream_guards").text


def test_an_order_that_cannot_be_read_says_why(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/find?q=march 3 cg nowhere at all")
    assert page.status_code == 200
    assert 'role="alert"' in main_of(page.text)
    assert "Give this order" not in page.text


def test_an_order_posted_wrongly_stays_typed(hall: Hall) -> None:
    umpire = hall.umpire()
    page = umpire.press("/find?q=march 3 cg musaid", "Give this order", q="march 3 cg atlantis")
    assert page.status_code == 422
    assert 'value="march 3 cg atlantis"' in page.text


def test_without_words_the_page_says_what_can_be_typed(reading_room: Hall) -> None:
    page = reading_room.umpire().get("/find")
    assert "march 3 cg musaid" in page.text
    assert any(name == "q" for form in forms_of(page.text) for name, _ in form.fields)


def test_the_keys_in_words(reading_room: Hall) -> None:
    umpire, erskine = reading_room.umpire(), reading_room.commander("erskine", side="allied")
    assert "play the next turn" in umpire.get("/keys").text
    assert "Ctrl K" in erskine.get("/keys").text
    assert "play on" not in erskine.get("/keys").text
    assert "data-letters" in reading_room.table("axis", 1).get("/keys").text


def test_find_does_not_tell_that_the_other_sides_return_is_in(hall: Hall) -> None:
    erskine = hall.commander("erskine", side="allied")
    before = erskine.get("/find/hits?q=halfaya").content
    fields = {"unharmed": "X", "field": "field_1"}
    handed_in = hall.table("axis", 1).press("/battles/1/return/axis", "Hand in the return", **fields)
    assert handed_in.status_code == 200
    assert erskine.get("/find/hits?q=halfaya").content == before


TERMINAL = Path(__file__).parents[2] / "docs" / "how-to" / "play-in-the-browser.md"
OF_ITS_GROUP = ("odds",)
"""Groups whose page has a form for each of their commands."""


def every_command(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield each program command by its words, without groups that only hold others."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group) and name not in OF_ITS_GROUP:
            yield from every_command(command, (*words, name))
        else:
            yield " ".join((*words, name))


def test_every_program_command_has_its_page_or_stands_among_those_of_the_terminal(reading_room: Hall) -> None:
    section = TERMINAL.read_text(encoding="utf-8").partition("## Only at the terminal")[2].partition("\n## ")[0]
    at_terminal = set(re.findall(r"`campaign ([a-z -]+?)(?: --[^`]*)?`", section))
    pages = {word: href for href, words in COMMANDS.items() for word in words}
    pages |= {word: page.address for page in (*MORE, PLAYING_ON) for word in page.words}
    commands = set(every_command(program))
    assert len(commands) > 70
    assert sorted(commands - set(pages) - at_terminal) == []
    umpire = reading_room.umpire()
    for href in {pages[command] for command in commands & set(pages)} - {"/news", "/situation"}:
        assert umpire.get(href).status_code == 200, href
