"""Lines of orders of battle of seven armies, as they are printed: what is the name, what is counted, what stands under
what."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaign.errors import BadFile
from campaign.exchange.foreign.indented import Typist
from campaign.exchange.foreign.lines import bare, leader, parted
from campaign.exchange.foreign.rows import units_of
from campaign.terms.forces import Arm, SizeMark
from tests.exchange.test_foreign_public_texts import read_text, taken, words_of

NAMES = [
    ("3rd Battalion, 1st Punjab Regiment", ""),
    ("4th (Outram's) Battalion, 6th Rajputana Rifles", ""),
    ("1st Battalion, 33rd Armored Regiment", ""),
    ("Company C, 10th Armored Infantry Battalion", ""),
    ("9th Battalion, The Cameronians (Scottish Rifles)", ""),
    ("1st Independent Machine Gun Company (Royal Northumberland Fusiliers)", ""),
    ('101ª Divisione motorizzata "Trieste"', ""),
    ("65º Reggimento fanteria motorizzata", ""),
    ("CXXXII Battaglione misto genio", ""),
    ("11e régiment de dragons portés", ""),
    ("2d Bn, 33d Armd Regt, 34 M4 Sherman", "34 M4 Sherman"),
    ("4 RTR (Cruiser Tanks)", "Cruiser Tanks"),
    ("801st TD Bn (Towed)", "Towed"),
    ("PzJgAbt 346 mit 14 Pak", "14 Pak"),
    ("3 Bn, 2nd line, poor", "2nd line, poor"),
]


@pytest.mark.parametrize(("line", "words"), NAMES)
def test_a_name_goes_on_over_comma_brackets_and_small_letters(line: str, words: str) -> None:
    said = parted(line)
    assert said.words == words
    assert said.name == line.removesuffix(words).removesuffix(f"({words})").strip(" ,").removesuffix(" mit")


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("Stug.Abt. 200: 20 10,5cm le.F.H., 17 7,5cm Pak 40", (0, 0, 37)),
        ("1st Loyals - machine gun troops in 1943, the mortar platoon was lost", None),
        ("7 H | light tanks | 50 | Lt Col Byass", (0, 50, 0)),
        ("2 RTR, tanks, 52", (0, 52, 0)),
        ("PzJgAbt 5, 12 Pak 38, 6 Pak 40", (0, 0, 18)),
        ("1 Foot, 700 men, 4 6-pdr, 6 3-inch mortars, 13 carriers", (700, 13, 10)),
    ],
)
def test_no_year_and_no_number_of_a_model_is_a_strength(line: str, counted: tuple[int, int, int] | None) -> None:
    full = Typist("o.txt").unit(line.replace(",5cm", ".5cm"), "o.txt:1").full
    assert (full and (full.men, full.vehicles, full.guns)) == counted


@pytest.mark.parametrize(
    "who",
    [
        "Brigadier Graham",
        "MG Raymond O. Barton",
        "Hptm. Grimm",
        "SS-Hauptsturmführer Paul Helle",
        "Lieut.-General Sir Leslie Morshead",
    ],
)
def test_ranks_of_seven_armies_lead(who: str) -> None:
    assert leader(who) == who
    assert leader("MG Bn 30") == leader("MG Kompanie Meyer") == leader("Brigadier Gp") == ""


def test_marks_of_lists_are_no_names_and_dots_indent() -> None:
    assert [bare(line) for line in ("..7th Bde", "  ii) 2 East Yorks", "  ◦ CCA", "▪ 8 Bn")] == [
        (2, 0, "7th Bde"),
        (2, 1, "2 East Yorks"),
        (2, 2, "CCA"),
        (0, 3, "8 Bn"),
    ]


@pytest.mark.parametrize(
    ("line", "units"),
    [
        ("14th & 615th Fd. Sqns., R.E.", ["14th Fd. Sqn., R.E.", "615th Fd. Sqn., R.E."]),
        (
            "2/7th, 2/8th and 2/12th Field Regiments, RAA",
            ["2/7th Field Regiment, RAA", "2/8th Field Regiment, RAA", "2/12th Field Regiment, RAA"],
        ),
        ("21 Bn, 22 Bn, 23 Bn", ["21 Bn", "22 Bn", "23 Bn"]),
        ("1st Battalion, 1st Punjab Regiment", ["1st Battalion, 1st Punjab Regiment"]),
    ],
)
def test_a_line_of_several_units_has_no_unit_too_many(line: str, units: list[str]) -> None:
    assert [unit.text for unit in units_of(line)] == units


def test_what_is_called_after_its_division_is_none_and_one_battalion_is_not_eighteen(tmp_path: Path) -> None:
    text = "side: A (british)\nday starts at: 06:00\n2 NZ Division\n  4 Brigade\n    18 Bn\n  Div Cav, 28 carriers\nEighth Army\n"
    _, scenario = read_text(tmp_path, text)
    assert [(b.name, b.mark) for b in scenario.battalions if not b.headquarters_of] == [
        ("Div Cav", SizeMark.BATTALION),
        ("18 Bn", SizeMark.BATTALION),
    ]
    assert scenario.day_start_hour == 6
    with pytest.raises(BadFile, match=r"o\.txt:2: day starts at 'dawn' is not a time; write a whole hour"):
        taken(tmp_path, "o.txt", text.replace("06:00", "dawn"), leave_out=False)


COPIED = """\
== Allied ==
* {{flagicon|UK}} '''[[XXX Corps (United Kingdom)|XXX Corps]]'''
** 8th Armoured Brigade
*** 4th Battalion, [[Wiltshire Regiment]]<ref name="J">Joslen, second edition</ref>
"""
ON_THE_EDGE = """\
United States
XII Corps (Major General Manton S. Eddy)
• 4th Armored Division
  ◦ Combat Command A
    ▪ 37th Tank Battalion – Lieutenant Colonel Creighton Abrams
Germany
LVIII Panzer Corps
• 111th Panzer Brigade
  ◦ 2111th Panzer Battalion: 45 Panthers
"""


def test_a_page_of_a_wiki_is_read_as_it_is_shown(tmp_path: Path) -> None:
    done, scenario = read_text(tmp_path, COPIED)
    assert [b.name for b in scenario.battalions if not b.headquarters_of] == ["4th Battalion, Wiltshire Regiment"]
    assert {f.name for f in scenario.formations} == {"XXX Corps", "8th Armoured Brigade"}
    assert "Joslen, second edition" in done.files["allied.yaml"]


def test_sides_at_the_left_edge_head_lines_that_are_not_indented(tmp_path: Path) -> None:
    _, scenario = read_text(tmp_path, ON_THE_EDGE)
    assert {side.name for side in scenario.sides} == {"United States", "Germany"}
    assert {b.name: (b.side, b.arm) for b in scenario.battalions if not b.headquarters_of} == {
        "37th Tank Battalion": ("united_states", Arm.ARMOUR),
        "2111th Panzer Battalion": ("germany", Arm.ARMOUR),
    }


def test_what_a_column_that_nobody_knows_holds_is_told(tmp_path: Path) -> None:
    table = "Name;Art;Männer;Waffen;Nr\nI. Abt;Artillerie;450;zwölf Haubitzen;siebzehn\n"
    done = taken(tmp_path, "u.csv", table)
    assert words_of("zwölf Haubitzen siebzehn") <= words_of(
        " ".join(remark.in_full() for remark in (*done.left_out, *done.notes))
    )
