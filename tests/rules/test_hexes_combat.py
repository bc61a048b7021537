"""One shot: its modifiers, cover and evasion, elimination; the worked cases of single shots."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from campaign.errors import BadInput
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes import combat, odds
from campaign.rules.tabletop.hexes.combat import Shot, cannot_evade, modifiers, net
from campaign.rules.tabletop.hexes.tables import Terrain, UnitType
from tests.rules.hexing import house

INF, TANK, AT, SPG, CAR, ARTY, MORTAR, MECH = (
    UnitType.FOOT,
    UnitType.TANKS,
    UnitType.ANTI_TANK,
    UnitType.SPG,
    UnitType.ARMOURED_CARS,
    UnitType.ARTILLERY,
    UnitType.MORTARS,
    UnitType.MECHANISED,
)


@pytest.mark.rule(
    "HEX-SHOOT-01",
    "HEX-CASE-01",
    "HEX-CASE-03",
    "HEX-CASE-05",
    "HEX-CASE-06",
    "HEX-CASE-08",
    "HEX-CASE-10",
    "HEX-CASE-11",
)
@pytest.mark.rule("HEX-CASE-13", "HEX-CASE-15", "HEX-CASE-16", "HEX-CASE-18", "HEX-CASE-20", "HEX-CASE-21")
@pytest.mark.parametrize(
    ("shot", "book", "expected_net", "hits"),
    [
        (Shot(INF, INF), {}, 0, "1 2 3"),
        (Shot(INF, INF, 2, Terrain.WOODS), {}, -2, "0 0 1"),
        (Shot(INF, TANK, 2), {}, -2, "0 0 1"),
        (Shot(INF, TANK, 2, Terrain.HILL), {}, -3, "0 0 0"),
        (Shot(TANK, TANK, 2, Terrain.HILL), {}, -1, "0 1 2"),
        (Shot(TANK, MECH), {}, 0, "1 2 3"),
        (Shot(TANK, AT, 2), {}, -1, "0 1 2"),
        (Shot(AT, CAR), {}, 1, "2 3 4"),
        (Shot(CAR, CAR), {}, -1, "0 1 2"),
        (Shot(ARTY, INF, 7), {}, 1, "2 3 4"),
        (Shot(MORTAR, INF, 2), {}, 1, "2 3 4"),
        (Shot(ARTY, INF, 7, smoke=True, evades=True), {}, -1, "0 1 2"),
        (Shot(INF, INF, 1, Terrain.WOODS), {"cover_evasion_double": True}, -2, "0 0 1"),
    ],
)
def test_worked_cases_of_single_shots(shot: Shot, book: dict[str, Any], expected_net: int, hits: str) -> None:
    rules = house(**book)
    assert net(shot, rules) == expected_net
    expected: dict[int, Fraction] = {}
    for count in map(int, hits.split()):
        expected[count] = expected.get(count, Fraction(0)) + Fraction(1, 3)
    assert dict(odds.shot(expected_net)) == expected


@pytest.mark.rule("HEX-SHOOT-09", "HEX-SHOOT-10")
def test_long_range_counts_at_two_hexes_and_never_for_guns_and_mortars() -> None:
    assert [net(Shot(INF, INF, far), DEFAULTS) for far in (1, 2)] == [0, -1]
    assert [net(Shot(ARTY, AT, far), DEFAULTS) for far in (1, 2, 3, 9)] == [0, 0, 0, 0]
    assert [net(Shot(MORTAR, AT, far), DEFAULTS) for far in (2, 3)] == [0, 0]


@pytest.mark.rule("HEX-SHOOT-07", "HEX-EVADE-04", "HEX-AMB-04")
def test_evading_takes_one_off_and_only_when_it_is_chosen() -> None:
    assert net(Shot(INF, INF, evades=True), DEFAULTS) == -1
    assert net(Shot(INF, INF), DEFAULTS) == 0


@pytest.mark.rule("HEX-EVADE-01", "HEX-EVADE-03", "HEX-EVADE-06")
def test_who_cannot_evade() -> None:
    assert cannot_evade(Terrain.OPEN, activated=True)
    assert [terrain for terrain in Terrain if not cannot_evade(terrain, activated=False)] == [Terrain.OPEN]
    assert net(Shot(ARTY, AT, 4, evades=True), DEFAULTS) == -1, "guns evade, and indirect fire is evaded"
    with pytest.raises(BadInput, match="stands in woods, not in the open"):
        net(Shot(INF, INF, terrain=Terrain.WOODS, evades=True), DEFAULTS)
    with pytest.raises(BadInput, match="activated this turn"):
        net(Shot(INF, INF, activated=True, evades=True), DEFAULTS)


@pytest.mark.rule("HEX-SHOOT-08", "HEX-AMB-01", "HEX-AMB-08")
def test_cover_counts_once_and_beside_evasion() -> None:
    both = Shot(TANK, INF, between=True, smoke=True, evades=True)
    assert net(both, DEFAULTS) == -2
    assert net(both, house(cover_evasion_double=True)) == -4
    broken = Shot(TANK, INF, terrain=Terrain.BROKEN, between=True)
    assert net(broken, DEFAULTS) == -1


@pytest.mark.rule("HEX-AMB-02")
def test_hits_are_never_negative() -> None:
    for face, modifier in product(range(1, 7), range(-6, 4)):
        assert combat.hits(face, modifier) == max(0, (face + 1) // 2 + modifier)


def test_every_modifier_names_a_rule_and_they_add_up() -> None:
    for shooter, target, terrain in product(UnitType, UnitType, Terrain):
        shot = Shot(shooter, target, 2, terrain)
        found = modifiers(shot, DEFAULTS)
        assert all(one.rule.startswith("HEX-") for one in found)
        assert sum(one.value for one in found) == net(shot, DEFAULTS)


@pytest.mark.rule("HEX-ELIM-02", "HEX-MAP-03", "HEX-MAP-04")
def test_more_than_eight_hits_eliminate_and_half_of_that_a_weak_unit() -> None:
    assert combat.capacity(DEFAULTS) == 9
    assert not combat.is_eliminated(8, 9)
    assert combat.is_eliminated(9, 9)
    assert combat.capacity(DEFAULTS, weak=True) == 5
    worse = house(weak="worse shots")
    assert combat.capacity(worse, weak=True) == 9
    assert odds.mean(odds.shot(net(Shot(INF, INF, worse=True), worse))) * 2 == odds.mean(
        odds.shot(net(Shot(INF, INF), worse))
    )
    assert combat.capacity(house(elimination_hits=6), weak=True) == 3
