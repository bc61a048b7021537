"""Supply lines: home edge to corps headquarters, corps to its divisions' headquarters, division to its commands (OB-SUP-01..05).

Every link runs over mapped roads, tracks and going, wholly outside enemy location range, and not over a blown bridge or an obstacle.
A corps' and a division's link may have any length; a command must be within one turn's march of its divisional headquarters' own
transport, measured to its nearest battalion (OB-AMB-115, umpire 1.2). A command directly under a corps, or under a division that
never had a headquarters, traces to the corps headquarters at any length; where the corps never had one the home edge stands in.

A link starts and ends outside every zone: a headquarters or a home place in one is cut off even from what stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, OnRoad, Position
from campaign.terms.words import listing
from campaign.theatre.clearing import Clearing, clearing
from campaign.theatre.coloured import Link
from campaign.theatre.routes import BY_LENGTH, IDEAL, OPEN, Closed, Route, Search, nearest, obstructions, places_on, pockets
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Rates, Theatre, kilometres
from campaign.theatre.vulnerable import Point, vulnerable
from campaign.theatre.zones import Sight, Watcher, Zones


@dataclass(frozen=True, slots=True)
class Echelon:
    """A corps, division or command as the supply line sees it.

    ``headquarters``: the unit id of its headquarters battalion, None if it never had one (its superior then stands in);
    ``position``: where that stands, None if it is destroyed or off the map. ``rates``: the headquarters' own transport (OB-AMB-115).
    ``battalions``: of a command, its units on the map with their positions. ``superior``: the formation above, by id.
    """

    formation: int
    name: str
    level: Level
    side: int
    superior: int | None
    headquarters: int | None = None
    position: Position | None = None
    rates: Rates | None = None
    battalions: tuple[tuple[int, Position], ...] = ()


@dataclass(frozen=True, slots=True)
class Cutter:
    """An enemy in whose location range the way lies, and where that is."""

    unit: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be said of a link.

    ``to`` is what it hangs on in words. ``route`` is the way it takes, or, when cut, the shortest way if nobody stood in it and, when
    blocks cut it too, if nothing were blown. ``battalion``: of a command, the one that is reached. ``cutters`` are the enemies whose
    zones meet that way: clearing them opens it, but another way may need fewer. ``why`` is one line for people.
    """

    to: str
    route: Route | None
    places: tuple[str, ...]
    battalion: int | None
    cutters: tuple[Cutter, ...]
    blocks: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Line:
    """One link of the chain: whether it holds, and, worked out when it is first asked for, its way and what is to be said of it.
    ``superior`` is the formation it hangs on (None: the home edge).

    The casualty figure of a headquarters is no matter of the map: the rules ask for it besides (OB-SUP-01, -02).
    """

    formation: int
    name: str
    level: Level
    linked: bool
    superior: int | None
    tell: Callable[[], Told] = field(repr=False, compare=False)

    @cached_property
    def told(self) -> Told:
        """The way and the words."""
        return self.tell()

    @property
    def to(self) -> str:
        """What it hangs on."""
        return self.told.to

    @property
    def route(self) -> Route | None:
        """The way it takes, or would take."""
        return self.told.route

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places on it."""
        return self.told.places

    @property
    def battalion(self) -> int | None:
        """Of a command, the battalion that is reached."""
        return self.told.battalion

    @property
    def cutters(self) -> tuple[Cutter, ...]:
        """Enemies in whose zones it lies."""
        return self.told.cutters

    @property
    def blocks(self) -> tuple[str, ...]:
        """What else lies across it."""
        return self.told.blocks

    @property
    def why(self) -> str:
        """One line for people."""
        return self.told.why


@dataclass(frozen=True, slots=True)
class _Source:
    """What a link hangs on: where it may start, what it is called, and how far it carries."""

    superior: int | None
    name: str
    starts: tuple[Position, ...]
    rates: Rates = BY_LENGTH
    limit_seconds: float = inf
    missing: str = ""


def trace(
    theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int, *,
    barred: frozenset[str] = frozenset(), heeds_blocks: bool = True,
) -> dict[int, Line]:  # fmt: skip
    """Every corps, division and command of one side, by formation id. Armies are passed over: a corps traces to the home edge.

    ``barred`` are keys of blocks closed to this side, such as a ferry that nobody works for it; ``heeds_blocks`` off: nothing blown
    or blocked breaks a line.
    """
    return _Tracing(theatre, echelons, enemies, sight, side, Closed(barred=barred, heeds_blocks=heeds_blocks)).lines()


def explain(
    theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int, formation: int,
    seconds: float | None = 1.0, *, barred: frozenset[str] = frozenset(), heeds_blocks: bool = True,
) -> Clearing | str:  # fmt: skip
    """A smallest set of enemies and blocks without which a formation's whole chain holds, from the home edge down to it.

    A sentence instead where no removal helps: no home edge, a headquarters that is gone. ``seconds`` None: until it is proved.
    """
    tracing = _Tracing(theatre, echelons, enemies, sight, side, Closed(barred=barred, heeds_blocks=heeds_blocks))
    links = tracing.links(formation)
    return links if isinstance(links, str) else clearing(theatre, tracing.zones, links, seconds, tracing.ground)


def vulnerable_points(
    theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int, weights: Mapping[int, int], *,
    barred: frozenset[str] = frozenset(), heeds_blocks: bool = True,
) -> list[Point]:  # fmt: skip
    """Places and stretches of road on each of which alone somebody's supply hangs, the worst first.

    ``weights``: the battalions of each formation that is to be counted, by its id; formations that are cut already lose nothing.
    """
    tracing = _Tracing(theatre, echelons, enemies, sight, side, Closed(barred=barred, heeds_blocks=heeds_blocks))
    held = {ident for ident, line in tracing.lines().items() if line.linked}
    chains = {
        ident: links for ident in weights if isinstance(links := tracing.links(ident), tuple) and held >= {link.formation for link in links}
    }
    return vulnerable(theatre, tracing.clear, chains, weights)


class _Tracing:
    """One side's supply this turn."""

    def __init__(
        self, theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int, ground: Closed = OPEN
    ) -> None:
        self.theatre, self.side = theatre, side
        self.echelons = {echelon.formation: echelon for echelon in echelons if echelon.side == side}
        watchers = sorted((enemy for enemy in enemies if enemy.side != side), key=lambda w: w.unit)
        self.zones = Zones(theatre, tuple(watchers), sight)
        self.ground = ground
        """What closes a road without any enemy."""
        self.clear = replace(Closed.by(self.zones), barred=ground.barred, heeds_blocks=ground.heeds_blocks)
        self.pockets: dict[int, Mapping[int, int]] = {}
        self.outward: dict[_Source, Search] = {}

    def lines(self) -> dict[int, Line]:
        """In the order of formation ids."""
        traced = (Level.CORPS, Level.DIVISION, Level.COMMAND)
        return {f: self._line(e) for f, e in sorted(self.echelons.items()) if e.level in traced}

    def _line(self, echelon: Echelon) -> Line:
        source = self._source(echelon)
        if echelon.level is not Level.COMMAND and echelon.headquarters is None:
            return self._stood_in(echelon, source)
        goals = _goals(echelon)
        never = _gone(echelon) or source.missing
        if never:
            return _cut(echelon, source, never)
        linked = self._holds(source, [position for _, position in goals])
        told = self._linked if linked else self._explained
        return Line(echelon.formation, echelon.name, echelon.level, linked, source.superior, partial(told, echelon, source, goals))

    def links(self, formation: int) -> tuple[Link, ...] | str:
        """The links of a formation's chain, from the top down; a sentence if one can never hold as things stand."""
        chain: list[Echelon] = []
        echelon = self.echelons.get(formation)
        while echelon is not None:
            if echelon.level in (Level.CORPS, Level.DIVISION, Level.COMMAND):
                chain.append(echelon)
            echelon = self.echelons.get(echelon.superior) if echelon.superior is not None else None
        found = [self._as_link(one) for one in reversed(chain)]
        return next((one for one in found if isinstance(one, str)), None) or tuple(one for one in found if isinstance(one, Link))

    def _as_link(self, echelon: Echelon) -> Link | str:
        source = self._source(echelon)
        if source.missing:
            return source.missing
        if gone := _gone(echelon, stood_in=True):
            return gone
        goals = tuple(position for _, position in _goals(echelon)) or source.starts
        return Link(echelon.formation, source.starts, goals, source.rates, source.limit_seconds)

    def _source(self, echelon: Echelon) -> _Source:
        """The next headquarters above: of its division (one turn's march), else of its corps, else the home edge."""
        above = self._above(echelon)
        if echelon.level is Level.COMMAND and above is not None and above.level is Level.DIVISION:
            if above.headquarters is not None:
                return _headquarters(above, echelon.rates or above.rates or BY_LENGTH, TURN_SECONDS)
            above = self._above(above)
        if above is None or above.level is not Level.CORPS:
            return self._home()
        return _headquarters(above, BY_LENGTH, inf) if above.headquarters is not None else self._home()

    def _above(self, echelon: Echelon) -> Echelon | None:
        """The nearest division or corps above it; of a corps nothing."""
        if echelon.level is Level.CORPS:
            return None
        above = self.echelons.get(echelon.superior) if echelon.superior is not None else None
        while above is not None and above.level.rank >= echelon.level.rank:
            above = self.echelons.get(above.superior) if above.superior is not None else None
        return above if above is not None and above.level in (Level.CORPS, Level.DIVISION) else None

    def _home(self) -> _Source:
        homes = self.theatre.homes(self.side)
        missing = "" if homes else "this side has no home edge on the map"
        return _Source(None, listing(f"the home edge at {h.name}" for h in homes), tuple(AtPlace(h.place) for h in homes), missing=missing)

    def _stood_in(self, echelon: Echelon, source: _Source) -> Line:
        """A formation that never had a headquarters: its superior serves its commands."""
        open_starts = [start for start in source.starts if not self.zones.over(start)]
        why = f"{echelon.name} has no headquarters: {source.name or 'its superior'} stands in"
        if source.missing or not open_starts:
            return _cut(echelon, source, source.missing or f"{why}, and lies in enemy location range")
        told = Told(source.name, None, (), None, (), (), why)
        return Line(echelon.formation, echelon.name, echelon.level, True, source.superior, lambda: told)

    # -- one link -------------------------------------------------------------------------------------------------------------

    def _holds(self, source: _Source, goals: Sequence[Position]) -> bool:
        """For a link of any length it is enough to know which places open roads join; a march has to be measured."""
        if not self._joined(source.starts, goals, self.clear):
            return False
        return source.limit_seconds == inf or self._from(source).reaches(goals)

    def _from(self, source: _Source) -> Search:
        """The search outward over clear roads, which all that hang on this share."""
        if source not in self.outward:
            self.outward[source] = Search(self.theatre, source.starts, source.rates, self.clear, source.limit_seconds)
        return self.outward[source]

    def _linked(self, echelon: Echelon, source: _Source, goals: Sequence[tuple[int, Position]]) -> Told:
        """The way that a link takes."""
        positions = [position for _, position in goals]
        if source.limit_seconds < inf or len(source.starts) > 1:
            found = self._from(source).nearest(positions)
        else:
            found = nearest(self.theatre, source.starts, positions, source.rates, self.clear)
        assert found is not None, f"{echelon.name} is linked and has no route"
        route, unit = found[0], goals[found[1]][0]
        places = tuple(self.theatre.spot(place).name for place in places_on(self.theatre, route))
        to = f"the home edge at {self.theatre.describe(route.start)}" if source.superior is None else source.name
        over = f" by {' - '.join(places)}" if len(places) > 1 else ""
        why = f"linked to {to}{over}, {self._length(source, route)}"
        return Told(to, route, places, unit if echelon.level is Level.COMMAND else None, (), (), why)

    def _best(self, source: _Source, goals: Sequence[tuple[int, Position]], closed: Closed) -> tuple[Route, int] | None:
        positions = [goal for _, goal in goals]
        if not self._joined(source.starts, positions, closed):
            return None
        found = nearest(self.theatre, source.starts, positions, source.rates, closed)
        return (found[0], goals[found[1]][0]) if found is not None else None

    def _joined(self, starts: Sequence[Position], goals: Sequence[Position], closed: Closed) -> bool:
        """Do open roads join any of these to any of those?"""
        if id(closed) not in self.pockets:
            self.pockets[id(closed)] = pockets(self.theatre, closed)
        pocket = self.pockets[id(closed)]
        reached = {mark for start in starts for mark in self._marks(start, closed, pocket)}
        if any(mark in reached for goal in goals for mark in self._marks(goal, closed, pocket)):
            return True
        return any(self._beside(start, goal, closed) for start in starts for goal in goals)

    def _beside(self, start: Position, goal: Position, closed: Closed) -> bool:
        """Both stand on one road, and nothing closes it between them."""
        if not (isinstance(start, OnRoad) and isinstance(goal, OnRoad) and start.road == goal.road):
            return False
        return closed.lets(self.theatre.way(start.road), start.metres, goal.metres)

    def _marks(self, position: Position, closed: Closed, pocket: Mapping[int, int]) -> Iterator[int]:
        """The pockets that a position belongs to."""
        if isinstance(position, AtPlace):
            ends = [position.place]
        else:
            way = self.theatre.way(position.road)
            ends = [place for place, end_m in ((way.a, 0), (way.b, way.length_m)) if closed.lets(way, position.metres, end_m)]
        yield from (pocket[place] for place in ends if place in pocket)

    def _explained(self, echelon: Echelon, source: _Source, goals: Sequence[tuple[int, Position]]) -> Told:
        """Why there is no link: nothing leads there, too far, or what stands in the way."""
        whole = self._best(source, goals, self.ground)
        if whole is None or whole[0].seconds > source.limit_seconds + CLOSED_M:
            mended = self._best(source, goals, IDEAL)
            if mended is None:
                return _unlinked(source, f"no road or track leads from {source.name} to {echelon.name}")
            if mended[0].seconds > source.limit_seconds + CLOSED_M:
                limit = f"limit one turn ({kilometres(source.rates.road)} by road)"
                return self._told(echelon, source, mended, f"too far even with no enemy: {self._length(source, mended[0])}, {limit}")
            whole = mended
        return self._told(echelon, source, whole, "")

    def _told(self, echelon: Echelon, source: _Source, found: tuple[Route, int], far: str) -> Told:
        route, unit = found
        places = tuple(self.theatre.spot(place).name for place in places_on(self.theatre, route))
        blocks, _, _ = obstructions(self.theatre, route, self.clear)
        cutters = self._cutters(route)
        in_the_way = [*blocks, *(f"location range of {c.name} at {c.where}" for c in cutters)]
        if far:
            why, cutters, blocks = far, (), ()
        elif not route.legs:
            why = f"both ends of this link stand together inside {listing(in_the_way)}"
        else:
            why = f"the shortest way from {self.theatre.describe(route.start)} ({self._length(source, route)}) is cut by {listing(in_the_way)}"
            why += ", and no way round is open" + (" within one turn's march" if source.limit_seconds < inf else "")
        return Told(source.name, route, places, unit if echelon.level is Level.COMMAND else None, cutters, blocks, why)

    def _cutters(self, route: Route) -> tuple[Cutter, ...]:
        """The enemies whose zones meet a route, in the order in which it meets them."""
        met: dict[int, str] = {}
        for end in (route.start, route.goal) if not route.legs else (route.start,):
            for unit in self.zones.over(end):
                met.setdefault(unit, self.theatre.describe(end))
        for leg in route.legs:
            low, high = sorted((leg.from_m, leg.to_m))
            cuts = [c for c in self.zones.cuts.get(leg.road, ()) if c.from_m <= high + CLOSED_M and c.to_m >= low - CLOSED_M]
            for cut in sorted(cuts, key=lambda c: (abs(leg.from_m - c.from_m), c.unit)):
                middle = (max(cut.from_m, low) + min(cut.to_m, high)) / 2
                met.setdefault(cut.unit, self.theatre.describe(self.theatre.standing(leg.road, middle)))
            end = self.theatre.standing(leg.road, leg.to_m)
            for unit in self.zones.over(end):
                met.setdefault(unit, self.theatre.describe(end))
        return tuple(Cutter(unit, self.zones.by_unit[unit].name, where) for unit, where in met.items())

    def _length(self, source: _Source, route: Route) -> str:
        """``12.3 km``, and for a link within a march its time too."""
        length = kilometres(route.length_m)
        return length if source.limit_seconds == inf else f"{length}, {route.turns:.2f} turns' march"


