"""Fights on hexes at their end."""

from __future__ import annotations

import pytest

from campaign.resolve.hexes.doctrine import Shoot
from campaign.rules.tabletop.hexes.tables import UnitType
from tests.rules.hexing import Table, Told, field_of, piece, played, said


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
    assert said(result, "has nobody left") == ([] if others else [f"{name} has nobody left on the map."])
    assert (result.turns, result.holder) == ((3, None) if others else (1, 1 - side))
