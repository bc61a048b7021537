"""Landings that could not be flown, and contacts that break off and begin again within a turn."""

from __future__ import annotations

import pytest
from test_actions_air_strikes import do, flying, set_clock, stage, step, unit, waiting

from campaign.actions.house_rules import SetRule
from campaign.journal import JournalBoard, reading
from campaign.model import AirGroup, AirMission, WeatherReport
from campaign.store import Store
from campaign.terms.air import AirTask, MissionState
from campaign.terms.forces import AirType
from campaign.terms.state import Sky
from campaign.terms.time import Phase
from campaign.verbs.air_tasking import TaskAir


def missions(store: Store) -> list[tuple[int, int, str]]:
    with reading(store) as board:
        return sorted((m.day, m.turn, m.state) for m in board.rows(AirMission))


def in_cloud(store: Store) -> None:
    """1st Rifles are to jump at Birch Cross in turn 1.2, and then cloud comes over it."""
    waiting(store, "parachute")
    flying(store, AirType.TRANSPORT)
    do(store, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    stage(store, lambda board: board.make(WeatherReport, day=1, turn=2, area="", sky=Sky.CLOUD))


@pytest.mark.rule("OB-LAND-01", "OB-WX-03")
def test_by_house_rule_a_lift_is_put_off_by_a_day(tiny: Store) -> None:
    in_cloud(tiny)
    do(tiny, SetRule("land.put_off", "on"))
    done = step(tiny)
    assert any("put off to turn 2.2" in line for line in done.receipt.lines)
    assert missions(tiny) == [(1, 2, MissionState.GROUNDED), (2, 2, MissionState.TASKED)]
    set_clock(tiny, 2, 2, Phase.AIR_STRIKES)
    step(tiny, 6)  # a clear sky, and no casualty figure
    assert unit(tiny, "1st Rifles").on_map
    assert missions(tiny) == [(1, 2, MissionState.GROUNDED), (2, 2, MissionState.FLOWN)]


@pytest.mark.rule("NQM-AIR-01")
def test_a_lift_is_put_off_to_a_day_with_a_sortie_left_of_the_three(tiny: Store) -> None:
    in_cloud(tiny)
    for key, value in (("land.put_off", "on"), ("nqm.tasks", "on"), ("air.transport_missions", "4")):
        do(tiny, SetRule(key, value))

    def three_on_day_two(board: JournalBoard) -> None:
        (group,) = board.rows(AirGroup)
        for sortie in (1, 2, 3):
            board.make(AirMission, air_group_id=group.id, day=2, turn=2, sortie=sortie, task=AirTask.SUPPLY)

    stage(tiny, three_on_day_two)
    (line,) = step(tiny).receipt.lines
    assert "does not carry its battalion" in line and "put off to turn 2.2" not in line


def test_without_it_the_lift_is_off(tiny: Store) -> None:
    in_cloud(tiny)
    step(tiny)
    assert missions(tiny) == [(1, 2, MissionState.GROUNDED)]


@pytest.mark.rule("OB-LAND-05")
def test_a_landing_says_that_its_losses_are_the_books(tiny: Store) -> None:
    waiting(tiny, "parachute")
    flying(tiny, AirType.TRANSPORT)
    do(tiny, TaskAir("No. 1 Group", "landing", "Birch Cross", unit="1st Rifles"))
    done = step(tiny, 3)
    told = "1st Rifles lands by parachute Birch Cross, spent in landing (by the book: a casualty figure on 1-3, OB-LAND-05); rolled 3"
    assert told in done.receipt.lines
