"""A command in column, columns that take up road, and Not Quite Mechanised's hourly rates, through a turn that is
played (umpire 1.1, 1.18)."""

from __future__ import annotations

import pytest

from campaign.actions.house_rules import SetRule
from campaign.journal import reading
from campaign.model import Place
from campaign.situation.army import position_of
from campaign.store import Store
from campaign.terms.position import AtPlace, OnRoad
from campaign.terms.time import Phase
from campaign.verbs.orders import GiveOrder
from tests.actions.stage import battalion, do, set_clock, step
from tests.tiny import named


def marched(store: Store, *names: str) -> list[int]:
    """Metres along the first road, in which Birch Cross is the tenth kilometre, after the first turn by day."""
    set_clock(store, 1, 2, Phase.MOVEMENT)
    step(store)
    found = []
    with reading(store) as board:
        birch = AtPlace(named(board, Place, "Birch Cross").id)
        for name in names:
            position = position_of(battalion(board, name))
            assert isinstance(position, OnRoad) or position == birch
            found.append(position.metres if isinstance(position, OnRoad) else 10_000)
    return found


def test_each_battalion_marches_at_its_own_rate_unless_the_command_goes_in_column(tiny: Store) -> None:
    told = do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross")).receipt.lines
    assert "the first, 1st Hussars, arrives" in told[0]
    assert marched(tiny, "1st Rifles", "2nd Rifles", "1st Hussars") == [7500, 7500, 10_000]


def test_a_command_in_column_marches_at_the_slowest_and_is_told_so(tiny: Store) -> None:
    do(tiny, SetRule("march.in_column", "on"))
    told, way = do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross")).receipt.lines
    assert way.startswith("By default it takes this route, because the route is the fastest")
    assert told.startswith("10.0 km by Ashford - Birch Cross: arrives in turn 1.2"), "5 km by night, then 5 more by day"
    assert marched(tiny, "1st Rifles", "2nd Rifles", "1st Hussars") == [7500, 7500, 7500]


def test_a_battalion_with_an_order_of_its_own_is_in_no_column(tiny: Store) -> None:
    do(tiny, SetRule("march.in_column", "on"))
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    do(tiny, GiveOrder("1st Hussars", "march", "Birch Cross"))
    assert marched(tiny, "1st Rifles", "1st Hussars") == [7500, 10_000]


def test_where_columns_take_up_road_the_second_battalion_waits_for_the_first_to_clear_it(tiny: Store) -> None:
    """Umpire 1.18: a foot battalion two kilometres deep takes an hour at two kilometres an hour to clear a point."""
    do(tiny, SetRule("march.road_space", "on"))
    do(tiny, GiveOrder("1st Rifles", "march", "Birch Cross"))
    do(tiny, GiveOrder("2nd Rifles", "march", "Birch Cross"))
    assert marched(tiny, "1st Rifles", "2nd Rifles") == [7500, 6250]


@pytest.mark.rule("NQM-MOV-02")
def test_by_hourly_rates_a_day_is_twelve_hours_in_four_turns(tiny: Store) -> None:
    do(tiny, SetRule("march.system", "nqm"))
    do(tiny, GiveOrder("1st Brigade", "march", "Birch Cross"))
    assert marched(tiny, "1st Rifles", "1st Hussars") == [6000, 10_000], "foot at 2 km an hour, armour at 6"
