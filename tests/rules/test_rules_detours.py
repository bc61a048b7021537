"""Brevity on the battle's own map: the way round what bars a battalion, in moves that go straight (OB-OBS, OB-AMB-033)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.resolve.brevity.barriers import Crosser, way
from campaign.resolve.brevity.battle import begin
from campaign.resolve.brevity.ground import Spot, distance, travel
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import Fight
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Bar, Box, Terrain
from campaign.terms.state import Posture
from campaign.terms.time import Moment
from tests.rules.fighting import FAR, NEAR, battalion, force, scene

DITCH = Bar("ditch", (Box(0, 22, 30, 23),))


def barred(*bars: Bar) -> Fight:
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    spots = {near.units[0].id: (20, 12), far.units[0].id: (20, 36)}
    return replace(scene(near, far), terrain=Terrain(bars=bars), spots=spots)


def legs(fight: Fight) -> list[Spot]:
    """Where the near battalion is after each move of its own towards the enemy, until nothing bars the straight way."""
    on = begin(fight, Tape(Seeded("round"), Moment(1, 2)), DEFAULTS).on
    model, enemy = on.models[0][0], on.models[1][0]
    assert on.detours is not None
    spots = [model.spot]
    for _ in range(8):
        aim = on.detours.towards(model, Posture.LINE, enemy.spot)
        end = travel(on.ground, model.unit, Posture.LINE, model.spot, aim, on.book)
        crosser = Crosser(model.stand.key, model.stand.engineers, Posture.LINE, 1, 1)
        assert way(on.barriers, crosser, model.spot, end).why == "", "it goes round, and is not halted"
        on.put(model, end)
        spots.append(end)
        if aim == enemy.spot:
            break
    return spots


@pytest.mark.rule("OB-OBS-01")
def test_an_attacker_goes_round_an_obstacle_in_legs() -> None:
    spots = legs(barred(DITCH))
    assert len(spots) > 2 and any(spot.x > 30 for spot in spots)
    assert distance(spots[-1], Spot(20, 36)) < distance(spots[0], Spot(20, 36))


def test_the_straight_way_is_gone_where_nothing_bars_it_and_where_there_is_no_way_round() -> None:
    free = begin(barred(replace(DITCH, boxes=(Box(60, 22, 70, 23),))), Tape(Seeded("x"), Moment(1, 2)), DEFAULTS).on
    wall = begin(barred(replace(DITCH, boxes=(Box(0, 22, 72, 23),))), Tape(Seeded("x"), Moment(1, 2)), DEFAULTS).on
    for on in (free, wall):
        assert on.detours is not None
        enemy = on.models[1][0].spot
        assert on.detours.towards(on.models[0][0], Posture.LINE, enemy) == enemy
