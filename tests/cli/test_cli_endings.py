"""How commands end: exit codes, one line on stderr, never a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from sqlalchemy.exc import OperationalError

from campaign.cli import exit_codes
from campaign.cli.contents import campaign
from campaign.cli.lazy import LazyGroup
from campaign.errors import BadFile, Refused

HOUSE = Path(__file__).resolve().parents[2]


def ending_with(error: BaseException) -> Result:
    """A command that raises this, called through the group as every command is."""

    class Trouble(LazyGroup):
        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
            @click.command()
            def trouble() -> None:
                raise error

            return trouble

    from campaign.cli.lazy import Entry, Section

    return CliRunner().invoke(
        Trouble("campaign", sections=[Section("Trouble", (Entry("trouble", "", "fails"),))]), ["trouble"]
    )


def test_a_refusal_is_one_line_and_1() -> None:
    ended = ending_with(Refused("no room at Halfaya Pass"))
    assert (ended.exit_code, ended.stdout, ended.stderr) == (1, "", "Error: no room at Halfaya Pass\n")


def test_the_help_of_a_group_typed_alone_keeps_its_lines() -> None:
    ended = CliRunner(env={"COLUMNS": "80"}).invoke(campaign, ["contact"])
    assert ended.exit_code == 2
    assert "\n  Rule on contacts between enemies.\n" in ended.stderr
    assert "\n  dismiss  rule that a contact causes no battle\n" in ended.stderr


def test_a_file_with_faults_shows_all_of_them_first() -> None:
    ended = ending_with(
        BadFile("orbat.yaml has 2 faults; nothing was imported", ["orbat.yaml:3:1: one", "orbat.yaml:9:5: two"])
    )
    assert ended.exit_code == 1
    assert ended.stderr.splitlines() == [
        "orbat.yaml:3:1: one",
        "orbat.yaml:9:5: two",
        "Error: orbat.yaml has 2 faults; nothing was imported",
    ]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("status", "--day", "2"),
            "Error: campaign status has no option '--day'. To see an earlier day or turn: campaign status --as-of 2, or --as-of 2.3",
        ),
        (
            ("status", "--vieuer", "axis"),
            "Error: campaign status has no option '--vieuer'; did you mean --viewer? List its options: campaign status --help",
        ),
        (
            ("decide", "--db2"),
            "Error: campaign decide has no option '--db2'; did you mean --db? List its options: campaign decide --help",
        ),
        (("march", "2RTR"), "Error: campaign march needs --to PLACE"),
        (("battle", "settle"), "Error: campaign battle settle needs NUMBER"),
        (("log", "last"), "Error: [NUMBER] needs a whole number, but 'last' is not a whole number"),
        (("weather", "--day", "2.5"), "Error: --day needs a whole number, but '2.5' is not a whole number"),
    ],
)
def test_a_missing_or_wrong_word_is_named_in_plain_words(words: tuple[str, ...], line: str) -> None:
    ended = CliRunner().invoke(campaign, words)
    assert ended.exit_code == 2 and ended.stderr.splitlines()[-1] == line


def test_wrong_usage_is_2_and_offers_the_near_command() -> None:
    ended = CliRunner().invoke(campaign, ["unod"])
    assert ended.exit_code == 2
    assert ended.stderr.splitlines()[-1].startswith("Error: there is no command 'unod'; did you mean undo")
    assert CliRunner().invoke(campaign, ["log", "--lsat", "3"]).exit_code == 2
    assert CliRunner().invoke(campaign, ["undo", "--to", "Tuesday"]).exit_code == 2


def test_ctrl_c_is_130() -> None:
    ended = ending_with(KeyboardInterrupt())
    assert ended.exit_code == 130
    assert ended.stderr.strip().startswith("Stopped")


def test_ctrl_c_at_a_question_is_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.visible_prompt_func", interrupted)

    @click.group(cls=LazyGroup, invoke_without_command=True)
    def group() -> None:
        click.prompt("d6", prompt_suffix=": ")

    with pytest.raises(SystemExit) as ended:
        group.main([])
    assert ended.value.code == 130


def test_the_end_of_the_input_is_a_refusal() -> None:
    ended = ending_with(click.Abort())
    assert ended.exit_code == 1
    assert ended.stderr.strip().startswith("Error: the input ended")


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("database is locked", "another program is writing to the database"),
        ("attempt to write a readonly database", "cannot be written to"),
        ("file is not a database", "cannot be read"),
        ("database or disk is full", "the disk is full"),
        ("no such table: x", "the database refused: no such table: x"),
    ],
)
def test_what_the_database_says_is_one_line(said: str, line: str) -> None:
    ended = ending_with(OperationalError("select 1", {}, Exception(said)))
    assert ended.exit_code == 1
    assert len(ended.stderr.splitlines()) == 1
    assert line in ended.stderr


def test_a_file_that_cannot_be_used_is_named() -> None:
    ended = ending_with(PermissionError(13, "Permission denied", "roster.pdf"))
    assert (ended.exit_code, ended.stderr) == (1, "Error: cannot use 'roster.pdf': Permission denied\n")


def test_a_fault_of_the_program_is_one_line_and_its_traceback_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ended = ending_with(ZeroDivisionError("division by zero\nand more"))
    assert ended.exit_code == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "ZeroDivisionError: division by zero" in ended.stderr
    (report,) = tmp_path.glob("campaign-fault-*.txt")
    assert str(report) in ended.stderr
    assert "Traceback" in report.read_text(encoding="utf-8")


def test_the_traceback_is_shown_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_DEBUG", "1")
    ended = ending_with(ZeroDivisionError("division by zero"))
    assert ended.exit_code == 1
    assert "Traceback" in ended.stderr


def program(*arguments: str, **settings: Any) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": f"{HOUSE}{os.pathsep}{HOUSE / 'reports'}", **settings.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "campaign", *arguments], text=True, stdout=-1, stderr=-1, env=env, **settings
    )


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
def test_a_reader_that_goes_away_is_no_error() -> None:
    with program("--help") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
        running.wait()
    assert said == ""
    assert running.returncode in (0, exit_codes.UNREAD)


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
def test_ctrl_c_in_a_whole_process(tmp_path: Path) -> None:
    # A suite that runs in the background has Ctrl-C switched off, and its children with it: the process listens to it
    # again itself.
    script = (
        "import signal, sys, time\nfrom campaign.cli.exit_codes import ended\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def work():\n    print('ready', flush=True)\n    time.sleep(60)\n"
        "sys.exit(ended(work))\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", script], text=True, stdout=-1, stderr=-1, env={**os.environ, "PYTHONPATH": str(HOUSE)}
    )
    with running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGINT)
        said = running.stderr.read()
        running.wait(60)
    assert running.returncode == 130
    assert len(said.splitlines()) == 1


def test_names_that_the_terminal_cannot_show_do_not_stop_a_command() -> None:
    script = (
        "from campaign.cli.exit_codes import ended\nimport sys, click\nsys.exit(ended(lambda: click.echo('Łódź')))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(HOUSE), "PYTHONIOENCODING": "latin-1"}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, env=env)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.strip() == "?ód?".encode("latin-1")


def test_exit_codes_are_what_the_page_says() -> None:
    assert (exit_codes.REFUSED, exit_codes.USAGE, exit_codes.STOPPED, exit_codes.UNREAD) == (1, 2, 130, 141)


def test_output_that_nobody_reads_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """``campaign log | head``: as a shell says of a program that SIGPIPE ended."""

    def broken() -> None:
        raise BrokenPipeError

    monkeypatch.setattr(exit_codes, "_forget_output", lambda: None)
    assert exit_codes.ended(broken) == 141
