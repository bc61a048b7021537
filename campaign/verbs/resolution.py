"""Battles that the program fights."""

from __future__ import annotations

from typing import Annotated, ClassVar

from campaign.terms.asking import Ask
from campaign.terms.given import Given
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class ResolveBattle:
    """The command that lets the program fight a battle, for at most this many turns; then both sides are still there,
    and units that may go on do so next turn.
    """

    given: ClassVar[Given] = Given.AT_ANY_HOUR

    battle: Annotated[str, Ask(stands="NUMBER")]
    turns: Annotated[
        int,
        Ask(
            "Maximum number of six-hour turns.",
            "N",
            shows_default=True,
            label="Maximum six-hour turns",
            least=1,
            most=40,
        ),
    ] = 1
