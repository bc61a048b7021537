"""``campaign places``: the names on the map, their owners, and the roads between them."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import places as place_names
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.map.places import places as places_of
from campaign.terms.viewer import viewer_text
from campaign.views.map.places import PlaceLine, PlaceList


@click.command()
@click.argument("name", nargs=-1, shell_complete=place_names)
@reads
@show.paged
def places(call: Call, name: tuple[str, ...]) -> None:
    """List the places on the map by the names that orders use, with their owners and the roads from each; or show only
    NAME."""
    view = read(call, lambda board, viewer: places_of(board, viewer, " ".join(name)))
    if call.as_json:
        show.json(view)
    elif name:
        for place in view.places:
            _print_place(place)
    else:
        _list(view)


def _list(view: PlaceList) -> None:
    show.heading(f"Places, as seen by {viewer_text(view.viewer)}")
    rows = [(p.name, p.held_by, "; ".join(f"{road.to} {road.length_km} km" for road in p.roads)) for p in view.places]
    show.table(("Place", "Held by", "Roads to"), rows, empty="The map has no places.")
    show.lines(["campaign places NAME shows one place, with the surface of its roads and the points it scores."])


def _print_place(place: PlaceLine) -> None:
    show.heading(place.name)
    show.pairs(
        [
            ("Kind", place.role),
            ("Held by", place.held_by),
            *(("Objective", objective) for objective in place.objectives),
        ]
    )
    show.line()
    show.table(
        ("Road to", "km", "Kind", "Marched on as"),
        [(r.to, r.length_km, r.kind, r.surface) for r in place.roads],
        right=("km",),
        empty="No road leads there.",
    )
    show.lines(f"To {road.to}: {'; '.join(road.blocks)}." for road in place.roads if road.blocks)
