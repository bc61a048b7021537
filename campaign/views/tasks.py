"""Engineering tasks, as far as the viewer may know of them."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.ground import LoadClass, TaskKind
from campaign.terms.state import TaskState


@dataclass(frozen=True, slots=True)
class TaskLine:
    """One task: who is at it, what it is, how far it has got."""

    battalion: str
    side: str
    kind: TaskKind
    load_class: LoadClass | None
    target: str
    state: TaskState
    turns_done: int
    turns_needed: int
    begun: str
    """``1.2``: the turn in which it was to begin."""
    rule: str

    @property
    def progress(self) -> str:
        """``2 of 4 turns``."""
        return f"{self.turns_done} of {self.turns_needed} turn{'' if self.turns_needed == 1 else 's'}"

    @property
    def words(self) -> str:
        """``bridge for medium tanks at the Wadi bridge, 2 of 4 turns``."""
        load = f" for {self.load_class}" if self.load_class else ""
        return f"{self.kind}{load} at {self.target}, {self.progress}"


@dataclass(frozen=True, slots=True)
class TaskList:
    """All of them, those in hand first."""

    viewer: str
    tasks: tuple[TaskLine, ...]
