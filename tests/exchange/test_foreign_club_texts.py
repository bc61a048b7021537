"""Orders of battle as members of a club type them: abbreviations, counts, brackets, bullets, other languages."""

from __future__ import annotations

import codecs
import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.equipped import shipped_name
from campaign.exchange.foreign.fitting import library
from campaign.exchange.foreign.lines import MOST_UNITS, bare, equipment_of, parted, several
from campaign.exchange.foreign.rows import units_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Battalion, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.forces import AntiTank, Arm, Armour, Level, Size

BRITISH = """\
British VIII Corps (Lt Gen O'Connor), July 1944
\tCorps troops
\t\t- 2nd Household Cavalry Regt (armd cars)
\t\t- 91 A/Tk Regt RA
\t\t- 8 AGRA
\t\t\t- 25 Fd Regt
\t\t\t- 61 Med Regt
\t\t\t- 53 Hvy Regt
\t11th Armoured Div
\t\t- 2nd Northants Yeo (Cromwell)
\t\t- 29 Armd Bde
\t\t\t- 3 x armd regts (23H, 2FFY, 3RTR)
\t\t\t- 8 RB (motor)
\t\t- 159 Inf Bde
\t\t\t- 3 Mons
\t\t\t- 4 KSLI
\t\t- 13 RHA (SP)
\t\t- 75 A/T Regt
\t\t- RE: 13 & 612 Fd Sqns
\t15th Scottish Div
"""
GERMAN = """\
I. SS-Panzerkorps
    1. SS-Pz.Div. LAH
        SS-Pz.Rgt. 1
            I./SS-Pz.Rgt 1: 46 Panther
            II./SS-Pz.Rgt 1: 61 Pz IV
        SS-PzGren.Rgt. 1
            I./1
            III.(gep.)/1
        SS-PzGren.Rgt. 2
            3 x PzGren Btl
        SS-Pz.Aufkl.Abt. 1
        SS-Pz.Art.Rgt. 1
            I. (Sfl) 12 Wespe, 6 Hummel
            II.  12 x 10.5cm leFH
            III. 12 x 15cm sFH 18
        SS-Flak-Abt. 1 (12 x 8,8cm)
        SS-Pz.Pi.Btl. 1
    272. Inf.Div.
        Gren.Rgt. 980 (2 Btle)
        Füs.Btl. 272
        Art.Rgt. 272
            4 Abt.
    schwere SS-Panzer-Abteilung 101 (28 Tiger I)
    s.Pz.Jg.Abt 654: 21 Jagdpanther
"""
SOVIET = """\
5th Guards Tank Army, Prokhorovka 12 July 1943
* 18th Tank Corps (Maj Gen Bakharov)
  * 110 TBr (32 T-34, 21 T-70)
  * 32 MRBr
     * 3 x Motor Rifle Bns
  * 36 Gds Hvy Tk Regt (21 Churchill)
  * 1000 ATR (20 x 45mm)
  * 78 Eng Bn
* 5th Gds Mech Corps
  * 10 Gds Mech Bde
  * 4 Gds Mcycle Bn
* 9th Gds Airborne Div
  * 26 Gds Abn Regt
* 16 Gds Mortar Regt
"""
AMERICAN = """\
V Corps, Omaha, 6 June 1944
1st Infantry Division
  16th RCT
    1/16
    2/16
  18th Infantry
  5th FA Bn (155mm)
741st Tk Bn (64 M4 Shermans)
635th TD Bn (towed)
102nd Cav Recon Sqdn
58th Armd FA Bn
"""
ITALIAN = """\
Italian XX Corpo, El Alamein October 1942
  Divisione Ariete
    132 Rgt Carri
      IX Btg carri (40 M14/41)
    8 Rgt Bersaglieri
      V Btg
    V Gruppo Semoventi 75/18
  Divisione Trieste
    66 Rgt Fanteria (2 btg)
"""


def written(tmp_path: Path, text: str | bytes, **wishes: object) -> tuple[Converted, Scenario]:
    source = tmp_path / "corps.txt"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = convert([source], Wishes(**wishes))  # type: ignore[arg-type]
    keep(done, tmp_path / "out")
    return done, read_scenario(tmp_path / "out")


