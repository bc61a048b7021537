"""Smoke six inches wide and one deep: what it hides."""

from __future__ import annotations

from itertools import product

import pytest

from campaign.resolve.brevity.fire_control import direct
from campaign.resolve.brevity.ground import Spot
from campaign.resolve.brevity.smoke import Screen, hides
from tests.rules import fighting

SCREEN = Screen(Spot(20, 20))


def _meets_the_smoke(observer: Spot, target: Spot) -> bool:
    """The target lies in the smoke, or the line of sight goes through the middle of it, edges with it."""
    if abs(target.x - 20) <= 3 and abs(target.y - 20) <= 0.5:
        return True
    if (observer.y - 20) * (target.y - 20) >= 0:
        return False
    part = (20 - observer.y) / (target.y - observer.y)
    return abs(observer.x + part * (target.x - observer.x) - 20) <= 3 + 1e-9


@pytest.mark.rule("OB-SMOKE-01", "OB-AMB-129")
@pytest.mark.parametrize("y", [16, 19, 20, 21, 26])
def test_smoke_hides_what_is_in_it_and_behind_it(y: int) -> None:
    seen = set()
    for x, far_x, far_y in product(range(12, 29, 2), range(12, 29), (12, 19, 20, 21, 24, 30)):
        observer, target = Spot(x, y), Spot(far_x, far_y)
        assert hides(SCREEN, observer, target) is _meets_the_smoke(observer, target), (observer, target)
        seen.add(hides(SCREEN, observer, target))
    assert seen == {True, False}


@pytest.mark.rule("OB-SMOKE-01")
@pytest.mark.parametrize(
    ("x", "y", "holds"),
    [
        (20, 20, True),
        (23, 20, True),
        (17, 20, True),
        (24, 20, False),
        (16, 20, False),
        (20, 21, False),
        (20, 19, False),
    ],
)
def test_smoke_is_six_inches_wide_and_one_deep(x: int, y: int, holds: bool) -> None:
    assert SCREEN.holds(Spot(x, y)) is holds


@pytest.mark.rule("OB-SMOKE-01", "OB-AMB-129")
@pytest.mark.parametrize(("screens", "in_smoke"), [((), False), ((36,), False), ((44,), False), ((36, 44), True)])
def test_a_target_is_in_smoke_when_it_is_so_for_all_who_fire(screens: tuple[int, ...], in_smoke: bool) -> None:
    near = fighting.force(
        fighting.NEAR, fighting.battalion(fighting.NEAR, 1, "left"), fighting.battalion(fighting.NEAR, 1, "right")
    )
    far = fighting.force(fighting.FAR, fighting.battalion(fighting.FAR, 11, "target"))
    ids = {unit.name: unit.id for unit in (*near.units, *far.units)}
    spots = {ids["left"]: Spot(38, 33), ids["right"]: Spot(42, 33), ids["target"]: Spot(40, 36)}
    dice = fighting.Faces()
    battle = fighting.begin(
        fighting.scene(near, far, start=dice.moment),
        dice,
        fighting.DEFAULTS,
        layout=fighting.Layout(fighting.BARE, spots, ()),
        orders=(fighting.Stance.ATTACK, fighting.Stance.DEFEND),
        doctrines=(fighting.Told(), fighting.Told()),
    )
    ours, (target,) = battle.on.models
    for model in ours:
        model.acting = True
    battle.on.screens = [(ours[0], Screen(Spot(x, 34))) for x in screens]
    engagement = direct(battle.on, target, 0, among=ours)
    assert engagement is not None and len(engagement.shooters) == 2
    assert engagement.fire.mark.smoke is in_smoke
