"""A return typed as the paper says: the sheet code, then the lines that changed, in a plain text or at the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.errors import BadInput
from campaign.exchange.returns.file import read_return
from campaign.exchange.returns.line_names import lines_meant
from campaign.exchange.returns.words import one_of, parse_line
from campaign.journal import reading
from campaign.queries.battle.packet import side_papers
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.interface import tabletop
from campaign.rules.tabletop.nqm.returns import fields as nqm_fields
from campaign.store import open_store, opened
from campaign.terms.viewer import UMPIRE
from campaign.values import replace
from campaign.words.packet import ReturnCommand, ReturnForm, ReturnLine
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol
from tests.clash import meet
from tests.cli.test_cli_battle import state_of, typed

COLUMNS = nqm_fields(DEFAULTS)
NQM = ReturnForm(
    Masthead("Alba", "#000000", "Tiny", "Return"),
    "",
    (),
    ("Alba", "Brennan"),
    columns=COLUMNS.line,
    shorthand=tuple(COLUMNS.shorthand.items()),
    examples=COLUMNS.examples,
)


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Iterator[Path]:
    """The tiny campaign with its first battle to be fought."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    return path


def code(db: Path, side: str = "alba") -> str:
    with opened(db, write=False) as store, reading(store) as board:
        return next(one.form.masthead.code for one in side_papers(board, UMPIRE, "1") if one.reader == side)


def text(folder: Path, *rows: str) -> str:
    path = folder / "return.txt"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


# a plain text --------------------------------------------------------------------------------------------------------
def test_the_lines_that_changed_under_the_sheet_code_are_a_return(met: Path, tmp_path: Path) -> None:
    filed = text(
        tmp_path, code(met), "2 destroyed", "line 1: spent, at 40, 20", "field brenn", "diary: Guns, guns: no end."
    )
    done = typed(met, "battle", "record", "1", filed, "--yes")
    assert done.exit_code == 0, done.output
    assert "1st Hussars: fresh -> destroyed" in done.output and "1st Rifles: fresh -> spent" in done.output
    assert typed(met, "battle", "settle", "1").exit_code == 0
    shown = typed(met, "battle", "show", "1").output
    assert "Guns, guns: no end." in shown or "Guns, guns: no end." in typed(met, "diary").output


@pytest.mark.rule("umpire 1.8")
def test_files_that_settle_list_every_unit_before_it_is_done(met: Path, tmp_path: Path) -> None:
    def records(side: str) -> str:
        path = tmp_path / f"{side}.txt"
        path.write_text(f"{code(met, side)}\n1 spent\nfield brenn\n", encoding="utf-8")
        return str(path)

    done = typed(met, "battle", "record", "1", records("alba"), records("brenn"), "--yes")
    listed, recorded = (done.output.index(words) for words in ("After the battle", "Recorded as entry"))
    assert listed < recorded and "goes back, spent" in done.output[listed:recorded]
    assert "its side lost the field, towards" in " ".join(done.output[listed:recorded].split())


def test_without_a_code_the_side_is_given(met: Path, tmp_path: Path) -> None:
    filed = text(tmp_path, "2 destroyed")
    alone = typed(met, "battle", "record", "1", filed, "--yes")
    known = f"{code(met)}, {code(met, 'brenn')}"
    assert (
        alone.stderr
        == f"Error: {filed} does not name its side. Write the sheet code in its first line ({known}), or give --side\n"
    )
    assert (
        "1st Hussars: fresh -> destroyed"
        in typed(met, "battle", "record", "1", filed, "--side", "alba", "--yes").output
    )


def test_the_faults_of_a_text_have_their_rows(met: Path, tmp_path: Path) -> None:
    before = state_of(met)
    filed = text(tmp_path, code(met), "2 lost it", "", "hours left 9", "weather fine")
    done = typed(met, "battle", "record", "1", filed, "--yes")
    for n, word in (
        (2, "'lost it' is not understood"),
        (4, "'9' is not an answer to 'hours left'"),
        (5, "'weather fine' is not understood"),
    ):
        assert any(row.startswith(f"{filed}:{n}:") and word in row for row in done.stderr.splitlines()), done.stderr
    assert done.stderr.splitlines()[-1] == f"Error: {filed}: 3 errors; nothing was recorded"
    assert state_of(met) == before


