"""``campaign recover``: who is out of play, and what brings him back."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.desk import read
from campaign.cli.options import Call, reads
from campaign.queries.losses import losses


@click.command()
@reads
@click.pass_obj
def recover(call: Call) -> None:
    """Battalions out of play, and the die that may bring them back.

    The dice are rolled by campaign next as a day begins; a choice it leaves open is answered with campaign decide.
    """
    view = read(call, losses)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Out of play, as known to {view.viewer}")
    show.table(
        ("Battalion", "Side", "State", "Since", "Rolls for it", "Needs"),
        [(b.name, b.side, b.state, b.clock, b.returns_by, b.needs) for b in view.lost],
        empty="Every battalion is in play or still to arrive.",
    )
