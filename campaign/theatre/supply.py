"""Supply lines: home edge to corps headquarters, corps to its divisions' headquarters, division to its commands (OB-SUP-01..05).

Every link runs over mapped roads, tracks and going, wholly outside enemy location range, and not over a blown bridge or an obstacle.
A corps' and a division's link may have any length; a command must be within one turn's march of its divisional headquarters' own
transport, measured to its nearest battalion (OB-AMB-115, umpire 1.2). A command directly under a corps, or under a division that
never had a headquarters, traces to the corps headquarters at any length; where the corps never had one the home edge stands in.

A link starts and ends outside every zone: a headquarters or a home place in one is cut off even from what stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, Position
from campaign.terms.words import listing
from campaign.theatre.routes import BY_LENGTH, IDEAL, OPEN, Closed, Route, Search, obstructions, places_on, search
from campaign.theatre.values import CLOSED_M, TURN_SECONDS, Rates, Theatre, kilometres
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
class Line:
    """One link of the chain. ``route`` is the way it takes, or, when cut, the shortest way if nobody stood in it and, when blocks cut
    it too, if nothing were blown. ``superior`` is the formation it hangs on (None: the home edge).

    ``cutters`` are the enemies whose zones meet that way: clearing them opens it, but another way may need fewer. ``why`` is one line
    for people. The casualty figure of a headquarters is no matter of the map: the rules ask for it besides (OB-SUP-01, -02).
    """

    formation: int
    name: str
    level: Level
    linked: bool
    superior: int | None
    to: str
    route: Route | None
    places: tuple[str, ...]
    battalion: int | None
    cutters: tuple[Cutter, ...]
    blocks: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class _Source:
    """What a link hangs on: where it may start, what it is called, and how far it carries."""

    superior: int | None
    name: str
    starts: tuple[Position, ...]
    rates: Rates = BY_LENGTH
    limit_seconds: float = inf
    missing: str = ""


def trace(theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int) -> dict[int, Line]:
    """Every corps, division and command of one side, by formation id. Armies are passed over: a corps traces to the home edge."""
    return _Tracing(theatre, echelons, enemies, sight, side).lines()


class _Tracing:
    """One side's supply this turn; searches are shared by all that hang on one headquarters."""

    def __init__(self, theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int) -> None:
        self.theatre, self.side = theatre, side
        self.echelons = {echelon.formation: echelon for echelon in echelons if echelon.side == side}
        watchers = sorted((enemy for enemy in enemies if enemy.side != side), key=lambda w: w.unit)
        self.zones = Zones(theatre, tuple(watchers), sight)
        self.clear = Closed.by(self.zones)
        self.searches: dict[tuple[Position, Rates, float, int], Search] = {}

    def lines(self) -> dict[int, Line]:
        """In the order of formation ids."""
        traced = (Level.CORPS, Level.DIVISION, Level.COMMAND)
        return {f: self._line(e) for f, e in sorted(self.echelons.items()) if e.level in traced}

    def _line(self, echelon: Echelon) -> Line:
        if echelon.level is Level.COMMAND:
            goals = tuple(sorted(echelon.battalions, key=lambda b: b[0]))
            if not goals:
                return _cut(echelon, self._source(echelon), f"{echelon.name} has no battalion on the map")
            return self._link(echelon, self._source(echelon), goals)
        source = self._source(echelon)
        if echelon.headquarters is None:
            return self._stood_in(echelon, source)
        if echelon.position is None:
            return _cut(echelon, source, f"the headquarters of {echelon.name} is destroyed or off the map")
        return self._link(echelon, source, ((echelon.headquarters, echelon.position),))

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
        return Line(echelon.formation, echelon.name, echelon.level, True, source.superior, source.name, None, (), None, (), (), why)

    # -- one link -------------------------------------------------------------------------------------------------------------

    def _link(self, echelon: Echelon, source: _Source, goals: Sequence[tuple[int, Position]]) -> Line:
        if source.missing:
            return _cut(echelon, source, source.missing)
        found = self._best(source, goals, self.clear, source.limit_seconds)
        if found is None:
            return self._explain(echelon, source, goals)
        route, unit = found
        places = tuple(self.theatre.spot(place).name for place in places_on(self.theatre, route))
        start = self.theatre.describe(route.start)
        to = f"the home edge at {start}" if source.superior is None else source.name
        over = f" by {' - '.join(places)}" if len(places) > 1 else ""
        why = f"linked to {to}{over}, {self._length(source, route)}"
        battalion = unit if echelon.level is Level.COMMAND else None
        return Line(echelon.formation, echelon.name, echelon.level, True, source.superior, to, route, places, battalion, (), (), why)

    def _best(self, source: _Source, goals: Sequence[tuple[int, Position]], closed: Closed, limit: float) -> tuple[Route, int] | None:
        found: list[tuple[float, float, int, int, Route]] = []
        for i, start in enumerate(source.starts):
            reached = self._search(start, source.rates, closed, limit)
            for unit, goal in goals:
                route = reached.to(goal)
                if route is not None:
                    found.append((route.seconds, route.length_m, i, unit, route))
        if not found:
            return None
        *_, unit, route = min(found, key=lambda f: f[:4])
        return route, unit

    def _search(self, start: Position, rates: Rates, closed: Closed, limit: float) -> Search:
        key = (start, rates, limit, id(closed))
        if key not in self.searches:
            self.searches[key] = search(self.theatre, start, rates, closed, limit)
        return self.searches[key]

    def _explain(self, echelon: Echelon, source: _Source, goals: Sequence[tuple[int, Position]]) -> Line:
        """Why there is no link: nothing leads there, too far, or what stands in the way."""
        whole = self._best(source, goals, OPEN, inf)
        if whole is None or whole[0].seconds > source.limit_seconds + CLOSED_M:
            mended = self._best(source, goals, IDEAL, inf)
            if mended is None:
                return _cut(echelon, source, f"no road or track leads from {source.name} to {echelon.name}")
            if mended[0].seconds > source.limit_seconds + CLOSED_M:
                limit = f"limit one turn ({kilometres(source.rates.road)} by road)"
                return self._told(echelon, source, mended, f"too far even with no enemy: {self._length(source, mended[0])}, {limit}")
            whole = mended
        return self._told(echelon, source, whole, "")

    def _told(self, echelon: Echelon, source: _Source, found: tuple[Route, int], far: str) -> Line:
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
        battalion = unit if echelon.level is Level.COMMAND else None
        return Line(
            echelon.formation,
            echelon.name,
            echelon.level,
            False,
            source.superior,
            source.name,
            route,
            places,
            battalion,
            cutters,
            blocks,
            why,
        )

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


def _cut(echelon: Echelon, source: _Source, why: str) -> Line:
    return Line(echelon.formation, echelon.name, echelon.level, False, source.superior, source.name, None, (), None, (), (), why)
