"""An order of battle typed as indented text: the tree, what is guessed from words, and what is refused with its
line."""

from __future__ import annotations

import tempfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import BadFile, Refused
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import convert, keep
from campaign.exchange.foreign.lines import split_name
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Battalion, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Experience, Level, SizeMark
from tests.laws import tried

CORPS = """\
title: The frontier
first day: 15 May 1941
days: 4
side: Allied
nation: british

XIII Corps
  led by: Lt-Gen Beresford-Peirse
  7th Armoured Division
    4th Armoured Brigade @ Crossroads    # halted there
      2 RTR tanks 52 cruisers
      4 RTR, 24/50 Matilda
      11th Hussars, armoured cars
    7th Support Group
      arrives: 2.3 at allied_start
      1 KRRC motor 780 men
      2 RB, motor, veteran
      4 RHA
\t\t
  4th Indian Division
    nation: indian
    11th Indian Infantry Brigade
      2nd Camerons
      1/6 Rajputana Rifles
      A Company 1st Cheshires, machine guns [coy]
    25th Field Regiment, 24 25-pdr

side: Axis (german)
5. leichte Division
  Panzer-Regiment 5
    I./Panzer-Regiment 5 tanks 40/75
  Aufklärungs-Abteilung 3
"""


def converted(tmp_path: Path, text: str, **wishes: object) -> Scenario:
    source = tmp_path / "corps.txt"
    source.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    keep(convert([source], Wishes(**wishes)), out)  # type: ignore[arg-type]
    return read_scenario(out)


def battalion(scenario: Scenario, name: str) -> Battalion:
    return next(b for b in scenario.battalions if b.name == name)


