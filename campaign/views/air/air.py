"""Air tasking: the groups of a side, their flights today, and the sorties written for them."""

from __future__ import annotations

from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType
from campaign.terms.state import Light, Sky
from campaign.values import dataclass
from campaign.words.papers import Masthead

MAY_FLY = "may fly"
"""What is said of a group that nothing keeps on the ground."""


@dataclass(frozen=True, slots=True)
class Flight:
    """The permission of a group to fly in one turn of the day. ``why_not`` is empty if it may; ``over``: the turn's
    aircraft have flown.
    """

    turn: int
    why_not: str = ""
    over: bool = False
    rules: tuple[str, ...] = ()
    """Ids of the rules that forbid the flight."""


@dataclass(frozen=True, slots=True)
class AirGroupLine:
    """A group: its aircraft, its base, its sorties today, and until when it rests."""

    name: str
    side: str
    kind: AirType
    aircraft: str
    base: str
    base_sky: Sky | None
    """Weather over the base; None until it is settled."""
    sorties: int
    """Sorties today, flown or tasked."""
    sorties_a_day: int
    last: str
    """Turn of the last sortie: ``1.2``; empty before the first one."""
    rest_until: str
    """First turn in which the group may fly again: ``1.4``; empty if it may fly now."""
    controller: str
    """The command that the group's forward air controller is with; ``none`` for a group without a controller."""
    flights: tuple[Flight, ...]
    named_by: str
    """Latest time for naming the target: ``before each turn``."""

    @property
    def today(self) -> str:
        """Group's permission to fly, ``may fly``, or why not, for the first turn that is still to come."""
        coming = next((flight for flight in self.flights if not flight.over), None)
        return "the day's turns are over" if coming is None else coming.why_not or MAY_FLY


@dataclass(frozen=True, slots=True)
class Sortie:
    """One sortie as written, with its result."""

    group: str
    side: str
    moment: str
    clock: str
    task: AirTask
    target: str
    state: MissionState
    result: str


@dataclass(frozen=True, slots=True)
class AirTurn:
    """One turn of the day for aircraft. ``sky`` None: not settled yet."""

    turn: int
    clock: str
    light: Light
    sky: Sky | None


@dataclass(frozen=True, slots=True)
class AirTasking:
    """A side's air tasking order of a day, or all sides' for the umpire."""

    masthead: Masthead
    viewer: str
    day: int
    date: str
    turns: tuple[AirTurn, ...]
    groups: tuple[AirGroupLine, ...]
    sorties: tuple[Sortie, ...]
    notes: tuple[str, ...] = ()
    """Air rules in force, one sentence each."""
