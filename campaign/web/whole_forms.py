"""Commanders whose whole order form of the running day is in, which is more than an order to one unit. The clock awaits
nothing more of a commander after either (umpire 1.14).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from campaign.actions.all_actions import every_action
from campaign.actions.in_the_name_of import command_of_entry, given_within, leaders_named
from campaign.actions.order_form import HandInForms, HandInOrders
from campaign.errors import CampaignError
from campaign.journal.board import JournalBoard
from campaign.journal.snapshot import once_a_reading
from campaign.journal.undo import standing_of
from campaign.model import Entry
from campaign.situation.army import load_army
from campaign.situation.names import commander_named
from campaign.views.day.status import CommanderStanding
from campaign.views.players.seats import Seat

WHOLE: Final = ("orders", "orders complete", "orders together", "orders taken")
"""Verbs of entries that say all that a commander orders for the day."""
PROGRAMS: Final = "the program's"


@once_a_reading
def whole_forms(board: JournalBoard, side: int | None = None) -> frozenset[str]:
    """Return the names of the commanders of a side, or of all, whose form of the running day is in. A player's pages
    ask for his side: what the enemy has handed in is not even read, lest it take time.
    """
    living, army = set(standing_of(board).living), load_army(board)
    of_side = () if side is None else (given_within(army, side),)
    criteria = (Entry.day == board.moment.day, Entry.kind == "do", Entry.verb.in_(WHOLE), *of_side)
    names = set[str]()
    for row in board.entries(Entry.seq, Entry.verb, Entry.arguments, Entry.revision, criteria=criteria):
        if row.seq not in living:
            continue
        for word in _senders(command_of_entry(every_action()[row.verb], row.arguments, row.revision)):
            try:
                names.add(commander_named(army, word).name)
            except CampaignError:  # a name of that day that fits nobody now
                continue
    return frozenset(names)


def _senders(command: object) -> Iterator[str]:
    """Yield the commanders whose whole form a command hands in."""
    forms = command.forms if isinstance(command, HandInForms) else (command,)
    for form in forms:
        if not (isinstance(form, HandInOrders) and form.more_to_come):
            yield from leaders_named(form)


def is_in(standing: CommanderStanding | Seat, whole_sides: frozenset[str]) -> bool:
    """Return whether nothing is awaited of a commander: his form is in, or the program leads him."""
    return standing.name in whole_sides or standing.orders == PROGRAMS
