"""The report of a battle that the program fights: what was done, what was rolled against which number, what came of it.

Report     .heading(text)  .say(text)  .tell(sentences)  .lines
faces(...)                 the dice as they fell
counted(count, noun)       ``1 turn``, ``2 turns``
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(eq=False)
class Report:
    """Lines in the order of events; what belongs to a turn or a move is indented under it."""

    lines: list[str] = field(default_factory=list)

    def heading(self, text: str) -> None:
        """Begin a turn, a move, a phase, or tell the end."""
        self.lines.append(text)

    def say(self, text: str) -> None:
        """Tell what happened within a turn or a move."""
        self.lines.append(f"  {text}")

    def tell(self, sentences: Iterable[str]) -> None:
        """Tell several things, each in a line of its own."""
        for sentence in sentences:
            self.say(f"{sentence}.")


def faces(*rolled: int | None) -> str:
    """``4 6 1``; a dash where no die was thrown."""
    return " ".join(str(face) for face in rolled if face is not None) or "\N{EN DASH}"


def counted(count: int, noun: str) -> str:
    """``1 turn``, ``2 turns``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
