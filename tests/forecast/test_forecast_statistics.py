"""The statistics of a forecast, against numbers known from elsewhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.forecast.statistics import (
    Z95,
    Z999,
    Bin,
    Mean,
    difference,
    histogram,
    humps,
    mean_of,
    quantile,
    student,
    wilson,
)
from campaign.views.forecast.campaign_forecast import CampaignForecast
from campaign.views.forecast.forecast_words import reckoning
from tests.laws import tried


@pytest.mark.parametrize(
    ("hits", "runs", "low", "high"),
    [(0, 20, 0.0, 0.161125), (10, 100, 0.055229, 0.174366), (50, 100, 0.403832, 0.596168), (1000, 1000, 0.996173, 1.0)],
)
def test_wilsons_interval_is_that_of_the_books(hits: int, runs: int, low: float, high: float) -> None:
    interval = wilson(hits, runs)
    assert (interval.share, interval.low, interval.high) == pytest.approx((hits / runs, low, high), abs=1e-6)


def test_half_a_width_of_three_points_needs_1068_runs_at_worst() -> None:
    assert wilson(534, 1068).half_width < 0.03 < wilson(530, 1060).half_width


@tried(5, long=60)
@given(st.integers(0, 400), st.integers(0, 400))
def test_an_interval_holds_its_share_and_stays_a_chance(hits: int, misses: int) -> None:
    interval = wilson(hits, hits + misses)
    assert 0 <= interval.low <= interval.share + 1e-15 and interval.share <= interval.high + 1e-15 <= 1 + 2e-15


@pytest.mark.parametrize(
    ("degrees", "for_95", "for_999"),
    [(1, 12.706, None), (2, 4.303, None), (3, 3.182, None), (9, 2.262, 4.781), (29, 2.045, 3.659), (100, 1.984, 3.390)],
)
def test_students_t_is_that_of_the_books(degrees: int, for_95: float, for_999: float | None) -> None:
    assert student(Z95, degrees) == pytest.approx(for_95, rel=0.002)
    assert for_999 is None or student(Z999, degrees) == pytest.approx(for_999, rel=0.002)


def test_a_mean_of_four_values_is_known_to_3_18_standard_errors() -> None:
    mean = mean_of([1, 2, 3, 4])
    assert mean.high is not None and (mean.mean, mean.high - mean.mean) == pytest.approx((2.5, 2.0542), rel=0.002)
    assert not mean_of([-1, 1, -1, 1]).leaves_out_zero and mean_of([3, 3, 4, 4]).leaves_out_zero


def test_a_single_value_says_nothing_of_how_well_its_mean_is_known() -> None:
    assert mean_of([12]) == Mean(12, None, None) and not mean_of([12]).leaves_out_zero
    assert difference([12], [1, 2, 3]) == Mean(10, None, None)
    assert difference([2, 2], [1, 1, 1]) == Mean(1, 1, 1), "values that are all alike leave no doubt"


def test_a_difference_of_means_adds_both_variances_by_welch() -> None:
    apart = difference([1, 2, 3, 4], [0, 1, 2, 3])  # six degrees of freedom: 2.447
    assert apart.high is not None and (apart.mean, apart.high - apart.mean) == pytest.approx(
        (1.0, 2.447 * (2 * 1.290994**2 / 4) ** 0.5), rel=0.001
    )
    uneven = difference([0, 10, 20, 30], [5.0, 5.1] * 20)  # the first alone matters: three degrees of freedom
    assert uneven.high is not None and uneven.high - uneven.mean == pytest.approx(3.182 * 12.909944 / 2, rel=0.002)


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


@pytest.mark.parametrize(
    ("asked", "usual", "why"),
    [
        (400, 200, "that number was asked for"),
        (400, 400, "that is the usual number"),
        (1000, 200, "1,000 were asked for, and it ended before them (each holder was known to 3 points)"),
        (1000, 1000, "1,000 are usual, and it ended before them (each holder was known to 3 points)"),
    ],
)
def test_the_runs_are_called_asked_for_where_it_is_not_usual(asked: int, usual: int, why: str) -> None:
    ended = "each holder was known to 3 points"
    view = cast(CampaignForecast, SimpleNamespace(runs=400, asked=asked, ended=ended))
    assert reckoning(view, usual).why == why
