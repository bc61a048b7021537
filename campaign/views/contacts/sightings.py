"""Sightings of the enemy by a side, with their age."""

from __future__ import annotations

from campaign.terms.forces import Arm, SizeMark
from campaign.terms.time import Moment
from campaign.terms.viewer import viewer_text
from campaign.values import dataclass
from campaign.views.common.summary import Block, Summary


@dataclass(frozen=True, slots=True)
class SightedUnit:
    """One enemy unit as last seen. ``name`` is empty unless a battle revealed it (umpire 1.13)."""

    seen_by_side: str
    arm: Arm
    mark: SizeMark
    name: str
    where: str
    moment: Moment
    clock: str
    """Date and time of the sighting: ``15 May 06:30``."""
    age_hours: int
    seen_by: str
    how: str


@dataclass(frozen=True, slots=True)
class SightingList:
    """The sighted units, the youngest sighting first."""

    viewer: str
    now: str
    sightings: tuple[SightedUnit, ...]


@dataclass(frozen=True, slots=True)
class SightingGroup:
    """The enemies that one side saw last near one place. ``is_new``: none of them was seen before the last turn."""

    seen_by: str
    is_new: bool
    place: str
    age_hours: int
    """Age of the latest of the sightings, in hours."""
    units: tuple[str, ...]
    """Short names if they are known; otherwise arm and rough size, with equal units counted."""


@dataclass(frozen=True, slots=True)
class SightingBrief:
    """The sightings by place, and the number of lines that they take."""

    viewer: str
    now: str
    groups: tuple[SightingGroup, ...]
    most_lines: int


def summary_of_sightings(brief: SightingBrief) -> Summary:
    """Return the summary of the sightings, new ones first, side by side."""
    blocks = [
        Block(
            f"{'Newly seen by' if is_new else 'Seen by'} {side}",
            tuple(
                f"{group.place or 'off the roads'}, {group.age_hours} h ago: {', '.join(group.units)}"
                for group in brief.groups
                if group.is_new is is_new and group.seen_by == side
            ),
            in_rows=True,
        )
        for is_new in (True, False)
        for side in dict.fromkeys(group.seen_by for group in brief.groups)
    ]
    nothing = () if brief.groups else ("Nothing has been seen of the enemy yet.",)
    full = "campaign sightings --full" if brief.groups else ""
    return Summary(f"Sightings, {brief.now}, as known to {viewer_text(brief.viewer)}", "", tuple(blocks), nothing, full)
