"""Limits on passages: bridges by load class, ferries and gaps by the number that passes in a turn (OB-BRG,
OB-OBS-06).

A bridge or ferry is closed to battalions heavier than its class. A ferry that engineers set up serves the side whose
specialist engineers stand at it and do nothing else (OB-BRG-06); one that the map came with works by itself. Through a
gap that engineers made, a command passes as many battalions a turn as it has moves; a gap that the map came with is a
road.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from campaign.journal.board import Board
from campaign.model import Battalion, Crossing, EngineeringTask, OldNews
from campaign.rules.day import engineering
from campaign.situation.army import Army, position_of
from campaign.situation.boats import Waterside, watersides
from campaign.situation.ground import as_known, key_of
from campaign.situation.old_news import works_known
from campaign.situation.standing import Standing, StandingOrders
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState, LoadClass, ObstacleKind, TaskKind
from campaign.terms.position import AtPlace, Position
from campaign.terms.state import OrderKind, TaskState
from campaign.theatre.values import Theatre
from campaign.values import dataclass, field


@dataclass(frozen=True)
class Passages:
    """The keys of the blocks that are closed to a side's battalions of a load class, and of those where only a limited
    number passes in a turn.
    """

    too_weak: Mapping[LoadClass, frozenset[str]] = field(default_factory=dict)
    not_ours: Mapping[int, frozenset[str]] = field(default_factory=dict)
    ferries: frozenset[str] = frozenset()
    gaps: frozenset[str] = frozenset()
    craters: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Craters not filled yet, each with its road and its distance along it in metres. A unit halts there and works its
    way through in its next turn (OB-AIR-11)."""

    gappable: frozenset[str] = frozenset()
    """Keys of blocks in which a battalion with engineers opens a gap (OB-OBS-05)."""
    waters: Mapping[str, Waterside] = field(default_factory=dict)
    """Waters without a bridge at which boats or swimming tanks are ready, or were (OB-AMPH)."""

    def barred(self, battalion: Battalion) -> frozenset[str]:
        """Return the keys of blocks that this battalion cannot pass though others can."""
        nothing: frozenset[str] = frozenset()
        load = engineering.load_of(battalion.armour)
        waters = frozenset(key for key, water in self.waters.items() if battalion.key not in water.waiting)
        return self.too_weak.get(load, nothing) | self.not_ours.get(battalion.side_id, nothing) | waters

    def closed_to_supply(self, side: int) -> frozenset[str]:
        """Return the keys of crossings over which this side's supply cannot pass: ferries that the side does not work,
        and waters crossed by boats, which cross only once (OB-BRG-06, OB-AMPH-05).
        """
        return self.not_ours.get(side, frozenset()) | self.waters.keys()

    def crosses(self, battalion: Battalion) -> Mapping[str, Waterside]:
        """Return the waters over which this battalion may be brought."""
        return {key: water for key, water in self.waters.items() if battalion.key in water.waiting}

    def stays_at(self, battalion: Battalion) -> Waterside | None:
        """Return the water that a battalion crossed by boat and beside which it stays (OB-AMPH-05)."""
        return next((water for water in self.waters.values() if battalion.key in water.staying), None)

    @property
    def narrow(self) -> frozenset[str]:
        """Keys of blocks where only a limited number passes in a turn."""
        return self.ferries | self.gaps


OPEN = Passages()
"""Passages of a map without bridges."""


def load_passages(
    board: Board, army: Army, theatre: Theatre, orders: StandingOrders | None = None, *, side: int | None = None
) -> Passages:
    """Return the passages, in three queries at any size of the map; the true ones, or as this side knows them. A unit
    that these orders send on a march works no ferry any more.
    """
    works, tasks = works_known(board, side), board.rows(EngineeringTask)
    crossings, obstacles = works.crossings, works.obstacles
    passable = [c for c in crossings if c.state.is_passable]
    too_weak = {
        load: frozenset(key_of(c) for c in passable if not engineering.carries(c.load_class, load))
        for load in LoadClass
    }
    ferries = {c.id: c for c in passable if c.state is CrossingState.FERRY}
    lanes = _lanes(tasks)
    gaps = {key_of(c) for c in passable if ("crossing", c.id) in lanes and c.state is CrossingState.BRIDGED}
    gaps |= {
        key_of(o) for o in obstacles if o.gapped and o.kind is not ObstacleKind.CRATERS and ("obstacle", o.id) in lanes
    }
    craters = {key_of(o): (o.road_id, o.at_m) for o in obstacles if o.kind is ObstacleKind.CRATERS and not o.gapped}
    gappable = {key_of(o) for o in obstacles if not o.gapped} - craters.keys()
    gappable |= {key_of(c) for c in crossings if c.state is CrossingState.SPAN_BLOWN}
    not_ours = _not_ours(army, theatre, ferries, tasks, orders)
    by_id = {c.id: c for c in crossings}
    waters = {key_of(by_id[ident]): water for ident, water in watersides(crossings, tasks).items()}
    return Passages(
        too_weak,
        not_ours,
        frozenset(map(key_of, ferries.values())),
        frozenset(gaps),
        craters,
        frozenset(gappable),
        waters,
    )