def faults_of(tmp_path: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(BadFile) as caught:
        converted(tmp_path, text)
    assert "\n" not in str(caught.value)
    return caught.value.faults


def test_a_corps_typed_becomes_a_campaign(tmp_path: Path) -> None:
    scenario = converted(tmp_path, CORPS)
    assert (scenario.title, scenario.first_day, scenario.days) == ("The frontier", date(1941, 5, 15), 4)
    assert [side.name for side in scenario.sides] == ["Allied", "Axis"]
    assert {f.name: f.level for f in scenario.formations} == {
        "XIII Corps": Level.CORPS,
        "7th Armoured Division": Level.DIVISION,
        "4th Armoured Brigade": Level.COMMAND,
        "7th Support Group": Level.COMMAND,
        "4th Indian Division": Level.DIVISION,
        "11th Indian Infantry Brigade": Level.COMMAND,
        "5. leichte Division": Level.DIVISION,
        "Panzer-Regiment 5": Level.COMMAND,
    }
    assert next(f for f in scenario.formations if f.name == "XIII Corps").led_by == "Lt-Gen Beresford-Peirse"


@pytest.mark.parametrize(
    ("name", "arm", "like", "full", "present"),
    [
        ("2 RTR", Arm.ARMOUR, "british cruiser regiment 1941", Strength(577, 52, 0), Strength(577, 52, 0)),
        ("4 RTR", Arm.HEAVY_ARMOUR, "british army tank battalion 1941", Strength(600, 50, 0), Strength(600, 24, 0)),
        (
            "11th Hussars",
            Arm.ARMOURED_CAR,
            "british armoured car regiment 1941",
            Strength(500, 55, 0),
            Strength(500, 55, 0),
        ),
        ("1 KRRC", Arm.MOTOR_INFANTRY, "british motor battalion 1941", Strength(780, 45, 0), Strength(780, 45, 0)),
        ("4 RHA", Arm.FIELD_ARTILLERY, "british field regiment 1941", Strength(672, 0, 24), Strength(672, 0, 24)),
        ("2nd Camerons", Arm.INFANTRY, "indian infantry battalion 1941", Strength(780, 10, 0), Strength(780, 10, 0)),
        (
            "25th Field Regiment",
            Arm.FIELD_ARTILLERY,
            "british field regiment 1941",
            Strength(672, 0, 24),
            Strength(672, 0, 24),
        ),
        (
            "I./Panzer-Regiment 5",
            Arm.ARMOUR,
            "german panzer battalion africa 1941",
            Strength(625, 75, 0),
            Strength(625, 40, 0),
        ),
        (
            "Aufklärungs-Abteilung 3",
            Arm.RECONNAISSANCE,
            "german reconnaissance battalion 1941",
            Strength(750, 32, 0),
            Strength(750, 32, 0),
        ),
    ],
)
def test_words_and_the_nation_s_establishments_give_the_classes(
    tmp_path: Path, name: str, arm: Arm, like: str, full: Strength, present: Strength
) -> None:
    found = battalion(converted(tmp_path, CORPS), name)
    assert (found.arm, found.establishment, found.full, found.present) == (arm, like, full, present)


def test_places_arrivals_sizes_and_experience_are_taken_from_the_line(tmp_path: Path) -> None:
    scenario = converted(tmp_path, CORPS)
    assert battalion(scenario, "2 RTR").place == "crossroads"
    late = battalion(scenario, "4 RHA").arrives
    assert late is not None and (late.day, late.turn, late.at) == (2, 3, "allied_start")
    assert battalion(scenario, "2 RB").experience is Experience.VETERAN
    company = battalion(scenario, "A Company 1st Cheshires")
    assert (company.mark, company.arm) == (SizeMark.COMPANY, Arm.MACHINE_GUN)


def test_every_guess_is_listed_with_its_line_and_kept_in_a_file(tmp_path: Path) -> None:
    source = tmp_path / "corps.txt"
    source.write_text(CORPS, encoding="utf-8")
    done = convert([source], Wishes())
    told = [str(remark) for remark in done.guessed]
    assert (
        "corps.txt:11: 2 RTR: Proposed: armour; like british cruiser regiment 1941, because 'tanks' says so."
        ' To change it: set "2 RTR" arm armour'
    ) in told
    assert any(
        line.startswith("corps.txt:23: 2nd Camerons: Proposed: infantry; like ")
        and "because its 11th Indian Infantry Brigade is." in line
        for line in told
    )
    assert any("no map is given" in line for line in told)
    assert all(guess.in_full() in done.files["converted.txt"] for guess in done.guessed)
    assert (done.counts["units"], done.depth) == (20, 4)
    for name in (b for b in CORPS.splitlines() if "," in b and ":" not in b):
        assert any(name.split(",")[0].strip() in line for line in told)


def test_an_unsure_guess_is_marked_unconfirmed(tmp_path: Path) -> None:
    scenario = converted(tmp_path, "nation: british\n7th Support Group\n  2nd Camerons\n  2 RTR tanks\n", side="Allied")
    assert battalion(scenario, "2nd Camerons").unconfirmed
    assert not battalion(scenario, "2 RTR").unconfirmed


def test_one_side_alone_gets_an_opponent_to_be_filled_in(tmp_path: Path) -> None:
    scenario = converted(
        tmp_path, "1st Brigade\n  1st Bn Foot\n", nation="british", side="Blue", first_day=date(1944, 6, 6)
    )
    assert [side.key for side in scenario.sides] == ["blue", "opponent"]
    assert battalion(scenario, "1st Bn Foot").establishment == "british infantry battalion 1944"


def test_it_can_stand_on_the_map_of_a_shipped_scenario(tmp_path: Path) -> None:
    from campaign.exchange.check import find_scenario

    home = find_scenario("operation-brevity")
    scenario = converted(
        tmp_path, CORPS.replace("Crossroads", "Fort Capuzzo").replace("allied_start", "Sidi Barrani"), map_of=home
    )
    theirs = read_scenario(home)
    assert [(p.key, p.x_m, p.y_m, p.hill) for p in scenario.places] == [
        (p.key, p.x_m, p.y_m, p.hill) for p in theirs.places
    ]
    assert [(r.key, r.length_m, r.shape, r.crossings) for r in scenario.roads] == [
        (r.key, r.length_m, r.shape, r.crossings) for r in theirs.roads
    ]
    assert battalion(scenario, "2 RTR").place == "capuzzo"


def test_companies_are_counted_in_their_battalion(tmp_path: Path) -> None:
    text = "nation: german\n1st Brigade\n  2 Para Bn\n    A Company, 100 men\n    B Company, 120 men\n"
    scenario = converted(tmp_path, text, side="Blue")
    found = battalion(scenario, "2 Para Bn")
    assert (found.arm, found.full.men, found.notes) == (Arm.PARACHUTE, 220, "Sub-units: A Company, B Company.")


def test_more_echelons_than_levels_lose_the_one_between(tmp_path: Path) -> None:
    text = "nation: german\n15. Panzer-Division\n  Panzer-Brigade\n    Panzer-Regiment 8\n" + "".join(
        f"      Bn {n} tanks\n" for n in range(6)
    )
    scenario = converted(tmp_path, text, side="Axis")
    assert [(f.name, f.level) for f in scenario.formations] == [
        ("15. Panzer-Division", Level.DIVISION),
        ("Panzer-Regiment 8", Level.COMMAND),
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("first day: someday\n1st Brigade\n  A Bn\n", 1, "first day: 'someday' is not a date"),
        ("days: many\n1st Brigade\n  A Bn\n", 1, "days 'many'"),
        ("1st Brigade\n  A Bn\n    arrives: soon\n", 3, "arrives 'soon'"),
        ("1st Brigade\n  A\x07 Bn\n", 2, "cannot be printed"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    found = faults_of(tmp_path, text)
    assert any(fault.startswith(f"corps.txt:{line}: ") and words in fault for fault in found), found


def test_what_is_refused_can_be_left_out_by_name(tmp_path: Path) -> None:
    source = tmp_path / "corps.txt"
    source.write_text("nation: us\n1st Brigade\n    A Bn\n    arrives: soon\n", encoding="utf-8")
    done = convert([source], Wishes(leave_out=True))
    assert len(done.left_out) == 1 and "'soon'" in str(done.left_out[0]) and "soon" in done.files["converted.txt"]


def test_a_line_indented_unlike_its_neighbours_is_a_doubt(tmp_path: Path) -> None:
    source = tmp_path / "corps.txt"
    source.write_text("nation: us\n1st Brigade\n    A Bn\n  B Bn\n", encoding="utf-8")
    done = convert([source], Wishes())
    assert [(unit.name, unit.under) for unit in done.result[1:]] == [("A Bn", "corps.txt:2"), ("B Bn", "corps.txt:2")]
    assert [(doubt.kind, doubt.lines) for doubt in done.doubts][-1:] == [("uneven", ("corps.txt:4",))]


def test_a_place_that_is_not_on_the_map_is_refused(tmp_path: Path) -> None:
    assert any("Nowhere" in fault for fault in faults_of(tmp_path, "nation: us\n1st Brigade @ Nowhere\n  A Bn\n"))


def test_other_letters_are_told_with_line_and_column(tmp_path: Path) -> None:
    source = tmp_path / "corps.txt"
    source.write_bytes("nation: german\nBrigade\n  Aufklärungs-Abteilung 3\n".encode("cp1252"))
    with pytest.raises(BadFile, match=r"corps\.txt:3:8 has the byte 0xE4, which is not UTF-8 text.*--encoding cp1252"):
        convert([source], Wishes())
    keep(convert([source], Wishes(encoding="cp1252", side="Axis")), tmp_path / "out")
    assert battalion(read_scenario(tmp_path / "out"), "Aufklärungs-Abteilung 3").arm is Arm.RECONNAISSANCE


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    converted(tmp_path, CORPS)
    (tmp_path / "out" / "converted.txt").unlink()
    before = {path: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    with pytest.raises(Refused, match="nothing is overwritten"):
        converted(tmp_path, CORPS)
    assert {path: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("2 RTR tanks 52 cruisers", "2 RTR", "tanks 52 cruisers"),
        ("2 RTR, tanks, 52 cruisers", "2 RTR", "tanks, 52 cruisers"),
        ("14th Infantry Regiment", "14th Infantry Regiment", ""),
        ("Panzer-Regiment 8 tanks 60", "Panzer-Regiment 8", "tanks 60"),
        ("KG Walther 700 men", "KG Walther", "700 men"),
        ("1/6 Rajputana Rifles", "1/6 Rajputana Rifles", ""),
        ("Guards | infantry", "Guards", "infantry"),
    ],
)
def test_a_name_ends_where_the_description_begins(line: str, name: str, words: str) -> None:
    assert split_name(line) == (name, words)


trees = st.recursive(st.just([]), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30)


@tried(15, long=100)
@given(st.lists(trees, min_size=1, max_size=3))
def test_no_unit_of_any_tree_is_lost(forest: list[object]) -> None:
    lines: list[str] = []

    def write(tree: object, depth: int) -> None:
        lines.append("  " * depth + f"Unit{len(lines)} Bn")
        assert isinstance(tree, list)
        for below in tree:
            write(below, depth + 1)

    for tree in forest:
        write(tree, 0)
    with tempfile.TemporaryDirectory() as where:
        source = Path(where) / "a.txt"
        source.write_text("nation: us\n" + "\n".join(lines), encoding="utf-8")
        done = convert([source], Wishes(side="Blue", doubt=100))
        keep(done, Path(where) / "out")
        scenario = read_scenario(Path(where) / "out")
    told = " ".join(map(str, done.guessed))
    written = {f.name for f in scenario.formations} | {b.name.split(",")[0] for b in scenario.battalions}
    assert all(f"Unit{n} Bn" in written or f"Unit{n} Bn:" in told for n in range(len(lines)))
    assert done.counts["units"] == len(lines)


NATIVE = """first day: 1 September 1939
Side: Poland
Wołyńska Brygada Kawalerii
  19 Pułk Ułanów
  2 Dywizjon Artylerii
7 Dywizja Piechoty
10 Brygada Pancerna
  1 batalion czołgów
  21 batalion czołgów lekkich R35
  101 kompania czołgów
Side: Finland
12. Divisioona
Side: Hungary
2. páncélos hadosztály
Side: Romania
Divizia 1 Blindată
"""


def test_the_armies_of_the_east_in_their_own_words(tmp_path: Path) -> None:
    """What Polish, Finnish, Hungarian and Romanian lists call their units is read as it is in English."""
    text = tmp_path / "native.txt"
    text.write_text(NATIVE, encoding="utf-8")
    keep(convert([text], Wishes()), tmp_path / "out")
    written = "\n".join(path.read_text(encoding="utf-8") for path in sorted((tmp_path / "out").glob("*.yaml")))
    for like in (
        "polish cavalry regiment 1939",
        "polish infantry division 1939",
        "finnish infantry division 1939",
        "hungarian armoured division 1942",
        "romanian armoured division 1941",
        "polish light tank battalion 1939",
        "polish tank battalion r35 1939",
        "polish light tank company 1939",
    ):
        assert f"like: {like}" in written, like
    assert "{battalion: 2 Dywizjon Artylerii, like: polish" in written
