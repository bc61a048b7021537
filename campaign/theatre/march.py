"""One turn's marches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.theatre.marchers import Marcher, Turn
from campaign.theatre.values import TURN_SECONDS, Theatre
from campaign.theatre.zones import Sight


def march(
    theatre: Theatre,
    marchers: Sequence[Marcher],
    sight: Sight,
    *,
    seconds: int = TURN_SECONDS,
    in_contact: Iterable[tuple[int, int]] = (),
    engaged: Iterable[int] = (),
) -> Turn:
    """All marches at once, continuously, until the turn ends. ``marchers`` are all units on the map, also those that stay.

    ``in_contact``: pairs that are in contact from earlier turns, besides those that stand in range of each other.
    """
    raise NotImplementedError
