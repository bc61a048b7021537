"""Brevity on the battle's own map: the way round what bars a battalion (OB-OBS, OB-AMB-033)."""

from __future__ import annotations

import gc
import weakref
from itertools import pairwise
from math import dist

import pytest

from campaign.resolve.brevity.barriers import Crosser, way
from campaign.resolve.brevity.battle import Battle, begin
from campaign.resolve.brevity.ground import travel_by
from campaign.resolve.ways import corners
from campaign.rules.common.dice import Seeded, Tape
from campaign.rules.common.scene import Fight
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Bar, Box, Terrain
from campaign.terms.state import Posture
from campaign.terms.time import Moment
from campaign.values import replace
from campaign.words.battle_report import Move
from tests.rules.fighting import FAR, NEAR, battalion, force, scene

DITCH = Bar("ditch", (Box(0, 22, 30, 23),))


def barred(*bars: Bar) -> Fight:
    near, far = force(NEAR, battalion(NEAR, 1, "N")), force(FAR, battalion(FAR, 9, "F"))
    spots = {near.units[0].id: (20, 12), far.units[0].id: (20, 36)}
    return replace(scene(near, far), terrain=Terrain(bars=bars), spots=spots)


def begun(fight: Fight) -> Battle:
    return begin(fight, Tape(Seeded("round"), Moment(1, 2)), DEFAULTS)


@pytest.mark.rule("OB-OBS-01", "OB-MOV-01")
def test_an_attacker_goes_round_an_obstacle_in_one_move_as_far_as_it_reaches() -> None:
    on = begun(barred(DITCH)).on
    model, enemy = on.models[0][0], on.models[1][0]
    assert on.detours is not None
    way_round = (model.spot, *on.detours.towards(model, Posture.LINE, enemy.spot))
    assert way_round[-1] == enemy.spot and any(corner.x > 30 for corner in way_round)
    gone = travel_by(on.ground, model.unit, Posture.LINE, way_round, mounted=False)
    assert len(gone) > 2, "a corner is passed"
    assert 22 <= sum(dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(gone)) <= 24, "a move of infantry"
    crosser = Crosser(model.stand.key, model.stand.engineers, Posture.LINE, 1, 1)
    assert all(way(on.barriers, crosser, *leg).why == "" for leg in pairwise(gone)), "it is not halted"


def test_the_report_tells_the_corners_of_a_move() -> None:
    told = begun(barred(DITCH)).run().events
    moves = [event for event in told if isinstance(event, Move) and len(event.path) > 2]
    assert moves and all(move.length <= (move.allowance or 0) for move in moves)


def test_a_battle_is_freed_with_its_last_user_without_a_collection() -> None:
    """A turn runs without the collector: circles would keep the ground of every battle to its end."""
    gc.disable()
    try:
        battle = begun(barred(DITCH))
        assert battle.run().events and battle.on.detours is not None
        alive = weakref.ref(battle.on.detours)
        del battle
        assert alive() is None, "something in the battle holds itself"
    finally:
        gc.enable()


def test_a_bend_is_told_though_the_way_comes_back_in_small_steps() -> None:
    """Each place lies within an inch of the line to the next, the bend lies four inches beside it."""
    back = [(10 - n / 10, 4 - n / 25) for n in range(1, 101)]
    assert corners([(0.0, 0.0), (5.0, 2.0), (10.0, 4.0), *back]) == [(0.0, 0.0), (10.0, 4.0), (0.0, 0.0)]
    assert corners([(0.0, 0.0), (4.0, 6.0), *((4 + n / 10, 6 - n / 20) for n in range(1, 61))]) == [
        (0.0, 0.0),
        (4.0, 6.0),
        (10.0, 3.0),
    ]
    assert corners([(1.0, 2.0)]) == [(1.0, 2.0)]


def test_the_straight_way_is_gone_where_nothing_bars_it_and_where_there_is_no_way_round() -> None:
    for boxes in ((Box(60, 22, 70, 23),), (Box(0, 22, 72, 23),)):
        on = begun(barred(replace(DITCH, boxes=boxes))).on
        assert on.detours is not None
        enemy = on.models[1][0].spot
        assert on.detours.towards(on.models[0][0], Posture.LINE, enemy) == (enemy,)
