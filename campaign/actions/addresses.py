"""Mail addresses of the commanders' players."""

from __future__ import annotations

import re

from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.journal.people import PERSON, number_of_address
from campaign.journal.register import action
from campaign.model import Setting
from campaign.situation.army import load_army
from campaign.situation.names import commander_named
from campaign.situation.players import MAIL, NOBODY, UMPIRE, addressee, seats_of
from campaign.values import replace
from campaign.verbs.addresses import KeepAddress
from campaign.words.receipt import Receipt

LONGEST = 200
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+\.[^\s@<>,;:\"()\[\]\\.]+")


def _with_number(board: Board, command: KeepAddress) -> KeepAddress:
    """Return the command with a number in place of the address. Raises BadInput, NotFound."""
    address = command.address.strip()
    if address == NOBODY or PERSON.fullmatch(address):
        return replace(command, address=address)
    if not (address.isascii() and len(address) <= LONGEST and _ADDRESS.fullmatch(address)):
        raise BadInput(
            f"{command.address!r} is not an email address. Write it like ruth@example.org, or write {NOBODY} "
            "to remove the address"
        )
    to, _ = _addressee(board, command.commander)
    return replace(command, address=number_of_address(board, to, address))


@action("commander mail", KeepAddress, door=_with_number)
def keep_address(board: Board, command: KeepAddress) -> Receipt:
    """Keep a player's address for every commander whom that player plays. Raises BadInput, NotFound."""
    address = command.address
    to, whose = _addressee(board, command.commander)
    row = next(iter(board.rows(Setting, Setting.key == MAIL)), None)
    kept = {} if row is None else row.value
    addresses = {name: number for name, number in kept.items() if name != to}
    if address != NOBODY:
        addresses[to] = address
    if row is None:
        board.make(Setting, key=MAIL, value=addresses)
    else:
        row.value = dict(sorted(addresses.items()))
    if address != NOBODY:
        return Receipt(f"{whose}: mail goes to {address}", _deputys(board, command.commander, to))
    lines = () if to in kept else ("no address was kept, so nothing has changed",)
    return Receipt(f"{whose}: no address any more", lines)


def _deputys(board: Board, commander: str, to: str) -> tuple[str, ...]:
    """Return whose address it is while a deputy stands in for the commander's player."""
    if to == UMPIRE or (row := commander_named(load_army(board), commander)).player in ("", to):
        return ()
    return (
        f"this is the address of the deputy, {to}. Set the address of {row.player} when the deputy's days are over",
    )


def _addressee(board: Board, commander: str) -> tuple[str, str]:
    """Return under what an address is kept, and whose it is in words: the number of a commander's player of this day,
    or else the commander's key; or the umpire. Raises NotFound, Ambiguous.
    """
    if commander.strip().casefold() == UMPIRE:
        return UMPIRE, UMPIRE
    row = commander_named(load_army(board), commander)
    return addressee(seats_of(board), row), row.name
