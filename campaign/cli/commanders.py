"""``campaign commander``: the players of commanders, their deputies, and the commands that they join."""

from __future__ import annotations

from collections.abc import Sequence

import click

from campaign.cli import show
from campaign.cli.call import Call
from campaign.cli.completion import commanders
from campaign.cli.declared import asks
from campaign.cli.options import looks_first, reads, signed
from campaign.cli.session import NOTHING_CHANGED, carry_out, read, rehearsal
from campaign.queries.orders.orders import orders as orders_of
from campaign.verbs.addresses import KeepAddress
from campaign.verbs.orders import JoinCommand
from campaign.verbs.seating import SeatDeputy, SeatPlayer, SetCharacter


@click.command()
@click.argument("name", nargs=-1, shell_complete=commanders)
@asks(JoinCommand, only=("formation",))
@click.option("--back", is_flag=True, help="Send the commander back to headquarters.")
@asks(SeatPlayer, only=("player",))
@asks(SeatDeputy, only=("deputy",))
@asks(KeepAddress, only=("address",))
@asks(SeatDeputy, only=("until",))
@asks(SetCharacter, only=("character", "source"))
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
    until: str | None,
    character: str | None,
    source: str | None,
) -> None:
    """List who plays each commander. With NAME and an option, set his player, his deputy, his address, his character,
    or the command he is with.

    A side in place of NAME means all its commanders. If the program plays a commander, 'campaign next' gives his orders
    by the doctrine (campaign rules --doctrine). Give a player's name to --viewer to see what all his commanders know.
    """
    commander, is_moved = " ".join(name), formation is not None or back
    commands: list[object] = []
    if player is not None:
        commands.append(SeatPlayer(commander, player))
    if address is not None:
        commands.append(KeepAddress(commander, address))
    if deputy is not None:
        commands.append(SeatDeputy(commander, deputy, until or ""))
    if character is not None:
        commands.append(SetCharacter(commander, character, source or ""))
    if is_moved:
        commands.append(JoinCommand(commander, formation or ""))
    is_strange = (formation is not None and back) or (is_moved and len(commands) > 1)
    is_half = (until and deputy is None) or (source is not None and character is None)
    if is_strange or is_half or (commands and not name):
        raise click.UsageError(
            "give NAME and one kind of change. --played-by, --mail, --deputy (with --until) and --character (with "
            "--because) can be given together; --with and --back only alone"
        )
    if not commands:
        _list(call, commander)
    elif len(commands) == 1:
        carry_out(call, commands[0])
    else:
        _carry_out_all(call, commands)


def _carry_out_all(call: Call, commands: Sequence[object]) -> None:
    """Carry out several commands, an entry each: all of them, or none if one would be refused."""
    with rehearsal(call) as trial:
        done = [trial.give(command) for command in commands]
    if call.preview:
        for one in done:
            show.receipt(one.receipt)
        show.line(NOTHING_CHANGED)
        return
    for command in commands:
        carry_out(call, command)


def _list(call: Call, commander: str) -> None:
    """Print the players of all commanders, or of one."""
    from campaign.queries.common.viewers import commander_for

    names = [read(call, lambda board, viewer: commander_for(board, viewer, commander)[0].name)] if commander else None
    seats = [c for c in read(call, orders_of).commanders if names is None or c.name in names]
    if call.as_json:
        show.json(seats)
        return
    show.table(
        ("Commander", "Side", "Force", "Played by"),
        [
            (c.name, c.side, c.force + (f", with {c.whereabouts}" if c.whereabouts else ""), c.played_by or "no player")
            for c in seats
        ],
    )
    show.lines(f"{c.name} is {c.character}: {c.character_source.rstrip('.')}." for c in seats if c.character)
