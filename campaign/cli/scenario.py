"""``campaign scenarios``, ``init``, ``check`` and ``new``: the way from files to a campaign."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import click

from campaign.actions.start_campaign import DICE, HISTORICAL, found_campaign
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import answers_json, writes
from campaign.cli.session import actor, tell
from campaign.cli.shell_words import quoted
from campaign.cli.synced import tell_of_service
from campaign.errors import BadFile, CampaignError
from campaign.exchange.check import check_files, find_scenario, read_scenario, shipped
from campaign.exchange.template import write_starter
from campaign.journal.keys import fresh_key
from campaign.rules.tabletop.interface import DEFAULT, system
from campaign.rules.tabletop.interface import tabletop as must_be_playable
from campaign.store import Store, creating, opened
from campaign.store.engine import file_path, server_url
from campaign.terms.words import counted

OWN_SEED = "Whoever sees dice can guess a seed of your own and compute every die to come; without --seed nobody can."


@click.command()
@answers_json
@click.pass_obj
def scenarios(call: Call) -> None:
    """The scenarios that come with the program, each with the word that campaign new takes."""
    scenarios = shipped()
    if call.as_json:
        show.json(scenarios)
        return
    show.table(
        ("Scenario", "What it is"),
        [(scenario.key, scenario.summary or scenario.title) for scenario in scenarios],
        empty="No scenario is shipped with this installation.",
    )


@click.command()
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--schema", is_flag=True, help="Lay only the editor's schema into DIR.")
@click.option(
    "--map",
    "map_of",
    default="",
    metavar="FILE",
    help="Only a map: told by distance and bearing (- to type it line by line), or marked on a scanned picture.",
)
def init(directory: Path, schema: bool, map_of: str) -> None:
    """Start a scenario of your own in the folder DIR: a small invented one, whole and explained line by line, to be
    changed.

    --map begins with a map: FILE holds lines such as "Son is 10 km N of Eindhoven by highway", or it is a scanned map
    (.png .jpg), for which a page is written on which you mark places and roads; the marks.csv that the page downloads
    is given to --map again. campaign convert ORDER-OF-BATTLE --map DIR puts an order of battle on it.

    A JSON Schema is laid beside it, so that an editor completes keys and words and underlines faults while you type;
    --schema lays only that, for a scenario which is there already.
    """
    if schema:
        from campaign.exchange.editors import MODELINE, lay_schema

        show.lines([f"{lay_schema(directory)} is there now. Let the first line of each .yaml file be:"])
        show.line(f"  # {MODELINE}")
        return
    if map_of:
        from campaign.cli.init_map import init_map

        init_map(directory, map_of)
        return
    written = write_starter(directory)
    show.lines(
        [
            (
                f"{directory} holds a small scenario now: {', '.join(path.name for path in written)}. Change it in an"
                " editor, then:"
            )
        ]
    )
    for command in ("check", "new"):
        show.line(f"  campaign {command} {quoted(str(directory))}")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@answers_json
@click.pass_obj
def check(call: Call, files: tuple[Path, ...]) -> None:
    """Is this order of battle, map or scenario sound? FILE is a file or a scenario's folder, or several.

    Every fault is named at once, with file, line and column, what was found and what is allowed there. Warnings tell
    what is odd and which default is taken; they do not stop a founding.
    """
    report = check_files(files)
    if call.as_json:
        show.json(report)
    else:
        for fault in report.errors:
            show.line(str(fault))
        for odd in report.warnings:
            show.line(f"{odd.spot}: warning: {odd.text}")
    if not report.is_sound:
        where = ", ".join(map(str, files))
        raise BadFile(
            f"{counted(len(report.errors), 'fault')} in {where}: mend them and check again; nothing can be founded from"
            " it yet"
        )
    if not call.as_json:
        held = ", ".join(counted(count, kind.removesuffix("s")) for kind, count in report.counts.items() if count)
        show.lines([f"Sound: {held or 'nothing in it yet'}; {counted(len(report.warnings), 'warning')}."])


@click.command()
@click.argument("scenario", shell_complete=lambda ctx, param, incomplete: _scenarios(incomplete))
@click.option(
    "--tabletop",
    default=DEFAULT,
    show_default=True,
    metavar="KEY",
    help="The rules that battles are fought by on the table.",
)
@click.option(
    "--seed",
    metavar="TEXT",
    help=(
        "Where all dice come from: any word or number; the same seed, the same dice. Whoever sees dice can guess a seed"
        " of your own; without it the system draws one of 128 bits, which is shown."
    ),
)
@click.option(
    "--weather",
    type=click.Choice([HISTORICAL, DICE]),
    help="As it was (the default where the scenario tells it) or by dice.",
)
@writes
def new(call: Call, scenario: str, tabletop: str, seed: str | None, weather: str | None) -> None:
    """Found a campaign from SCENARIO: the name of a shipped one (campaign scenarios), or your own folder or file.

    It gets a database of its own (campaign.db here, or what --db names), which must not be there yet. With --campaign
    NAME it is founded under that name, and in a database that holds other campaigns already, beside them.
    """
    values = read_scenario(find_scenario(scenario))
    must_be_playable(tabletop)
    chosen = weather or (HISTORICAL if values.weather else DICE)
    chance = fresh_key() if seed is None else seed
    with _place_for(call) as store:
        tell(store)
        done = found_campaign(
            store,
            values,
            name=call.campaign or values.key,
            seed=chance,
            tabletop=system(tabletop).key,
            weather=chosen,
            actor=actor(call),
        )
        name = store.name
    show.receipt(done.receipt)
    show.note(f"The campaign is in {name}; its dice come from the seed {chance}.")
    tell_of_service(call.db)
    if seed is not None:
        show.note(OWN_SEED)


def _place_for(call: Call) -> AbstractContextManager[Store]:
    """Open a new file or server; an existing file only for a campaign under a name of its own."""
    if call.campaign and server_url(call.db) is None and file_path(call.db).is_file():
        return opened(call.db, write=True)
    return creating(call.db)


def _scenarios(incomplete: str) -> list[str]:
    try:
        return [scenario.key for scenario in shipped() if scenario.key.startswith(incomplete)]
    except (CampaignError, OSError):
        return []
