"""The route of an order that is not given yet: kilometres, leg by leg with surface and hour, what it passes and what
would halt it, and other routes. All of it is what the side of the unit knows.
"""

from __future__ import annotations

from enum import StrEnum

from campaign.terms.ground import RoadKind, Surface
from campaign.terms.time import Moment
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class RoutePlace:
    """A place of the map, by its key, with its name."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class RouteLeg:
    """A stretch of a route along one road, with the hour at which the first unit is at its end."""

    start: str
    end: str
    """Position at its end: ``Bir Wair``, ``3.2 km from Bir Wair on the track to Musaid``."""
    road: RoadKind
    surface: Surface
    metres: int
    moment: Moment
    clock: str
    place: str = ""
    """Key of the place at its end; empty for a point between places."""
    holder: str = ""
    """Holder of that place as the viewer knows it: ``ours``, ``not ours``; for the umpire a side or ``nobody``."""


class Passing(StrEnum):
    """A thing that a route passes."""

    BATTLE = "battle"
    ENEMY = "enemy"
    NARROW = "narrow place"
    """A ferry or a gap, where units wait their turn."""


@dataclass(frozen=True, slots=True)
class RoutePassing:
    """A battle, a known enemy or a narrow place that a route leads past, with the hour at which it comes there."""

    kind: Passing
    text: str
    """``battle 1, Halfaya Pass, top``; ``armour, battalion, seen at Fort Capuzzo 2 hours ago``."""
    where: str
    """Position at which the route comes to it, in words."""
    metres: int
    moment: Moment
    clock: str
    battle: int | None = None
    """Number of the battle."""


@dataclass(frozen=True, slots=True)
class RouteHalt:
    """The point at which a march ends before its goal, with the reason."""

    text: str
    """``halts just outside the sight of armour, battalion, seen at Fort Capuzzo 2 hours ago``."""
    where: str
    metres: int
    moment: Moment
    clock: str
    point: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The position of the first unit at the end of a turn of its march, before it arrives."""

    moment: Moment
    where: str
    point: tuple[float, float]


def kilometres(metres: int) -> str:
    """Return a length with its unit: ``21.6 km``."""
    return f"{metres / 1000:.1f} km"


@dataclass(frozen=True, slots=True)
class MarchRoute:
    """The route of all units that march on the same roads, with the hours of the first of them."""

    units: tuple[str, ...]
    """Short names of the units."""
    way: str
    """Route in words: ``Halfaya Pass, top - Bir Wair``."""
    via: tuple[RoutePlace, ...]
    """Places to name as the way, so that the order takes exactly this route."""
    metres: int
    legs: tuple[RouteLeg, ...]
    goal: str
    arrives: Moment | None
    """Turn in which the first unit arrives; None if the route ends before its goal."""
    clock: str
    """Hour at which the first unit arrives, or gets no farther."""
    last_unit: str
    """The last unit to arrive, if the units do not arrive at the same time; otherwise empty."""
    last_arrives: Moment | None
    last_clock: str
    short_of: str
    """Why the route ends before its goal; empty for one that arrives."""
    passes: tuple[RoutePassing, ...]
    known_halt: RouteHalt | None
    """Where a known enemy would halt the march, if that enemy is still where it was seen."""
    turn_ends: tuple[TurnEnd, ...]
    line: tuple[tuple[float, float], ...]
    """Drawn points of the route, in metres on the map."""

    @property
    def kilometres(self) -> str:
        """Length with its unit: ``21.6 km``."""
        return kilometres(self.metres)

    @property
    def ground(self) -> str:
        """Length on each kind of road: ``track all the way``; ``8.4 km metalled road, 13.2 km track``."""
        by_kind: dict[RoadKind, int] = {}
        for leg in self.legs:
            by_kind[leg.road] = by_kind.get(leg.road, 0) + leg.metres
        if len(by_kind) == 1:
            return f"{next(iter(by_kind)).value} all the way"
        return ", ".join(f"{metres / 1000:.1f} km {kind.value}" for kind, metres in by_kind.items())

    @property
    def arrival(self) -> str:
        """Arrival in words: ``turn 1.3, 13:52``; empty for a route that ends before its goal."""
        return f"turn {self.arrives}, {self.clock}" if self.arrives is not None else ""


IF_NOTHING_HINDERS = "if no enemy and no other column holds it up"
"""The condition under which the hours hold."""


@dataclass(frozen=True, slots=True)
class RoutePreview:
    """The result that an order would have which is not given yet, as the side of the unit knows it."""

    key: str
    unit: str
    kind: str
    to: RoutePlace | None
    via: tuple[RoutePlace, ...]
    since: Moment
    since_clock: str
    """Hour at which the order begins: ``10:00``."""
    starts: str
    """Where the march begins, in words; of several units the most frequent position."""
    notes: tuple[str, ...]
    """When the order arrives, if orders take time; units that stay behind; what does not move."""
    routes: tuple[MarchRoute, ...]
    """Routes of the units, the largest group first; empty for an order that sends no unit anywhere."""
    alternatives: tuple[MarchRoute, ...]
    """Up to two other routes of the largest group, the fastest first."""
    cannot: tuple[str, ...]
    """Units without any route, with the reason."""
    replaces: str
    """Order that this one would replace, in words: ``march to Halfaya Pass, top``."""
    condition: str = IF_NOTHING_HINDERS
    unknown: tuple[str, ...] = ()
    """Enemies and obstacles on the route that the side does not know of; for the umpire alone."""
    cancels: tuple[str, ...] = ()
    """Later orders of the scenario that this one would cancel, as the order form has them: ``from 1.2 (04:00): attack
    Halfaya Pass, top``."""
    below: tuple[str, ...] = ()
    """What becomes of the orders of units under it."""
