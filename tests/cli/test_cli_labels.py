"""``campaign labels``: what is cut out for a battle or the whole order of battle, in the size of the club's bases."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from campaign.errors import BadInput
from campaign.journal import reading
from campaign.queries.battle.battle_head import line_name
from campaign.queries.battle.labels import BATTALIONS, COMPANIES, LEAST, MOST, _bars, base_of, label_sheets
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.situation.army import load_army
from campaign.store import open_store
from campaign.terms.viewer import UMPIRE
from campaign.words.labels import LabelSheet
from campaign.words.sheet import LabelColour
from campaign_reports.labels import render_labels
from campaign_reports.page import Paper
from tests.cli.capuzzo import number, ok, run

MM = 72 / 25.4


def sheets_of(db: Path, word: str = "", key: str = "") -> tuple[LabelSheet, ...]:
    store = open_store(db, write=False)
    try:
        with reading(store) as board:
            return label_sheets(board, UMPIRE, (40, 30), word, key)
    finally:
        store.close()


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_every_stand_of_the_battle_has_a_label_of_its_line(founded: Path, key: str) -> None:
    battle = number(founded)
    mustered = json.loads(run(founded, "battle", "muster", battle, "--tabletop", key, "--json").stdout)
    for sheet, side in zip(sheets_of(founded, battle, key), mustered["sides"], strict=True):
        wanted = [str(line["line"]) for line in side["lines"] for _ in line["stands"]]
        assert [label.number for label in sheet.labels] == wanted


def test_a_battalion_of_two_models_has_two_labels(founded: Path) -> None:
    large = 0
    for sheet in sheets_of(founded, key="brevity"):
        for (_, _, text), count in Counter((label.bars, label.title, label.text) for label in sheet.labels).items():
            assert count == (2 if re.match(r"[NW] 2\b", text) else 1), text
            large += count == 2
    assert large


def test_no_two_battalions_have_the_same_colours() -> None:
    assert len({_bars(n) for n in range(100)}) == 100
    assert all(len(_bars(n)) == 1 for n in range(10))


def test_colours_go_by_battalion_and_company_and_are_said_in_letters(founded: Path) -> None:
    ours, _ = sheets_of(founded, number(founded), "nqm")
    scots = [label for label in ours.labels if label.number == "1"]
    durhams = [label for label in ours.labels if label.number == "2"]
    assert {label.bars for label in scots} == {(BATTALIONS[0],)} and {label.bars for label in durhams} == {
        (BATTALIONS[1],)
    }
    coded = [(label.company, label.company_colour) for label in scots]
    assert coded == [
        ("HQ", LabelColour.GREY),
        *zip("ABCD", COMPANIES, strict=False),
        ("", None),
        ("", None),
        ("", None),
    ]
    assert coded == [(label.company, label.company_colour) for label in durhams], (
        "a company has the same colour in every battalion"
    )


def test_a_system_that_codes_its_labels_keeps_its_code(founded: Path) -> None:
    ours, _ = sheets_of(founded, number(founded), "brigadier")
    assert all(label.sign and len(label.bars) == 3 for label in ours.labels)


def test_the_whole_order_of_battle_has_each_battalion_once(founded: Path) -> None:
    store = open_store(founded, write=False)
    try:
        with reading(store) as board:
            army = load_army(board)
            for sheet in label_sheets(board, UMPIRE, (40, 30)):
                side = next(one for one in army.sides.values() if one.key == sheet.side)
                here = [
                    line_name(one)
                    for one in army.battalions.values()
                    if one.side_id == side.id and one.state.is_in_play
                ]
                assert sorted(label.title for label in sheet.labels) == sorted(here) and len(here) > 9
    finally:
        store.close()


@pytest.mark.sample(4)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("base", ["18x15", "20x20", "25x25", "40x30", "46x27", "60x40", "120x100"])
def test_labels_are_as_large_as_the_bases_and_nothing_runs_out_of_one(founded: Path, base: str, paper: Paper) -> None:
    (ours, _) = sheets_of(founded, number(founded), "nqm")
    wide, deep = base_of(base)
    printed = render_labels(
        LabelSheet(ours.masthead, (wide, deep), ours.labels, ours.people, ours.markers, ours.side), paper
    )
    assert printed == render_labels(
        LabelSheet(ours.masthead, (wide, deep), ours.labels, ours.people, ours.markers, ours.side), paper
    )
    for page in pypdfium2.PdfDocument(printed):
        width, height = page.get_size()
        text = page.get_textpage()
        cuts = _cuts(page, wide * MM)
        boxes = [text.get_rect(n) for n in range(text.count_rects())]
        assert boxes and all(
            left >= 0 and bottom >= 0 and right <= width and top <= height for left, bottom, right, top in boxes
        )
        inside = [one for one in boxes if one[1] > 12 * MM and one[3] < height - 26 * MM]
        assert cuts and all(
            any(cut - 0.5 <= left and right <= cut + wide * MM + 0.5 for cut in cuts) for left, _, right, _ in inside
        )


def _cuts(page: pypdfium2.PdfPage, wide: float) -> list[float]:
    """Left edges of the labels, from the vertical cut marks."""
    lines = {
        round(box[0] + (box[2] - box[0]) / 2, 1)
        for one in page.get_objects()
        if (box := one.get_bounds())[2] - box[0] < 1.2
    }
    return sorted(x for x in lines if any(abs(x + wide - other) < 0.3 for other in lines))


def test_files_are_one_a_side_and_a_side_has_only_its_own(db: Path, tmp_path: Path) -> None:
    battle = number(db)
    ok(db, "labels", battle, "--out", str(tmp_path / "both"))
    assert sorted(path.name for path in (tmp_path / "both").iterdir()) == [
        f"battle-{battle}-allied-labels.pdf",
        f"battle-{battle}-axis-labels.pdf",
    ]
    one = tmp_path / "one.pdf"
    refused = run(db, "labels", battle, "--out", str(one))
    assert (
        refused.exit_code == 1
        and "is one file, but there are 2 papers, one for each reader. Name a folder, or choose one reader with --side\n"
        in refused.output
        and not one.exists()
    )
    ok(db, "labels", battle, "--side", "axis", "--out", str(one))
    assert one.read_bytes().startswith(b"%PDF")
    ok(db, "labels", "--viewer", "axis", "--out", str(tmp_path / "axis"))
    (only,) = (tmp_path / "axis").iterdir()
    said = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(only.read_bytes())).pages)
    assert "II./Panzer-Regiment 5" in said and "Durham" not in said
    refused = run(db, "labels", battle, "--viewer", "axis", "--side", "allied", "--out", str(tmp_path / "no"))
    assert refused.exit_code != 0 and "the Axis side cannot see the Allied order of battle" in refused.output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--base", "10x10"), "'10x10' is not a base size"),
        (("--base", "large"), "'large' is not a base size"),
        (("--tabletop", "chess"), "'chess' is not a set of tabletop rules"),
        (("77",), "there is no battle '77'"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(
    db: Path, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    refused = run(db, "labels", *words, "--out", str(tmp_path))
    assert refused.exit_code != 0 and complaint in refused.output and len(re.findall("Error", refused.output)) == 1


@given(wide=st.integers(0, 200), deep=st.integers(0, 200), between=st.sampled_from(["x", " x ", "×", "*", " by "]))
def test_every_size_within_the_bounds_is_understood_and_no_other(wide: int, deep: int, between: str) -> None:
    text = f"{wide}{between}{deep}"
    if LEAST[0] <= wide <= MOST[0] and LEAST[1] <= deep <= MOST[1]:
        assert base_of(text) == (wide, deep)
    else:
        with pytest.raises(BadInput, match="is not a base size"):
            base_of(text)
