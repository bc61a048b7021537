"""``campaign reseed``: new dice from the next day on."""

from __future__ import annotations

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.options import writes
from campaign.cli.scenario import OWN_SEED
from campaign.cli.session import carry_out


@click.command()
@click.option(
    "--seed",
    metavar="TEXT",
    help="A word or number of your own, which whoever sees dice can guess; otherwise the system draws one.",
)
@writes
def reseed(call: Call, seed: str | None) -> None:
    """Give the campaign new dice, and its battle sheets codes of a new key, from the next day on.

    Dice of the days up to now stay. For a campaign that was started with a seed of its own or by an older program:
    somebody may have found that out from the dice and codes he has seen. It is an entry of the journal, and campaign
    undo takes it back.
    """
    from campaign.actions.reseeding import Reseed
    from campaign.journal.keys import fresh_key

    chance = fresh_key() if seed is None else seed
    carry_out(call, Reseed(chance, fresh_key()))
    show.note(f"Its dice come from the seed {chance} from then on.")
    if seed is not None:
        show.note(OWN_SEED)
