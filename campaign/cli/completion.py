"""``campaign completion``: the Tab key completes commands, options, and the names of units, places, sides and
commanders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class

from campaign.cli.call import Call

if TYPE_CHECKING:
    from campaign.journal import JournalBoard
    from campaign.situation.knowledge import Knowledge
    from campaign.terms.viewer import Viewer

    Names = Callable[[JournalBoard, Viewer], Iterable[tuple[str, str]]]
    """Function that returns the names that the viewer can type, each with an explanation."""
    Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]

_INSTALL = {
    "bash": 'add the line  eval "$(campaign completion bash)"  to ~/.bashrc',
    "zsh": 'add the line  eval "$(campaign completion zsh)"  to ~/.zshrc',
    "fish": "campaign completion fish > ~/.config/fish/completions/campaign.fish",
    "powershell": "add the line  campaign completion powershell | Out-String | Invoke-Expression  to $PROFILE",
}


@click.command()
@click.argument("shell", type=click.Choice(sorted(_INSTALL)))
@click.option("--viewer", hidden=True, expose_value=False, help="Has no effect: this command does not open a campaign.")
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes the Tab key complete commands and names in SHELL.

    \b
    bash   add the line  eval "$(campaign completion bash)"  to ~/.bashrc
    zsh    add the line  eval "$(campaign completion zsh)"  to ~/.zshrc
    fish   campaign completion fish > ~/.config/fish/completions/campaign.fish
    powershell
           add  campaign completion powershell | Out-String | Invoke-Expression
           to the file that $PROFILE names
    """
    from campaign.cli import powershell  # noqa: F401 - makes it known to click

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(
            f"the program cannot complete commands for a shell called {shell!r}. Choose one of "
            f"{', '.join(sorted(_INSTALL))}",
            ctx,
        )
    script = kind(ctx.find_root().command, {}, "campaign", "_CAMPAIGN_COMPLETE")
    click.echo(f"# To have it in every session: {_INSTALL[shell]}")
    click.echo(script.source_template % script.source_vars())


def completes(names: Names) -> Completer:
    """Return a completer of the names in the database that the viewer knows; if there is no database, or it cannot be
    read, it offers nothing and prints no error.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        from campaign.cli.session import read
        from campaign.errors import CampaignError
        from campaign.terms.words import plain

        call = ctx.ensure_object(Call)
        try:
            looking = Call(db=call.db, campaign=call.campaign, viewer=call.viewer)
            result = read(looking, lambda board, viewer: tuple(names(board, viewer)))
        except (CampaignError, OSError):
            return []
        start = plain(incomplete)
        fitting = {
            name: CompletionItem(name, help=help_text)
            for name, help_text in reversed(result)
            if any(plain(part).startswith(start) for part in (name, help_text))
        }
        return list(reversed(fitting.values()))

    return complete


def _units(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.model import Battalion

    yield from _formations(board, viewer)
    known = None if viewer.is_umpire else _knowledge(board, viewer).battalions
    yield from ((row.key, row.name) for row in board.rows(Battalion) if known is None or row.id in known)


def _formations(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.model import Formation

    known = None if viewer.is_umpire else _knowledge(board, viewer).formations
    return ((row.key, row.name) for row in board.rows(Formation) if known is None or row.id in known)


def _knowledge(board: JournalBoard, viewer: Viewer) -> Knowledge:
    from campaign.situation.army import load_army
    from campaign.situation.knowledge import knowledge_of

    return knowledge_of(load_army(board), viewer)


def _places(board: JournalBoard, _: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.model import Place

    return ((row.key, row.name) for row in board.rows(Place))


def _roads(board: JournalBoard, _: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.situation.ground import load_theatre
    from campaign.situation.road_names import road_labels

    theatre = load_theatre(board)
    return ((way.key, label) for way in theatre.ways for label in road_labels(theatre, way.road))


def _crossings(board: JournalBoard, _: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.model import Crossing

    return ((row.key, row.name) for row in board.rows(Crossing))


def _sites(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    """Return the sites of engineering tasks."""
    yield from _crossings(board, viewer)
    yield from _places(board, viewer)
    yield from _roads(board, viewer)


def _adjustable(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    yield from _units(board, viewer)
    yield from _sites(board, viewer)


def _sides(board: JournalBoard, _: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.model import Side

    return ((row.key, row.name) for row in board.rows(Side))


def _commanders(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    from campaign.queries.common.viewers import commanders_of
    from campaign.situation.army import load_army

    return ((row.key, row.name) for row in commanders_of(load_army(board), viewer))


def _viewers(board: JournalBoard, viewer: Viewer) -> Iterable[tuple[str, str]]:
    yield "umpire", "sees everything"
    yield from _sides(board, viewer)
    yield from _commanders(board, viewer)


units, formations, places, sides, commanders, viewers, sites, adjustable = map(
    completes, (_units, _formations, _places, _sides, _commanders, _viewers, _sites, _adjustable)
)


def establishments(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the possible next words of the shipped establishments, after those typed already: ``german pan`` ->
    ``panzer``.
    """
    from campaign.errors import CampaignError
    from campaign.exchange.library import look_up
    from campaign.terms.words import plain

    lines = [plain(word) for word in ctx.params.get("name") or ()]
    try:
        shelf = look_up(" ".join(lines), ctx.params.get("nation") or "")
    except (CampaignError, OSError):
        return []
    names = [
        *(establishment.name for establishment in shelf.establishments),
        *(organisation.name for organisation in shelf.organisations),
    ]
    words = {word for name in names for word in name.split() if plain(word) not in lines}
    return [CompletionItem(word) for word in sorted(words) if plain(word).startswith(plain(incomplete))]


def nations(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """Return the nations whose establishments ship with the program."""
    from campaign.exchange.foreign.fitting import library

    return [CompletionItem(nation) for nation in sorted(library().by_nation) if nation.startswith(incomplete.lower())]
