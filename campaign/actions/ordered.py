"""Commanders whose orders for the day are in: by a form, by declaring them complete, or by an order to one of their
units (umpire 1.14).
"""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battalion, Commander, Formation
from campaign.situation.army import Army, nearest_commander


def has_ordered(board: Board, army: Army, unit: Formation | Battalion, giver: Commander | None = None) -> None:
    """Mark that the commander who gave an order today, and the nearest one over its unit, need not be asked for today's
    orders.
    """
    for commander in (giver, nearest_commander(army, unit)):
        if commander is not None:
            commander.ordered_day = board.moment.day
