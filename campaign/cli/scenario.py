"""``campaign scenarios``, ``init``, ``check`` and ``new``: the way from files to a campaign."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.actions.start_campaign import DICE, HISTORICAL, defaults_of, found_campaign, place_for
from campaign.cli import show, uncollected
from campaign.cli.call import Call
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import answers_json, for_anybody, writes
from campaign.cli.session import actor, tell
from campaign.cli.synced import tell_of_service, tell_who_can_read
from campaign.errors import BadFile, CampaignError
from campaign.exchange.check import check_files, find_scenario, read_scenario, shipped
from campaign.exchange.template import write_starter
from campaign.file_rules import quoted
from campaign.rules.tabletop.interface import DEFAULT
from campaign.terms.words import counted

OWN_SEED = (
    "Players who see dice can guess a seed that you choose, and then know every later die. Leave --seed out to prevent"
    " this."
)


@click.command()
@answers_json
@for_anybody
@click.pass_obj
@show.paged
def scenarios(call: Call) -> None:
    """List the scenarios that come with the program, each with the name that campaign new takes."""
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
@click.option("--schema", is_flag=True, help="Write only the schema for a text editor into DIR.")
@click.option(
    "--map",
    "map_of",
    default="",
    metavar="FILE",
    help="Make only a map, from distances and bearings in FILE (- to type them line by line) or from a scanned"
    " picture.",
)
@for_anybody
def init(directory: Path, schema: bool, map_of: str) -> None:
    """Start a scenario of your own in the folder DIR: a small invented one, complete and explained line by line, for
    you to change.

    --map begins with a map instead. FILE holds either lines such as "Son is 10 km N of Eindhoven by highway" or a
    scanned map (.png .jpg). For a scanned map you get a web page where you mark places and roads. Then run the command
    again, with the marks.csv that the page saves. campaign convert ORDER-OF-BATTLE --map DIR puts an order of battle on
    the map.

    A JSON Schema is written beside the scenario. With the schema, a text editor completes names and words, and
    underlines errors as you type. For a scenario that already exists, --schema writes only the schema.
    """
    if schema:
        from campaign.exchange.editors import MODELINE, lay_schema

        show.lines([f"{lay_schema(directory)} is written. Make this line the first line of each .yaml file:"])
        show.unbroken(f"  # {MODELINE}")
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
        show.unbroken(f"  campaign {command} {quoted(str(directory))}")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@answers_json
@for_anybody
@click.pass_obj
def check(call: Call, files: tuple[Path, ...]) -> None:
    """Check an order of battle, a map or a scenario for errors. FILE is a file or a scenario's folder; you may give
    several.

    All errors are listed together, with file, line and column, the text there and the values allowed. Warnings point
    out oddities and defaults that were used. They do not stop you from starting a campaign.
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
            f"{counted(len(report.errors), 'error')} in {where}. Correct"
            f" {'it' if len(report.errors) == 1 else 'them'}, then check again"
        )
    if not call.as_json:
        held = ", ".join(counted(count, kind.removesuffix("s")) for kind, count in report.counts.items() if count)
        show.lines([f"No errors: {held or 'nothing in it yet'}; {counted(len(report.warnings), 'warning')}."])


@click.command()
@click.argument("scenario", shell_complete=lambda ctx, param, incomplete: _scenarios(incomplete))
@click.option(
    "--tabletop", default=DEFAULT, show_default=True, metavar="KEY", help="Tabletop rules that battles are fought by."
)
@click.option(
    "--seed",
    metavar="TEXT",
    help=(
        "Word or number that all dice come from, for a campaign that can be repeated exactly. A person who knows it,"
        " or has the campaign file, can work out every die in advance. Default: each turn draws fresh dice when it"
        " begins, and no player can know them before."
    ),
)
@click.option(
    "--weather",
    type=click.Choice([HISTORICAL, DICE]),
    help="Historical weather (the default if the scenario has it), or weather by dice.",
)
@writes
@uncollected()
def new(call: Call, scenario: str, tabletop: str, seed: str | None, weather: str | None) -> None:
    """Start a campaign from SCENARIO: the name of a shipped one (campaign scenarios), or your own folder or file.

    The campaign gets a new database (campaign.db in this folder, or the one that --db names), which must not exist yet.
    With --campaign NAME the campaign has that name; if the database exists, the campaign is added to those in it.
    """
    values = read_scenario(find_scenario(scenario))
    with place_for(call.db, call.campaign) as store:
        tell(store, call)
        done = found_campaign(
            store, values, name=call.campaign, seed=seed, tabletop=tabletop, weather=weather or "", actor=actor(call)
        )
        name = store.name
    show.receipt(done.receipt)
    dice = "" if seed is None else f"; all its dice come from the seed {seed}"
    show.note(f"The campaign is in {name}{dice}.")
    for option, proposal in defaults_of(values).items():
        tell_of_default(option, proposal)
    tell_of_service(call.db)
    tell_who_can_read(call.db)
    if seed is not None:
        show.note(OWN_SEED)


def _scenarios(incomplete: str) -> list[str]:
    try:
        return [scenario.key for scenario in shipped() if scenario.key.startswith(incomplete)]
    except (CampaignError, OSError):
        return []
