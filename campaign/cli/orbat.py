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
from campaign.queries.orbat.orbat import orders_of_battle
from campaign.queries.orbat.orbat_brief import orbat_briefs
from campaign.situation.names import side_named
from campaign.views.orbat.orbat import OrbatChart, OrbatNode, summary_of_orbat


@click.command()
@click.option("--side", metavar="SIDE", help="Show only this side.", shell_complete=sides)
@click.option(
    "--roster",
    "as_roster",
    is_flag=True,
    help="Show a table: strength against establishment, and the changes since yesterday.",
)
@click.option("--full", is_flag=True, help="Show the complete tree, unit by unit.")
@reads
@show.paged
def orbat(call: Call, side: str | None, as_roster: bool, full: bool) -> None:
    """Show the order of battle today: states, strengths and positions, a line for each formation."""
    if as_roster:
        from campaign.cli.roster import print_rosters

        print_rosters(call, side)
        return
    if not full and not call.as_json:
        briefs, most = read(call, lambda board, viewer: orbat_briefs(board, viewer, _side(board, side)))
        for brief in briefs:
            show.summary(summary_of_orbat(brief), (most - 1) // len(briefs))
        show.line("In full: campaign orbat --full; for a table: --roster")
        return
    charts = read(call, lambda board, viewer: orders_of_battle(board, viewer, _side(board, side)))
    if call.as_json:
        show.json(charts)
        return
    for number, chart in enumerate(charts):
        if number:
            show.line()
        _print(chart)


def _side(board: JournalBoard, side: str | None) -> int | None:
    return side_named(board, side).id if side else None


def _print(chart: OrbatChart) -> None:
    show.heading(f"{chart.masthead.side}: order of battle, {chart.masthead.when}")
    show.tree(branch(root) for root in chart.roots)
    if chart.totals is not None:
        show.line()
        rows = [*chart.totals.rows, *([chart.totals.total] if chart.totals.total else [])]
        show.table(chart.totals.heads, rows, right=chart.totals.heads[1:])
    show.lines(chart.notes)


def branch(node: OrbatNode) -> show.Branch:
    """Return a formation or unit as a branch, with those under it."""
    return show.Branch(
        node.name,
        tuple(branch(child) for child in node.subordinates),
        _aside(node),
        ", ".join(_lines_of(node)),
        node.short,
    )


def _lines_of(node: OrbatNode) -> Iterator[str]:
    if node.level is not None and node.leader:
        yield node.leader
    if node.level is not None and node.strength:
        yield node.strength
    if node.note:
        yield node.note
    if node.position:
        yield node.position


def _aside(node: OrbatNode) -> str:
    return node.strength if node.level is None else ""
