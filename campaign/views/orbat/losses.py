"""Battalions out of play, and the die that may bring them back."""

from __future__ import annotations

from campaign.terms.state import State
from campaign.terms.time import Moment
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class LostBattalion:
    """A battalion out of play. ``returns_by`` is the headquarters that rolls for it tomorrow; empty for one that cannot
    come back.
    """

    name: str
    side: str
    state: State
    since: Moment | None
    clock: str
    """Date of the loss: ``15 May``."""
    returns_by: str
    needs: str
    """Roll needed for its return: ``5-6 (recovery, well supplied 5-6)``; or the reason why it cannot return."""
    rules: tuple[str, ...]
    """Ids of the rules by which it returns, or cannot return."""


@dataclass(frozen=True, slots=True)
class LossList:
    """The battalions out of play, by side and in the order in which they were lost."""

    viewer: str
    lost: tuple[LostBattalion, ...]
