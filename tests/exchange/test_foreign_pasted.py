"""Orders of battle as people paste them: from encyclopaedias, published lists and club spreadsheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from campaign.cli.contents import campaign as program
from campaign.errors import BadFile, Refused
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import REMARKS, Converted, changes_before, convert, keep
from campaign.exchange.foreign.indented import Typist
from campaign.exchange.foreign.readings import Kind, readings
from campaign.exchange.foreign.shorts import short_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.foreign.written import contents, unmarked
from campaign.exchange.values import Scenario
from campaign.terms.forces import Arm, Level
from tests.exchange.test_foreign_road_files import geopackage

GOODWOOD = """\
Operation Goodwood order of battle
From Wikipedia, the free encyclopedia

This is the order of battle for Operation Goodwood, which was fought in Normandy between 18 and 20 July 1944.

British forces[edit]
Second Army
Lieutenant-General Miles Dempsey

VIII Corps – Lieutenant-General Sir Richard O'Connor[1]
Guards Armoured Division[2]
GOC: Major-General Allan Adair
• 5th Guards Armoured Brigade
  • 2nd (Armoured) Battalion, Grenadier Guards
  • 1st (Motor) Battalion, Grenadier Guards
• Divisional troops
  • 55th Field Regiment, Royal Artillery
  • Guards Armoured Division Engineers
  • Guards Armoured Divisional Signals, Royal Corps of Signals
  • 19th Light Field Ambulance, RAMC
7th Armoured Division[edit]
Major-General George Erskine
22nd Armoured Brigade (Brigadier William Hinde)
4th County of London Yeomanry (Sharpshooters)
1st Battalion, Rifle Brigade (Motor)
131st Infantry Brigade
1/5th, 1/6th and 1/7th Battalions, Queen's Royal Regiment (West Surrey)
Divisional troops
3rd & 5th Regiments, Royal Horse Artillery
11th Armoured Division (Major-General Philip "Pip" Roberts)[3][a]
29th Armoured Brigade: 2nd Fife and Forfar Yeomanry, 23rd Hussars, 8th Battalion, Rifle Brigade
Support troops:
13th Regiment, Royal Horse Artillery (Honourable Artillery Company)

German forces[edit]
Panzergruppe West
General der Panzertruppe Heinrich Eberbach
I SS-Panzerkorps – SS-Obergruppenführer Sepp Dietrich
1. SS-Panzer-Division Leibstandarte (SS-Brigadeführer Theodor Wisch)
- SS-Panzer-Regiment 1
-- I./SS-Panzer-Regiment 1 (Panther)
- SS-Panzergrenadier-Regiment 1 (I., II., III. Bataillon)
- SS-Nachrichten-Abteilung 1
schwere SS-Panzer-Abteilung 101 (Tiger I)
LXXXVI. Armeekorps – General der Infanterie Hans von Obstfelder
21. Panzer-Division (Generalmajor Edgar Feuchtinger)
- Panzer-Grenadier-Regiment 125 (Major Hans von Luck): I. and II. Btl
- Panzer-Grenadier-Regiment 192 with I./192 and II./192
- Panzer-Jäger-Abteilung 200

