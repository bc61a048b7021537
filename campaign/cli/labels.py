"""``campaign labels``: labels and markers to cut out, in the size of the club's bases."""

from __future__ import annotations

import re
from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.options import names_database, of_any_time, prints, seen_by
from campaign.cli.papers import File, write
from campaign.cli.session import read
from campaign.errors import BadInput
from campaign.queries.labels import label_sheets
from campaign.situation.names import side_named
from campaign.terms.words import file_name
from campaign.views.labels import LabelSheet

COMMON = ("20x20", "25x25", "30x20", "30x30", "40x20", "40x30", "40x40", "46x27", "50x25", "60x30", "60x40", "80x40")
"""Common bases, width by depth in millimetres; other sizes may be typed too."""
LEAST, MOST = (18, 15), (120, 100)


@click.command()
@click.argument("battle", required=False)
@click.option(
    "--base",
    default="46x27",
    show_default=True,
    metavar="WxD",
    help=f"Size of your bases in mm, width by depth: {', '.join(COMMON)} ...",
)
@click.option("--tabletop", default="", metavar="KEY", help="Make labels for the stands of these rules.")
@click.option("--side", metavar="SIDE", help="Print only this side's labels.", shell_complete=sides)
@prints
@names_database()
@seen_by
@of_any_time
@click.pass_obj
def labels(
    call: Call, battle: str | None, base: str, tabletop: str, side: str | None, paper: str, out: Path | None
) -> None:
    """Print labels to cut out for the stands of BATTLE, coloured by battalion and company, with officers and markers.

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
    for path in write((File(_name(view, battle), (view,)) for view in pages), paper, out):
        show.line(str(path))


def base_of(text: str) -> tuple[int, int]:
    """Return width and depth in mm: ``40x30`` -> 40 mm wide, 30 deep. Raises BadInput."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*(?:[x×*]|by)\s*(\d{1,3})\s*(?:mm)?\s*", text, re.IGNORECASE)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (LEAST[0] <= size[0] <= MOST[0] and LEAST[1] <= size[1] <= MOST[1]):
        spans = f"from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}"
        raise BadInput(f"{text!r} is not a base size: write width by depth in millimetres, {spans}, as in --base 40x30")
    return size


def _name(view: LabelSheet, battle: str | None) -> str:
    return file_name(f"battle {battle} {view.side} labels" if battle else f"{view.side} labels", ".pdf")
