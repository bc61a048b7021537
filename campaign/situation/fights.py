"""The separate clashes of a battle: enemies who meet at several spots of one table, each farther from the next than the
reach of a battle for a place (umpire 1.4, house rule ``retreat.reach``).

    fights(theatre, battalions, book) -> list[Fight]        where both sides stand within reach, in chains
    shared_out(theatre, battalions, book) -> list[Fight]    the same with all other units in the nearest clash
    apart_m(first, second) -> float                         metres between the nearest two of two clashes
"""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from campaign.model import Battalion
from campaign.rules.common.rulebook import Rulebook
from campaign.situation.army import position_of
from campaign.theatre.values import Point, Theatre
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Fighter:
    """A battalion of a battle and its position."""

    battalion: Battalion
    point: Point


Fight = list[Fighter]


def fights(theatre: Theatre, battalions: Iterable[Battalion], book: Rulebook) -> list[Fight]:
    """Return the groups of neighbouring battalions that contain both sides."""
    return [group for group in _groups(theatre, battalions, book) if _is_fight(group)]


def shared_out(theatre: Theatre, battalions: Iterable[Battalion], book: Rulebook) -> list[Fight]:
    """Return every battalion in one of the clashes: a group of one side alone joins the nearest. None if no unit meets
    an enemy within reach.
    """
    groups = _groups(theatre, battalions, book)
    whole_fights = [[*group] for group in groups if _is_fight(group)]
    for group in groups if whole_fights else ():
        if not _is_fight(group):
            min(whole_fights, key=lambda fight: apart_m(fight, group)).extend(group)
    return whole_fights


def _groups(theatre: Theatre, battalions: Iterable[Battalion], book: Rulebook) -> list[Fight]:
    reach_m = float(book.number("retreat.reach")) * 1000
    groups: list[Fight] = []
    for battalion in battalions:
        position = position_of(battalion)
        if position is None:
            continue
        fighter = Fighter(battalion, theatre.point_of(position))
        near = [group for group in groups if any(dist(fighter.point, member.point) <= reach_m for member in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(member for group in near for member in group), fighter])
    return groups


def _is_fight(group: Fight) -> bool:
    return len({fighter.battalion.side_id for fighter in group}) > 1


def apart_m(first: Fight, second: Fight) -> float:
    """Return the metres between the nearest units of two clashes."""
    return min(dist(fighter.point, enemy.point) for fighter in first for enemy in second)


def spot_of(theatre: Theatre, fight: Fight) -> str:
    """Return the name of the place nearest to the middle of a clash."""
    x, y = (sum(fighter.point[axis] for fighter in fight) / len(fight) for axis in (0, 1))
    return theatre.nearest_spot((x, y)).name
