"""``campaign battle muster`` and ``battle under``: the needs of a game on the table, and the system of a battle."""

from __future__ import annotations

from pathlib import Path

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import units
from campaign.cli.declared import command_for
from campaign.cli.options import reads, writes
from campaign.cli.session import read
from campaign.queries.battle.muster import battle_muster
from campaign.verbs.systems import FightUnder
from campaign.views.battle.muster import BattleMuster, ModelRow, MusterSide


@click.command()
@click.argument("number")
@click.option(
    "--tabletop",
    default="",
    metavar="KEY",
    help="Count models for these tabletop rules instead of the battle's own rules.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="UNIT",
    help="Count models for this unit only; a formation means all its units. May be repeated.",
    shell_complete=units,
)
@click.option(
    "--owned",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="File that lists the models your club owns (CSV or YAML).",
)
@reads
@show.paged
def muster(call: Call, number: str, tabletop: str, only: tuple[str, ...], owned: Path | None) -> None:
    """List what battle NUMBER needs: each side's stands, the figures and models for them, and how many are missing.

    The FILE of --owned has a line for each kind of model, with its name and number: 'infantry figure, 240'; or in YAML
    'infantry figure: 240'.
    """
    counts = None
    if owned is not None:
        from campaign.exchange.owned import read_owned

        counts = read_owned(owned)
    view = read(call, lambda board, viewer: battle_muster(board, viewer, number, tabletop, only, counts))
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Battle {view.battle}: {view.name}, under {view.system}")
    for side in view.sides:
        show.line()
        _print_side(side)
    _print_models(view)
    show.lines([f"Warning: {words}" for words in view.warnings])


def _print_side(side: MusterSide) -> None:
    show.heading(f"{side.side}, {side.stands} stand{'s' * (side.stands != 1)}")
    rows = [(line.line, line.name, line.size, _stands(line.stands) or line.note) for line in side.lines]
    show.table(("Line", "Unit", "Size", "Stands"), rows, right=("Line",))
    show.lines(side.notes)


def _stands(stands: tuple[object, ...]) -> str:
    labels = [getattr(stand, "label", "") for stand in stands]
    return ", ".join(
        f"{labels.count(label)} x {label}" if labels.count(label) > 1 else label for label in dict.fromkeys(labels)
    )


def _print_models(view: BattleMuster) -> None:
    show.line()
    show.heading("Figures and models")
    is_counted = any(row.owned is not None for row in view.models)
    heads = ("Kind", "Needed", *(("Owned", "Missing") if is_counted else ()))
    show.table(heads, [_row(row, is_counted) for row in view.models], right=heads[1:], empty="None.")
    if is_counted:
        short = [row for row in view.models if row.short]
        show.lines(
            [
                (
                    f"Missing: {', '.join(f'{row.short} {row.label}' for row in short)}."
                    if short
                    else "The club owns everything on this list."
                )
            ]
        )


def _row(row: ModelRow, is_counted: bool) -> tuple[object, ...]:
    return (row.label, row.count, *((row.owned or 0, row.short or "") if is_counted else ()))


under = command_for(
    "under",
    FightUnder,
    "Fight battle NUMBER under the tabletop rules KEY. The table is laid out again. You can change the rules only"
    " before any part of the battle is played.",
    writes,
)
