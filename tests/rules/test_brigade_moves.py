"""Detection, movement and the order of a move in the Brigade level rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import Refused
from campaign.resolve.brigade import combat
from campaign.rules.common.dice import Scripted, Tape
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigade import detection, firepoints, movement, odds, sequence, tables
from campaign.rules.tabletop.brigade.sequence import Doing, Firer, Fires, TankWeapon, check
from campaign.rules.tabletop.brigade.tables import Act, DetectedAs, Ground, MovesAs, Phase, Seen, Showing, SmallArm
from campaign.terms.time import Moment

F = Fraction
INFANTRY, VEHICLES = DetectedAs.INFANTRY, DetectedAs.VEHICLES


def dice(*faces: int) -> Tape:
    return Tape(Scripted(faces), Moment(1, 2))


# Detection
@pytest.mark.rule("BDE-CASE-80", "BDE-AMB-12", "BDE-AMB-14")
def test_who_is_detected() -> None:
    edge, cover = Showing.FIRING_FROM_EDGE, Showing.IN_COVER
    assert [detection.detect(INFANTRY, edge, inches) for inches in (30, 10)] == [Seen.PART, Seen.SPOTTED]
    assert [detection.detect(INFANTRY, cover, inches) for inches in (3, 2)] == [Seen.PART, Seen.SPOTTED]
    assert detection.detect(DetectedAs.HEAVY_SUPPORT, edge, 50) is Seen.PART
    assert detection.detect(DetectedAs.STRUCTURE, Showing.STILL_IN_OPEN, 200) is Seen.SPOTTED


@pytest.mark.rule("BDE-DET-09", "BDE-AMB-11")
def test_a_fast_vehicle_sees_half_as_far() -> None:
    def seen(inches: int, moved: int, column: Showing = Showing.STILL_IN_OPEN, row: DetectedAs = INFANTRY) -> Seen:
        return detection.detect(row, column, inches, observer_vehicle_moved_in=moved)

    assert [seen(inches, 7) for inches in (7, 8, 20, 21)] == [Seen.SPOTTED, Seen.PART, Seen.PART, Seen.UNSEEN]
    assert seen(15, 6) is Seen.SPOTTED, "exactly 6 inches is not more than 6"
    assert seen(300, 12, Showing.ACTIVE_IN_OPEN, VEHICLES) is Seen.SPOTTED, "what is automatic is not halved"


@pytest.mark.rule("BDE-DET-10", "BDE-DET-04")
def test_detection_lasts_until_out_of_sight() -> None:
    assert detection.keep(Seen.SPOTTED, Seen.UNSEEN, in_sight=True) is Seen.SPOTTED
    assert detection.keep(Seen.PART, Seen.SPOTTED, in_sight=True) is Seen.SPOTTED
    assert detection.keep(Seen.SPOTTED, Seen.SPOTTED, in_sight=False) is Seen.UNSEEN
    assert detection.detect(INFANTRY, Showing.ACTIVE_IN_OPEN, 5, in_sight=False) is Seen.UNSEEN


@pytest.mark.rule(
    "BDE-DET-02",
    "BDE-DET-03",
    "BDE-DET-04",
    "BDE-DET-05",
    "BDE-DET-06",
    "BDE-DET-07",
    "BDE-FIRE-01",
    "BDE-AMB-16",
    "BDE-AMB-17",
)
def test_what_may_be_fired_at() -> None:
    assert [detection.indirect_target(seen) for seen in Seen] == [False, True, True]
    assert detection.indirect_target(Seen.UNSEEN, visible_feature=True) and detection.indirect_target(
        Seen.UNSEEN, df_point=True
    )
    shared = DEFAULTS.with_setting("brigade.shared_detection", True)
    assert detection.may_fire_at(Seen.UNSEEN, Seen.SPOTTED, DEFAULTS) is Seen.UNSEEN
    assert detection.may_fire_at(Seen.UNSEEN, Seen.SPOTTED, shared) is Seen.SPOTTED


@pytest.mark.rule("BDE-DET-08", "BDE-AMB-13", "BDE-AMB-15", "BDE-AMB-18")
def test_what_a_target_shows() -> None:
    def column(cover: bool, moved: bool, fired: bool) -> Showing:
        return detection.showing(in_cover=cover, moved=moved, fired=fired)

    assert [column(False, *did) for did in ((False, False), (True, False), (False, True))] == [
        Showing.STILL_IN_OPEN
    ] + [Showing.ACTIVE_IN_OPEN] * 2
    assert [column(True, *did) for did in ((False, False), (True, False), (True, True))] == [Showing.IN_COVER] * 2 + [
        Showing.FIRING_FROM_EDGE
    ]
    cap = detection.visibility(DEFAULTS.with_setting("brigade.visibility_cap", 20))
    assert (detection.visibility(DEFAULTS), cap) == (None, 20)
    assert detection.detect(VEHICLES, Showing.ACTIVE_IN_OPEN, 21, cap_in=cap) is Seen.UNSEEN


# Movement
@pytest.mark.rule("BDE-CASE-78", "BDE-MOVE-01", "BDE-MOVE-03", "BDE-AMB-19", "BDE-AMB-20")
def test_how_far() -> None:
    medium = MovesAs.MEDIUM_TANK
    assert [movement.allowance(medium, Ground.ROAD, None), movement.allowance(medium, Ground.OPEN, None)] == [12, 10]
    assert movement.allowance(medium, Ground.ROUGH, 5) == F(7, 2)
    assert movement.allowance(medium, Ground.ROUGH, 5, half=True) == F(7, 4)
    with pytest.raises(Refused, match="dash"):
        movement.rate(MovesAs.HALF_TRACK, Ground.THICK)
    assert movement.allowance(MovesAs.JEEP, Ground.ROAD, None) == 30
    with pytest.raises(Refused, match="D6"):
        movement.allowance(medium, Ground.ROUGH, None)


@pytest.mark.rule("BDE-MOVE-04", "BDE-MOVE-05", "BDE-MOVE-06", "BDE-AMB-21", "BDE-AMB-22", "BDE-TAB-MAXMOVE")
def test_negative_moves_and_getting_stuck() -> None:
    tank, thick = MovesAs.SLOW_TANK, Ground.THICK
    assert combat.distance(tank, thick, dice(2, 1), "T") == combat.Distance(F(0), 2, stuck=True, test=1)
    assert combat.distance(tank, thick, dice(1, 2), "T") == combat.Distance(F(0), 1, stuck=False, test=2)
    assert combat.distance(tank, thick, dice(3), "T") == combat.Distance(F(0), 3, stuck=False), (
        "0 is not negative: no second die"
    )
    assert combat.distance(tank, thick, dice(5), "T").inches == 2
    assert odds.stuck(tank, thick) == F(1, 18)
    assert odds.move(tank, thick).of(F(0)) == F(1, 2)
    assert odds.stuck(MovesAs.HORSE_DRAWN, Ground.ROUGH) == F(1, 18)
    assert odds.stuck(MovesAs.CAVALRY, thick) == 0


@pytest.mark.rule("BDE-CASE-81", "BDE-MOUNT-02", "BDE-AMB-26")
def test_horse_holders() -> None:
    assert [movement.horse_holders(count) for count in (3, 4, 6, 8, 9, 12)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule(
    "BDE-MOUNT-01", "BDE-VEH-01", "BDE-VEH-02", "BDE-VEH-03", "BDE-VEH-04", "BDE-AMB-09", "BDE-AMB-29", "BDE-AMB-98"
)
def test_mounting_and_vehicles_cost_half_a_move() -> None:
    rifles = Firer("A Company", 6)
    check(Doing(Act.C, 3, changes=True), rifles)
    with pytest.raises(Refused, match=r"A Company cannot move 4 inches\. Its action C allows at most 3 "):
        check(Doing(Act.C, 4, changes=True), rifles)
    with pytest.raises(Refused, match=r"A Company cannot move 1 inches\. Its action A allows at most 0 "):
        check(Doing(Act.A, 1, fires=True, changes=True), rifles)
    check(Doing(Act.A, fires=True, changes=True), rifles)
    assert (movement.left_after_changing(mounts=True), movement.left_after_changing(mounts=False)) == (F(1, 2), 1)
    movement.check_entering(touching=True)
    with pytest.raises(Refused, match="must touch a vehicle to enter or leave it"):
        movement.check_entering(touching=False)
    assert movement.LIFT == {MovesAs.WHEELED: 6, MovesAs.HALF_TRACK: 4, MovesAs.JEEP: 1}
    assert movement.after_dismounting(MovesAs.BICYCLE) is MovesAs.INFANTRY


@pytest.mark.rule("BDE-UNITY-01", "BDE-UNITY-02", "BDE-UNITY-03", "BDE-MOUNT-03", "BDE-MOUNT-04")
def test_unit_integrity() -> None:
    assert not movement.is_split(1)
    assert movement.is_split(F(5, 4))
    assert not movement.is_split(1, horse_holders_in=6), "holders may be up to 6 inches off"
    assert movement.is_split(1, horse_holders_in=7)
    assert not movement.must_close_up(widest_gap_in=3, moves=False)
    assert movement.must_close_up(widest_gap_in=3, moves=True)


@pytest.mark.rule("BDE-CLOSE-01", "BDE-CLOSE-02", "BDE-AMB-30")
def test_a_close_order_advance() -> None:
    def advances(
        moved: int | Fraction, most: int | Fraction = 6, *, touching: bool = True, formed: bool = True
    ) -> bool:
        return movement.close_order_advance(touching=touching, in_line_or_column=formed, moved_in=moved, most_in=most)

    assert [advances(moved) for moved in (0, 2, 3, 6)] == [False, False, True, True]
    assert not advances(6, touching=False)
    assert not advances(6, formed=False)
    assert not advances(0, 0), "before its first move it does not advance"


# The move
@pytest.mark.rule(
    "BDE-SEQ-03", "BDE-SEQ-04", "BDE-SEQ-05", "BDE-SEQ-06", "BDE-SEQ-07", "BDE-SEQ-08", "BDE-SEQ-14", "BDE-TAB-SEQ"
)
def test_phases_and_acts_in_order() -> None:
    assert [(phase.value, phase.name) for phase in Phase] == [
        (1, "MORALE"),
        (2, "UNPIN"),
        (3, "REQUESTS"),
        (4, "INDIRECT_FIRE"),
        (5, "FIRE_AND_MOVEMENT"),
    ]
    assert (list(tables.PHASES), list(tables.ACTS)) == (list(Phase), list(Act))
    assert sequence.in_order([Act.E, Act.B, Act.D, Act.A, Act.C]) == (Act.A, Act.B, Act.C, Act.D, Act.E)


@pytest.mark.rule("BDE-SEQ-09", "BDE-SEQ-10", "BDE-SEQ-11", "BDE-SEQ-12", "BDE-SEQ-13", "BDE-AMB-08")
def test_what_each_act_allows() -> None:
    rifles = Firer("A Company", 6)
    for act in (Act.A, Act.B):
        check(Doing(act, 3, fires=True), rifles)
        with pytest.raises(
            Refused, match=f"A Company cannot move 3.25 inches. Its action {act.value} allows at most 3 "
        ):
            check(Doing(act, F(13, 4), fires=True), rifles)
    check(Doing(Act.C, 6), rifles)
    check(Doing(Act.A, fires=True), rifles)
    with pytest.raises(Refused, match="A Company cannot fire, because its action C does not allow fire"):
        check(Doing(Act.C, 0, fires=True), rifles)
    limbered, down = Firer("gun", 15, Fires.GUN, limbered=True), Firer("gun", 15, Fires.GUN)
    check(Doing(Act.D, F(15, 2)), limbered)
    check(Doing(Act.E, F(15, 2)), down)
    for doing, firer in (
        (Doing(Act.D, 8), limbered),
        (Doing(Act.E, 8), down),
        (Doing(Act.D), down),
        (Doing(Act.E), limbered),
    ):
        with pytest.raises(Refused):
            check(doing, firer)
    assert [sequence.counts_as_moving(act) for act in (Act.A, Act.B)] == [False, True]


@pytest.mark.rule(
    "BDE-CASE-83",
    "BDE-MF-01",
    "BDE-MF-02",
    "BDE-MF-03",
    "BDE-MF-04",
    "BDE-MF-05",
    "BDE-MF-06",
    "BDE-AMB-24",
    "BDE-AMB-25",
)
def test_moving_and_firing() -> None:
    gun = Firer("gun", 15, Fires.GUN)
    refused = [
        (Doing(Act.A, 2, fires=True), gun, "gun cannot move 2 inches. Its action A allows at most 0 "),
        (Doing(Act.D, fires=True), Firer("gun", 15, Fires.GUN, limbered=True), "does not allow fire"),
        (Doing(Act.A, fires=True), Firer("gun", 15, Fires.GUN, limbered=True), "limbered"),
        (Doing(Act.C, 3), Firer("mortar", 5, Fires.MORTAR, fired_indirect=True), "nothing more"),
        (Doing(Act.A, fires=True), Firer("gun", 15, Fires.GUN, fired_indirect=True), "nothing more"),
        (Doing(Act.B, 2, fires=True), Firer("mortar", 5, Fires.MORTAR), "may not move and fire"),
        (Doing(Act.B, 2, fires=True), Firer("rockets", 15, Fires.ROCKET), "may not move and fire"),
    ]
    for doing, firer, why in refused:
        with pytest.raises(Refused, match=why):
            check(doing, firer)
    assert sequence.counts_as_moving(Act.A, mounted=True)
    points = firepoints.total([firepoints.Arms(SmallArm.RIFLE, 8)], 5)
    assert firepoints.convert(points, hampered=True) == (4, 4, 4, 4)


@pytest.mark.rule("BDE-PIN-06", "BDE-MOVE-06")
def test_pinned_and_stuck_units_do_not_move() -> None:
    for firer, why in ((Firer("A", 6, pinned=True), "pinned"), (Firer("tank", 10, stuck=True), "stuck")):
        with pytest.raises(Refused, match=why):
            check(Doing(Act.C, 1), firer)
        check(Doing(Act.A, fires=True), firer)


@pytest.mark.rule("BDE-TANK-01", "BDE-TANK-02", "BDE-AMB-81", "BDE-AMB-95")
def test_what_a_tank_fires() -> None:
    hull, turret, gun = TankWeapon.HULL_MG, TankWeapon.TURRET_MG, TankWeapon.MAIN_GUN
    fires = sequence.tank_weapons
    assert fires(hull_mg=True, turret_mg=True, gun=True, use_gun=True) == (hull, gun)
    assert fires(hull_mg=True, turret_mg=True, gun=True, use_gun=False) == (hull, turret)
    assert fires(hull_mg=False, turret_mg=True, gun=True, use_gun=True) == (gun,)
    assert fires(hull_mg=False, turret_mg=True, gun=False, use_gun=True) == (turret,)
