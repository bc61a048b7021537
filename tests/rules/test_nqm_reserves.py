"""What counts as reserves of an attack, and who gets into a position (NQM-MORALE-09, NQM-ASSAULT-14, -15)."""

from __future__ import annotations

import pytest

from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.storming import storm
from tests.rules.forces import guns, infantry
from tests.rules.nqm_bodies import body, stage, told

SCOTS, LEHR = infantry("Scots", command=1, side=1), infantry("Lehr", command=2, side=2)


@pytest.mark.rule("NQM-MORALE-09")
def test_guns_that_have_not_fired_yet_are_reserves_once() -> None:
    ours, theirs = body(SCOTS, 0, 2700), body(LEHR, 1, 3000)
    batteries = body(guns("25-pdrs", command=1, side=1), 0, 1000)
    on = stage([ours, theirs, batteries], "reserves")
    attack = Attack(on, [ours], theirs, [])
    ours.needs_reserves = True
    assert attack._reinforce() and not ours.needs_reserves
    assert "25-pdrs fire for the attack as its reserve" in told(on) and "Bombardment" in told(on)
    batteries.engaged = False
    assert not attack._reinforce(), "they have fired for it"


@pytest.mark.rule("NQM-ASSAULT-14", "NQM-ASSAULT-15")
def test_each_point_lets_a_stand_in_and_throws_one_out() -> None:
    ours, theirs = body(SCOTS, 0, 3000), body(LEHR, 1, 3000)
    stands = len(ours.foot)
    on = stage([ours, theirs], [6, 6, 6, 1, 1, 1] + [1] * 40)
    storm(on, [ours], theirs)
    lines = [line.strip() for line in on.lines if "in the position." in line]
    assert lines[0].startswith("2 of") and lines[0] == f"2 of {stands} attacking stands are in the position."
