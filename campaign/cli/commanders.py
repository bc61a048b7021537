"""``campaign commander``: the players of commanders, their deputies, and the commands that they join."""

from __future__ import annotations

import click

from campaign.actions.addresses import KeepAddress
from campaign.actions.orders import JoinCommand
from campaign.actions.seating import SeatDeputy, SeatPlayer
from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders, formations
from campaign.cli.options import looks_first, reads, signed
from campaign.cli.session import carry_out, read
from campaign.queries.orders import orders as orders_of


@click.command()
@click.argument("name", nargs=-1, shell_complete=commanders)
@click.option(
    "--with",
    "formation",
    metavar="FORMATION",
    help="The command he goes to, where he counts for initiative and readiness.",
    shell_complete=formations,
)
@click.option("--back", is_flag=True, help="He goes back to his headquarters.")
@click.option("--played-by", "player", metavar="WHO", help="A player's name, program, umpire, or nobody.")
@click.option(
    "--deputy", metavar="WHO", help="Who stands in for his player: a name, program or umpire; nobody ends it."
)
@click.option("--mail", "address", metavar="ADDRESS", help="Where his player's mail goes (NAME may be umpire).")
@click.option("--until", default="", metavar="DAY", help="The deputy's last day (2, or 1941-05-16); else this day.")
@reads
@signed()
@looks_first
def commander(
    call: Call,
    name: tuple[str, ...],
    formation: str | None,
    back: bool,
    player: str | None,
    deputy: str | None,
    address: str | None,
    until: str,
) -> None:
    """Who plays whom; with NAME, who plays that commander, who stands in for him, or with which command he is.

    A side in place of NAME means all its commanders. One whom the program plays gets his orders from the doctrine when
    'campaign next' runs (campaign rules --doctrine). A player's name serves as --viewer, for all his commanders.
    """
    options = [option for option in (formation, player, deputy, address, back or None) if option is not None]
    if len(options) > 1 or (until and deputy is None) or (options and not name):
        raise click.UsageError("give NAME and one of --played-by, --deputy (with --until), --mail, --with, --back")
    commander = " ".join(name)
    if player is not None:
        carry_out(call, SeatPlayer(commander, player))
    elif address is not None:
        carry_out(call, KeepAddress(commander, address))
    elif deputy is not None:
        carry_out(call, SeatDeputy(commander, deputy, until))
    elif options:
        carry_out(call, JoinCommand(commander, formation or ""))
    else:
        _list(call, commander)


def _list(call: Call, commander: str) -> None:
    """Print the players of all commanders, or of one."""
    from campaign.queries.viewers import commander_for

    names = [read(call, lambda board, viewer: commander_for(board, viewer, commander)[0].name)] if commander else None
    seats = [c for c in read(call, orders_of).commanders if names is None or c.name in names]
    if call.as_json:
        show.json(seats)
        return
    show.table(
        ("Commander", "Side", "Force", "Played by"),
        [(c.name, c.side, c.force + (f", with {c.whereabouts}" if c.whereabouts else ""), c.played_by) for c in seats],
    )
