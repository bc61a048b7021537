"""Moving over the map: allowances, rough ground, stacking, contact with the enemy, hidden enemies, pairs."""

from __future__ import annotations

import pytest

from campaign.resolve.hexes import moves
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.ground import Ground
from campaign.rules.tabletop.hexes.tables import Side, UnitType
from tests.rules.hexing import field_of, ground, hex_of, path, piece


def ends(found: object) -> set[str]:
    """The hexes of a mapping by their labels."""
    return {label(here) for here in found}  # type: ignore[attr-defined]


@pytest.mark.rule("HEX-MOVE-01", "HEX-MOVE-02")
def test_a_unit_may_use_part_of_its_allowance_and_no_more() -> None:
    tank = piece("tank", 0, UnitType.TANKS, "A1")
    on = field_of(tank)
    assert moves.fault(on, tank, path("B1")) == ""
    assert moves.fault(on, tank, path("B1", "C1")) == ""
    assert "moves 2" in moves.fault(on, tank, path("B1", "C1", "D1"))
    assert "not next to" in moves.fault(on, tank, path("C1"))
    assert "edge of the map" in moves.fault(field_of(tank, on=Ground(1, 1)), tank, path("B1"))


@pytest.mark.rule("HEX-MOVE-06", "HEX-CASE-41", "HEX-AMB-46", "HEX-MAP-10")
def test_motorised_infantry_loses_its_trucks_with_its_first_hit_of_the_fight() -> None:
    lorried = piece("lorried", 0, UnitType.MOTORISED, "D4")
    on = field_of(lorried)
    assert moves.allowance(lorried) == 2
    on.hit(lorried, 0)
    assert moves.allowance(lorried) == 2
    on.hit(lorried, 1)
    assert moves.allowance(lorried) == 1
    assert "without its trucks" in moves.fault(on, lorried, path("E4", "F4"))
    assert moves.allowance(piece("spent", 0, UnitType.MOTORISED, "A1", hits=5, begun=5)) == 2
    half_track = piece("half-tracks", 0, UnitType.MECHANISED, "A1")
    on.hit(half_track, 3)
    assert moves.allowance(half_track) == 2


@pytest.mark.rule("HEX-MOVE-07", "HEX-AMB-42")
def test_turning_costs_nothing() -> None:
    car = piece("car", 0, UnitType.ARMOURED_CARS, "D4")
    assert moves.fault(field_of(car), car, path("E4", "E5", "D5")) == ""


@pytest.mark.rule("HEX-MOVE-08", "HEX-CASE-38")
def test_who_comes_next_to_an_enemy_stops() -> None:
    tank, enemy = piece("tank", 0, UnitType.TANKS, "A3"), piece("enemy", 1, where="C3")
    on = field_of(tank, enemy)
    assert moves.fault(on, tank, path("B3")) == ""
    assert "HEX-MOVE-08" in moves.fault(on, tank, path("B3", "B2"))
    assert "A1" in ends(moves.reachable(on, tank))


@pytest.mark.rule("HEX-MOVE-09", "HEX-AMB-34")
def test_from_contact_only_into_a_hex_out_of_contact_and_then_on() -> None:
    tank, enemy = piece("tank", 0, UnitType.TANKS, "C4"), piece("enemy", 1, where="D4")
    on = field_of(tank, enemy)
    assert "HEX-MOVE-09" in moves.fault(on, tank, path("D3"))
    assert moves.fault(on, tank, path("B4")) == ""
    free = next(
        there
        for there in hex_of("C4").neighbours
        if on.room(there, tank) and not on.next_to_enemy(there, 0) and there.distance(hex_of("D4")) == 2
    )
    again = next(
        there
        for there in free.neighbours
        if on.next_to_enemy(there, 0) and on.room(there, tank) and there != hex_of("C4")
    )
    assert moves.fault(on, tank, (free, again)) == "", "into contact again with its second hex"
    held = [label(there) for there in hex_of("C4").neighbours if on.next_to_enemy(there, 0) and there != hex_of("D4")]
    assert len(held) == 2
    assert all("HEX-MOVE-09" in moves.fault(on, tank, path(there)) for there in held)


@pytest.mark.rule("HEX-AMB-34")
def test_a_river_between_does_not_keep_two_hexes_apart() -> None:
    tank, enemy = piece("tank", 0, UnitType.TANKS, "A1"), piece("enemy", 1, where="C1")
    on = field_of(tank, enemy, on=ground("....", sides=[("B1-C1", Side.RIVER)]))
    assert on.next_to_enemy(hex_of("B1"), 0)


@pytest.mark.rule("HEX-TERR-10", "HEX-CASE-40", "HEX-AMB-35")
def test_rough_ground_makes_a_move_one_hex_in_all() -> None:
    def may(rows: str, way: str) -> bool:
        car = piece("car", 0, UnitType.ARMOURED_CARS, "A1")
        return not moves.fault(field_of(car, on=ground(rows, sides=[("E1-F1", Side.BROKEN)])), car, path(*way.split()))

    assert may("w.....", "B1")
    assert not may("w.....", "B1 C1")
    assert not may("...w..", "B1 C1 D1")
    assert may(".w....", "B1")
    assert not may(".w....", "B1 C1")
    assert may("......", "B1 C1 D1")
    assert not may(".b....", "B1 C1")
    assert not may(".k....", "B1 C1")


