"""People at the desk: the roles, and who asks for a page.

A person comes in with a link, a code or three words, which stand for a seat: the umpire, the staff of a side, one or
several commanders, one side's table in one battle, or the screen on the wall. The browser then holds a session of its
own, which the umpire can end.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from campaign.journal.beside import LONGEST_KEY
from campaign.terms.seats import Role, signature
from campaign.terms.viewer import Viewer
from campaign.values import dataclass

Roles = frozenset[Role]

UMPIRE: Final[Roles] = frozenset({Role.UMPIRE})
PLAYERS: Final[Roles] = frozenset({Role.STAFF, Role.COMMANDER})
TABLE: Final[Roles] = frozenset({Role.TABLE})
WALL: Final[Roles] = frozenset({Role.WALL})
EVERYBODY: Final[Roles] = frozenset(Role)


@dataclass(frozen=True, slots=True)
class Person:
    """A person who asks for a page, and the browser window."""

    role: Role
    viewer: Viewer
    name: str
    """Seat in words, which signs journal entries: ``Brig I. D. Erskine``, ``the Allied staff``, ``the umpire``."""
    player: str = ""
    """Name of the player or guest; empty if none was entered."""
    seat: str = ""
    """Id of the invitation."""
    window: str = ""
    """Id of this browser's session."""
    label: str = ""
    """Kind of device: laptop, phone, tablet."""
    battle: int | None = None
    """Number of the battle of a table's window."""

    @property
    def is_umpire(self) -> bool:
        """Return whether this is the umpire, or a second one."""
        return self.role is Role.UMPIRE

    @property
    def is_player(self) -> bool:
        """Return whether this is a commander or a side's staff."""
        return self.role in PLAYERS

    @property
    def side(self) -> int | None:
        """Return the id of the side; None for the umpire and the wall."""
        return self.viewer.side

    @property
    def eyes(self) -> Eyes:
        """Return everything on which a page depends for this person. Persons with equal eyes read equal pages."""
        return Eyes(self.role, self.viewer, self.battle, self.player if self.role is Role.UMPIRE else "")

    @property
    def signature(self) -> str:
        """Return the name that signs entries: the player's, or that of the seat, with the device."""
        return signature(self.player or self.name, self.label)


@dataclass(frozen=True, slots=True)
class Eyes:
    """A person as far as pages depend on it."""

    role: Role
    viewer: Viewer
    battle: int | None = None
    guest: str = ""
    """Name of a second umpire, whose own entries are marked."""


def owner_of(eyes: Eyes) -> str:
    """Return the name under which drafts and what was handed in are kept, the same for every window of a seat. That of
    a long name, or of many commanders, is a digest.
    """
    seats = ",".join(map(str, eyes.viewer.commanders))
    words = (str(eyes.role), eyes.guest, eyes.viewer.side or "", seats, eyes.battle or "")
    name = ":".join(map(str, words)).rstrip(":")
    return name if len(name) <= LONGEST_KEY else f"{eyes.role}:{sha256(name.encode()).hexdigest()}"
