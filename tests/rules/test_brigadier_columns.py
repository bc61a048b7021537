"""Platoons that wait for one another, and when one has come to what is fought for."""

from __future__ import annotations

import pytest

from campaign.resolve.brigadier import doctrine
from campaign.resolve.brigadier.field import Base, Field
from campaign.values import replace
from tests.rules import brigading
from tests.rules.forces import tanks


def _with_tanks() -> tuple[Field, Base]:
    near = brigading.side(
        1, brigading.Nationality.BRITISH, brigading.battalion(1, "DLI"), brigading.battalion(1, "4 RTR", tanks)
    )
    shown = replace(brigading.fight(1, 1), forces=(near, brigading.fight(1, 1).forces[1]))
    field = brigading.laid(shown)
    return field, next(base for base in field.bases if base.side == 0 and base.platoon.kind.is_vehicle)


@pytest.mark.parametrize(("ahead", "waits"), [(3.9, False), (4.0, False), (4.1, True)])
@pytest.mark.parametrize("side", [0, 1])
def test_vehicles_wait_when_they_are_more_than_four_inches_ahead_of_the_foot(
    side: int, ahead: float, waits: bool
) -> None:
    field, tank = _with_tanks()
    tank.side = side
    field.foot_front[side] = 20.0
    tank.y = 20.0 + (ahead if side == 0 else -ahead)
    assert doctrine._waits(tank, field) is waits


def test_nobody_waits_where_there_is_no_foot_and_the_foot_never_does() -> None:
    field, tank = _with_tanks()
    foot = next(base for base in field.bases if base.side == 0 and not base.platoon.kind.is_vehicle)
    tank.y = foot.y = 90.0
    field.foot_front[0] = None
    assert not doctrine._waits(tank, field)
    field.foot_front[0] = 0.0
    assert doctrine._waits(tank, field) and not doctrine._waits(foot, field)


@pytest.mark.parametrize(
    ("x", "y", "there"), [(12, 0, True), (6, 6, True), (-6, 6, True), (7, 6, False), (0, 13, False)]
)
def test_who_was_sent_is_there_within_twelve_inches_along_and_across(x: int, y: int, there: bool) -> None:
    field, tank = _with_tanks()
    field.goal = (30.0, 30.0)
    tank.x, tank.y = 30.0 + x, 30.0 + y
    assert doctrine._is_there(tank, field, []) is there
    field.goal = None
    assert doctrine._is_there(tank, field, [])