def battalion(scenario: Scenario, name: str) -> Battalion:
    return next(b for b in scenario.battalions if b.name == name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            BRITISH,
            {
                "2nd Household Cavalry Regt": (Arm.ARMOURED_CAR, "british armoured car regiment 1944"),
                "91 A/Tk Regt RA": (Arm.ANTI_TANK, "british anti-tank regiment 1944"),
                "25 Fd Regt": (Arm.FIELD_ARTILLERY, "british field regiment 1944"),
                "61 Med Regt": (Arm.MEDIUM_ARTILLERY, "british medium regiment 1944"),
                "53 Hvy Regt": (Arm.MEDIUM_ARTILLERY, "british heavy regiment 1944"),
                "2nd Northants Yeo": (Arm.ARMOUR, "british armoured reconnaissance regiment 1944"),
                "2FFY": (Arm.ARMOUR, "british armoured regiment 1944"),
                "8 RB": (Arm.ARMOURED_INFANTRY, "british motor battalion 1944"),
                "3 Mons": (Arm.INFANTRY, "british infantry battalion 1944"),
                "13 RHA": (Arm.SELF_PROPELLED_ARTILLERY, "british field regiment self-propelled 1944"),
                "75 A/T Regt": (Arm.ANTI_TANK, "british anti-tank regiment 1944"),
                "13 Fd Sqn": (Arm.ENGINEER, "british divisional engineers 1944"),
                "612 Fd Sqn": (Arm.ENGINEER, "british divisional engineers 1944"),
            },
        ),
        (
            GERMAN,
            {
                "I./SS-Pz.Rgt 1": (Arm.ARMOUR, "german panther battalion 1944"),
                "II./SS-Pz.Rgt 1": (Arm.ARMOUR, "german panzer iv battalion 1944"),
                "I./1": (Arm.MOTOR_INFANTRY, "german panzergrenadier battalion 1944"),
                "III.(gep.)/1": (Arm.ARMOURED_INFANTRY, "german panzergrenadier battalion armoured 1944"),
                "II. PzGren Btl": (Arm.MOTOR_INFANTRY, "german panzergrenadier battalion 1944"),
                "SS-Pz.Aufkl.Abt. 1": (Arm.RECONNAISSANCE, "german panzer reconnaissance battalion 1944"),
                "I., SS-Pz.Art.Rgt. 1": (
                    Arm.SELF_PROPELLED_ARTILLERY,
                    "german self-propelled artillery battalion 1944",
                ),
                "II., SS-Pz.Art.Rgt. 1": (Arm.FIELD_ARTILLERY, "german light artillery battalion 1944"),
                "III.": (Arm.MEDIUM_ARTILLERY, "german heavy artillery battalion 1944"),
                "SS-Flak-Abt. 1": (Arm.ANTI_AIRCRAFT, "german flak battalion 1944"),
                "SS-Pz.Pi.Btl. 1": (Arm.ENGINEER, "german panzer pioneer battalion 1944"),
                "II./Gren.Rgt. 980": (Arm.INFANTRY, "german grenadier battalion 1944"),
                "Füs.Btl. 272": (Arm.INFANTRY, "german fuesilier battalion 1944"),
                "IV./Art.Rgt. 272": (Arm.FIELD_ARTILLERY, "german light artillery battalion 1944"),
                "schwere SS-Panzer-Abteilung 101": (Arm.HEAVY_ARMOUR, "german heavy tank battalion tiger i 1944"),
                "s.Pz.Jg.Abt 654": (Arm.SELF_PROPELLED_ANTI_TANK, "german panzerjaeger battalion 1944"),
            },
        ),
        (
            SOVIET,
            {
                "110 TBr": (Arm.ARMOUR, "soviet tank brigade 1943"),
                "3 Motor Rifle Bn": (Arm.MOTOR_INFANTRY, "soviet motor rifle battalion 1943"),
                "36 Gds Hvy Tk Regt": (Arm.HEAVY_ARMOUR, "soviet heavy tank regiment 1943"),
                "1000 ATR": (Arm.ANTI_TANK, "soviet anti-tank regiment 1943"),
                "78 Eng Bn": (Arm.ENGINEER, "soviet sapper battalion 1943"),
                "2nd motor rifle battalion, 10 Gds Mech Bde": (Arm.MOTOR_INFANTRY, "soviet motor rifle battalion 1943"),
                "4 Gds Mcycle Bn": (Arm.MOTORCYCLE, "soviet motorcycle battalion 1943"),
                "3rd battalion, 26 Gds Abn Regt": (Arm.INFANTRY, "soviet rifle battalion 1943"),
                "16 Gds Mortar Regt": (Arm.ROCKET, "soviet guards mortar regiment 1943"),
            },
        ),
        (
            AMERICAN,
            {
                "2/16": (Arm.INFANTRY, "us infantry battalion 1944"),
                "2nd battalion, 18th Infantry": (Arm.INFANTRY, "us infantry battalion 1944"),
                "5th FA Bn": (Arm.MEDIUM_ARTILLERY, "us field artillery battalion 155 mm 1944"),
                "741st Tk Bn": (Arm.ARMOUR, "us tank battalion 1944"),
                "635th TD Bn": (Arm.ANTI_TANK, "us tank destroyer battalion towed 1944"),
                "58th Armd FA Bn": (Arm.SELF_PROPELLED_ARTILLERY, "us armored field artillery battalion 1944"),
                "102nd Cav Recon Sqdn": (Arm.RECONNAISSANCE, "us cavalry squadron 1944"),
            },
        ),
        (
            ITALIAN,
            {
                "IX Btg carri": (Arm.ARMOUR, "italian medium tank battalion 1941"),
                "V Btg": (Arm.MOTOR_INFANTRY, "italian bersaglieri battalion 1941"),
                "V Gruppo Semoventi 75/18": (Arm.SELF_PROPELLED_ANTI_TANK, "italian semovente group 1942"),
                "II./66 Rgt Fanteria": (Arm.INFANTRY, "italian infantry battalion 1942"),
            },
        ),
    ],
    ids=["british", "german", "soviet", "american", "italian"],
)
def test_abbreviations_of_five_armies_give_arm_and_establishment(
    tmp_path: Path, text: str, expected: dict[str, tuple[Arm, str]]
) -> None:
    scenario = written(tmp_path, text)[1]
    found = {name: (battalion(scenario, name).arm, battalion(scenario, name).establishment) for name in expected}
    assert found == expected | {name: (found[name][0], like) for name, (_, like) in expected.items() if name == "8 RB"}


