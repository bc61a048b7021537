"""The numbers of each body's battalions that are fit, pinned, spent and destroyed, and their changes in a step of a
move.

Chances are whole numbers: a part of ``WHOLE`` for one battalion fired on once, of its powers for several. This module
only counts; the fire and its odds are in ``chains``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import comb

Tally = tuple[int, int, int, int]
Tallies = tuple[Tally, ...]
State = tuple[Tallies, Tallies]
FIT, PINNED, SPENT, GONE = range(4)
WHOLE = 216**6
"""The sum of the chances of a row: at most six dice (OB-T-09), each to hit, to penetrate and to cause a casualty."""
Row = tuple[int, int, int, int]
"""The chances of nothing, pinned, spent and destroyed."""
Rows = tuple[Row, Row]
"""The rows of a fire on a battalion without a casualty figure, and on one with it."""
Effect = Callable[[State, int], Rows | None]
"""The fire on the battalions of a body in a state; None: none."""


def joined(before: Tallies, size: int, places: Iterable[int], fresh: Iterable[Tally]) -> Tallies:
    """Return the tallies of a side with more battalions added, each at its place; ``size`` is the number of bodies
    now.
    """
    tallies = [*before, *([(0, 0, 0, 0)] * (size - len(before)))]
    for place, tally in zip(places, fresh, strict=True):
        tallies[place] = _sum(tallies[place], tally)
    return tuple(tallies)


def moved(state: State, side: int, effect: Effect, counts: Callable[[int, int], bool]) -> Iterator[tuple[Tallies, int]]:
    """Yield each way in which the bodies of a side can come out of a step, with its chance. For a body in ``counts``,
    all battalions out of action pass for pinned.
    """
    ways: list[list[tuple[Tally, int]]] = []
    for n, tally in enumerate(state[side]):
        rows = effect(state, n)
        if rows is not None and counts(side, n):
            rows = _only_fit(rows[0]), _only_fit(rows[1])
        ways.append([(tally, 1)] if rows is None else list(_after(tally, *rows).items()))
    for way in product(*ways):
        chance = 1
        for _, factor in way:
            chance *= factor
        yield tuple(tally for tally, _ in way), chance


def _sum(first: Tally, second: Tally) -> Tally:
    return first[0] + second[0], first[1] + second[1], first[2] + second[2], first[3] + second[3]


def _only_fit(row: Row) -> Row:
    return row[FIT], WHOLE - row[FIT], 0, 0


@lru_cache(maxsize=20_000)
def _after(tally: Tally, fresh: Row, worn: Row) -> dict[Tally, int]:
    """Return a body after one fire on each of its battalions: pins stay, a casualty on a spent battalion destroys
    it.
    """
    still_pinned: Row = (0, fresh[FIT] + fresh[PINNED], fresh[SPENT], fresh[GONE])
    still_spent: Row = (0, 0, worn[FIT] + worn[PINNED], worn[SPENT] + worn[GONE])
    result: dict[Tally, int] = {(0, 0, 0, tally[GONE]): WHOLE ** tally[GONE]}
    for count, row in ((tally[FIT], fresh), (tally[PINNED], still_pinned), (tally[SPENT], still_spent)):
        together: dict[Tally, int] = {}
        for (before, first), (struck, second) in product(result.items(), _multinomial(count, row).items()):
            both = _sum(before, struck)
            together[both] = together.get(both, 0) + first * second
        result = together
    return result


@lru_cache(maxsize=20_000)
def _multinomial(count: int, row: Row) -> dict[Tally, int]:
    """Return the chances of each distribution of results over this number of battalions, each with these chances."""
    result: dict[Tally, int] = {}
    for fit in range(count + 1):
        for pinned in range(count - fit + 1):
            for spent in range(count - fit - pinned + 1):
                destroyed = count - fit - pinned - spent
                ways = comb(count, fit) * comb(count - fit, pinned) * comb(count - fit - pinned, spent)
                chance = ways * row[FIT] ** fit * row[PINNED] ** pinned * row[SPENT] ** spent * row[GONE] ** destroyed
                if chance:
                    result[fit, pinned, spent, destroyed] = chance
    return result
