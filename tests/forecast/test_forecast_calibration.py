"""Forecasts against the truth: how it is judged, and (in the long run) that a side's forecasts can be relied on."""

from __future__ import annotations

import random

import pytest

from tests.benchmarks.bench_calibration import Results, founded, judge
from tests.benchmarks.reliability import Statement, bands, brier, drawn_again


def starts(count: int, *, bias: float = 0.0) -> list[list[Statement]]:
    """Starts whose chances are right but for a bias, counted in 20 runs each."""
    dice = random.Random(5)
    judged = []
    for _ in range(count):
        truth = dice.random()
        counted = sum(dice.random() < truth for _ in range(20)) / 20
        judged.append([Statement(counted, dice.random() < min(1.0, truth + bias), dice.random() < truth)] * 3)
    return judged


def test_of_what_a_good_forecast_gives_as_much_happens() -> None:
    judged = starts(3000)
    for band in bands(judged):
        assert band.at_least <= band.happened <= band.at_most
        assert band.happened == pytest.approx(band.expected, abs=0.06)
    assert sum(band.statements for band in bands(judged)) == 9000
    assert brier(judged) == pytest.approx(brier(judged, lambda s: s.in_a_run), abs=0.01)


def test_a_forecast_that_errs_is_seen_to_err() -> None:
    judged = starts(3000, bias=0.3)
    middle = next(band for band in bands(judged) if band.low == 0.4)
    assert middle.at_least > middle.expected and brier(judged) > brier(judged, lambda s: s.in_a_run) + 0.03


def test_statements_of_one_start_hang_together() -> None:
    alone = drawn_again([(1, number % 2) for number in range(300)], 1)
    together = drawn_again([(30, 30 * (number % 2)) for number in range(10)], 1)
    assert together[1] - together[0] > 3 * (alone[1] - alone[0])


@pytest.mark.long
def test_a_side_can_rely_on_its_forecasts() -> None:
    """Some starts of the benchmark: its README has the figures of all."""
    contents, results = founded("operation-brevity"), Results()
    for number in range(1, 21):
        judge(contents, number, 20, results)
    for viewer, judged in results.statements.items():
        given_to_few = [s for start in judged for s in start if s.chance <= 0.1]
        given_to_most = [s for start in judged for s in start if s.chance >= 0.9]
        assert sum(s.happened for s in given_to_few) <= 0.25 * len(given_to_few), viewer
        assert sum(s.happened for s in given_to_most) >= 0.75 * len(given_to_most), viewer
        assert brier(judged) < brier(judged, lambda s: s.in_a_run) + 0.1, viewer
