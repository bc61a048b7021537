"""Who is attacked in the flank: an enemy who can fire at him stands behind his front."""

from __future__ import annotations

import pytest

from campaign.resolve.brevity.fire_control import flank_of
from campaign.resolve.brevity.ground import Spot
from campaign.rules.tabletop.brevity.fire import Flank
from tests.rules import fighting

HERE = Spot(48, 36)
ELSEWHERE = Spot(10, 10)


def _flank(enemy: tuple[int, int], at: Spot | None = None, *, facing: int = 1, resting: bool = False) -> Flank:
    near = fighting.force(fighting.NEAR, fighting.battalion(fighting.NEAR, 1, "DLI"))
    far = fighting.force(fighting.FAR, fighting.battalion(fighting.FAR, 11, "I/104"))
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    layout = fighting.Layout(fighting.BARE, {ids["DLI"]: HERE, ids["I/104"]: Spot(*enemy)}, ())
    dice = fighting.Faces()
    battle = fighting.begin(
        fighting.scene(near, far, start=dice.moment),
        dice,
        fighting.DEFAULTS,
        layout=layout,
        orders=(fighting.Stance.ATTACK, fighting.Stance.DEFEND),
        doctrines=(fighting.Told(), fighting.Told()),
    )
    (ours,), (theirs,) = battle.on.models
    ours.facing, theirs.resting = facing, resting
    return flank_of(battle.on, ours, at or ELSEWHERE)


@pytest.mark.rule("OB-AMB-059")
def test_an_enemy_behind_the_front_who_reaches_it_is_in_its_flank() -> None:
    assert _flank((48, 30)) is Flank.BY_OTHERS
    assert _flank((48, 30), Spot(48, 30)) is Flank.BY_MARK
    assert _flank((48, 42), facing=-1) is Flank.BY_OTHERS


@pytest.mark.rule("OB-AMB-059")
@pytest.mark.parametrize(("y", "flank"), [(35, Flank.BY_OTHERS), (36, Flank.SAFE), (37, Flank.SAFE)])
def test_the_front_is_half_a_circle(y: int, flank: Flank) -> None:
    assert _flank((52, y)) is flank


@pytest.mark.rule("OB-AMB-059")
@pytest.mark.parametrize(("y", "flank"), [(29, Flank.BY_OTHERS), (28, Flank.BY_OTHERS), (27, Flank.SAFE)])
def test_an_enemy_who_does_not_reach_it_is_in_nobodys_flank(y: int, flank: Flank) -> None:
    """Infantry fires eight inches."""
    assert _flank((48, y)) is flank


@pytest.mark.rule("OB-AMB-059")
def test_who_rests_is_in_nobodys_flank() -> None:
    assert _flank((48, 30), resting=True) is Flank.SAFE
