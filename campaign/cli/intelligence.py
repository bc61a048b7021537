"""``campaign sightings`` and ``campaign objectives``: the enemy, and the ground that scores."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.contacts.sighting_groups import sighting_brief
from campaign.queries.contacts.sightings import sightings as sightings_of
from campaign.queries.map.objectives import objectives as objectives_of
from campaign.terms.viewer import viewer_text
from campaign.terms.words import counted
from campaign.views.contacts.sightings import summary_of_sightings
from campaign.views.map.objectives import VictoryLine


@click.command()
@click.option("--full", is_flag=True, help="Show every unit with its exact place, who saw it, and how.")
@reads
@show.paged
def sightings(call: Call, full: bool) -> None:
    """List the enemy units that each side has seen, by place, the newest first. Their names appear only after a battle,
    except for the umpire."""
    if not full and not call.as_json:
        brief = read(call, sighting_brief)
        show.summary(summary_of_sightings(brief), brief.most_lines)
        return
    view = read(call, sightings_of)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Sightings, {view.now}, as seen by {viewer_text(view.viewer)}")
    show.table(
        ("Age", "Where", "What", "Seen by", "How"),
        [
            (
                f"{s.age_hours} h",
                s.where,
                f"{s.arm}, {s.mark}" + (f": {s.name}" if s.name else ""),
                f"{s.seen_by_side}: {s.seen_by}",
                s.how,
            )
            for s in view.sightings
        ],
        right=("Age",),
        empty="No enemy unit has been seen yet.",
    )


@click.command()
@reads
def objectives(call: Call) -> None:
    """Show the places that score at the end of the day, the side that holds each place, and the score so far."""
    view = read(call, objectives_of)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Objectives, as seen by {viewer_text(view.viewer)}")
    show.table(
        ("Objective", "Worth", "Holder", "Scored"),
        [
            (
                o.name if o.name == o.place else f"{o.name} ({o.place})",
                f"{counted(o.points, 'point')} {'a day' if o.day is None else f'on day {o.day}'} to {o.side}",
                _HOLDER.get(o.held_by, f"held by {o.held_by}"),
                f"{o.scored} so far",
            )
            for o in view.objectives
        ],
        right=("Scored",),
        empty="This campaign has no objectives for this viewer.",
    )
    show.line()
    show.heading(
        f"Score after day {view.scored_through} of {view.days}"
        if view.scored_through
        else "Score: no day has ended yet"
    )
    days = tuple(f"Day {n + 1}" for n in range(view.scored_through))
    show.table(("Side", *days, "Total"), [(s.side, *s.by_day, s.total) for s in view.scores], right=(*days, "Total"))
    if view.victory:
        show.line()
        show.heading("Victory by the score at the end")
        show.table(
            ("Level", "Reached by"),
            [(line.name + (" (the score so far)" if line.reached else ""), _lead(line)) for line in view.victory],
        )


_HOLDER = {"ours": "held by us", "not ours": "not held by us"}
"""The words of a holder that a side sees."""


def _lead(line: VictoryLine) -> str:
    return f"{line.side}, ahead by {line.lead} or more" if line.side else "any other score"
