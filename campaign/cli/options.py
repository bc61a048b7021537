"""Options that many commands share, as decorators.

    reads   --db --campaign --json --viewer --as-of     a command that answers and changes nothing
    writes  --db --campaign --as                        a command that changes the campaign; the umpire's
    ordered writes, --viewer and --preview              a command that players may give for what is theirs
    rolls   writes and --dice                           a command for which dice are rolled
    rolls_alone  the same, with --viewer                and which a player gives who plays against the program alone
    prints  --paper --out                               a command that writes papers, with those of reading beside it

    for_anybody                                     a command that anybody may give

A command says by its ``--viewer`` what it shows to whom. One without that option is the umpire's (`lazy`), so a new
command shows players nothing until it is written for them. Values of the options are kept in `Call`, which the first
four hand to the command; others take it with ``@click.pass_obj``.
``--db``, ``--campaign``, ``--as`` and ``--viewer`` may stand before the command's name as well; the value after it
counts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from campaign.cli.call import DEFAULT_DATABASE, Call
from campaign.errors import BadInput
from campaign.terms.printable import breaks_line

Command = TypeVar("Command", bound=Callable[..., Any])

PAPERS = ("a4", "letter")
"""Sizes of paper for all printing."""


def _keep(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Put the option's value where the command finds it (a callback)."""
    call = ctx.ensure_object(Call)
    if value == "":
        raise BadInput(f"{max(param.opts, key=len)} is empty. Give this option a value, or leave it out")
    if isinstance(value, str) and (
        code := breaks_line(value)
    ):  # from the environment, which is not among the words typed
        raise BadInput(
            f"{max(param.opts, key=len)} {value[:60]!a} contains a character that cannot be printed ({code}). "
            "Delete the character"
        )
    if value not in (None, False) and param.name:
        setattr(call, param.name, value)


def _option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    return click.option(*names, callback=_keep, expose_value=False, **settings)


def names_database(*, from_environment: bool = False) -> Callable[[Command], Command]:
    """Add ``--db`` and ``--campaign``."""

    def add(command: Command) -> Command:
        command = _option(
            "--campaign",
            metavar="NAME",
            envvar="CAMPAIGN_NAME" if from_environment else None,
            help="Name of the campaign, if the database holds several.",
        )(command)
        return _option(
            "--db",
            metavar="FILE-OR-URL",
            envvar="CAMPAIGN_DB" if from_environment else None,
            help=f"Database: a file, or postgresql://... Default: CAMPAIGN_DB, otherwise {DEFAULT_DATABASE} in"
            " this folder.",
        )(command)

    return add


def signed(*, from_environment: bool = False) -> Callable[[Command], Command]:
    """Add ``--as``, the signature of the journal entry."""
    variable = "CAMPAIGN_AS" if from_environment else None
    return _option(
        "--as",
        "actor",
        metavar="NAME",
        envvar=variable,
        help="Name that signs the journal entry. Default: CAMPAIGN_AS, the name in your preferences,"
        " or your user name.",
    )


def answers_json(command: Command) -> Command:
    """Add ``--json``."""
    return _option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")(command)


def _viewer(words: str, variable: str | None = None, *, also: tuple[str, ...] = ()) -> Callable[[Command], Command]:
    """Add ``--viewer``; ``words``: its meaning for the command; ``also``: other names of the option."""
    return _option(
        *also, "--viewer", "viewer", metavar="WHO", envvar=variable, shell_complete=_complete_viewers, help=words
    )


def looks(*, from_environment: bool = False) -> Callable[[Command], Command]:
    """Add ``--viewer`` before the name of a command, for the viewer of the command that follows."""
    words = (
        "Side, commander or player whose view you see and whose orders you give. Default: CAMPAIGN_VIEWER, otherwise"
        " the umpire."
    )
    return _viewer(words, "CAMPAIGN_VIEWER" if from_environment else None)


def seen_by(command: Command) -> Command:
    """Add ``--viewer``."""
    return _viewer(
        "Show only the facts that this side, commander or player may know. Default: the umpire, who sees everything."
    )(command)


def exported_for(command: Command) -> Command:
    """Add ``--viewer``, also as ``--for``: for whom a file is written."""
    return _viewer(
        "Write only the facts that this side, commander or player may know. Default: the umpire, who knows everything.",
        also=("--for",),
    )(command)


def forecast_for(command: Command) -> Command:
    """Add ``--viewer``, for a forecast with the knowledge of a side."""
    return _viewer("Side or player whose knowledge the forecast uses. Default: the umpire, who knows everything.")(
        command
    )


def advised(command: Command) -> Command:
    """Add the options of a command by which a commander asks his staff."""
    option = _viewer("Side, commander or player that asks the staff about its own troops. Default: the umpire.")
    return names_database()(option(looks_first(command)))


