"""A person's preferences: where each value comes from, what it changes, and what is said of a file that is wrong."""

from __future__ import annotations

import io
import json
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from click.testing import CliRunner, Result

from campaign import folders
from campaign.cli import evening_pages, show
from campaign.cli.contents import campaign
from campaign.cli.drafts import DraftPlace
from campaign.cli.options import PAPERS
from campaign.cli.preferred import OTHER_PAPER
from campaign.exchange.returns.typing import Filling
from campaign.preferences import KEYS, preferences_file
from campaign.web.visit import SIZES_OF_PAPER
from tests.secrecy.outputs import every_command

LETTER, A4 = "[ 0 0 612 792 ]", "[ 0 0 595.2756 841.8898 ]"
"""Sizes of a page as a PDF has them."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of preferences of somebody who has none yet and has printed nothing yet."""
    path = tmp_path / "own" / "preferences.toml"
    monkeypatch.setenv("CAMPAIGN_PREFERENCES", str(path))
    monkeypatch.delenv("CAMPAIGN_AS", raising=False)
    return path


@pytest.fixture
def db(file_of: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    path = file_of("tiny")
    monkeypatch.chdir(path.parent)
    return path


def typed(*words: str, code: int = 0, **environment: str) -> Result:
    result = CliRunner(env=environment).invoke(campaign, words)
    assert result.exit_code == code, result.output
    return result


def given(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def rows() -> dict[str, tuple[str, str]]:
    answer = json.loads(typed("preferences", "--json").stdout)
    return {row["key"]: (row["value"], row["source"]) for row in answer["preferences"]}


def printed(db: Path, *words: str, **environment: str) -> str:
    """The size of the page of a paper that was printed."""
    typed("print", "roster", "--side", "alba", "--out", "one.pdf", "--db", str(db), *words, **environment)
    found = re.search(rb"/MediaBox (\[[^]]*\])", Path("one.pdf").read_bytes())
    assert found is not None
    return found[1].decode()


# the file ------------------------------------------------------------------------------------------------------------
def test_nobody_has_set_anything_and_no_file_is_made(file: Path) -> None:
    assert rows() == {
        "paper": ("a4", "default"),
        "name": ("", "default"),
        "folder": ("", "default"),
        "colour": ("on", "default"),
        "pager": ("on", "default"),
    }
    shown = typed("preferences").stdout
    assert all(line in " ".join(shown.split()) for line in ("name your user name default", str(file)))
    for key in KEYS:
        typed("preferences", key, "default")
    assert not file.exists()


def test_a_value_is_set_shown_and_taken_out_again_and_the_other_lines_stay(file: Path) -> None:
    given(file, '# by hand\nname = "Ann"\n\n[other]\nx = 1\n')
    assert typed("preferences", "paper", "Letter").stdout == f"paper: letter ({file})\n"
    assert file.read_text() == '# by hand\nname = "Ann"\n\npaper = "letter"\n[other]\nx = 1\n'
    typed("preferences", "name", 'Zoë "Z" \\o/')
    assert rows()["name"] == ('Zoë "Z" \\o/', str(file))
    typed("preferences", "name", "default")
    typed("preferences", "paper", "a4")
    assert file.read_text() == '# by hand\n\npaper = "a4"\n[other]\nx = 1\n'


def test_a_value_that_only_an_editor_can_change_is_left_alone(file: Path) -> None:
    text = 'name = """\nAnn"""\n'
    given(file, text)
    told = typed("preferences", "name", "Bob", code=1).stderr
    assert (
        told == f"Error: {file} sets name in a form that this command cannot change. Change the line in a text editor\n"
    )
    assert file.read_text() == text


def test_the_list_names_what_belongs_to_the_campaign_and_the_command_for_it(file: Path) -> None:
    answer = json.loads(typed("preferences", "--json").stdout)["of_the_campaign"]
    for command in filter(None, (row["command"] for row in answer)):
        assert typed(*command.split()[1:2], "--help").stdout, command
    assert [row["what"] for row in answer if row["held"]] == ["units of distance", "language of papers", "webhook"]


# where a value comes from --------------------------------------------------------------------------------------------
def test_the_command_line_counts_before_the_environment_the_file_and_the_default(file: Path, db: Path) -> None:
    assert printed(db) == A4
    given(file, 'paper = "letter"\n')
    assert printed(db) == LETTER
    assert printed(db, CAMPAIGN_PAPER="a4") == A4
    assert printed(db, "--paper", "letter", CAMPAIGN_PAPER="a4") == LETTER


def test_every_command_with_paper_follows_the_file_and_says_so_in_its_help(file: Path) -> None:
    given(file, 'paper = "letter"\nfolder = "papers"\n')
    with_paper = set()
    for path, command in every_command(campaign, ()):
        for option in command.params:
            ctx = click.Context(command)
            if option.name == "paper":
                with_paper.add(" ".join(path))
                assert option.get_default(ctx) == "letter"
                assert "as in your preferences, else a4" in (option.get_help_record(ctx) or ("", ""))[1]
            assert "(dynamic)" not in (option.get_help_record(ctx) or ("", ""))[1], path
    assert with_paper == {"print", "battle packet", "mail", "labels", "map", "demo", "forecast campaign"}
    assert KEYS["paper"].allowed == PAPERS == tuple(SIZES_OF_PAPER)


def test_a_stronger_variable_is_told_in_one_line(file: Path) -> None:
    told = typed("preferences", "paper", "letter", CAMPAIGN_PAPER="a4")
    assert (
        told.stderr == "CAMPAIGN_PAPER overrides the file, so paper stays a4. To use the file, remove CAMPAIGN_PAPER\n"
    )
    assert told.stdout == "paper: a4 (CAMPAIGN_PAPER)\n" and 'paper = "letter"' in file.read_text()
    assert typed("preferences", "colour", "on", NO_COLOR="1").stdout == "colour: off (NO_COLOR)\n"


# what is wrong -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('paper = "foolscap"', "paper cannot be 'foolscap' in"),
        ("paper = 4", "paper cannot be 4 in"),
        ("paper = letter", "cannot be read: Invalid value (at line 1, column 9). Correct or delete the file"),
        ('folder = "all.pdf"', "that is a file. Name a folder"),
        ('folder = ""', "Write a text, or default"),
    ],
)
def test_a_wrong_value_refuses_what_it_decides_in_one_line(file: Path, db: Path, text: str, words: str) -> None:
    given(file, text)
    refused = typed("print", "roster", "--db", str(db), code=1).stderr
    assert refused.count("\n") == 1 and words in refused and str(file) in refused
    shown = typed("preferences")
    assert words in shown.stderr and shown.stderr.count("\n") == 1
    typed("status", "--db", str(db))