def test_a_code_and_a_side_that_contradict_each_other(met: Path, tmp_path: Path) -> None:
    filed = text(tmp_path, code(met), "2 destroyed")
    done = typed(met, "battle", "record", "1", filed, "--side", "brenn", "--yes")
    assert (
        done.stderr
        == f"Error: {filed} has the sheet code {code(met)}, which is not the code of brenn. Leave out either the code or the side\n"
    )


# at the prompt -------------------------------------------------------------------------------------------------------
def test_the_line_s_number_may_be_typed_before_it(met: Path) -> None:
    done = typed(met, "battle", "record", "1", "--side", "alba", "--yes", keys="1 spent\n2: destroyed\n" + "\n" * 30)
    assert "1st Hussars: fresh -> destroyed" in done.output and "1st Rifles: fresh -> spent" in done.output


def test_a_place_beside_the_table_is_refused_at_once(met: Path) -> None:
    done = typed(
        met, "battle", "record", "1", "--side", "alba", "--yes", keys="1 spent, at Coldbrook\n1 spent\n" + "\n" * 30
    )
    assert (
        "Coldbrook is not on this table. Write a place on the table, inches, or off by edge and its letter (A, B)"
        in done.output
    )
    assert "1st Rifles: fresh -> spent" in done.output


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("lost 11 red 4", {"points_lost": 11, "red_pins": 4}),
        ("11 lost 4 red", {"points_lost": 11, "red_pins": 4}),
        ("red 4, lost 11", {"points_lost": 11, "red_pins": 4}),
        ("red pins 4 points lost 11", {"points_lost": 11, "red_pins": 4}),
        ("5 red 4 black 3", {"red_pins": 4, "black_pins": 3}),
        ("black pins 3", {"black_pins": 3}),
        ("lost 2 ammo 1 at Musaid", {"points_lost": 2, "ammunition": 1, "ended_at": "Musaid"}),
    ],
)
def test_printed_columns_in_any_order(said: str, written: dict[str, Any]) -> None:
    assert parse_line(5, said, NQM) == {"line": 5, "ticks": [], **written}


def test_boxes_among_the_numbers() -> None:
    assert parse_line(5, "lost 11 red 4 disorg.", NQM) == {
        "line": 5,
        "ticks": ["disorganised"],
        "points_lost": 11,
        "red_pins": 4,
    }


def test_a_box_of_a_stand_ends_the_words_before_it() -> None:
    """The words of an order go on to the next box, and a stand that was removed has one."""
    system = tabletop("brigadier").fields(DEFAULTS)
    company = ReturnLine(1, UnitSymbol(None, None), "1st Rifles", stands=(("a", "A company"),))
    commands = (ReturnCommand("A", "1st Brigade", (company,)),)
    form = replace(NQM, commands=commands, columns=system.line, stand_columns=system.stand, shorthand=())
    assert parse_line(1, "A company: last order dig in removed", form) == {
        "line": 1,
        "ticks": [],
        "stands": {"a": {"order": "dig in", "removed": True}},
    }


