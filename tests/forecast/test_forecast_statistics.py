"""The statistics of a forecast, against numbers known from elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.forecast.statistics import Bin, difference, histogram, humps, mean_of, quantile, wilson


@pytest.mark.parametrize(
    ("hits", "runs", "low", "high"),
    [(0, 20, 0.0, 0.161125), (10, 100, 0.055229, 0.174366), (50, 100, 0.403832, 0.596168), (1000, 1000, 0.996173, 1.0)],
)
def test_wilsons_interval_is_that_of_the_books(hits: int, runs: int, low: float, high: float) -> None:
    interval = wilson(hits, runs)
    assert (interval.share, interval.low, interval.high) == pytest.approx((hits / runs, low, high), abs=1e-6)


def test_half_a_width_of_three_points_needs_1068_runs_at_worst() -> None:
    assert wilson(534, 1068).half_width < 0.03 < wilson(530, 1060).half_width


@given(st.integers(0, 400), st.integers(0, 400))
def test_an_interval_holds_its_share_and_stays_a_chance(hits: int, misses: int) -> None:
    interval = wilson(hits, hits + misses)
    assert 0 <= interval.low <= interval.share + 1e-15 and interval.share <= interval.high + 1e-15 <= 1 + 2e-15


def test_a_mean_is_known_to_1_96_standard_errors() -> None:
    mean = mean_of([1, 2, 3, 4])
    assert (mean.mean, mean.high - mean.mean) == pytest.approx((2.5, 1.265152), abs=1e-5)
    assert not mean_of([-1, 1, -1, 1]).leaves_out_zero and mean_of([1, 1, 2, 2]).leaves_out_zero


def test_a_difference_of_means_adds_both_variances() -> None:
    apart = difference([1, 2, 3, 4], [0, 1, 2, 3], z=1.0)
    assert (apart.mean, apart.high - apart.mean) == pytest.approx((1.0, (2 * 1.290994**2 / 4) ** 0.5), abs=1e-6)


@given(st.lists(st.integers(-50, 50), min_size=1), st.sampled_from((5, 25, 50, 75, 95)))
def test_a_quantile_is_a_value_that_was_observed(values: list[int], percent: int) -> None:
    value = quantile(values, percent)
    assert value in values
    assert sum(other <= value for other in values) * 100 >= percent * len(values)
    assert sum(other < value for other in values) * 100 < percent * len(values)


@given(st.lists(st.integers(-80, 80), min_size=1))
def test_a_histogram_counts_every_run_once_in_bars_of_one_width(values: list[int]) -> None:
    bars = histogram(values)
    assert sum(bar.count for bar in bars) == len(values) and len(bars) <= 12
    assert len({bar.high - bar.low for bar in bars}) == 1
    assert all(bar.count == sum(bar.low <= value <= bar.high for value in values) for bar in bars)


def test_two_humps_are_told_where_a_valley_parts_them() -> None:
    def bars(*counts: int) -> list[Bin]:
        return [Bin(n, n, count) for n, count in enumerate(counts)]

    assert [top.low for top in humps(bars(5, 23, 6, 10, 27, 8))] == [1, 4]
    assert [top.low for top in humps(bars(5, 20, 24, 22, 27, 8))] == [4]
    assert [top.low for top in humps(bars(1, 0, 60, 30, 1))] == [2], "a single run far out is no hump"
    assert [top.low for top in humps(bars(3, 1, 6))] == [2], "nor are a few runs"
