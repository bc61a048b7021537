"""Marks beside the journal on the papers of a battle: printed, handed out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from campaign.journal import desk_notes
from campaign.terms.seats import MarkKind

if TYPE_CHECKING:
    from campaign.web.desk import Desk


def packet_of(number: int) -> str:
    """Return the name under which the packet of a battle is marked."""
    return f"battle {number}"


def printed_battles(desk: Desk) -> frozenset[int]:
    """Return the numbers of the battles whose papers are marked as printed."""
    marks = desk_notes.marks(desk.reader, desk.campaign)
    subjects = (re.fullmatch(r"battle (\d+)", mark.subject) for mark in marks if mark.kind is MarkKind.PRINTED)
    return frozenset(int(match[1]) for match in subjects if match)
