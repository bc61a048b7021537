"""A second return of a side, an undone one, and one that is amended: what was there is said, and nothing is typed twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaign.actions.battle_corrections import numbered, with_lines
from campaign.exchange.returns.text import changes_text
from campaign.journal import reading
from campaign.journal.undo import living
from campaign.model import Return
from campaign.store import opened
from campaign.terms.return_box import Field, FieldKind
from tests.clash import meet
from tests.cli.test_cli_drafts import typed


@pytest.fixture
def met(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign at its first battle, with an Alba return of one spent line."""
    path = file_of("tiny")
    with opened(str(path), write=True) as store:
        meet(store)
    done = typed(path, "battle", "record", "1", "--side", "alba", keys=("2s; alb; turn 2; .", "y"))
    assert done.exit_code == 0, done.output
    return path


def one_line(text: str) -> str:
    return " ".join(text.split())


def returns(path: Path) -> list[dict[str, object]]:
    with opened(str(path), write=False) as store, reading(store) as board:
        return [dict(row.content) for row in board.rows(Return)]


def numbers(path: Path) -> int:
    with opened(str(path), write=False) as store, reading(store) as board:
        return living(board)[-1].number


def test_a_second_return_of_a_side_says_which_it_replaces_and_what_changes(met: Path) -> None:
    number = numbers(met)
    for keys in (("1s; bren; turn 2; .", "n"), ("1s; bren; turn 2; .", "y")):
        met.with_name("tiny-tiny-battle-1-alba-draft.yaml").unlink(missing_ok=True)
        done = typed(met, "battle", "record", "1", "--side", "alba", keys=keys)
        told = one_line(done.output)
        assert f"This replaces the Alba return of entry {number}." in told
        assert (
            "This replaces the Alba return that was in: line 1 unchanged -> spent; line 2 spent -> unchanged; field Alba"
            " -> field Brenn" in told
        )
    assert len(returns(met)) == 1


def test_an_undone_return_is_offered_again(met: Path) -> None:
    before, number = returns(met), numbers(met)
    assert typed(met, "undo").exit_code == 0 and returns(met) == []
    done = typed(met, "battle", "record", "1", "--side", "alba", keys=("y", "y"))
    assert done.exit_code == 0, done.output
    assert f"The Alba return of entry {number}, which was undone, is still there: 1 line and 3 answers" in one_line(
        done.output
    )
    assert returns(met) == before
    typed(met, "undo")
    blank = typed(met, "battle", "record", "1", "--side", "alba", keys=("n", "1s; alb; turn 2; .", "y"))
    assert blank.exit_code == 0 and returns(met) != before
    again = typed(met, "battle", "record", "1", "--side", "alba", keys=("2s; alb; turn 2; .", "n"))
    assert "which was undone" not in again.output, "a newer return is in"
    met.with_name("tiny-tiny-battle-1-alba-draft.yaml").unlink()
    typed(met, "redo", "--branch", f"undone-{number + 2}")


def test_battle_amend_finds_the_last_return_of_the_side(met: Path) -> None:
    number = numbers(met)
    other = typed(met, "battle", "record", "1", "--side", "brenn", keys=("1s; bren; turn 2; .", "y"))
    assert other.exit_code == 0, other.output
    unsaid = typed(met, "battle", "amend", "1", "--line", "1 spent", "--preview")
    assert unsaid.exit_code == 1
    assert f"has returns of alba (entry {number}) and brenn (entry {number + 1})" in unsaid.stderr
    assert "--side alba or --side brenn" in unsaid.stderr
    done = typed(met, "battle", "amend", "1", "--side", "alba", "--line", "2 unchanged", "--line", "1 spent")
    assert done.exit_code == 0, done.output
    told = one_line(done.output)
    assert f"Entry {number}: Battle 1" in told and "As it should read, Alba: line 1 unchanged -> spent" in told
    lines = {line["line"]: line["ticks"] for line in returns(met)[0]["lines"]}  # type: ignore[attr-defined]
    assert lines[1] == ["spent"]
    wrong = typed(met, "battle", "amend", "1", "--entry", str(number), "--side", "brenn", "--line", "1 spent")
    assert "holds the return of alba, not of brenn. Leave --entry out" in wrong.stderr


def test_a_line_that_names_its_unit_is_corrected_by_its_number() -> None:
    """Returns in files may name units; the form has them shortened and in full."""
    printed = [SimpleNamespace(line=1, name="1st Bn Rifles", full_name="First Battalion The Rifles")]
    form: Any = SimpleNamespace(commands=[SimpleNamespace(lines=printed)])
    spent = {"line": 1, "ticks": ["spent"]}
    for name in ("1st Bn Rifles", "First Battalion The Rifles"):
        assert with_lines([{"unit": name, "ticks": ["unchanged"]}], [spent], form) == [spent]
        assert numbered([{"unit": name, "ticks": ["spent"]}, {"unit": "Buffs"}], form) == [spent, {"unit": "Buffs"}]


def test_a_place_of_a_return_is_told_by_its_name() -> None:
    columns = (Field("spent", "spent", FieldKind.TICK), Field("where", "place", FieldKind.PLACE))
    before, after = ({"lines": [{"line": 1, "ticks": ["spent"], "where": where}]} for where in ("upper_pass", "ford"))
    assert changes_text(before, after, columns, (), {"upper_pass": "Halfaya Pass, top"}) == (
        "line 1 spent, at Halfaya Pass, top -> spent, at ford"
    )


def test_what_one_return_says_differently() -> None:
    spent = Field("spent", "spent", FieldKind.TICK)
    before = {"lines": [{"line": 2, "ticks": ["spent"]}], "foot": {"field": "allied"}}
    after = {"lines": [{"line": 1, "ticks": ["spent"]}], "foot": {"turn": 3}}
    assert changes_text(before, before, (spent,), (), {}) == ""
    assert changes_text(before, after, (spent,), (), {"allied": "British"}) == (
        "line 1 unchanged -> spent; line 2 spent -> unchanged; turn not said -> turn 3; field British -> not said"
    )
