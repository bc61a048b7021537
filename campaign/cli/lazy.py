"""A click group that imports the module of a command only when that command is called.

So ``campaign --help`` costs little more than click itself, and a heavy library is loaded only for the command that
needs it.

A command that does not say by ``--viewer`` what it shows to whom is the umpire's: it gets the option that refuses
players here, where every command is found.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from copy import copy
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from campaign.cli.options import for_the_umpire, says_for_whom

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the help of a command, page by page where it is longer than the terminal (a callback)."""
    if value and not ctx.resilient_parsing:
        if sys.stdout.isatty():
            from campaign.cli.show import page_by_page

            page_by_page(ctx.get_help())
        else:
            click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


HELP_NAMES = ("-h", "--help")
HELP = click.Option(
    HELP_NAMES, is_flag=True, is_eager=True, expose_value=False, help="Show this message and exit.", callback=_show_help
)


class Entry(NamedTuple):
    """A command in the table of contents: its name, its location (``module:attribute``), its line in the help."""

    name: str
    where: str
    line: str


class Section(NamedTuple):
    """The commands for one purpose, under one heading of the help."""

    title: str
    entries: tuple[Entry, ...]


class LazyGroup(click.Group):
    """A group of the commands listed in ``sections``, in that order; ``summary`` stands before them in the help, with
    its own line breaks.
    """

    def __init__(
        self, *args: Any, sections: Iterable[Section] = (), summary: Section | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sections = tuple(sections)
        self.summary = summary
        self.entries = {entry.name: entry for section in self.sections for entry in section.entries}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return every name, in the order of the help."""
        return list(self.entries)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help of this group page by page."""
        return HELP

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name; it is the umpire's unless it says otherwise."""
        command = self.find(cmd_name)
        only_leads_on = isinstance(command, click.Group) and not command.invoke_without_command
        if command is None or only_leads_on or says_for_whom(command):
            return command
        return for_the_umpire(command)

    def find(self, cmd_name: str) -> click.Command | None:
        """Import and return the command of this name, as it was written."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.where.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the typed words; a word with a character that cannot be printed is refused before anything is done with
        it.
        """
        from campaign.terms.printable import untyped

        for word in args:
            if code := untyped(word):
                from campaign.errors import BadInput

                raise BadInput(
                    f"{word[:60]!a} contains a character that cannot be printed ({code}). Delete the character"
                )
        if args[:1] == ["help"] and "help" not in self.entries:
            args = [*args[1:], "--help"]  # campaign help battle record
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; an unknown one raises an error with similar names."""
        word = args[0]
        if word not in self.entries and not word.startswith("-"):
            from campaign.terms.words import did_you_mean

            guess = did_you_mean(word, self.entries) or f". List of commands: {ctx.command_path} --help"
            raise click.UsageError(f"there is no command {word!r}{guess}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not isinstance(command, LazyGroup):
            command = copy(command)  # the original stays as it was written, for those that list its options
            command.params = [*command.params, HELP]
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of the table, without importing a command."""
        for section in (*((self.summary,) if self.summary else ()), *self.sections):
            with formatter.section(section.title):
                formatter.write_dl([(entry.name, entry.line) for entry in section.entries])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return commands with their lines, and options, without importing a command."""
        from click.shell_completion import CompletionItem

        result = [
            CompletionItem(entry.name, help=entry.line)
            for entry in self.entries.values()
            if entry.name.startswith(incomplete)
        ]
        return result + click.Command.shell_complete(self, ctx, incomplete)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command, and end as `exit_codes` says: exit code 0, 1, 2, 130 or 141, and never a traceback."""
        if os.environ.get("_CAMPAIGN_COMPLETE", "").startswith("powershell"):
            import_module("campaign.cli.powershell")  # click knows the other shells
        is_standalone = kwargs.get("standalone_mode", True)
        run = partial(super().main, *args, **{**kwargs, "standalone_mode": False})
        if not is_standalone:
            return run()
        from campaign.cli.exit_codes import ended

        sys.exit(ended(run))


class NamedGroup(LazyGroup):
    """A group whose first word may be a name, which then means its command ``show``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert ``show`` before a name: ``unit 3 RTR --json`` is ``unit show 3 RTR --json``."""
        is_known = args and (args[0] in self.entries or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if is_known or not args else ["show", *args])
