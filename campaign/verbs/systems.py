"""The tabletop system of a battle."""

from __future__ import annotations

from typing import Annotated

from campaign.terms.asking import Ask, not_chosen
from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class FightUnder:
    """The command that sets another tabletop system for a battle. The table is laid out anew around the same middle, at
    that system's size and scale.
    """

    battle: Annotated[str, Ask(stands="NUMBER")]
    tabletop: Annotated[str, Ask(stands="KEY", label="Tabletop rules", missing=not_chosen("system"))]