def test_the_tanks_typed_give_the_classes_and_the_strength(tmp_path: Path) -> None:
    scenario = written(tmp_path, GERMAN)[1]
    hunters, panthers = battalion(scenario, "s.Pz.Jg.Abt 654"), battalion(scenario, "I./SS-Pz.Rgt 1")
    assert (hunters.armour, hunters.anti_tank_best, hunters.full.vehicles) == (Armour.HEAVY, AntiTank.HEAVY, 21)
    assert (panthers.armour, panthers.full.vehicles, panthers.size) == (Armour.HEAVY, 46, Size.NORMAL)


def test_leaders_dates_and_nations_are_read_from_the_lines(tmp_path: Path) -> None:
    done, scenario = written(tmp_path, BRITISH)
    assert scenario.first_day == date(1944, 7, 1)
    assert {f.name: f.led_by for f in scenario.formations if f.led_by} == {"British VIII Corps": "Lt Gen O'Connor"}
    assert [side.name for side in scenario.sides] == ["British", "Opponent"]
    told = [str(remark) for remark in done.guessed]
    assert any(
        re.match(r"corps\.txt:1: Proposed: the first day is 1 July 1944, because 'July 1944' stands there", line)
        for line in told
    )
    numbered = [int(found[1]) for line in told if (found := re.match(r"corps\.txt:(\d+): ", line))]
    assert numbered == sorted(numbered)


def test_a_division_of_which_nothing_is_told_has_what_it_should(tmp_path: Path) -> None:
    done, scenario = written(tmp_path, BRITISH)
    theirs = [f for f in scenario.formations if "15th Scottish Div" in f.name]
    assert len(theirs) >= 4 and sum(b.name.endswith("15th Scottish Div") for b in scenario.battalions) > 0
    assert any(
        r.subject == "15th Scottish Div"
        and "its units are not given" in str(r)
        and "british infantry division 1944" in str(r)
        for r in done.guessed
    )
    assert done.counts["units"] == 24


