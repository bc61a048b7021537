"""Which of several bridges a battalion goes for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from campaign.resolve.brevity.barriers import Barrier, Standing, by_the_bridge
from campaign.resolve.brevity.ground import Spot, distance

BROOK = Standing(Barrier("brook", 0, 20, 96, 21, river=True, bridges=(Spot(10, 20), Spot(50, 20), Spot(80, 20))))


@pytest.mark.parametrize(
    ("start", "aim", "bridge"),
    [((14, 10), (14, 30), 10), ((44, 10), (44, 30), 50), ((70, 5), (60, 40), 50), ((88, 5), (92, 40), 80)],
)
def test_a_battalion_goes_for_the_bridge_that_is_least_out_of_its_way(
    start: tuple[int, int], aim: tuple[int, int], bridge: int
) -> None:
    first, last = Spot(*start), Spot(*aim)
    chosen = by_the_bridge([BROOK], first, last)
    assert chosen == Spot(bridge, 20)
    lengths = {at: sum(distance(a, b) for a, b in pairwise((first, at, last))) for at in BROOK.barrier.bridges}
    assert lengths[chosen] == min(lengths.values())


def test_who_stays_on_his_bank_goes_straight_on() -> None:
    assert by_the_bridge([BROOK], Spot(14, 10), Spot(70, 12)) == Spot(70, 12)
