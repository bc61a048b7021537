"""A clock that a test sets, around the deadline of its orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from campaign.web.desk import Desk
from campaign.web.player_rights import BE_LATE, rights_of, set_rights

DUE = datetime(2099, 11, 26, 20, 0, tzinfo=UTC)
"""Deadline in UTC: 21:00 in Berlin."""


@dataclass
class Clock:
    """The machine's clock, as the desk reads it, which a test sets."""

    moment: datetime = DUE - timedelta(minutes=10)

    def now(self) -> datetime:
        """Return the hour of the day."""
        return self.moment

    def seconds(self) -> float:
        """Return the same for the silences of windows."""
        return self.moment.timestamp()


def refuse_late_orders(desk: Desk) -> None:
    """Take from players the right to hand orders in after the deadline, and leave them the others."""
    set_rights(desk, {right.key for right, is_given in rights_of(desk) if is_given} - {BE_LATE.key})
