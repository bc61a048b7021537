"""``campaign weather``: the day's weather, light and sky."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.day.weather import sky_words
from campaign.queries.day.weather import weather as weather_of
from campaign.views.day.weather import AreaWeather


@click.command()
@click.option("--day", type=click.IntRange(min=1), metavar="N", help="Show another day instead of today.")
@reads
def weather(call: Call, day: int | None) -> None:
    """Show the weather turn by turn, the light by the rules, the real sun and moon, and how far troops see."""
    view = read(call, lambda board, viewer: weather_of(board, viewer, day))
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Weather of day {view.day}, {view.date}, {view.season}")
    show.lines([view.source_words])
    _area(view.battlefield)
    if view.basing_areas:
        show.line()
        show.heading("Basing areas")
        turns = tuple(f"Turn {t.turn}" for t in view.battlefield.turns)
        rows = [(f"{a.area} ({a.side})", *(t.sky or "" for t in a.turns)) for a in view.basing_areas]
        show.table(("Area", *turns), rows)
    show.line()
    show.pairs(
        (
            ("Night before", sky_words(view.tonight)),
            ("Day", sky_words(view.today)),
            (
                "Troops see",
                (
                    f"{view.sees_open_m:,} m in the open, {view.sees_hill_m:,} m from a hill, {view.sees_terrain_m:,} m"
                    " into terrain (this turn)"
                ),
            ),
        )
    )


def _area(area: AreaWeather) -> None:
    show.table(
        ("Turn", "Clock", "Light", "Weather", "Die", "Why"),
        [
            (t.turn, t.clock, t.light or "", t.sky or "not decided yet", "" if t.roll is None else t.roll, t.basis)
            for t in area.turns
        ],
        right=("Turn", "Die"),
    )
