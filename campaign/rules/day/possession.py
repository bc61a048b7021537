"""Ownership of places, and the points that objectives score (umpire 1.10).

owner_after(owner, standing, passed) -> Change        who owns a place at a turn's end
score(prizes, owners, day) -> tuple[Award, ...]   points at a day's end
standings(awards) -> dict[side, points]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The owner of a place now, with the reason."""

    owner: int | None
    why: str
    changed: bool


def owner_after(owner: int | None, standing: Collection[int], passed: Sequence[int]) -> Change:
    """Return the owner of a place: the last side that was there alone at the turn's end, or marched through unopposed.

    ``standing``: sides with a unit in play at the place as the turn ends; ``passed``: sides that marched through it
    unopposed during the turn, in order of time. Dumps, bridges and airfields go with the place.
    """
    sides = set(standing)
    if len(sides) > 1:
        return Change(owner, "both sides stand there", False)
    if sides:
        (alone,) = sides
        return Change(alone, "stands there alone", alone != owner)
    if passed:
        return Change(passed[-1], "marched through unopposed", passed[-1] != owner)
    return Change(owner, "no unit was there", False)


@dataclass(frozen=True, slots=True)
class Prize:
    """An objective: the side that scores for holding the place, the points, and the only day whose end counts (None:
    every day).
    """

    id: int
    place: int
    side: int
    points: int
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """The points that a side scores for an objective at the end of a day."""

    objective: int
    side: int
    points: int


def score(prizes: Iterable[Prize], owners: Mapping[int, int | None], day: int) -> tuple[Award, ...]:
    """Return the points scored at the end of this day. ``owners``: side by place."""
    return tuple(
        Award(prize.id, prize.side, prize.points)
        for prize in prizes
        if (prize.day is None or prize.day == day) and owners.get(prize.place) == prize.side
    )


def standings(awards: Iterable[Award]) -> dict[int, int]:
    """Return the total points by side."""
    totals: dict[int, int] = {}
    for award in awards:
        totals[award.side] = totals.get(award.side, 0) + award.points
    return totals
