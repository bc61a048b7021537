"""``campaign air``: air groups and their missions; ``campaign land``: battalions that land from the sea."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import formations, places, units
from campaign.cli.declared import asks, command_for, made
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import ordered, reads
from campaign.cli.session import carry_out, read
from campaign.queries.air.air import air_tasking
from campaign.terms.air import AirTask
from campaign.terms.viewer import viewer_text
from campaign.verbs.air_tasking import CancelAir, LandFromTheSea, TaskAir
from campaign.views.air.air import MAY_FLY, AirGroupLine, AirTasking

_HERE = "campaign.cli.air"
_SECTIONS = (
    Section("Look", (Entry("list", f"{_HERE}:list_", "list the air groups, whether they may fly, and their sorties"),)),
    Section(
        "Task",
        (
            Entry("task", f"{_HERE}:task", "order a sortie: strike, support, reconnaissance (look), supply or drop"),
            Entry("cancel", f"{_HERE}:cancel", "cancel a sortie"),
        ),
    ),
)


@click.group(cls=LazyGroup, sections=_SECTIONS, invoke_without_command=True)
@reads
@click.pass_context
def air(ctx: click.Context, call: Call) -> None:
    """List the air groups and their sorties, order a sortie, or cancel one. To print the list: campaign print
    air-tasking."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@click.command(name="list")
@click.option("--day", type=click.IntRange(min=1), metavar="N", help="Show another day instead of today.")
@reads
@show.paged
def list_(call: Call, day: int | None = None) -> None:
    """List the air groups with base, sorties and rest, whether they may fly, and the sorties ordered and flown. A side
    sees only its own groups."""
    view = read(call, lambda board, viewer: air_tasking(board, viewer, day))
    if call.as_json:
        show.json(view)
        return
    print_tasking(view)


def print_tasking(view: AirTasking) -> None:
    """Print the air tasking of a day at the terminal."""
    show.heading(f"Air groups on day {view.day}, {view.date}, as seen by {viewer_text(view.viewer)}")
    several = len({g.side for g in view.groups}) > 1
    show.table(
        ("Group", "Type", "Base", "Flown today", "Rests until", "Next turn"),
        [
            (
                f"{g.name}, {g.side}" if several else g.name,
                g.kind,
                _base(g),
                f"{g.sorties} of {g.sorties_a_day}",
                g.rest_until,
                g.today if g.today == MAY_FLY else "may not fly",
            )
            for g in view.groups
        ],
        empty="No aircraft.",
    )
    for why, names in _on_the_ground(view.groups).items():
        show.lines([f"May not fly next turn: {', '.join(names)}. Reason: {why}"])
    show.lines(
        [f"The air controller of {g.name} is with {g.controller}." for g in view.groups if g.controller != "none"]
    )
    show.line()
    show.heading("Sorties")
    show.table(
        ("Turn", "Clock", "Group", "Task", "Target", "State", "Result"),
        [(s.moment, s.clock, s.group, s.task, s.target, s.state, s.result) for s in view.sorties],
        empty='No sortie is ordered. To order one: campaign air task "GROUP" --target PLACE',
    )


def _on_the_ground(groups: Iterable[AirGroupLine]) -> dict[str, list[str]]:
    """Return the groups that may not fly in the coming turn, by the reason."""
    names: dict[str, list[str]] = {}
    for group in groups:
        if group.today != MAY_FLY:
            names.setdefault(group.today, []).append(group.name)
    return names


def _base(group: AirGroupLine) -> str:
    return group.base if group.base_sky is None else f"{group.base}, sky: {group.base_sky}"


@click.command()
@click.option("--target", metavar="PLACE|ENEMY", help="Strike a place, or an enemy in sight.", shell_complete=places)
@click.option(
    "--with-fac",
    "controller",
    metavar="COMMAND",
    help="Support this command in its battle; the group's air controller must be with the command.",
    shell_complete=formations,
)
@click.option(
    "--look", metavar="PLACE", help="Reconnoitre a place, if the house rules allow it.", shell_complete=places
)
@click.option("--supply", metavar="DIVISION", help="Fly supplies to a division.", shell_complete=formations)
@click.option(
    "--drop",
    metavar="BATTALION",
    help="Drop a parachute or glider battalion at the place that --at names.",
    shell_complete=units,
)
@click.option("--at", metavar="PLACE", help="Place where the battalion lands.", shell_complete=places)
@asks(TaskAir, but=("task", "target", "unit"))
@ordered
def task(
    call: Call,
    target: str | None,
    controller: str | None,
    look: str | None,
    supply: str | None,
    drop: str | None,
    at: str | None,
    **typed: Any,
) -> None:
    """Order a sortie of GROUP. Order it before the turn in which it flies, a sortie of heavy bombers before that day.
    campaign next flies the sortie."""
    lines = [
        (kind, word)
        for kind, word in (
            (AirTask.STRIKE, target),
            (AirTask.SUPPORT, controller),
            (AirTask.RECONNAISSANCE, look),
            (AirTask.SUPPLY, supply),
            (AirTask.LANDING, drop),
        )
        if word
    ]
    if len(lines) != 1:
        raise click.UsageError(
            "give the group one task with --target PLACE, --with-fac COMMAND, --look PLACE, --supply "
            "DIVISION, or --drop BATTALION --at PLACE"
        )
    kind, word = lines[0]
    if (kind is AirTask.LANDING) != bool(at):
        raise click.UsageError("--drop BATTALION and --at PLACE go together")
    goal = {"target": at, "unit": word} if kind is AirTask.LANDING else {"target": word}
    carry_out(call, made(TaskAir, {"task": kind.value, **goal, **typed}))


cancel = command_for("cancel", CancelAir, "Cancel the sorties ordered for GROUP.", ordered)
land = command_for(
    "land",
    LandFromTheSea,
    """Land UNIT from the sea: landing craft and amphibious transport land immediately, swimming tanks after two turns.

    UNIT must not be on the map yet. The landing is the unit's movement in that turn.
    """,
    ordered,
)
