"""The ground after a battle: final positions, retreat routes, places that change hands, works (umpire 1.8, 1.10)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import hypot
from types import MappingProxyType

from campaign.actions.day_context import DayContext
from campaign.actions.lapsing import lapse
from campaign.actions.places import take_place
from campaign.actions.raising import Staff
from campaign.actions.returns.fates import FieldWork
from campaign.actions.sightings import write_sighting
from campaign.model import Battalion, Battle, BattleUnit, Crossing, Place, Road
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.tabletop.interface import tabletop
from campaign.situation.army import position_of
from campaign.situation.battlefield import table_of
from campaign.situation.force import carried_into, force_of
from campaign.situation.forms import Work
from campaign.situation.ground import key_of
from campaign.situation.keeping import keep
from campaign.situation.marching import rates_of, still_ahead, watchers
from campaign.situation.old_news import changing, sides_in_sight
from campaign.situation.road_names import road_title
from campaign.situation.table_entry import staying_away
from campaign.terms.forces import Level
from campaign.terms.ground import CrossingState
from campaign.terms.position import METRES_A_KM, AtPlace, Position
from campaign.terms.state import OrderKind, Role, State
from campaign.theatre.legs import Route
from campaign.theatre.retreats import Retreat, retreats, surrounded
from campaign.theatre.routes import route
from campaign.theatre.values import Block
from campaign.theatre.zones import Watcher, Zones
from campaign.values import replace
from campaign.words.return_foot import BOTH


def ground_taken(staff: Staff, battle: Battle, battalion: Battalion, unheld: Collection[int] = ()) -> Position | None:
    """Return the position of a victorious attacker for which the return gave none: the battle's place, if its attack
    leads there.

    All other units stay where they are; so do all units if the place is not on the table. A unit without orders to
    attack moves only if no unit on its side had such orders. No unit moves to a place that neither side holds
    (``unheld``).
    """
    table, position = table_of(battle), position_of(battalion)
    ends = (position, AtPlace(battle.place_id))
    if (
        position is None
        or battle.place_id in unheld
        or not all(table.holds(staff.theatre.point_of(end)) for end in ends if end is not None)
    ):
        return None
    return AtPlace(battle.place_id) if _leads_there(staff, battle, battalion, position) else None


def _leads_there(staff: Staff, battle: Battle, battalion: Battalion, position: Position) -> bool:
    standing = staff.orders.of(battalion)
    if standing.kind is OrderKind.ATTACK and standing.to is not None:
        ahead = (*still_ahead(battalion, standing), standing.to)
        if battle.place_id in ahead:
            return True
        rates = rates_of(staff.army, battalion, staff.conditions.night, staff.book)
        way = route(staff.theatre, position, [AtPlace(place) for place in ahead], rates)
        return isinstance(way, Route) and battle.place_id in way.places(staff.theatre)
    return not any(
        staff.orders.of(b).kind is OrderKind.ATTACK for b in staff.engaged_in(battle) if b.side_id == battalion.side_id
    )


def off_the_table(staff: Staff, battle: Battle) -> frozenset[int]:
    """Return the battalions engaged in a battle that its table did not have: beside it, without orders that lead onto
    it, as the packet says and the program plays. Nothing that happened on the table moves them.
    """
    lines, table = [u for u in staff.session_lines(battle) if u.role is Role.ENGAGED], table_of(battle)
    beside = {
        u.battalion_id
        for u in lines
        if (at := position_of(staff.army.battalions[u.battalion_id])) is not None
        and not table.holds(staff.theatre.point_of(at))
    }
    if not beside:
        return frozenset()
    behind = _firing_from_behind(staff, battle, lines)
    on_it = [u for u in lines if u.battalion_id not in behind]
    return staying_away(staff.army, staff.theatre, table, on_it, staff.orders) | (beside & behind)


def _firing_from_behind(staff: Staff, battle: Battle, lines: Sequence[BattleUnit]) -> frozenset[int]:
    """Return the guns that the battle's system keeps behind its table."""
    door, carried = tabletop(battle.tabletop), carried_into(staff.board, battle, battle.tabletop)
    forces = (force_of(staff.army, side, lines, carried=carried) for side in sorted({u.side_id for u in lines}))
    mustered = [door.muster(force, staff.book) for force in forces]
    return frozenset(line.unit for muster in mustered for line in muster.lines if line.fires_from_behind)


