"""Deadlines for orders on the players' own clocks (umpire 1.14): agreed upon for one turn's orders, and removed when
that turn has marched. A deadline is told wherever orders are asked for, and never enforced: the umpire lets the clock
run.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from campaign.errors import BadInput
from campaign.journal.board import Board
from campaign.model import Setting
from campaign.situation.clock import next_movement
from campaign.situation.conditions import EVENING_PREFIX, rulebook_of
from campaign.terms.time import Phase, parse_moment
from campaign.values import dataclass

DEADLINE = f"{EVENING_PREFIX}deadline"
"""Setting for the deadline: its time in UTC, the time zone in which it was entered, and the turn from which the orders
are in force."""
LOCALTIME = Path("/etc/localtime")
THEN = {"stand": "earlier orders stand", "hold": "commands without orders hold", "program": "the program leads"}
"""What happens to commanders without orders, by the value of the setting ``orders.missing``."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline. ``at``: in UTC; ``text``: in the players' zone, which is ``zone``; ``then``: the treatment of
    commanders who give no orders.
    """

    at: datetime
    text: str
    then: str
    zone: str


def deadline_of(board: Board) -> Deadline | None:
    """Return the deadline of the orders that are asked for next; None if there is none."""
    row = next(iter(board.rows(Setting, Setting.key == DEADLINE)), None)
    if row is None or board.clock.phase is Phase.OVER or parse_moment(row.value["turn"]) < next_movement(board):
        return None
    from campaign.terms.wall_clock import appointment_text  # only where a deadline was agreed upon

    at = datetime.fromisoformat(row.value["at"])
    return Deadline(at, appointment_text(at, row.value["zone"]), then(board), row.value["zone"])


def then(board: Board) -> str:
    """Return what happens to commanders who give no orders when the clock runs on."""
    return THEN[rulebook_of(board).word("orders.missing")]


def zone_here() -> str:
    """Return the name of this machine's time zone. Raises BadInput if it has none."""
    zone = os.environ.get("TZ", "").removeprefix(":")
    if not zone and LOCALTIME.is_symlink():
        zone = str(LOCALTIME.resolve()).partition("zoneinfo/")[2]
    from campaign.terms.wall_clock import zone_named  # only where a deadline is agreed upon

    try:
        zone_named(zone or "none")
    except BadInput:
        raise BadInput(
            "the time zone of this computer is not known. Add --zone Europe/Berlin, or --zone UTC+01:00"
        ) from None
    return zone
