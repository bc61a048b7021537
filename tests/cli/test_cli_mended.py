"""Small answers of the command line: redo --all, places, files that are not there, errors on a terminal."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from campaign.cli import exit_codes
from campaign.cli.contents import campaign


def typed(file: Path, *words: str) -> Result:
    return CliRunner().invoke(campaign, ["--db", str(file), *words])


def test_redo_all_brings_everything_back_and_the_log_marks_what_is_undone(front_file: Path) -> None:
    for words in (
        ["hold", "1st Brigade"],
        ["march", "2nd Brigade", "--to", "Coldbrook", "--via", "Birch Cross"],
        ["hold", "2nd Rifles"],
    ):
        done = typed(front_file, *words)
        assert done.exit_code == 0, done.output
    before = typed(front_file, "log").stdout
    assert "14 May 22:00, 1.1" in before
    typed(front_file, "undo")
    typed(front_file, "undo")
    assert typed(front_file, "log", "--all").stdout.count("[undone]") == 2
    assert typed(front_file, "redo", "--all").stdout.count("Redone") == 2
    assert typed(front_file, "log").stdout == before
    assert typed(front_file, "redo", "--all", "--to", "3").exit_code == 2


def test_a_form_shows_what_is_ordered_for_later(front_file: Path) -> None:
    typed(front_file, "attack", "1st Brigade", "--to", "Coldbrook", "--from", "1.3")
    shown = typed(front_file, "orders", "--for", "ash", "--show").stdout
    assert "from 1.3 (10:00): attack" in shown
    assert "as above" in shown
    assert "Then" in typed(front_file, "unit", "1st", "Rifles").stdout


def test_places_are_listed_and_one_is_shown_whole(front_file: Path) -> None:
    assert "Birch Cross" in typed(front_file, "places").stdout
    whole = typed(front_file, "places", "birch").stdout
    assert "Road to" in whole
    assert "Ashford" in whole
    missing = typed(front_file, "march", "1st Rifles", "--to", "Birch Corss")
    assert missing.exit_code == 1
    assert "Did you mean Birch Cross? List them: campaign places" in missing.stderr


@pytest.mark.parametrize("words", [["check", "none.yaml"], ["import", "none.json"], ["restore", "none.db"]])
def test_a_file_that_is_not_there_is_refused_with_one_line(front_file: Path, words: list[str]) -> None:
    ended = typed(front_file, *words)
    assert ended.exit_code == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "none." in ended.stderr
    assert "Usage" not in ended.stderr


def test_no_file_is_looked_for_by_click_which_would_call_it_wrong_usage() -> None:
    from campaign.cli.export import import_
    from campaign.cli.restore import restore
    from campaign.cli.returns import record
    from campaign.cli.scenario import check

    for command in (record, import_, restore, check):
        assert not any(isinstance(param.type, click.Path) and param.type.exists for param in command.params)


def test_an_error_is_wrapped_for_a_terminal_and_one_line_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "Error: " + "no place is called that; " * 10
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    assert exit_codes._wrapped(long) == long
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    wrapped = exit_codes._wrapped(long).splitlines()
    assert len(wrapped) > 1
    assert max(map(len, wrapped)) <= 80


def test_a_state_is_said_once(front_file: Path) -> None:
    state = next(
        line for line in typed(front_file, "unit", "1st", "Rifles").stdout.splitlines() if line.startswith("State")
    )
    assert state.split(maxsplit=1)[1] == "spent, engaged"