def test_figures_of_a_formation_are_told_and_not_lost(tmp_path: Path) -> None:
    done = written(
        tmp_path,
        "nation: german\nfirst day: 1 July 1944\nLXXX Korps\n  272. Inf.Div. (9000 men)\n  Pz.Rgt 12, 90 Panthers\n "
        "   I. Abt\n",
    )[0]
    assert [str(note) for note in done.notes] == [
        (
            "corps.txt:4: 272. Inf.Div.: the strength of a formation is the sum of its battalions, so 9000 men, 0 vehicles,"
            " 0 guns was left out. Write the strength for the battalions"
        ),
        (
            "corps.txt:5: Pz.Rgt 12: the strength of a formation is the sum of its battalions, so 0 men, 90 vehicles,"
            " 0 guns was left out. Write the strength for the battalions"
        ),
    ]


def test_bullets_at_the_left_edge_stand_under_the_line_without_one(tmp_path: Path) -> None:
    scenario = written(tmp_path, SOVIET)[1]
    levels = {f.name: f.level for f in scenario.formations}
    assert levels["5th Guards Tank Army"] is Level.ARMY and levels["18th Tank Corps"] is Level.CORPS
    above = {f.name: f.superior for f in scenario.formations}
    keys = {f.key: f.name for f in scenario.formations}
    assert keys[above["18th Tank Corps"] or ""] == "5th Guards Tank Army"
    assert scenario.first_day == date(1943, 7, 12)


def test_windows_line_ends_a_mark_at_the_start_and_utf_16_change_nothing(tmp_path: Path) -> None:
    plain = convert([_file(tmp_path / "a", GERMAN.encode())], Wishes())
    for n, raw in enumerate(
        (
            codecs.BOM_UTF8 + GERMAN.replace("\n", "\r\n").encode(),
            GERMAN.encode("utf-16"),
            GERMAN.replace("    ", "\t").encode(),
        )
    ):
        other = convert([_file(tmp_path / f"b{n}", raw)], Wishes())
        assert (other.files["german.yaml"], other.counts) == (plain.files["german.yaml"], plain.counts)
    old = convert([_file(tmp_path / "c", GERMAN.encode("cp1252"))], Wishes(encoding="cp1252"))
    assert old.files["german.yaml"] == plain.files["german.yaml"]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("side: A\nX Bde\n".encode("utf-16-le"), "cannot be read as text.*--encoding utf-16-le"),
        (b"{\\rtf1 Hello}", r"rich text \(RTF\), not plain text"),
        (b"<html><body>1st Bde</body></html>", "a web page, not plain text"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(tmp_path: Path, raw: bytes, words: str) -> None:
    with pytest.raises(BadFile, match=words) as caught:
        convert([_file(tmp_path / "a", raw)], Wishes())
    assert "\n" not in str(caught.value)


def test_depth_and_length_of_lines_have_a_limit(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"corps\.txt:62 is more than 60 levels deep"):
        convert([_file(tmp_path / "a", "\n".join(" " * n + f"U{n}" for n in range(1200)).encode())], Wishes())
    with pytest.raises(BadFile, match=r"corps\.txt:2: the line has 3,000 characters"):
        convert([_file(tmp_path / "b", b"X Bde\n" + b"A" * 3000)], Wishes())


def _file(folder: Path, raw: bytes) -> Path:
    folder.mkdir()
    (folder / "corps.txt").write_bytes(raw)
    return folder / "corps.txt"


def test_two_headings_at_the_left_edge_are_two_sides(tmp_path: Path) -> None:
    text = "ALLIES\n  XXX Corps\n    Guards Armoured Division\nAXIS\n  Kampfgruppe Walther\n    FJR 6\n    I./FJR 18\n"
    done, scenario = written(tmp_path, text, first_day=date(1944, 9, 17))
    assert [side.name for side in scenario.sides] == ["ALLIES", "AXIS"] and done.counts["units"] == 5
    assert battalion(scenario, "I./FJR 18").arm is Arm.PARACHUTE
    colon = written_in(tmp_path / "colon", "British:\n1st Bde\n  1 Foot\n\nGerman:\nKG X\n  I./1\n")
    assert [side.name for side in colon.sides] == ["British", "German"]


def test_a_first_line_that_names_no_unit_is_the_title(tmp_path: Path) -> None:
    text = (
        "Goodwood, 18 July 1944\n\nALLIES\n  VIII Corps\n    11th Armoured Div\nAXIS\n  I. SS-Panzerkorps\n    21."
        " Pz.Div.\n"
    )
    done, scenario = written(tmp_path, text)
    assert (scenario.title, scenario.first_day, [side.name for side in scenario.sides]) == (
        "Goodwood",
        date(1944, 7, 18),
        ["ALLIES", "AXIS"],
    )
    assert done.counts["units"] == 4
    organised = [str(r) for r in done.guessed if "organised like" in str(r)]
    assert "british armoured division 1944" in organised[0] and "german panzer division 1944" in organised[1]


def test_a_unit_without_an_arm_is_plain_infantry_of_the_nation(tmp_path: Path) -> None:
    scenario = written(tmp_path, "KG Meyer\n  Btl Schulz\n", nation="german", first_day=date(1944, 7, 1))[1]
    found = battalion(scenario, "Btl Schulz")
    assert (found.arm, found.establishment, found.unconfirmed) == (
        Arm.INFANTRY,
        "german grenadier battalion 1944",
        True,
    )


def written_in(folder: Path, text: str) -> Scenario:
    folder.mkdir()
    return written(folder, text)[1]


def test_lines_that_count_equipment_or_name_a_leader_speak_of_the_line_above(tmp_path: Path) -> None:
    scenario = written(
        tmp_path,
        "nation: british\n22 Armd Bde\n  Brig Hinde\n  4 CLY\n    - 44 Shermans\n    - 12 Fireflys\n    - 650 men\n "
        " 5 RHA\n    24 x Sextons\n",
    )[1]
    assert next(f for f in scenario.formations).led_by == "Brig Hinde"
    assert battalion(scenario, "4 CLY").full == Strength(650, 56, 0)
    assert battalion(scenario, "4 CLY").arm is Arm.ARMOUR
    assert battalion(scenario, "5 RHA").arm is Arm.SELF_PROPELLED_ARTILLERY


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("3 x bns", ["1 bn", "2 bn", "3 bn"]),
        ("3 x armd regts (23H, 2FFY, 3RTR)", ["23H", "2FFY", "3RTR"]),
        ("Two battalions", ["1 battalion", "2 battalion"]),
        ("2 armd regts, 1 motor bn", ["1 armd regt", "2 armd regt", "motor bn"]),
        ("3 x Btl", ["I. Btl", "II. Btl", "III. Btl"]),
        ("1 & 2 Bns", ["1 & 2 Bns"]),
        ("2 RTR", ["2 RTR"]),
        ("4 Abt.", ["4 Abt."]),
        ("99 x bns", ["99 x bns"]),
        ("66 Rgt Fanteria (2 btg)", ["66 Rgt Fanteria"]),
        ("29 Infantry Regiments", ["29 Infantry Regiments"]),
    ],
)
def test_a_count_stands_for_so_many_units(line: str, names: list[str]) -> None:
    assert [parted(one).name for one in several(line)] == names