@pytest.mark.rule("HEX-TERR-10", "HEX-CASE-40")
def test_a_hedge_crossed_ends_the_move() -> None:
    car = piece("car", 0, UnitType.ARMOURED_CARS, "A1")
    on = field_of(car, on=ground("....", sides=[("A1-B1", Side.BROKEN)]))
    assert moves.fault(on, car, path("B1")) == ""
    assert "HEX-TERR-10" in moves.fault(on, car, path("B1", "C1"))


@pytest.mark.rule("HEX-TERR-04", "HEX-TERR-05", "HEX-TERR-06", "HEX-AMB-36", "HEX-AMB-37")
def test_what_nobody_enters_and_what_vehicles_enter() -> None:
    tank = piece("tank", 0, UnitType.TANKS, "B2")
    on = field_of(tank, on=ground("m l .", "r . =", ". f w", sides=[("B2-B1", Side.RIVER)]))
    entered = ends(moves.reachable(on, tank))
    assert not entered & {"A1", "A2", "B1"}
    assert {"C2", "B3"} <= entered
    inside = piece("tank", 0, UnitType.TANKS, "A1")
    wood = ground(".w")
    assert moves.fault(field_of(inside, on=wood), inside, path("B1")) == ""


@pytest.mark.rule("HEX-TERR-08", "HEX-TERR-09", "HEX-TERR-11", "HEX-AMB-38", "HEX-AMB-55")
def test_stacking_binds_where_a_move_ends_and_friends_are_passed_through() -> None:
    tank, one, two, wood = (
        piece("tank", 0, UnitType.TANKS, "A1"),
        piece("one", 0, where="B1"),
        piece("two", 0, where="B1"),
        piece("wood", 0, where="A2"),
    )
    on = field_of(tank, one, two, wood, on=ground("...", "w.."))
    assert "holds no more" in moves.fault(on, tank, path("B1"))
    assert moves.fault(on, tank, path("B1", "C1")) == ""
    assert "HEX-TERR-08" in moves.fault(on, tank, path("A2"))
    assert "B1" not in ends(moves.reachable(on, tank))
    enemy = piece("enemy", 1, where="C1")
    contact = field_of(tank, one, enemy, on=ground("....", "...."))
    assert moves.fault(contact, tank, path("B1")) == "", "one friend stands there: room for two"
    assert "HEX-MOVE-08" in moves.fault(contact, tank, path("B1", "B2"))
    assert "an enemy holds C1" in moves.fault(contact, one, path("C1"))


@pytest.mark.rule("HEX-HID-04", "HEX-CASE-46", "HEX-AMB-48")
def test_a_hidden_enemy_is_revealed_by_who_comes_next_to_it_and_stops_him() -> None:
    tank, gun = piece("tank", 0, UnitType.TANKS, "A1"), piece("gun", 1, UnitType.ANTI_TANK, "C1", hidden=True)
    on = field_of(tank, gun)
    assert moves.fault(on, tank, path("B1", "B2")) == "", "nobody knows of the gun"
    marched = moves.march(on, [tank], path("B1", "B2"))
    assert tank.where == hex_of("B1")
    assert not gun.hidden
    assert marched.revealed == (gun,)
    assert "hidden enemy" in marched.stopped


@pytest.mark.rule("HEX-HID-02")
def test_a_hidden_unit_is_revealed_when_it_moves() -> None:
    gun = piece("gun", 1, UnitType.ANTI_TANK, "C1", hidden=True)
    moves.march(field_of(gun), [gun], path("D1"))
    assert not gun.hidden


def test_who_is_stopped_in_a_full_hex_goes_back_to_the_last_with_room() -> None:
    car, one, two = (
        piece("car", 0, UnitType.ARMOURED_CARS, "A1"),
        piece("one", 0, where="C1"),
        piece("two", 0, where="C1"),
    )
    on = field_of(car, one, two, piece("gun", 1, UnitType.ANTI_TANK, "C2", hidden=True))
    assert moves.fault(on, car, path("B1", "C1", "D1")) == ""
    moves.march(on, [car], path("B1", "C1", "D1"))
    assert car.where == hex_of("B1")


@pytest.mark.rule("HEX-JOINT-02", "HEX-AMB-41")
def test_a_pair_moves_together_at_the_pace_of_the_slower() -> None:
    tank, foot, friend = (
        piece("tank", 0, UnitType.TANKS, "A1"),
        piece("foot", 0, where="A1"),
        piece("friend", 0, where="A2"),
    )
    on = field_of(tank, foot, friend)
    assert moves.fault_together(on, (tank, foot), path("B1")) == ""
    assert "moves 1" in moves.fault_together(on, (tank, foot), path("B1", "C1"))
    assert "does not hold both" in moves.fault_together(on, (tank, foot), path("A2"))
    assert "HEX-JOINT-01" in moves.fault_together(on, (tank, friend), path("B1"))
    moves.march(on, [tank, foot], path("B1"))
    assert tank.where == foot.where == hex_of("B1")


def test_whatever_can_be_reached_is_no_fault_and_the_other_way_round() -> None:
    on_map = ground(
        ". . w h . .",
        ". m . k b .",
        "r = r . . .",
        ". . . f . .",
        sides=[("D3-E3", Side.RIVER), ("C1-D1", Side.BROKEN)],
    )
    for kind in UnitType:
        unit, enemy = piece("unit", 0, kind, "D4"), piece("enemy", 1, where="F2")
        on = field_of(unit, piece("friend", 0, where="D3"), enemy, on=on_map)
        found = moves.reachable(on, unit)
        assert all(not moves.fault(on, unit, way) and way[-1] == there for there, way in found.items())
        singles = [there for there in hex_of("D4").neighbours if not moves.fault(on, unit, (there,))]
        assert set(singles) <= set(found)
