"""``campaign map``: the situation map as SVG, for a screen or a web page; ``campaign print map`` has it on paper."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders
from campaign.cli.options import on_paper, preferred_folder, reads
from campaign.cli.preferred import tell_of_paper
from campaign.cli.session import read
from campaign.exchange.writing import write_over
from campaign.queries.map.map import map_for
from campaign.terms.words import file_name
from campaign.views.map.map import SituationMap


@click.command(name="map")
@click.option("--for", "commander", metavar="COMMANDER", help="Draw this commander's map.", shell_complete=commanders)
@on_paper
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="File to write. Default: a new file in the folder of your preferences, else in this folder.",
)
@reads
def map_(call: Call, commander: str | None, paper: str, out: Path | None) -> None:
    """Draw the situation map as SVG: ground, troops, supply, contacts and ordered marches. It shows only what the
    viewer may know.

    A map that is too crowded for one sheet becomes an overview and lettered sheets, one below the other. --json prints
    the contents instead of drawing them.
    """
    if out is not None and out.suffix.lower() != ".svg":
        raise click.UsageError(f"{str(out)!r} does not end in .svg. For a PDF: campaign print map")
    view = read(call, lambda board, viewer: map_for(board, viewer, commander or ""))
    if call.as_json:
        show.json(view)
        return
    path = out or (preferred_folder() or Path()) / _name(view)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_over(path, _drawn(view, paper).encode())
    show.unbroken(str(path))
    tell_of_paper()


def _name(view: SituationMap) -> str:
    """Return the name of a map's file: ``british-situation-map-day-1-turn-2.svg``."""
    return file_name(
        f"{view.masthead.side} {view.commander} situation map {view.masthead.turn.partition(' of ')[0]}", ".svg"
    )


def _drawn(view: SituationMap, paper: str) -> str:
    from campaign_reports.map import render_map_svg
    from campaign_reports.page import Paper

    return render_map_svg(view, Paper(paper))