References[edit]
1. Jackson, p. 79
"""


def taken(folder: Path, text: str, *, name: str = "o.txt", out: str = "out") -> tuple[Converted, Scenario]:
    (folder / name).write_text(text, encoding="utf-8")
    done = convert([folder / name], Wishes(changes=changes_before(folder / out)))
    keep(done, folder / out)
    return done, read_scenario(folder / out)


@pytest.fixture(scope="module")
def goodwood(tmp_path_factory: pytest.TempPathFactory) -> tuple[Converted, Scenario]:
    return taken(tmp_path_factory.mktemp("goodwood"), GOODWOOD)


def superiors(scenario: Scenario) -> dict[str, str]:
    """The formation of every battalion, by its name."""
    names = {formation.key: formation.name for formation in scenario.formations}
    return {battalion.name: names[battalion.organic] for battalion in scenario.battalions}


def test_what_is_no_unit_is_told_and_not_taken(goodwood: tuple[Converted, Scenario]) -> None:
    done, scenario = goodwood
    names = " ".join([unit.name for unit in (*scenario.battalions, *scenario.formations)])
    for word in ("Wikipedia", "edit", "[", "Jackson", "Dempsey", "order of battle", "Signals", "Ambulance", "Nachrich"):
        assert word not in names
    told = " ".join(map(str, (*done.guessed, *done.notes)))
    for word in (
        "free encyclopedia",
        "a sentence",
        "after the order of battle",
        "'signals'",
        "'ambulance'",
        "'nachrichten'",
    ):
        assert word in told
    assert done.counts["service units left out"] == 3


def test_units_with_long_names_have_short_ones(goodwood: tuple[Converted, Scenario]) -> None:
    shorts = {unit.name: unit.short for unit in (*goodwood[1].battalions, *goodwood[1].formations)}
    assert shorts["55th Field Regiment, Royal Artillery"] == "55 Fd Regt RA"
    assert shorts["7th Armoured Division"] == "7 Armd Div"
    assert shorts["Panzer-Grenadier-Regiment 125"] == "PzGrenRgt 125"
    assert short_of("91st (Argyll and Sutherland Highlanders) Anti-Tank Regiment, Royal Artillery") == "91 A-Tk Regt RA"


def test_who_would_share_a_short_name_has_none(tmp_path: Path) -> None:
    text = (
        "Allied\n1st Division\n  4th (Lowland) Field Regiment, Royal Artillery\n  4th (Border) Field Regiment, Royal"
        " Artillery\n"
    )
    _, scenario = taken(tmp_path, text)
    assert {unit.short for unit in scenario.battalions if "Field" in unit.name} == {
        unit.name for unit in scenario.battalions if "Field" in unit.name
    }


def test_its_days_are_those_of_its_first_sentence(goodwood: tuple[Converted, Scenario]) -> None:
    assert goodwood[1].first_day.isoformat() == "1944-07-18" and goodwood[1].days == 3


def test_words_of_size_make_the_tree_where_nothing_is_indented(goodwood: tuple[Converted, Scenario]) -> None:
    levels = {formation.name: formation.level for formation in goodwood[1].formations}
    for name, level in (
        ("Second Army", Level.ARMY),
        ("VIII Corps", Level.CORPS),
        ("7th Armoured Division", Level.DIVISION),
        ("Guards Armoured Division", Level.DIVISION),
        ("22nd Armoured Brigade", Level.COMMAND),
        ("Support troops", Level.COMMAND),
        ("Panzergruppe West", Level.ARMY),
        ("Panzer-Grenadier-Regiment 192", Level.COMMAND),
    ):
        assert levels[name] is level, name
    under = superiors(goodwood[1])
    for battalion, formation in (
        ("2nd (Armoured) Battalion, Grenadier Guards", "5th Guards Armoured Brigade"),
        ("1/6th Battalion, Queen's Royal Regiment (West Surrey)", "131st Infantry Brigade"),
        ("5th Regiment, Royal Horse Artillery", "Divisional troops"),
        ("8th Battalion, Rifle Brigade", "29th Armoured Brigade"),
        ("13th Regiment, Royal Horse Artillery (Honourable Artillery Company)", "Support troops"),
        ("III./SS-Panzergrenadier-Regiment 1", "SS-Panzergrenadier-Regiment 1"),
        ("II./Panzer-Grenadier-Regiment 125", "Panzer-Grenadier-Regiment 125"),
    ):
        assert under[battalion] == formation
    assert under["schwere SS-Panzer-Abteilung 101"] == "I SS-Panzerkorps"


def test_ranks_before_names_are_leaders(goodwood: tuple[Converted, Scenario]) -> None:
    leaders = {formation.name: formation.led_by for formation in goodwood[1].formations}
    for name, leader in (
        ("Second Army", "Lieutenant-General Miles Dempsey"),
        ("VIII Corps", "Lieutenant-General Sir Richard O'Connor"),
        ("Guards Armoured Division", "Major-General Allan Adair"),
        ("7th Armoured Division", "Major-General George Erskine"),
        ("22nd Armoured Brigade", "Brigadier William Hinde"),
        ("11th Armoured Division", 'Major-General Philip "Pip" Roberts'),
        ("Panzergruppe West", "General der Panzertruppe Heinrich Eberbach"),
        ("I SS-Panzerkorps", "SS-Obergruppenführer Sepp Dietrich"),
    ):
        assert leaders[name] == leader


def test_arms_of_german_names_with_dashes(goodwood: tuple[Converted, Scenario]) -> None:
    arms = {battalion.name: battalion.arm for battalion in goodwood[1].battalions}
    assert arms["I./Panzer-Grenadier-Regiment 125"] is Arm.MOTOR_INFANTRY
    assert arms["Panzer-Jäger-Abteilung 200"] is Arm.ANTI_TANK
    assert arms["13th Regiment, Royal Horse Artillery (Honourable Artillery Company)"] is Arm.FIELD_ARTILLERY


@pytest.mark.parametrize(
    ("text", "battalions"),
    [
        (
            (
                'side: Axis (italian)\nfirst day: 27 May 1942\n132ª Divisione corazzata "Ariete" (Gen. Giuseppe De'
                " Stefanis)\n"
                "132º Reggimento carri\nVIII Battaglione carri M13/40\nX Battaglione carri\n8º Reggimento bersaglieri\n"
                "V Battaglione\nXII Battaglione\n90ª Sezione sanità\n"
            ),
            {
                "X Battaglione carri, 132º Reggimento carri": Arm.ARMOUR,
                "V Battaglione, 8º Reggimento bersaglieri": Arm.MOTOR_INFANTRY,
            },
        ),
        (
            (
                "side: Allied (us)\nVII Corps (MG J. Lawton Collins)\n1st Infantry Division (Maj. Gen. Clarence R."
                " Huebner)\n"
                "16th Infantry Regiment (Col. Frederick W. Gibb)\n1st Battalion\n2nd Battalion\n26th Infantry"
                " Regiment\n1st Battalion\n"
                "1st Medical Battalion\nMP Platoon\n745th Tank Battalion\n"
            ),
            {
                "1st Bn, 16th Infantry Regiment": Arm.INFANTRY,
                "1st Bn, 26th Infantry Regiment": Arm.INFANTRY,
                "745th Tank Battalion": Arm.ARMOUR,
            },
        ),
        (
            (
                "side: Soviet\n5th Guards Tank Army, Lieutenant General Pavel Rotmistrov, 12 July 1943\n18th Tank"
                " Corps (Maj.-Gen."
                " B.S. Bakharov)\n36th Guards Heavy Tank Regiment (Churchill)\n"
            ),
            {"36th Guards Heavy Tank Regiment": Arm.HEAVY_ARMOUR},
        ),
        (
            (
                "side: French\n1re Division Française Libre (général Koenig)\n- 13e Demi-brigade de Légion"
                " étrangère\n-- 2e bataillon\n"
                "- 1er régiment d'artillerie\n"
            ),
            {"2e bataillon": Arm.INFANTRY, "1er régiment d'artillerie": Arm.FIELD_ARTILLERY},
        ),
        (
            (
                "side: Polish\n1st Polish Armoured Division (Gen. bryg. Stanisław Maczek)\n10th Armoured Cavalry"
                " Brigade\n"
                "1st Polish Armoured Regiment\n10th Polish Dragoons Regiment\n3rd Polish Infantry Brigade\n8th"
                " Battalion\n"
            ),
            {"1st Polish Armoured Regiment": Arm.ARMOUR, "8th Battalion": Arm.INFANTRY},
        ),
    ],
    ids=["italian", "us", "soviet", "french", "polish"],
)
def test_lists_of_five_armies_that_are_not_indented(text: str, battalions: dict[str, Arm], tmp_path: Path) -> None:
    _, scenario = taken(tmp_path, text)
    arms = {battalion.name: battalion.arm for battalion in scenario.battalions}
    for name, arm in battalions.items():
        assert arms[name] is arm, sorted(arms)
    assert not any("Medical" in name or "sanità" in name or "MP" in name for name in arms)


def test_bullets_of_a_word_processor_are_echelons(tmp_path: Path) -> None:
    text = (
        "side: Allied\n7th Armoured Division\n•\t22nd Armoured Brigade\no\t1st Royal Tank Regiment\no\t5th Royal"
        " Tank Regiment\n"
    )
    _, scenario = taken(tmp_path, text)
    assert superiors(scenario)["5th Royal Tank Regiment"] == "22nd Armoured Brigade"


def test_a_division_that_is_indented_keeps_what_is_typed(tmp_path: Path) -> None:
    """Whoever indents says with it what stands under what."""
    text = "side: British\nXIII Corps\n  7th Armoured Division\n  4th Indian Division\n  25th Field Regiment\n"
    _, scenario = taken(tmp_path, text)
    assert superiors(scenario)["25th Field Regiment"] == "XIII Corps"


# the club's spreadsheet

CLUB = """\
Formation,Unit,Sherman,Firefly,Stuart,Men,Notes
29th Armoured Brigade,23rd Hussars,46,12,11,650,
29th Armoured Brigade,8th Rifle Brigade,,,,800,motor
159th Infantry Brigade,3rd Monmouths,,,,820,
"""


def test_columns_that_count_tanks_are_equipment(tmp_path: Path) -> None:
    done, scenario = taken(tmp_path, CLUB, name="club.csv")
    hussars = next(battalion for battalion in scenario.battalions if battalion.name == "23rd Hussars")
    assert (hussars.full.men, hussars.full.vehicles) == (650, 69)
    assert {f.name for f in scenario.formations} >= {"29th Armoured Brigade", "159th Infantry Brigade"}
    assert any("have no row of their own" in str(remark) for remark in done.guessed)


def test_tanks_in_words_in_one_cell(tmp_path: Path) -> None:
    _, scenario = taken(
        tmp_path, 'Brigade,Battalion,Tanks\n29th Armoured Brigade,23rd Hussars,"Sherman 46, Stuart 11"\n', name="c.csv"
    )
    assert scenario.battalions[0].full.vehicles == 57


# what was guessed is changed by one line

SHORT = (
    "side: Allied (british)\nfirst day: 18 July 1944\n11th Armoured Division\n  29th Armoured Brigade\n    2nd"
    " Fife\n    23rd Hussars\n"
)


def test_every_guess_of_a_unit_has_the_line_that_changes_it(tmp_path: Path) -> None:
    done, _ = taken(tmp_path, SHORT)
    report = (tmp_path / "out" / REMARKS).read_text(encoding="utf-8")
    for remark in done.guessed:
        assert report.count(remark.in_full()) == 1
    assert '# set "2nd Fife" arm armour' in report
    units = [remark for remark in done.guessed if "2nd Fife" in str(remark) or "11th Armoured Division" in str(remark)]
    assert units and all(remark.change for remark in units)


def test_lines_set_in_the_report_count_the_next_time(tmp_path: Path) -> None:
    taken(tmp_path, SHORT)
    report = tmp_path / "out" / REMARKS
    report.write_text(
        report.read_text(encoding="utf-8").replace(
            '# set "2nd Fife" arm armour',
            'set "2nd Fife" arm motor infantry\n set days 5\n set "2nd Fife" strength 700 men',
        ),
        encoding="utf-8",
    )
    for _ in range(2):
        _, scenario = taken(tmp_path, SHORT)
        fife = next(battalion for battalion in scenario.battalions if battalion.name == "2nd Fife")
        assert fife.arm is Arm.MOTOR_INFANTRY and fife.full.men == 700 and scenario.days == 5


def test_lines_set_stand_in_the_text_itself_too(tmp_path: Path) -> None:
    _, scenario = taken(
        tmp_path,
        SHORT + 'set "23rd Hussars" name 23rd Hussars (Sharpe)\nset "2nd Fife" under 11th Armoured Division\n'
        'set "11th Armoured Division" headquarters british corps headquarters 1944\nset "Allied" name British\nset'
        ' "11th Armoured Division" headquarters at The crossroads\n',
    )
    head = next(battalion for battalion in scenario.battalions if battalion.name == "HQ 11th Armoured Division")
    assert head.place == "crossroads"
    under = superiors(scenario)
    assert under["2nd Fife"] == "11th Armoured Division" and "23rd Hussars (Sharpe)" in under
    assert scenario.sides[0].name == "British"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('set "3rd Fife" arm infantry', "no unit or side is called '3rd Fife'; did you mean 2nd Fife"),
        ('set "2nd Fife" arm hovercraft', "no arm is called 'hovercraft'. Write infantry"),
        ('set "2nd Fife" colour red', 'set "NAME" WHAT VALUE'),
        ('set "2nd Fife" under 3rd Corps', "no unit '3rd Corps'"),
        ("set days many", "write a whole number of days"),
        ('set "track" road silk', "write a line such as"),
        ('set road "track" silk', "write metalled road"),
        ('set "2nd Fife" points many', "whole number of points"),
        ('set "2nd Fife" home Caen', "no side is called '2nd Fife'. The sides are Allied"),
    ],
)
def test_a_line_that_changes_nothing_is_refused_with_its_number(line: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refusal:
        taken(tmp_path, SHORT + line + "\n")
    assert "o.txt:7" in str(refusal.value) and reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_of_several_units_of_one_name_that_of_a_formation_is_set(tmp_path: Path) -> None:
    text = (
        "side: Allied (us)\n1st Infantry Division\n  16th Infantry Regiment\n    1st Battalion\n  18th Infantry"
        " Regiment\n"
        "    1st Battalion\n"
    )
    with pytest.raises(BadFile, match=r"2 units have this name\. Say which"):
        taken(tmp_path, text + 'set "1st Battalion" experience veteran\n')
    _, scenario = taken(tmp_path, text + 'set "1st Battalion, 18th Infantry Regiment" experience veteran\n')
    assert sorted(
        battalion.experience.value for battalion in scenario.battalions if battalion.name == "1st Battalion"
    ) == ["regular", "veteran"]


def test_a_service_is_kept_and_troops_are_set_aside_by_one_line(tmp_path: Path) -> None:
    text = SHORT + "  2nd Field Ambulance\n"
    done, scenario = taken(tmp_path, text)
    assert "2nd Field Ambulance" not in superiors(scenario)
    lines = [remark.change for remark in done.guessed if "Ambulance" in remark.subject]
    assert lines == ['set "2nd Field Ambulance" aside no']
    _, scenario = taken(tmp_path, f'{text}{lines[0]}\nset "2nd Fife" aside yes\n', out="again")
    assert "2nd Field Ambulance" in superiors(scenario) and "2nd Fife" not in superiors(scenario)


def test_files_changed_by_hand_are_not_written_over(tmp_path: Path) -> None:
    taken(tmp_path, SHORT)
    taken(tmp_path, SHORT)
    with (tmp_path / "out" / "map.yaml").open("a", encoding="utf-8") as file:
        file.write("# mine\n")
    with pytest.raises(Refused, match=r"map\.yaml was changed by hand"):
        taken(tmp_path, SHORT)
    assert "# mine" in (tmp_path / "out" / "map.yaml").read_text(encoding="utf-8")


def test_the_terminal_says_how_a_guess_is_changed(tmp_path: Path) -> None:
    (tmp_path / "o.txt").write_text(SHORT, encoding="utf-8")
    result = CliRunner().invoke(program, ["convert", str(tmp_path / "o.txt"), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0 and 'set "2nd Fife" arm armour' in result.output


@pytest.mark.parametrize("line", ["last day: 27 May 1942", "end: 3 May 1942", "colour: red"])
def test_a_word_of_the_head_that_is_none_is_refused_with_those_that_are(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be written at the head; write side, nation, title"):
        taken(tmp_path, "first day: 26 May 1942\n" + line + "\n" + "side: Allied\n2 RTR\n")


# whatever is pasted


def test_marks_of_notes_are_none_of_a_name() -> None:
    text = "Guards Armoured Division[2][nb 3][a][citation needed][edit | edit source] (Adair)†"
    assert unmarked(text) == "Guards Armoured Division (Adair)"
    assert unmarked("8 RB [bn]") == "8 RB [bn]"
    assert readings("References")[0].kind is Kind.END
    assert readings("1st Battalion, Suffolk Regiment")[0].kind is Kind.UNIT


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "  ", "\t", "• ", "o\t", "-- ", "\u00a0\u00a0"]),
            st.sampled_from(
                [
                    *GOODWOOD.splitlines(),
                    "I. Abteilung",
                    "Divisional troops",
                    'set "23rd Hussars" under VIII Corps',
                    'set "',
                    "[edit]",
                    "References",
                ]
            ),
        ),
        max_size=14,
    )
)
def test_pasted_lines_in_any_order_end_in_a_draft(lines: list[tuple[str, str]]) -> None:
    text = "\n".join(mark + line for mark, line in lines)
    draft = Typist("o.txt").read(text, "Allied", "")
    for remark in (*draft.guessed, *draft.refused, *draft.notes):
        assert "\n" not in str(remark)


def test_a_pasted_list_and_a_road_map_of_qgis_are_played_in_one_sitting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "goodwood.txt").write_text(
        f'{GOODWOOD.split("References")[0]}set "British forces" home Caen\nset "German forces" home Vimont\n'
        'set "VIII Corps" at Troarn\nset "Troarn" points 3\n',
        encoding="utf-8",
    )
    geopackage(tmp_path / "roads.gpkg")
    for words in (
        ["convert", "goodwood.txt", "roads.gpkg", "--out", "goodwood"],
        ["check", "goodwood"],
        ["new", "goodwood", "--db", "g.db", "--seed", "7"],
        ["next", "--auto", "--until", "day", "--db", "g.db"],
    ):
        result = CliRunner().invoke(program, words)
        assert result.exit_code == 0, result.output
    assert "Day 1, 18 July 1944" in result.output and "Troarn 3" in result.output


def test_places_score_on_a_road_map_of_which_nobody_says_what_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing scores the program would move nobody."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "goodwood.txt").write_text(GOODWOOD.split("References")[0], encoding="utf-8")
    geopackage(tmp_path / "roads.gpkg")
    done = CliRunner().invoke(program, ["convert", "goodwood.txt", "roads.gpkg", "--out", "goodwood"])
    assert done.exit_code == 0, done.output
    shown = done.output.split("Suggested values, for you to confirm:")[1].splitlines()[1:]
    told = " ".join("\n".join(shown[:12]).split())
    assert "home edge" in told and "no objectives are given" in told, done.output
    scenario = read_scenario(tmp_path / "goodwood")
    homes = {edge for side in scenario.sides for edge in side.home_edges}
    scoring = {objective.place for objective in scenario.objectives}
    assert scoring and not scoring & homes
    assert re.search(r'^ +# set ".+" points 1$', (tmp_path / "goodwood" / REMARKS).read_text("utf-8"), re.MULTILINE)
    positions = []
    for words in (["new", "goodwood", "--seed", "7"], ["orbat"], ["next", "--auto", "--until", "day"], ["orbat"]):
        result = CliRunner().invoke(program, [*words, *["--json"] * (words == ["orbat"]), "--db", "g.db"])
        assert result.exit_code == 0, result.output
        positions.append(re.findall(r'"position": "([^"]*)"', result.output))
    assert positions[1] != positions[3], "the program moves somebody"


KURSK = """\
Kursk 1943 - southern face: 48th Panzer Corps versus 6th Guards Army
Order of Battle, 5 July 1943

