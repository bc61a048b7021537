"""Finding one's way in a paper: outline, contents, numbered pages; words broken where they may be; contacts where there
is room for them."""

from __future__ import annotations

import io
import re

import pytest
import specimens
import specimens_records as records
import specimens_situation as situations
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from campaign.values import replace
from campaign_reports.book import render_book
from campaign_reports.map import render_map, render_map_svg
from campaign_reports.orbat import render_orbat
from campaign_reports.page import Paper
from campaign_reports.roster import render_roster
from campaign_reports.sitrep import render_sitrep
from campaign_reports.strength import render_strength
from campaign_reports.supply import render_supply
from campaign_reports.type import Cut, break_anywhere, load, width
from tests.eyes import runs_of


def folios(data: bytes) -> list[str]:
    return [run.strip() for run in runs_of(data) if re.fullmatch(r"page \d+ of \d+", run.strip())]


def headings(data: bytes) -> list[tuple[str, int]]:
    """What stands in the outline under the paper's own name, with the page it leads to."""
    reader = PdfReader(io.BytesIO(data))
    below = next((entry for entry in reader.outline if isinstance(entry, list)), [])
    return [
        (str(entry["/Title"]), reader.get_destination_page_number(entry))
        for entry in below
        if not isinstance(entry, list)
    ]


@pytest.mark.long
def test_sheets_of_one_map_or_chart_are_numbered_through() -> None:
    for data in (render_map(situations.dense(120)), render_orbat(specimens.army_orbat())):
        found = folios(data)
        assert len(found) > 1 and found == [f"page {n} of {len(found)}" for n in range(1, len(found) + 1)]


@pytest.mark.long
def test_the_drawing_for_a_screen_numbers_its_sheets_like_the_paper() -> None:
    view = situations.dense(120)
    drawn = re.findall(r"page \d+ of \d+", render_map_svg(view))
    assert drawn == folios(render_map(view))


def test_the_outline_of_a_roster_leads_to_each_division() -> None:
    view = specimens.big_roster(3)
    data = render_roster(view)
    found = headings(data)
    wanted = [group.name for top in view.groups for group in top.groups]
    assert len(wanted) >= 3 and [name for name, _ in found if name in wanted] == wanted
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    assert all(name in pages[page] for name, page in found)
    assert not any(name.endswith("continued") for name, _ in found)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (
            lambda: render_sitrep(specimens.brevity_sitrep()),
            {"The last day", "Your troops", "Contacts", "Supply", "Decisions owed"},
        ),
        (lambda: render_supply(records.worst_supply()), {"Supply lines", "Supply that depends on a single point"}),
        (lambda: render_strength(records.worst_strength(3)), {"Day by day", "By formation"}),
    ],
    ids=["sitrep", "supply", "strength"],
)
def test_the_outline_of_a_paper_lists_its_headings(data: object, wanted: set[str]) -> None:
    assert callable(data)
    assert wanted <= {name for name, _ in headings(data())}


def test_the_contents_say_on_which_page_the_index_is() -> None:
    data = render_book(records.empty_book())
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]
    index = next(n for n, text in enumerate(pages, 1) if "Cover and contents" not in text and "Index" in text and n > 1)
    assert f"Index {index}" in pages[1], "after the cover"


@given(word=st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=2, max_size=9), room=st.floats(30, 120))
def test_a_long_word_is_broken_after_a_hyphen_where_it_has_one_in_time(word: list[str], room: float) -> None:
    load()
    text = "-".join(word)
    lines = break_anywhere(text, room, 7.0, Cut.REGULAR)
    assert "".join(lines) == text and all(width(line, Cut.REGULAR, 7.0) <= room for line in lines)
    if all(width(f"{part}-", Cut.REGULAR, 7.0) <= room for part in word):
        assert all(line.endswith("-") for line in lines[:-1])


def test_contacts_without_room_are_counted_and_the_form_goes_to_the_back() -> None:
    view = specimens.brevity_sitrep()
    assert len(folios(render_sitrep(view))) == 1, "situation and orders on one page"
    long = replace(view, own=tuple(view.own * 30)[:17], contacts=tuple(view.contacts * 9))
    data = render_sitrep(long)
    first, second = (page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    assert "ORDERS" not in first and "ORDERS" in second
    (more,) = re.findall(r"(\d+) more contacts are on the map", first)
    total = sum(contact.count for contact in long.contacts)
    assert 0 < int(more) < total


def test_the_strip_of_the_supply_line_names_its_ends_and_its_threat() -> None:
    text = " ".join(run.strip() for run in runs_of(render_sitrep(specimens.brevity_sitrep())))
    assert "Buq Buq" in text and "Bir Wair" in text and "53 km" in text
    assert "Enemy near the line: armour, company near Point 206" in " ".join(text.split())


def test_the_key_tells_wire_on_the_ground_from_wire_across_a_road() -> None:
    text = [run.strip() for run in runs_of(render_map(situations.everything(), Paper.A4))]
    assert text.count("obstacle: wire") == 1 and "wire" in text
