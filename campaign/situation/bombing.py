"""Air attacks and landings on the campaign map: units near the point of a strike, their cover, and the roads that are
cratered.

    strung_out(army, theatre, book, about=) -> positions  where each battalion of a halted column is struck
    standing_near(army, theatre, point, radius_m, at=) -> list[Near]     battalions of both sides, by id
    marks_of(army, theatre, near, located=, book=) -> marks      a battalion's stands as the charts take them
    roads_within(theatre, point, radius_m) -> list[Stretch]         each road once, at its point nearest to the middle
    thrown_to(theatre, place, metres, clock) -> Position            where a scattered landing gathers

Distances are as the crow flies; the radius itself counts (OB-AIR-04: 4 inches are half a kilometre, umpire 1.19).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, dist, pi
from types import MappingProxyType
from typing import Final

from campaign.model import Battalion
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import engineering
from campaign.rules.day.nqm_marches import column_m
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.fire import Mark, Works
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.situation.army import Army
from campaign.situation.force import unit_of
from campaign.terms.forces import Size
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.theatre.values import CLOSED_M, Point, Theatre, nearest_on
from campaign.values import dataclass

_ON_THE_SPOT: Final[Mapping[int, Position]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Near:
    """A battalion near a point, and its distance in inches of the table."""

    battalion: Battalion
    position: Position
    inches: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """A road within an air attack: its point nearest to the middle."""

    road: int
    at_m: int


def strung_out(
    army: Army,
    theatre: Theatre,
    book: Rulebook,
    *,
    about: Point | None = None,
    within_m: float = 0,
    known_positions: Mapping[int, Position] | None = None,
) -> dict[int, Position]:
    """Return the positions of the battalions that halt on one spot of a road with others of their side, one behind the
    other: the first stands on the spot, each of the rest behind the road space of those before it (umpire 1.18).

    Behind is away from the nearest enemy. Guns and headquarters come last. Where the road is too short for all, they
    close up. Marches and contacts go by the spot itself; only aircraft tell its battalions apart. ``about``: leave out
    columns that cannot reach to within ``within_m`` metres of this point. ``known_positions``: only these enemy
    battalions count, where they were seen.
    """
    if not book.switch("air.road_space"):
        return {}
    queues: defaultdict[tuple[int, OnRoad], list[Battalion]] = defaultdict(list)
    for battalion, position in army.standing():
        if isinstance(position, OnRoad) and battalion.state.is_in_play:
            queues[battalion.side_id, position].append(battalion)
    stands = (
        dict(known_positions)
        if known_positions is not None
        else {battalion.id: at for battalion, at in army.standing() if battalion.state.is_in_play}
    )
    places: dict[int, Position] = {}
    for (side, head), column in queues.items():
        if len(column) > 1 and (about is None or _is_about(theatre, head, column, about, within_m)):
            places.update(_behind(theatre, _enemies(army, theatre, side, stands), head, column))
    return places


def _enemies(army: Army, theatre: Theatre, side: int, stands: Mapping[int, Position]) -> list[Point]:
    return [theatre.point_of(at) for unit, at in stands.items() if army.battalions[unit].side_id != side]


def _behind(
    theatre: Theatre, enemies: Sequence[Point], head: OnRoad, column: list[Battalion]
) -> Iterator[tuple[int, Position]]:
    """Yield the position of each battalion of a column whose first stands at ``head``."""
    column = sorted(column, key=lambda b: (b.piece is not None or b.headquarters_of_id is not None, b.id))
    space = [_space(battalion) for battalion in column]
    length_m = theatre.way(head.road).length_m

    def away(end_m: int) -> float:
        point = theatre.point_of(theatre.standing(head.road, end_m))
        return min((dist(point, enemy) for enemy in enemies), default=0.0)

    back = max((-1, 1), key=lambda way: away(max(0, min(length_m, head.metres + way * space[0]))))
    room = head.metres if back < 0 else length_m - head.metres
    closer = min(1.0, room / sum(space))
    for number, battalion in enumerate(column):
        yield battalion.id, theatre.standing(head.road, head.metres + back * int(sum(space[:number]) * closer))


def _is_about(theatre: Theatre, head: OnRoad, column: list[Battalion], about: Point, within_m: float) -> bool:
    """Return whether a column may reach to within ``within_m`` metres of a point, whichever way it stands."""
    way = theatre.way(head.road)
    drawn_m = sum(dist(here, there) for here, there in pairwise(way.points))
    longest_m = sum(map(_space, column)) * drawn_m / way.length_m
    return dist(theatre.point_of(head), about) <= within_m + longest_m + CLOSED_M


def _space(battalion: Battalion) -> int:
    """Return the metres of road that a battalion takes."""
    return column_m(company=battalion.size is Size.COMPANY)


def standing_near(
    army: Army, theatre: Theatre, point: Point, radius_m: float, at: Mapping[int, Position] = _ON_THE_SPOT
) -> list[Near]:
    """Return the battalions of both sides within ``radius_m`` metres of a point. ``at``: battalions that are not struck
    on their own spot, with their positions (``strung_out``).
    """
    near = []
    for battalion, spot in army.standing():
        position = at.get(battalion.id, spot)
        away = dist(theatre.point_of(position), point)
        if battalion.state.is_in_play and away <= radius_m + CLOSED_M:
            near.append(
                Near(battalion, position, ceil((away - CLOSED_M) / tables.METRES_AN_INCH) if away > CLOSED_M else 0)
            )
    return near


def marks_of(army: Army, theatre: Theatre, near: Near, *, located: bool, book: Rulebook) -> tuple[Mark, ...]:
    """Return one mark for each of a battalion's stands: in its finished positions, and the cover of the place."""
    battalion = near.battalion
    dug_in = battalion.dug_in_turns >= engineering.dig_in_turns(battalion.arm, battalion.armour)
    return tuple(
        Mark(
            stand,
            Works.DUG_IN if dug_in else Works.NONE,
            theatre.cover_at(near.position),
            spent=battalion.state.carries_figure,
            posture=battalion.posture,
            located=located,
        )
        for stand in stands_of(unit_of(army, battalion), book)
    )


def roads_within(theatre: Theatre, point: Point, radius_m: float) -> list[Stretch]:
    """Return every road that comes within the radius, by its id."""
    stretches = []
    for way in sorted(theatre.ways, key=lambda w: w.road):
        pieces = ((nearest_on(start, end, point), from_m, to_m) for from_m, to_m, start, end in way.pieces())
        away, at_m = min(
            ((gap, from_m + (to_m - from_m) * share) for (gap, share), from_m, to_m in pieces),
            default=(radius_m + 1, 0.0),
        )
        if away <= radius_m + CLOSED_M:
            stretches.append(Stretch(way.road, round(at_m)))
    return stretches


def thrown_to(theatre: Theatre, place: int, metres: int, clock: int) -> Position:
    """Return where a battalion lands that aimed at a place and was scattered ``metres`` away, in this direction of the
    clock face (12: north; OB-AMB-132).

    The map knows only roads: the battalion gathers as far along the road that leads most nearly in that direction.
    """
    way = theatre.way_towards(place, pi / 2 - clock * pi / 6)
    if way is None:
        return AtPlace(place)
    return theatre.standing(way.road, metres if way.a == place else way.length_m - metres)
