"""Orders of battle as they are typed in a hurry: lists with bare numbers, months cut short, counts glued to calibres,
Soviet initials."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Battalion, Scenario
from campaign.terms.forces import Arm, Level


def typed(where: Path, text: str) -> tuple[Scenario, Converted]:
    path = where / "corps.txt"
    path.write_text(text, encoding="utf-8")
    done = convert([path], Wishes())
    keep(done, where / "out")
    return read_scenario(where / "out"), done


def battalions(where: Path, text: str) -> dict[str, Battalion]:
    return {one.name: one for one in typed(where, text)[0].battalions}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("74, 90, 124 Fd Regts", ["74 Fd Regt", "90 Fd Regt", "124 Fd Regt"]),
        ("14 & 615 Fd Sqns RE, 148 Fd Pk Sqn", ["14 Fd Sqn RE", "615 Fd Sqn RE", "148 Fd Pk Sqn"]),
        ("6 and 7 Green Howards", ["6 Green Howards", "7 Green Howards"]),
    ],
)
def test_bare_numbers_before_a_unit_are_units_of_its_kind(line: str, names: list[str], tmp_path: Path) -> None:
    assert set(names) <= battalions(tmp_path, f"50 (Northumbrian) Div\n  2 Cheshires (MG)\n  {line}\n").keys()


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("Sept 44", date(1944, 9, 1)),
        ("July '43", date(1943, 7, 1)),
        ("17th Sep. 1944", date(1944, 9, 17)),
        ("18.11.1941", date(1941, 11, 18)),
        ("Nov 1941", date(1941, 11, 1)),
    ],
)
def test_a_date_as_people_write_it_is_when_it_begins(said: str, day: date, tmp_path: Path) -> None:
    scenario, done = typed(tmp_path, f"XXX Corps - {said}\n  8 Armd Bde\n    4/7 DG\n")
    assert scenario.first_day == day
    assert any("the first day is " in str(remark) for remark in done.guessed)


def test_forty_four_tanks_are_no_year(tmp_path: Path) -> None:
    _, done = typed(tmp_path, "7 Armd Bde\n  2 RTR, 44 Cromwells\n  8 RB (motor)\n")
    assert any("no date is given" in str(remark) for remark in done.guessed)


def test_counts_glued_to_a_calibre_and_commas_in_one_are_read(tmp_path: Path) -> None:
    found = battalions(
        tmp_path,
        "21. Panzer-Division\n  PzJgAbt 39  21 5cm Pak, 9 3,7cm Pak\n  Flak-Abt 617 (12x2cm)\n  ArtRgt 155\n    I. Abt 12 leFH\n    II. Abt 8 sFH, 4 10cm K\n",
    )
    assert {name: b.full.guns for name, b in found.items() if b.full.guns} == {
        "PzJgAbt 39": 30,
        "Flak-Abt 617": 12,
        "I. Abt": 12,
        "II. Abt": 12,
    }
    assert found["II. Abt"].arm is Arm.MEDIUM_ARTILLERY


def test_a_field_regiment_of_24x25pdr_has_24_guns(tmp_path: Path) -> None:
    assert battalions(tmp_path, "Guards Armd Div\n  55 Fd Regt RA 24x25pdr\n")["55 Fd Regt RA"].full.guns == 24


def test_the_number_of_a_regiment_is_no_calibre(tmp_path: Path) -> None:
    """There is a heavy regiment of 7.2-inch howitzers; the seventh medium regiment is none."""
    found = battalions(tmp_path, "5 AGRA\n  7 Med Regt\n  64 Med Regt\n")
    assert found["7 Med Regt"].establishment == found["64 Med Regt"].establishment


@pytest.mark.parametrize(("tps", "level"), [("Div Tps", Level.COMMAND), ("Corps Trps.", Level.COMMAND)])
def test_troops_cut_short_are_no_division(tps: str, level: Level, tmp_path: Path) -> None:
    scenario, _ = typed(tmp_path, f"Guards Armd Div\n  {tps}\n    55 Fd Regt\n    21 A/Tk Regt\n")
    assert [f.level for f in scenario.formations if f.name.startswith(tps[:8])] == [level]
    assert not any(b.name.startswith(f"HQ {tps[:8]}") for b in scenario.battalions)


@pytest.mark.parametrize("regiment", ["29 GRR", "237 Gds R.R.", "615 RR"])
def test_a_soviet_rifle_regiment_by_its_initials_has_three_battalions(regiment: str, tmp_path: Path) -> None:
    scenario, _ = typed(
        tmp_path, f"first day: 5 July 1943\nnation: soviet\n\n12 Gds Rifle Div\n  {regiment}\n  31 GAR\n"
    )
    key = next(f.key for f in scenario.formations if f.name == regiment)
    assert sum(b.organic == key and b.arm is Arm.INFANTRY for b in scenario.battalions) == 3
    assert next(b for b in scenario.battalions if b.name == "31 GAR").arm is Arm.FIELD_ARTILLERY


def test_riflemen_of_a_schuetzen_regiment_ride(tmp_path: Path) -> None:
    found = battalions(tmp_path, "15. Pz.Div. - Nov 1941\n  SchtzRgt 104\n    I. Btl\n    II. Btl\n")
    assert found["I. Btl"].arm is Arm.MOTOR_INFANTRY


@pytest.mark.parametrize(
    ("line", "arm"),
    [
        ("21 IPTAP 20 x 76mm ZIS-3", Arm.ANTI_TANK),
        ("5 Rifles, 600 men, 6 75mm", Arm.INFANTRY),
        ("Ayrshire Yeomanry, 24 25-pdr", Arm.FIELD_ARTILLERY),
        ("2 Welsh Guards, 61 Cromwells", Arm.ARMOUR),
        ("5 Rifles, anti-tank", Arm.ANTI_TANK),
    ],
)
def test_what_a_unit_is_called_counts_before_the_guns_it_has(line: str, arm: Arm, tmp_path: Path) -> None:
    found = battalions(tmp_path, f"1 Bde\n  {line}\n  2 Bn\n")
    assert next(b for name, b in found.items() if name[:4] == line[:4]).arm is arm


def test_a_regiment_taken_for_one_battalion_says_how_to_have_more(tmp_path: Path) -> None:
    _, done = typed(tmp_path, "15. Pz.Div. - Nov 1941\n  Art.Rgt. 33\n  Pz.Rgt. 8 (2 Abt.)\n")
    assert [r.where for r in done.guessed if "write '(3 battalions)' after its name" in str(r)] == ["corps.txt:2"]


def test_figures_that_no_number_can_be_made_of_are_refused_by_their_line(tmp_path: Path) -> None:
    path = tmp_path / "corps.txt"
    path.write_text("days: ²\nXIII Corps\n  4 Bde\n    1 Bn\n", encoding="utf-8")
    done = convert([path], Wishes(leave_out=True))
    assert [str(remark) for remark in done.left_out] == [
        "corps.txt:1: days '²' is not a number; write a whole number of days"
    ]
