"""Brevity's carried infantry, mounted and on foot, and vehicles that terrain bars (OB-MOV-10, -11, OB-AMB-033, -065)."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.errors import Refused
from campaign.resolve.brevity.ground import Ground, Patch, Spot, rate
from campaign.resolve.brevity.plain_doctrine import Plain
from campaign.resolve.brevity.table_layout import lay_out
from campaign.rules.common.force import Unit
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.terrain import Area, Bar, Box, Point, Terrain
from campaign.rules.tabletop.brevity.riding import as_target, is_barred, may_ride, pace
from campaign.rules.tabletop.brevity.stands import stands_of
from campaign.rules.tabletop.brevity.tables import CombatMove
from campaign.terms.forces import Armour, CasualtyColumn, CombatClass, HitRow, MarchClass, Weapon
from campaign.terms.ground import Cover
from campaign.terms.state import Posture
from campaign.values import replace
from tests.rules.fighting import FAR, NEAR, Faces, Fought, Told, battalion, fight, force, scene, told

HALF_TRACKS: dict[str, Any] = {
    "march_class": MarchClass.HALF_TRACK,
    "combat_class": CombatClass.LIGHT_VEHICLE,
    "hit_row": HitRow.VEHICLE,
    "casualty_column": CasualtyColumn.OTHERS,
    "armour": Armour.LIGHT,
}
CARS = {**HALF_TRACKS, "march_class": MarchClass.TRUCK, "weapon": Weapon.MACHINE_GUN, "direct_in": 4}
MOTORCYCLES = {"march_class": MarchClass.TRUCK, "combat_class": CombatClass.LIGHT_VEHICLE}
WOOD = Ground(96, 72, (Patch(0, 16, 96, 40),))
MOVES_FIRST = {"first move": [6, 1]}


def played(
    unit: dict[str, Any],
    at: Point,
    *,
    does: Plain,
    ground: Ground = WOOD,
    enemy: Point = (60, 70),
    dice: dict[str, list[int]] = MOVES_FIRST,
) -> Fought:
    near, far = force(NEAR, battalion(NEAR, 11, "N", **unit)), force(FAR, battalion(FAR, 21, "F"))
    return fight(near, far, {"N": at, "F": enemy}, ground=ground, near_does=does, dice=Faces(dict(dice)))


def ordered(*where: object) -> Told:
    return Told(moves={11: [{"N": order} for order in where]})


@pytest.mark.rule("OB-MOV-10", "OB-AMB-033", "OB-T-03")
def test_who_can_get_off_walks_and_who_cannot_is_barred() -> None:
    """32 in. and a dash aboard, 24 in. and 16 in terrain on foot; lorries leave both rows alike."""
    half_tracks, motorcycles = battalion(NEAR, 1, "a", **HALF_TRACKS), battalion(NEAR, 1, "b", **MOTORCYCLES)
    cars, lorries = battalion(NEAR, 1, "c", **CARS), battalion(NEAR, 1, "d", march_class=MarchClass.TRUCK)
    for unit in (half_tracks, motorcycles):
        assert (pace(unit, mounted=True), pace(unit, mounted=False)) == (CombatMove(32, None), CombatMove(24, 16))
        assert may_ride(unit) and not is_barred(unit)
    assert pace(cars, mounted=False) == CombatMove(32, None) and is_barred(cars) and not may_ride(cars)
    assert pace(lorries, mounted=False) == CombatMove(24, 16) and not (may_ride(lorries) or is_barred(lorries))


@pytest.mark.rule("OB-AMB-065", "OB-AMB-079", "OB-HIT-11")
def test_dismounted_armoured_infantry_is_infantry_without_armour() -> None:
    """Aboard row 2 and others, with light armour; on foot row 3 and infantry. Motorcyclists the same without it."""

    def seen(unit: Unit, *, aboard: bool) -> tuple[HitRow, CasualtyColumn, Armour]:
        stand = as_target(stands_of(unit, DEFAULTS)[0], unit, aboard=aboard)
        return stand.row, stand.column, stand.armour

    half_tracks, motorcycles = battalion(NEAR, 1, "a", **HALF_TRACKS), battalion(NEAR, 1, "b", **MOTORCYCLES)
    on_foot = (HitRow.OTHER, CasualtyColumn.INFANTRY, Armour.NONE)
    assert seen(half_tracks, aboard=True) == (HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.LIGHT)
    assert seen(motorcycles, aboard=True) == (HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.NONE)
    assert seen(half_tracks, aboard=False) == seen(motorcycles, aboard=False) == on_foot
    cars = battalion(NEAR, 1, "c", **CARS)
    assert seen(cars, aboard=False) == (HitRow.VEHICLE, CasualtyColumn.OTHERS, Armour.LIGHT)


@pytest.mark.rule("OB-AMB-033", "OB-MOV-10", "OB-MOV-11")
def test_armoured_infantry_in_a_wood_is_on_foot_and_walks_sixteen_inches() -> None:
    walks = played(HALF_TRACKS, (40, 20), does=ordered(Spot(40, 60)))
    assert walks.units[0].at == Spot(40, 36)
    assert told(walks.report, "N at 40, 20 (line, on foot)") and told(walks.report, "N moves 16 of 16 in.", "on foot")


@pytest.mark.rule("OB-MOV-11", "OB-T-03")
def test_mounted_it_goes_32_inches_in_the_open_and_halts_before_a_wood() -> None:
    ride = (Spot(40, 60), Posture.LINE, 0, True)
    in_the_open = played(HALF_TRACKS, (40, 2), does=ordered(ride), ground=Ground(96, 72))
    assert told(in_the_open.report, "N moves 32 of 32 in.", "mounted")
    assert played(HALF_TRACKS, (40, 2), does=ordered(ride)).units[0].at == Spot(40, 15)


@pytest.mark.rule("OB-MOV-10", "OB-MOV-11")
def test_nobody_mounts_in_a_wood_or_what_he_has_not() -> None:
    ride = (Spot(40, 60), Posture.LINE, 0, True)
    with pytest.raises(Refused, match="is in terrain and cannot mount"):
        played(HALF_TRACKS, (40, 20), does=ordered(ride))
    with pytest.raises(Refused, match="has no vehicles in which it can ride"):
        played(CARS, (40, 2), does=ordered(ride))


@pytest.mark.rule("OB-AMB-065", "OB-HIT-11", "OB-PEN-01")
@pytest.mark.parametrize(
    ("mounted", "hit", "rolls"), [(True, "to hit 5-6 (vehicles", "to penetrate 6"), (False, "to hit 4-6", "infantry")]
)
def test_fire_finds_them_as_they_go(mounted: bool, hit: str, rolls: str) -> None:
    move = (Spot(40, 12), Posture.LINE, 0, mounted)
    dice = {"to hit": [6] * 9, **MOVES_FIRST}
    seen = played(HALF_TRACKS, (40, 6), does=ordered(move), ground=Ground(96, 72), enemy=(40, 18), dice=dice)
    assert told(seen.report, "Their fire: F on N", hit, rolls)


@pytest.mark.rule("OB-MOV-11", "OB-AMB-033")
def test_the_plain_doctrine_gets_off_for_a_wood_and_rides_in_the_open() -> None:
    """Half-tracks ride up to a wood, the infantry goes on through it. Motorcyclists ride where they get farther and
    nobody can fire at them, and fight on foot."""
    assert told(played(HALF_TRACKS, (40, 13), does=Plain(), enemy=(40, 35)).report, "N moves", "on foot")
    bare = Ground(96, 72)
    for unit in (HALF_TRACKS, MOTORCYCLES):
        assert told(played(unit, (40, 4), does=Plain(), ground=bare, enemy=(40, 48)).report, "N moves", "mounted")
    assert told(played(HALF_TRACKS, (40, 20), does=Plain(), ground=bare, enemy=(40, 48)).report, "N moves", "mounted")
    close = played(MOTORCYCLES, (40, 20), does=Plain(), ground=bare, enemy=(40, 48))
    assert told(close.report, "N moves", "on foot") and not told(close.report, "N moves", "mounted")


def _laid(*bars: Bar) -> Spot:
    cars, enemy = battalion(NEAR, 1, "cars", **CARS), battalion(FAR, 9, "enemy")
    terrain = Terrain((Area(Box(20, 4, 50, 14), Cover.TERRAIN),), bars)
    near, far = force(NEAR, cars), force(FAR, enemy)
    table = scene(near, far, terrain=terrain, table_in=(72, 48), spots={cars.id: (45, 10), enemy.id: (45, 30)})
    return lay_out(replace(table, attacker=NEAR)).spots[cars.id]


@pytest.mark.rule("OB-MOV-10", "OB-AMB-033")
def test_armoured_cars_are_set_up_beside_the_wood_never_before_it_or_over_a_water() -> None:
    assert _laid() == Spot(51, 10)
    assert _laid(Bar("brook", (Box(50, 0, 50, 48),), river=True)) == Spot(45, 3)


@pytest.mark.rule("OB-AMB-033", "OB-T-02")
def test_armoured_cars_in_a_wood_march_out_sixteen_inches_by_the_shortest_way() -> None:
    seen = played(CARS, (40, 28), does=Plain(), enemy=(40, 60), ground=Ground(96, 72, (Patch(0, 16, 96, 38),)))
    assert told(seen.report, "N moves 11 of 16 in. from 40, 28 to 40, 39 (march)")
    cars = battalion(NEAR, 1, "c", **CARS)
    assert rate(WOOD, cars, Posture.MARCH, (Spot(40, 20), Spot(40, 28)), mounted=False) == 16
