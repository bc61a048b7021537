"""``campaign engineer``, ``split`` and ``join``."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.model import Battalion, Crossing, Road
from campaign.store import open_store
from campaign.terms.forces import Engineers
from campaign.terms.ground import CrossingState
from tests.tiny import by_hand, named

Run = Callable[..., Result]


@pytest.fixture
def river_file(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign with a bridge, a span of which is blown, and sappers at Ashford."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    with by_hand(store) as board:
        road = named(board, Road, "ashford-birch_cross")
        board.make(
            Crossing,
            key="wadi",
            name="Wadi bridge",
            road_id=road.id,
            at_m=4000,
            spans=3,
            major=True,
            state=CrossingState.SPAN_BLOWN,
        )
        named(board, Battalion, "1st Hussars").engineers = Engineers.SPECIALIST
    store.close()
    return path


@pytest.fixture
def run(river_file: Path) -> Run:
    def typed(*words: str) -> Result:
        return CliRunner().invoke(campaign, ["--db", str(river_file), *words])

    return typed


@pytest.mark.parametrize("task", [["bridge"], ["Bridge"]])
def test_a_task_is_ordered_listed_and_stopped(run: Run, task: list[str]) -> None:
    done = run("engineer", "1st", "Hussars", *task, "--at", "Wadi bridge", "--class", "medium")
    assert done.exit_code == 0, done.output
    assert "1st Hussars: bridge for medium tanks at Wadi bridge, 4 turns (OB-BRG-03)" in done.stdout
    assert "it marches there first" in done.stdout
    listed = run("engineer", "--list")
    assert "Wadi bridge" in listed.stdout and "0 of 4" in listed.stdout
    assert [line for line in listed.stdout.splitlines() if len(line) > 80] == []
    shown = " ".join(run("unit", "1st Hussars").stdout.split())
    assert "bridge for medium tanks at Wadi bridge, 0 of 4 turns" in shown and "hold, at work: bridge" in shown
    assert "1st Hussars leaves its task (bridge, 0 of 4 turns done)" in run("engineer", "1st Hussars", "--stop").stdout
    assert run("engineer", "1st Hussars", "--stop").exit_code == 1


@pytest.mark.parametrize(
    "words",
    [
        ["1st", "Hussars", "blow", "span"],
        ["1st Hussars", "blow span"],
        ["1st Hussars", "blow-span"],
        ["1st Hussars blow span"],
        ["1st", "hussars", "demolish", "span"],
        ["blow span", "1st Hussars"],
        ["blow", "span", "1st", "Hussars"],
    ],
)
def test_a_task_of_several_words_is_understood_however_it_is_typed(run: Run, words: list[str]) -> None:
    refused = run("engineer", *words, "--at", "wadi")
    assert refused.exit_code == 1
    assert "Wadi bridge is span blown already" in refused.stderr


def test_the_list_is_for_its_viewer_and_changes_nothing(run: Run, river_file: Path) -> None:
    assert run("engineer", "1st Hussars", "gap", "--at", "wadi").exit_code == 0
    before = sha256(river_file.read_bytes()).hexdigest()
    mine, theirs = (json.loads(run("engineer", "--json", "--viewer", who).stdout) for who in ("alba", "brenn"))
    assert [(t["battalion"], t["kind"], t["turns_needed"]) for t in mine["tasks"]] == [
        ("1st Hussars", "gap obstacle", 1)
    ]
    assert theirs["tasks"] == []
    assert "No engineering tasks" in run("engineer", "--viewer", "brenn").stdout
    assert sha256(river_file.read_bytes()).hexdigest() == before


def test_what_is_not_understood(run: Run) -> None:
    assert run("engineer", "1st Hussars").exit_code == 2
    tunnel = run("engineer", "1st Hussars", "tunnel")
    assert tunnel.exit_code == 1 and "'tunnel' is not an engineering task. Write block road" in tunnel.stderr
    assert "specialist" in run("engineer", "1st Rifles", "minefield", "--at", "Birch Cross").stderr
    assert run("split", "1st Rifles").exit_code == 2
    assert "was not split" in run("join", "1st Rifles").stderr


@pytest.mark.parametrize("words", [["1st", "Rifles", "into", "half"], ["1st Rifles", "half"]])
def test_a_battalion_is_split_and_joined(run: Run, words: list[str]) -> None:
    done = run("split", *words, "--name", "Left wing")
    assert done.exit_code == 0, done.output
    assert "Left wing (300 men) splits off from 1st Rifles (300 men)" in done.stdout
    assert "Left wing" in run("orbat", "--full", "--side", "alba").stdout
    joined = run("join", "Left", "wing")
    assert joined.exit_code == 0, joined.output
    assert "Left wing joins 1st Rifles again: normal, 600 men" in joined.stdout
    assert "Left wing" not in run("orbat", "--side", "alba").stdout
    assert run("doctor").exit_code == 0


@pytest.mark.parametrize(
    "words", [["Krad 15 (-)", "blow span"], ["Krad 15 (-)", "blow-span"], ["Krad 15 (-) blow span"]]
)
def test_hyphens_and_brackets_of_a_name_belong_to_the_name(run: Run, words: list[str]) -> None:
    assert "there is no battalion called 'Krad 15 (-)'" in run("engineer", *words, "--at", "Wadi bridge").stderr