def near_the_field(
    staff: Staff, battle: Battle, battalion: Battalion, states: Mapping[int, State] = MappingProxyType({})
) -> bool:
    """Return whether a unit stands within reach of the battle's place, or has lost a separate clash farther off (umpire
    1.8). ``states``: those of battalions after the battle, where they are not written down yet.

    A clash farther off is judged like a field that no return reports (umpire 1.7), by the unspent battalions within
    reach of the unit; at equal numbers it stays. For a battle whose place is not on its table, the whole table is the
    field.
    """
    position, place = position_of(battalion), staff.theatre.spot(battle.place_id).point
    if position is None or not table_of(battle).holds(place):
        return position is not None
    x, y = staff.theatre.point_of(position)
    reach_m = float(staff.book.number("retreat.reach")) * METRES_A_KM
    if hypot(x - place[0], y - place[1]) <= reach_m:
        return True
    around = list[bool]()
    for unspent in staff.army.battalions.values():
        if states.get(unspent.id, unspent.state).counts_in_full and (at := position_of(unspent)) is not None:
            its_x, its_y = staff.theatre.point_of(at)
            if abs(its_x - x) <= reach_m and hypot(its_x - x, its_y - y) <= reach_m:
                around.append(unspent.side_id == battalion.side_id)
    return around.count(False) > around.count(True)


Ends = Mapping[int, Position | None]
"""Position of each battalion at the end of a battle; None for a battalion out of play. A battalion not listed keeps its
position."""


def zones_against(staff: Staff, side: int, ends: Ends = MappingProxyType({})) -> Zones:
    """Return the location zones of a side's enemies at the positions where a battle left them."""
    enemies = watchers(staff.theatre, staff.army.enemies_of(side), staff.book)
    near = []
    for eye in enemies:
        at = ends.get(eye.unit)
        if at is not None:
            near.append(Watcher.at(staff.theatre, eye.unit, eye.name, eye.side, at))
        elif eye.unit not in ends:
            near.append(eye)
    parts = staff.theatre, near, side, staff.conditions.sight
    return keep(staff.board, (zones_against, side), parts, lambda: Zones.against(*parts))