AXIS
4th Panzer Army - Col-Gen Hermann Hoth
    XLVIII Panzer Corps
        3rd Panzer Division
            543rd Panzerjäger Battalion
            3rd Panzer Reconnaissance Battalion
SOVIET
6th Guards Army
    22nd Guards Rifle Corps
        96th Tank Brigade
"""


def test_lines_over_two_sides_are_the_title_though_they_name_units(tmp_path: Path) -> None:
    done, scenario = taken(tmp_path, KURSK)
    assert [side.name for side in scenario.sides] == ["AXIS", "SOVIET"]
    assert scenario.title == "Kursk 1943 - southern face: 48th Panzer Corps versus 6th Guards Army"
    assert not any("is not understood" in str(guess) for guess in done.guessed)
    top = next(formation for formation in scenario.formations if formation.name == "4th Panzer Army")
    assert top.led_by == "Col-Gen Hermann Hoth"


def test_a_heading_of_a_side_may_tell_the_battle_and_its_days(tmp_path: Path) -> None:
    text = (
        "ALLIED FORCES – KASSERINE PASS, 19–25 FEBRUARY 1943\n• 1st Armored Division\n  • 81st Armored"
        " Reconnaissance Battalion\nAXIS FORCES\n• 10. Panzer-Division\n  • Kradschützen-Bataillon 10\nSources:"
        " Howe, Northwest Africa\n"
    )
    done, scenario = taken(tmp_path, text)
    assert [side.name for side in scenario.sides] == ["ALLIED FORCES", "AXIS FORCES"]
    assert any("a source" in str(note) for note in done.notes)


@pytest.mark.parametrize(
    "listed",
    [
        "1\tBritish forces\n1.1\tSecond Army\n2\tGerman forces\n3\tReferences\n",
        "British forces\nGerman forces\nReferences\n",
    ],
)
def test_the_contents_of_a_page_are_no_units(listed: str, tmp_path: Path) -> None:
    done, scenario = taken(tmp_path, GOODWOOD.replace("\nBritish forces", f"\nContents\n{listed}\nBritish forces", 1))
    assert [side.name for side in scenario.sides] == ["British forces", "German forces"]
    assert done.ledgers[0].by_reason()["the page's list of contents"] == len(listed.splitlines()) + 1
    assert len(scenario.battalions) == len(taken(tmp_path, GOODWOOD, out="plain")[1].battalions)


def test_contents_without_a_list_end_at_once() -> None:
    assert contents(["Contents", "British forces", "4 RTR"]) == {1}
    assert contents(["4 RTR", "5 RTR"]) == set()


def test_a_brigade_after_divisional_troops_is_the_division_s_neighbour(tmp_path: Path) -> None:
    text = (
        "I Corps\n3rd Infantry Division\n8th Infantry Brigade\n1st Battalion, Suffolk Regiment\nDivisional Troops\n"
        "20th Anti-Tank Regiment\n27th Armoured Brigade\n13th/18th Royal Hussars\nStaffordshire Yeomanry\n"
    )
    _, scenario = taken(tmp_path, f"side: Allied (british)\n{text}")
    names = {formation.key: formation.name for formation in scenario.formations}
    above = {formation.name: names.get(formation.superior or "") for formation in scenario.formations}
    assert (above["Divisional Troops"], above["27th Armoured Brigade"]) == ("3rd Infantry Division", "I Corps")


def test_tanks_in_brackets_and_commas_in_brackets_are_none_of_a_name(tmp_path: Path) -> None:
    text = (
        "side: Axis (german)\nfirst day: 18 July 1944\nLXXXVI. Armeekorps\n21. Panzer-Division\nPanzer-Regiment 22\n"
        "I. Abteilung (Panzer IV)\nII. Abteilung\nHeeres-Flak-Abteilung 305\n"
        '12. SS-Panzer-Division "Hitlerjugend" (Kampfgruppe Wünsche, in reserve)\nSS-Panzer-Regiment 12\n'
    )
    _, scenario = taken(tmp_path, text)
    arms = {battalion.name: battalion.arm for battalion in scenario.battalions}
    assert arms["I./Panzer-Regiment 22"] is arms["II./Panzer-Regiment 22"] is Arm.ARMOUR
    marks = {formation.name.split()[0]: formation.level for formation in scenario.formations}
    assert marks["12."] is Level.DIVISION


def test_a_unit_less_one_of_its_squadrons_is_no_squadron(tmp_path: Path) -> None:
    text = (
        "side: Allied (british)\nfirst day: 18 July 1944\n11th Armoured Division\n2nd Northamptonshire Yeomanry\n"
        "Attached: 22nd Dragoons (Sherman Crab flails) less one squadron, 26th Assault Squadron RE\n"
    )
    done, scenario = taken(tmp_path, text)
    names = [battalion.name for battalion in scenario.battalions]
    assert "22nd Dragoons (Sherman Crab flails) less one squadron" in names
    assert sum("a quarter of it: " in str(guess) and "it is a company" in str(guess) for guess in done.guessed) == 1


def test_a_formation_named_in_another_tongue_is_of_that_nation(tmp_path: Path) -> None:
    text = (
        "side: Axis (german)\nfirst day: 19 February 1943\nKampfgruppe DAK\n  Aufklärungs-Abteilung 33\n"
        "  131ª Divisione corazzata Centauro\n    5° Reggimento bersaglieri\n    Gruppo semoventi 75/18\n"
    )
    done, scenario = taken(tmp_path, text)
    likes = {battalion.name: battalion.establishment for battalion in scenario.battalions}
    assert "italian" in str(likes["5° Reggimento bersaglieri"])
    assert "Gruppo semoventi 75/18" in likes
    assert [guess.change for guess in done.guessed if "nation italian, because its name says so" in str(guess)]


def test_a_text_that_names_no_unit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"^o\.txt names no unit\. .* give its side: --side NAME"):
        taken(tmp_path, "Hello there\n\nthis is nothing\n")
    assert not (tmp_path / "out").exists()
    with pytest.raises(BadFile, match=r"^o\.txt names no unit\."):
        taken(tmp_path, "side: Blue\nHello there\n")
