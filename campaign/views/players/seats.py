"""The commanders with who plays them, and whether their orders are in."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A commander, the player, and the state of the day's orders."""

    key: str
    name: str
    side: str
    formation: str
    """Name of the formation that he commands."""
    battalions: int
    """Number of his battalions on the map."""
    player: str
    """Who plays him today: a name, ``program``, ``umpire``; empty if none is entered."""
    played_by: str
    """The same in words: ``Ruth``, ``the program``, ``Tom for Ruth until day 2``."""
    deputy: str
    """Deputy of today; empty without one."""
    whereabouts: str
    """Command that he is with; empty at his own headquarters."""
    ordered: bool
    orders: str
    """``given``, ``not yet``, ``earlier orders stand``, ``the program's``."""
    ordered_at: str
    """Real time of his latest order of the day, in UTC; empty without one."""
    has_address: bool
    """True if a mail address of his player is kept; False for a player who looks."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The commanders whom the viewer may look at, with the deadline of their orders."""

    viewer: str
    day: int
    asked: bool
    """True while the clock waits for the day's orders."""
    seats: tuple[Seat, ...]
    deadline: str
    """Deadline on the players' clocks: ``Thursday 26 November 2026, 20:00 Europe/Berlin (19:00 UTC)``, or empty."""
    deadline_at: str
    """The same in UTC: ``2026-11-26T19:00:00+00:00``."""
    if_missing: str
    """What happens to commanders without orders when the clock runs on: ``earlier orders stand``."""

    @property
    def orders_in(self) -> int:
        """Number of commanders whose orders are in, those of the program included."""
        return sum(seat.ordered for seat in self.seats)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the commanders who have not ordered."""
        return tuple(seat.name for seat in self.seats if not seat.ordered)