def as_left(staff: Staff, works: Iterable[Work], laid: Iterable[FieldWork]) -> Staff:
    """Return a staff with the map as a battle leaves it: with the blocks and mines that were laid in it, and the roads,
    crossings and obstacles that it changed. Nothing is changed on the board.
    """
    across: dict[int, tuple[Block, ...]] = {}

    def put_across(road: int, block: Block) -> None:
        others = across.get(road, staff.theatre.way(road).blocks)
        across[road] = (*(other for other in others if other.key != block.key), block)

    for work in works:
        row, way = work.row, staff.theatre.way(work.row.id if isinstance(work.row, Road) else work.row.road_id)
        if isinstance(row, Road):
            name = way.name or road_title(staff.theatre, way.road)
            put_across(way.road, Block(way.length_m // 2, f"{name} is cut", work.verb != "cut"))
        else:
            passable = work.verb != "destroyed" if isinstance(row, Crossing) else True
            put_across(way.road, Block(row.at_m, row.name, passable, key_of(row)))
    for number, field_work in enumerate(laid):
        put_across(field_work.road, Block(field_work.at_m, str(field_work.kind), key=f"laid:{number}"))
    if not across:
        return staff
    ways = (replace(way, blocks=across.get(way.road, way.blocks)) for way in staff.theatre.ways)
    return Staff(staff.board, staff.army, replace(staff.theatre, ways=tuple(ways)))


def ways_back(
    staff: Staff, battalion: Battalion, zones: Zones, ends: Ends = MappingProxyType({})
) -> tuple[Retreat, ...]:
    """Return a battalion's retreat routes past its enemies' zones, the shortest first; empty if it is cut off (umpire
    1.8). ``ends``: the final positions of units, where they are not written down yet.
    """
    return _ways_back(staff, battalion, position_of(battalion), zones, ends)


def way_out(staff: Staff, battalion: Battalion, zones: Zones) -> Position | None:
    """Return where a unit that is cut off comes out past the enemy: the nearest place behind him without an enemy near
    it. None if no place is free. ``zones``: those of its enemies.
    """
    nobody = Zones.against(staff.theatre, [], battalion.side_id, zones.sight)
    return next((way.end for way in ways_back(staff, battalion, nobody) if not zones.over(way.end)), None)


def has_way_back(staff: Staff, battalion: Battalion, zones: Zones, *, at: Position | None = None) -> bool:
    """Return whether a battalion has any retreat route. ``at``: its position, if not the one it stood at."""
    return bool(_ways_back(staff, battalion, at or position_of(battalion), zones, {}, one_is_enough=True))


def _ways_back(
    staff: Staff,
    battalion: Battalion,
    position: Position | None,
    zones: Zones,
    ends: Ends,
    *,
    one_is_enough: bool = False,
) -> tuple[Retreat, ...]:
    if position is None:
        return ()
    rates = rates_of(staff.army, battalion, staff.conditions.night, staff.book)
    turns = float(staff.book.number("retreat.distance"))
    behind = headquarters_behind(staff, battalion, ends)
    return retreats(
        staff.theatre,
        position,
        battalion.side_id,
        rates,
        zones,
        behind,
        turns,
        hostile=_hostile_to(staff, battalion.side_id),
        barred=staff.passages.barred(battalion),
        one_is_enough=one_is_enough,
    )


def _hostile_to(staff: Staff, side: int) -> frozenset[int]:
    """Return the places that an enemy of the side owns."""
    places = staff.places
    return keep(
        staff.board,
        (_hostile_to, side),
        staff.board.version(Place, "owner_id"),
        lambda: frozenset(place.id for place in places.values() if place.owner_id not in (None, side)),
    )


def is_cut_off(
    staff: Staff,
    battalion: Battalion,
    held: str | None,
    *,
    at: Position | None = None,
    ends: Ends = MappingProxyType({}),
) -> bool:
    """Return whether a battalion had no retreat route when it was destroyed (umpire 1.8, 1.9). ``ends``: the units'
    final positions; ``at``: its own.

    On the side that lost the field: if no road leads back. While both sides are there: if no road from it is free of
    location range. A unit of the side that holds the field (``held``: its key) is never cut off.
    """
    position, side_key = at or position_of(battalion), staff.army.sides[battalion.side_id].key
    if position is None or held == side_key:
        return False
    zones = zones_against(staff, battalion.side_id, ends)
    if held not in (None, BOTH):
        return not has_way_back(staff, battalion, zones, at=position)
    return surrounded(staff.theatre, position, zones)


def headquarters_behind(
    staff: Staff, battalion: Battalion, ends: Ends = MappingProxyType({})
) -> list[tuple[str, Position]]:
    """Return the headquarters above a battalion that are on the map, nearest first in the chain of command; its brigade
    headquarters fights beside it and is left out.
    """
    result = []
    for formation in staff.army.chain(battalion.organic_id):
        headquarters = staff.army.headquarters.get(formation.id)
        if headquarters is None or headquarters.id == battalion.id or formation.level is Level.COMMAND:
            continue
        position = ends.get(headquarters.id, position_of(headquarters))
        if position is not None:
            result.append((formation.name, position))
    return result


def hand_over(staff: Staff, place: Place, side: int) -> list[str]:
    """Transfer a place to a side as a march does (umpire 1.10); return the lines for the umpire, none if the side owned
    it already.
    """
    if place.owner_id == side:
        return []
    today = DayContext(staff.board, Tape(Scripted(()), staff.board.moment))
    lapse(today, take_place(today, place, side))
    return today.lines


def sighted(
    staff: Staff,
    side: int,
    battalion: Battalion,
    *,
    seconds: int,
    seen_by: str,
    how: str,
    at: Position | None = None,
    named: bool = False,
) -> None:
    """Write down that a side sees an enemy where it stands, or ``at`` another place; by name only after a battle
    (umpire 1.13).
    """
    position = at or position_of(battalion)
    if position is not None:
        write_sighting(
            staff.board,
            staff.theatre,
            side,
            battalion,
            position,
            seconds=seconds,
            seen_by=seen_by,
            how=how,
            named=named,
        )


def change_work(staff: Staff, work: Work, fought: Collection[int]) -> None:
    """Change a road, crossing or obstacle as the return says, and inform the sides that fought there."""
    row = work.row
    with changing(
        staff.board, row, sides_in_sight(staff.army, staff.theatre, staff.conditions.sight, row) | frozenset(fought)
    ):
        if isinstance(row, Road):
            row.cut = work.verb == "cut"
        elif isinstance(row, Crossing):
            row.state = CrossingState.DESTROYED if work.verb == "destroyed" else CrossingState.BRIDGED
        else:
            row.gapped = True
