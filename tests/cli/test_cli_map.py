"""``campaign map`` and ``campaign print map``: one drawing, on a screen and on paper, for each reader his own."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.contents import campaign
from tests.queries.front import ENEMY_OF_ALBA, ENEMY_OF_BRENN


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), *words])


def words_of(path: Path) -> str:
    if path.suffix == ".pdf":
        return " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())
    return " ".join(text for text in ElementTree.parse(path).getroot().itertext() if text.strip())


def test_every_reader_gets_a_map_of_his_own(front_file: Path, tmp_path: Path) -> None:
    result = typed(front_file, "print", "map", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert sorted(Path(line).name for line in result.stdout.splitlines()) == [
        "alba-situation-map-day-1-turn-1.pdf",
        "brenn-situation-map-day-1-turn-1.pdf",
        "umpire-situation-map-day-1-turn-1.pdf",
    ]
    umpire = words_of(tmp_path / "umpire-situation-map-day-1-turn-1.pdf")
    for name in ("1st Rifles", "II/9", "Wachtmann Company", "Birch Cross"):
        assert name in umpire, name


@pytest.mark.parametrize(
    ("viewer", "secret"),
    [
        ("alba", ENEMY_OF_ALBA),
        ("Brigadier Ash", ENEMY_OF_ALBA),
        ("Brigadier Elm", ENEMY_OF_ALBA),
        ("brenn", ENEMY_OF_BRENN),
    ],
)
@pytest.mark.parametrize("suffix", [".svg", ".pdf"])
def test_nothing_that_he_may_not_know_is_in_his_bytes(
    front_file: Path, tmp_path: Path, viewer: str, secret: tuple[str, ...], suffix: str
) -> None:
    out = tmp_path / f"map{suffix}"
    command = ("map",) if suffix == ".svg" else ("print", "map")
    result = typed(front_file, *command, "--viewer", viewer, "--out", str(out))
    assert result.exit_code == 0, result.output
    said = words_of(out) + (out.read_text(encoding="utf-8") if suffix == ".svg" else str(PdfReader(out).metadata))
    assert [word for word in secret if word in said] == []


def test_the_drawing_is_named_for_its_reader_and_moment(
    front_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = typed(front_file, "map", "--for", "ash")
    assert result.stdout.strip() == "alba-brigadier-ash-situation-map-day-1-turn-1.svg"
    root = ElementTree.parse(tmp_path / result.stdout.strip()).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "as known to Brigadier Ash" in words_of(tmp_path / result.stdout.strip())


def test_it_is_shown_as_it_was(front_file: Path, tmp_path: Path) -> None:
    first, second, third = (tmp_path / f"{name}.svg" for name in ("first", "second", "third"))
    assert typed(front_file, "map", "--out", str(first)).exit_code == 0
    number = max(entry["number"] for entry in json.loads(typed(front_file, "log", "--json").stdout))
    assert typed(front_file, "adjust", "I/9", "--state", "destroyed", "--why", "a mine").exit_code == 0
    assert typed(front_file, "map", "--out", str(second)).exit_code == 0
    assert typed(front_file, "map", "--as-of", f"@{number}", "--out", str(third)).exit_code == 0
    assert second.read_bytes() != first.read_bytes() == third.read_bytes()


def test_what_is_drawn_is_there_as_data(front_file: Path) -> None:
    view = json.loads(typed(front_file, "map", "--json", "--viewer", "brenn").stdout)
    assert [place["name"] for place in view["places"]] == ["Ashford", "Birch Cross", "Coldbrook"]
    assert {unit["label"] for unit in view["units"]} == {"I/9", "II/9", "HQ 9th Regiment", "Wachtmann Company"}


def test_a_refusal_is_clear_and_writes_nothing(front_file: Path, tmp_path: Path) -> None:
    wrong = typed(front_file, "map", "--out", str(tmp_path / "map.pdf"))
    assert wrong.exit_code == 2 and "does not end in .svg. For a PDF: campaign print map" in wrong.output
    theirs = typed(front_file, "map", "--viewer", "ash", "--for", "elm", "--out", str(tmp_path / "elm.svg"))
    assert (
        theirs.exit_code == 1
        and "Brigadier Ash cannot see the papers of Brigadier Elm: only that commander and the umpire may"
        in theirs.output
    )
    assert list(tmp_path.glob("*.svg")) == []
