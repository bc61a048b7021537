"""Battles divided into several."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class SplitBattle:
    """The command that divides a battle into two or more. ``units``: those for the new battle; empty: every clash that
    is far from the one at the battle's own place.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    units: Annotated[
        tuple[str, ...],
        Ask(
            "Unit that goes to the new battle; a formation brings all its units. May be repeated.",
            "UNIT",
            of="unit",
            option="--units -u",
        ),
    ] = ()