def test_a_wrong_name_in_the_file_refuses_to_sign(file: Path, db: Path) -> None:
    given(file, 'name = "A\\nB"')
    assert "cannot be printed" in typed("hold", "1st Rifles", "--db", str(db), code=1).stderr


def test_an_unknown_key_and_a_wrong_variable_are_told(file: Path, db: Path) -> None:
    given(file, 'papr = "letter"\n')
    told = typed("labels", "--db", str(db)).stderr
    assert told.count("there is no preference 'papr'; did you mean paper?") == 1
    assert "there is no preference 'papr'; did you mean paper?" in typed("preferences", "papr", code=1).stderr
    told = typed("print", "roster", "--db", str(db), code=1, CAMPAIGN_PAPER="b5").stderr
    assert told == "Error: paper cannot be 'b5' in CAMPAIGN_PAPER. Choose a4 or letter\n"


def test_a_folder_in_the_way_of_the_file_is_one_line(file: Path) -> None:
    file.parent.write_text("in the way")
    assert typed("preferences", "paper", "letter", code=1).stderr.count("\n") == 1


# what follows it -----------------------------------------------------------------------------------------------------
def test_the_first_print_says_once_how_to_change_the_paper(file: Path, db: Path) -> None:
    assert OTHER_PAPER not in typed("print", "roster", "--db", str(db), "--paper", "a4").stderr
    assert typed("print", "roster", "--db", str(db)).stderr.splitlines()[-1] == OTHER_PAPER
    assert OTHER_PAPER not in typed("print", "roster", "--db", str(db)).stderr
    assert not file.exists()


def test_papers_go_into_the_folder_unless_out_names_another(file: Path, db: Path) -> None:
    given(file, 'folder = "the papers"\n')
    typed("print", "roster", "--side", "alba", "--db", str(db))
    typed("mail", "umpire", "--db", str(db), code=1)
    typed("map", "--db", str(db))
    typed("print", "book", "--web", "--db", str(db))
    assert sorted(path.suffix for path in Path("the papers").iterdir()) == [".html", ".pdf", ".svg"]
    unknown = typed("map", "--db", str(db), code=1, CAMPAIGN_FOLDER="~nobody-here/x").stderr
    assert "begins with a user name that this computer does not know" in unknown and unknown.count("\n") == 1
    typed("print", "roster", "--side", "alba", "--out", ".", "--db", str(db))
    assert len(list(Path().glob("*.pdf"))) == 1
    goal = evening_pages.papers(cast(Any, SimpleNamespace(battles=())), "the papers").enter
    assert goal is not None and goal.words == ("print", "all", "--out", "the papers")


