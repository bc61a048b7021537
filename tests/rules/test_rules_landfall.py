"""Parachute and glider landings inside a resolved fight (OB-LAND)."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.ground import Ground, Patch, Spot
from campaign.resolve.brevity.touchdown import Touchdown
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.state import Light, State
from tests.rules.fighting import FAR, NEAR, Faces, Told, battalion, fight, force, told

READY = "readiness"


def drop(how: Landing, *, at: tuple[int, int] = (40, 30), **given: object):  # type: ignore[no-untyped-def]
    paras = battalion(NEAR, 11, "Paras")
    near, far = force(NEAR, paras), force(FAR, battalion(FAR, 21, "F"))
    return fight(near, far, {"F": (40, 36)}, touchdowns=(Touchdown(paras.id, Spot(*at), how),), **given)  # type: ignore[arg-type]


@pytest.mark.rule("OB-LAND-01", "OB-LAND-02", "OB-LAND-04")
def test_parachutists_are_set_down_as_their_movement_and_ready_for_combat() -> None:
    seen = drop(Landing.PARACHUTE, dice=Faces({"landing": [4]}))
    assert told(seen.report, "Paras lands by parachute: 4, a casualty figure on 1-3; unharmed.")
    assert seen.units[0].at == Spot(40, 30)
    # it has moved: it is fired on in this move, and it fires itself
    assert told(seen.report, "Their fire", "on Paras") and told(seen.report, "Fire: Paras on F")


@pytest.mark.rule("OB-LAND-03", "OB-POST-06")
def test_gliders_land_in_march_column_as_unarmoured_vehicles() -> None:
    seen = drop(Landing.GLIDER, dice=Faces({"landing": [3]}))
    assert "vehicles or cavalry" in told(seen.report, "Their fire", "on Paras")[0]
    assert told(
        seen.report, "Fire: Paras on F (nobody effective)"
    )  # in march posture it adds nothing: the one die of OB-HIT-05
    out = drop(
        Landing.GLIDER,
        dice=Faces({"landing": [3], READY: [6, 1, 1, 1], "to hit": [1] * 40}),
        near_does=Told(moves={11: [{}, {"Paras": Spot(40, 30)}]}),
    )
    assert "infantry, guns and others" in told(out.report, "Their fire", "on Paras")[1]


@pytest.mark.rule("OB-LAND-04", "OB-LAND-05", "OB-LAND-07")
def test_two_figures_on_landing_destroy_it() -> None:
    wood = Ground(96, 72, (Patch(30, 20, 50, 34),))
    seen = drop(Landing.PARACHUTE, dice=Faces({"landing": [1, 3]}), ground=wood)
    assert seen.units[0].after is State.DESTROYED
    one = drop(Landing.PARACHUTE, dice=Faces({"landing": [1, 4], "to hit": [1] * 9}), ground=wood)
    assert one.units[0].after is State.SPENT
    night = {"nights": (True,), "lights": (Light.DARKNESS,), "ground": wood}
    assert told(drop(Landing.GLIDER, dice=Faces({"landing": [3, 3, 2, 3]}), **night).report, "lands by glider: 3 3 2 3")


@pytest.mark.rule("OB-LAND-08", "OB-AMB-132")
def test_by_house_rule_it_is_thrown_off_its_point() -> None:
    dice = Faces({"landing": [6]})
    assert drop(Landing.PARACHUTE, dice=dice, at=(40, 10)).units[0].at == Spot(
        40, 10
    )  # the book has no procedure for it: no die
    assert not any(purpose.startswith("scatter") for purpose, _ in dice.asked)
    scattered = Rulebook.from_overrides({"land.scatter": "on"})
    seen = drop(
        Landing.PARACHUTE,
        book=scattered,
        dice=Faces({"landing": [6], "scatter": [2], "scatter direction": [6]}),
        at=(40, 10),
    )
    assert seen.units[0].at == Spot(40, 18)  # 8 inches towards 12 o'clock
    back = drop(
        Landing.PARACHUTE,
        book=scattered,
        dice=Faces({"landing": [6], "scatter": [1], "scatter direction": [3]}),
        at=(40, 20),
    )
    assert back.units[0].at == Spot(40, 16)
