"""Every paper, on both sizes, from plain views and from the worst that may come: looked at through the finished
file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

import pypdfium2
import pytest
import specimens
import specimens_forecast
from pypdf import PdfReader

from campaign.values import replace
from campaign_reports.air_tasking import render_air_tasking
from campaign_reports.battle_sheet import render_battle_sheet
from campaign_reports.forecast_paper import render_forecast
from campaign_reports.key import render_key
from campaign_reports.orbat import render_orbat
from campaign_reports.orders import render_all_orders, render_orders
from campaign_reports.packet import packet
from campaign_reports.page import Paper
from campaign_reports.return_form import render_return_form
from campaign_reports.roster import render_roster
from campaign_reports.sitrep import render_sitrep
from campaign_reports.style import FLOOR, MM
from campaign_reports.umpire_sheet import render_umpire_sheet
from tests.eyes import Sign, collisions, signs_of, texts_of

Render = Callable[[Paper], bytes]
PAPERS: dict[str, Render] = {
    "orbat": lambda paper: render_orbat(specimens.brevity_orbat(), paper),
    "orbat-corps": lambda paper: render_orbat(specimens.big_orbat(2), paper),
    "orbat-large-corps": lambda paper: render_orbat(specimens.big_orbat(6), paper),
    "orbat-army": lambda paper: render_orbat(specimens.army_orbat(), paper),
    "orbat-worst": lambda paper: render_orbat(specimens.worst_orbat(), paper),
    "orbat-worst-small": lambda paper: render_orbat(specimens.small_worst_orbat(), paper),
    "orbat-empty": lambda paper: render_orbat(specimens.empty_orbat(), paper),
    "roster": lambda paper: render_roster(specimens.brevity_roster(), paper),
    "roster-large-corps": lambda paper: render_roster(specimens.big_roster(), paper),
    "roster-worst": lambda paper: render_roster(specimens.worst_roster(), paper),
    "roster-empty": lambda paper: render_roster(specimens.empty_roster(), paper),
    "sitrep": lambda paper: render_sitrep(specimens.brevity_sitrep(), paper),
    "sitrep-worst": lambda paper: render_sitrep(specimens.worst_sitrep(), paper),
    "sitrep-empty": lambda paper: render_sitrep(specimens.empty_sitrep(), paper),
    "orders": lambda paper: render_orders(specimens.brevity_order_form(), paper),
    "orders-worst": lambda paper: render_all_orders(
        [specimens.worst_order_form(), specimens.brevity_order_form()], paper
    ),
    "air": lambda paper: render_air_tasking(specimens.air_tasking(), paper),
    "air-worst": lambda paper: render_air_tasking(specimens.worst_air_tasking(), paper),
    "air-empty": lambda paper: render_air_tasking(specimens.empty_air_tasking(), paper),
    "sheet": lambda paper: render_battle_sheet(specimens.brevity_sheet(), paper),
    "sheet-worst": lambda paper: render_battle_sheet(specimens.worst_sheet(), paper),
    "sheet-empty": lambda paper: render_battle_sheet(specimens.empty_sheet(), paper),
    "return": lambda paper: render_return_form(specimens.brevity_return(), paper),
    "return-worst": lambda paper: render_return_form(specimens.worst_return(), paper),
    "return-empty": lambda paper: render_return_form(specimens.empty_return(), paper),
    "umpire": lambda paper: render_umpire_sheet(specimens.brevity_umpire(), paper),
    "umpire-worst": lambda paper: render_umpire_sheet(specimens.worst_umpire(), paper),
    "packet-side": lambda paper: packet(specimens.brevity_packet(), paper)["british"],
    "forecast": lambda paper: render_forecast(specimens_forecast.umpires_forecast(), paper),
    "forecast-side": lambda paper: render_forecast(specimens_forecast.sides_forecast(), paper),
    "forecast-worst": lambda paper: render_forecast(specimens_forecast.long_forecast(), paper),
    "key": lambda paper: render_key(specimens.brevity_head("Unit symbols", "both sides", "Key", ""), paper),
}
EVERY = pytest.mark.parametrize(
    ("name", "paper"),
    [(name, paper) for name in PAPERS for paper in (Paper.A4, Paper.LETTER)],
    ids=lambda value: str(value),
)


@cache
def printed(name: str, paper: Paper) -> bytes:
    return PAPERS[name](paper)


def words_of(data: bytes) -> str:
    return " ".join(" ".join(texts_of(data)).split())


@pytest.mark.sample(11)
@EVERY
def test_pages_have_the_size_of_the_paper(name: str, paper: Paper) -> None:
    for page in PdfReader(io.BytesIO(printed(name, paper))).pages:
        size = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert size == pytest.approx(sorted(paper.size), abs=0.1)


@pytest.mark.sample(4)
@EVERY
def test_every_page_is_numbered_within_its_part_and_none_is_blank(name: str, paper: Paper) -> None:
    pages = texts_of(printed(name, paper))
    numbers = []
    for text in pages:
        found = [line for line in text.splitlines() if "page " in line and " of " in line]
        assert found, text[-300:]
        last = found[-1].rpartition("page ")[2].split()
        numbers.append((int(last[0]), int(last[2])))
        assert len(text.split()) > 25
    expected = []
    while len(expected) < len(numbers):
        total = numbers[len(expected)][1]
        expected += [(step + 1, total) for step in range(total)]
    assert numbers == expected


@pytest.mark.sample(9)
@EVERY
def test_same_view_same_bytes(name: str, paper: Paper) -> None:
    assert PAPERS[name](paper) == printed(name, paper)


@pytest.mark.sample(9)
@EVERY
def test_only_the_vendored_face_is_used_and_it_is_embedded(name: str, paper: Paper) -> None:
    seen = set()
    for page in PdfReader(io.BytesIO(printed(name, paper))).pages:
        for reference in page["/Resources"].get("/Font", {}).values():  # type: ignore[union-attr]
            font = reference.get_object()
            seen.add(str(font["/BaseFont"]))
            assert "/FontFile2" in font["/FontDescriptor"]
    assert seen
    assert all("NotoSans" in base for base in seen)


@lru_cache(maxsize=4)
def characters(data: bytes) -> list[list[Sign]]:
    """The characters of every page."""
    document = pypdfium2.PdfDocument(data)
    pages = [[sign for sign in signs_of(page) if not sign.character.isspace()] for page in document]
    document.close()
    return pages


@pytest.mark.sample(9)
@EVERY
def test_no_type_is_smaller_than_a_note_and_none_leaves_the_page(name: str, paper: Paper) -> None:
    sizes = [
        (float(p.mediabox.width), float(p.mediabox.height)) for p in PdfReader(io.BytesIO(printed(name, paper))).pages
    ]
    for page, (wide, high) in zip(characters(printed(name, paper)), sizes, strict=True):
        for character, size, left, bottom, right, top in page:
            assert size >= FLOOR - 0.01, (character, size)
            assert left >= 20 and right <= wide - 20 and bottom >= 11 * MM and top <= high - 20, (
                character,
                left,
                bottom,
            )


@pytest.mark.sample(9)
@EVERY
def test_no_text_runs_into_another(name: str, paper: Paper) -> None:
    for number, page in enumerate(characters(printed(name, paper)), 1):
        assert collisions(page) == [], f"page {number}"


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("sheet", 1),
        ("return", 1),
        ("orbat", 1),
        ("orbat-corps", 1),
        ("roster", 1),
        ("sitrep", 1),
        ("orders", 1),
        ("key", 1),
        ("umpire", 2),
        ("sheet-empty", 1),
        ("return-empty", 1),
        ("roster-empty", 1),
    ],
)
def test_page_count(name: str, pages: int) -> None:
    assert len(PdfReader(io.BytesIO(printed(name, Paper.A4))).pages) == pages


def test_sheet_holds_every_column_of_the_umpires_list() -> None:
    text = words_of(printed("sheet", Paper.A4))
    for word in (
        "Battle 3: Fort Capuzzo",
        "BREV-3-GB-7K2",
        "Thu 15 May 1941",
        "05:24-19:08",
        "YOU ATTACK",
        "Gain ground for the June offensive",
        "N edge, 75 in. from W",
        "Trigh Capuzzo",
        "ENEMY UNITS KNOWN SO FAR",
        "hours since seen",
        "ARRIVALS",
        "S edge, 58 in. from W",
        "GUNS IN RANGE, OFF THE TABLE",
        "AIR MISSIONS",
        "HOUSE RULES THAT DIFFER",
        "TURN TRACK",
        "Initiative odds",
        "13/18",
        "Officer lost, turn",
        "Posture",
        "To be hit",
        "Anti-tank",
        "Dug in",
        "POINT TARGETS",
        "ENGINEER TASKS",
        "3f9a2c1b",
    ):
        assert word in text, word


def test_the_tables_that_the_reference_has_stand_on_the_sheet_where_there_is_room() -> None:
    """Over nine lines there is none; over five there is, and over four for all of them."""
    sheet = specimens.brevity_sheet()
    titles = ("STEPS OF A MOVE", "STRENGTH: DICE", "PENETRATE ARMOUR", "LOCATION, IN.", "CASUALTIES")

    def shown(lines: int) -> int:
        (block, *_) = sheet.body.blocks
        rows = tuple(row for command in sheet.body.blocks for row in command.rows)[:lines]
        body = replace(sheet.body, blocks=(replace(block, rows=rows),))
        data = render_battle_sheet(replace(sheet, body=body))
        assert len(PdfReader(io.BytesIO(data)).pages) == 1
        return sum(title in words_of(data) for title in titles)

    assert shown(9) < shown(5) and shown(2) == len(titles)


def test_return_holds_its_nine_blocks_in_the_order_of_typing() -> None:
    text = words_of(printed("return", Paper.A4))
    blocks = (
        "1 THE CLOCK",
        "2 WHO HOLDS THE FIELD",
        "3 OBJECTIVES HELD",
        "4 ORDERS FULFILLED",
        "5 COMMANDERS",
        "6 PRISONERS",
        "7 ENGINEER TASKS DONE",
        "8 CROSSINGS",
        "9 ONE LINE",
    )
    places = [text.index(block) for block in blocks]
    assert places == sorted(places)
    for word in (
        "All other lines",
        "unchanged",
        "SPENT",
        "British player, signed",
        "Axis player or umpire",
        "agrees with the other side",
        "3 destroyed",
    ):
        assert word in text


def test_long_notes_flow_over_pages_without_loss() -> None:
    view = specimens.worst_sheet()
    assert len(view.notes) > 20_000
    assert words_of(printed("sheet-worst", Paper.A4)).count("Lorem") == view.notes.count("Lorem")


def test_thirty_lines_are_all_on_sheet_and_return() -> None:
    for name in ("sheet-worst", "return-worst"):
        text = words_of(printed(name, Paper.A4))
        for number in range(1, 31):
            assert f"{number}. " in text


def test_outline_and_properties() -> None:
    reader = PdfReader(io.BytesIO(printed("packet-side", Paper.A4)))
    titles = [entry["/Title"] for entry in reader.outline]  # type: ignore[index, call-overload]
    assert titles == ["Battle sheet BREV-3-GB-7K2", "Return BREV-3-GB-7K2"], "three units start on the sheet's own map"
    assert reader.metadata is not None
    assert reader.metadata.title == "Operation Brevity: Battle 3: Fort Capuzzo"
    assert "BREV-3-GB-7K2" in str(reader.metadata["/Keywords"])


def test_one_file_per_reader_and_no_side_reads_the_other() -> None:
    files = packet(specimens.brevity_packet())
    assert set(files) == {"umpire", "british", "axis"}
    assert "Kampfgruppe Herff" in words_of(files["umpire"])
    assert "Kampfgruppe Herff" not in words_of(files["british"])
    assert "BREV-3-AX-9Q4" not in words_of(files["british"])


@pytest.mark.long
def test_the_same_bytes_in_another_process_with_another_hash_seed() -> None:
    here = Path(__file__).parent
    program = "import sys, hashlib, specimens\nfrom campaign_reports.orbat import render_orbat\nprint(hashlib.sha256(render_orbat(specimens.big_orbat(2))).hexdigest())"
    path = os.pathsep.join([str(here), str(here.parents[1]), str(here.parents[1] / "reports")])
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
