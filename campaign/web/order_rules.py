"""Leave of players for their orders: the umpire's settings beside the journal, and the hour they are due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from campaign.errors import Refused
from campaign.journal import desk_notes
from campaign.journal.board import JournalBoard
from campaign.situation.clock import next_movement
from campaign.situation.deadline import Deadline, deadline_of
from campaign.terms.viewer import Viewer

if TYPE_CHECKING:
    from campaign.web.desk import Desk
    from campaign.web.visit import Visit

CHANGES: Final = "players may change orders after handing in"
LATE: Final = "players may hand in orders after the deadline"
_NO, _YES = "no", "yes"


@dataclass(frozen=True, slots=True)
class OrderRules:
    """The umpire's settings for players' orders."""

    changes: bool
    """Orders may be changed after they were handed in, until the turn is played."""
    late: bool
    """Orders are taken after the deadline, until the turn is played."""


def order_rules(desk: Desk) -> OrderRules:
    """Return the settings; all that the umpire has not set is allowed."""
    return OrderRules(*(desk_notes.secret_of(desk.reader, desk.campaign, kind) != _NO for kind in (CHANGES, LATE)))


def set_order_rules(desk: Desk, rules: OrderRules) -> None:
    """Set what players may do with their orders."""

    def change() -> None:
        for kind, value in ((CHANGES, rules.changes), (LATE, rules.late)):
            desk_notes.set_secret(desk.store, desk.campaign, kind, _YES if value else _NO)

    desk.writer.carry_out(change)
    desk.noted()


def require_open(visit: Visit, *, is_in: bool, day: int) -> None:
    """Raise Refused if the umpire takes no orders of this player any more. ``is_in``: orders for the day were handed
    in before.
    """
    if visit.person.is_umpire:
        return
    rules, deadline = order_rules(visit.desk), visit.read(deadline_and_turn)[0]
    if is_in and not rules.changes:
        raise Refused(
            f"your orders for day {day} are in, and the umpire takes no changes after that. What you have written stays"
            " on your form. Ask the umpire to open it"
        )
    if deadline is not None and not rules.late and datetime.now(UTC) > deadline.at:
        raise Refused(
            f"orders closed on {deadline.text}. What stood then counts. What you have written stays on your form. Ask"
            " the umpire to open it"
        )


def deadline_and_turn(board: JournalBoard, _: Viewer) -> tuple[Deadline | None, str]:
    """Return the deadline of the next orders, and the turn with which they begin."""
    return deadline_of(board), str(next_movement(board))


def hour_words(deadline: Deadline) -> str:
    """Return a deadline's day and hour in short words: ``Thursday 20:00``; the long ones name date and zone."""
    return deadline.text.partition(" (")[0]
