"""``campaign log NUMBER``: an entry again in full, as it was answered when it was given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.actions.all_actions import every_action
from campaign.cli.contents import campaign as program
from campaign.journal import log, reading
from campaign.journal.retelling import retold
from campaign.store import open_store


def typed(db: Path, *words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(program, [*words, "--db", str(db)])


def test_every_entry_is_told_again_as_it_was(db: Path) -> None:
    store = open_store(db, write=False)
    with reading(store) as board:
        lines, register = log(board), every_action()
        answers = [retold(board, line.number, register) for line in lines]
    store.close()
    assert len(lines) > 5 and answers[0].receipt is None
    assert [answer.why for answer in answers if answer.why] == []
    assert [answer.receipt.summary for answer in answers[1:] if answer.receipt] == [line.summary for line in lines[1:]]


@pytest.mark.long
def test_an_entry_in_full_is_what_was_printed(tmp_path: Path) -> None:
    db = tmp_path / "campaign.db"
    assert typed(db, "new", "operation-brevity", "--seed", "7").exit_code == 0
    printed = typed(db, "next", "--auto", "--until", "day", "--full").stdout
    typed(db, "hold", "3rd Bn Coldstream Guards")
    answer = typed(db, "log", "2", "--dice").stdout
    head, _, rest = answer.partition("Turns 1.1 to 1.4 are over")
    assert head.startswith("Entry 2, turn 1.1 (14 May 22:00): next\nBy     ") and "until  day\n" in head
    assert f"Turns 1.1 to 1.4 are over{rest}".startswith(printed) and "\nDice\n  d6 shows " in rest
    entry = json.loads(typed(db, "log", "2", "--json").stdout)
    assert entry["receipt"]["lines"] and entry["line"]["number"] == 2
    assert "told" not in typed(db, "log", "1").stdout and typed(db, "log", "1").exit_code == 0


def test_a_wrong_number_is_told_in_a_line(db: Path) -> None:
    for words, error in (
        (("99",), "Error: there is no entry 99. The entries in force are 1 to "),
        (("0",), "Error: Invalid value for '[NUMBER]': 0 is not in the range x>=1."),
        (("2", "--last", "3"), "Error: with a number, only the entry of that number is shown"),
    ):
        result = typed(db, "log", *words)
        assert result.exit_code != 0 and error in result.stderr
    refused = typed(db, "log", "2", "--viewer", "axis")
    assert refused.exit_code != 0 and "is for the umpire, not for axis" in refused.stderr
