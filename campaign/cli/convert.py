"""``campaign convert``: files of other programs, and indented text, to this program's scenarios, maps and orders of
battle.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import nations
from campaign.cli.options import answers_json, for_anybody
from campaign.errors import BadInput
from campaign.file_rules import quoted
from campaign.terms.words import counted, of_kind

if TYPE_CHECKING:
    from datetime import date

    from campaign.exchange.faults import Report
    from campaign.exchange.foreign.convert import Converted
    from campaign.exchange.foreign.draft import Change

MOST_LINES = 40
"""Most rows shown on the terminal; converted.txt has all of them."""


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...", type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, metavar="DIR", type=click.Path(path_type=Path), help="New folder for the scenario's files."
)
@click.option("--side", default="", metavar="NAME", help="Side of the units, if the order of battle names no side.")
@click.option(
    "--nation",
    default="",
    metavar="KEY",
    help="Nation of that side, whose establishments the units get.",
    shell_complete=nations,
)
@click.option(
    "--first-day", default="", metavar="DATE", help="First day of the campaign, if the file does not give it."
)
@click.option(
    "--map",
    "map_of",
    default="",
    metavar="SCENARIO",
    help="Put the order of battle on the map of a shipped scenario, or on one of your own (folder or file, a sketch, "
    "or a map of another program).",
)
@click.option(
    "--encoding",
    default="utf-8",
    metavar="NAME",
    help="Encoding of a text or CSV file, if not UTF-8: cp1252, utf-16 ...",
)
@click.option(
    "--keep-loose",
    is_flag=True,
    help="Connect separate pieces of a map to the main part by tracks, instead of leaving them out.",
)
@click.option(
    "--join",
    "join_m",
    type=click.FloatRange(0, 2000),
    metavar="METRES",
    help="Width over which ends of roads that nearly meet are joined; usually 50 m, and 250 m for pieces apart.",
)
@click.option(
    "--layer", "layers", multiple=True, metavar="NAME", help="Layer of a GeoPackage to read, if not all; repeatable."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="LINE",
    help="Line that decides a doubt, as converted.txt and refusals give it: --set 'map unit km'; repeatable.",
)
@click.option(
    "--doubt",
    default=15.0,
    show_default=True,
    metavar="PERCENT",
    type=click.FloatRange(0, 100),
    help="Refuse a list of which more than this part of the battalions is in doubt.",
)
@click.option(
    "--leave-out",
    is_flag=True,
    help="Leave out the parts that cannot be understood and list them, instead of refusing the file.",
)
@answers_json
@for_anybody
@click.pass_obj
def convert(
    call: Call,
    sources: tuple[Path, ...],
    out: Path,
    side: str,
    nation: str,
    first_day: str,
    map_of: str,
    encoding: str,
    keep_loose: bool,
    join_m: float | None,
    layers: tuple[str, ...],
    settings: tuple[str, ...],
    doubt: float,
    leave_out: bool,
) -> None:
    """Turn SOURCE into a scenario to start a campaign from: an order of battle, a map, or both.

    SOURCE may be indented or pasted text (.txt), a table (.csv .xlsx .ods), ORBAT Mapper (.json) or MSDL (.xml); or a
    map as GeoPackage, GeoJSON, KML, GPX, GraphML, TNTP or OpenStreetMap (.osm .osm.pbf, Overpass in JSON), packed or
    not, or described by distance and bearing (campaign init --map). Several SOURCEs together make one scenario. The
    program lists every value that it suggests, and keeps it in converted.txt with the line that changes it. If a part
    cannot be converted, the part is listed and the file is refused. Doubts come first, each with the line that decides
    it. Write such lines into SOURCE.decisions beside the file, and the next conversion does not ask again.
    """
    from campaign.exchange.check import find_scenario
    from campaign.exchange.foreign.convert import changes_before, keep
    from campaign.exchange.foreign.convert import convert as turn
    from campaign.exchange.foreign.doubts import in_fields
    from campaign.exchange.foreign.wishes import Wishes

    map_file = Path(map_of) if map_of and _is_map_file(Path(map_of)) else None
    on_map = find_scenario(map_of) if map_of and map_file is None else None
    wishes = Wishes(
        side,
        nation,
        leave_out,
        encoding,
        _day(first_day),
        on_map,
        (*changes_before(out), *_settings(settings)),
        keep_loose=keep_loose,
        join_m=join_m,
        layers=layers,
        map_file=map_file,
        doubt=doubt,
    )
    converted = turn(list(sources), wishes)
    report = keep(converted, out)
    if call.as_json:
        show.json(
            {
                "read": converted.counts,
                "depth": converted.depth,
                "written": report.counts,
                "files": list(converted.files),
                "doubts": [in_fields(doubt) for doubt in converted.doubts],
                "guessed": [str(r) for r in converted.guessed],
                "left_out": [str(r) for r in converted.left_out],
                "notes": [str(r) for r in converted.notes],
                "kilometres": {name: round(km, 3) for name, km in converted.kilometres.items()},
                "warnings": [str(w) for w in report.warnings],
            }
        )
        return
    tell(converted, report, out)


def tell(converted: Converted, report: Report, out: Path) -> None:
    """Print what was read, guessed, left out and written, and the next steps."""
    from campaign.exchange.foreign.convert import HOW_TO_CHANGE

    _tell_remarks(converted)
    read = ", ".join(of_kind(count, kind) for kind, count in converted.counts.items() if count)
    held = ", ".join(of_kind(count, kind) for kind, count in report.counts.items() if count)
    deep = f"; {counted(converted.depth, 'level')} deep" if converted.depth else ""
    show.lines([f"Read: {read}{deep}."])
    show.lines(
        [
            (
                f"Written to {out}: {held}; {len(report.warnings)} warning{'s' * (len(report.warnings) != 1)}."
                " All suggested values are in converted.txt there."
            )
        ]
    )
    changes = [remark.change for remark in converted.guessed if remark.change]
    if changes:
        show.lines([f"{HOW_TO_CHANGE[0].upper()}{HOW_TO_CHANGE[1:]}, as in:"])
        show.line(f"  {next((change for change in changes if ' arm ' in change), changes[0])}")
    if "scenario.yaml" in converted.files:
        show.unbroken(f"  campaign check {quoted(str(out))}")
        show.unbroken(f"  campaign new {quoted(str(out))}")
    else:
        show.line("This is only a map. To put an order of battle on it:")
        show.unbroken(f"  campaign convert ORDER-OF-BATTLE --map {quoted(str(out))} --out DIR")


def _tell_remarks(converted: Converted) -> None:
    from campaign.exchange.foreign.doubts import uncertain

    if doubts := uncertain(converted.doubts):
        show.line("Doubts, the largest first:")
        show.lines([doubt.in_full() for doubt in doubts[:MOST_LINES]], indent=2)
        if len(doubts) > MOST_LINES:
            show.line(f"  and {len(doubts) - MOST_LINES} more, in converted.txt")
    for title, remarks in (
        ("Suggested values, for you to confirm:", converted.guessed),
        ("Left out:", converted.left_out),
        ("Counted elsewhere, or not converted:", converted.notes),
    ):
        if not remarks:
            continue
        if len(remarks) > MOST_LINES:
            remarks = tuple(sorted(remarks, key=lambda remark: remark.is_sure))
        show.line(title)
        show.lines([str(remark) for remark in remarks[:MOST_LINES]], indent=2)
        if len(remarks) > MOST_LINES:
            show.line(f"  and {len(remarks) - MOST_LINES} more, in converted.txt")


def _is_map_file(path: Path) -> bool:
    """Return whether --map names a file of another program, or a sketch, and not a scenario."""
    return path.is_file() and path.suffix.lower() not in (".yaml", ".yml")


def _settings(lines: tuple[str, ...]) -> list[Change]:
    """Return the lines of --set. Raises BadInput."""
    from campaign.exchange.foreign.changes import EXPECTED, change_in

    settings = []
    for line in lines:
        change = change_in(f"set {line.strip().removeprefix('set ')}", "--set")
        if change is None:
            raise BadInput(f"--set {line!r} sets nothing that is known; {EXPECTED}, or set map unit km")
        settings.append(change)
    return settings


def _day(text: str) -> date | None:
    if not text:
        return None
    from campaign.exchange.entry import read_date

    first_day = read_date(text)
    if isinstance(first_day, str):
        raise BadInput(f"--first-day {text}: {first_day}")
    return first_day
