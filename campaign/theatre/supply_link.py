"""A link of the supply chain as papers and commands show it: whether it holds, its route, and what cuts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from campaign.terms.forces import Level
from campaign.terms.words import listing
from campaign.theatre.legs import Route
from campaign.theatre.values import Block
from campaign.values import dataclass, plain_dataclass, plain_field

CAUSE_UNKNOWN = "route cut, cause unknown"
"""The text for a side whose link is cut by something it does not know of."""
WAY_UNKNOWN = "open when supply was last traced; the route is not known"
"""The text for a side whose link holds although the side takes it to be cut."""
MOST_NAMES = 3
"""The most enemies that are named at one place; all of them are in the list of cutters."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """An enemy whose location range covers the route, where that is, and the place of the map nearest to it by road."""

    unit: int
    name: str
    where: str
    near: str


@dataclass(frozen=True, slots=True)
class LinkDetails:
    """The route and the words of a link.

    ``to`` is the upper end of the link in words. ``route`` is the route it takes or, if it is cut, the shortest route
    without enemies and, if blocks cut it too, with all of them whole. ``battalion``: of a command, the one that is
    reached. ``cutters`` are the enemies whose zones meet that route: clearing them opens it, but another route may need
    fewer. ``why`` is one line for people. ``nearer_m``: the metres of that route by which a link that is too long must
    become shorter. ``unknown``: the reader does not know what cuts it or, if it holds, its route.
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


@plain_dataclass(frozen=True)
class Line:
    """A link of the chain: whether it holds and, worked out on first use, its route and its words. ``superior`` is the
    formation that it draws supply from (None: the home edge).

    The casualty figure of a headquarters is not the map's business: the rules check it separately (OB-SUP-01, -02).
    """

    formation: int
    name: str
    level: Level
    linked: bool
    superior: int | None
    describe: Callable[[], LinkDetails] = plain_field(repr=False, compare=False)

    @cached_property
    def details(self) -> LinkDetails:
        """The route and the words of the link. Once they are known, the line lets go of the searches that told
        them.
        """
        details = self.describe()
        object.__setattr__(self, "describe", lambda: details)
        return details

    @property
    def to(self) -> str:
        """The upper end of the link, in words."""
        return self.details.to

    @property
    def route(self) -> Route | None:
        """The route it takes, or would take."""
        return self.details.route

    @property
    def places(self) -> tuple[str, ...]:
        return self.details.places

    @property
    def battalion(self) -> int | None:
        """The battalion of a command that is reached."""
        return self.details.battalion

    @property
    def cutters(self) -> tuple[Cutter, ...]:
        """The enemies in whose zones it lies."""
        return self.details.cutters

    @property
    def blocks(self) -> tuple[tuple[int, Block], ...]:
        """The blocks across the route, each with the id of its road."""
        return self.details.blocks

    @property
    def why(self) -> str:
        """The reason in one line why it holds or does not."""
        return self.details.why


def blocks_stored(line: Line) -> list[list[object]]:
    """Return the blocks across a line, other than enemies, as they are stored: road, metres, key and name of each."""
    return [[road, block.at_m, block.key, block.name] for road, block in line.blocks]


def ranges(cutters: Iterable[Cutter]) -> Iterator[str]:
    """Yield the enemies by place, in the order of the route: ``the location range of 1st Bn Welsh Guards and 2 more
    near Best``.
    """
    places: dict[str, list[Cutter]] = {}
    for cutter in cutters:
        places.setdefault(cutter.near, []).append(cutter)
    for near, place in places.items():
        at = (
            f"which meets the route at {place[0].where}"
            if len({cutter.where for cutter in place}) == 1
            else f"near {near}"
        )
        names = listing((cutter.name for cutter in place), MOST_NAMES)
        yield f"the location range of {names}{',' if at.startswith('which') else ''} {at}"