@pytest.mark.parametrize(
    ("line", "is_equipment"),
    [
        ("12 x 25-pdr", True),
        ("700 men", True),
        ("20 Crusaders + 30 Grants", True),
        ("15 × Pz IV", True),
        ("28 Tiger I", True),
        ("21 Panzer", False),
        ("5 Guards Tank", False),
        ("3 Royal Tanks", False),
        ("1 KRRC motor 780 men", False),
        ("61 Med Regt", False),
        ("1000 ATR (20 x 45mm)", False),
        ("2nd Northants Yeo (Cromwell)", False),
        ("5 Cdo", False),
    ],
)
def test_equipment_is_told_from_units(line: str, is_equipment: bool) -> None:
    assert bool(equipment_of(line)) is is_equipment


@pytest.mark.parametrize(
    ("line", "name", "words", "led_by"),
    [
        ("8 RB (motor)", "8 RB", "motor", ""),
        ("153rd (Leicestershire Yeo) Fd Regt", "153rd (Leicestershire Yeo) Fd Regt", "", ""),
        ("7th Armoured Division (Desert Rats)", "7th Armoured Division (Desert Rats)", "", ""),
        ("1st Airborne Division (Maj-Gen Urquhart)", "1st Airborne Division", "", "Maj-Gen Urquhart"),
        ("XXX Corps - Lt-Gen Horrocks", "XXX Corps", "", "Lt-Gen Horrocks"),
        ("SS-StuG-Abt 1 (31 StuG)", "SS-StuG-Abt 1", "31 StuG", ""),
        ("II.  12 x 10.5cm leFH", "II.", "12 x 10.5cm leFH", ""),
    ],
)
def test_brackets_at_the_end_describe_or_name_a_leader(line: str, name: str, words: str, led_by: str) -> None:
    said = parted(line)
    assert (said.name, said.words, said.led_by) == (name, words, led_by)


