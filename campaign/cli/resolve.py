"""``campaign battle resolve``: a battle resolved by the program."""

from __future__ import annotations

from typing import Any

import click

from campaign.cli.call import Call
from campaign.cli.declared import asks, made
from campaign.cli.left_out import tell_of_default
from campaign.cli.options import rolls_alone
from campaign.cli.session import carry_out, foresee
from campaign.cli.show import receipt
from campaign.cli.side_news import UMPIRE, run_and_tell
from campaign.errors import NotAllowed
from campaign.verbs.resolution import ResolveBattle
from campaign.words.proposal import Proposal


@click.command()
@asks(ResolveBattle)
@click.option("--preview", is_flag=True, help="Show how the battle would go with these dice, and change nothing.")
@rolls_alone
def resolve(call: Call, preview: bool, **typed: Any) -> None:
    """Let the program fight and settle battle NUMBER, by the book's procedures and dice and a plain doctrine for each
    side.

    The attacker attacks, and the other side defends. 'campaign rules --doctrine' explains how each side fights. The
    setting auto.break_off decides when a side breaks off. The answer is a summary. 'campaign battle show NUMBER --full'
    shows every move and every roll, with its score, reasons and effect.
    """
    once = Proposal("at most one turn of six hours is fought", "no number of turns was given", "--turns N")
    tell_of_default("turns", once)
    command = made(ResolveBattle, typed)
    if call.viewer != UMPIRE:
        if preview:
            raise NotAllowed("--preview shows both sides and the dice to come, so it is for the umpire only")
        run_and_tell(call, command)
    elif preview:
        receipt(foresee(call, command).receipt)
    else:
        carry_out(call, command)
