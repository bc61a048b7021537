"""Orders of battle as public ones spell them, and the law for all of them: no word is lost without a word.

A word of the input is in the files that are written, or in what is told: guessed, noted, left out.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st

from campaign.errors import BadFile
from campaign.exchange.check import read_scenario
from campaign.exchange.editors import SCHEMA_FILE
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.lines import leader, split_name
from campaign.exchange.foreign.vocabulary import unread
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Battalion, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Level, SizeMark
from campaign.terms.words import plain
from tests.exchange.test_foreign_files import MSDL, UNIT, ods
from tests.hang import ends
from tests.laws import tried


def taken(folder: Path, name: str, content: str | bytes, *, leave_out: bool = True) -> Converted:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with ends():
        done = convert([folder / name], Wishes(leave_out=leave_out))
        keep(done, folder / "out")
    return done


def read_text(folder: Path, text: str) -> tuple[Converted, Scenario]:
    return taken(folder, "o.txt", text), read_scenario(folder / "out")


def all_that_is_told(done: Converted) -> set[str]:
    return set(
        plain(" ".join(text for name, text in done.files.items() if name != SCHEMA_FILE)).replace("_", " ").split()
    )


BRITISH = """\
side: British (british)
50th (Northumbrian) Infantry Division
  69th Infantry Brigade
    {unit}
    7th Battalion, Green Howards
  9th Infantry Brigade
    1st Battalion, Black Watch