def _headquarters(above: Echelon, rates: Rates, limit: float) -> _Source:
    name = f"the headquarters of {above.name}"
    if above.position is None:
        return _Source(above.formation, name, (), rates, limit, missing=f"{name} is destroyed or off the map")
    return _Source(above.formation, name, (above.position,), rates, limit)


def _goals(echelon: Echelon) -> tuple[tuple[int, Position], ...]:
    """Where a link may end: any battalion of a command, the headquarters of the others."""
    if echelon.level is Level.COMMAND:
        return tuple(sorted(echelon.battalions, key=lambda b: b[0]))
    return ((echelon.headquarters, echelon.position),) if echelon.headquarters is not None and echelon.position is not None else ()


def _gone(echelon: Echelon, *, stood_in: bool = False) -> str:
    """A sentence if there is nothing to be linked; a superior may stand in for a headquarters that never was."""
    if _goals(echelon) or (stood_in and echelon.level is not Level.COMMAND and echelon.headquarters is None):
        return ""
    if echelon.level is Level.COMMAND:
        return f"{echelon.name} has no battalion on the map"
    return f"the headquarters of {echelon.name} is destroyed or off the map"


def _unlinked(source: _Source, why: str) -> Told:
    return Told(source.name, None, (), None, (), (), why)


def _cut(echelon: Echelon, source: _Source, why: str) -> Line:
    return Line(echelon.formation, echelon.name, echelon.level, False, source.superior, lambda: _unlinked(source, why))
