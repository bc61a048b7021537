"""Dice that keep their faces, so that a report can print the faces of a roll made inside a rule.

Thrown(dice)      .roll(...)  as dice do; .taken() the faces since the last call; .rolled(...) them as a Roll
"""

from __future__ import annotations

from collections.abc import Collection

from campaign.rules.common.dice import Dice
from campaign.terms.words import listing
from campaign.words.battle_report import Roll


class Thrown:
    """The dice of a battle, which keep their last faces."""

    def __init__(self, dice: Dice) -> None:
        self._dice, self._faces, self.moment = dice, list[int](), dice.moment

    def roll(self, sides: int, purpose: str, subject: str, need: str = "") -> int:
        """Roll one die, keep its face and return it."""
        face = self._dice.roll(sides, purpose, subject, need)
        self._faces.append(face)
        return face

    # All dice of the preview have six faces.
    def rolled(self, purpose: str, result: str, *, passes: Collection[int] = (), die: int = 6, why: str = "") -> Roll:
        """Return the dice that have just been rolled as the report shows them: against the faces that pass, if any
        do.
        """
        faces = self.taken()
        needed = min(passes, default=0)
        from_there_on = needed and set(passes) == set(range(needed, die + 1))
        listed = f"{listing(map(str, sorted(passes)))} {'passes' if len(passes) == 1 else 'pass'}" if passes else ""
        return Roll(
            purpose,
            faces,
            needed if from_there_on else None,
            ", ".join(filter(None, ("" if from_there_on else listed, why))),
            successes=sum(face in passes for face in faces),
            result=result,
            die=die,
        )

    def taken(self) -> tuple[int, ...]:
        """Return the faces rolled since this was last called, and forget them."""
        faces, self._faces = tuple(self._faces), []
        return faces