def test_lines_drawn_as_a_tree_are_read_as_indented() -> None:
    assert [bare(line) for line in ("XIII Corps", "├─ 7th Div", "│  └─ 2 RTR", "** 110 TBr", "a) 4 RTR")] == [
        (0, 0, "XIII Corps"),
        (3, 0, "7th Div"),
        (6, 0, "2 RTR"),
        (0, 2, "110 TBr"),
        (0, 1, "4 RTR"),
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Shermans", "Sherman III"),
        ("T-34", "T-34/76"),
        ("Pak 40", "7.5 cm Pak 40"),
        ("PzKpfw V", "Panther"),
        ("cruisers", ""),
        ("tanks", ""),
    ],
)
def test_what_people_call_a_tank(typed: str, meant: str) -> None:
    assert shipped_name(typed) == meant


@pytest.mark.parametrize(
    ("nation", "level", "year", "said", "regiment", "name"),
    [
        ("german", Level.DIVISION, 1944, "12 VGD", False, "german volksgrenadier division 1944"),
        ("german", Level.DIVISION, 1941, "15. Panzer-Division", False, "german 15th panzer division 1941"),
        ("german", Level.DIVISION, 1944, "3. FJD", False, "german fallschirmjaeger division 1944"),
        ("soviet", Level.CORPS, 1943, "29th Tank Corps", False, "soviet tank corps 1942"),
        ("soviet", Level.DIVISION, 1943, "9th Gds Airborne Div", False, "soviet rifle division 1943"),
        ("british", Level.COMMAND, 1944, "4 Armd Bde", False, "british armoured brigade 1944"),
        ("british", Level.COMMAND, 1944, "34 Tank Bde", False, "british tank brigade 1944"),
        ("british", Level.COMMAND, 1944, "8 AGRA", False, ""),
        ("us", Level.COMMAND, 1944, "506 PIR", True, "us parachute infantry regiment 1944"),
        ("french", Level.DIVISION, 1940, "2e DLM", False, "french light mechanised division 1940"),
        ("japanese", Level.DIVISION, 1942, "18th Division", False, "japanese infantry division 1941"),
    ],
)
def test_the_organisation_nearest_in_kind_words_and_year(
    nation: str, level: Level, year: int, said: str, regiment: bool, name: str
) -> None:
    assert library().organisation_of(nation, level, year, said, is_regiment=regiment) == name


@given(st.text(max_size=60))
def test_any_line_is_some_unit_and_no_more_than_so_many(line: str) -> None:
    text = " ".join(line.split())
    found = several(text)
    assert 1 <= len(found) <= MOST_UNITS
    for one in found:
        parted(one)
    bare(line)
    equipment_of(text)


