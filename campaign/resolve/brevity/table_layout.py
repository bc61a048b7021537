"""The ground of a campaign battle as a Brevity table: turned to the attacker's front, with all units at their
positions.

The campaign's table has north up; a battle has the first force's edge near and the second's far. The table is turned by
quarters so that the second force lies farther from the near edge than the first, and so that few units begin within 8
inches of a side edge, where OB-MOV-06 would keep them. Units at one point of the map are set up around it: fighting
battalions abreast in ranks of three, guns a rank behind them, headquarters and spent battalions behind the guns; spent
battalions are in front only if there are no others.

    lay_out(fight) -> Layout(ground, spots, barriers)
    front_of(first, second, table_in, homes) -> Front      the edge of the campaign's table that is the far edge
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial

from campaign.resolve.brevity.barriers import Barrier
from campaign.resolve.brevity.ground import Ground, Patch, Spot, nearest_open, steps
from campaign.resolve.ground import Homes, ahead, corners, middle_of, turned
from campaign.rules.common.force import Unit
from campaign.rules.common.scene import Fight
from campaign.rules.common.terrain import Bar, Point
from campaign.rules.tabletop.brevity.muster import is_headquarters
from campaign.rules.tabletop.brevity.riding import is_barred
from campaign.rules.tabletop.brevity.tables import PITCH, SIDE_EDGE
from campaign.terms.ground import Cover, Surface
from campaign.terms.state import Role
from campaign.values import dataclass, field

# Our choice, for several units at one point (`test_units_on_one_point_stand_around_it_and_on_the_table`): none of 30
# battles has them.
ABREAST = 3


_Turn = Callable[[Point], Point]


@dataclass(frozen=True, slots=True)
class Layout:
    """The ground, the places of units by id, and the obstacles, in the inches of the battle."""

    ground: Ground
    spots: Mapping[int, Spot] = field(default_factory=dict)
    barriers: tuple[Barrier, ...] = ()
    quarters: int = 0
    """The number of quarters by which the campaign's table is turned."""
    prize: Spot | None = None
    """The place that is fought for."""


class Front(Enum):
    """The edge of the campaign's table that is the far edge of the battle."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def near(self) -> Front:
        """The edge opposite to it: the first force's own."""
        return _OPPOSITE[self]

    @property
    def sides(self) -> tuple[Front, Front]:
        """The two table edges at either side of this edge."""
        return (Front.EAST, Front.WEST) if self in (Front.NORTH, Front.SOUTH) else (Front.NORTH, Front.SOUTH)


_OPPOSITE = {Front.NORTH: Front.SOUTH, Front.SOUTH: Front.NORTH, Front.EAST: Front.WEST, Front.WEST: Front.EAST}
# Our choice. It decides where two forces stand mixed (`test_level_forces_without_homes_lie_to_the_south_or_west`): in
# none of 150 battles.
LEVEL = 8
"""The inches up to which two forces count as level on an axis, so that their homes decide which is which."""

# In 120 generated battles 130 of 922 attacks came from a flank, without this 191 of 944; 1.5 gives 119, 3 gives 140.
PLAINLY = 2
"""How many times farther apart two forces are along one axis than along the other to front along it whatever edges keep
units.
"""


def lay_out(fight: Fight) -> Layout:
    """Return the table of a battle. Without places for the units its short side is its depth, as for any game."""
    front = _front(fight)
    wide, deep = fight.table_in
    if front in (Front.EAST, Front.WEST):
        wide, deep = deep, wide

    quarters = list(Front).index(front)

    def turn(point: Point) -> Point:
        return turned(point, quarters, fight.table_in)

    # craters are bad terrain to move in (OB-AIR-11)
    patches = tuple(
        Patch(
            *corners(area.box, turn),
            cover=Cover.TERRAIN if area.craters else area.cover,
            hill=area.hill,
            craters=area.craters,
            road=area.road,
            track=area.track,
        )
        for area in fight.terrain.areas
    )
    ground = Ground(wide, deep, patches)
    places = {unit: Spot(*turn(point)) for unit, point in fight.spots.items()}
    spots: dict[int, Spot] = {}
    barriers = tuple(_barrier(bar, turn) for bar in fight.terrain.bars if bar.boxes)
    for forward, force in zip((1, -1), fight.forces, strict=True):
        spots |= _out_of_terrain(force.units, _around(force.units, places, ground, forward), ground, barriers, forward)
    return Layout(ground, spots, barriers, quarters, None if fight.prize is None else Spot(*turn(fight.prize.at)))


def _front(fight: Fight) -> Front:
    """Return the front by the units that are present from the start."""
    first, second = (
        [fight.spots[u.id] for u in force.units if u.id in fight.spots and u.role is Role.ENGAGED]
        for force in fight.forces
    )
    return front_of(first, second, fight.table_in, fight.homes)


