"""The times by which commanders must send their orders, in each player's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime

from campaign.errors import BadInput, Refused
from campaign.journal.board import Board
from campaign.journal.register import action
from campaign.model import Setting
from campaign.situation.clock import next_movement
from campaign.situation.deadline import DEADLINE, deadline_of
from campaign.terms.time import Phase
from campaign.terms.wall_clock import zone_named
from campaign.values import dataclass
from campaign.words.receipt import Receipt


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """The command that sets the deadline for the next march's orders as an hour of UTC (``2026-11-26T19:00+00:00``),
    with the time zone in which it was typed; without an hour it removes the deadline.
    """

    at: str
    zone: str = "UTC"


@action("deadline", SetDeadline)
def set_deadline(board: Board, command: SetDeadline) -> Receipt:
    """Set the deadline. The next request for orders names it, and the march ends it. Raises BadInput, Refused."""
    if board.clock.phase is Phase.OVER:
        raise Refused("no deadline can be set: the campaign is over")
    row = next(iter(board.rows(Setting, Setting.key == DEADLINE)), None)
    if not command.at:
        if row is None:
            raise Refused('there is no deadline to remove. To set a deadline: campaign deadline "Thursday 20:00"')
        board.erase(row)
        return Receipt("Orders have no deadline now")
    try:
        at = datetime.fromisoformat(command.at).astimezone(UTC)
    except ValueError:
        raise BadInput(
            f"{command.at!r} is not a date with a time in Greenwich time (UTC). Write it like 2026-11-26T19:00+00:00"
        ) from None
    zone_named(command.zone)
    turn = next_movement(board)
    value = {"at": at.isoformat(timespec="minutes"), "zone": command.zone, "turn": str(turn)}
    if row is None:
        board.make(Setting, key=DEADLINE, value=value)
    else:
        row.value = value
    board.flush()
    deadline = deadline_of(board)
    assert deadline is not None
    return Receipt(f"Orders from turn {turn} on are due {deadline.text}", (_what_then(deadline.then),))


def _what_then(then: str) -> str:
    return f"The deadline itself changes nothing. When campaign next goes on, {then} (setting orders.missing)"