# the file of the packet ----------------------------------------------------------------------------------------------
def test_a_column_is_known_in_a_file_by_what_is_printed_at_its_head(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(
        "side: axis\nlines:\n  1: {ammo dice left: 2, lost: 3}\n  2: {ammunition: 1}\nfoot: {ending: finished}\n",
        encoding="utf-8",
    )
    read = read_return(path, COLUMNS)
    assert [{k: v for k, v in line.items() if k not in ("line", "ticks")} for line in read.content["lines"]] == [
        {"points_lost": 3, "ammunition": 2},
        {"ammunition": 1},
    ]


@pytest.mark.parametrize("said", ["4rtr spent", "4 RTR spent", "2 SG spent", "2sg spent", "2 scots spent"])
def test_a_line_is_named_without_blanks_and_by_initials(said: str) -> None:
    mark = UnitSymbol(None, None)
    lines = ReturnLine(1, mark, "4 RTR"), ReturnLine(2, mark, "2nd Scots", full_name="2nd Bn Scots Guards")
    form = replace(NQM, commands=(ReturnCommand("A", "Gott's force", lines),))
    assert lines_meant(said, form) == ((1,) if "4" in said else (2,), "spent")


def test_black_pins_alone_answer_a_line(met: Path, tmp_path: Path) -> None:
    assert typed(met, "battle", "under", "1", "nqm").exit_code == 0
    path = tmp_path / "one.yaml"
    path.write_text(
        "side: alba\nlines:\n  1: {black pins: 3}\n  2: unchanged\nfoot: {ending: finished}\n", encoding="utf-8"
    )
    done = typed(met, "battle", "record", "1", str(path), "--yes")
    assert done.exit_code == 0, done.output


def test_the_head_of_the_file_names_every_printed_column(met: Path, tmp_path: Path, undrawn: None) -> None:
    assert typed(met, "battle", "under", "1", "nqm").exit_code == 0
    assert typed(met, "battle", "packet", "1", "--out", str(tmp_path)).exit_code == 0
    head = next(tmp_path.glob("*alba*.yaml")).read_text(encoding="utf-8").split("battle:")[0]
    for column in COLUMNS.line:
        assert column.name in head, column.name


def test_a_side_is_named_in_small_letters_or_as_it_is_printed() -> None:
    """A side whose key is its name in small letters is one answer, not two."""
    sides = {"British": "British", "allied": "British", "Axis": "Axis", "axis": "Axis", "neither": "neither"}
    assert [one_of(word, sides, "who holds the field") for word in ("Axis", "axis", "AX", "Brit", "neither", "")] == [
        "Axis",
        "Axis",
        "Axis",
        "British",
        "neither",
        "",
    ]


def test_a_beginning_that_two_answers_have_is_asked_again_with_both() -> None:
    sides = {"British": "British", "Axis": "Axis", "both still there": "neither"}
    with pytest.raises(BadInput, match=r"'b' can mean British, both still there. Write more of it"):
        one_of("b", sides, "Who holds the field?")


def test_a_return_of_another_battle_says_of_which(met: Path, tmp_path: Path) -> None:
    assert typed(met, "battle", "rule", "1", "--text", "x", "--held", "brenn", "--yes").exit_code == 0
    assert typed(met, "battle", "new", "Coldbrook", "-u", "2nd Rifles", "-u", "II/9").exit_code == 0
    bare = text(tmp_path, code(met), "2 destroyed")
    told = (
        f"Error: {bare} has the sheet code {code(met)} of battle 1 (Birch Cross), not of battle 2 (Coldbrook). To "
        f"record it there: campaign battle record 1 {bare}"
    )
    for file in (bare, text(tmp_path, f"code: {code(met)}", "2 destroyed")):
        assert typed(met, "battle", "record", "2", file, "--yes").stderr.splitlines()[-1] == told
    handwritten = tmp_path / "alba.yaml"
    handwritten.write_text(
        "side: alba\nlines: {1st Hussars: spent}\nfoot: {ending: finished, all other lines unharmed: yes}\n",
        encoding="utf-8",
    )
    refused = typed(met, "battle", "record", "2", str(handwritten), "--yes")
    assert (
        refused.exit_code == 1
        and "names the units of battle 1 (Birch Cross), not of battle 2 (Coldbrook)" in refused.stderr
    )


def test_amending_a_line_of_what_was_settled_amends_the_return(met: Path, tmp_path: Path) -> None:
    filed = text(tmp_path, code(met), "2 destroyed")
    assert typed(met, "battle", "record", "1", filed, "--yes").exit_code == 0
    assert typed(met, "battle", "settle", "1", "--held", "brenn", "--yes").exit_code == 0
    refused = typed(met, "battle", "amend", "1", "--entry", "4", "--line", "2 spent", "--preview")
    assert refused.exit_code == 1
    assert (
        "was settled on the returns recorded (entry 4), and that entry has no lines. Write --state UNIT=STATE"
        in refused.stderr
    )
    assert "To amend a line of the return: --entry 3 --line" in refused.stderr
    amended = typed(met, "battle", "amend", "1", "--line", "2 spent", "--preview")
    assert amended.exit_code == 0, amended.output
    assert "\nEntry 3:" in amended.output and "line 2 destroyed -> spent" in amended.output
    assert "1st Hussars: destroyed -> spent" in amended.output and "{" not in amended.output