def front_of(
    first: Sequence[Point], second: Sequence[Point], table_in: tuple[int, int], homes: Homes = (None, None)
) -> Front:
    """Return the quarter in which the second force lies from the first: the axis along which they are plainly farther
    apart; otherwise the one whose side edges keep fewer units (OB-MOV-06), of equals the one of the greater distance.
    House rule: the book has no map under its table.
    """
    first_middle, second_middle = middle_of(first), middle_of(second)
    wide, deep = table_in
    if first_middle is None or second_middle is None or first_middle == second_middle:
        return Front.NORTH if wide >= deep else Front.EAST
    across, along = second_middle[0] - first_middle[0], second_middle[1] - first_middle[1]
    everybody = (*first, *second)
    held_by_east_west = sum(not SIDE_EDGE < x < wide - SIDE_EDGE for x, _ in everybody)
    held_by_north_south = sum(not SIDE_EDGE < y < deep - SIDE_EDGE for _, y in everybody)
    upright = (held_by_east_west, -abs(along)) <= (held_by_north_south, -abs(across))
    longer, shorter = max(abs(across), abs(along)), min(abs(across), abs(along))
    if longer > 2 * LEVEL and longer >= PLAINLY * shorter:
        upright = abs(along) > abs(across)
    forward = ahead(along if upright else across, homes, 1 if upright else 0, LEVEL)
    if upright:
        return Front.NORTH if forward > 0 else Front.SOUTH
    return Front.EAST if forward > 0 else Front.WEST


def _barrier(bar: Bar, turn: _Turn) -> Barrier:
    first, *more = (corners(box, turn) for box in bar.boxes)
    return Barrier(
        bar.name,
        *first,
        river=bar.river,
        more=tuple(more),
        gapped=bar.gapped,
        bridges=tuple(Spot(*turn(bridge)) for bridge in bar.bridges),
    )


def _around(units: Iterable[Unit], places: dict[int, Spot], ground: Ground, forward: int) -> dict[int, Spot]:
    """Return the places of units at one point, set up around it."""
    together: dict[Spot, list[Unit]] = defaultdict(list)
    for unit in units:
        if unit.id in places:
            together[places[unit.id]].append(unit)
    spots: dict[int, Spot] = {}
    for spot, neighbours in together.items():
        spots |= _on_the_table(_set_out(neighbours, spot, forward), ground)
    return spots


def _out_of_terrain(
    units: Iterable[Unit], places: Mapping[int, Spot], ground: Ground, barriers: Sequence[Barrier], forward: int
) -> dict[int, Spot]:
    """Return the places of vehicles that could not move in terrain: beside it or behind it, on their own side of the
    water (OB-MOV-10). House rule: the book does not say how they are set up.
    """
    spots = dict(places)

    def is_free(start: Spot, end: Spot) -> bool:
        crosses = any(barrier.holds(spot) for barrier in barriers for spot in steps(start, end))
        return (end.y - start.y) * forward <= 0 and end not in spots.values() and not crosses

    for unit in units:
        spot = spots.get(unit.id)
        if spot is not None and is_barred(unit) and ground.going_at(spot) is Surface.TERRAIN:
            spots[unit.id] = nearest_open(ground, spot, partial(is_free, spot)) or spot
    return spots


def _set_out(units: Sequence[Unit], spot: Spot, forward: int) -> dict[int, Spot]:
    return {
        unit.id: Spot(spot.x + PITCH * file - PITCH * (len(rank) - 1) // 2, spot.y - forward * PITCH * back)
        for back, rank in enumerate(_ranks(units))
        for file, unit in enumerate(rank)
    }


def _on_the_table(places: dict[int, Spot], ground: Ground) -> dict[int, Spot]:
    """Return all places moved together as far as needed until they are on the table."""
    aside = _shift([spot.x for spot in places.values()], ground.width_in)
    along = _shift([spot.y for spot in places.values()], ground.depth_in)
    return {unit: ground.within(Spot(spot.x + aside, spot.y + along)) for unit, spot in places.items()}


def _shift(values: Sequence[int], most: int) -> int:
    return max(0, -min(values)) if min(values) < 0 else min(0, most - max(values))


def _ranks(units: Sequence[Unit]) -> list[list[Unit]]:
    """Return the ranks from the front: fighting units, guns, headquarters; at most three abreast. Spent units are
    behind the guns if a fit unit is in front of them.
    """
    line = [unit for unit in units if not (unit.is_artillery or is_headquarters(unit))]
    fit = [unit for unit in line if not unit.state.carries_figure] or line
    guns = [unit for unit in units if unit.is_artillery and not is_headquarters(unit)]
    kinds = fit, guns, [unit for unit in units if unit not in (*fit, *guns)]
    return [kind[start : start + ABREAST] for kind in kinds for start in range(0, len(kind), ABREAST)]
