"""The reference of a system: all of it on two pages, so that sheets need not repeat it."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from pypdf import PdfReader

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.tabletop.brevity.quick_reference import WEAPON_WORD
from campaign.rules.tabletop.brigade.tables import MOVEMENT, SMALL_ARMS, TO_HIT_VEHICLE
from campaign.rules.tabletop.brigadier.tables import Grade as BrigadierGrade
from campaign.rules.tabletop.hexes.tables import ShootsAs
from campaign.rules.tabletop.interface import tabletop
from campaign.rules.tabletop.nqm.tables import RANGES, Grade
from campaign.words.reference import ReferencePaper
from campaign.words.sheet import Reference
from campaign_reports.page import Paper
from campaign_reports.reference import render_reference
from campaign_reports.style import TEXT
from campaign_reports.type import figure
from tests.reports import specimens
from tests.rules.test_rules_readings import everybody

EVERY = pytest.mark.parametrize("key", list(SYSTEMS))


def reference(key: str) -> Reference:
    return tabletop(key).reference(DEFAULTS)


def printed(key: str, paper: Paper = Paper.A4) -> bytes:
    head = specimens.brevity_head(f"{SYSTEMS[key].name}: reference", "", "ref")
    return render_reference(ReferencePaper(head, key, reference(key)), paper)


@pytest.mark.sample(4)
@EVERY
@pytest.mark.parametrize("paper", list(Paper))
def test_it_is_one_sheet_of_paper_or_two_in_large_print_with_everything_on_it(key: str, paper: Paper) -> None:
    data, whole = printed(key, paper), reference(key)
    sheets_of_paper = 2 if paper in (Paper.LARGE_A4, Paper.LARGE_LETTER) else 1
    assert len(PdfReader(BytesIO(data)).pages) <= 2 * sheets_of_paper
    text = "".join("".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(data))
    for table in whole.tables:
        assert "".join(table.title.upper().split()) in text, table.title
        for row in table.rows:
            assert "".join(figure(row.cells[0]).replace("\N{MINUS SIGN}", "\N{EN DASH}").split()) in text, row
    facts = [fact for block in whole.reminders for fact in block.facts] + list(whole.house_rules)
    assert [fact for fact in facts if "".join(fact.text.split()) not in text] == []
    assert TEXT >= 7.5, "rules in short are set no smaller"


@EVERY
def test_it_has_all_that_sheets_print_only_for_those_who_need_it(key: str) -> None:
    """Every chart, rule in short and house rule that the sheet of a force of all sorts has, unless it is of that force
    only."""
    whole, body = reference(key), tabletop(key).sheet(everybody(), DEFAULTS)
    titles = {table.title for table in whole.tables}
    assert {table.title for table in body.tables if not table.of_this_battle} <= titles
    assert not any(table.of_this_battle for table in whole.tables)
    assert {fact.label for block in body.reminders for fact in block.facts} <= {
        fact.label for block in whole.reminders for fact in block.facts
    }


@pytest.mark.parametrize(
    ("key", "title", "rows"),
    [
        ("brevity", "Casualty rows", list(WEAPON_WORD)),
        ("nqm", "Ranges: effective/harassing", list(RANGES)),
        ("nqm", "Close assault", [grade.value for grade in Grade]),
        ("hexes", "Added to the D3", [row.value for row in ShootsAs]),
        ("brigade", "Small arms: fire points and range", [arm.value for arm in SMALL_ARMS]),
        ("brigade", "Moves, inches", [row.value for row in MOVEMENT]),
        ("brigade", "Hitting vehicles, inches", [row.value for row in TO_HIT_VEHICLE]),
        ("brigadier", "Steps down", [grade.value for grade in BrigadierGrade]),
    ],
)
def test_its_charts_have_all_their_rows(key: str, title: str, rows: list[str]) -> None:
    table = next(table for table in reference(key).tables if table.title == title)
    assert set(rows) <= {row.cells[0] for row in table.rows}


def test_casualties_and_penetration_are_there_for_every_weapon() -> None:
    (casualties,) = (table for table in reference("brevity").tables if table.title == "Casualties")
    words = " ".join(row.cells[0] for row in casualties.rows)
    assert all(short in words for short in WEAPON_WORD)
    (penetrate,) = (table for table in reference("brevity").tables if table.title == "Penetrate armour")
    letters = " ".join(row.cells[0] for row in penetrate.rows).split()
    assert {"A", "L", "LM", "M", "MH", "H"} <= set(letters)
