"""Dice that keep what they show, so that a report can tell the faces of a roll that a rule throws.

Thrown(dice)      .roll(...)  as dice do; .taken() the faces since it was last asked
"""

from __future__ import annotations

from campaign.rules.common.dice import Dice


class Thrown:
    """The dice of a battle, and their last faces."""

    def __init__(self, dice: Dice) -> None:
        self._dice, self._faces, self.moment = dice, list[int](), dice.moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """One die."""
        face = self._dice.roll(sides, purpose, subject, need)
        self._faces.append(face)
        return face

    def taken(self) -> tuple[int, ...]:
        """The faces that have fallen since this was last asked."""
        faces, self._faces = tuple(self._faces), []
        return faces
