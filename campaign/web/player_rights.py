"""Rights of players at the desk: the umpire's settings beside the journal. A player may do what was never set.

rights_of(desk)                      each right, and whether players have it
set_rights(desk, {"orders", ...})
require_right_to_order(desk, command)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from campaign.actions.permissions import needs_leave
from campaign.errors import Refused
from campaign.journal import desk_notes
from campaign.values import dataclass

if TYPE_CHECKING:
    from campaign.journal.record import Along
    from campaign.store import Store
    from campaign.web.writer import Writer


class Served(Protocol):
    """A campaign that is served, as far as the umpire's settings beside its journal go."""

    campaign: str
    reader: Store
    store: Store
    writer: Writer

    def noted(self) -> None:
        """Note that something has changed."""


@dataclass(frozen=True, slots=True)
class Right:
    """Something that players may do unless the umpire forbids it. ``setting``: its name beside the journal, with the
    words that stand there for yes and no.
    """

    key: str
    text: str
    setting: str
    yes: str = "yes"
    no: str = "no"


GIVE_ORDERS: Final = Right("orders", "give their own orders", "players may give orders")
CHANGE_ORDERS: Final = Right(
    "changes",
    "change orders after handing them in, until the turn is played",
    "players may change orders after handing in",
)
BE_LATE: Final = Right("late", "hand in orders after the deadline", "players may hand in orders after the deadline")
RIGHTS: Final = (
    GIVE_ORDERS,
    Right("returns", "type their return at the table", "players may type their return", "on", "off"),
    CHANGE_ORDERS,
    BE_LATE,
)
"""Every right, in the order of the page."""


def has_right(desk: Served, right: Right) -> bool:
    """Return whether players have a right."""
    ((_, has_it),) = rights_of(desk, (right,))
    return has_it


def rights_of(desk: Served, rights: Sequence[Right] = RIGHTS) -> tuple[tuple[Right, bool], ...]:
    """Return these rights, or every right, and whether players have them."""
    settings = desk_notes.secrets_of(desk.reader, desk.campaign, [right.setting for right in rights])
    return tuple((right, settings.get(right.setting) != right.no) for right in rights)


def set_rights(desk: Served, keys: Collection[str], along: Along | None = None) -> None:
    """Give players the rights with these keys, and no others. ``along``: what is written down with them."""
    values = {right.setting: right.yes if right.key in keys else right.no for right in RIGHTS}
    desk.writer.carry_out(lambda: desk_notes.set_secrets(desk.store, desk.campaign, values, along))
    desk.noted()


def require_right_to_order(desk: Served, command: object) -> None:
    """Raise Refused if the umpire takes no orders from players at the desk. Decisions and returns are not orders."""
    if needs_leave(command) and not has_right(desk, GIVE_ORDERS):
        raise Refused(
            "the umpire does not accept orders through the desk. Hand in your orders on paper, or ask the umpire"
        )
