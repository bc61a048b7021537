"""The Brevity battle sheet's contents."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from campaign.rules.common.force import Strength, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brevity import sheet_values
from campaign.rules.tabletop.brevity.quick_reference import location_fact
from campaign.rules.tabletop.brevity.sheet import quick_tables
from campaign.rules.tabletop.brevity.sheet_odds import odds_note
from campaign.rules.tabletop.interface import tabletop
from campaign.terms.forces import (
    AntiTank,
    Armour,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    MarchClass,
    Nationality,
    Size,
    Weapon,
)
from campaign.terms.state import Light, Posture, Sky, State, Support
from campaign.terms.time import Moment
from campaign.words.sheet import SheetBody
from tests.rules.forces import ARMOURED, GUARDS, force, guns, infantry, tanks

AXIS = (Nationality.GERMAN, Nationality.ITALIAN)
MATILDAS = tanks(
    "4th R Tank Regt",
    armour=Armour.HEAVY,
    hit_row=HitRow.VEHICLE,
    march_class=MarchClass.CAVALRY,
    combat_class=CombatClass.FOOT,
    command=GUARDS,
    organic=ARMOURED,
    state=State.SPENT,
    equipment="24 Matildas",
)


def capuzzo(book: Rulebook = DEFAULTS, **kwargs: object) -> sheet_values.Sheet:
    forces = force(
        infantry("1st Durham LI"),
        MATILDAS,
        tanks(),
        guns(support=Support.DIRECT_SUPPORT, supports=GUARDS),
        with_commander=bool(kwargs.pop("general", False)),
    )
    given = {"night": False, "light": Light.DAY, **kwargs}
    return sheet_values.sheet(forces, AXIS, book, **given)  # type: ignore[arg-type]


def test_unit_lines_say_everything() -> None:
    durham, matilda, cruisers, battery = (line for strip in capuzzo().commands for line in strip.lines)
    assert (durham.number, durham.size, durham.march, durham.combat, durham.hit) == (
        1,
        "N 1",
        (178, 96, 16),
        (24, 16),
        ("4-6", "5-6", "6"),
    )
    assert (durham.protection, durham.anti_tank_best, durham.anti_tank_all, durham.casualty_row, durham.direct_in) == (
        "U",
        "L",
        "L",
        "Inf",
        8,
    )
    assert (durham.artillery, durham.artillery_text, durham.flags, durham.start_state) == ("", "–", "–", State.FRESH)
    assert (matilda.size, matilda.march, matilda.combat, matilda.hit) == (
        "W 1",
        (64, 48, 16),
        (24, 16),
        ("5-6", "5-6", "5-6"),
    )
    assert (matilda.protection, matilda.start_state, matilda.note) == ("H", State.SPENT, "24 × Matildas, of 7 Armd")
    assert (cruisers.hit, cruisers.hit_if_moving, cruisers.combat, cruisers.protection) == (
        ("6", "6", "6"),
        True,
        (48, 8),
        "L",
    )
    assert (battery.artillery, battery.artillery_in, battery.anti_tank_best, battery.note) == (
        "25-pdr",
        80,
        "LM",
        "supports 22 Gds",
    )


@pytest.mark.rule("OB-MOV-10")
def test_a_dash_stays_a_dash() -> None:
    line = (
        sheet_values.sheet(
            force(infantry(combat_class=CombatClass.LIGHT_VEHICLE, hit_row=HitRow.VEHICLE)),
            AXIS,
            DEFAULTS,
            night=False,
            light=Light.DAY,
        )
        .commands[0]
        .lines[0]
    )
    assert line.combat == (32, None)


def test_flags_of_engineers_and_inexperience() -> None:
    units = [
        infantry(engineers=Engineers.SUPPORT),
        infantry(engineers=Engineers.SPECIALIST, experience=Experience.GREEN),
        infantry(experience=Experience.GREEN),
    ]
    made = sheet_values.sheet(force(*units), AXIS, DEFAULTS, night=False, light=Light.DAY)
    assert [line.flags for line in made.commands[0].lines] == ["e", "E I", "I"]
    assert any("inexperienced" in line for line in made.legend)


@pytest.mark.rule("OB-INIT-02", "OB-INIT-05")
def test_initiative_odds_as_on_the_specimen() -> None:
    """British against German: 1/6 and 13/18; against Italian: 7/12 and 5/18."""
    strip = capuzzo().commands[0]
    assert strip.bonus == 1
    assert [(one.name, one.we_take, one.they_take) for one in strip.odds] == [
        ("German", Fraction(1, 6), Fraction(13, 18)),
        ("Italian", Fraction(7, 12), Fraction(5, 18)),
    ]


@pytest.mark.rule("OB-READY-06", "OB-READY-07", "OB-INIT-04")
def test_readiness_today_and_at_night() -> None:
    strip, other = capuzzo().commands
    assert (str(strip.readiness), strip.night_text) == ("5-6", "fails")
    with_general = capuzzo(general=True, night=True, light=Light.DARKNESS).commands[0]
    assert (with_general.bonus, str(with_general.readiness), with_general.night_text) == (2, "6", "6")
    assert (strip.letter, other.letter, strip.nation, strip.posture) == ("A", "B", "British", Posture.LINE)


@pytest.mark.rule("OB-READY-04", "OB-AMB-085")
def test_a_command_half_of_green_troops() -> None:
    made = sheet_values.sheet(
        force(infantry(experience=Experience.GREEN), infantry()), AXIS, DEFAULTS, night=False, light=Light.DAY
    )
    assert made.commands[0].readiness.explained() == "6 (British readiness 5-6, -1 inexperienced)"


@pytest.mark.rule("OB-T-14")
def test_the_nine_steps_for_the_mover() -> None:
    assert [row.cells[2] for row in capuzzo().steps] == [
        "they",
        "you",
        "you",
        "they",
        "you",
        "they",
        "you",
        "you",
        "both",
    ]


@pytest.mark.rule("OB-T-09")
def test_strength_rows() -> None:
    assert [row[1] for row in capuzzo().strength] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("OB-T-11")
def test_only_the_penetration_rows_of_the_classes_present() -> None:
    assert capuzzo().penetrate == (("Best is A or L or LM", "6"), ("All are A or L", "6"), ("All are LM", "5-6"))
    notes = {table.title: table.note for table in quick_tables(capuzzo())}
    assert notes["Penetrate armour"].startswith("A is for guns that fire as artillery, not with the line. Best = ")
    heavy = sheet_values.sheet(
        force(tanks(anti_tank_best=AntiTank.HEAVY, anti_tank_all=AntiTank.MEDIUM)),
        AXIS,
        DEFAULTS,
        night=False,
        light=Light.DAY,
    )
    assert heavy.penetrate == (("Best is H", "3-6"), ("All are M", "4-6"))


@pytest.mark.rule("OB-T-12", "OB-AMB-071")
def test_only_the_casualty_rows_present() -> None:
    soft, dug_in, fortified = capuzzo(air=[Weapon.GROUND_ATTACK, Weapon.MEDIUM_BOMBER]).casualties.values()
    assert soft == [("Inf, Gun, Air", "4-6", "3-6"), ("Bomber", "5-6", "4-6")]
    assert tuple(dug_in) == (
        ("Inf over 4 in., Air", "–", "6"),
        ("Gun", "6", "5-6"),
        ("Inf within 4 in., Bomber", "5-6", "4-6"),
    )
    assert tuple(fortified) == (("Inf within 4 in.†, Bomber", "–", "6"), ("Inf over 4 in., Air, Gun", "–", "–"))


@pytest.mark.rule("OB-AMB-071")
def test_ten_inches_as_printed_is_no_difference_from_the_print() -> None:
    assert any("not 10" in line for line in capuzzo().differences)
    printed = capuzzo(DEFAULTS.with_setting("cas.fort_close_range", 10))
    assert [*printed.casualties.values()][2][0][0] == "Inf within 10 in."
    assert not any("not 10" in line for line in printed.differences)
    assert any(line.endswith("(cas.fort_close_range: 10, not 4)") for line in printed.differences)


def test_house_rules_of_the_days_between_and_of_other_systems_do_not_stand_on_the_sheet() -> None:
    book = DEFAULTS.with_settings(
        {
            "limits.command_max_battalions": 6,
            "sup.air_ignores_corps": True,
            "land.put_off": True,
            "nqm.reaction": True,
            "use.hidden": False,
        }
    )
    changed = [line.rpartition("(")[2] for line in capuzzo(book).differences if line.endswith(", not on)")]
    assert changed == ["use.hidden: off, not on)"]


@pytest.mark.rule("OB-T-04", "OB-AMB-049")
def test_location_rows_of_this_light_and_weather() -> None:
    assert [row[1] for row in capuzzo().location] == ["12", "8", "4"]
    assert capuzzo(sky=Sky.BAD).location == (("Everything, in bad weather", "4"),)
    assert capuzzo(light=Light.MOONLIGHT, night=True).location == (("Everything, at night", "4"),)


@pytest.mark.rule("OB-LOC-02", "OB-LOC-03", "OB-LOC-04")
def test_the_head_of_a_sheet_says_how_far_troops_locate() -> None:
    by_day = location_fact(Light.DAY, Sky.CLEAR).text
    assert re.findall(r"\d+", by_day) == ["12", "8", "4"] and "hill" in by_day and "terrain" in by_day
    assert location_fact(Light.DAY, Sky.BAD).text == "Troops locate everything at 4 in. (in bad weather)."
    assert re.findall(r"\d+", location_fact(Light.MOONLIGHT, Sky.CLEAR).text) == ["4"]


@pytest.mark.rule("OB-HIT-07", "OB-HIT-08", "OB-HIT-09")
def test_the_hit_column_of_the_light() -> None:
    assert [sheet_values.hit_column(one).value for one in (Light.DAY, Light.MOONLIGHT, Light.DARKNESS)] == [
        "open",
        "terrain",
        "dark",
    ]


def test_mergers_and_house_rules_stand_on_the_sheet() -> None:
    two = [infantry(f"Company {n}", size=Size.COMPANY) for n in (1, 2)]
    book = DEFAULTS.with_setting("battle.allow_exit", "off")
    made = sheet_values.sheet(force(*two), AXIS, book, night=False, light=Light.DAY)
    assert (
        "Lines 1 and 2 stand as one weak battalion. It moves, fires and is hit by the values of line 1. On the return: "
        "if it is spent, its owner marks 1 of the lines spent. If it is destroyed, all the lines are destroyed."
    ) in made.differences
    assert any(line.endswith("(battle.allow_exit: off, not on)") for line in made.differences)


def printed(*units: Unit, book: Rulebook = DEFAULTS) -> SheetBody:
    start = Moment(1, 2)
    return tabletop("brevity").sheet(Scene(force(*units), (), start, (TurnSky(start),), enemy_nationalities=AXIS), book)


def cell(body: SheetBody, row: int, head: str, under: str) -> str:
    rows = [one for block in body.blocks for one in block.rows]
    return rows[row].cells[[(column.head, column.under) for column in body.columns].index((head, under))]


@pytest.mark.rule("OB-SIZE-04")
def test_companies_that_stand_as_one_have_one_row_that_counts_and_boxes_each() -> None:
    """The return asks for each of them: each keeps its boxes; the stand moves, fires and is hit by one row, whose
    column is printed."""
    guns_first = infantry("motorcyclists", size=Size.COMPANY), tanks("tank troop", size=Size.COMPANY, command=GUARDS)
    body = printed(*guns_first)
    led, lead = (row for block in body.blocks for row in block.rows)
    assert (lead.cells[0], led.cells[0]) == ("in 1", "W 1") or (lead.cells[0], led.cells[0]) == ("W 1", "in 2")
    counts, other = (led, lead) if led.cells[0] == "W 1" else (lead, led)
    assert "shares a stand with line" in counts.note and "mark the stand's state here" in counts.note
    assert set(other.cells[1:]) == {""} and "its boxes are for the return" in other.note
    assert all(len(row.ticks[n]) == body.ticks[n].count for row in (led, lead) for n in range(len(body.ticks)))
    assert cell(body, counts.line - 1, "Target", "col.") in ("Inf v", "Oth")


@pytest.mark.rule("OB-HIT-11")
def test_troops_in_their_lorries_are_another_target() -> None:
    """Row 2 of the to-hit table: 5-6 in every column; as vehicles they count in the column of others. Towed guns stay
    in row 3."""
    body = printed(infantry(), infantry(march_class=MarchClass.FOOT), guns(), MATILDAS)
    assert [cell(body, n, "Target", "col.") for n in range(4)] == ["Inf v", "Inf", "Oth", "Oth"]
    assert "v = in its vehicles, as on the march: hit on 5-6 in every light, column Others." in body.legend
    assert not any(sign.startswith("v ") for sign in printed(infantry(march_class=MarchClass.FOOT)).legend)


@pytest.mark.rule("OB-AMB-033", "OB-AMB-079", "OB-MOV-09", "OB-MOV-11")
def test_motorcyclists_fight_on_foot_and_terrain_bars_them_only_aboard() -> None:
    """On foot 24 in. and 16 in terrain, the column of infantry; combat-ready motorcycles 32 and a dash."""
    body = printed(infantry(), infantry(combat_class=CombatClass.LIGHT_VEHICLE))
    assert [cell(body, n, "Target", "col.") for n in (0, 1)] == ["Inf v", "Inf v"]
    assert [(cell(body, n, "Combat", "open"), cell(body, n, "Combat", "terr.")) for n in (0, 1)] == [("24", "16")] * 2
    told = "v = in its vehicles, as on the march: hit on 5-6 in every light, column Others; combat-ready line 2 moves 32 in., none in terrain."
    assert told in body.legend


@pytest.mark.rule("OB-POST-01", "OB-POST-03", "OB-POST-04", "OB-ART-03")
def test_each_battalion_has_its_own_posture_and_march_is_for_a_whole_command() -> None:
    """OB-AMB-024: infantry in line and its guns in support are one command."""
    body = printed(infantry(), guns(command=GUARDS), infantry(posture=Posture.LINE, resting=True))
    postures = [row.ticks[1] for block in body.blocks for row in block.rows]
    assert [[box.ticked for box in boxes] for boxes in postures] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    assert [(group.head, [box.label for box in group.boxes]) for group in body.blocks[0].groups][1] == (
        "Entire command",
        ["March"],
    )
    whole = printed(infantry(), guns(command=GUARDS), book=DEFAULTS.with_setting("posture.level", "command"))
    assert [box.label for box in whole.blocks[0].groups[1].boxes] == ["March", "Line", "Support", "Reserve"]
    assert [len(row.ticks[1]) for row in whole.blocks[0].rows] == [0, 3], "artillery apart"
    marching = printed(infantry(posture=Posture.MARCH), infantry(posture=Posture.MARCH)).blocks[0]
    caught = printed(infantry(), infantry(), infantry(posture=Posture.MARCH)).blocks[0]
    assert not caught.groups[1].boxes[0].ticked and [row.note for row in caught.rows] == ["", "", "on the march"]
    assert marching.groups[1].boxes[0].ticked and not any(box.ticked for row in marching.rows for box in row.ticks[1])


def test_letters_of_commands() -> None:
    assert [sheet_values.letter_of(n) for n in (0, 1, 25, 26, 27, 701, 702)] == ["A", "B", "Z", "AA", "AB", "ZZ", "AAA"]


def test_the_system_gives_the_same_sheet() -> None:
    brought = force(infantry("1st Durham LI"), MATILDAS)
    start = Moment(1, 2)
    scene = Scene(brought, (), start, (TurnSky(start),), enemy_nationalities=AXIS)
    rows = [row for block in tabletop("brevity").sheet(scene, DEFAULTS).blocks for row in block.rows]
    lines = [
        line
        for strip in sheet_values.sheet(brought, AXIS, DEFAULTS, night=False, light=Light.DAY).commands
        for line in strip.lines
    ]
    assert [(row.line, row.name, row.cells[0]) for row in rows] == [
        (line.number, line.unit.name, line.size) for line in lines
    ]
    assert [row.ticks[0][0].ticked for row in rows] == [False, True], "spent is crossed already"


def test_a_mortar_unit_uses_its_own_words() -> None:
    made = sheet_values.sheet(
        force(infantry(weapon=Weapon.MORTAR, flame_throwers=True)), AXIS, DEFAULTS, night=False, light=Light.DAY
    )
    assert made.commands[0].lines[0].casualty_row == "Mtr"
    assert "mortars" in " ".join(made.legend)
    assert any("Flame" in row[0] for row in next(iter(made.casualties.values())))


@pytest.mark.parametrize(
    ("equipment", "vehicles", "guns", "printed"),
    [
        ("24 Matilda II", (20, 24), (0, 0), "20 of 24 × Matilda II"),
        ("24 25-pdr", (60, 60), (18, 24), "18 of 24 × 25-pdr"),
        ("10 Pz II, 30 Pz III", (36, 40), (0, 0), "10 × Pz II, 30 × Pz III, 36 of 40 vehicles left"),
        ("30-50 tanks", (20, 40), (0, 0), "30-50 tanks"),
    ],
)
def test_equipment_is_what_is_left(
    equipment: str, vehicles: tuple[int, int], guns: tuple[int, int], printed: str
) -> None:
    unit = tanks(
        equipment=equipment,
        strength=Strength(300, vehicles[0], guns[0]),
        establishment=Strength(300, vehicles[1], guns[1]),
    )
    (line,) = (
        line
        for strip in sheet_values.sheet(force(unit), AXIS, DEFAULTS, night=False, light=Light.DAY).commands
        for line in strip.lines
    )
    assert line.note.split(", of ")[0] == printed


@pytest.mark.rule("OB-HIT-05", "OB-CAS-07", "OB-CAS-08")
def test_each_stand_has_the_odds_of_its_own_fire() -> None:
    same = force(
        infantry("a"),
        infantry("b"),
        MATILDAS,
        tanks("weak cruisers", direct_in=4),
        guns("troop"),
        guns("regiment", size=Size.LARGE),
    )
    made = sheet_values.sheet(same, AXIS, DEFAULTS, night=False, light=Light.DAY)
    by_label = {row.label: row for row in made.fire_odds}
    assert list(by_label) == ["1-2", "4", "5 arty", "6 arty"]  # the spent Matildas count nothing
    foot, dug_in, *_ = by_label["1-2"].odds
    # three dice, 4-6 to hit, then 4-6 on foot in the open and 5-6 on foot dug in within 4 inches
    assert (foot.out_of_action, foot.spent + foot.lost, foot.lost) == (
        Fraction(7, 8),
        Fraction(37, 64),
        Fraction(5, 32),
    )
    assert dug_in.spent + dug_in.lost == 1 - Fraction(5, 6) ** 3
    assert by_label["1-2"].cells[0] == "88/58/16"
    assert by_label["4"].odds[0].none == Fraction(1, 4)  # a weak battalion: two dice
    assert by_label["5 arty"].odds[0].none == Fraction(1, 2)  # a company: the one die of no battalion
    assert by_label["6 arty"].odds[0].none == Fraction(1, 8)  # two weak models: three
    assert "as artillery at a located target" in odds_note(made.fire_odds, Light.DAY)
    dark = sheet_values.sheet(same, AXIS, DEFAULTS, night=True, light=Light.DARKNESS).fire_odds
    assert dark[0].odds[0].none == Fraction(125, 216)
    assert "that a target in the dark" in odds_note(dark, Light.DARKNESS)


def test_companies_that_stand_as_one_fire_as_one() -> None:
    made = sheet_values.sheet(
        force(*(infantry(f"{n} Coy", size=Size.COMPANY) for n in (1, 2))), AXIS, DEFAULTS, night=False, light=Light.DAY
    )
    (row,) = made.fire_odds
    assert (row.label, row.odds[0].none) == ("1+2", Fraction(1, 4)), "a weak battalion: two dice"
    assert "+ joins lines that count as one." in odds_note(made.fire_odds, Light.DAY)
    assert "+ =" not in odds_note(capuzzo().fire_odds, Light.DAY)
