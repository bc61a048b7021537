"""Forms that were pressed before the deadline and arrived after it, for want of a network: they count as in time."""

from __future__ import annotations

from datetime import datetime

from campaign.terms.wall_clock import hours_text
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Lateness:
    """The hours of a late form, pressed and arrived, with the time zone in which its deadline was set."""

    pressed: datetime
    arrived: datetime
    zone: str

    @property
    def text(self) -> str:
        """Both hours on the campaign's clocks: ``Pressed at 21:58, arrived at 22:04, counted as in time``."""
        pressed, arrived = hours_text((self.pressed, self.arrived), self.zone)
        return f"Pressed {pressed}, arrived {arrived}, counted as in time"


@dataclass(frozen=True, slots=True)
class LateForm:
    """A late form that was counted as in time, with what it did. ``seq``: place in the journal of the entry that it
    made, or that it undid.
    """

    seq: int
    who: str
    summary: str
    lateness: Lateness
    is_undo: bool = False
