"""A battalion that comes to a resolved fight out of the air or over the water, and where it is to be put down.

Touchdown(unit, at, how, turn)       how: a ``Landing`` from the air, or the ``Means`` by which it crosses water
check(touchdown)                     raises BadInput for what can land in no such turn
CARRIED                              what an order of battle writes in ``carried by``, and how such a battalion lands
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from campaign.errors import BadInput
from campaign.resolve.brevity.ground import Spot
from campaign.rules.day import amphibious
from campaign.rules.day.amphibious import Means
from campaign.rules.tabletop.brevity.tables import Landing

NOT_YET: Final = 10_000
"""The turn of arrival of a battalion that is still in the air or afloat: it comes with a move of its command, not with
a turn."""

How = Landing | Means


@dataclass(frozen=True, slots=True)
class Touchdown:
    """Where and how a battalion lands. It does so in the first move of its command in that turn of the fight or later.

    ``readied``: swimming tanks that made ready before the fight; the others need its first two turns (OB-AMPH-08).
    """

    unit: int
    at: Spot
    how: How
    turn: int = 1
    readied: bool = False


def check(one: Touchdown) -> None:
    """Swimming tanks need two turns first; boats carry nobody from the sea (OB-AMPH-01, -08, OB-WC-101)."""
    if one.how is Means.BOATS:
        raise BadInput(
            "assault boats carry a battalion over a river, not from the sea: landing craft do (OB-AMPH-01, -06)"
        )
    if isinstance(one.how, Means) and not one.readied:
        needed = amphibious.preparation(one.how).count
        if one.turn <= needed:
            raise BadInput(
                f"{one.how.value} tanks make ready for {needed} turns and land in turn {needed + 1} at the earliest,"
                f" not {one.turn} (OB-AMPH-08)"
            )
