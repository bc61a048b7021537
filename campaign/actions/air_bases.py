"""Air groups whose airfield the enemy has taken: grounded for that day, and moved to another airfield of their side the
next morning (umpire 1.10).
"""

from __future__ import annotations

from math import cos, hypot, radians

from campaign.actions.day_context import DayContext
from campaign.actions.diary import note
from campaign.model import AirGroup, BasingArea
from campaign.situation.flying import owners_of_sites


def move_out(today: DayContext) -> None:
    """Move the groups of lost airfields to the nearest airfield that their side still has, as a day begins; groups
    without one stay on the ground.
    """
    bases = today.board.by_id(BasingArea)
    owners = owners_of_sites(today.board, bases.values())

    def is_lost(base: BasingArea) -> bool:
        owner = owners.get(base.place_id) if base.place_id is not None else None
        return owner is not None and owner != base.side_id

    for group in today.board.rows(AirGroup):
        old = bases[group.basing_area_id]
        if not is_lost(old):
            continue
        remaining_basing_areas = [
            base for base in bases.values() if base.side_id == group.side_id and not is_lost(base)
        ]
        if not remaining_basing_areas:
            today.say(
                f"{group.name} cannot fly any more: its airfield {old.name} is in enemy hands, and no other is left",
                "umpire 1.10",
            )
            continue
        new = min(remaining_basing_areas, key=lambda base: (_apart(old, base), base.id))
        group.basing_area_id = new.id
        today.say(f"{group.name} has moved from {old.name} to {new.name}", "umpire 1.10")
        note(today.board, f"{group.name} flies from {new.name} now.", side=group.side_id, seconds=0)


def _apart(basing_area: BasingArea, second: BasingArea) -> float:
    """Return the distance between two airfields in degrees; airfields without a position on the globe come last."""
    if basing_area.lat_e6 is None or basing_area.lon_e6 is None or second.lat_e6 is None or second.lon_e6 is None:
        return float("inf")
    return hypot(
        basing_area.lat_e6 - second.lat_e6,
        (basing_area.lon_e6 - second.lon_e6) * cos(radians(basing_area.lat_e6 / 1e6)),
    )
