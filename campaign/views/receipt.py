"""What an action answers: what was done, line by line, and what is waiting next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer of an action. ``summary`` is one line for the journal; ``waiting`` names the command that answers a
    stop."""

    summary: str
    lines: tuple[str, ...] = ()
    waiting: str = ""
