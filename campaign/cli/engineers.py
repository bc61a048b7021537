"""``campaign engineer``, ``split`` and ``join``: tasks of battalions in place of marching, and their parts."""

from __future__ import annotations

from collections.abc import Container

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import sites, units
from campaign.cli.options import answers_json, looks_first, names_database, of_any_time, ordered, seen_by, signed
from campaign.cli.session import carry_out, read

_PARTS = ("company", "half")


@click.command()
@click.argument("words", metavar="[UNIT TASK]", nargs=-1, shell_complete=units)
@click.option(
    "--at",
    default="",
    metavar="TARGET",
    shell_complete=sites,
    help=(
        "A crossing or obstacle; a road by both ends ('A - B'), its name or number, or a place: the one to which a road"
        " leads from here, or any other, to which it marches."
    ),
)
@click.option("--class", "load", default="", metavar="foot|medium|heavy", help="What a bridge or ferry is to carry.")
@click.option("--inches", type=int, metavar="N", help="Length of a belt of mines on the table; 4 are a turn's work.")
@click.option(
    "--carry",
    multiple=True,
    metavar="UNIT",
    help="Whom boats carry over; up to two battalions of infantry, or one of vehicles.",
)
@click.option("--stop", is_flag=True, help="UNIT leaves its task.")
@click.option("--list", "listed", is_flag=True, help="Show the tasks in hand, as the command alone does.")
@names_database()
@answers_json
@seen_by
@of_any_time
@signed()
@looks_first
@click.pass_obj
def engineer(
    call: Call,
    words: tuple[str, ...],
    at: str,
    load: str,
    inches: int | None,
    carry: tuple[str, ...],
    stop: bool,
    listed: bool,
) -> None:
    """UNIT is put to an engineering TASK, which it does in place of marching, a turn at a time.

    \b
    block road           1 turn; any engineers; --at "A - B" says which road
    blow span            1 turn; any engineers; repairable
    prepare demolition   1 turn; any engineers; several spans
    blow bridge          1 turn; any engineers; prepared before; gone for good
    gap                  1 turn; any engineers; an obstacle or a blown span
    bridge               2, 4, 6 turns by --class; specialists on a major river
    ferry                1, 2, 3 turns; specialists, who stay with it
    boats                1 turn for foot, 2 wheels, 3 medium; specialists; --carry
    swim                 2 turns; tanks that swim, by themselves; once
    minefield            a turn for each 4 inches; specialists

    It marches first to a crossing, an obstacle or a road where it does not stand; that turn does not count. A road is
    blocked or mined where it stands, or where that road leaves its place. Turns in which it moves or fights do not
    count. Without anything: the tasks in hand. Whoever stands at boats that are ready crosses in a turn, by an order to
    march or attack beyond the water; over by boat he stays at the river until a bridge or a ferry is there.
    """
    if listed or not words:
        _list(call)
        return
    from campaign.actions.engineering import Engineer, StopEngineering
    from campaign.rules.tabletop.brevity.tables import MINEFIELD_LENGTH
    from campaign.situation.tasks import TASK_WORDS, TASKS

    if stop:
        carry_out(call, StopEngineering(" ".join(words)))
        return
    unit, task = _split_words(words, TASK_WORDS)
    if not unit or not task:
        raise click.UsageError(f"write the unit and then the task: one of {', '.join(TASKS)}")
    carry_out(call, Engineer(unit, task, at, load, MINEFIELD_LENGTH if inches is None else inches, carry))


def _split_words(words: tuple[str, ...], tasks: Container[str]) -> tuple[str, str]:
    """Return unit and task from the typed words: the longest ending that is a task, or else the last word."""
    typed = " ".join(words).split()
    for start in range(1, len(typed)):
        task = " ".join(typed[start:]).replace("-", " ")
        if task.lower() in tasks:
            return " ".join(typed[:start]), task
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else ("", "")


def _list(call: Call) -> None:
    from campaign.queries.tasks import tasks

    view = read(call, tasks)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Engineering tasks, as known to {view.viewer}")
    show.table(
        ("Battalion", "Side", "Task", "At", "Turns", "State", "Begun"),
        [
            (
                t.battalion,
                t.side,
                f"{t.kind} for {t.load_class}" if t.load_class else t.kind,
                t.target,
                f"{t.turns_done} of {t.turns_needed}",
                t.done or t.state,
                t.begun,
            )
            for t in view.tasks
        ],
        empty="No engineering tasks. campaign engineer --help says what there is to do.",
    )


@click.command()
@click.argument("words", metavar="UNIT [into] company|half", nargs=-1, required=True, shell_complete=units)
@click.option(
    "--name", default="", metavar="NAME", help="What the part is called; otherwise A Company of it, and so on."
)
@ordered
def split(call: Call, words: tuple[str, ...], name: str) -> None:
    """UNIT splits off a company or a half, which remembers whose it is.

    Two halves are two weak battalions; a company has no combat strength. A part that is destroyed returns only with its
    battalion.
    """
    from campaign.actions.splitting import Split

    if len(words) < 2 or words[-1].lower() not in _PARTS:
        raise click.UsageError(f"write after the unit what splits off: {' or '.join(_PARTS)}")
    unit = words[:-2] if words[-2].lower() == "into" and len(words) > 2 else words[:-1]
    carry_out(call, Split(" ".join(unit), words[-1].lower(), name))


@click.command()
@click.argument("unit", nargs=-1, required=True, shell_complete=units)
@ordered
def join(call: Call, unit: tuple[str, ...]) -> None:
    """UNIT, a part, joins its battalion; or UNIT, a battalion, takes back all its parts that stand with it."""
    from campaign.actions.splitting import Join

    carry_out(call, Join(" ".join(unit)))