"""

NAMES = [
    ("5th Battalion, East Yorkshire Regiment", Arm.INFANTRY),
    ("7th Battalion, The Royal Norfolk Regiment", Arm.INFANTRY),
    ("4th Battalion, King's Own Scottish Borderers", Arm.INFANTRY),
    ("7th Battalion, Duke of Wellington's Regiment", Arm.INFANTRY),
    ("2nd Battalion, Argyll and Sutherland Highlanders", Arm.INFANTRY),
    ("12th Battalion, King's Royal Rifle Corps", Arm.MOTOR_INFANTRY),
    ("1st (Armoured) Battalion, Coldstream Guards", Arm.ARMOUR),
    ("2nd (Armoured) Battalion, Irish Guards", Arm.ARMOUR),
    ("2nd (Armoured) Battalion, Grenadier Guards", Arm.ARMOUR),
    ("2nd Armoured Reconnaissance Battalion, Welsh Guards", Arm.ARMOUR),
    ("1st (Motor) Battalion, Grenadier Guards", Arm.MOTOR_INFANTRY),
    ("74th Field Regiment, Royal Artillery", Arm.FIELD_ARTILLERY),
    ("102nd (Northumberland Hussars) Anti-Tank Regiment, Royal Artillery", Arm.ANTI_TANK),
    ("25th Light Anti-Aircraft Regiment, Royal Artillery", Arm.ANTI_AIRCRAFT),
    ("61st Regiment, Reconnaissance Corps", Arm.RECONNAISSANCE),
    ("107th Regiment, Royal Armoured Corps", Arm.ARMOUR),
    ("4th Battalion, The Royal Tank Regiment", Arm.ARMOUR),
    ("233rd Field Company, Royal Engineers", Arm.ENGINEER),
    ("V Battaglione bersaglieri", Arm.MOTOR_INFANTRY),
    ("IX Battaglione carri", Arm.ARMOUR),
    ("2nd Rifle Brigade", Arm.MOTOR_INFANTRY),
]


@pytest.mark.parametrize(("name", "arm"), NAMES)
def test_a_battalion_keeps_the_name_of_its_regiment(name: str, arm: Arm, tmp_path: Path) -> None:
    done, scenario = read_text(tmp_path, BRITISH.format(unit=name))
    found = next(b for b in scenario.battalions if b.name == name)
    assert found.arm is arm
    assert found.mark in (SizeMark.BATTALION, SizeMark.COMPANY)
    assert {f.name: f.level for f in scenario.formations}["69th Infantry Brigade"] is Level.COMMAND
    assert not any("is not understood" in str(one) for one in done.guessed)


def test_a_description_behind_the_regiment_is_none_of_its_name() -> None:
    assert split_name("2nd Battalion, Cheshire Regiment, machine gun") == (
        "2nd Battalion, Cheshire Regiment",
        "machine gun",
    )
    assert split_name("2 RTR, tanks, 52 cruisers") == ("2 RTR", "tanks, 52 cruisers")
    assert split_name("6th Battalion, Green Howards") == ("6th Battalion, Green Howards", "")
    assert split_name("5th Army, El Alamein October 1942")[0] == "5th Army"
    assert split_name("V Battaglione bersaglieri 700 men") == ("V Battaglione bersaglieri", "700 men")


def test_motor_battalions_of_the_rifle_brigade_are_battalions(tmp_path: Path) -> None:
    text = (
        "side: A (british)\n7th Armoured Division\n  4th Armoured Brigade\n    2nd Rifle Brigade, motor\n    1st"
        " Rifle Brigade, motor\n"
    )
    done, scenario = read_text(tmp_path, text)
    found = [b for b in scenario.battalions if "Rifle" in b.name]
    assert [(b.mark, b.establishment) for b in found] == [(SizeMark.BATTALION, "british motor battalion 1944")] * 2
    assert any(
        "2nd Rifle Brigade: Proposed: a battalion, because it bears the name of a regiment" in str(one)
        for one in done.guessed
    )
    assert not any("organised like" in str(one) for one in done.guessed)


def test_a_rifle_brigade_of_an_army_that_has_such_is_one(tmp_path: Path) -> None:
    text = "side: A (soviet)\n5th Guards Corps\n  2nd Rifle Brigade\n    1 Rifle Bn\n  3rd Rifle Brigade\n"
    assert {f.name for f in read_text(tmp_path, text)[1].formations} >= {"2nd Rifle Brigade", "3rd Rifle Brigade"}


LEADERS = [
    "Lieutenant-General Miles Dempsey",
    "Major-General D.A.H. Graham",
    "Lieutenant General Sir Brian Horrocks",
    "Brigadier F.Y.C. Knox",
    "Generalleutnant Fritz Bayerlein",
    "SS-Brigadeführer Heinz Harmel",
    "Lieutenant-Colonel J. O. E. Vandeleur",
    "Generale Ettore Baldassarre",
    "Colonel Robert F. Sink",
    "Gen. der Panzertruppe Wilhelm Ritter von Thoma",
]


@pytest.mark.parametrize("who", LEADERS)
def test_a_general_on_a_line_of_his_own_leads_the_unit_above(who: str, tmp_path: Path) -> None:
    text = f"side: A (british)\n  Corps of A\n    {who}\n    9th Division\n      Major X\n      1 Bde\n        1 Foot\n"
    done, scenario = read_text(tmp_path, text)
    assert next(f for f in scenario.formations if f.name == "Corps of A").led_by == who
    assert not [b for b in scenario.battalions if who in b.name]
    assert leader(who) == who
    del done


def test_a_second_leader_and_one_of_a_whole_side_are_not_lost(tmp_path: Path) -> None:
    text = (
        "side: A (british)\nGeneral Bernard Montgomery\n1 Bde\n  Brigadier Hinde\n  Major Carver\n  GOC: Lord Gort\n"
        "  1 Foot\n"
    )
    done, scenario = read_text(tmp_path, text)
    found = next(f for f in scenario.formations if f.name == "1 Bde")
    assert (found.led_by, found.notes) == ("Brigadier Hinde", "Major Carver. Lord Gort.")
    assert any(
        "General Bernard Montgomery was left out. He is written above every unit" in str(one) for one in done.notes
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("last day: 27 May 1942", "days: 2"),
        ("end: 3 June 1942", "days: 9"),
        ("Start: 5 May 1942", "Write when the campaign begins: first day: 5 May 1942"),
        ("tittle: x", "did you mean title?"),
        ("led by: Rommel", "under the unit, indented further"),
        ("turns: four", "write side, nation, title"),
    ],
)
def test_a_key_of_the_head_that_is_none_is_refused_with_those_there_are(line: str, says: str, tmp_path: Path) -> None:
    text = f"first day: 26 May 1942\n{line}\nside: A (british)\n1 Bde\n  1 Foot\n"
    with pytest.raises(BadFile) as refused:
        taken(tmp_path, "o.txt", text, leave_out=False)
    assert (
        f"o.txt:2: {line.partition(':')[0]!r} cannot be written at the head; write side, nation, title, name,"
        " summary, first day, days" in str(refused.value)
    )
    assert says in str(refused.value)
    done, scenario = read_text(tmp_path, text)
    assert [side.name for side in scenario.sides] == ["A", "Opponent"]
    assert len(done.left_out) == 1


@pytest.mark.parametrize(
    "line",
    [
        "RE: 14 & 615 Fd Sqns",
        "Corps troops: 1 Fd Regt, 2 Med Regt",
        "XIII Corps: 4 Bde, 5 Bde",
        "Attached: 7 RTR, 8 RTR",
    ],
)
def test_a_line_that_lists_units_is_no_key(line: str, tmp_path: Path) -> None:
    done, _ = read_text(tmp_path, f"side: A (british)\n{line}\n1 Bde\n  1 Foot\n")
    assert done.left_out == ()


@pytest.mark.parametrize(
    ("row", "full", "told"),
    [
        ("2 RTR,Cruiser tanks,52", Strength(666, 52, 0), "strength 52 counts tanks or vehicles"),
        ("25 Fd Regt,artillery,24", Strength(672, 0, 24), "strength 24 counts guns"),
        ("1 Foot,infantry,700", Strength(700, 13, 6), ""),
        ("2 RTR,tanks,666", Strength(666, 72, 0), ""),
        ("1 Foot,infantry,70", Strength(70, 13, 6), "strength 70 counts men"),
    ],
)
def test_a_strength_counts_what_such_a_unit_is_counted_in(row: str, full: Strength, told: str, tmp_path: Path) -> None:
    done = taken(tmp_path, "u.csv", f"Name,Type,Strength\n{row}\n")
    assert read_scenario(tmp_path / "out").battalions[0].full == full
    assert (
        any(told in str(one) for one in done.guessed)
        if told
        else not any("strength" in str(one) and "counts" in str(one) for one in done.guessed)
    )


def test_a_word_that_is_neither_name_nor_understood_is_told_and_kept(tmp_path: Path) -> None:
    done, scenario = read_text(tmp_path, "side: A (british)\n1 Bde\n  1 Foot, infantry, hungry since noon, 700 men\n")
    found: Battalion = scenario.battalions[0]
    assert (found.name, found.notes, found.full.men) == ("1 Foot", "hungry since noon", 700)
    assert any(
        "1 Foot: Proposed: kept in its notes, because 'hungry since noon' is not understood" in str(one)
        for one in done.guessed
    )
    assert unread("3 armoured regiments with 52 Cruiser tanks, veteran") == ""


# the law

AS_THEY_COME = (Phase.explicit, Phase.reuse, Phase.generate)
"""They are short already; to shorten one that fails takes minutes."""
WORDS = [
    "East",
    "Yorkshire",
    "Queen's",
    "tanks",
    "motor",
    "Guards",
    "veteran",
    "hungry",
    "cruisers",
    "Northumberland",
    "Hussars",
    "men",
    "gepanzert",
    "bersaglieri",
    "Folgore",
    "the",
    "Rifle",
    "Brigade",
    "Mk",
    "Royal",
    "Artillery",
    "Sherwood",
    "infantry",
    "Pak",
    "Panzer",
    "Kampfgruppe",
    "Walther",
    "attached",
    "Green",
    "machine",
    "gun",
    "Corps",
    "Black",
    "Watch",
]
SIZES = ["Battalion", "Regiment", "bn", "Bataillon", "Squadron", "Company", "Abteilung", "Battaglione"]
phrase = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
tail = st.one_of(
    st.just(""),
    phrase.map(lambda said: f", {said}"),
    phrase.map(lambda said: f" ({said})"),
    phrase.map(lambda said: f" - {said}"),
    phrase.map(lambda said: f" [{said}]"),
    phrase.map(lambda said: f" {said}"),
    phrase.map(lambda said: f", 52 {said}"),
)
unit = st.tuples(st.integers(1, 99), st.sampled_from(SIZES), tail, tail).map(
    lambda made: f"{made[0]} {made[1]}{made[2]}{made[3]}"
)


def words_of(text: str) -> set[str]:
    """Words of letters, but for the field's own that join or count."""
    return {
        word
        for word in plain(re.sub(r"^side: |#.*$", "", text, flags=re.MULTILINE)).split()
        if re.fullmatch(r"[^\W\d_]{2,}", word)
    }


