"""The sender of a message with orders: by the code of the order form that it answers, by the umpire's statement, or by
its mail address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from campaign.errors import BadFile
from campaign.exchange.letters import Letter
from campaign.journal.board import JournalBoard
from campaign.model import Commander
from campaign.queries.common.viewers import commander_for, commanders_of
from campaign.situation.army import load_army
from campaign.situation.chance import order_code
from campaign.situation.players import addressee, addresses_of, seats_of
from campaign.terms.time import Moment, parse_moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import listing
from campaign.values import dataclass, field

_CODE = re.compile(r"(?<![\w/])([\w.-]+)/(\d{1,4}\.\d)/([2-9A-Z]{6})(?![\w/])")


@dataclass(frozen=True, slots=True)
class Code:
    """The code of an order form of this campaign, with the commander and the turn for which the form was printed."""

    commander: str
    turn: Moment


@dataclass(frozen=True, slots=True)
class Sender:
    """The commander who sent a message. ``turn``: that of the order form answered by the message, if it is known."""

    commander: str = ""
    turn: Moment | None = None
    notes: list[str] = field(default_factory=list)
    """Warnings for the umpire, as a sender's address can be forged."""


def codes_in(board: JournalBoard, letter: Letter) -> list[Code]:
    """Return the codes of this campaign's order forms in a message, a code in the subject first. Raises BadFile if the
    message has codes, but only of other campaigns.
    """
    commanders = {c.key: c for c in load_army(board).commanders.values()}
    codes, wrong = list[Code](), list[str]()
    for match in (*_CODE.finditer(letter.subject), *_CODE.finditer(letter.text)):
        try:
            turn = parse_moment(match[2])
        except ValueError:
            continue
        commander = commanders.get(match[1])
        if commander is not None and order_code(board, commander, turn) == match[0]:
            codes.append(Code(commander.key, turn))
        else:
            wrong.append(match[0])
    if wrong and not codes:
        raise BadFile(
            f"{letter.name} has the order form code {wrong[0]}, which is not a code of this campaign. Delete "
            "the code from the message, and name the commander whose orders it holds: --for COMMANDER"
        )
    return codes


def sender_of(board: JournalBoard, viewer: Viewer, letter: Letter, codes: Sequence[Code], word: str) -> Sender:
    """Return the sender of a message. Raises BadFile for a mail without an identifiable sender, NotFound, NotAllowed. A
    text without a code is the list of the viewer who hands it in: a commander's own, or the umpire's.
    """
    army = load_army(board)
    named = commander_for(board, viewer, word)[0] if word else None
    own_commanders = commanders_of(army, viewer) if viewer.commanders else []
    if codes:
        commander = next(c for c in army.commanders.values() if c.key == codes[0].commander)
        if named is not None and named.id != commander.id:
            raise BadFile(
                f"{letter.name} has the order form code of {commander.key}, not of {named.key}. Leave --for out"
            )
        commander_for(board, viewer, commander.key)
        turn = max(code.turn for code in codes if code.commander == commander.key)
        return Sender(commander.key, turn, _look_at(board, letter, commander))
    if named is not None:
        return Sender(named.key, None, _look_at(board, letter, named))
    if len(own_commanders) == 1:
        return Sender(own_commanders[0].key)
    if not letter.is_mail:
        return Sender()
    by_address = _with_address(board, viewer, letter.address)
    if len(by_address) != 1:
        whose = listing(c.key for c in by_address) or "nobody"
        raise BadFile(
            f"{letter.name} does not show whose orders it holds: it has no order form code, and its sender's "
            f"address ({letter.address or 'none'}) belongs to {whose}. Name the commander: --for COMMANDER"
        )
    return Sender(by_address[0].key)


def _with_address(board: JournalBoard, viewer: Viewer, address: str) -> list[Commander]:
    addresses, seats = addresses_of(board), seats_of(board)
    commanders = commanders_of(load_army(board), viewer)
    return [c for c in commanders if address and addresses.get(addressee(seats, c), "").lower() == address]


def _look_at(board: JournalBoard, letter: Letter, commander: Commander) -> list[str]:
    """Return warnings if a mail does not come from the recorded address."""
    address = addresses_of(board).get(addressee(seats_of(board), commander), "")
    if not letter.is_mail or not address or address.lower() == letter.address:
        return []
    sender = letter.address or "no address"
    return [f"it comes from {sender}, but the address of {commander.name} is {address}: is it really his?"]
