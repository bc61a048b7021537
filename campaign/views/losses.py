"""Battalions out of play, and the die that may bring them back."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.terms.state import State
from campaign.terms.time import Moment


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
    """``15 May``."""
    returns_by: str
    needs: str
    """``5-6 (recovery, well supplied 5-6)``; or why it cannot come back."""
    rules: tuple[str, ...]
    """By which it comes back, or cannot."""


@dataclass(frozen=True, slots=True)
class LossList:
    """The battalions out of play, by side and in the order in which they were lost."""

    viewer: str
    lost: tuple[LostBattalion, ...]
