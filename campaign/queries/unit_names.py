"""Units in few words: a formation's short name for all of its battalions, or the battalions' own; positions by a place
and at most one distance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from campaign.model import Battalion, Formation
from campaign.queries.outlook import Outlook
from campaign.situation.army import Army
from campaign.terms.position import OnRoad, Position
from campaign.theatre.values import Theatre
from campaign.views.summary import most_lines

NEAR_M = 1500
"""Distance in metres from a place within which a unit is ``near`` it."""


class Units(NamedTuple):
    """The short names of formations and battalions, and how many battalions they stand for."""

    names: tuple[str, ...]
    battalions: int


def name_of(unit: Battalion | Formation) -> str:
    """Return a unit's name for narrow columns."""
    return unit.short or unit.name


def units_of(army: Army, battalions: Collection[Battalion], *, on_map: bool = True) -> Units:
    """Return these battalions in the order of the army; a formation counts as complete without those that are off the
    map, unless ``on_map`` is false. Headquarters are named only where no other unit of their formation is.
    """
    ids = {battalion.id for battalion in battalions}
    troops = [battalion for battalion in battalions if battalion.headquarters_of_id is None]
    shown = {battalion.id for battalion in troops}
    names = [name for top in army.below[None] for name in _names(army, top, shown, on_map)]
    led = {formation.id for battalion in troops for formation in army.chain(battalion.present_id)}
    staffs = [staff for of, staff in army.headquarters.items() if staff.id in ids and of not in led]
    return Units((*names, *map(name_of, staffs)), len(battalions))


def _names(army: Army, formation: Formation, ids: Collection[int], on_map: bool) -> Iterator[str]:
    members = [
        battalion
        for battalion in army.battalions_under(formation.id)
        if battalion.headquarters_of_id is None and (battalion.on_map or not on_map)
    ]
    present = [battalion for battalion in members if battalion.id in ids]
    if not present:
        return
    if len(present) == len(members) > 1:
        yield name_of(formation)
        return
    yield from (name_of(b) for b in army.present[formation.id] if b.id in ids and b.headquarters_of_id is None)
    for below in army.below[formation.id]:
        yield from _names(army, below, ids, on_map)


def where(theatre: Theatre, position: Position) -> str:
    """Return a position by a place and at most one distance: ``at Grave``, ``near Wolfheze``, ``3 km from
    Nijmegen``.
    """
    place, metres = theatre.near(position), 0
    if isinstance(position, OnRoad):
        metres = min(position.metres, theatre.way(position.road).length_m - position.metres)
    if metres <= 0:
        return f"at {place}"
    return f"near {place}" if metres < NEAR_M else f"{metres / 1000:.0f} km from {place}"


def most_lines_for(outlook: Outlook) -> int:
    """Return how many lines a summary may have, by the troops that the viewer knows, so that it does not reveal the
    enemy's number.
    """
    sides = 1 if outlook.viewer.is_umpire else 2
    return most_lines(len(outlook.knowledge.battalions) * sides)
