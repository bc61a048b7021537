"""Engineering tasks, as far as the viewer may know of them."""

from __future__ import annotations

from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.state import TaskState
from campaign.values import dataclass
from campaign.words.papers import Fact, Masthead
from campaign.words.symbol import UnitSymbol


@dataclass(frozen=True, slots=True)
class TaskLine:
    """One engineering task: the unit at work, its kind, and its progress."""

    battalion: str
    side: str
    kind: TaskKind
    load_class: LoadClass | None
    target: str
    state: TaskState
    turns_done: int
    turns_needed: int
    begun: str
    """Turn in which the work was to begin: ``1.2``."""
    rule: str
    done: str = ""
    """Turns of the arrival of a battalion still on the march and of the end of the work: ``there 1.2, done 1.4``."""

    @property
    def progress(self) -> str:
        """Progress of the task: ``2 of 4 turns``."""
        return f"{self.turns_done} of {self.turns_needed} turn{'' if self.turns_needed == 1 else 's'}"

    @property
    def words(self) -> str:
        """Task in words: ``bridge for medium tanks at the Wadi bridge, 2 of 4 turns``."""
        load = f" for {self.load_class}" if self.load_class else ""
        return f"{self.kind}{load} at {self.target}, {self.progress}"


@dataclass(frozen=True, slots=True)
class TaskList:
    """The engineering tasks, those in hand first."""

    viewer: str
    tasks: tuple[TaskLine, ...]


@dataclass(frozen=True, slots=True)
class Sappers:
    """Engineers, or a battalion at work."""

    symbol: UnitSymbol
    name: str
    command: str
    position: str
    ability: str
    """Kind of engineers: ``specialist``, ``support``; empty for infantry at work."""
    state: str
    """State in words: ``Fresh``, ``In action``."""


@dataclass(frozen=True, slots=True)
class Work:
    """A task and the unit at work on it."""

    by: Sappers
    task: TaskLine


@dataclass(frozen=True, slots=True)
class Site:
    """A crossing, or an obstacle on a road. ``state`` empty: not known to the reader."""

    name: str
    where: str
    """Place or road: ``the road Arnhem – Elst``."""
    water: str
    state: str
    blown: bool
    """True if no unit can cross or pass in the present state."""
    load: str
    work: str
    """Unit of the viewer's own side at work on it: ``9th Field Company, bridge, 2 of 4 turns``."""


@dataclass(frozen=True, slots=True)
class EngineerPaper:
    """The engineers of one side: tasks in hand, finished and abandoned, free units, and the state of crossings and
    obstacles.
    """

    masthead: Masthead
    in_hand: tuple[Work, ...]
    over: tuple[Work, ...]
    free: tuple[Sappers, ...]
    """Specialists on the map without a task."""
    supporting: tuple[Fact, ...]
    """Battalions with some engineers of their own and no task: their command, and their names."""
    crossings: tuple[Site, ...]
    obstacles: tuple[Site, ...]