def of_any_time(command: Command) -> Command:
    """Add ``--as-of``."""
    return _option(
        "--as-of",
        "as_of",
        metavar="MOMENT",
        help=(
            "Show the campaign as it was at the end of a turn (2.3) or day (2, 1941-05-16), or after a journal"
            " entry (@12 or '#12')."
        ),
    )(command)


def throws_dice(command: Command) -> Command:
    """Add ``--dice``."""
    return _option(
        "--dice",
        metavar="seed|ask|script:FILE",
        help=(
            "Where dice come from. seed: rolled by the program (the default); ask: rolled by you and typed in;"
            " script:FILE: read from a file."
        ),
    )(command)


def reads(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that answers a question and changes nothing."""
    return names_database()(answers_json(seen_by(of_any_time(click.pass_obj(command)))))


def for_anybody(command: Command) -> Command:
    """Mark a command that shows nothing of a campaign but its rules as open to players: it takes ``--viewer``, which
    its help does not mention, and does the same for every viewer.
    """
    return _option("--viewer", hidden=True, help="Has no effect: all viewers get the same answer.")(command)


def says_for_whom(command: click.Command) -> bool:
    """Return whether a command takes ``--viewer``, be it to refuse players."""
    return any("--viewer" in parameter.opts for parameter in command.params)


def for_the_umpire(command: Command) -> Command:
    """Mark a command as the umpire's: it refuses ``--viewer``, which its help does not mention."""
    return click.option(
        "--viewer", hidden=True, expose_value=False, callback=_only_the_umpire, help="For the umpire only."
    )(command)


def _only_the_umpire(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    _keep(ctx, param, value)
    viewer = ctx.ensure_object(Call).viewer
    if viewer.strip().casefold() != "umpire":
        from campaign.errors import NotAllowed

        way = "leave --viewer out if you are the umpire" if value else "add --viewer umpire if you are the umpire"
        raise NotAllowed(f"{ctx.command_path} is for the umpire, not for {viewer}: {way}")


def writes(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that changes the campaign and is the umpire's."""
    return names_database()(signed()(for_the_umpire(click.pass_obj(command))))


def ordered(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that players may give themselves: with ``--viewer`` only for what is theirs."""
    option = _viewer(
        "Side, commander or player that gives the order. An order to another side's or commander's unit is refused."
        " Default: the umpire."
    )
    return names_database()(signed()(option(looks_first(click.pass_obj(command)))))


def handed_in(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command by which the umpire takes down what players report, and players of a side their own
    report.
    """
    option = _viewer("Side, commander or player that hands in its own return. Default: the umpire.")
    return names_database()(signed()(option(click.pass_obj(command))))


def rolls_alone(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of an umpire's command with dice, which a player may give in a game against the program alone."""
    option = _viewer(
        "Side, commander or player that plays alone against the program. You see only the facts that it may know."
    )
    return names_database()(signed()(option(throws_dice(click.pass_obj(command)))))


def looks_first(command: Command) -> Command:
    """Add ``--preview``, for a command that gives orders."""
    return _option("--preview", is_flag=True, help="Show what would happen, and change nothing.")(command)


def rolls(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that changes the campaign and for which dice are rolled."""
    return writes(throws_dice(command))


def on_paper(command: Command) -> Command:
    """Add ``--paper``, the size of the sheets."""
    return click.option(
        "--paper",
        type=click.Choice(PAPERS),
        default=_preferred_paper,
        show_default=False,
        help=f"Paper size. Default: as in your preferences, else {PAPERS[0]}.",
    )(command)


def _preferred_paper() -> str:
    from campaign.cli.preferred import text

    return text("paper")


def preferred_folder() -> Path | None:
    """Return the folder for papers of the user's preferences: the default of ``--out``."""
    from campaign.cli.preferred import papers_folder

    return papers_folder()


def in_large_print(command: Command) -> Command:
    """Add ``--large``, beside ``prints``, for papers that are read during a move."""
    return click.option(
        "--large",
        is_flag=True,
        help="Print sheets, references, return forms, situation reports and order forms large (10 points), on"
        " pages turned sideways.",
    )(command)


def prints(command: Command) -> Command:
    """Add ``--paper`` and ``--out``, for a command that writes one PDF or several."""
    put = click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar="FILE-OR-DIR",
        default=preferred_folder,
        show_default=False,
        help="A file ending in .pdf, or a folder. Default: the folder in your preferences, else this folder.",
    )
    return on_paper(put(command))


def with_reference(command: Command) -> Command:
    """Add ``--reference``: the packets with which the charts of their system are printed."""
    choose = click.option(
        "--reference",
        type=click.Choice(["with", "once", "none"]),
        help=(
            "Print charts and short rules: with each packet, once (with the first packet of a system), or none."
            " Default: the setting papers.reference."
        ),
    )
    return choose(command)


def _complete_viewers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    from campaign.cli.completion import viewers

    return viewers(ctx, param, incomplete)
