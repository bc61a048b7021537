"""The report of a resolved fight: what was rolled against which number, and what came of it.

Report()     .heading(text)  .say(text)  .lines
faces(...)   the dice as they fell
"""

from __future__ import annotations


class Report:
    """Lines as they come; what belongs to a move is indented under it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def heading(self, text: str) -> None:
        """A move, a phase, an end."""
        self.lines.append(text)

    def say(self, text: str) -> None:
        """Something within a move."""
        self.lines.append(f"  {text}")


def faces(*rolled: int | None) -> str:
    """``4 6 1``; a dash where no die was thrown."""
    return " ".join(str(face) for face in rolled if face is not None) or "\N{EN DASH}"
