"""``campaign battle``, ``adjust`` and ``contact`` as people type them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from campaign.cli.battle import split_word
from campaign.cli.contents import campaign
from campaign.errors import BadInput
from campaign.exchange.returns.words import names_by_number, number_up_to, one_of, parse_line
from campaign.journal import digest, reading
from campaign.rules.returns.check import Fault
from campaign.rules.returns.filed import Filed
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.situation.army import Army
from campaign.situation.filing import filed_of
from campaign.situation.forms import Form
from campaign.store import open_store, opened
from campaign.terms.state import BattleState, State
from campaign.words.packet import ReturnForm
from campaign.words.papers import Masthead
from tests.clash import battle, meet, unit, where

FORM = ReturnForm(
    Masthead("Alba", "#000000", "Tiny", "Return"),
    "",
    (),
    ("Alba", "Brennan"),
    columns=FIELDS.line,
    shorthand=tuple(FIELDS.shorthand.items()),
    examples=FIELDS.examples,
)
"""Brevity's return, for the words of its lines."""
RETURN = """\
side: {side}
lines:
  {line}
foot:
  turn: 2
  ending: finished
  field: {field}
  all other lines unharmed: yes
"""


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Iterator[Path]:
    """The tiny campaign with its first battle to be fought."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    meet(store)
    store.close()
    return path


def typed(db: Path, *arguments: str, keys: str = "") -> Result:
    return CliRunner().invoke(campaign, [*arguments, "--db", str(db)], input=keys)


def state_of(db: Path) -> str:
    with opened(db, write=False) as store, reading(store) as board:
        return digest(board)


def from_file(tmp_path: Path, side: str, line: str, field: str = "alba") -> str:
    path = tmp_path / f"{side}.yaml"
    path.write_text(RETURN.format(side=side, line=line, field=field), encoding="utf-8")
    return str(path)


# looking -------------------------------------------------------------------------------------------------------------
def test_list_and_show(met: Path) -> None:
    listed = typed(met, "battle", "list").output
    assert "Birch Cross" in listed
    assert "1 Birch Cross: print its papers with campaign battle packet 1" in listed
    shown = typed(met, "battle", "show", "1")
    assert shown.exit_code == 0
    assert "1st Hussars" in shown.output
    assert "I/9" in shown.output
    hidden = typed(met, "battle", "show", "1", "--viewer", "Alba")
    assert hidden.exit_code == 0
    assert "I/9" not in hidden.output


def test_json(met: Path) -> None:
    (row,) = json.loads(typed(met, "battle", "list", "--json").output)["battles"]
    assert (row["number"], row["name"], row["state"]) == (1, "Birch Cross", "proposed")


def test_packet_writes_one_file_for_each_reader(met: Path, tmp_path: Path) -> None:
    done = typed(met, "battle", "packet", "1", "--out", str(tmp_path / "papers"))
    assert done.exit_code == 0, done.output
    names = sorted(path.name for path in (tmp_path / "papers").iterdir())
    papers = ["battle-1-alba.pdf", "battle-1-brenn.pdf", "battle-1-umpire.pdf", "reference-brevity.pdf"]
    assert names == sorted([*papers, "battle-1-alba-return.yaml", "battle-1-brenn-return.yaml"])
    assert all(name in done.output for name in papers)


@pytest.mark.long
def test_the_packet_of_a_battle_that_is_over_says_when_its_units_stand_so(met: Path, tmp_path: Path) -> None:
    assert typed(met, "battle", "rule", "1", "--text", "x", "--held", "both", "--yes").exit_code == 0
    late = typed(met, "battle", "packet", "1", "--out", str(tmp_path / "late"))
    assert late.exit_code == 0 and "battle 1 is over: the papers show its units as they stand now" in late.stderr
    umpire = "".join(page.extract_text() for page in PdfReader(tmp_path / "late" / "battle-1-umpire.pdf").pages)
    assert "The battle is over" in umpire and "To record the returns" not in umpire
    early = typed(met, "battle", "packet", "1", "--as-of", "@2", "--out", str(tmp_path / "early"))
    assert early.exit_code == 0 and "as they stand now" not in early.stderr


def test_the_papers_of_the_other_side_are_refused(met: Path, tmp_path: Path) -> None:
    done = typed(met, "battle", "packet", "1", "--side", "alba", "--viewer", "brenn", "--out", str(tmp_path / "papers"))
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: only the Alba side and the umpire may print the Alba papers of battle 1")
    assert not list((tmp_path / "papers").glob("*"))


@pytest.mark.parametrize(
    "command",
    [["battle", "show", "9"], ["battle", "packet", "9"], ["battle", "record", "9", "--yes"], ["battle", "settle", "9"]],
)
def test_a_battle_that_is_not_there(met: Path, command: list[str]) -> None:
    done = typed(met, *command)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: there is no battle '9'. Battles so far: 1 Birch Cross")


# returns from files --------------------------------------------------------------------------------------------------
def test_two_return_files_settle_the_battle_after_a_preview(met: Path, tmp_path: Path) -> None:
    files = from_file(tmp_path, "alba", "1st Rifles: spent"), from_file(tmp_path, "brenn", "1: destroyed, surrounded")
    refused = typed(met, "battle", "record", "1", *files, keys="n\n")
    assert "This will happen:" in refused.output
    assert "I/9: fresh -> captured" in refused.output
    assert "Nothing was recorded." in refused.output
    store = open_store(met, write=True)
    assert battle(store)["row"].state is BattleState.PROPOSED
    store.close()
    done = typed(met, "battle", "record", "1", *files, "--yes")
    assert done.exit_code == 0, done.output
    store = open_store(met, write=True)
    assert (battle(store)["row"].state, unit(store, "I/9").state) == (BattleState.SETTLED, State.CAPTURED)
    assert where(store, "1st Rifles") == "Birch Cross"
    store.close()


def test_every_form_is_read_once(met: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was shown before the question is recorded as it was shown."""
    sides = []

    def counting(content: Mapping[str, Any], form: Form, army: Army) -> tuple[Filed, tuple[Fault, ...]]:
        sides.append(form.side.key)
        return filed_of(content, form, army)

    monkeypatch.setattr("campaign.actions.returns.take.filed_of", counting)
    alba, brenn = from_file(tmp_path, "alba", "1st Rifles: spent"), from_file(tmp_path, "brenn", "1: spent")
    typed(met, "battle", "record", "1", alba, brenn, keys="n\n")
    assert sides == ["alba", "brenn"] * 2, "for the list of units, and for the trial"
    sides.clear()
    typed(met, "battle", "record", "1", alba, "--yes")
    assert sides == ["alba"] * 2
    sides.clear()
    typed(met, "battle", "record", "1", brenn, "--yes")
    assert sides == ["brenn", "alba"] * 2, "and the one that was kept"


