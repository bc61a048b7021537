"""``campaign status``: the present state and what is waiting."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads
from campaign.cli.session import is_umpire, read
from campaign.queries.day.status import status as status_of
from campaign.terms.rule_ids import by_rule
from campaign.terms.state import battle_state_text
from campaign.terms.viewer import viewer_text
from campaign.terms.words import counted
from campaign.views.day.status import Status


@click.command()
@reads
def status(call: Call) -> None:
    """Show the state of the campaign and what is waiting, with the command for it."""
    view = read(call, status_of)
    if call.as_json:
        show.json(view)
        return
    _print(view)
    if is_umpire(call):
        from campaign.cli.synced import tell_of_copies

        tell_of_copies(call.db)


def _print(view: Status) -> None:
    show.heading(f"{view.title} ({view.campaign}), as seen by {viewer_text(view.viewer)}")
    weather = f"{view.light}, {view.sky}" if view.weather_settled else f"{view.light}; weather not decided yet"
    show.pairs(
        (
            ("Turn", f"day {view.moment.day} of {view.days}, turn {view.moment.turn} of 4: {view.clock}"),
            ("Light", weather),
            ("Next step", view.phase.text),
            ("Orders due", view.deadline),
            *([] if view.entries is None else [("Journal", f"{counted(view.entries, 'entry')}")]),
        )
    )
    _head("Waiting" if view.waiting else "Nothing is waiting.")
    if view.waiting:
        for awaited in view.waiting:
            show.lines([f"{awaited.what}"], indent=2)
            show.lines([f"-> {awaited.command}"], indent=4)
    _head("Sides")
    show.table(
        ("Side", "Fresh", "Spent", "Out of play", "To arrive", "Score"),
        [(s.side, s.fresh, s.spent, s.lost, s.to_arrive, s.score) for s in view.sides],
        right=("Fresh", "Spent", "Out of play", "To arrive", "Score"),
    )
    _head("Orders")
    show.table(
        ("Commander", "Force", "Day's orders"),
        [
            (c.whose, c.force + (f", with {c.whereabouts}" if c.whereabouts else ""), c.day_orders)
            for c in view.commanders
        ],
        empty="No commander is known.",
    )
    if view.battles:
        _head("Open battles")
        show.table(
            ("No", "Battle", "At", "State", "Begun"),
            [(b.number, b.name, b.place, battle_state_text(b.state), b.begun) for b in view.battles],
            right=("No",),
        )
    if view.supply:
        _head(f"Out of supply{f', {view.supply_traced}' if view.supply_traced else ''}")
        for trouble in view.supply:
            show.lines([by_rule(f"{trouble.formation}: {trouble.why}", trouble.rule)], indent=2)
            if trouble.advice:
                show.lines([f"-> {trouble.advice}"], indent=4)


def _head(words: str) -> None:
    show.line()
    show.heading(words)
