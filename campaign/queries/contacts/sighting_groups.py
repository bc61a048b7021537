"""Sightings by place, new ones first."""

from __future__ import annotations

from collections import defaultdict

from campaign.journal.board import JournalBoard
from campaign.model import Sighting
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.unit_names import most_lines_for, name_of
from campaign.queries.contacts.sightings import latest_first
from campaign.situation.knowledge import seen_at
from campaign.terms.time import Moment
from campaign.terms.viewer import Viewer
from campaign.terms.words import tallied
from campaign.views.contacts.sightings import SightingBrief, SightingGroup


def sighting_brief(board: JournalBoard, viewer: Viewer) -> SightingBrief:
    """Return the latest sighting of every enemy unit, those at one place together, as far as the viewer may know."""
    outlook = look(board, viewer)
    first_seen: dict[tuple[int, int], Moment] = {}
    for sighting in outlook.knowledge.of_side(outlook.sightings):
        key, moment = (sighting.side_id, sighting.battalion_id), Moment(sighting.day, sighting.turn)
        first_seen[key] = min(first_seen.get(key, moment), moment)
    groups: dict[tuple[int, bool, str], list[Sighting]] = defaultdict(list)
    for sighting in latest_first(outlook):
        since = first_seen[sighting.side_id, sighting.battalion_id]
        is_new = since.index >= outlook.moment.index - (outlook.now <= outlook.calendar.begins(outlook.moment))
        at = seen_at(sighting)
        groups[sighting.side_id, is_new, "" if at is None else outlook.theatre.near(at)].append(sighting)
    now = outlook.now
    return SightingBrief(
        outlook.knowledge.who,
        f"{now.day} {now:%B %Y, %H:%M}",
        tuple(
            SightingGroup(
                seen_by=outlook.army.sides[side].name,
                is_new=is_new,
                place=place,
                age_hours=min(outlook.age_hours(Moment(s.day, s.turn), s.seconds) for s in sightings),
                units=tuple(tallied(_words(outlook, sighting) for sighting in sightings)),
            )
            for (side, is_new, place), sightings in groups.items()
        ),
        most_lines_for(outlook),
    )


def _words(outlook: Outlook, sighting: Sighting) -> str:
    if sighting.named or outlook.viewer.is_umpire:
        return name_of(outlook.army.battalions[sighting.battalion_id])
    return f"{sighting.arm} {sighting.mark}"
