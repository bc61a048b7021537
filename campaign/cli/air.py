"""``campaign air``: air groups and their missions; ``campaign land``: battalions that land from the sea."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import formations, places, units
from campaign.cli.lazy import Entry, LazyGroup, Section
from campaign.cli.options import ordered, reads
from campaign.cli.session import carry_out, read
from campaign.queries.air import air_tasking
from campaign.terms.air import AirTask
from campaign.views.air import AirGroupLine, AirTasking

_HERE = "campaign.cli.air"
_SECTIONS = (
    Section("Look", (Entry("list", f"{_HERE}:list_", "the groups, what they may do today, what is written"),)),
    Section(
        "Task",
        (
            Entry("task", f"{_HERE}:task", "a sortie: strike, support, look, supply, drop"),
            Entry("cancel", f"{_HERE}:cancel", "call a sortie off"),
        ),
    ),
)


@click.group(cls=LazyGroup, sections=_SECTIONS, invoke_without_command=True)
@reads
@click.pass_context
def air(ctx: click.Context, call: Call) -> None:
    """Air groups and their tasks; alone it lists them. Print the orders with campaign print air-tasking."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@click.command(name="list")
@click.option("--day", type=click.IntRange(min=1), metavar="N", help="Another day than today.")
@reads
def list_(call: Call, day: int | None = None) -> None:
    """Air groups with base, state, sorties and rest; may they fly; and the sorties written and flown. A side reads its
    own."""
    view = read(call, lambda board, viewer: air_tasking(board, viewer, day))
    if call.as_json:
        show.json(view)
        return
    print_tasking(view)


def print_tasking(view: AirTasking) -> None:
    """Print the air tasking of a day at the terminal."""
    show.heading(f"Air groups on day {view.day}, {view.date}, as known to {view.viewer}")
    several = len({g.side for g in view.groups}) > 1
    show.table(
        ("Group", "Type", "Base", "Today", "Rests to", "Next turn"),
        [
            (
                f"{g.name}, {g.side}" if several else g.name,
                g.kind,
                _base(g),
                f"{g.sorties} of {g.sorties_a_day}",
                g.rest_until,
                g.today,
            )
            for g in view.groups
        ],
        empty="No aircraft.",
    )
    show.lines([f"{g.name}: controller with {g.controller}" for g in view.groups if g.controller != "none"])
    show.line()
    show.heading("Sorties")
    show.table(
        ("Turn", "Clock", "Group", "Task", "Target", "State", "Result"),
        [(s.moment, s.clock, s.group, s.task, s.target, s.state, s.result) for s in view.sorties],
        empty='None written. campaign air task "GROUP" --target PLACE writes one.',
    )


def _base(group: AirGroupLine) -> str:
    return group.base if group.base_sky is None else f"{group.base}, {group.base_sky}"


@click.command()
@click.argument("group", nargs=-1, required=True)
@click.option(
    "--target", metavar="PLACE|ENEMY", help="What it strikes: a place, or an enemy in sight.", shell_complete=places
)
@click.option(
    "--with-fac",
    "controller",
    metavar="COMMAND",
    help="With its controller in that command's fight.",
    shell_complete=formations,
)
@click.option(
    "--look", metavar="PLACE", help="To see what stands there, where the house rules have it.", shell_complete=places
)
@click.option("--supply", metavar="DIVISION", help="Supplies for a division.", shell_complete=formations)
@click.option(
    "--drop", metavar="BATTALION", help="A parachute or glider battalion; --at says where.", shell_complete=units
)
@click.option("--at", metavar="PLACE", help="Where the battalion lands.", shell_complete=places)
@click.option(
    "--turn", default="", metavar="DAY.TURN", help="1.3, or 3 for today; left out: the next that can be flown."
)
@click.option("--no-craters", is_flag=True, help="Heavy bombers count as medium ones and leave no craters.")
@ordered
def task(
    call: Call,
    group: tuple[str, ...],
    target: str | None,
    controller: str | None,
    look: str | None,
    supply: str | None,
    drop: str | None,
    at: str | None,
    turn: str,
    no_craters: bool,
) -> None:
    """GROUP is sent out in a turn. It is written down before the turn, for heavy bombers before the day, and flown by
    campaign next."""
    from campaign.actions.air_tasking import TaskAir

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
            "say one thing to do: --target PLACE, --with-fac COMMAND, --look PLACE, --supply DIVISION, or --drop"
            " BATTALION --at PLACE"
        )
    kind, word = lines[0]
    if (kind is AirTask.LANDING) != bool(at):
        raise click.UsageError("--drop BATTALION and --at PLACE go together")
    name = " ".join(group)
    if kind is AirTask.LANDING:
        carry_out(call, TaskAir(name, kind.value, at or "", turn, word))
        return
    carry_out(call, TaskAir(name, kind.value, word, turn, as_medium=no_craters))


@click.command()
@click.argument("group", nargs=-1, required=True)
@click.option(
    "--turn",
    default="",
    metavar="DAY.TURN",
    help="Only the sortie of that turn; left out: all that are still to be flown.",
)
@ordered
def cancel(call: Call, group: tuple[str, ...], turn: str) -> None:
    """What was written for GROUP is called off."""
    from campaign.actions.air_tasking import CancelAir

    carry_out(call, CancelAir(" ".join(group), turn))


@click.command()
@click.argument("unit", nargs=-1, required=True, shell_complete=units)
@click.option("--at", required=True, metavar="PLACE", help="Where on the coast.", shell_complete=places)
@click.option("--turn", default="", metavar="DAY.TURN", help="1.3, or 3 for today; left out: as soon as it is ready.")
@ordered
def land(call: Call, unit: tuple[str, ...], at: str, turn: str) -> None:
    """UNIT, off the map until now, lands from the sea: landing craft and amphibious transport at once, swimming tanks
    after two turns.

    The landing is its movement of that turn.
    """
    from campaign.actions.air_tasking import LandFromTheSea

    carry_out(call, LandFromTheSea(" ".join(unit), at, turn))
