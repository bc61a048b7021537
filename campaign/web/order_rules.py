"""Leave of players for their orders: the umpire's settings beside the journal, and the hour they are due."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from campaign import clock
from campaign.actions.permissions import is_due, leaders_of
from campaign.errors import Refused
from campaign.journal.board import JournalBoard
from campaign.model import Commander
from campaign.situation.army import load_army
from campaign.situation.clock import next_movement
from campaign.situation.deadline import Deadline, deadline_of
from campaign.situation.knowledge import load_knowledge
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.web.player_rights import BE_LATE, CHANGE_ORDERS, Served, rights_of
from campaign.web.whole_forms import whole_forms
from campaign.words.late import Lateness


@dataclass(frozen=True, slots=True)
class OrderRules:
    """The umpire's settings for players' orders."""

    changes: bool
    """Orders may be changed after they were handed in, until the turn is played."""
    late: bool
    """Orders are taken after the deadline, until the turn is played."""


def order_rules(desk: Served) -> OrderRules:
    """Return the settings; all that the umpire has not set is allowed."""
    (_, changes), (_, late) = rights_of(desk, (CHANGE_ORDERS, BE_LATE))
    return OrderRules(changes, late)


@dataclass(frozen=True, slots=True)
class Press:
    """The moments at which a form was pressed and at which it arrived: the same, unless it waited for a network."""

    pressed: datetime
    arrived: datetime

    @classmethod
    def after(cls, waited: float = 0.0) -> Press:
        """Return the moments of a form that arrives now, ``waited`` seconds after it was pressed."""
        arrived = clock.now()
        return cls(arrived - timedelta(seconds=waited), arrived)


def require_open(
    desk: Served, board: JournalBoard, viewer: Viewer, command: object, press: Press | None = None
) -> Lateness | None:
    """Raise Refused if the umpire takes this player's command no more: it is an order, the deadline is over, or the
    orders of every commander whom it concerns are in. Returns what is to be told of an order that is late and counts as
    in time.
    """
    if not is_due(command):
        return None
    army = load_army(board)
    leaders = leaders_of(army, load_knowledge(board, army, viewer), command)
    return require_orders_open(desk, board, leaders, press)


def require_orders_open(
    desk: Served, board: JournalBoard, leaders: Collection[Commander], press: Press | None = None
) -> Lateness | None:
    """Raise Refused if the umpire takes no orders of these commanders any more. The moment counts when they were
    pressed. Returns what is to be told of orders that are late and count as in time.
    """
    press = press or Press.after()
    rules, deadline, day = order_rules(desk), deadline_of(board), board.moment.day
    side = next((leader.side_id for leader in leaders), None)
    if leaders and not rules.changes and {leader.name for leader in leaders} <= whole_forms(board, side):
        raise Refused(
            f"your orders for day {day} are handed in, and the umpire accepts no later changes. Your new text "
            "stays on your form. Ask the umpire to open the form again"
        )
    if deadline is None or rules.late:
        return None
    if press.pressed > deadline.at:
        raise Refused(
            f"the deadline for orders was {deadline.text}. The orders that you had handed in by then count. "
            "Your later text stays on your form. Ask the umpire to open the form again"
        )
    return Lateness(press.pressed, press.arrived, deadline.zone) if press.arrived > deadline.at else None


def deadline_and_turn(board: JournalBoard, _: Viewer) -> tuple[Deadline | None, str]:
    """Return the deadline of the next orders, and the turn with which they begin."""
    return deadline_of(board), str(next_movement(board))
