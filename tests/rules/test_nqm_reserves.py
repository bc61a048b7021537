"""What counts as reserves of an attack, and who gets into a position (NQM-MORALE-09, NQM-ASSAULT-14, -15)."""

from __future__ import annotations

import pytest

from campaign.resolve.nqm.attack import Attack
from campaign.resolve.nqm.battle import begin
from campaign.resolve.nqm.storming import storm
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.classes import Cover
from tests.rules.forces import guns, infantry
from tests.rules.nqm_bodies import axis, body, british, fight, stage, told, veterans

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


def test_foot_that_is_dug_in_stays_where_two_sides_meet() -> None:
    """It had left its works for an enemy whom nobody had ordered to come."""
    both = (british(infantry("Scots", command=1, side=1, dug_in_turns=2)), axis(veterans()))
    met = begin(fight(both, attacker=None), Tape(Seeded("meeting"), fight().start), DEFAULTS)
    met.on.hour, (scots, lehr) = 1, met.on.bodies
    assert (scots.cover, scots.in_works, lehr.cover, lehr.in_works) == (Cover.DUG_IN, True, Cover.ATTACKING, False)
    assert not met._may_set_out(scots) and met._may_set_out(lehr)
    attacked = begin(fight(both, attacker=1), Tape(Seeded("meeting"), fight().start), DEFAULTS)
    assert attacked.on.bodies[0].cover is Cover.ATTACKING, "who is ordered to attack leaves them"


@pytest.mark.rule("NQM-ASSAULT-14", "NQM-ASSAULT-15")
def test_each_point_lets_a_stand_in_and_throws_one_out() -> None:
    ours, theirs = body(SCOTS, 0, 3000), body(LEHR, 1, 3000)
    stands = len(ours.foot)
    on = stage([ours, theirs], [6, 6, 6, 1, 1, 1] + [1] * 40)
    storm(on, [ours], theirs)
    lines = [line.strip() for line in on.lines if "in the position." in line]
    assert lines[0].startswith("2 of") and lines[0] == f"2 of {stands} attacking stands are in the position."
