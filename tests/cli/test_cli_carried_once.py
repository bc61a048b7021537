"""What is tried, shown and agreed to is written down as it was shown: no command runs again for it."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign
from campaign.journal import chain_is_whole, commit, digest, living, log, reading
from campaign.journal.desk_notes import keep_draft
from campaign.journal.doctor import examine
from campaign.rows.images import sheets
from campaign.rules.common.dice import Seeded
from campaign.store import opened
from campaign.verbs.adjustments import Adjust
from campaign.verbs.orders import GiveOrder
from tests.cli.test_cli_other_rules import older  # noqa: F401  a fixture
from tests.statements import reads, statements

ADJUSTED, FIRST, SECOND = (
    Adjust("I/9", "a mine", men=550),
    GiveOrder("1st Rifles", "hold", aim="hold it"),
    GiveOrder("2nd Rifles", "hold", aim="help them"),
)
MOST = 130
"""Statements of a command that plays three entries again, at most."""


def give(path: Path, *commands: object) -> None:
    with opened(path, write=True, patience=0.1) as store:  # nobody holds the file meanwhile
        for command in commands:
            commit(store, None, command, source=Seeded("1"), actor="Ann")


@pytest.fixture
def played(file_of: Callable[[str], Path]) -> Path:
    path = file_of("tiny")
    give(path, ADJUSTED, FIRST, SECOND)
    return path


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), *words])


def ok(file: Path, *words: str) -> str:
    ended = typed(file, *words)
    assert ended.exit_code == 0, ended.output
    return " ".join(ended.output.split())


def told(file: Path) -> tuple[str, list[str]]:
    """The digest and the entries in force of a campaign that the doctor finds sound, also where commands run again."""
    with opened(file, write=False) as store, reading(store) as board:
        assert chain_is_whole(board) and examine(board, every_action()).is_sound
        return digest(board), [line.summary for line in living(board)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("undo", "--to", "1", "--yes"), {}),
        (("undo", "2", "--yes"), {"order": 2}),
        (("replay", "1", "--without", "2"), {"order": 2}),
        (("replay", "1"), {"adjust": 1, "order": 2}),
        (("unit", "amend", "I/9", "--men", "540", "--yes"), {"adjust": 1, "order": 2}),
        (("order", "amend", "1st Rifles", "--aim", "stay", "--preview"), {"order": 2}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_each_entry_runs_once_on_rows_that_are_read_once(
    words: tuple[str, ...], expected: dict[str, int], played: Path, runs: Counter[str]
) -> None:
    with statements() as heard:
        ok(played, *words)
    assert runs == expected
    assert {table: count for table in sheets() if (count := reads(heard, table)) > 1} == {}
    assert len(heard) <= MOST
    told(played)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("replay", "1", "--rewrite"), {"adjust": 1, "order": 2}),
        (("replay", "1", "--preview"), {"adjust": 1, "order": 2}),
        # Without the correction, and with it; then it takes effect now.
        (("unit", "amend", "I/9", "--men", "540", "--yes"), {"adjust": 2, "order": 4, "amend": 1}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_entries_of_other_rules_run_once_for_each_question(
    words: tuple[str, ...],
    expected: dict[str, int],
    older: Path,  # noqa: F811
    runs: Counter[str],
) -> None:
    ok(older, *words)
    assert runs == expected


def test_an_entry_of_another_copy_runs_there_to_be_proved_and_here_once(
    played: Path, tmp_path: Path, runs: Counter[str]
) -> None:
    other = Path(shutil.copyfile(played, tmp_path / "other.db"))
    give(other, GiveOrder("II/9", "hold", aim="theirs"), Adjust("I/9", "a storm", men=540))
    give(played, GiveOrder("1st Rifles", "hold", aim="ours"))
    before = told(played)
    runs.clear()
    with statements() as heard:
        assert "Nothing was changed" in ok(played, "catch-up", str(other), "--preview")
    assert runs == {"order": 2, "adjust": 2} and told(played) == before
    runs.clear()
    with statements() as heard:
        assert "Added 2 entries: they are 6, 7 here" in ok(played, "catch-up", str(other), "--yes")
    assert runs == {"order": 2, "adjust": 2}
    assert max(reads(heard, table) for table in sheets()) <= 3, "here once, there as it is and as its journal has it"
    assert len(told(played)[1]) == 7


SHOWN = (
    ("campaign.cli.undo._ask", ("undo", "2")),
    ("campaign.cli.amend._ask", ("unit", "amend", "I/9", "--men", "540")),
)


@pytest.mark.parametrize(("asks", "words"), SHOWN)
def test_nothing_is_written_down_where_an_entry_came_between(
    asks: str, words: tuple[str, ...], played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asks, lambda *shown, **how: give(played, GiveOrder("II/9", "hold")))
    ended = typed(played, *words)
    assert ended.exit_code == 1 and "the campaign has changed since you looked" in ended.output
    assert len(told(played)[1]) == 5


@pytest.mark.parametrize(("asks", "words"), SHOWN)
def test_what_was_altered_past_the_program_meanwhile_is_seen(
    asks: str, words: tuple[str, ...], played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The head of the journal is the same: the count of the file's commits tells."""

    def alter(*shown: object, **how: object) -> None:
        with closing(sqlite3.connect(played)) as handle, handle:
            handle.execute("update battalion set men = 7 where name = 'I/9'")

    monkeypatch.setattr(asks, alter)
    ended = typed(played, *words)
    assert ended.exit_code == 1 and "the journal and the database contradict each other" in ended.output
    with opened(played, write=False) as store, reading(store) as board:
        assert [line.kind for line in log(board, all=True)] == ["do"] * 4


def test_a_draft_that_was_kept_meanwhile_is_no_hindrance(
    played: Path, runs: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has another commit, the journal and the rows are the same: the entries run again, and do the same."""

    def draft(*shown: object, **how: object) -> None:
        with opened(played, write=True, patience=0.1) as store:
            keep_draft(store, None, "ann", "orders a1", {"n": 1})

    monkeypatch.setattr("campaign.cli.undo._ask", draft)
    assert "Undone 2" in ok(played, "undo", "2")
    assert runs == {"order": 4}
