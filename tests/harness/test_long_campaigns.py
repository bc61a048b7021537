"""Sixty days by the program on both sides: no error, and a day takes no longer as time goes by."""

from __future__ import annotations

import pytest

from tests.benchmarks.bench_long import Day, Long, by_parts, play_long
from tests.harness.conduct import Conduct
from tests.harness.facts import founded

MOST_GROWTH = 1.5
"""Function calls of a late day against an early one. In a siege every contact of the past is looked at once a turn."""


def days_of(name: str, days: int) -> Long:
    with founded(name, "5", days) as campaign:
        long = play_long(campaign, "long 5", count=True)
    assert len(long.days) == days
    return long


@pytest.mark.long
@pytest.mark.parametrize("name", ["mokra", "tolvajarvi", "operation-brevity"])
def test_sixty_days_are_played_and_the_last_cost_no_more_than_the_first(name: str) -> None:
    long = days_of(name, 60)
    assert long.conduct.counts["days"] == 60
    assert long.growth_of_calls <= MOST_GROWTH


def test_a_shipped_campaign_can_last_longer_than_its_days() -> None:
    long = days_of("mokra", 3)
    assert sum(day.states.total() for day in long.days) == 3 * long.days[0].states.total()
    assert len(list(by_parts(long))) == 3


def test_growth_is_that_of_the_last_days_against_early_ones() -> None:
    days = [
        Day(seconds=100, calls=100),
        Day(seconds=50, calls=50),
        *(Day(seconds=n, calls=2 * n) for n in range(10, 28)),
    ]
    long = Long(days, Conduct())
    assert [day.seconds for day in long.early] == [10, 11, 12]
    assert long.growth == 26 / 11 and long.growth_of_calls == 52 / 22
