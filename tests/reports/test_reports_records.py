"""The day's returns and the campaign book: nothing overlaps, is cut off or too small; links lead where they say; the
same bytes every time."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
import specimens_records as records
from pypdf import PdfReader
from test_reports_pages import characters

from campaign.views.book.diary import Diary, DiaryDay, DiaryEntry
from campaign_reports.book import render_book
from campaign_reports.book_index import Finder
from campaign_reports.diary import render_diary
from campaign_reports.engineers import render_engineers
from campaign_reports.page import Paper
from campaign_reports.recovery import render_recovery
from campaign_reports.strength import render_strength
from campaign_reports.style import FLOOR
from campaign_reports.supply import render_supply
from tests.eyes import collisions, texts_of

PAPERS: dict[str, Callable[[Paper], bytes]] = {
    "strength-worst": lambda paper: render_strength(records.worst_strength(), paper),
    "strength-empty": lambda paper: render_strength(records.empty_strength(), paper),
    "engineers-worst": lambda paper: render_engineers(records.worst_engineers(), paper),
    "engineers-empty": lambda paper: render_engineers(records.empty_engineers(), paper),
    "supply-worst": lambda paper: render_supply(records.worst_supply(), paper),
    "supply-empty": lambda paper: render_supply(records.empty_supply(), paper),
    "recovery-worst": lambda paper: render_recovery(records.worst_recovery(), paper),
    "recovery-empty": lambda paper: render_recovery(records.empty_recovery(), paper),
    "diary-worst": lambda paper: render_diary(records.worst_diary(), paper),
    "diary-empty": lambda paper: render_diary(Diary(records.empty_recovery().masthead, ()), paper),
    "book-worst": lambda paper: render_book(records.worst_book(), paper),
    "book-empty": lambda paper: render_book(records.empty_book(), paper),
}
EVERY = pytest.mark.parametrize(
    ("name", "paper"),
    [
        (name, paper)
        for name in PAPERS
        for paper in (Paper.A4, Paper.LETTER)
        if name != "book-worst" or paper is Paper.A4
    ],
    ids=str,
)
"""The worst book is drawn once: half of the time of this file would go into the other size."""


@cache
def printed(name: str, paper: Paper) -> bytes:
    return PAPERS[name](paper)


@cache
def texts(name: str, paper: Paper = Paper.A4) -> tuple[str, ...]:
    return tuple(" ".join(text.split()) for text in texts_of(printed(name, paper)))


@cache
def reader(name: str) -> PdfReader:
    return PdfReader(io.BytesIO(printed(name, Paper.A4)))


@pytest.mark.sample(6)
@EVERY
def test_no_type_is_small_leaves_the_page_or_runs_into_other_type(name: str, paper: Paper) -> None:
    pages = PdfReader(io.BytesIO(printed(name, paper))).pages
    for number, (page, sheet) in enumerate(zip(characters(printed(name, paper)), pages, strict=True), 1):
        wide, high = float(sheet.mediabox.width), float(sheet.mediabox.height)
        for character, size, left, bottom, right, top in page:
            assert size >= FLOOR - 0.01, (number, character, size)
            assert left >= 20 and right <= wide - 20 and bottom >= 10 and top <= high - 20, (
                number,
                character,
                left,
                bottom,
            )
        assert collisions(page) == [], f"page {number}"


@pytest.mark.sample(3)
@EVERY
def test_no_page_is_blank(name: str, paper: Paper) -> None:
    for text in texts(name, paper):
        assert len(text.split()) > 20


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", PAPERS)
def test_same_view_same_bytes(name: str) -> None:
    assert PAPERS[name](Paper.A4) == printed(name, Paper.A4)


def test_the_strength_return_tells_every_day_and_every_formation() -> None:
    text = " ".join(texts("strength-worst"))
    for day in range(61):
        assert f"{day} September" in text
    assert "99,999" in text


@pytest.mark.long
def test_pages_of_the_book_are_numbered_through() -> None:
    pages = texts("book-worst")
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in page


def test_the_outline_has_chapters_and_what_is_in_them() -> None:
    outline = reader("book-worst").outline
    chapters = [str(entry["/Title"]) for entry in outline if not isinstance(entry, list)]
    expected = (
        "Cover and contents",
        "Order of battle",
        "Day 1: Wednesday 27 September 1944",
        "Losses and strength",
        "Who met whom",
        "Unit histories",
        "Order of battle",
        "Index",
    )
    assert len(chapters) == len(expected)
    assert all(title.startswith(words) for title, words in zip(chapters, expected, strict=True)), chapters
    inside = [entry["/Title"] for entry in outline if isinstance(entry, list) for entry in entry]
    assert sum(title.startswith("Battle ") for title in inside) == 3


def test_contents_and_index_name_the_page_on_which_a_thing_stands() -> None:
    pages = texts("book-worst")
    start = next(n for n, text in enumerate(pages, 1) if "AT THE END OF DAY 1" in text)
    while "Wednesday 27 September 1944" in pages[start - 2]:
        start -= 1
    contents = " ".join(pages[:3])
    assert f"Day 1: Wednesday 27 September 1944 {start}" in contents
    histories = reader("book-worst").outline
    page = next(
        reader("book-worst").get_destination_page_number(entry) + 1
        for entry in histories
        if not isinstance(entry, list) and entry["/Title"] == "Unit histories"
    )
    assert f"Unit histories {page}" in contents


@pytest.mark.long
def test_photos_stand_two_to_a_row_with_their_battle() -> None:
    (page,) = [page for page in reader("book-worst").pages if len(page.images) > 0]
    contents = page.get_contents()
    assert contents is not None
    places = re.findall(rb"([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\s+/FormXob", contents.get_data())
    rows = Counter(round(float(y) + float(high)) for _, high, _, y in places)
    assert sorted(rows.values()) == [1, 2], "three photos"
    assert all(float(wide) <= 270 for wide, *_ in places)


def test_every_link_leads_to_a_page_of_the_book() -> None:
    book = reader("book-worst")
    numbers = {
        page.indirect_reference.idnum: number
        for number, page in enumerate(book.pages)
        if page.indirect_reference is not None
    }
    notes = [(number, note.get_object()) for number, page in enumerate(book.pages) for note in page.get("/Annots", ())]
    leads = [(number, numbers[note["/Dest"][0].idnum]) for number, note in notes if note["/Subtype"] == "/Link"]
    assert len(leads) > 100
    battles = {to for number, to in leads if number > 3 and "BATTLE" in texts("book-worst")[to]}
    assert battles


def test_names_are_found_as_whole_words_and_the_longest_first() -> None:
    finder = Finder(["Sollum", "Sollum Barracks", "1st Rifles", "II./JR 6"])
    assert finder.within("1st Rifles reach Sollum Barracks; Sollumer stay, II./JR 6, too.") == (
        "1st Rifles",
        "Sollum Barracks",
        "II./JR 6",
    )
    assert finder.within("Sollum, and Sollum.") == ("Sollum",)


def test_document_properties() -> None:
    properties = reader("book-worst").metadata
    assert properties is not None
    assert ": Campaign book" in str(properties.title)
    assert properties.author == "campaign manager"
    assert reader("book-worst").trailer["/Root"]["/Lang"] == "en-GB"  # type: ignore[index]


def test_an_entry_of_the_diary_stays_in_one_column() -> None:
    """Five entries of two lines on two columns: three and two, no column begins within an entry."""
    words = " ".join(["enemy ahead on the track"] * 3)
    entries = tuple(DiaryEntry(f"0{hour}:00", words, is_blow=False) for hour in range(1, 6))
    view = Diary(records.empty_recovery().masthead, (DiaryDay(1, "Thursday 15 May 1941", entries),))
    (page,) = PdfReader(io.BytesIO(render_diary(view, Paper.A4))).pages
    after_title = page.extract_text().split("CONTINUED")[1].split()
    assert after_title[0] == "04:00"
