"""No page of a player takes longer, or less long, for what he may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.bench_secrets_timing import Timing, addresses, desks, telling, timings, works
from tests.secrecy.hidden import SECRETS


def test_a_page_tells_only_beyond_what_the_same_campaign_differs_by_itself() -> None:
    assert Timing("/x", 0.020, 0.030, 0.020).tells
    assert Timing("/x", 0.020, 0.014, 0.021).tells
    assert not Timing("/x", 0.020, 0.030, 0.031).tells, "by chance it differs as much"
    assert not Timing("/x", 0.020, 0.0212, 0.020).tells, "within a tenth"
    assert not Timing("/x", 0.0010, 0.0014, 0.0010).tells, "within what the clock can err"


@pytest.mark.long
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_no_page_is_more_work_for_a_secret_of_the_other_side(tmp_path: Path, side: str) -> None:
    other = {"axis": "allied", "allied": "axis"}[side]
    with desks(tmp_path, side, secrets=SECRETS["start", side]) as three:
        assert [one for one in works(three, addresses(three[0], side=other)) if one.tells] == []


@pytest.mark.long
def test_no_page_of_the_other_side_tells_a_secret_by_its_time(tmp_path: Path) -> None:
    with desks(tmp_path, secrets=SECRETS["start", "axis"]) as three:
        assert telling(three, timings(three, addresses(three[0]), 9)) == []
