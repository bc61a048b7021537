"""Every form of every page, filled in as nobody would: no fault of the program, and nothing left of what was refused."""

from __future__ import annotations

import pytest

from tests.web.oddities import Fuzz
from tests.web.visitors import Hall

SEATS = ("umpire", "staff", "commander", "table")


@pytest.mark.sample(2)
@pytest.mark.parametrize("seat", SEATS)
def test_odd_forms_are_refused_in_plain_words_and_leave_nothing_behind(hall: Hall, seat: str) -> None:
    assert Fuzz(hall, seat).run(10) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("seat", [*SEATS, "enemy commander", "wall"])
def test_many_odd_forms(hall: Hall, seat: str, seed: int) -> None:
    assert Fuzz(hall, seat, seed).run(150) == []
