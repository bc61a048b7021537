"""The score on the screen on the wall: the umpire's setting beside the journal. It is off unless he shows it.

shows_score(desk)
show_score(desk, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.journal import desk_notes

if TYPE_CHECKING:
    from campaign.journal.record import Along
    from campaign.web.desk import Desk

_SETTING: Final = "the wall shows the score"
_YES: Final = "yes"
_NO: Final = "no"


def shows_score(desk: Desk) -> bool:
    """Return whether all players in the hall may read the score of all sides."""
    return desk_notes.secret_of(desk.reader, desk.campaign, _SETTING) == _YES


def show_score(desk: Desk, is_shown: bool, along: Along | None = None) -> None:
    """Show the score of all sides on the wall, or keep each side's from the others. ``along``: what is written down
    with it.
    """
    value = {_SETTING: _YES if is_shown else _NO}
    desk.writer.carry_out(lambda: desk_notes.set_secrets(desk.store, desk.campaign, value, along))
    desk.noted()