def test_a_return_with_faults_prints_them_all_and_changes_nothing(met: Path, tmp_path: Path) -> None:
    before = state_of(met)
    done = typed(
        met, "battle", "record", "1", from_file(tmp_path, "alba", "2nd Rifles: destroyed", field="mars"), "--yes"
    )
    assert done.exit_code == 1
    assert "Alba return: '2nd Rifles' is not in this battle" in done.stderr
    assert "Alba return: 'mars' cannot hold the field" in done.stderr
    assert "Error: the Alba return of battle 1 (Birch Cross) has 2 errors; nothing was changed" in done.stderr
    assert state_of(met) == before


def test_a_return_of_another_battle_is_refused(met: Path, tmp_path: Path) -> None:
    path = Path(from_file(tmp_path, "alba", "1st Rifles: spent"))
    path.write_text("battle: Coldbrook\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    done = typed(met, "battle", "record", "1", str(path), "--yes")
    assert done.exit_code == 1
    assert "is a return of 'Coldbrook', not of battle 1 (Birch Cross)" in done.stderr


# returns line by line ------------------------------------------------------------------------------------------------
def test_a_return_typed_at_the_prompt(met: Path) -> None:
    keys = [
        "?",
        "1 spent",
        "",
        "alb",
        "clock 09:40; turn 2; hours 1; orders a part; taken 40",
        "diary We took it.",
        "",
        "y",
        "",
    ]
    done = typed(met, "battle", "record", "1", "--side", "Alba", keys="\n".join(keys))
    assert done.exit_code == 0, done.output
    assert (
        "Place (at PLACE) left blank: winners stay where they are, losers nearby go back half a turn's march"
        in " ".join(done.output.split())
    )
    assert "1st Rifles: fresh -> spent" in done.output
    assert "Next: the Brenn return" in done.output
    again = typed(met, "battle", "settle", "1")
    assert "This will happen: Battle 1 (Birch Cross) is settled on the Alba return alone" in again.output
    assert "advances" in again.output and "1st Hussars" in again.output, "each unit, before it is done"


def test_a_wrong_answer_is_asked_again(met: Path) -> None:
    done = typed(met, "battle", "record", "1", "--side", "alba", keys="1 tired\n1 spent\n\n\nclock 25:00\n")
    assert "'tired' is not understood" in done.stderr
    assert "'25:00' is not a time of day" in done.stderr
    assert done.exit_code == 1, "and the input ended before the form did"


def test_a_wrong_place_is_asked_again_at_its_own_line(met: Path) -> None:
    keys = "1\nspent at Zanzibar\nspent at Cross\n1\noff by edge Z\n\n"
    done = typed(met, "battle", "record", "1", "--side", "Alba", keys=keys)
    assert "'Zanzibar' is not a place of this campaign" in done.stderr
    assert "'off by edge Z' is not an edge of this table" in done.stderr
    assert done.output.count("1  1st Rifles [unchanged]:") == 2
    assert done.output.count("1  1st Rifles [spent, at Cross]:") == 2


@pytest.mark.parametrize("word", ["alba", "Alba", "Alban", "ALBAN"])
def test_a_side_is_named_by_key_name_or_adjective(met: Path, tmp_path: Path, word: str) -> None:
    filed = from_file(tmp_path, word, "1st Rifles: {state: spent, ended at: Cross}", field=word)
    done = typed(met, "battle", "record", "1", filed, "--yes")
    assert done.exit_code == 0, done.output
    assert "1st Rifles: fresh -> spent" in done.output


def test_the_same_return_twice_is_named(met: Path, tmp_path: Path) -> None:
    filed = from_file(tmp_path, "alba", "1st Rifles: spent", field="mars")
    assert (
        typed(met, "battle", "record", "1", filed, filed, "--yes").stderr
        == "Error: the Alba return was given twice. Give one return for each side\n"
    )


def test_the_faults_of_a_file_and_against_the_battle_come_at_once(met: Path, tmp_path: Path) -> None:
    filed = from_file(tmp_path, "alba", "1st Rifles: tired\n  2nd Rifles: spent", field="mars")
    done = typed(met, "battle", "record", "1", filed, "--yes")
    assert "'tired' is not a box of this form" in done.stderr
    assert "'2nd Rifles' is not in this battle" in done.stderr
    assert "'mars' cannot hold the field" in done.stderr
    assert done.stderr.splitlines()[-1] == f"Error: {filed}: 3 errors; nothing was recorded"


def test_none_is_open_though_battles_were_fought(met: Path) -> None:
    asked = typed(met, "battle", "rule", "1", "--text", "x", "--held", "both", keys="n\n")
    assert "This will happen:" in asked.output
    assert "Nothing was recorded." in asked.output
    assert typed(met, "battle", "rule", "1", "--text", "x", "--held", "both", "--yes").exit_code == 0
    assert typed(met, "battle", "list", "--open").output == "No battle is open; 1 is over (campaign battle list).\n"
    assert json.loads(typed(met, "battle", "list", "--open", "--json").output) == {"viewer": "Umpire", "battles": []}
    assert "Warning" not in typed(met, "battle", "show", "1").output


def test_a_side_that_is_not_there(met: Path) -> None:
    done = typed(met, "battle", "record", "1", "--side", "Ruritania")
    assert done.stderr == "Error: 'Ruritania' is not a side in battle 1. Write alba or brenn\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("spent", {"line": 3, "ticks": ["spent"]}),
        ("destroyed surrounded", {"line": 3, "ticks": ["destroyed", "surrounded"]}),
        ("x", {"line": 3, "ticks": ["destroyed", "surrounded"]}),
        ("spent, at Fort Capuzzo", {"line": 3, "ticks": ["spent"], "ended_at": "Fort Capuzzo"}),
        ("s at 40, 20", {"line": 3, "ticks": ["spent"], "ended_at": "40, 20"}),
        ("off by edge C", {"line": 3, "ticks": [], "ended_at": "off by edge C"}),
        ("spent off by edge C resting", {"line": 3, "ticks": ["spent"], "ended_at": "off by edge C", "resting": True}),
        ("to B, dug in 2", {"line": 3, "ticks": [], "attached_to": "B", "dug_in": 2}),
    ],
)
def test_the_words_of_a_line(text: str, line: dict[str, object] | None) -> None:
    assert parse_line(3, text, FORM) == line


