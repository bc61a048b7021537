"""``campaign engineer``, ``split`` and ``join``: tasks of battalions in place of marching, and their parts."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import units
from campaign.cli.declared import asks, command_for, made
from campaign.cli.options import answers_json, looks_first, names_database, of_any_time, ordered, seen_by, signed
from campaign.cli.session import carry_out, read
from campaign.terms.viewer import viewer_text
from campaign.verbs.engineering import Engineer, StopEngineering
from campaign.verbs.splitting import Join, Split

_PARTS = ("company", "half")


@click.command()
@click.argument("words", metavar="[UNIT TASK]", nargs=-1, shell_complete=units)
@asks(Engineer, arguments=False)
@click.option("--stop", is_flag=True, help="Stop the unit's task.")
@click.option("--list", "listed", is_flag=True, help="List the tasks in hand (the same as the command alone).")
@names_database()
@answers_json
@seen_by
@of_any_time
@signed()
@looks_first
@click.pass_obj
def engineer(call: Call, /, words: tuple[str, ...], stop: bool, listed: bool, **typed: Any) -> None:
    """Give UNIT an engineering TASK. The unit works on the task turn by turn instead of marching.

    \b
    block road          any engineers, 1 turn; --at "A - B" names the road
    blow span           any engineers, 1 turn; the span can be repaired
    prepare demolition  any engineers, 1 turn; a bridge of several spans needs it
    blow bridge         any engineers, 1 turn, once prepared; beyond repair
    gap                 any engineers, 1 turn; through obstacle or blown span
    bridge              2, 4 or 6 turns (see --class); major rivers: specialists
    ferry               specialists, who stay; 1, 2 or 3 turns (see --class)
    boats               specialists; foot 1 turn, wheels 2, medium tanks 3
    swim                swimming tanks, 2 turns, only once; no engineers needed
    minefield           specialists only, 1 turn for each 4 inches

    If the crossing, obstacle or road is elsewhere, UNIT marches there first, and the turn of the march does not count
    as work. UNIT blocks or mines a road where the unit is, or where the road leaves the unit's place. Turns in which
    the unit moves or fights do not count as work. Typed alone, the command lists the tasks in hand. When its boats are
    ready, order the unit to march or attack beyond the water: it crosses in one turn. After crossing by boat the unit
    stays at the river until there is a bridge or a ferry.
    """
    if listed or not words:
        _list(call)
        return
    from campaign.situation.tasks import TASK_WORDS, TASKS

    if stop:
        carry_out(call, StopEngineering(" ".join(words)))
        return
    unit, task = _split_words(words, TASK_WORDS)
    if not unit or not task:
        raise click.UsageError(f"write the unit first and then the task: {', '.join(TASKS)}")
    carry_out(call, made(Engineer, {"unit": unit, "task": task, **typed}))


def _split_words(words: tuple[str, ...], tasks: Container[str]) -> tuple[str, str]:
    """Return unit and task from the typed words, in either order: the longest ending or beginning that is a task, or
    else the last word.
    """
    typed = " ".join(words).split()
    for start in range(1, len(typed)):
        for task_words, unit_words in ((typed[start:], typed[:start]), (typed[:-start], typed[-start:])):
            task = " ".join(task_words).replace("-", " ")
            if task.lower() in tasks:
                return " ".join(unit_words), task
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else ("", "")


def _list(call: Call) -> None:
    from campaign.queries.orbat.tasks import tasks

    view = read(call, tasks)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Engineering tasks, as seen by {viewer_text(view.viewer)}")
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
        empty="No engineering tasks. campaign engineer --help lists the tasks that engineers can do.",
    )


@click.command()
@click.argument("words", metavar="UNIT [into] company|half", nargs=-1, required=True, shell_complete=units)
@asks(Split, arguments=False)
@ordered
def split(call: Call, /, words: tuple[str, ...], **typed: Any) -> None:
    """Split a company or a half off UNIT. The part still belongs to its battalion.

    Two halves are two weak battalions; a company has no combat strength. A part that is destroyed returns only with its
    battalion.
    """
    if len(words) < 2 or words[-1].lower() not in _PARTS:
        raise click.UsageError(f"after the unit, write the part to split off: {' or '.join(_PARTS)}")
    unit = words[:-2] if words[-2].lower() == "into" and len(words) > 2 else words[:-1]
    carry_out(call, made(Split, {"unit": " ".join(unit), "into": words[-1].lower(), **typed}))


join = command_for(
    "join",
    Join,
    "Join UNIT, a part, to its battalion; if UNIT is a battalion, all its parts at the same place join it.",
    ordered,
)
