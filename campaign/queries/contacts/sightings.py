"""Sightings of the enemy by a side, with their age (umpire 1.13)."""

from __future__ import annotations

from campaign.journal.board import JournalBoard
from campaign.model import Sighting
from campaign.queries.common.outlook import Outlook, look
from campaign.situation.knowledge import latest
from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.views.contacts.sightings import SightedUnit, SightingList


def sightings(board: JournalBoard, viewer: Viewer) -> SightingList:
    """Return the latest sighting of every enemy unit, the youngest first; for the umpire those of every side, with the
    names.
    """
    outlook = look(board, viewer)
    now = outlook.now
    return SightingList(
        outlook.knowledge.who, f"{now.day} {now:%B %Y, %H:%M}", tuple(_seen(outlook, s) for s in latest_first(outlook))
    )


def latest_first(outlook: Outlook) -> list[Sighting]:
    """Return the latest sighting of every unit by every side that the viewer may read, the youngest first, without
    units that the viewer knows to be lost: the fate of a unit after its last sighting is not told (umpire 1.13).
    """
    mine = [s for s in outlook.knowledge.of_side(outlook.sightings) if not _is_gone(outlook, s.battalion_id)]
    by_side = {s.side_id for s in mine}
    kept = [s for side in sorted(by_side) for s in latest(s for s in mine if s.side_id == side).values()]
    return sorted(kept, key=lambda s: (-s.day, -s.turn, -s.seconds, s.side_id, outlook.where_seen(s), s.id))


def _is_gone(outlook: Outlook, battalion: int) -> bool:
    if outlook.viewer.is_umpire:
        return outlook.army.battalions[battalion].state in (State.DESTROYED, State.CAPTURED)
    return battalion in outlook.knowledge.fallen


def _seen(outlook: Outlook, sighting: Sighting) -> SightedUnit:
    moment = Moment(sighting.day, sighting.turn)
    on = outlook.time_of(moment, sighting.seconds)
    battalion = outlook.army.battalions[sighting.battalion_id]
    return SightedUnit(
        seen_by_side=outlook.army.sides[sighting.side_id].name,
        arm=sighting.arm,
        mark=sighting.mark,
        name=battalion.name if sighting.named or outlook.viewer.is_umpire else "",
        where=outlook.where_seen(sighting),
        moment=moment,
        clock=f"{on.day} {on:%B %H:%M}",
        age_hours=outlook.age_hours(moment, sighting.seconds),
        seen_by=sighting.seen_by,
        how=sighting.how,
    )
