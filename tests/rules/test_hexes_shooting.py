"""Who sees whom, who may shoot at whom, smoke, hidden units."""

from __future__ import annotations

import pytest

from campaign.resolve.hexes import shooting
from campaign.resolve.hexes.field import Field, Piece
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.hexes.combat import net
from campaign.rules.tabletop.hexes.grid import Hex, label
from campaign.rules.tabletop.hexes.ground import broken_between
from campaign.rules.tabletop.hexes.tables import Side, Terrain, UnitType
from tests.rules.hexing import field_of, ground, hex_of, house, piece


def sees(field: Field, one: Piece, other: Piece) -> bool:
    """Does the one see where the other stands?"""
    return other.where is not None and shooting.sees_hex(field, one, other.where)


def axial(q: int, r: int) -> str:
    """The label of an axial hex, moved into the middle of the map."""
    return label(Hex(q + 3, r + 2))


def between(
    target: tuple[int, int], woods: list[tuple[int, int]], friend: tuple[int, int] | None = None, **changes: object
) -> bool:
    """Does a unit at (0, 0) see an enemy there, with woods and a friend in the way?"""
    from campaign.rules.tabletop.hexes.ground import Ground

    on = Ground(9, 6, {hex_of(axial(*one)): Terrain.WOODS for one in woods})
    one, other = piece("one", 0, where=axial(0, 0)), piece("other", 1, where=axial(*target))
    field = field_of(
        one, other, *([piece("friend", 0, where=axial(*friend))] if friend else []), on=on, book=house(**changes)
    )
    return sees(field, one, other)


@pytest.mark.rule("HEX-SIGHT-03", "HEX-SIGHT-04", "HEX-LOS-02", "HEX-CASE-43", "HEX-AMB-10", "HEX-AMB-12")
def test_lines_of_sight() -> None:
    assert not between((2, 0), [(1, 0)])
    assert between((1, 1), [(1, 0)])
    assert not between((1, 1), [(1, 0)], friend=(0, 1))
    assert between((1, 0), [(1, 0), (0, 0)])
    assert not between((3, 0), []), "three hexes are too far"


@pytest.mark.rule("HEX-SIGHT-04", "HEX-LOS-02", "HEX-AMB-11", "HEX-AMB-13")
@pytest.mark.parametrize(
    ("row", "clear"),
    [
        (". . .", True),
        (". w .", False),
        (". b .", False),
        (". h .", False),
        (". k .", True),
        (". m .", True),
        ("h . h", True),
    ],
)
def test_what_blocks_a_line(row: str, clear: bool) -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="C1")
    assert sees(field_of(one, other, on=ground(row)), one, other) is clear


@pytest.mark.rule("HEX-SIGHT-04", "HEX-LOS-02", "HEX-AMB-11", "HEX-AMB-48")
def test_units_in_between_block_friends_too() -> None:
    one, other = piece("one", 0, where="A1"), piece("other", 1, where="C1")
    for side in (0, 1):
        assert not sees(field_of(one, other, piece("third", side, where="B1")), one, other)
    assert sees(field_of(one, other, piece("lurker", 1, where="B1", hidden=True)), one, other)


@pytest.mark.rule("HEX-AMB-53", "HEX-AMB-56", "HEX-AMB-29")
def test_night_hills_and_smoke_can_change_sight() -> None:
    one, far, near = piece("one", 0, where="A1"), piece("far", 1, where="C1"), piece("near", 1, where="B1")
    assert not sees(field_of(one, far, sight=1), one, far)
    assert sees(field_of(one, near, sight=1), one, near)
    assert not sees(field_of(one, piece("x", 1, where="D1"), on=ground("h...")), one, piece("x", 1, where="D1"))
    field = field_of(one, far)
    shooting.lay_smoke(field, piece("guns", 0, UnitType.ARTILLERY), hex_of("B1"))
    assert sees(field, one, far)


@pytest.mark.rule("HEX-SIGHT-01", "HEX-RANGE-01", "HEX-LOS-01", "HEX-SHOOT-02")
def test_the_procedure_range_first_then_the_line() -> None:
    one, other, far = piece("one", 0, where="A1"), piece("other", 1, where="C1"), piece("far", 1, where="E1")
    field = field_of(one, other, far, on=ground(".w..."))
    assert "HEX-SIGHT-04" in shooting.barred(field, one, other)
    assert "HEX-RANGE-02" in shooting.barred(field, one, far), "the range is asked first"
    assert "is a friend" in shooting.barred(field, one, one)
    assert shooting.barred(field_of(one, other), one, other) == ""


def battery(kind: UnitType, *others: object, at: str = "", book: object = DEFAULTS) -> tuple[Field, object]:
    guns = piece("guns", 0, kind, at)
    return field_of(guns, *others, book=book), guns  # type: ignore[arg-type]


@pytest.mark.rule("HEX-SIGHT-02", "HEX-RANGE-03", "HEX-RANGE-05", "HEX-UNIT-09", "HEX-AMB-27")
def test_guns_shoot_at_what_a_friend_sights() -> None:
    target, observer, blind = (
        piece("target", 1, where="F5"),
        piece("observer", 0, where="D5"),
        piece("blind", 0, where="B5"),
    )
    for kind, at in ((UnitType.ARTILLERY, ""), (UnitType.ARTILLERY, "A8"), (UnitType.MORTARS, "A8")):
        guns = piece("guns", 0, kind, at)
        assert shooting.barred(field_of(guns, target, observer), guns, target) == ""
        assert "no unit sights F5" in shooting.barred(field_of(guns, target, blind), guns, target)
    tired = piece("observer", 0, where="D5", acted=True)
    guns = piece("guns", 0, UnitType.ARTILLERY)
    assert shooting.barred(field_of(guns, target, tired), guns, target) == ""


