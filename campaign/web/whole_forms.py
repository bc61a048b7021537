"""Commanders whose whole order form of the running day is in, which is more than an order to one unit. The clock awaits
nothing more of a commander after either (umpire 1.14).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.actions.all_actions import every_action
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.actions.permissions import commanders_of
from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.entry_upgrade import command_lifted
from campaign.journal.register import command_from_json
from campaign.journal.undo import standing_of
from campaign.model import Entry
from campaign.situation.army import load_army
from campaign.situation.names import commander_named
from campaign.views.seats import Seat
from campaign.views.status import CommanderStanding

WHOLE: Final = ("orders", "orders complete", "orders together", "orders taken")
"""Verbs of entries that say all that a commander orders for the day."""
PROGRAMS: Final = "the program's"


def whole_forms(board: JournalBoard) -> frozenset[str]:
    """Return the names of the commanders whose form of the running day is in."""
    criteria = (Entry.day == board.moment.day, Entry.kind == "do", Entry.verb.in_(WHOLE))
    columns = (Entry.seq, Entry.verb, Entry.arguments, Entry.revision)
    rows = list(board.entries(*columns, criteria=criteria))
    if not rows:
        return frozenset()
    living, army, register = set(standing_of(board).living), load_army(board), every_action()
    names = set[str]()
    for row in rows:
        if row.seq not in living:
            continue
        command = command_from_json(row.verb, command_lifted(row.verb, row.arguments, row.revision), register)
        for word in _senders(command):
            try:
                names.add(commander_named(army, word).name)
            except CampaignError:  # a name of that day that fits nobody now
                continue
    return frozenset(names)


def _senders(command: object) -> Iterator[str]:
    """Yield the commanders whose whole form a command is."""
    forms = command.forms if isinstance(command, HandInForms) else (command,)
    for form in forms:
        if not (isinstance(form, HandInOrders) and form.more_to_come):
            yield from commanders_of(form)


def is_in(standing: CommanderStanding | Seat, whole: frozenset[str]) -> bool:
    """Return whether nothing is awaited of a commander: his form is in, or the program leads him."""
    return standing.name in whole or standing.orders == PROGRAMS
