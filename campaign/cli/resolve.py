"""``campaign battle resolve``: a battle resolved by the program."""

from __future__ import annotations

import click

from campaign.actions.resolution import ResolveBattle
from campaign.cli.call import Call
from campaign.cli.options import rolls_alone
from campaign.cli.session import carry_out, try_out
from campaign.cli.show import receipt
from campaign.cli.side_news import UMPIRE, run_and_tell
from campaign.errors import NotAllowed


@click.command()
@click.argument("number")
@click.option(
    "--turns", type=int, default=1, show_default=True, metavar="N", help="So many turns of six hours at the most."
)
@click.option("--preview", is_flag=True, help="Show how it would go with these dice; nothing is written.")
@rolls_alone
def resolve(call: Call, number: str, turns: int, preview: bool) -> None:
    """Fight battle NUMBER by the book's procedures and dice, under a plain doctrine for each side, and settle it.

    The attacker attacks, the other side defends; how, and when a side breaks off (auto.break_off; NQM counts points,
    Brigade its book's companies), is told by 'campaign rules --doctrine'. It answers with a summary; who moved where,
    what was rolled against which score and why, and what came of it: 'campaign battle show NUMBER --full'.
    """
    command = ResolveBattle(number, turns)
    if call.viewer != UMPIRE:
        if preview:
            raise NotAllowed("--preview shows both sides, with the dice to come: it is the umpire's, not for a player")
        run_and_tell(call, command)
    elif preview:
        receipt(try_out(call, command).receipt)
    else:
        carry_out(call, command)
