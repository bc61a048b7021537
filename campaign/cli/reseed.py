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
    help="Your own word or number as the source of all dice. Players who see enough dice can work it out. Default: each"
    " turn draws fresh dice when it begins, and they cannot be known before.",
)
@writes
def reseed(call: Call, seed: str | None) -> None:
    """From the next day on, give the campaign new dice and its battle sheets new codes.

    Dice already rolled stay the same. Use this for a campaign that was started with a seed of your own or by an older
    program: a player may have worked out the seed from the dice and codes he has seen, and the holder of the file can
    read its dice ahead. New dice are a journal entry, and campaign undo undoes it.
    """
    from campaign.actions.reseeding import Reseed
    from campaign.journal.keys import fresh_key

    chance = fresh_key() if seed is None else seed
    carry_out(call, Reseed(chance, fresh_key(), draws=seed is None))
    if seed is not None:
        show.note(f"From then on all its dice come from the seed {chance}.")
        show.note(OWN_SEED)
