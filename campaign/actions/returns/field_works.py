"""Blocks and mines that a table laid, as a return tells them: read, and laid on the campaign's map.

A return names engineer tasks done and other changes to the ground in its own words. ``roadblock on Musaid - Bir Wair``,
``mines at 40 from W and 8 from S`` become facts: an obstacle on that road, known to both sides. Bridges blown and gaps
opened are boxes of the return. All else (smoke, a crater) is told to the umpire.

    field_works(staff, filing) -> (works, words)        what becomes a fact, and what is only told
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from campaign.actions.raising import Staff
from campaign.actions.returns.fates import FieldWork
from campaign.actions.returns.verdict import Filing
from campaign.errors import CampaignError
from campaign.situation.filing import nearest_position, on_table
from campaign.situation.road_names import road_named
from campaign.terms.ground import ObstacleKind
from campaign.terms.position import OnRoad
from campaign.theatre.tables import spans

_LAID = re.compile(
    r"(road\s?block|block|mines?|mine\s?field)s?\s+(?:laid\s+)?(?:on|at)\s+(.+?)(?:,?\s*\d turns?)?\.?", re.IGNORECASE
)
"""A block or mines laid, and where; the printed form adds the turns it took."""


def field_works(staff: Staff, filing: Filing) -> tuple[tuple[FieldWork, ...], tuple[str, ...]]:
    """Return the obstacles that a return says were laid, and its other words on tasks and the ground."""
    works, words = list[FieldWork](), list[str]()
    for text in _texts(filing):
        work = _read(staff, filing, text)
        if work is not None:
            works.append(work)
        else:
            words.append(text)
    return tuple(works), tuple(words)


def _texts(filing: Filing) -> Iterator[str]:
    yield from filing.foot.tasks
    yield from filter(None, (part.strip() for part in filing.foot.other_works.split(";")))


def _read(staff: Staff, filing: Filing, text: str) -> FieldWork | None:
    """Return the obstacle that a text tells; None if it tells none, or no road of this table."""
    match = _LAID.fullmatch(text.strip())
    if match is None:
        return None
    kind = ObstacleKind.MINEFIELD if match[1].lower().startswith("mine") else ObstacleKind.ROADBLOCK
    form, theatre = filing.form, staff.theatre
    try:
        point = on_table(match[2], form.table)
        if point is not None:
            at = nearest_position(theatre, point)
            return FieldWork(kind, at.road, at.metres, filing.side.id) if isinstance(at, OnRoad) else None
        roads = {way.road for way in theatre.ways if spans(way, form.table)}
        way = road_named(theatre, match[2], roads)
    except CampaignError:
        return None
    from_m, to_m = spans(way, form.table)[0]
    return FieldWork(kind, way.road, round((from_m + to_m) / 2), filing.side.id)
