"""``campaign air`` and ``campaign land``: the list, a sortie written by hand and on the form, and who may read it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign
from campaign.store import open_store
from campaign.terms.forces import AirType
from tests.actions.stage import stage
from tests.actions.test_actions_air_strikes import squadron


@pytest.fixture
def aloft(file_of: Callable[[str], Path]) -> Path:
    """The tiny campaign with a group on each side."""
    path = file_of("tiny")
    store = open_store(path, write=True)
    stage(store, lambda board: squadron(board, AirType.MEDIUM_BOMBER, has_fac=False))
    stage(store, lambda board: squadron(board, AirType.GROUND_ATTACK, "Brenn", "Stukas", has_fac=True))
    store.close()
    return path


def run(path: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(campaign, [*words, "--db", str(path)], input=typed)


def said(path: Path, *words: str, typed: str = "") -> str:
    result = run(path, *words, typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.rule("OB-AIR-06", "OB-AIR-10")
def test_groups_are_listed_with_what_keeps_them_on_the_ground(aloft: Path) -> None:
    seen = json.loads(run(aloft, "air", "list", "--json").output)
    assert [(g["name"], g["sorties_a_day"], g["flights"][0]["why_not"][:5]) for g in seen["groups"]] == [
        ("No. 1 Group", 1, ""),
        ("Stukas", 1, "night"),
    ]
    assert seen["groups"][1]["controller"] == "no command yet"
    listed = said(aloft, "air")
    assert "is with no command yet" in listed
    assert "May not fly next turn: Stukas. Reason: night: only medium and heavy bombers attack (OB-AIR-10)" in listed


def test_a_sortie_is_secret_to_its_side(aloft: Path) -> None:
    assert "No. 1 Group, turn 1.2: strikes Coldbrook" in said(
        aloft, "air", "task", "No. 1 Group", "--target", "Coldbrook", "--turn", "2"
    )
    assert "Coldbrook" in said(aloft, "air", "list", "--viewer", "Alba")
    theirs = said(aloft, "air", "list", "--viewer", "Brenn")
    assert "Coldbrook" not in theirs and "No. 1 Group" not in theirs and "Stukas" in theirs
    assert "called off in turn 1.2" in said(aloft, "air", "cancel", "No. 1 Group")


def test_one_thing_is_said_at_a_time(aloft: Path) -> None:
    for words in (
        ("--target", "Coldbrook", "--look", "Ashford"),
        (),
        ("--drop", "1st Rifles"),
        ("--target", "Coldbrook", "--at", "Ashford"),
    ):
        assert run(aloft, "air", "task", "No. 1 Group", *words).exit_code == 2
    refused = run(aloft, "air", "task", "No. 1 Group", "--with-fac", "1st Brigade")
    assert refused.exit_code == 1 and "OB-AIR-05" in refused.output


def test_the_form_of_the_highest_commander_asks_for_the_aircraft(aloft: Path) -> None:
    form = json.loads(run(aloft, "orders", "--for", "General Brenn", "--json").output)
    assert [row["name"] for row in form["air"]] == ["Stukas"]
    lines = "\n" * len(form["rows"]) + "support 9th Regiment; turn 2\n"
    assert "Stukas, turn 1.2: with the controller at 9th Regiment" in said(
        aloft, "orders", "--for", "General Brenn", "--fill", typed=lines
    )
    again = "\n" * len(form["rows"]) + "cancel\n"
    assert "called off in turn 1.2" in said(aloft, "orders", "--for", "General Brenn", "--fill", typed=again)
    wrong = run(aloft, "orders", "--for", "General Brenn", "--fill", typed="\n" * len(form["rows"]) + "bomb Ashford\n")
    assert wrong.exit_code == 1 and "is not a sortie" in wrong.output
    assert (
        "Stukas"
        not in said(aloft, "orders", "--for", "General Brenn", "--fill", typed=".\n").split("orders for day 1")[-1]
    )


def test_the_air_tasking_order_is_printed_for_each_side_and_the_umpire(aloft: Path, tmp_path: Path) -> None:
    said(aloft, "print", "air-tasking", "--out", str(tmp_path / "out"))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "alba-air-tasking-day-1-turn-1.pdf",
        "brenn-air-tasking-day-1-turn-1.pdf",
        "umpire-air-tasking-day-1-turn-1.pdf",
    ]


def test_landing_needs_the_equipment(aloft: Path) -> None:
    refused = run(aloft, "land", "1st Rifles", "--at", "Birch Cross")
    assert refused.exit_code == 1 and "no landing craft or amphibious equipment" in refused.output
