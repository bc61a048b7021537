"""The reference of a system: printed by itself, with the first packet, with each, or not at all, as the club has it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.capuzzo import ok, run

REFERENCE = "Operation Brevity: reference"


@pytest.fixture
def db(at_first_battle: Path, tmp_path: Path) -> Path:
    """Operation Brevity with battle 1 open."""
    return Path(shutil.copyfile(at_first_battle, tmp_path / "campaign.db"))


def printed(db: Path, out: Path, *words: str) -> dict[str, str]:
    """The text of each file, by its name."""
    ok(db, *words, "--out", str(out))
    return {
        path.name: "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
        for path in out.glob("*.pdf")
    }


def holders(files: dict[str, str]) -> set[str]:
    return {name for name, text in files.items() if REFERENCE in text}


SIDES = {"battle-1-allied.pdf", "battle-1-axis.pdf"}


def test_it_comes_once_with_the_first_battle_of_its_system(db: Path, tmp_path: Path) -> None:
    assert holders(printed(db, tmp_path / "a", "battle", "packet", "1")) == {"reference-brevity.pdf"}


@pytest.mark.long
def test_it_comes_with_every_packet_or_with_none_as_one_asks(db: Path, tmp_path: Path) -> None:
    assert holders(printed(db, tmp_path / "b", "battle", "packet", "1", "--reference", "with")) == SIDES
    assert not holders(printed(db, tmp_path / "c", "battle", "packet", "1", "--reference", "none"))
    assert "reference-brevity.pdf" in printed(db, tmp_path / "d", "print", "all")
    files = printed(db, tmp_path / "e", "battle", "packet", "1", "--tabletop", "nqm")
    assert "reference-nqm.pdf" in files and not holders(files)


@pytest.mark.long
def test_a_later_battle_goes_without(db: Path, tmp_path: Path) -> None:
    ok(db, "battle", "resolve", "1")
    ok(db, "next")
    ok(db, "next")
    files = printed(db, tmp_path / "a", "battle", "packet", "2")
    assert "battle-2-allied.pdf" in files and not holders(files)
    assert "reference-nqm.pdf" in printed(db, tmp_path / "b", "battle", "packet", "2", "--tabletop", "nqm")


@pytest.mark.long
def test_the_campaign_remembers_what_its_club_wants(db: Path, tmp_path: Path) -> None:
    """A setting like others, in the journal; it is not a house rule that a sheet would list."""
    ok(db, "rules", "papers.reference", "with")
    assert "papers.reference" in ok(db, "log")
    files = printed(db, tmp_path / "a", "battle", "packet", "1")
    assert holders(files) == SIDES and not any("papers.reference" in text for text in files.values())
    assert not holders(printed(db, tmp_path / "b", "battle", "packet", "1", "--reference", "none"))
    ok(db, "undo")
    assert holders(printed(db, tmp_path / "c", "battle", "packet", "1")) == {"reference-brevity.pdf"}


def test_it_is_printed_by_itself(db: Path, tmp_path: Path) -> None:
    assert holders(printed(db, tmp_path / "a", "print", "reference")) == {"reference-brevity.pdf"}
    (name,) = printed(db, tmp_path / "b", "print", "reference", "nqm", "--viewer", "axis")
    assert name == "reference-nqm.pdf"


def test_papers_that_have_no_charts_refuse_to_be_asked_for_them(db: Path) -> None:
    refusal = run(db, "print", "roster", "--reference", "once")
    assert refusal.exit_code == 2
    assert "roster is printed without charts. Leave --reference out, or print packet or all" in refusal.output


def test_its_house_rules_go_with_the_settings(db: Path, tmp_path: Path) -> None:
    before = printed(db, tmp_path / "a", "print", "reference")["reference-brevity.pdf"]
    ok(db, "rules", "use.engineering", "off")
    after = printed(db, tmp_path / "b", "print", "reference")["reference-brevity.pdf"]
    assert "Demolition" in before and "Demolition" not in after
