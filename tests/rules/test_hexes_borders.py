"""Fights on hexes at their end, hidden enemies, and forms that are left blank."""

from __future__ import annotations

import pytest

from campaign.resolve.hexes.doctrine import Shoot
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.returns.check import check
from campaign.rules.returns.filed import Filed, Foot
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.rules.tabletop.interface import tabletop
from campaign.values import replace
from campaign.words.return_foot import Ending
from tests.rules.forces import infantry
from tests.rules.hexing import Table, Told, field_of, hex_of, piece, played, said
from tests.rules.test_hexes_returns import form


@pytest.mark.parametrize(("side", "name"), [(0, "Allied"), (1, "Axis")])
@pytest.mark.parametrize("others", [False, True])
def test_a_side_whose_last_unit_on_the_map_is_eliminated_has_nobody_left(side: int, name: str, others: bool) -> None:
    """Guns off the map do not hold it; a second unit on it does."""
    victim, guns = piece("victim", side, where="C3", hits=8), piece("guns", side, UnitType.ARTILLERY)
    shooter = piece("shooter", 1 - side, where="D3")
    more = [piece("more", side, where="H8")] if others else []
    does = Told({"shooter": [Shoot(victim)]})
    on = field_of(guns, victim, shooter, *more)
    result = played(on, Table(otherwise=6), *((Told(), does) if side == 0 else (does, Told())), turns=3)
    assert victim.fall is not None
    assert said(result, "has no unit left") == ([] if others else [f"{name} has no unit left on the map."])
    assert (result.turns, result.holder) == ((3, None) if others else (1, 1 - side))


@pytest.mark.rule("HEX-HID-05", "HEX-MOVE-08")
def test_a_hidden_enemy_is_not_reckoned_with_unless_he_is_asked_for() -> None:
    enemy, friend = piece("enemy", 1, where="C3", hidden=True), piece("friend", 0, where="C5")
    on = field_of(enemy, friend)
    for hidden in (True, False):
        enemy.hidden = hidden
        assert on.enemies_at(hex_of("C3"), 0) is (not hidden) and on.enemies_at(hex_of("C3"), 0, seen_only=False)
        assert on.next_to_enemy(hex_of("D3"), 0) is (not hidden) and on.next_to_enemy(hex_of("D3"), 0, seen_only=False)
    assert not on.enemies_at(hex_of("C3"), 1) and not on.enemies_at(hex_of("C5"), 0)
    assert not on.next_to_enemy(hex_of("F3"), 0)


def test_a_line_left_blank_is_a_fault_unless_the_box_at_the_foot_is_crossed() -> None:
    blank = Filed("HX", "side1", (), Foot(ending=Ending.FINISHED))
    shown = form(infantry("Rifles"))
    (fault,) = check(blank, shown, tabletop("hexes"), DEFAULTS)
    assert "Rifles is left blank" in str(fault) and "all other lines unharmed" in str(fault)
    crossed = replace(blank, foot=replace(blank.foot, all_other_lines_unharmed=True))
    assert check(crossed, shown, tabletop("hexes"), DEFAULTS) == ()