def test_answers_of_the_foot() -> None:
    answers = {"British": "allied", "Axis": "axis", "both still there": "both"}
    assert [one_of(text, answers, "field") for text in ("brit", "AXIS", "both", "")] == ["allied", "axis", "both", ""]
    assert (
        number_up_to("12", 99, "men"),
        number_up_to("", 99, "men"),
        names_by_number("1 3", ("a", "b", "c"), "works"),
    ) == (12, None, ["a", "c"])
    for wrong in (
        lambda: one_of("mars", answers, "field"),
        lambda: number_up_to("-1", 9, "men"),
        lambda: names_by_number("4", ("a",), "works"),
    ):
        with pytest.raises(BadInput):
            wrong()


# the umpire's word ---------------------------------------------------------------------------------------------------
def test_rule_adjust_and_dismiss(met: Path) -> None:
    ruled = typed(
        met,
        "battle",
        "rule",
        "1",
        "--text",
        "They ran.",
        "--held",
        "Alba",
        "--state",
        "I/9=destroyed",
        "--place",
        "1st Rifles=Ashford",
        "--yes",
    )
    assert ruled.exit_code == 0, ruled.output
    assert "I/9: fresh -> destroyed" in ruled.output
    assert typed(met, "adjust", "2nd Rifles", "--state", "spent", "--why", "fever").exit_code == 0
    assert "ruling: 2nd Rifles: fresh -> spent, " in typed(met, "log").output
    done = typed(met, "contact", "dismiss", "2nd Rifles", "--why", "fog")
    assert done.stderr == "Error: there is no contact between 2nd Rifles and any enemy now\n"


def test_a_state_for_a_unit_is_written_with_an_equals_sign(met: Path) -> None:
    done = typed(met, "battle", "rule", "1", "--text", "x", "--state", "I/9 spent")
    assert done.stderr == "Error: 'I/9 spent' is not understood. Write --state UNIT=WORD\n"
    assert split_word("A=B=spent", "--state") == ("A=B", "spent")


def test_set_up_suspend_and_cancel(met: Path) -> None:
    assert (
        "Battle 2, Coldbrook, is set up"
        in typed(met, "battle", "new", "Coldbrook", "-u", "2nd Rifles", "-u", "II/9").output
    )
    assert "is part of battle 1" in typed(met, "battle", "merge", "1", "2").output
    assert "takes no part" in typed(met, "battle", "drop", "1", "II/9").output
    assert "II/9 is line" in typed(met, "battle", "add", "1", "II/9", "--arrives", "1.3").output
    assert "suspended after turn 1.2" in typed(met, "battle", "suspend", "1").output
    assert "goes on" in typed(met, "battle", "resume", "1").output
    assert "is not fought: tired" in typed(met, "battle", "cancel", "1", "--why", "tired").output
