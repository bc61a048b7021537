"""Decisions for which the umpire waits."""

from __future__ import annotations

from campaign.terms.state import DecisionKind
from campaign.terms.time import Moment
from campaign.values import dataclass
from campaign.words.proposal import Proposal


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision: the word to type and its meaning."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision. ``answer`` is empty while it is open; ``default`` is the choice of automatic play."""

    number: int
    kind: DecisionKind
    moment: Moment
    side: str
    subject: str
    question: str
    options: tuple[Option, ...]
    default: str
    proposal: Proposal
    """The default in words, with its reason."""
    answer: str
    proposed: tuple[int, ...] = ()
    """Numbers, from 1, of the options that are listed first if there are many. Every other option can be typed too."""

    @property
    def shown(self) -> tuple[tuple[int, Option], ...]:
        """Options that are shown first, each with its number; all of them where none is proposed."""
        numbered = tuple(enumerate(self.options, 1))
        return tuple(numbered[number - 1] for number in self.proposed) or numbered


@dataclass(frozen=True, slots=True)
class DecisionList:
    """The open decisions, and those taken before."""

    viewer: str
    owed: tuple[DecisionLine, ...]
    answered: tuple[DecisionLine, ...]
