"""A record of which enemies have been looked at, so that a viewer does not look twice if neither side has changed
since.

Lookout()     .show(looks)  .unseen_by(viewer, state)
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

Body = TypeVar("Body", bound=Hashable)
Look = TypeVar("Look")


class Lookout(Generic[Body, Look]):
    """The enemies shown in successive rounds of looking, and the viewers that have looked at them."""

    def __init__(self) -> None:
        self._round = 0
        self._shown: dict[Body, tuple[Look, int]] = {}
        self._taken: dict[Body, tuple[object, int]] = {}
        self._now: list[tuple[Look, int]] = []
        self._since: dict[int, list[Look]] = {}

    def show(self, looks: Mapping[Body, Look]) -> None:
        """Begin a round, in which these enemies can be looked at; a look holds all that a viewer uses."""
        self._round += 1
        for enemy, look in looks.items():
            if enemy not in self._shown or self._shown[enemy][0] != look:
                self._shown[enemy] = look, self._round
        self._now, self._since = [self._shown[enemy] for enemy in looks], {}

    def unseen_by(self, viewer: Body, state: object) -> list[Look]:
        """Return the looks of this round that are new to a viewer in this state: all of them if its state has
        changed.
        """
        before, taken = self._taken.get(viewer, (None, 0))
        self._taken[viewer] = state, self._round
        since = taken if before == state else 0
        if since not in self._since:
            self._since[since] = [look for look, changed in self._now if changed > since]
        return self._since[since]
