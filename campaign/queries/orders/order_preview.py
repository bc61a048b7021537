"""A preview of an order: alternatives to the fastest route, obstacles on the way, and the order that it replaces.

All of it is limited to what the ordering side knows (umpire 1.13), whichever viewer asks; what the umpire alone knows
is listed for the umpire separately.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation, Order
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import order_words
from campaign.situation.army import position_of
from campaign.situation.clock import next_movement
from campaign.situation.itinerary import Journey, March, by_way_of, closed_way, journey, when_words
from campaign.situation.knowledge import seen_at
from campaign.situation.names import unit_named
from campaign.situation.standing import begins
from campaign.terms.position import Position
from campaign.terms.time import Moment, parse_moment
from campaign.terms.viewer import UMPIRE, Viewer
from campaign.terms.words import listing, tallied
from campaign.theatre.legs import Closed, Leg, Route
from campaign.theatre.routes import describe_block, obstructions
from campaign.theatre.values import kilometres
from campaign.theatre.zones import Cut, Watcher, Zones
from campaign.views.orders.order_preview import OrderPreview


def standing_words(board: JournalBoard, viewer: Viewer, word: str, since: str) -> str:
    """Return in words the order that a unit has for a turn already: ``march to Musaid (the order to 22nd Guards Brigade
    Group)``.
    """
    unit = unit_named(look(board, viewer).army, word, viewer.side)
    outlook = look(board, Viewer(unit.side_id))
    orders = outlook.orders_at(parse_moment(since) if since else next_movement(board))
    if isinstance(unit, Formation):
        order = orders.of_formation(unit)
        is_own = order is not None and order.formation_id == unit.id
        words = order_words(outlook, order)
    else:
        standing = orders.ordered(unit)
        order = standing.order
        is_own = order is not None and order.battalion_id == unit.id
        words = order_words(outlook, standing)
    if order is None or is_own or order.formation_id is None:
        return words
    return f"{words} (the order to {outlook.army.formations[order.formation_id].name})"


def order_preview(board: JournalBoard, viewer: Viewer, word: str, kind: str, since: str) -> OrderPreview:
    """Return what an order to a unit would mean: its route, alternatives and obstacles. ``word``: the unit; ``kind``:
    the order; ``since``: the turn from which it is to apply, or later if the order takes time to arrive.
    """
    unit = unit_named(look(board, viewer).army, word, viewer.side)
    order = _order_given(board, unit, kind, since)
    outlook = look(board, Viewer(unit.side_id))
    ways = None if order is None else journey(board, outlook.army, order)
    if order is None or ways is None:
        return OrderPreview()
    return OrderPreview(
        tuple(_other_ways(ways)),
        (*_closed_ways(ways), *_enemies_seen(outlook, ways)) if order.via else tuple(_enemies_seen(outlook, ways)),
        tuple(_unknown(outlook, look(board, UMPIRE), ways)) if viewer.is_umpire else (),
    )


def _order_given(board: JournalBoard, unit: Formation | Battalion, kind: str, since: str) -> Order | None:
    earliest = parse_moment(since) if since else next_movement(board)
    of = "battalion" if isinstance(unit, Battalion) else "formation"
    rows = board.rows(Order, Order.key == f"{of}:{unit.key}")
    return min((o for o in rows if begins(o) >= earliest and o.kind == kind), key=begins, default=None)


def _open_marches(ways: Journey) -> dict[tuple[int, ...], list[March]]:
    """Return the marches with a route, those on the same roads together; the largest group first."""
    companies: dict[tuple[int, ...], list[March]] = defaultdict(list)
    for march in ways.marches:
        if isinstance(march.way, Route) and march.way.legs:
            companies[tuple(leg.road for leg in march.way.legs)].append(march)
    return dict(sorted(companies.items(), key=lambda company: -len(company[1])))


def _other_ways(ways: Journey) -> Iterator[str]:
    """Yield other routes for the largest group that marches together."""
    companies = list(_open_marches(ways).values())
    for march in companies[0][:1] if companies else []:
        names = listing(fellow.battalion.short for fellow in companies[0])
        for way in ways.detours_of(march):
            yield f"{names + ': ' if len(companies) > 1 else ''}{_way_words(ways, march, way)}"


def _way_words(ways: Journey, march: March, way: Route) -> str:
    """Return a route in words: ``28.5 km by Halfaya Pass, top - Sollum Barracks: arrives in turn 1.2 about 07:10``."""
    when = ways.arrival(march, way)
    end = "cannot arrive before the campaign ends" if when is None else f"arrives {when_words(ways.calendar, *when)}"
    return f"{kilometres(way.length_m)}{by_way_of(ways.theatre, way)}: {end}"


def _closed_ways(ways: Journey) -> Iterator[str]:
    """Yield what closes a faster route than the one taken by the places that the order names; a way that the program
    has chosen says it in its reason.
    """
    marches = (march for march, *_ in _open_marches(ways).values())
    yield from dict.fromkeys(filter(None, (closed_way(ways.theatre, march) for march in marches)))


def _enemies_seen(outlook: Outlook, ways: Journey) -> Iterator[str]:
    """Yield the sighted enemies that locate part of a route from the positions where they were seen."""
    seen = {unit: s for unit, s in outlook.knowledge.seen.items() if unit not in outlook.knowledge.fallen}
    positions = {unit: position for unit, s in seen.items() if (position := seen_at(s)) is not None}
    groups: dict[tuple[str, int], list[str]] = defaultdict(list)
    for unit in _watching(outlook, ways, positions):
        s = seen[unit]
        age = outlook.age_hours(Moment(s.day, s.turn), s.seconds)
        groups[outlook.where_seen(s), age].append(outlook.knowledge.enemy_in_list(outlook.army.battalions[unit]))
    for (where, age), names in groups.items():
        yield f"{listing(tallied(names))}, seen {where} {f'{age} hours ago' if age else 'now'}"


def _unknown(outlook: Outlook, umpire: Outlook, ways: Journey) -> Iterator[str]:
    """Yield the blocks on the route and enemies beside it that the side has not seen in their present positions."""
    firsts = [company[0] for company in _open_marches(ways).values()]
    routes = [(march.battalion, march.way) for march in firsts if isinstance(march.way, Route)]
    yield from unseen_on(outlook, umpire, routes)


def unseen_on(outlook: Outlook, umpire: Outlook, routes: Iterable[tuple[Battalion, Route]]) -> Iterator[str]:
    """Yield, for the umpire, blocks on these routes and enemies beside them that the side of ``outlook`` has not seen
    where they are.
    """
    routes, lines = list(routes), list[str]()
    for battalion, way in routes:
        closed = Closed(barred=umpire.passages.barred(battalion))
        blocks, _, _ = obstructions(umpire.theatre, way, closed)
        lines += [describe_block(umpire.theatre, road, block) for road, block in blocks]
    side = routes[0][0].side_id if routes else 0
    enemies = (b for b in umpire.army.battalions.values() if b.on_map and b.side_id != side)
    positions = {b.id: position for b in enemies if (position := position_of(b)) is not None}
    seen = {unit: seen_at(sighting) for unit, sighting in outlook.knowledge.seen.items()}
    unseen = {unit: position for unit, position in positions.items() if seen.get(unit) != position}
    groups: dict[str, list[str]] = defaultdict(list)
    for unit in dict.fromkeys(cut.unit for _, way in routes for _, cut in watched(umpire, way.legs, unseen)):
        battalion = umpire.army.battalions[unit]
        groups[umpire.where(battalion)].append(battalion.short or battalion.name)
    lines += [f"{where}: {listing(names)}" for where, names in groups.items()]
    yield from dict.fromkeys(lines)


def _watching(outlook: Outlook, ways: Journey, enemies: Mapping[int, Position]) -> list[int]:
    """Return the enemies that locate part of some route, in the order in which it passes them."""
    companies = _open_marches(ways).values()
    legs = [leg for company in companies if isinstance(company[0].way, Route) for leg in company[0].way.legs]
    return list(dict.fromkeys(cut.unit for _, cut in watched(outlook, legs, enemies)))


def watched(outlook: Outlook, legs: Sequence[Leg], enemies: Mapping[int, Position]) -> Iterator[tuple[Leg, Cut]]:
    """Yield the stretches of a route that enemies at these positions locate, each with its leg, in the order of the
    march.
    """
    if not enemies:
        return
    watchers = tuple(Watcher.at(outlook.theatre, unit, "", 0, enemies[unit]) for unit in sorted(enemies))
    zones = Zones(outlook.theatre, watchers, outlook.conditions.sight)
    yield from ((leg, cut) for leg in legs for cut in _over(zones, leg))


def _over(zones: Zones, leg: Leg) -> list[Cut]:
    """Return the zones that touch this leg, in the direction of the march."""
    low, high = min(leg.from_m, leg.to_m), max(leg.from_m, leg.to_m)
    cuts = [cut for cut in zones.cuts.get(leg.road, ()) if cut.from_m <= high and cut.to_m >= low]
    is_back = leg.to_m < leg.from_m
    return sorted(cuts, key=lambda c: (-c.to_m if is_back else c.from_m, c.unit))
