"""campaign odds brigadier, and campaign rules house: the worked cases as they are asked for, and a house file taken and
kept."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from campaign.cli.contents import campaign


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(campaign, [*arguments])


def answer(*arguments: str) -> Any:
    shown = typed("odds", "brigadier", *arguments, "--json")
    assert shown.exit_code == 0, shown.stderr
    return json.loads(shown.stdout)


@pytest.mark.rule("BGC-WC-13", "BGC-WC-15")
def test_the_example_of_play() -> None:
    shown = answer("fire", "--weapon", "bazooka", "--platoons", "3", "--order", "Move")
    assert (shown["dice"], shown["mean_steps"], shown["at_least"]["6"], shown["steps"]["6"]) == (
        15,
        "5",
        "5475947/14348907",
        "2562560/14348907",
    )
    assert sum(F(row["chance"]) for row in shown["joint"] if row["kills"] >= 2 and row["steps"] >= 6) == F(
        41421379187, 117546246144
    )
    assert shown["orders"] is None and "11.5.10" in shown["not_covered"][0]


@pytest.mark.rule("BGC-WC-28", "BGC-WC-21")
def test_settings_and_targets() -> None:
    arguments = ("fire", "--dice", "4", "--kills", "2", "--wounds", "1")
    assert answer(*arguments)["counts"]["3/1"] == "19/144"
    assert answer(*arguments, "--rule", "brigadier.excess_kills=wounded")["removed"] == "19/144"
    double = answer("fire", "--dice", "4", "--order", "double")
    assert double["doubled"] and double["removed"] == "19/144"


def test_a_house_file_fills_in_the_order() -> None:
    shown = answer("fire", "--dice", "15", "--order", "Move", "--house", "brigadier-ours")
    assert sum(F(chance) for chance in shown["orders"].values()) == 1 and shown["not_covered"] == []
    assert "Order after it" in typed("odds", "brigadier", "fire", "--dice", "4", "--house", "brigadier-ours").stdout
    area = answer("fire", "--dice", "4", "--fire", "area")
    assert area["steps"] is None and len(area["not_covered"]) == 1


def test_the_other_tables() -> None:
    assert answer("air", "doubtful", "--missions", "3")["rows"][1]["chances"]["at least one on the enemy"] == "19/27"
    assert answer("bug-out", "--kills", "3")["rows"][0]["chances"] == {"removed": "1/6", "3/0": "5/6"}
    for table in ("radio", "medic", "time", "assault"):
        assert answer(table, "--house", "brigadier-ours")["rows"]
        refused = typed("odds", "brigadier", table)
        assert refused.exit_code == 1 and "not covered" in refused.stderr and len(refused.stderr.splitlines()) == 1
    assert typed("odds", "brigadier", "fire").exit_code == 2
    assert "heavy mortar" in typed("odds", "brigadier", "fire", "--weapon", "heavy mortar").stderr


@pytest.mark.rule("BGC-H-10")
def test_a_house_file_is_taken_shown_and_taken_out(front_file: Path) -> None:
    def rules(*arguments: str) -> Result:
        return typed("--db", str(front_file), "rules", *arguments)

    assert "preview alone" in rules("house").stdout
    taken = rules("house", "brigadier-ours")
    assert taken.exit_code == 0 and "not the author's" in " ".join(taken.stdout.split())
    shown = json.loads(rules("house", "--json").stdout)
    assert shown["invented"] and set(shown["missing"]) == {"BGC-M-01", "BGC-M-28", "BGC-M-29", "BGC-M-30", "BGC-M-32"}
    assert "is already in force" in rules("house", "brigadier-ours").stderr
    assert typed("--db", str(front_file), "undo").exit_code == 0 and "preview alone" in rules("house").stdout
    assert typed("--db", str(front_file), "redo").exit_code == 0 and "not the author's" in " ".join(
        rules("house").stdout.split()
    )
    assert rules("house", "none").exit_code == 0 and "preview alone" in rules("house").stdout
    assert rules("house", "none").exit_code == 1


def test_a_house_file_with_settings_sets_them(front_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("house: {title: Mine}\nambiguity: {half_dice: pool}\n", encoding="utf-8")
    assert typed("--db", str(front_file), "rules", "house", str(path)).exit_code == 0
    assert "brigadier.half_dice = pool" in typed("--db", str(front_file), "rules", "brigadier.half_dice").stdout
    path.write_text("house: {title: Mine}\nmovement: {infantry: {normal: far}}\n", encoding="utf-8")
    refused = typed("--db", str(front_file), "rules", "house", str(path))
    assert refused.exit_code == 1 and "mine.yaml:2" in refused.stderr


@pytest.mark.rule("BGC-WC-50", "BGC-WC-51", "BGC-TAB-21")
def test_the_state_after_a_fight() -> None:
    def after(*arguments: str) -> tuple[str, str]:
        shown = typed("odds", "brigadier", "after", *arguments, "--json")
        assert shown.exit_code == 0, shown.stderr
        (row,) = json.loads(shown.stdout)["rows"]
        return row["label"], row["needs"]

    assert after("--kills", "15", "--wounds", "1") == ("31/104 lost", "spent")
    assert after("--kills", "15", "--wounds", "2") == ("4/13 lost", "destroyed")
    small = ("--full", "28", "--platoons", "7")
    assert [after(*small, "--kills", kills)[1] for kills in ("4", "5", "8")] == ["fresh", "spent", "spent"]
    assert after(*small, "--kills", "8", "--wounds", "1") == ("17/56 lost", "destroyed")
    assert after("--removed", "3", "--broken", "4", "--kills", "0")[1] == "spent", (
        "seven of thirteen platoons are gone or running"
    )
    refused = typed("odds", "brigadier", "after", "--kills", "60")
    assert refused.exit_code == 1 and "60 men lost and 0 wounded is too many" in refused.stderr


@pytest.mark.rule(
    "BGC-COVER-01", "BGC-COVER-06", "BGC-COVER-09", "BGC-COVER-10", "BGC-COVER-11", "BGC-INDIR-08", "BGC-AIR-12"
)
@pytest.mark.parametrize(
    ("stands", "fire", "cover"),
    [
        ("--in wood", "aimed", "soft"),
        ("--in wood --from artillery", "area", "open"),
        ("--in wood --in 'dug in' --from artillery", "area", "hard"),
        ("--in wood --from artillery --enclosed", "area", "soft"),
        ("--in wood --from air", "area", "soft"),
        ("--in hedge", "aimed", "soft"),
        ("--in town --from mortar", "area", "hard"),
        ("--in 'river bank'", "aimed", "hard"),
        ("", "aimed", "open"),
    ],
)
def test_what_the_target_stands_in_says_its_cover(stands: str, fire: str, cover: str) -> None:
    shown = answer("fire", "--dice", "4", *shlex.split(stands))
    assert (shown["fire"], shown["cover"]) == (fire, cover)


@pytest.mark.rule("BGC-FIRE-14", "BGC-FIRE-16")
def test_platoons_of_different_counts_are_rounded_one_by_one() -> None:
    assert (
        answer("fire", "--weapon", "bolt-action only", "--count", "4", "--count", "3", "--count", "1")["dice"]
        == 2 + 2 + 1
    )
    assert answer("fire", "--weapon", "bolt-action only", "--count", "3", "--platoons", "2")["dice"] == 4


@pytest.mark.rule("BGC-TAB-21", "BGC-BACK-03")
def test_headquarters_and_encirclement_after_a_fight() -> None:
    def state(*arguments: str) -> str:
        return str(answer("after", *arguments)["rows"][0]["needs"])

    assert state("--battalion-hq-lost", "--company-hqs-lost", "2") == "fresh"
    assert state("--battalion-hq-lost", "--company-hqs-lost", "3") == "spent"
    assert (state("--kills", "16"), state("--kills", "16", "--surrounded")) == ("destroyed", "captured")


@pytest.mark.rule("BGC-M-31")
def test_quick_play_asks_the_house_file_what_a_wound_counts() -> None:
    refused = typed("odds", "brigadier", "fire", "--dice", "4", "--rule", "brigadier.quick_play=on")
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "quick_play" in refused.stderr
    shown = answer(
        "fire", "--dice", "4", "--cover", "soft", "--rule", "brigadier.quick_play=on", "--house", "brigadier-ours"
    )
    assert all("+" not in result for result in shown["results"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("fire --dice 4 --weapon bazooka", "cannot be combined with --weapon"),
        ("fire --dice 4 --cover soft --in town", "Give only one of these options"),
        ("fire --weapon bazooka --platoons 3 --count 4 --count 2", "once for each"),
        ("after --company-hqs-lost 4", "is more than the 3 at the start. Give at most 3"),
    ],
)
def test_what_contradicts_itself_is_refused_in_one_line(asked: str, said: str) -> None:
    refused = typed("odds", "brigadier", *shlex.split(asked))
    assert refused.exit_code == 1
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1
