"""``campaign orbat``: the order of battle as a tree."""

from __future__ import annotations

from collections.abc import Iterator

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sides
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.journal import JournalBoard
from campaign.queries.orbat import orders_of_battle
from campaign.situation.names import side_named
from campaign.terms.viewer import Viewer
from campaign.views.orbat import OrbatChart, OrbatNode


@click.command()
@click.option("--side", metavar="SIDE", help="One side only.", shell_complete=sides)
@click.option(
    "--roster",
    "as_roster",
    is_flag=True,
    help="As a table: strength against establishment, and what changed since yesterday.",
)
@reads
def orbat(call: Call, side: str | None, as_roster: bool) -> None:
    """The order of battle as it stands today: states, strengths, positions, attachments."""
    if as_roster:
        from campaign.cli.roster import print_rosters

        print_rosters(call, side)
        return
    charts = read(call, lambda board, viewer: _charts(board, viewer, side))
    if call.as_json:
        show.json(charts)
        return
    for number, chart in enumerate(charts):
        if number:
            show.line()
        _print(chart)


def _charts(board: JournalBoard, viewer: Viewer, side: str | None) -> tuple[OrbatChart, ...]:
    return orders_of_battle(board, viewer, side_named(board, side).id if side else None)


def _print(chart: OrbatChart) -> None:
    show.heading(f"{chart.masthead.side}: order of battle, {chart.masthead.when}")
    show.tree(branch(root) for root in chart.roots)
    if chart.totals is not None:
        show.line()
        rows = [*chart.totals.rows, *([chart.totals.total] if chart.totals.total else [])]
        show.table(chart.totals.heads, rows, right=chart.totals.heads[1:])
    show.lines(chart.notes)


def branch(node: OrbatNode) -> show.Branch:
    """A formation or unit with what is under it."""
    return show.Branch(
        node.name,
        tuple(branch(child) for child in node.subordinates),
        _aside(node),
        ", ".join(_lines_of(node)),
        node.short,
    )


def _lines_of(node: OrbatNode) -> Iterator[str]:
    if node.level is not None and node.led_by:
        yield node.led_by
    if node.level is not None and node.strength:
        yield node.strength
    if node.note:
        yield node.note
    if node.position:
        yield node.position


def _aside(node: OrbatNode) -> str:
    return node.strength if node.level is None else ""
