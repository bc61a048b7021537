"""``campaign labels``: labels and markers to cut out, in the size of the club's bases."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.options import names_database, of_any_time, prints, seen_by
from campaign.cli.papers import write
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import read
from campaign.errors import BadInput
from campaign.queries.battle.labels import COMMON, base_of, label_file, label_sheets
from campaign.queries.campaign.paper_list import File
from campaign.situation.names import side_named


@click.command()
@click.argument("battle", required=False)
@click.option(
    "--base",
    default="46x27",
    show_default=True,
    metavar="WxD",
    help=f"Size of your bases in mm, width by depth: {', '.join(COMMON)} ...",
)
@click.option("--tabletop", default="", metavar="KEY", help="Make labels for the stands of these tabletop rules.")
@click.option("--side", metavar="SIDE", help="Print only this side's labels.", shell_complete=sides)
@prints
@names_database()
@seen_by
@of_any_time
@click.pass_obj
def labels(
    call: Call, battle: str | None, base: str, tabletop: str, side: str | None, paper: str, out: Path | None
) -> None:
    """Print labels to cut out for the stands of battle BATTLE, coloured by battalion and company, with officers and
    markers.

    Without BATTLE, the whole order of battle is printed: a label for each battalion, or with --tabletop for each of its
    stands.
    """
    size = base_of(base)
    pages = read(
        call,
        lambda board, viewer: label_sheets(
            board, viewer, size, battle or "", tabletop, side_named(board, side) if side else None
        ),
    )
    pages = tuple(label_sheet for label_sheet in pages if label_sheet.labels)
    if not pages:
        raise BadInput(
            "there is nothing to label:"
            f" {f'no unit of that side is in battle {battle}' if battle else 'no unit is left in play'}"
        )
    for path in write((File(label_file(view, battle), (view,)) for view in pages), paper, out):
        show.unbroken(str(path))
    tell_of_paper()