@pytest.mark.rule("HEX-RANGE-04", "HEX-RANGE-07", "HEX-AMB-25")
@pytest.mark.parametrize("kind", [UnitType.ARTILLERY, UnitType.MORTARS])
def test_guns_spare_units_next_to_their_friends(kind: UnitType) -> None:
    target, observer, friend = (
        piece("target", 1, where="F5"),
        piece("observer", 0, where="D5"),
        piece("friend", 0, where="G5"),
    )
    guns = piece("guns", 0, kind, "A8")
    assert "stands next to the target" in shooting.barred(field_of(guns, target, observer, friend), guns, target)
    hidden = piece("friend", 0, where="G5", hidden=True)
    assert "stands next to the target" in shooting.barred(field_of(guns, target, observer, hidden), guns, target)


@pytest.mark.rule("HEX-RANGE-06", "HEX-UNIT-08", "HEX-AMB-25", "HEX-AMB-26")
def test_guns_on_the_map_shoot_at_an_enemy_next_to_them_and_mortars_do_not() -> None:
    target = piece("target", 1, where="B1")
    guns, mortars = piece("guns", 0, UnitType.ARTILLERY, "A1"), piece("mortars", 0, UnitType.MORTARS, "A1")
    assert shooting.barred(field_of(guns, target), guns, target) == ""
    assert "HEX-RANGE-06" in shooting.barred(field_of(mortars, target), mortars, target)
    further = piece("target", 1, where="C1")
    assert shooting.barred(field_of(mortars, further), mortars, further) == ""


@pytest.mark.rule("HEX-HID-01", "HEX-HID-05", "HEX-CASE-46")
def test_a_hidden_unit_cannot_be_shot_at() -> None:
    one, gun = piece("one", 0, where="A1"), piece("gun", 1, UnitType.ANTI_TANK, "B1", hidden=True)
    field = field_of(one, gun, piece("battery", 0, UnitType.ARTILLERY))
    assert "HEX-HID-05" in shooting.barred(field, one, gun)
    assert "HEX-HID-05" in shooting.barred(field, field.pieces[0][1], gun)
    gun.hidden = False
    assert shooting.barred(field, one, gun) == ""


@pytest.mark.rule("HEX-TERR-03", "HEX-AMB-21")
def test_what_lies_between() -> None:
    hedged = ground("....", "....", sides=[("A1-B1", Side.BROKEN)])
    assert broken_between(hedged, hex_of("A1"), hex_of("B1"))
    assert broken_between(hedged, hex_of("A1"), hex_of("C1"))
    assert not broken_between(hedged, hex_of("B1"), hex_of("C1"))
    walls = ground(".k..")
    assert broken_between(walls, hex_of("A1"), hex_of("C1"))
    assert not broken_between(walls, hex_of("A1"), hex_of("B1")), "its own hex is not between"


@pytest.mark.rule("HEX-SMOKE-01", "HEX-SMOKE-03", "HEX-AMB-29")
def test_who_lays_smoke_where() -> None:
    guns, mortars, tank = (
        piece("guns", 0, UnitType.ARTILLERY),
        piece("mortars", 0, UnitType.MORTARS, "A1"),
        piece("tank", 0, UnitType.TANKS, "A1"),
    )
    field = field_of(
        guns, mortars, tank, piece("friend", 0, where="D1"), piece("enemy", 1, where="E1"), on=ground(".w...h.")
    )
    assert shooting.smoke_barred(field, guns, hex_of("D1")) == "", "next to the enemy is allowed: smoke shields friends"
    assert "not open" in shooting.smoke_barred(field, guns, hex_of("B1"))
    assert "not open" in shooting.smoke_barred(field, guns, hex_of("F1"))
    assert "HEX-RANGE-06" in shooting.smoke_barred(field_of(mortars), mortars, hex_of("A2"))
    assert "HEX-SMOKE-01" in shooting.smoke_barred(field, tank, hex_of("D1"))
    assert shooting.smoke_barred(field_of(guns), guns, hex_of("D1")) == "", "nobody need see the hex"


@pytest.mark.rule("HEX-SMOKE-03", "HEX-SMOKE-04")
def test_smoke_covers_everybody_in_its_hex() -> None:
    shooter, one, two = (
        piece("shooter", 0, UnitType.TANKS, "A1"),
        piece("one", 1, UnitType.TANKS, "B1"),
        piece("two", 1, where="B1"),
    )
    field = field_of(shooter, one, two)
    before = [net(shooting.shot_of(field, shooter, target), DEFAULTS) for target in (one, two)]
    shooting.lay_smoke(field, piece("guns", 1, UnitType.ARTILLERY), hex_of("B1"))
    after = [net(shooting.shot_of(field, shooter, target), DEFAULTS) for target in (one, two)]
    assert before == [1, 0]
    assert after == [0, -1]
    assert hex_of("B1") in field.smoke


@pytest.mark.rule("HEX-AMB-50")
def test_an_off_table_battery_can_run_out_of_shells() -> None:
    guns, target = piece("guns", 0, UnitType.ARTILLERY, shells=1), piece("target", 1, where="C1")
    field = field_of(guns, target, piece("observer", 0, where="A1"))
    assert shooting.barred(field, guns, target) == ""
    shooting.lay_smoke(field, guns, hex_of("D4"))
    assert "no shells left" in shooting.barred(field, guns, target)
    assert "no shells left" in shooting.smoke_barred(field, guns, hex_of("D4"))
