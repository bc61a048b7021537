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

    Names = Callable[[JournalBoard], Iterable[tuple[str, str]]]
    """Function that returns the names that can be typed, each with an explanation."""
    Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]

_INSTALL = {
    "bash": 'add the line  eval "$(campaign completion bash)"  to ~/.bashrc',
    "zsh": 'add the line  eval "$(campaign completion zsh)"  to ~/.zshrc',
    "fish": "campaign completion fish > ~/.config/fish/completions/campaign.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(sorted(_INSTALL)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that makes the Tab key complete commands and names in SHELL.

    \b
    bash   add the line  eval "$(campaign completion bash)"  to ~/.bashrc
    zsh    add the line  eval "$(campaign completion zsh)"  to ~/.zshrc
    fish   campaign completion fish > ~/.config/fish/completions/campaign.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(
            f"there is no completion for {shell!r}; choose one of {', '.join(sorted(_INSTALL))}", ctx
        )
    script = kind(ctx.find_root().command, {}, "campaign", "_CAMPAIGN_COMPLETE")
    click.echo(f"# To have it in every session: {_INSTALL[shell]}")
    click.echo(script.source_template % script.source_vars())


def completes(names: Names) -> Completer:
    """Return a completer of names from the database; if there is none, or it cannot be read, it offers nothing and
    prints no error.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        from campaign.cli.session import read
        from campaign.errors import CampaignError
        from campaign.terms.words import plain

        call = ctx.ensure_object(Call)
        try:
            result = read(Call(db=call.db, campaign=call.campaign), lambda board, _: tuple(names(board)))
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


def _units(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Battalion

    yield from _formations(board)
    yield from ((row.key, row.name) for row in board.rows(Battalion))


def _formations(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Formation

    return ((row.key, row.name) for row in board.rows(Formation))


def _places(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Place

    return ((row.key, row.name) for row in board.rows(Place))


def _roads(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.situation.ground import load_theatre
    from campaign.situation.road_names import road_labels

    theatre = load_theatre(board)
    return ((way.key, label) for way in theatre.ways for label in road_labels(theatre, way.road))


def _crossings(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Crossing

    return ((row.key, row.name) for row in board.rows(Crossing))


def _sites(board: JournalBoard) -> Iterable[tuple[str, str]]:
    """Return the sites of engineering tasks."""
    yield from _crossings(board)
    yield from _places(board)
    yield from _roads(board)


def _adjustable(board: JournalBoard) -> Iterable[tuple[str, str]]:
    yield from _units(board)
    yield from _sites(board)


def _sides(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Side

    return ((row.key, row.name) for row in board.rows(Side))


def _commanders(board: JournalBoard) -> Iterable[tuple[str, str]]:
    from campaign.model import Commander

    return ((row.key, row.name) for row in board.rows(Commander))


def _viewers(board: JournalBoard) -> Iterable[tuple[str, str]]:
    yield "umpire", "sees everything"
    yield from _sides(board)
    yield from _commanders(board)


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
