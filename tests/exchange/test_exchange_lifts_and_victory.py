"""Troops that wait for aircraft, groups that fly more than once, victory levels, and the line that the list of
scenarios shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_scenario import check_text, spoilt

from campaign.exchange.check import read_scenario
from campaign.exchange.values import Scenario, VictoryLevel

FIRST = "            - battalion: First Battalion\n"
JUMPS = (
    "            -"
    " {battalion: The Jumpers, arm: parachute, carried by: parachute, embarked: yes, establishment: {men: 600}}\n"
)
GROUPS = "  stukas: {type: ground attack, based at: red_field}\n"
LIFTERS = (GROUPS, GROUPS + "  lifters: {type: transport, based at: field}\n")
FIELD = (
    "  red_field: {side: red, place: west_gate}\n",
    '  red_field: {side: red, place: west_gate}\n  field: {side: blue, at: "51, 0"}\n',
)
ABOARD = ((FIRST, JUMPS + FIRST), LIFTERS, FIELD)
LIFT = "air tasking:\n  - {group: lifters, day: 1, turn: 3, task: landing, battalion: the_jumpers, place: mill}\n"


def one(folder: Path, *changes: tuple[str, str], more: str = "") -> Scenario:
    path = folder / "one.yaml"
    path.write_text(spoilt(*changes) + more, encoding="utf-8")
    return read_scenario(path)


def test_who_is_embarked_is_off_the_map_until_its_lift(tmp_path: Path) -> None:
    found = one(tmp_path, *ABOARD, more=LIFT)
    jumpers = next(b for b in found.battalions if b.key == "the_jumpers")
    assert (jumpers.embarked, jumpers.place, jumpers.road, jumpers.arrives) == (True, None, None, None)
    (task,) = found.air_tasks
    assert (task.task, task.battalion, task.place, task.sortie) == ("landing", "the_jumpers", "mill", 1)
    assert not any("embarked" in line for line in found.warnings)


def test_a_warning_if_nobody_lands_them(tmp_path: Path) -> None:
    found = one(tmp_path, *ABOARD)
    assert [line for line in found.warnings if "The Jumpers is embarked, but no air task lands it" in line]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (JUMPS.replace("carried by: parachute, ", ""), "embarked, but cannot land by parachute or glider"),
        (
            JUMPS.replace("embarked: yes", "embarked: yes, dug in: 1"),
            "a unit that arrives later cannot be dug in at the start",
        ),
        (JUMPS.replace("embarked: yes", "embarked: yes, at: mill"), "the unit already has 'at'"),
    ],
)
def test_faults_of_the_embarked(tmp_path: Path, line: str, words: str) -> None:
    report = check_text(tmp_path, spoilt((FIRST, line + FIRST), LIFTERS, FIELD))
    assert [fault for fault in report.errors if words in str(fault)]


def test_a_transport_group_flies_as_often_as_the_rulebook_lets_it(tmp_path: Path) -> None:
    twice = LIFT + "  - {group: lifters, day: 1, turn: 3, task: supply, formation: blue_division}\n"
    report = check_text(tmp_path, spoilt(*ABOARD) + twice)
    assert [fault for fault in report.errors if "lifters already has a task for 1.3" in str(fault)]
    found = one(tmp_path, *ABOARD, ("rulebook:\n", "rulebook:\n  air.transport_missions: 2\n"), more=twice)
    assert [(task.task, task.sortie) for task in found.air_tasks] == [("landing", 1), ("supply", 2)]


def test_victory_levels(tmp_path: Path) -> None:
    more = (
        "victory:\n  - {level: Blue wins, side: blue, lead: 5}\n  - {level: Nobody wins}\nsummary: Two divisions"
        " want a crossroads\n"
    )
    found = one(tmp_path, more=more)
    assert found.victory == (VictoryLevel("Blue wins", "blue", 5), VictoryLevel("Nobody wins"))
    assert found.summary == "Two divisions want a crossroads"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("  - {level: Blue wins, side: blue}\n", "needs 'lead'"),
        ("  - {level: Blue wins, lead: 3}\n", "this lead has no side"),
        ("  - {side: blue, lead: 3}\n", "needs 'level'"),
        ("  - {level: Blue wins, side: green, lead: 3}\n", "green"),
        (
            "  - {level: A, side: blue, lead: 3}\n  - {level: B, side: blue, lead: 3}\n",
            "needs the same lead as the level in line",
        ),
    ],
)
def test_faults_of_victory_levels(tmp_path: Path, lines: str, words: str) -> None:
    report = check_text(tmp_path, spoilt() + "victory:\n" + lines)
    assert [fault for fault in report.errors if words in str(fault)], report.errors
