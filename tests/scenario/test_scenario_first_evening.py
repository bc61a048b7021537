"""The two small campaigns for a first evening: four battalions a side, one day, real places, doubts marked, and a day
that the program can play under any of the systems."""

from __future__ import annotations

from collections import Counter
from math import dist
from pathlib import Path

import pytest
from click.testing import CliRunner

from campaign.actions.start_campaign import HISTORICAL, found_campaign
from campaign.cli.contents import campaign
from campaign.exchange.check import check_files, find_scenario, scenario_files
from campaign.exchange.values import Battalion, Scenario
from campaign.journal import reading
from campaign.model import Battle
from campaign.store import creating, opened
from campaign.terms.forces import Arm
from campaign.terms.state import OrderKind
from tests.shipped import shipped_scenario

SMALL = ("mokra", "tolvajarvi")
FIGHTING = {Arm.INFANTRY, Arm.MOTOR_INFANTRY, Arm.CAVALRY, Arm.ARMOUR}
CROOKED = 1.5
"""A road is so much longer than the crow flies, at most: what is estimated keeps to the factors of its kind."""


@pytest.fixture(params=SMALL)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return shipped_scenario(request.param)


def fighting(scenario: Scenario, side: str) -> list[Battalion]:
    """The battalions of a side that hold a line or attack it, without guns, companies and headquarters."""
    sides = {formation.key: formation.side for formation in scenario.formations}
    return [
        unit
        for unit in scenario.battalions
        if sides[unit.organic] == side
        and unit.headquarters_of is None
        and unit.arm in FIGHTING
        and not (unit.size.value == "company" or unit.mark.value == "company")
    ]


@pytest.mark.parametrize(("key", "warnings"), [("mokra", 0), ("tolvajarvi", 1)])
def test_it_is_shipped_and_sound(key: str, warnings: int) -> None:
    """The 718th Rifle Regiment had gone through the woods beyond the reach of its headquarters."""
    report = check_files([find_scenario(key)])
    assert report.errors == () and len(report.warnings) == warnings
    assert all("718th Rifle Regiment begins more than one march move" in fault.text for fault in report.warnings)


def test_it_is_an_evening_for_two(scenario: Scenario) -> None:
    """One day, a player a side, two to four battalions with their guns, 8 to 15 places."""
    assert scenario.days == 1 and len(scenario.commanders) == 2
    assert {commander.side for commander in scenario.commanders} == {side.key for side in scenario.sides}
    assert all(2 <= len(fighting(scenario, side.key)) <= 4 for side in scenario.sides)
    assert 8 <= len(scenario.places) <= 15


def test_the_roads_are_as_long_as_the_map_has_them(scenario: Scenario) -> None:
    points = {place.key: (place.x_m, place.y_m) for place in scenario.places}
    for road in scenario.roads:
        crow = dist(points[road.a], points[road.b])
        assert crow <= road.length_m + 50 and road.length_m <= CROOKED * crow + 100, road.key


def test_everything_has_a_source_and_what_is_uncertain_is_marked(scenario: Scenario) -> None:
    for unit in scenario.battalions:
        assert unit.source, unit.name
        assert unit.unconfirmed or "?" not in unit.source, unit.name
        assert unit.unconfirmed or "uncertain" not in unit.notes, unit.name
    assert all(formation.source for formation in scenario.formations)
    assert all(feature.unconfirmed for feature in scenario.features if feature.kind.value != "name")


def test_each_side_can_win_by_the_places(scenario: Scenario) -> None:
    """The places that a side scores for are worth its victory, and both score for the place that the day is about."""
    worth = Counter[str]()
    for objective in scenario.objectives:
        worth[objective.side] += objective.points
    asked = {level.side: level.lead for level in scenario.victory if level.side}
    assert set(asked) == {side.key for side in scenario.sides}
    assert all(worth[side] >= lead for side, lead in asked.items())
    contested = Counter(objective.place for objective in scenario.objectives)
    assert any(times == 2 for times in contested.values())


def test_one_side_sets_out_to_attack(scenario: Scenario) -> None:
    kinds = Counter(order.kind for order in scenario.orders)
    assert kinds[OrderKind.ATTACK] >= 3 and kinds[OrderKind.HOLD] >= 2
    assert {order.moment.day for order in scenario.orders} == {1}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("key", "tabletop"), [("mokra", "brevity"), ("tolvajarvi", "hexes")])
def test_the_day_plays_by_itself(key: str, tabletop: str, tmp_path: Path) -> None:
    """There is a battle, and the score at the end has a name."""
    path, scenario = tmp_path / "c.db", shipped_scenario(key)
    with creating(path) as store:
        found_campaign(store, scenario, name=key, seed="7", tabletop=tabletop, weather=HISTORICAL, actor="test")
    ended = CliRunner().invoke(campaign, ["--db", str(path), "next", "--auto", "--until", "day"])
    assert ended.exit_code == 0, ended.output
    with opened(path, write=False) as store, reading(store) as board:
        assert board.rows(Battle)
    flat = " ".join(ended.output.split())
    assert any(f"the campaign is over; {level.name}" in flat for level in scenario.victory)


@pytest.mark.parametrize("key", SMALL)
def test_nothing_shipped_names_a_folder_of_ours(key: str) -> None:
    for path in scenario_files(find_scenario(key)):
        text = path.read_text(encoding="utf-8")
        assert "/work" not in text and "shared/" not in text and "\t" not in text
