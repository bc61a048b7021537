"""Decisions that players owe the umpire."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.state import DecisionKind
from campaign.terms.time import Moment


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be given: the word to type and what it means."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision. ``answer`` is empty while it is owed; ``default`` is what automatic play would choose."""

    number: int
    kind: DecisionKind
    moment: Moment
    side: str
    subject: str
    question: str
    options: tuple[Option, ...]
    default: str
    answer: str


@dataclass(frozen=True, slots=True)
class DecisionList:
    """What is owed now, and what was answered before."""

    viewer: str
    owed: tuple[DecisionLine, ...]
    answered: tuple[DecisionLine, ...]
