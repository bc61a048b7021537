"""The true test of the battles that go with the score most: each ruled for one side, then for the other, same dice.

battles_to_test(start, runs) -> tuple[Place and day, ...]
test(start, battles, seed, runs, spreader, progress) -> Tests
decided_by(start, gathered, seed, spreader, progress) -> Tests       both, one after the other
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from campaign.forecast.figures import average, decisive, leads
from campaign.forecast.job import Job, Task
from campaign.forecast.run import Ruled, Run
from campaign.forecast.spread import Gathered, Progress, Spreader, gather
from campaign.forecast.start import Start, runs_of
from campaign.forecast.statistics import mean_of
from campaign.views.forecast.campaign_forecast import Decided

MOST: Final = 3
Battle = tuple[int, int]
"""The id of a place, and a day."""


class Tests(NamedTuple):
    """The tests of battles, and the runs on which they rest; those of the forecast if there was nothing to test."""

    decided: tuple[Decided, ...]
    gathered: Gathered


def battles_to_test(start: Start, runs: Sequence[Run]) -> tuple[Battle, ...]:
    """Return the first battles among what goes with the score; only between two sides a battle can be ruled each
    way.
    """
    if len(start.names.rivals) != 2:
        return ()
    idents = {key: ident for ident, (key, _) in start.names.places.items()}
    battles = (
        (idents[event.key], event.day) for event in decisive(start.names, runs) if event.kind.startswith("battle")
    )
    return tuple(dict.fromkeys(battles))[:MOST]


def decided_by(start: Start, gathered: Gathered, seed: str, spreader: Spreader, progress: Progress) -> Tests:
    """Return the tests of the battles that go with the score of these runs most; none if there are no such battles."""
    battles = battles_to_test(start, runs_of(gathered))
    return test(start, battles, seed, len(gathered.outcomes), spreader, progress) if battles else Tests((), gathered)


def test(
    start: Start, battles: Sequence[Battle], seed: str, runs: int, spreader: Spreader, progress: Progress
) -> Tests:
    """Play as many runs again with each of the battles ruled for either side. A battle that comes about in fewer than
    two runs is left out. The user may stop them: then they rest on the runs so far.
    """
    first, second = start.names.rivals
    tasks = tuple(
        Task(start.snapshot.digest, seed, start.until, Ruled(place, day, side))
        for place, day in battles
        for side in (first, second)
    )
    gathered = gather(spreader, Job(tasks, (start.snapshot,)), runs, lambda _: False, progress)
    results = []
    for number, (place, day) in enumerate(battles):
        pairs = [outcome[2 * number : 2 * number + 2] for outcome in gathered.outcomes]
        ruled = [pair for pair in pairs if all(run.ruled for run in pair)]
        if len(ruled) < 2:
            continue
        ours, theirs = leads([pair[0] for pair in ruled]), leads([pair[1] for pair in ruled])
        apart = mean_of([one - other for one, other in zip(ours, theirs, strict=True)])
        key, name = start.names.places[place]
        sides = start.names.sides
        results.append(Decided(name, key, day, len(ruled), sides[first], sides[second], average(apart)))
    return Tests(tuple(results), gathered)
