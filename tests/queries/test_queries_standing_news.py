"""Enemies near each other are found without comparing every unit of an army group with every other one."""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.queries.day import standing_news
from campaign.queries.day.standing_news import _near
from tests.laws import tried

POINTS = st.lists(st.tuples(*(st.integers(0, 60).map(float),) * 2), max_size=40)


@tried(60, long=3000)
@given(POINTS, st.integers(0, 20))
def test_all_pairs_in_reach_are_found_in_order(points: list[tuple[float, float]], far: int) -> None:
    every = [(a, b) for a in range(len(points)) for b in range(a) if dist(points[a], points[b]) <= far]
    assert _near(points, far) == every


def test_units_far_apart_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Along 10,000 km of front, each of 10,000 units is compared with its neighbours."""
    compared = 0

    def counted(one: tuple[float, float], other: tuple[float, float]) -> float:
        nonlocal compared
        compared += 1
        return dist(one, other)

    monkeypatch.setattr(standing_news, "dist", counted)
    assert len(_near([(1000.0 * number, 0.0) for number in range(10_000)], 1500)) == compared == 9_999
