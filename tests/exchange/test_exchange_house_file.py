"""House files of Brigadier General Commands: read, and every fault named where it stands."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from campaign.errors import BadFile
from campaign.exchange.house_file import check_house, read_house, shipped_houses
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier.gaps import GAPS, filled, unfilled
from campaign.rules.tabletop.brigadier.house import PREVIEW
from campaign.rules.tabletop.brigadier.house_plain import house_for, house_of
from campaign.rules.tabletop.brigadier.steps import stepped_down
from campaign.rules.tabletop.brigadier.tables import Basis, Grade, Order


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path: Path, text: str) -> list[str]:
    """``line: text`` of every fault."""
    _, report = check_house(written(tmp_path, text))
    return [f"{fault.spot.line}: {fault.text}" for fault in report.errors]


def warnings(tmp_path: Path, text: str) -> list[str]:
    found, report = check_house(written(tmp_path, text))
    assert found is not None, report.errors
    return [f"{fault.spot.line}: {fault.text}" for fault in report.warnings]


@pytest.mark.rule("BGC-H-10")
def test_the_shipped_file_is_ours_sound_and_fills_what_a_file_can_fill() -> None:
    assert "brigadier-ours" in shipped_houses()
    found, report = check_house("brigadier-ours")
    assert found is not None and report.is_sound and not report.warnings
    assert found.house.invented and "author" in shipped_houses()["brigadier-ours"].read_text(encoding="utf-8")
    assert {gap.rule for gap in unfilled(found.house)} == {gap.rule for gap in GAPS if gap.fills is None}
    assert len(found.sha256) == 64 and found.plain["sha256"] == found.sha256
    assert house_of(found.plain) == found.house == house_for(DEFAULTS.with_house_file("brigadier", found.plain))


@pytest.mark.rule("BGC-H-10")
def test_the_preview_alone_fills_nothing() -> None:
    assert filled(PREVIEW) == () and [gap.rule for gap in unfilled(PREVIEW)] == [
        f"BGC-M-{number:02}" for number in range(1, 34)
    ]


@pytest.mark.rule("BGC-H-01")
def test_unknown_tables_and_keys_with_the_near_ones(tmp_path: Path) -> None:
    text = (
        "house: {ruleset: bgc}\nmovment:\n  infantry: {normal: 4}\nmedic:\n  retruns: [5, 6]\norders:\n  Moove:"
        " {fire: area}\n"
    )
    found = faults(tmp_path, text)
    assert len(found) == 3
    assert found[0].startswith("2:") and "movement" in found[0]
    assert found[1].startswith("5:") and "returns" in found[1] and found[2].startswith("7:") and "Move" in found[2]


@pytest.mark.rule("BGC-H-02")
def test_orders_and_grades_are_those_of_the_book(tmp_path: Path) -> None:
    text = (
        "steps_down:\n  form: boxes\n  boxes:\n    Regular: [Move, Halt]\n    Veteran: [Move]\nsurrender:\n "
        " when_orders: [Bakc]\n"
    )
    found = faults(tmp_path, text)
    assert (
        [line.split(":")[0] for line in found] == ["4", "5", "7"]
        and "'Halt'" in found[0]
        and "'Veteran'" in found[1]
        and "Back" in found[2]
    )


@pytest.mark.rule("BGC-H-03")
def test_faces(tmp_path: Path) -> None:
    text = (
        "medic:\n  returns: [5, 6]\n  dies: [1, 6]\nair:\n  doubtful:"
        " {off: [1, 2], friend: [2], enemy: [5, 6]}\ncommunications:\n  success: {default: [7, 3, 3]}\n"
    )
    found = faults(tmp_path, text)
    assert any(line.startswith("3:") and "the number 6 of the die" in line for line in found)
    assert any(line.startswith("5:") and "the number 2 of the die" in line for line in found)
    assert any(line.startswith("7:") and "'7'" in line for line in found) and any("twice" in line for line in found)


LADDER = "steps_down:\n  form: boxes\n  boxes:\n    Regular: [{boxes}]\n"


@pytest.mark.rule("BGC-H-04", "BGC-STEP-05")
def test_the_example_of_the_book_is_the_check_of_a_ladder(tmp_path: Path) -> None:
    bad = warnings(tmp_path, LADDER.format(boxes="Double, Move, Aim, Defend, Shaken, Hold, Back, Rout"))
    assert any("BGC-STEP-05" in line and line.startswith("1:") for line in bad)
    assert (
        warnings(tmp_path, LADDER.format(boxes="Double, Move, Move, Aim, Defend, Shaken, Shaken, Hold, Back, Rout"))
        == []
    )


@pytest.mark.rule("BGC-H-05")
def test_steps_that_lead_up_and_better_troops_that_fare_worse(tmp_path: Path) -> None:
    up = (
        "steps_down:\n  form: matrix\n  matrix:\n    Regular:\n      Move: [Move, Hold, Aim, Hold, Hold, Hold,"
        " Hold]\n      Aim: [Aim, Double]\n"
    )
    found = warnings(tmp_path, up)
    assert any("more steps lead to a better order" in line for line in found) and any(
        "leads up" in line for line in found
    )
    worse = (
        "steps_down:\n  form: threshold\n  threshold:\n    - {grade: Green, min: 6, to: Hold}\n    -"
        " {grade: Regular, min: 6, to: Hold}\n    - {grade: Elite, min: 1, to: Rout}\n"
    )
    assert any("Elite fare worse than Regular" in line for line in warnings(tmp_path, worse))


@pytest.mark.rule("BGC-H-06", "BGC-COMM-02")
def test_the_two_rolls_of_the_example_must_succeed(tmp_path: Path) -> None:
    assert (
        len(
            [
                line
                for line in warnings(tmp_path, "communications:\n  success: {default: [1, 2]}\n")
                if "BGC-COMM-02" in line
            ]
        )
        == 2
    )
    assert warnings(tmp_path, "communications:\n  success: {Green: [5], default: [6]}\n") == []


@pytest.mark.rule("BGC-H-07")
def test_ranges_that_are_none_of_the_books_distances(tmp_path: Path) -> None:
    found = warnings(tmp_path, "range:\n  machine guns: {aimed: 20, area: 15}\n  bazooka: {aimed: 2, area: 0}\n")
    assert len(found) == 1 and found[0].startswith("2:") and "15 inches" in found[0] and "BGC-MEAS-02" in found[0]


@pytest.mark.rule("BGC-H-08")
def test_fractions_are_fractions(tmp_path: Path) -> None:
    text = "fire_dice:\n  a: {dice: 0.5}\n  b: {dice: -1}\n  c: {dice: 1/0}\n  d: {dice: 3/4, basis: platoon}\n"
    assert [line.split(":")[0] for line in faults(tmp_path, text)] == ["2", "3", "4"]
    good = read_house(written(tmp_path, "fire_dice:\n  d: {dice: 3/4, basis: platoon}\n")).house.fire_dice["d"]
    assert (good.dice, good.basis) == (F(3, 4), Basis.PLATOON)


def test_a_row_without_the_key_that_says_it_all(tmp_path: Path) -> None:
    text = """\
