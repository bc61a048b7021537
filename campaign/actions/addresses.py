"""Mail addresses of the commanders' players."""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Setting
from campaign.situation.army import load_army
from campaign.situation.names import commander_named
from campaign.situation.players import MAIL, NOBODY, UMPIRE, addressee, addresses_of, seats_of
from campaign.views.receipt import Receipt

_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+\.[^\s@<>,;:\"()\[\]\\.]+")


@dataclass(frozen=True, slots=True)
class KeepAddress:
    """The command that sets the mail address of a commander's player, or of the ``umpire``; ``nobody`` deletes the
    address.
    """

    commander: str
    address: str


@action("commander mail", KeepAddress)
def keep_address(board: Board, command: KeepAddress) -> Receipt:
    """Keep a player's address for every commander whom that player plays. Raises BadInput, NotFound."""
    address = command.address.strip()
    if address != NOBODY and not (address.isascii() and _ADDRESS.fullmatch(address)):
        raise BadInput(
            f"{command.address!r} is not an e-mail address. Write it like ruth@example.org, or {NOBODY} for none"
        )
    if command.commander.strip().casefold() == UMPIRE:
        player = whose = UMPIRE
    else:
        commander = commander_named(load_army(board), command.commander)
        player, whose = addressee(seats_of(board), commander), commander.name
    addresses = {name: text for name, text in addresses_of(board).items() if name != player}
    if address != NOBODY:
        addresses[player] = address
    row = next(iter(board.rows(Setting, Setting.key == MAIL)), None)
    if row is None:
        board.make(Setting, key=MAIL, value=addresses)
    else:
        row.value = dict(sorted(addresses.items()))
    return Receipt(f"{whose}: {f'mail goes to {address}' if address != NOBODY else 'no address any more'}")
