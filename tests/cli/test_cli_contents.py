"""The table of contents, the help, and what starting the program costs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from campaign import __version__
from campaign.cli.contents import SECTIONS, campaign

HOUSE = Path(__file__).resolve().parents[2]
HEAVY = (
    "sqlalchemy",
    "alembic",
    "networkx",
    "shapely",
    "reportlab",
    "pydantic",
    "yaml",
    "astral",
    "icepool",
    "campaign.cli.show",
    "campaign.model",
    "campaign.preferences",
    "platformdirs",
    "tomllib",
)


def with_subcommands(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """A command, and if it is a group every command in it, by what is typed."""
    yield words, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None, f"{words} {name} is listed but not there"
            yield from with_subcommands(f"{words} {name}", found)


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", list(campaign.entries))
def test_every_command_has_help(name: str) -> None:
    top = campaign.get_command(click.Context(campaign), name)
    assert top is not None
    for words, command in with_subcommands(name, top):
        shown = CliRunner().invoke(campaign, [*words.split(), "--help"])
        assert shown.exit_code == 0
        assert command.get_short_help_str().strip(), f"{words} does not say what it does"
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{words} {option.name} has no help"


@pytest.mark.parametrize("words", [[], ["march"], ["battle", "record"]])
def test_help_is_a_word_as_well(words: list[str]) -> None:
    asked, shown = (CliRunner().invoke(campaign, typed) for typed in (["help", *words], [*words, "--help"]))
    assert asked.exit_code == 0 and asked.output == shown.output


def test_the_help_lists_every_command_by_purpose() -> None:
    shown = CliRunner().invoke(campaign, ["--help"]).output
    for section in SECTIONS:
        assert not section.entries or f"{section.title}:" in shown
        for entry in section.entries:
            assert f"  {entry.name} " in shown
            assert 0 < len(entry.line) <= 60
            assert not entry.line.endswith(".")


def test_no_command_is_listed_twice() -> None:
    names = [entry.name for section in SECTIONS for entry in section.entries]
    assert sorted(names) == sorted(set(names))


def test_version() -> None:
    assert CliRunner().invoke(campaign, ["--version"]).output == f"campaign {__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["nonsense"]])
def test_the_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys, atexit\n"
        f"atexit.register(lambda: print(sorted(m for m in {HEAVY!r} if m in sys.modules), file=sys.stderr))\n"
        f"sys.argv = ['campaign', *{arguments!r}]\n"
        "from campaign.cli import main\n"
        "main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=HOUSE, text=True, capture_output=True, env={**os.environ, "PYTHONPATH": "."}
    )
    wraps = ["campaign.cli.show"] if arguments == ["nonsense"] else []
    assert ran.stderr.splitlines()[-1] == str(wraps), "an error is wrapped to the terminal's width"


def test_completing_a_command_imports_nothing_heavy() -> None:
    script = (
        "import sys, atexit\n"
        f"atexit.register(lambda: print(sorted(m for m in {HEAVY!r} if m in sys.modules), file=sys.stderr))\n"
        "from campaign.cli import main\n"
        "main()\n"
    )
    asked = {"PYTHONPATH": ".", "_CAMPAIGN_COMPLETE": "bash_complete", "COMP_WORDS": "campaign und", "COMP_CWORD": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=HOUSE, text=True, capture_output=True, env={**os.environ, **asked}
    )
    assert ran.stdout.splitlines() == ["plain,undo"]
    assert ran.stderr.splitlines()[-1] == "[]"


MODULES = 186
"""The most modules of the program that ``campaign status`` may load: 185 today, of some 1,000. Eleven of them are heads
of folders, and two are for the names of players, which stand beside the journal."""


def test_status_loads_few_modules_and_nothing_that_marches_and_papers_need(tmp_path: Path) -> None:
    """What only other commands ask for is imported where it is asked for, or for annotations alone."""
    found = ["new", "operation-brevity", "--seed", "1", "--db", str(tmp_path / "front.db")]
    assert CliRunner().invoke(campaign, found).exit_code == 0
    script = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.argv = ['campaign', 'status', '--db', {str(tmp_path / 'front.db')!r}]\n"
        "from campaign.cli import main\n"
        "main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=HOUSE, text=True, capture_output=True, env={**os.environ, "PYTHONPATH": "."}
    )
    assert ran.stdout.startswith("Operation Brevity")
    loaded = ran.stderr.splitlines()[-1].split()
    assert not {
        "numpy",
        "shapely",
        "networkx",
        "yaml",
        "reportlab",
        "alembic",
        "astral.sun",
        "platformdirs",
        "tomllib",
    } & set(loaded)
    own = [module for module in loaded if module.split(".")[0] == "campaign"]
    assert len(own) <= MODULES, f"{len(own)} modules: import at the top only what most calls use"
