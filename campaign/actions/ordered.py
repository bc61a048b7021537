"""Commanders whose orders for the day are in: by a form, by declaring them complete, or by an order to one of their
units (umpire 1.14).
"""

from __future__ import annotations

from campaign.journal.board import Board
from campaign.model import Battalion, Commander, Formation
from campaign.situation.army import Army


def has_ordered(board: Board, army: Army, unit: Formation | Battalion, giver: Commander | None = None) -> None:
    """Mark that the commander who gave an order today, and the nearest one over its unit, need not be asked for today's
    orders.
    """
    by_formation = {commander.formation_id: commander for commander in army.commanders.values()}
    chain = army.chain(unit.id if isinstance(unit, Formation) else unit.present_id)
    over = next((by_formation[formation.id] for formation in chain if formation.id in by_formation), None)
    for commander in (giver, over):
        if commander is not None:
            commander.ordered_day = board.moment.day
