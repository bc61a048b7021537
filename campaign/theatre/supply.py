"""Supply lines: home edge to corps headquarters, corps to its divisions' headquarters, division to its commands
(OB-SUP-01..05).

Every link runs over mapped roads, tracks and going, wholly outside enemy location range, and not over a blown bridge or
an obstacle. A corps' and a division's link may have any length; a command must be within one march move of its
divisional headquarters' own transport, measured to its nearest battalion (OB-AMB-115); by house rule within one turn's
march. A command directly under a corps, or under a division that never had a headquarters, traces to the corps
headquarters at any length; if the corps never had one, to the home edge.

A path that begins inside an enemy's location range has not entered it (our reading): troops at an end of a link face
that enemy, and it cuts only what is nearer to it than they are. By house rule it cuts all of its range, so that
headquarters and commands inside it are cut off even from a unit beside them. A home place in it is always cut off.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import dist, inf

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.words import March, listing, march_words, one_march, way_words
from campaign.theatre.chain import Chain, Echelon, Source
from campaign.theatre.clearing import Clearing, clearing
from campaign.theatre.cut_graph import Link
from campaign.theatre.legs import IDEAL, OPEN, Closed, Route
from campaign.theatre.road_graph import Reach, SharedReach, ends_towards, is_open, is_straight_on, nearest_past, pockets
from campaign.theatre.routes import describe_block, obstructions, places_on
from campaign.theatre.supply_link import MOST_NAMES, Cutter, Line, LinkDetails, ranges
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Theatre, kilometres
from campaign.theatre.vulnerable import Vulnerability
from campaign.theatre.zones import Faced, Sight, Watcher, Zones
from campaign.values import dataclass, replace

MANY_EDGES = 8  # For speed alone.
"""The home edges of a side from which on all that trace to them share their searches."""
SEAT_TURNS = 2  # Our choice: a place farther off is no advice.
"""The turns of march from a headquarters beyond which a place is not offered as its new seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place for a headquarters, the route there, and the length by road that its links may have."""

    place: int
    way: Route
    limit_m: float


class SupplyNet:
    """The supply of one side this turn. ``ground``: the obstacles that close a road to it without any enemy.
    ``measure``: what a turn at the echelons' rates stands for, a march move or a turn's march. ``facing_cuts``: an
    enemy cuts all of its range, troops that face it notwithstanding.
    """

    def __init__(
        self,
        theatre: Theatre,
        echelons: Sequence[Echelon],
        enemies: Sequence[Watcher],
        sight: Sight,
        side: int,
        ground: Closed = OPEN,
        measure: March = March.MOVE,
        facing_cuts: bool = False,
    ) -> None:
        self.theatre = theatre
        self.chain = Chain(theatre, echelons, side)
        self.zones = Zones.against(theatre, enemies, side, sight)
        self.ground = ground
        self._marches: dict[Hashable, Reach] = {}
        self.measure, self.facing_cuts = measure, facing_cuts
        self._beyond: dict[Faced, tuple[Zones, Closed]] = {}
        self.clear = self.closed_to(())

    def closed_to(self, faced: Faced) -> Closed:
        """Return the ground closed to a link that faces these enemies."""
        return self._ground_beyond(faced)[1]

    def _ground_beyond(self, faced: Faced) -> tuple[Zones, Closed]:
        if faced not in self._beyond:
            zones = self.zones.beyond(faced)
            closed = replace(Closed.by(zones), barred=self.ground.barred, heeds_blocks=self.ground.heeds_blocks)
            self._beyond[faced] = zones, closed
        return self._beyond[faced]

    def _faced(self, source: Source, positions: Iterable[Position]) -> Faced:
        """Return the enemies that troops at the ends of a link face; at a home edge there are no troops."""
        if self.facing_cuts:
            return ()
        return self.zones.faced_from((*(() if source.superior is None else source.starts), *positions))

    def _faced_by(self, source: Source, echelon: Echelon) -> Faced:
        return self._faced(source, (position for _, position in echelon.goals))

    def lines(self) -> dict[int, Line]:
        """Return the supply link of each corps, division and command, by formation id. Armies are passed over: a corps
        traces to the home edge.
        """
        joined = pockets(self.theatre, self.clear)
        return {echelon.formation: self._line(echelon, joined) for echelon in self.chain.traced()}

    def clearing(
        self, formation: int, seconds: float | None = 1.0, excused: frozenset[int] = frozenset()
    ) -> Clearing | str:
        """Return a smallest set of enemies and blocks without which a formation's whole chain holds, from the home edge
        down to it.

        Returns a sentence instead if no removal helps: no home edge, or a headquarters out of play. ``seconds`` None:
        until it is proved. ``excused``: formations whose own link need not hold, such as a division that is supplied by
        air (OB-SUP-04).
        """
        links = self.links(formation, excused)
        return links if isinstance(links, str) else clearing(self.theatre, self.zones, links, seconds, self.ground)

    def vulnerability(self, weights: Mapping[int, int], excused: frozenset[int] = frozenset()) -> Vulnerability:
        """Return the places and stretches of road that each alone cut a formation's supply, the worst first, and the
        smallest sets that cut the other formations off.

        ``weights``: the battalions of each formation that is to be counted, by its id; formations that are cut already
        lose nothing. ``excused``: formations whose own link need not hold.
        """
        held = {ident for ident, line in self.lines().items() if line.linked}
        chains = {
            ident: links
            for ident in weights
            if isinstance(links := self.links(ident, excused), tuple) and held >= {link.formation for link in links}
        }
        return Vulnerability(self.theatre, self.closed_to, chains, weights)

    def seat(self, formation: int, not_held: Collection[int] = ()) -> Seat | None:
        """Return the best new place for the headquarters of a command that is too far away: of the places that clear
        roads join to both, one that is not among ``not_held``, that keeps as many as possible of its commands in reach,
        and of these the nearest. One of ``not_held``, the places that the side does not hold, only for want of another.

        None: the link has no limit, it holds, or no place within its limit is open to that headquarters in two turns'
        march.
        """
        echelon = self.chain.echelons[formation]
        source = self.chain.source(echelon)
        if source.limit_seconds == inf or not source.starts or not echelon.goals:
            return None
        if self._open_within(source, echelon) is not None:
            return None
        way_there = self._march(source.starts, source, SEAT_TURNS * TURN_SECONDS)
        near = self._served_from(source, echelon) & way_there.seconds.keys()
        kept = Counter(place for command in self._linked_to(source) for place in self._served_from(source, command))

        def rank(place: int) -> tuple[bool, int, float, int]:
            return place in not_held, -kept[place], way_there.seconds[place], place

        seat = min(near, key=rank, default=None)
        way = None if seat is None else way_there.to(AtPlace(seat))
        return None if way is None or seat is None else Seat(seat, way, source.rates.road)

    def _linked_to(self, source: Source) -> Iterator[Echelon]:
        """Yield the commands that draw supply from this headquarters and have an open road to it now."""
        for echelon in self._commands[source]:
            if self._open_within(source, echelon) is not None:
                yield echelon

    def _open_within(self, source: Source, echelon: Echelon) -> tuple[Route, int] | None:
        """Return the open route of a link within its limit, with the number of the goal reached."""
        closed = self.closed_to(self._faced_by(source, echelon))
        return self._nearest(source, echelon.goals, closed, source.limit_seconds)

    @cached_property
    def _commands(self) -> Mapping[Source, Sequence[Echelon]]:
        """The commands on the map by the headquarters from which they draw supply."""
        commands: dict[Source, list[Echelon]] = defaultdict(list)
        for echelon in self.chain.traced():
            if echelon.level is Level.COMMAND and echelon.goals:
                commands[self.chain.source(echelon)].append(echelon)
        return commands

    def _served_from(self, source: Source, echelon: Echelon) -> set[int]:
        """Return the places from which a headquarters would reach a command."""
        goals = [position for _, position in echelon.goals]
        return set(self._march(goals, source, source.limit_seconds).seconds)

    def _march(self, starts: Sequence[Position], source: Source, limit_seconds: float) -> Reach:
        """Return everything that this headquarters would reach from these positions past the enemies; the same search
        serves all of its commands that are too far away.
        """
        key = (tuple(starts), source.rates, limit_seconds)
        if key not in self._marches:
            closed = self.closed_to(self._faced(source, starts))
            self._marches[key] = Reach(self.theatre, starts, source.rates, closed, limit_seconds)
        return self._marches[key]

    def _line(self, echelon: Echelon, joined: Mapping[int, int]) -> Line:
        """Return the link of an echelon. ``joined``: the places that clear roads join."""
        source = self.chain.source(echelon)
        if echelon.level is not Level.COMMAND and echelon.headquarters is None:
            return self._stood_in(echelon, source)
        goals = echelon.goals
        never = echelon.why_missing() or source.missing
        if never:
            return _cut(echelon, source, never)
        way, linked = None, self._is_joined(source, goals, joined)
        if self._faced_by(source, echelon) or (linked and source.limit_seconds < inf):
            way = self._open_within(source, echelon)
            linked = way is not None
        details = partial(self._linked, way=way) if linked else self._explained
        return Line(
            echelon.formation,
            echelon.name,
            echelon.level,
            linked,
            source.superior,
            partial(details, echelon, source, goals),
        )

    def links(self, formation: int, excused: frozenset[int] = frozenset()) -> tuple[Link, ...] | str:
        """Return the links of a formation's chain, from the top down; a sentence if one of them can never hold in the
        present situation.
        """
        chain = [self._as_link(e) for e in self.chain.down_to(formation) if e.formation not in excused]
        missing = next((link for link in chain if isinstance(link, str)), None)
        return missing or tuple(link for link in chain if isinstance(link, Link))

    def _as_link(self, echelon: Echelon) -> Link | str:
        source = self.chain.source(echelon)
        if source.missing:
            return source.missing
        if missing := echelon.why_missing(stood_in=True):
            return missing
        goals = tuple(position for _, position in echelon.goals) or source.starts
        faced = self._faced(source, goals)
        return Link(echelon.formation, source.starts, goals, source.rates, source.limit_seconds, faced)

    def _stood_in(self, echelon: Echelon, source: Source) -> Line:
        """Return the link of a formation that never had a headquarters: its superior serves its commands."""
        zones = self._ground_beyond(self._faced(source, ()))[0]
        open_starts = [start for start in source.starts if not zones.over(start)]
        if source.missing or not open_starts:
            return _cut(echelon, source, source.missing or f"{source.name} is in enemy location range")
        details = LinkDetails(source.name, "its commands trace their supply there")
        return Line(echelon.formation, echelon.name, echelon.level, True, source.superior, lambda: details)

    # -- one link -----------------------------------------------------------------------------------------------------

    def _is_joined(self, source: Source, goals: Sequence[tuple[int, Position]], joined: Mapping[int, int]) -> bool:
        """Return whether clear roads join them, at any length."""
        begins = {joined.get(place) for start in source.starts for place in self._places_beside(start)} - {None}
        return any(joined.get(place) in begins for _, goal in goals for place in self._places_beside(goal)) or any(
            is_straight_on(self.theatre, start, goal, self.clear) for start in source.starts for _, goal in goals
        )

    def _places_beside(self, position: Position) -> Iterator[int]:
        return (place for place, _ in ends_towards(self.theatre, position, self.clear))

    def _linked(
        self, echelon: Echelon, source: Source, goals: Sequence[tuple[int, Position]], *, way: tuple[Route, int] | None
    ) -> LinkDetails:
        """Return the route that a link takes; the route of a link without a limit is searched now."""
        result = way or self._nearest(source, goals, self.clear)
        assert result is not None, f"{echelon.name} is linked and has no route"
        route, unit = result[0], goals[result[1]][0]
        places = tuple(self.theatre.spot(place).name for place in places_on(self.theatre, route))
        to = f"the home edge at {self.theatre.describe(route.start)}" if source.superior is None else source.name
        over = f" by {way_words(places)}" if len(places) > 1 else ""
        why = self._length(source, route, over)
        if not is_open(self.theatre, route, self.clear):
            why += (
                "; the troops at its start face an enemy, and the route leads away from that enemy (house rule"
                " sup.facing_cuts off)"
            )
        return LinkDetails(to, why, route, places, unit if echelon.level is Level.COMMAND else None)

    def _nearest(
        self, source: Source, goals: Sequence[tuple[int, Position]], closed: Closed, limit_seconds: float = inf
    ) -> tuple[Route, int] | None:
        positions = [position for _, position in goals]
        ground = IDEAL if closed is IDEAL else self.ground
        outward = self._from_home if source.superior is None and len(source.starts) >= MANY_EDGES else None
        return nearest_past(
            self.theatre, source.starts, positions, source.rates, ground, closed, limit_seconds, outward
        )

    @cached_property
    def _from_home(self) -> SharedReach:
        """The searches from the home edges for all that trace to them."""
        traced = [(echelon, self.chain.source(echelon)) for echelon in self.chain.traced()]
        starts = next(source.starts for _, source in traced if source.superior is None)
        points = [self.theatre.point_of(start) for start in starts]
        goals = [at for echelon, source in traced if source.superior is None for _, at in echelon.goals]
        nearest = (min(dist(point, self.theatre.point_of(goal)) for point in points) for goal in goals)
        return SharedReach(starts, max(nearest, default=0.0))

    def _explained(self, echelon: Echelon, source: Source, goals: Sequence[tuple[int, Position]]) -> LinkDetails:
        """Return why there is no link: no road leads there, it is too far, or something is in the way."""
        way = self._nearest(source, goals, self.ground)
        if way is None or way[0].seconds > source.limit_seconds + CLOSED_M:
            ideal = self._nearest(source, goals, IDEAL)
            if ideal is None:
                return _unlinked(source, f"no road or track leads from {source.name} to {echelon.name}")
            if ideal[0].seconds > source.limit_seconds + CLOSED_M:
                limit = f"{one_march(self.measure)} ({kilometres(source.rates.road)} by road all the way)"
                details = self._cut_details(
                    echelon,
                    source,
                    goals,
                    ideal,
                    f"even without the enemy the route is too long: {self._length(source, ideal[0])}. The limit is"
                    f" {limit}",
                )
                return replace(details, nearer_m=_beyond(source, ideal[0]))
            way = ideal
        return self._cut_details(echelon, source, goals, way, "")

    def _cut_details(
        self, echelon: Echelon, source: Source, goals: Sequence[tuple[int, Position]], way: tuple[Route, int], far: str
    ) -> LinkDetails:
        route, unit = way[0], goals[way[1]][0]
        places = tuple(self.theatre.spot(place).name for place in places_on(self.theatre, route))
        zones, closed = self._ground_beyond(self._faced_by(source, echelon))
        blocks, _, _ = obstructions(self.theatre, route, closed)
        cutters = self._cutters(route, zones)
        across = (describe_block(self.theatre, road, block) for road, block in blocks)
        in_the_way = listing([*across, *ranges(cutters)], MOST_NAMES)
        if far:
            why, cutters, blocks = far, (), ()
        elif not route.legs:
            why = f"{source.name} and {echelon.name} are at one spot, inside {in_the_way}"
        else:
            why = (
                f"the shortest route is cut by {in_the_way}. This route begins at"
                f" {self.theatre.describe(route.start)} and measures {self._length(source, route)}"
            )
            why += ". No other route is open"
            why += f" within {one_march(self.measure)}" if source.limit_seconds < inf else ""
        battalion = unit if echelon.level is Level.COMMAND else None
        return LinkDetails(source.name, why, route, places, battalion, cutters, blocks)

    def _cutters(self, route: Route, zones: Zones) -> tuple[Cutter, ...]:
        """Return the enemies whose zones meet a route, in the order of the route."""
        met: dict[int, Position] = {}
        for end in (route.start, route.goal) if not route.legs else (route.start,):
            for unit in zones.over(end):
                met.setdefault(unit, end)
        for leg in route.legs:
            low, high = sorted((leg.from_m, leg.to_m))
            cuts = [c for c in zones.cuts.get(leg.road, ()) if c.from_m <= high + CLOSED_M and c.to_m >= low - CLOSED_M]
            for cut in sorted(cuts, key=lambda c: (abs(leg.from_m - c.from_m), c.unit)):
                middle = (max(cut.from_m, low) + min(cut.to_m, high)) / 2
                met.setdefault(cut.unit, self.theatre.standing(leg.road, middle))
            end = self.theatre.standing(leg.road, leg.to_m)
            for unit in zones.over(end):
                met.setdefault(unit, end)
        theatre = self.theatre
        return tuple(
            Cutter(unit, zones.by_unit[unit].name, theatre.describe(at), theatre.near(at)) for unit, at in met.items()
        )

    def _length(self, source: Source, route: Route, over: str = "") -> str:
        """Return the length of a link in words, as in ``12.3 km``, with its time for a link within a march. ``over``:
        the way, as in `` by Sidi Barrani``.
        """
        length = f"{kilometres(route.length_m)}{over}"
        if source.limit_seconds == inf:
            return length
        words = f"{length}, {march_words(route.turns, self.measure)}"
        return f"{words} (house rule: each stretch at its own rate)" if _is_mixed(route) else words


def _is_mixed(route: Route) -> bool:
    """Return whether a route leads over two kinds of ground, for which the book has the slower rate (OB-MOV-02)."""
    return len({leg.surface for leg in route.legs}) > 1


def _beyond(source: Source, route: Route) -> float:
    """Return the metres of the route that a link of the limit's length, from its beginning, does not cover."""
    remaining_limit_seconds, covered = source.limit_seconds, 0.0
    for leg in route.legs:
        seconds = source.rates.seconds(leg.length_m, leg.surface)
        covered += leg.length_m * min(1.0, remaining_limit_seconds / seconds) if seconds > 0 else leg.length_m
        remaining_limit_seconds = max(0.0, remaining_limit_seconds - seconds)
    return route.length_m - covered


def _unlinked(source: Source, why: str) -> LinkDetails:
    return LinkDetails(source.name, why)


def _cut(echelon: Echelon, source: Source, why: str) -> Line:
    return Line(echelon.formation, echelon.name, echelon.level, False, source.superior, lambda: _unlinked(source, why))
