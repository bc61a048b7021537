"""Engineering tasks as rows: who is at work on what."""

from __future__ import annotations

from campaign.journal.desk import Desk
from campaign.model import EngineeringTask
from campaign.terms.state import TaskState


def tasks_in_hand(desk: Desk) -> list[EngineeringTask]:
    """Tasks that were ordered and are neither done nor abandoned."""
    return desk.rows(EngineeringTask, EngineeringTask.state == TaskState.WORKING)