def test_the_name_signs_the_journal_unless_as_names_another(file: Path, db: Path) -> None:
    typed("preferences", "name", "Ann")
    typed("hold", "1st Rifles", "--db", str(db))
    typed("hold", "1st Rifles", "--db", str(db), "--viewer", "alba")
    typed("hold", "1st Rifles", "--db", str(db), CAMPAIGN_AS="Bob")
    typed("hold", "1st Rifles", "--db", str(db), "--as", "Cyd", CAMPAIGN_AS="Bob")
    log = json.loads(typed("log", "--last", "4", "--json", "--db", str(db)).stdout)
    assert sorted(entry["actor"] for entry in log) == ["Ann", "Ann", "Bob", "Cyd"]


# the terminal --------------------------------------------------------------------------------------------------------
class OnScreen(io.StringIO):
    """Stands for the screen or the keyboard of a terminal."""

    def isatty(self) -> bool:
        return True


def sit_down(monkeypatch: pytest.MonkeyPatch) -> OnScreen:
    """The screen of a terminal from here on; a pager, which is a program of its own, writes past it. Not a fixture:
    between the phases of a test pytest takes the screen for itself.
    """
    screen = OnScreen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", OnScreen())
    for name in ("NO_COLOR", "LESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PAGER", "head -n 2")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return screen


def at_terminal(*words: str) -> None:
    campaign.main(words, prog_name="campaign", standalone_mode=False)


@pytest.mark.skipif(os.name == "nt", reason="head is no program there")
def test_help_and_long_lists_are_shown_by_the_pager_and_short_ones_are_not(
    file: Path, db: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    screen = sit_down(monkeypatch)
    for words in (("help",), ("--help",), ("help", "print"), ("battle", "--help"), ("rules", "--all", "--db", str(db))):
        at_terminal(*words)
        paged = capfd.readouterr().out
        assert paged.count("\n") == 2, words
        assert screen.getvalue() == "", words
    at_terminal("preferences", "--help")
    at_terminal("rules", "papers", "--db", str(db))
    assert capfd.readouterr().out == ""
    assert "Usage: campaign preferences" in screen.getvalue() and "papers.reference" in screen.getvalue()


@pytest.mark.parametrize("variable", ["CAMPAIGN_PAGER", "file", "TERM"])
def test_the_pager_is_left_out(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], variable: str
) -> None:
    screen = sit_down(monkeypatch)
    if variable == "file":
        given(file, 'pager = "off"\n')
    else:
        monkeypatch.setenv(variable, "off" if variable == "CAMPAIGN_PAGER" else "dumb")
    at_terminal("help")
    assert capfd.readouterr().out == "" and screen.getvalue().count("\n") > 100


def test_a_paged_answer_that_breaks_off_shows_what_there_is(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = sit_down(monkeypatch)

    @show.paged
    def breaks_off() -> None:
        show.line("one")
        raise ValueError

    with pytest.raises(ValueError):
        breaks_off()
    show.line("two")
    assert screen.getvalue() == "one\ntwo\n"


def test_colour_follows_the_file_on_a_terminal_and_a_wrong_value_is_told_once(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit_down(monkeypatch)
    assert show.styled("Head", bold=True) != "Head"
    given(file, 'colour = "off"\n')
    assert show.styled("Head", bold=True) == "Head"
    given(file, 'colour = "green"\npager = "off"\n')
    with click.Context(campaign):
        assert show.styled("Head", bold=True) == show.styled("Head", bold=True) != "Head"
    assert capsys.readouterr().err.count("colour cannot be 'green'") == 1


# drafts of a campaign on a server ------------------------------------------------------------------------------------
@pytest.mark.skipif(os.name == "nt", reason="the folder is told by a variable on other systems only")
def test_a_draft_on_a_server_is_kept_in_the_users_data_for_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "earlier" / name))
    place = DraftPlace("postgresql://club@server/war", "brevity", 3)
    place.kept(cast(Filling, SimpleNamespace(side="axis", draft=lambda: "lines: {}\n")))
    (draft,) = place.written
    assert draft.parent == folders.own_data() / "drafts" and tmp_path / "data" in draft.parents
    assert (stat.S_IMODE(draft.stat().st_mode), stat.S_IMODE(draft.parent.stat().st_mode)) == (0o600, 0o700)
    earlier = tmp_path / "earlier" / "campaign" / "drafts" / draft.name
    earlier.parent.mkdir(parents=True)
    draft.rename(earlier)
    assert place.path("axis") == earlier, "a draft of an earlier version is found"
    place.drop("axis")
    assert not earlier.exists() and place.path("axis") == draft


def test_no_test_reads_the_users_own_file() -> None:
    assert preferences_file() != folders.own_settings() / "preferences.toml"
    assert "CAMPAIGN_PREFERENCES" in os.environ
