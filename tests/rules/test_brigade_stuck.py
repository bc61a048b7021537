"""Vehicles that get stuck: the chance that is told is that of the two dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from campaign.rules.tabletop.brigade import movement, odds
from campaign.rules.tabletop.brigade.tables import MOVEMENT, Ground, MovesAs

CELLS = [
    (row, ground) for row in MovesAs for ground, cell in zip(Ground, MOVEMENT[row], strict=True) if cell is not None
]
ON_FOOT = (MovesAs.INFANTRY, MovesAs.SUPPORT, MovesAs.CAVALRY, MovesAs.BICYCLE)


@pytest.mark.rule("BDE-MOVE-05", "BDE-MOVE-06")
@pytest.mark.parametrize(("row", "ground"), CELLS)
def test_the_chance_to_be_stuck_is_counted_over_both_dice(row: MovesAs, ground: Ground) -> None:
    rolled = movement.rate(row, ground).rolled
    stuck = sum(movement.sticks(row, ground, *faces) for faces in product(range(1, 7), repeat=2)) if rolled else 0
    assert odds.stuck(row, ground) == Fraction(stuck, 36)
    if row in ON_FOOT:
        assert not stuck


@pytest.mark.rule("BDE-MOVE-05", "BDE-MOVE-06")
def test_somebody_does_get_stuck() -> None:
    assert any(odds.stuck(row, ground) for row, ground in CELLS)
