"""``campaign recover``: battalions out of play, and how they return."""

from __future__ import annotations

from collections.abc import Iterable

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import reads
from campaign.cli.session import read
from campaign.queries.orbat.losses import losses
from campaign.terms.viewer import viewer_text
from campaign.views.orbat.losses import LostBattalion

_ROLLED = "OB-RCV-08"
"""The rule named by every roll for recovery; a reason for which none is rolled does not name it."""


@click.command()
@reads
@show.paged
def recover(call: Call) -> None:
    """List the battalions out of play, and the die that may bring them back.

    campaign next rolls the dice at the start of a day. Where a player has a choice, answer it with campaign decide.
    """
    view = read(call, losses)
    if call.as_json:
        show.json(view)
        return
    show.heading(f"Out of play, as seen by {viewer_text(view.viewer)}")
    show.table(
        ("Battalion", "Side", "State", "Since"),
        [(b.name, b.side, b.state, b.clock) for b in view.lost],
        empty="Every battalion is in play or still to arrive.",
    )
    show.lines(
        f"{f'{by} rolls one die for' if by else 'No roll for'} {'; '.join(names)}: {needs}"
        for (by, needs), names in _together(view.lost).items()
    )


def _together(lost: Iterable[LostBattalion]) -> dict[tuple[str, str], list[str]]:
    """Return the lost battalions grouped by the same die, or the same reason why there is none."""
    result: dict[tuple[str, str], list[str]] = {}
    for lost_battalion in lost:
        roller = lost_battalion.returns_by if _ROLLED in lost_battalion.rules else ""
        result.setdefault((roller, lost_battalion.needs), []).append(lost_battalion.name)
    return result