def assert_no_word_is_lost(text: str, done: Converted) -> None:
    assert words_of(text) - all_that_is_told(done) == set()


@tried(10, long=60, phases=AS_THEY_COME)
@given(st.lists(unit, min_size=1, max_size=5), st.lists(unit, max_size=2), tail)
def test_no_word_of_a_text_is_lost(units: list[str], small: list[str], of_the_brigade: str) -> None:
    lines = [
        "side: Axis",
        f"3rd Division{of_the_brigade}",
        f"  9th Brigade{of_the_brigade}",
        *(f"    {one}" for one in units),
        *(f"      {one}" for one in small),
    ]
    text = "\n".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        assert_no_word_is_lost(text, taken(Path(folder), "o.txt", text))


def as_csv(rows: list[list[str]]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode()


def as_xlsx(rows: list[list[str]]) -> bytes:
    book, written = openpyxl.Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append([cell or None for cell in row])
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize("form", ["u.csv", "u.xlsx", "u.ods"])
@tried(6, long=60, phases=AS_THEY_COME)
@given(
    rows=st.lists(
        st.tuples(unit, phrase, st.sampled_from(["", "bn", "company"]), phrase, st.sampled_from(["", "hungry dogs"])),
        min_size=1,
        max_size=5,
    )
)
def test_no_word_of_a_table_is_lost(form: str, rows: list[tuple[str, ...]]) -> None:
    table = [["name", "arm", "size", "led by", "description"], *([one.replace("&", "") for one in row] for row in rows)]
    with tempfile.TemporaryDirectory() as folder:
        content = {"u.csv": as_csv, "u.xlsx": as_xlsx, "u.ods": ods}[form](table)
        assert_no_word_is_lost("\n".join(" ".join(row) for row in rows), taken(Path(folder), form, content))


SYMBOLS = [
    "10031000161211000000",
    "10031000161205000000",
    "10033000001202030000",
    "10031000151303000000",
    "10031000181211000000",
    "10031000140000000000",
]


@tried(6, long=60, phases=AS_THEY_COME)
@given(
    st.lists(st.tuples(phrase, st.sampled_from(SYMBOLS)), min_size=1, max_size=6),
    st.lists(st.tuples(phrase, st.sampled_from(SYMBOLS)), max_size=3),
)
def test_no_name_of_an_orbat_mapper_file_is_lost(tops: list[tuple[str, str]], below: list[tuple[str, str]]) -> None:
    number = iter(range(1000))

    def said(name: str, symbol: str, under: list[dict[str, object]]) -> dict[str, object]:
        return {"id": str(next(number)), "name": name, "sidc": symbol, "subUnits": under}

    infantry = "10031000161211000000"
    units = [said(*one, [said(*two, []) for two in below]) for one in tops] + [said("Rest", infantry, [])]
    content = {
        "type": "ORBAT-mapper",
        "version": "3.4.0",
        "startTime": "1944-06-06T00:00:00Z",
        "sides": [{"name": "British", "groups": [{"name": "Units", "subUnits": units}]}],
    }
    with tempfile.TemporaryDirectory() as folder:
        done = taken(Path(folder), "o.json", json.dumps(content))
    assert_no_word_is_lost(" ".join(name for name, _ in [*tops, *below]), done)


@tried(6, long=60, phases=AS_THEY_COME)
@given(
    st.lists(
        st.tuples(
            phrase,
            st.sampled_from(
                ["SFGPUCI----E---", "SFGPUCFHE--E---", "SFGPUCI----D---", "SFSPCLCC-------", "SFGPUCI----H---"]
            ),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_no_name_of_an_msdl_file_is_lost(units: list[tuple[str, str]]) -> None:
    told = [
        UNIT.format(
            handle=f"u{n}", symbol=symbol, name=name, lon=11 + n / 100, over="<ForceSideHandle>s1</ForceSideHandle>"
        )
        for n, (name, symbol) in enumerate([*units, ("Rest", "SFGPUCI----F---")])
    ]
    with tempfile.TemporaryDirectory() as folder:
        done = taken(Path(folder), "o.xml", MSDL.format(units="".join(told)))
    assert_no_word_is_lost(" ".join(name for name, _ in units), done)


FRONT = """\
side: Allied (british)
first day: 15 May 1941
XIII Corps
  7th Armoured Division @ Fort Capuzzo
    7th Armoured Brigade
      2 RTR
      4 RTR
  4th Indian Division
    11th Indian Infantry Brigade @ Sollum Barracks
      2nd Camerons
      1/6 Rajputana Rifles
side: Axis (german)
5. leichte Division @ Bardia
  Panzer-Regiment 5
    I./Panzer-Regiment 5
"""


@pytest.mark.rule("OB-SUP-03", "OB-SUP-05")
def test_headquarters_stand_behind_their_troops_and_places_are_theirs(tmp_path: Path) -> None:
    """A division's with its front line would be cut off at the first contact; a corps' that is far behind stays
    there."""
    from campaign.exchange.check import shipped

    brevity = next(one.folder for one in shipped() if one.key == "operation-brevity")
    (tmp_path / "o.txt").write_text(FRONT, encoding="utf-8")
    done = convert([tmp_path / "o.txt"], Wishes(map_of=brevity))
    keep(done, tmp_path / "out")
    scenario = read_scenario(tmp_path / "out")
    heads = {b.name: b.place for b in scenario.battalions if b.headquarters_of}
    assert heads == {
        "HQ XIII Corps": "mersa_matruh",
        "HQ 7th Armoured Division": "musaid",
        "HQ 4th Indian Division": heads["HQ 4th Indian Division"],
        "HQ 5. leichte Division": "bardia_fork",
    }
    assert heads["HQ 4th Indian Division"] not in ("mersa_matruh", "sollum_barracks")
    assert {
        place.key: place.owner
        for place in scenario.places
        if place.key in ("capuzzo", "sollum_barracks", "bardia", "sofafi")
    } == {"capuzzo": "allied", "sollum_barracks": "allied", "bardia": "axis", "sofafi": None}
    assert any(
        "begin behind their troops" in one.text and "7th Armoured Division at musaid" in one.names
        for one in done.guessed
    )
