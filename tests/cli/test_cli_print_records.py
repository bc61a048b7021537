"""``campaign print strength | engineers | supply | recovery | diary | book | symbols``: files on disk, each with what its
reader may know."""

from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.contents import campaign
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), "print", *words])


def text_of(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("strength", "strength-return"),
        ("engineers", "engineer-tasks"),
        ("supply", "supply-state"),
        ("recovery", "recovery-calendar"),
        ("diary", "diary"),
    ],
)
def test_one_file_a_side_and_nothing_of_the_other_in_it(what: str, name: str, front_file: Path, tmp_path: Path) -> None:
    result = typed(front_file, what, "--out", str(tmp_path / "papers"))
    assert result.exit_code == 0, result.output
    for side, theirs in (("alba", ENEMY_OF_ALBA), ("brenn", ENEMY_OF_BRENN)):
        said = text_of(tmp_path / "papers" / f"{side}-{name}-day-1-turn-1.pdf")
        assert [word for word in theirs if word in said] == []
    own = typed(front_file, what, "--viewer", "brenn", "--out", str(tmp_path / "own.pdf"))
    assert own.exit_code == 0, own.output


def test_the_diary_of_one_unit_on_one_day(front_file: Path, tmp_path: Path) -> None:
    result = typed(front_file, "diary", "--unit", "1st Rifles", "--day", "1", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    (paper,) = tmp_path.glob("*.pdf")
    assert paper.name == "alba-1st-rifles-diary-of-day-1-day-1-turn-1.pdf"
    assert "Meet an enemy at Birch Cross" in " ".join(text_of(paper).split()).replace("1st Rifles meet", "Meet")
    refused = typed(front_file, "roster", "--unit", "1st Rifles")
    assert refused.exit_code == 2 and "Leave --unit and --day out, or print the paper diary" in refused.output


def test_the_symbols_are_one_sheet_with_air_groups(front_file: Path, tmp_path: Path) -> None:
    assert typed(front_file, "symbols", "--out", str(tmp_path / "symbols.pdf")).exit_code == 0
    said = text_of(tmp_path / "symbols.pdf")
    for word in ("infantry", "medium bomber", "transport", "army group", "captured", "enemy: double frame"):
        assert word in said


def test_the_book_of_a_past_moment_is_the_book_that_was_printed_then(front_file: Path, tmp_path: Path) -> None:
    for words in (("--as-of", "@1"), ("--as-of", "#1")):
        result = typed(front_file, "book", *words, "--out", str(tmp_path / f"{words[1][1:]}{words[1][:1] == '@'}.pdf"))
        assert result.exit_code == 0, result.output
    one, other = sorted(tmp_path.glob("*.pdf"))
    assert one.read_bytes() == other.read_bytes()
    assert "Index" in text_of(one)