@pytest.mark.parametrize(
    ("line", "head", "below"),
    [
        ("RE: 14 & 615 Fd Sqns, 148 Fd Pk Sqn", "RE", ["14 Fd Sqn", "615 Fd Sqn", "148 Fd Pk Sqn"]),
        ("RA: 94, 112, 179 Fd Regts", "RA", ["94 Fd Regt", "112 Fd Regt", "179 Fd Regt"]),
        (
            "29th Armd Bde: 23 H, 2 FF Yeo, 3 RTR, 8 RB (motor)",
            "29th Armd Bde",
            ["23 H", "2 FF Yeo", "3 RTR", "8 RB (motor)"],
        ),
        ("8th Armoured Brigade (4/7 DG, 24 L, Notts Yeo)", "8th Armoured Brigade", ["4/7 DG", "24 L", "Notts Yeo"]),
        ("214 Inf Bde - 7 Som LI, 1 Worc R, 5 DCLI", "214 Inf Bde", ["7 Som LI", "1 Worc R", "5 DCLI"]),
        ("154 Bde: 1 Argyll & Sutherland Highlanders, 7 BW", "154 Bde", ["1 Argyll & Sutherland Highlanders", "7 BW"]),
        (
            "Pz.Gren.Rgt. 19: I., II. und III. Btl",
            "Pz.Gren.Rgt. 19",
            [f"{n}./Pz.Gren.Rgt. 19" for n in ("I", "II", "III")],
        ),
        ("Gren.Rgt. 980: I.-II. Btl", "Gren.Rgt. 980", ["I./Gren.Rgt. 980", "II./Gren.Rgt. 980"]),
        ("SS-Pz.Art.Rgt. 9: I./9, II./9", "SS-Pz.Art.Rgt. 9", ["I./9", "II./9"]),
        ("501st PIR: 1st Bn, 2nd Bn", "501st PIR", ["1st Bn, 501st PIR", "2nd Bn, 501st PIR"]),
        ("KG Brinkmann: SS-Pz.Aufkl.Abt. 10, 2 Kp", "KG Brinkmann", ["SS-Pz.Aufkl.Abt. 10", "2 Kp"]),
        ("Divisional troops: 61 Recce Regt, 2 Cheshire", "Divisional troops", ["61 Recce Regt", "2 Cheshire"]),
    ],
)
def test_a_line_that_lists_units_is_all_of_them(line: str, head: str, below: list[str]) -> None:
    (unit,) = units_of(line)
    assert (unit.text, [below.text for below in unit.members]) == (head, below)


@pytest.mark.parametrize(
    "line",
    [
        "2 RTR: 52 cruisers",
        "8 RB: motor battalion",
        "I./SS-Pz.Rgt 1: 46 Panther",
        "4th Armoured Brigade: 52 Cruisers, 30 Stuarts",
        "4th Brigade: Brig Hackett",
        "7th Armoured Division (Desert Rats)",
        "43rd (Wessex) Division",
        "5th Brigade: 94, 112",
        "4th Brigade: 700 men",
        "25 Field Regiment: 24 x 25-pdr",
    ],
)
def test_a_line_that_describes_its_unit_lists_none(line: str) -> None:
    assert [(unit.text, unit.members) for unit in units_of(line)] == [(line, ())]


def test_listed_units_stand_under_the_one_that_lists_them_and_it_is_said(tmp_path: Path) -> None:
    typed = """\
11th Armoured Division
  29th Armoured Brigade: 23 H, 2 FF Yeo, 3 RTR, 8 RB (motor)
    13 RHA (SP)
  159th Infantry Brigade
    4 KSLI; 3 Mons; 1 Herefords
    2 Kings, 5 Kings
  RE: 13 & 612 Fd Sqns
"""
    path = tmp_path / "u.txt"
    path.write_text(typed, encoding="utf-8")
    done = convert([path], Wishes(side="Allied", nation="british"))
    keep(done, tmp_path / "out")
    scenario = read_scenario(tmp_path / "out")
    under: dict[str, set[str]] = {}
    for one in scenario.battalions:
        under.setdefault(one.organic, set()).add(one.name)
    assert under["29th_armoured_brigade"] == {"23 H", "2 FF Yeo", "3 RTR", "8 RB", "13 RHA"}
    assert under["159th_infantry_brigade"] == {"4 KSLI", "3 Mons", "1 Herefords", "2 Kings", "5 Kings"}
    assert {one.arm for one in scenario.battalions if one.name in ("13 Fd Sqn", "612 Fd Sqn")} == {Arm.ENGINEER}
    assert done.counts["units"] == 16
    told = {(doubt.kind, *doubt.lines) for doubt in done.doubts}
    assert ("members", "u.txt:2") in told and ("row", "u.txt:6") in told


@pytest.mark.parametrize("typed", ["38e GRDI", "GRDI 38", "6e GRCA", "38e Groupe de reconnaissance"])
def test_a_french_reconnaissance_group_of_1940_is_of_its_year(typed: str, tmp_path: Path) -> None:
    path = tmp_path / "u.txt"
    path.write_text(f"first day: 1940-05-10\n71e Division d'Infanterie\n  {typed}\n", encoding="utf-8")
    done = convert([path], Wishes(side="French", nation="french"))
    keep(done, tmp_path / "out")
    found = next(one for one in read_scenario(tmp_path / "out").battalions if one.name == typed)
    assert found.establishment.startswith("french reconnaissance group 1940")
