"""The worst campaign, played and printed: every page is looked at, and nothing of the longest note and of the thirty
battalions is lost."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from campaign.cli.contents import campaign
from tests.eyes import faults_of, runs_of, times
from tests.worst_case import ACCENTS, LONGEST, STORY, THIRTY, UNBROKEN, write_worst

PLACES_IN_STORY = STORY.count("Lhota")


def typed(db: Path, *words: str) -> str:
    result = CliRunner().invoke(campaign, ["--db", str(db), *words])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Founded, and played up to its battle; the packets lie beside it."""
    folder = tmp_path_factory.mktemp("worst")
    db = folder / "campaign.db"
    typed(db, "new", str(write_worst(folder / "scenario")), "--seed", "7")
    typed(db, "next")
    typed(db, "next", "--until", "battle")
    for system in ("brevity", "brigadier"):
        typed(db, "battle", "packet", "1", "--tabletop", system, "--out", str(folder / "packets" / system))
    typed(db, "battle", "rule", "1", "--text", STORY, "--held", "both", "--state", "23=destroyed", "--yes")
    typed(db, "print", "all", "--separate", "--out", str(folder / "papers" / "a4"))
    typed(db, "print", "all", "--out", str(folder / "papers" / "evening"))
    for what in ("orbat", "roster", "orders"):
        typed(db, "print", what, "--paper", "letter", "--out", str(folder / "papers" / "letter"))
    typed(db, "print", "book", "--out", str(folder / "papers" / "book.pdf"))
    typed(db, "labels", "--base", "20x20", "--out", str(folder / "labels"))
    return folder


@pytest.mark.long
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_no_page_has_a_fault(fought: Path, every: int) -> None:
    """``every``: of the papers each so many."""
    papers = sorted(fought.rglob("*.pdf"))
    assert len(papers) > 33
    looked_at = papers[::every]
    found = {str(path.relative_to(fought)): faults for path in looked_at if (faults := faults_of(path.read_bytes()))}
    assert found == {}


def test_every_paper_has_a_file_of_its_own_with_a_name_of_latin_letters(fought: Path) -> None:
    names = [path.name for path in (fought / "papers" / "a4").iterdir()]
    assert all(name.isascii() and len(name) <= 84 for name in names)
    assert sum("sitrep" in name for name in names) == 2
    assert not any("-orders-" in name for name in names), "the order form is a part of the situation report"
    assert {name.split("-order-of-")[0] for name in names if "order-of-battle" in name} == {
        "svodnaya-gruppa-voisk-vostok-osobogo-naznacheniya",
        "armeegruppe-sudwestliches-osterreich-ungarn",
    }
    assert [name.split("-day-")[0] for name in names if name.startswith("nobody")] == ["nobody-at-all-situation-map"], (
        "nobody is in it: no blank lists"
    )


def test_the_blank_papers_of_a_side_without_anybody_are_printed_when_they_are_asked_for(
    fought: Path, tmp_path: Path
) -> None:
    said = typed(fought / "campaign.db", "print", "roster", "--side", "leer", "--out", str(tmp_path / "roster.pdf"))
    assert "roster.pdf" in said and "No unit." in PdfReader(tmp_path / "roster.pdf").pages[0].extract_text()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_thirty_battalions_stand_once_in_the_chart_and_once_in_the_roster(fought: Path, paper: str) -> None:
    names = Counter(f"{(LONGEST, ACCENTS, UNBROKEN)[n % 3]} №{n + 1}" for n in range(THIRTY))
    shorts = Counter(f"{(LONGEST, ACCENTS, UNBROKEN)[n % 3].split()[0][:12]} {n + 1}" for n in range(THIRTY))
    (roster,) = (fought / "papers" / paper).glob("svodnaya*roster*.pdf")
    (chart,) = (fought / "papers" / paper).glob("svodnaya*order-of-battle*.pdf")
    assert times(names, runs_of(roster.read_bytes())) == names
    assert times(shorts, runs_of(chart.read_bytes())) == shorts


@pytest.mark.long
def test_the_longest_note_is_in_the_papers_to_its_last_word(fought: Path) -> None:
    for path, copies in (
        (next((fought / "papers" / "a4").glob("svodnaya*sitrep*.pdf")), 1),
        (fought / "packets" / "brevity" / "battle-1-ost.pdf", 1),
        (fought / "papers" / "book.pdf", 1),
    ):
        text = "".join(page.extract_text() for page in PdfReader(path).pages)
        assert text.count("Lhota") >= copies * PLACES_IN_STORY, path.name


def test_a_form_of_a_campaign_in_cyrillic_says_what_it_is_for(fought: Path) -> None:
    packet = fought / "packets" / "brevity" / "battle-1-ost.pdf"
    hidden = {name: str(field.get("/V", "")) for name, field in (PdfReader(packet).get_fields() or {}).items()}
    assert re.fullmatch(r"SCEN-1-OST-[2-9A-Z]{3}", hidden["code"])
    assert any("Наступление" in said for said in hidden.values())
