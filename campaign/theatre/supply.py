"""Supply lines: home edge to corps headquarters to divisional headquarters to command (OB-SUP-01..05, umpire 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.terms.forces import Level
from campaign.terms.position import Position
from campaign.theatre.routes import Route
from campaign.theatre.values import Rates, Theatre
from campaign.theatre.zones import Sight, Watcher


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
    """One link of the chain. ``route`` is the way it takes, or, when cut, the way it would take if nobody stood in it.

    ``why`` is one line for people; ``limit_m`` the road march that bounds a command's link. The casualty figure of a headquarters is no
    matter of geometry: the rules ask for it besides (OB-SUP-01, -02).
    """

    formation: int
    name: str
    level: Level
    linked: bool
    to: str
    route: Route | None
    places: tuple[str, ...]
    battalion: int | None
    cutters: tuple[Cutter, ...]
    blocks: tuple[str, ...]
    why: str


def trace(theatre: Theatre, echelons: Sequence[Echelon], enemies: Sequence[Watcher], sight: Sight, side: int) -> dict[int, Line]:
    """Every echelon of one side, by formation id."""
    raise NotImplementedError
