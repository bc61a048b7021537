"""``campaign export`` and ``import``: a whole campaign as one JSON file, from any database into any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from inspect import cleandoc
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.examination import tell_of_gone_settings
from campaign.cli.options import exported_for, names_database, of_any_time
from campaign.cli.session import is_umpire, read, tell
from campaign.clock import today
from campaign.errors import BadFile, BadInput
from campaign.exchange.export import read_file, write_export
from campaign.exchange.foreign.exporters import FORMATS, formats_in_words
from campaign.exchange.parcel import campaign_file_in
from campaign.journal.campaign_copy import UNFIT, all_of, bring, bring_all, taken
from campaign.journal.doctor import Report, examine, examine_all
from campaign.store import Store, creating, opened
from campaign.store.engine import file_path, server_url
from campaign.store.file_type import is_database
from campaign.store.opening import names_of
from campaign.terms.words import counted, file_name
from campaign.views.common.json_values import as_json

TABLE_NAMES = ("orbat", "sides", "places", "roads", "objectives")


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write. Default: a file in this folder, with name and date.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", *FORMATS]),
    default="json",
    show_default=True,
    help="Format of the file; json is the complete campaign.",
)
@click.option(
    "--table",
    type=click.Choice(TABLE_NAMES),
    default="orbat",
    show_default=True,
    help="List that is written, if the format is csv.",
)
@of_any_time
@exported_for
@names_database()
@click.pass_obj
def export(call: Call, out: Path | None, form: str, table: str) -> None:
    """Write the whole campaign with its journal as one JSON file, which campaign import reads into any database.

    The file has a documented format, with a line for every journal entry and every record of data. The program reads
    the file again to check it before it saves it under its final name. The file holds both sides' secrets and is for
    the umpire only.

    With --for SIDE you get a JSON copy to hand out to that side. If CAMPAIGN_VIEWER names a side or player, you also
    get such a copy. The copy has only what this side may look up (status, orbat, unit, supply, places, sightings,
    battle ...). It has no journal and no dice, is for reading only, and cannot be imported.
    """
    if form != "json":
        from campaign.cli.export_state import export_state

        export_state(call, out, form, table)
        return
    if not is_umpire(call):
        _for_a_side(call, out)
        return
    if call.as_of:
        raise BadInput(
            f"--as-of {call.as_of} cannot be used with json, which holds the complete campaign and every "
            "moment of it. Add --for WHO, or choose another --format"
        )
    exported, report = read(call, lambda board, _: (taken(board), examine(board)))
    name = str(exported.facts["name"])
    path = out or Path(file_name(f"{name} {today().isoformat()}", ".json"))
    if path.is_dir():
        path = path / file_name(f"{name} {today().isoformat()}", ".json")
    write_export(exported, path)
    show.line(
        f"{name} is in {path}: {counted(len(exported.entries), 'entry')}, {show.text(report.rows)} records, read back"
        " and compared. The file is for the umpire only: it holds both sides' secrets and the dice."
    )
    if broken := [fault for fault in report.faults if fault.kind in UNFIT]:
        show.note(f"The file cannot be imported, because the campaign has an error: {broken[0].what} (campaign doctor)")
    elif not report.is_sound:
        show.note(f"The campaign has an error, which an imported copy will have too: {report.faults[0].what}")


export.help = f"""{cleandoc(export.help or "")}

The other formats hold one moment: now, or the moment that --as-of names. With --for SIDE they hold only that side's own
troops. The formats are: {formats_in_words()}.
"""


def _for_a_side(call: Call, out: Path | None) -> None:
    """Write to a file what a side or commander may know."""
    from campaign.exchange.side_copy import write_side_copy
    from campaign.queries.players.side_copy import side_copy

    name, copy = read(call, lambda board, viewer: (board.campaign.name, side_copy(board, viewer)))
    path, file = out or Path(), file_name(f"{name} for {copy.viewer} {today().isoformat()}", ".json")
    path = path / file if path.is_dir() else path
    write_side_copy(as_json(copy), path)
    show.line(
        f"{path} holds only the facts that {copy.viewer} may know of {name} at {copy.status.clock}: no journal, no"
        f" dice. The file is for reading only."
    )


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@names_database()
@click.pass_obj
def import_(call: Call, file: Path) -> None:
    """Read FILE, written by campaign export, backup or hand-over, into a new database, or into an existing one beside
    its campaigns.

    The campaign keeps its ids and its journal, so the checksums of both copies (digests) are the same. --campaign NAME
    gives it another name. A file with an error is refused completely, and you see where the error is. If the file holds
    several campaigns (campaign backup), all of them are read.
    """
    with campaign_file_in(file) as campaign_file:
        if is_database(campaign_file):
            _import_all(call, campaign_file, str(file))
            return
    whole_file = read_file(file)
    with _place_for(call) as store:
        tell(store, call)
        name = bring(store, whole_file, name=call.campaign or None, called=str(file))
        where, reports, there = store.name, examine_all(store, name), _names_in(store)
        tell_of_gone_settings(store, [name])
    show.line(
        f"{name} is in {where}: {counted(len(whole_file.entries), 'entry')}, with the same data and chain of"
        f" hashes as {file}."
    )
    _tell_of_others(there)
    _tell_of(reports)


def _names_in(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return names_of(connection)


def _tell_of_others(names: Sequence[str]) -> None:
    """Say that commands must name the campaign from now on, if the database holds several."""
    if len(names) > 1:
        show.line(f"The database holds {', '.join(names)}: from now on name one in each command with --campaign.")


def _tell_of(reports: Iterable[Report]) -> None:
    """Print the doctor's remarks on a campaign that agrees with its journal, but breaks a rule."""
    for report in reports:
        for fault in report.faults:
            show.note(
                f"{report.campaign}: {fault.what}. A journal entry caused this error: undo that entry, or "
                "correct its effect with campaign adjust"
            )


def _import_all(call: Call, file: Path, called: str) -> None:
    """Import every campaign of a file, all or none. ``called``: the named file, which may be a parcel."""
    with opened(file, write=False) as source:
        wholes = all_of(source)
    if call.campaign and len(wholes) != 1:
        names = ", ".join(str(exported.facts["name"]) for exported in wholes) or "none"
        raise BadInput(f"--campaign {call.campaign} cannot be used: {called} holds {names}. Leave --campaign out")
    with _place_for(call) as store:
        tell(store, call)
        try:
            if call.campaign:
                names_now: tuple[str, ...] = (bring(store, wholes[0], name=call.campaign, called=called),)
            else:
                names_now = bring_all(store, wholes, called=called)
        except BadFile as fault:
            way = f"campaign restore {called} --unsound --db NEW.db"
            raise BadFile(
                f"{fault}. Restore the backup into a separate file, then repair that file: {way}", fault.faults
            ) from fault
        where, reports = store.name, [report for name in names_now for report in examine_all(store, name)]
        there = _names_in(store)
        tell_of_gone_settings(store, names_now)
    for name, exported in zip(names_now, wholes, strict=True):
        show.line(
            f"{name} is in {where}: {counted(len(exported.entries), 'entry')}, with the same data and chain of"
            f" hashes as {called}."
        )
    _tell_of_others(there)
    _tell_of(reports)


def _place_for(call: Call) -> AbstractContextManager[Store]:
    """Open the existing database, or a new one."""
    if server_url(call.db) is None and file_path(call.db).exists():
        return opened(call.db, write=True)
    return creating(call.db)
