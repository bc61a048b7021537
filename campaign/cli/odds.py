"""``campaign odds``: exact odds of the dice charts. No campaign is needed, nothing is written.

Each system's queries are in its own folder (``odds_tables.py``); commands and options follow from
them. Where a campaign is at hand, its settings and house files hold; every answer names the settings it heeds.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.odds_json import print_answer
from campaign.cli.odds_print import print_odds
from campaign.cli.options import answers_json, for_anybody
from campaign.exchange.odds_book import book_of, with_house
from campaign.play.odds_query import queries_of
from campaign.rules.common.odds_query import Query, QueryField, Unanswered, fields_of
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.systems import SYSTEMS, has_odds
from campaign.values import replace

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class SystemGroup(LazyGroup):
    """The queries of one system, each as a command."""

    def __init__(self, key: str) -> None:
        odds = queries_of(key)
        sections = [
            Section(title, tuple(Entry(name, "", line) for name, (_, line) in queries.items()))
            for title, queries in odds.sections.items()
        ]
        super().__init__(key, sections=sections, context_settings=HELP, help=odds.help)
        self.queries = {name: query for queries in odds.sections.values() for name, (query, _) in queries.items()}
        self.key = key

    def find(self, cmd_name: str) -> click.Command | None:
        """Return the command of the query of the given name."""
        query = self.queries.get(cmd_name)
        return None if query is None else command_of(self.key, cmd_name, query)


class SystemsGroup(LazyGroup):
    """A group for each system that has odds; its queries are imported when they are needed."""

    def find(self, cmd_name: str) -> click.Command | None:
        """Return the group of the system of the given key."""
        return SystemGroup(cmd_name) if cmd_name in self.entries else None


_SYSTEMS = tuple(Entry(system.key, "", system.name) for system in SYSTEMS.values() if has_odds(system.key))


@click.group(cls=SystemsGroup, sections=[Section("Systems", _SYSTEMS)], context_settings=HELP)
def odds() -> None:
    """Print the exact odds of a tabletop system's dice rolls, as fractions. This command needs no campaign and changes
    nothing."""


# A query as a command ------------------------------------------------------------------------------------------------
def command_of(system: str, name: str, query: type[Query]) -> click.Command:
    """Return the command that runs a query and prints its answer."""
    fields = fields_of(query)

    def run(
        call: Call, rules: tuple[str, ...] = (), house_file: str | None = None, as_printed: bool = False, **values: Any
    ) -> None:
        campaign_book, owner = (None, "") if as_printed else _of_the_campaign(call)
        book = with_house(book_of(rules, campaign_book), system, house_file).heeding()
        answered_query = query(**{field.name: _value(field, values[field.name]) for field in fields})
        try:
            table = answered_query.table(book)
        except Unanswered as fault:
            raise click.UsageError(str(fault)) from fault
        settings = book.settings_heeded()
        if call.as_json:
            print_answer(table, answered_query.understood(book), query.by, settings)
        else:
            print_odds(table)
            show.lines([f"By the rules {query.by}.", _heeded(settings, owner)])

    params = [_param(field) for field in fields]
    params += [click.Option(["--house", "house_file"], metavar="FILE", help=_HOUSE)] if query.takes_house_file else []
    params += (
        [click.Option(["--rule", "rules"], multiple=True, metavar="KEY=VALUE", help=_RULE)] if query.takes_rules else []
    )
    params.append(click.Option(["--as-printed"], is_flag=True, help=_AS_PRINTED))
    command = click.Command(name, callback=click.pass_obj(run), params=params, help=query.__doc__)
    return for_anybody(answers_json(command))


def _of_the_campaign(call: Call) -> tuple[Rulebook | None, str]:
    """Return the rulebook of the campaign at hand and its name; none if there is no campaign."""
    if "://" not in call.db and not Path(call.db).exists():
        return None, ""
    from campaign.cli.session import read  # heavy, and without a campaign no database is opened
    from campaign.situation.conditions import rulebook_of

    return read(replace(call, viewer="umpire"), lambda board, _: (rulebook_of(board), board.campaign.name))


def _heeded(settings: Mapping[str, str], owner: str) -> str:
    """Return the sentence that names the settings of an answer."""
    if not settings:
        return "No setting changes this answer."
    values = ", ".join(f"{key} {value}" for key, value in settings.items())
    return f"Settings used{f', as in {owner}' if owner else ''}: {values}."


_AS_PRINTED = "Use the book's own settings, not the settings of your campaign."
_HOUSE = 'House file with the charts that the preview of the rules leaves out, or "brigadier-ours".'
_RULE = "House rule to use, as in cas.dash_plus_one=on. May be repeated."


def _param(field: QueryField) -> click.Parameter:
    ask, default = field.ask, field.default
    words = ask.choices or (tuple(map(str, field.kind)) if issubclass(field.kind, Enum) else ())
    kind: click.ParamType[Any] | None = click.Choice(words, case_sensitive=False) if words else None
    if ask.most is not None:
        kind = (click.FloatRange if field.kind is float else click.IntRange)(ask.least, ask.most)
    if ask.is_argument:
        number = -1 if field.is_several else 1
        return click.Argument([field.name], type=kind, required=field.is_required, metavar=ask.metavar, nargs=number)
    option = field.name.strip("_").replace("_", "-")
    if field.kind is bool:
        return click.Option([ask.flags or f"--{option}", field.name], is_flag=True, default=default, help=ask.help)
    shown = str(default) if isinstance(default, Enum) else default
    settings: dict[str, Any] = {} if field.is_required else {"default": shown}
    return click.Option(
        [f"--{option}", field.name],
        type=kind,
        required=field.is_required,
        multiple=field.is_several,
        metavar=ask.metavar,
        help=ask.help,
        show_default=default not in (None, ()) and not ask.is_quiet,
        **settings,
    )


def _value(field: QueryField, value: Any) -> Any:
    """Return the option's value as the query takes it: a member of an enumeration for its word."""
    if value is None or not issubclass(field.kind, Enum):
        return value
    return tuple(map(field.kind, value)) if field.is_several else field.kind(value)
