"""A link of the supply chain as papers and commands show it: whether it holds, the way it takes, and what cuts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from campaign.terms.forces import Level
from campaign.terms.words import listing
from campaign.theatre.legs import Route
from campaign.theatre.values import Block

CAUSE_UNKNOWN = "route cut, cause unknown"
"""What a side is told of a link that is cut by what it does not know of."""
WAY_UNKNOWN = "open when supply was last traced, by which way is not known"
"""What a side is told of a link that holds although the side takes it to be cut."""
MOST_NAMES = 3
"""Enemies that are named of those at one place; all of them are in the list of cutters."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """An enemy in whose location range the way lies, where that is, and the place of the map that is nearest to it by
    road."""

    unit: int
    name: str
    where: str
    near: str


@dataclass(frozen=True, slots=True)
class LinkDetails:
    """The way and the words of a link.

    ``to`` is what it hangs on in words. ``route`` is the way it takes, or, when cut, the shortest way if nobody stood
    in it and, when blocks cut it too, if nothing were blown. ``battalion``: of a command, the one that is reached.
    ``cutters`` are the enemies whose zones meet that way: clearing them opens it, but another way may need fewer.
    ``why`` is one line for people. ``nearer_m``: by how many metres of that way a link that is too far must become
    shorter. ``unknown``: the reader does not know what cuts it or, if it holds, by which way.
    """

    to: str
    why: str
    route: Route | None = None
    places: tuple[str, ...] = ()
    battalion: int | None = None
    cutters: tuple[Cutter, ...] = ()
    blocks: tuple[tuple[int, Block], ...] = ()
    nearer_m: float = 0.0
    unknown: bool = False


@dataclass(frozen=True)
class Line:
    """One link of the chain: whether it holds, and, worked out when it is first asked for, its way and what is to be
    said of it. ``superior`` is the formation it hangs on (None: the home edge).

    The casualty figure of a headquarters is no matter of the map: the rules ask for it besides (OB-SUP-01, -02).
    """

    formation: int
    name: str
    level: Level
    linked: bool
    superior: int | None
    describe: Callable[[], LinkDetails] = field(repr=False, compare=False)

    @cached_property
    def details(self) -> LinkDetails:
        """The way and the words."""
        return self.describe()

    @property
    def to(self) -> str:
        """The link hangs on this."""
        return self.details.to

    @property
    def route(self) -> Route | None:
        """The way it takes, or would take."""
        return self.details.route

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the places on it."""
        return self.details.places

    @property
    def battalion(self) -> int | None:
        """Of a command, the battalion that is reached."""
        return self.details.battalion

    @property
    def cutters(self) -> tuple[Cutter, ...]:
        """Enemies in whose zones it lies."""
        return self.details.cutters

    @property
    def blocks(self) -> tuple[tuple[int, Block], ...]:
        """What else lies across it, and on which roads."""
        return self.details.blocks

    @property
    def why(self) -> str:
        """One line tells people why it holds or does not."""
        return self.details.why


def blocks_stored(line: Line) -> list[list[object]]:
    """What lies across a line besides enemies, as it is stored: road, metres, key and name of each."""
    return [[road, block.at_m, block.key, block.name] for road, block in line.blocks]


def ranges(cutters: Iterable[Cutter]) -> Iterator[str]:
    """The enemies by place, as the way meets them: ``the location range of 1st Bn Welsh Guards and 2 more near
    Best``."""
    places: dict[str, list[Cutter]] = {}
    for cutter in cutters:
        places.setdefault(cutter.near, []).append(cutter)
    for near, place in places.items():
        at = f"which meets it at {place[0].where}" if len({cutter.where for cutter in place}) == 1 else f"near {near}"
        names = listing((cutter.name for cutter in place), MOST_NAMES)
        yield f"the location range of {names}{',' if at.startswith('which') else ''} {at}"