def _lanes(tasks: Iterable[EngineeringTask]) -> set[tuple[str, int]]:
    """Return the crossings and obstacles whose latest finished work is a gap."""
    latest: dict[tuple[str, int], TaskKind] = {}
    for task in sorted(tasks, key=lambda t: (t.begun_day, t.begun_turn, t.id)):
        if task.state is not TaskState.DONE:
            continue
        if task.crossing_id is not None:
            latest["crossing", task.crossing_id] = task.kind
        if task.obstacle_id is not None:
            latest["obstacle", task.obstacle_id] = task.kind
    return {target for target, kind in latest.items() if kind is TaskKind.GAP_OBSTACLE}


def _not_ours(
    army: Army,
    theatre: Theatre,
    ferries: Mapping[int, Crossing],
    tasks: Iterable[EngineeringTask],
    orders: StandingOrders | None,
) -> dict[int, frozenset[str]]:
    """Return the ferries set up by engineers, by the side to which they are closed because no specialists of its own
    work them.
    """
    made = {t.crossing_id for t in tasks if t.kind is TaskKind.FERRY and t.state is TaskState.DONE} & set(ferries)
    if not made:
        return {}
    busy = {t.battalion_id for t in tasks if t.state is TaskState.WORKING}
    crews = [
        b for b in army.battalions.values() if b.on_map and b.engineers is Engineers.SPECIALIST and b.id not in busy
    ]
    crews = [b for b in crews if orders is None or _stays(b, orders.of(b))]
    closed: dict[int, set[str]] = defaultdict(set)
    for ident in made:
        ferry = ferries[ident] if ident is not None else None
        if ferry is None:
            continue
        working = {b.side_id for b in crews if is_at(theatre, position_of(b), ferry.road_id, ferry.at_m)}
        for side in army.sides.keys() - working:
            closed[side].add(key_of(ferry))
    return {side: frozenset(keys) for side, keys in closed.items()}


def _stays(battalion: Battalion, standing: Standing) -> bool:
    return standing.kind is OrderKind.HOLD or (standing.to is not None and battalion.place_id == standing.to)


def is_at(theatre: Theatre, position: Position | None, road: int, at_m: int) -> bool:
    """Return whether a unit at this position stands at that point of a road (within an inch of the table,
    OB-AMB-126).
    """
    if position is None:
        return False
    if not isinstance(position, AtPlace):
        return position.road == road and abs(position.metres - at_m) <= engineering.AT_THE_SPOT_M
    way = theatre.way(road)
    near = [metres for place, metres in ((way.a, at_m), (way.b, way.length_m - at_m)) if place == position.place]
    return bool(near) and min(near) <= engineering.AT_THE_SPOT_M


@dataclass(frozen=True)
class Country:
    """The map with its limits on passages, by which a side plans."""

    theatre: Theatre
    passages: Passages


def country_of(board: Board, army: Army, theatre: Theatre, side: int, orders: StandingOrders | None = None) -> Country:
    """Return the country as this side knows it; ``theatre`` is the true map."""
    map_known = as_known(board, theatre, side)
    return Country(map_known, load_passages(board, army, map_known, orders, side=side))


def countries_of(
    board: Board, army: Army, theatre: Theatre, orders: StandingOrders | None = None
) -> dict[int, Country]:
    """Return the country of each side that does not know the true one, by side."""
    return {
        side: country_of(board, army, theatre, side, orders)
        for side in sorted({old_news.side_id for old_news in board.rows(OldNews)})
    }