fire_dice:
  mortars: {basis: count}
air:
  attack:
    medium bomber: {fire: area}
    heavy bomber:
time_cards:
  deck:
    - {name: Noon}
"""
    assert faults(tmp_path, text) == [
        "2: table 'fire_dice': mortars lacks dice; write these keys: dice, basis, reduced_by_casualties, note",
        "5: table 'air': attack: medium bomber lacks dice; write these keys: dice, fire, note",
        "6: table 'air': attack: heavy bomber: found nothing; write these keys: dice, fire, note",
        (
            "9: table 'time_cards': deck, item 1 lacks minutes; write these keys: name, copies, minutes, initiative,"
            " text, note"
        ),
    ]


@pytest.mark.rule("BGC-H-09")
def test_spent_before_destroyed(tmp_path: Path) -> None:
    assert (
        "3/10" in faults(tmp_path, "campaign:\n  spent_at: 2/5\n")[0]
        and "2/1" in faults(tmp_path, "campaign:\n  spent_at: 2/1\n")[0]
    )


def test_settings_go_to_the_rulebook(tmp_path: Path) -> None:
    text = (
        "options: {hidden_movement: on}\nambiguity:\n  excess_kills: wounded\n  apply_order: wounds_first\n "
        " airburst_from: [artillery]\n"
        "campaign: {wound_weight: 1/3, loss_base: all_up}\n"
    )
    file = read_house(written(tmp_path, text))
    assert file.house.settings == {
        "brigadier.hidden_movement": True,
        "brigadier.excess_kills": "wounded",
        "brigadier.airburst_from": "guns",
        "brigadier.wound_weight": "1/3",
        "brigadier.loss_base": "all up",
    }
    (warned,) = (line for line in file.warnings if "apply_order" in line)
    assert "brigadier.apply_order no longer exists and has no effect" in warned
    assert "excess_kills" in faults(tmp_path, "ambiguity:\n  excess_kills: vanished\n")[0]


def test_departures_from_the_preview_are_warnings(tmp_path: Path) -> None:
    text = (
        "fire_dice:\n  bazooka: {dice: 3, basis: platoon}\norders:\n  Double: {move: 4}\ncommand: {contact_inches: 2}\n"
    )
    found = warnings(tmp_path, text)
    assert len(found) == 3 and "the preview of the rules has 5" in found[0] and "BGC-TAB-05" in found[1] + found[2]
    assert read_house(written(tmp_path, text)).house.orders[Order.DOUBLE].move == 4


def test_a_small_file_leaves_the_rest_to_the_players(tmp_path: Path) -> None:
    house = read_house(
        written(
            tmp_path,
            "movement:\n  infantry: {normal: 6}\nair:\n  doubtful: {off: [1, 5, 6], friend: [2], enemy: [3, 4]}\n",
        )
    ).house
    assert house.allowance("infantry") == 6 and not isinstance(house.allowance("tank"), int)
    assert {gap.rule for gap in filled(house)} == {"BGC-M-20"}
    assert stepped_down(Order.MOVE, Grade.REGULAR, 0, house.ladder) is Order.MOVE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- a\n- b\n",
        "just words\n",
        "house:\n  - x\n",
        "house: {ruleset: nqm}\n",
        "range: 20\n",
        "time: {dice: 1d6, minutes: {few: 15}}\n",
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFile):
        read_house(written(tmp_path, text))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadFile, match=r"no such file.*brigadier-ours"):
        read_house("nowhere.yaml")


@pytest.mark.rule("BGC-H-03")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "air:\n  doubtful: {off: [1, 2], friend: [4], enemy: [5, 6]}\n",
            "2: air.doubtful has the 3 of the die under none of off, friend and enemy",
        ),
        ("air:\n  doubtful: {off: [1, 2], enemy: [5, 6]}\n", "2: air.doubtful has the 3, 4 of the die under none of"),
        ("medic:\n  die: 1d10\n  returns: [5, 6]\n", "2: medic.die is '1d10', but its lists of faces go from 1 to 6"),
        ("communications:\n  die: 2d6\n  success: {default: [4, 5, 6]}\n", "2: communications.die is '2d6'"),
        (
            "time:\n  dice: 1d6\n  minutes: {1: 15, 2: 15, 3: 20, 4: 20, 5: 30}\n",
            "3: time.minutes has no minutes for 6, which 1d6 can roll",
        ),
        (
            "time:\n  dice: 1d4\n  minutes: {1: 15, 2: 15, 3: 20, 4: 20, 5: 30}\n",
            "3: time.minutes names 5, which 1d4 cannot roll; expected rolls from 1 to 4",
        ),
        (
            "time:\n  dice: 1d4\n  minutes: {1: 5, 2: 5, 3: 5, 4: 5}\n  initiative_changes_on: [6]\n",
            "4: time.initiative_changes_on names 6, which 1d4 cannot roll",
        ),
        (
            "time:\n  dice: 9d20\n  minutes: {9: 5}\n",
            "2: time.dice is 9d20, which can roll more than the table of minutes allows",
        ),
        (
            "steps_down:\n  form: matrix\n  area_faces: [6]\n",
            "2: steps_down.form is matrix, but the table steps_down.matrix is missing",
        ),
        ("steps_down:\n  form: boxes\n  boxes:\n    Green: []\n", "4: steps_down.boxes.Green names no order"),
        (
            "steps_down:\n  form: matrix\n  matrix:\n    Green: {Move: []}\n",
            "4: steps_down.matrix.Green.Move names no order",
        ),
        (
            "steps_down:\n  form: threshold\n  threshold:\n    - {grade: Green, min: 4, max: 2, to: Hold}\n",
            "3: steps_down.threshold, item 1: max 2 is below min 4",
        ),
    ],
)
def test_values_that_contradict_each_other_are_one_fault_with_the_path_of_the_key(
    tmp_path: Path, text: str, found: str
) -> None:
    (only,) = faults(tmp_path, text)
    assert found in only


def test_contradictions_are_told_beside_what_cannot_be_read_but_not_of_the_same_table(tmp_path: Path) -> None:
    text = (
        "movement:\n  infantry: {normal: -4}\ntime:\n  dice: 1d4\n  minutes: {1: 15}\nmedic: {die: 1d8, returns: [9]}\n"
    )
    found = faults(tmp_path, text)
    assert len(found) == 3
    assert (
        "normal: found '-4'" in found[0]
        and "no minutes for 2, 3, 4, which 1d4 can roll" in found[1]
        and "returns: found '9'" in found[2]
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("time: {dice: 1d6}\n", "time is not used yet, because minutes is missing"),
        (
            "close_assault:\n  step_faces: [5, 6]\n  kill_factor: {open: 1, soft: 1/2}\n",
            "close_assault.kill_factor is not used yet, because hard is missing",
        ),
        (
            "surrender: {when_orders: [Rout]}\n",
            "surrender is not used yet, because enemy_within_inches, faces are missing",
        ),
        ("night:\n  visibility: {vehicle: 10}\n", "night.visibility is not used yet, because foot, fired are missing"),
        ("armour:\n  heavy: {side: medium}\n", "armour.heavy has no front"),
    ],
)
def test_a_table_that_is_incomplete_tables_is_said_to_be_so(tmp_path: Path, text: str, found: str) -> None:
    assert any(found in said for said in warnings(tmp_path, text))
    assert not warnings(tmp_path, "time: {note: on page 28}\n")
