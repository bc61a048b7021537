"""Whoever has only the sheet of Not Quite Mechanised and the book can play: what stands beside what, and what
is ours."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.common.force import Arrival, Strength
from campaign.rules.common.hand_weapons import carried
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Fight, Scene, TurnSky
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.nqm.classes import armour_in, gun_in
from campaign.rules.tabletop.nqm.equipment import items, shares
from campaign.rules.tabletop.nqm.quick_reference import centimetres, fire_table, inches, quick_tables, range_table
from campaign.rules.tabletop.nqm.reorganisation import may_reorganise
from campaign.rules.tabletop.nqm.sheet import sheet
from campaign.rules.tabletop.nqm.tables import RANGES, Grade, Weight
from campaign.rules.tabletop.nqm.translation import battalion_of, elements_of
from campaign.terms.forces import AntiTank, Arm, Armour, Experience, Nationality, Size, Weapon
from campaign.terms.state import Role
from campaign.values import replace
from campaign.words.sheet import SheetBody, UnitRow
from tests.rules.forces import force, guns, infantry, tanks
from tests.rules.nqm_bodies import NOW, body, german, pak, pin

DASH = "\N{EN DASH}"


def printed(*units: object, book: Rulebook = DEFAULTS, air: tuple[Weapon, ...] = ()) -> SheetBody:
    own = force(*units)  # type: ignore[arg-type]
    scene = Scene(own, (german(infantry, "Lehr"),), NOW, (TurnSky(NOW), TurnSky(NOW.plus(1))), start_hour=4, air=air)
    return sheet(scene, book)


def row(on: SheetBody, name: str) -> UnitRow:
    return next(one for block in on.blocks for one in block.rows if one.name == name)


def said(on: SheetBody, unit: str, stand: str) -> list[str]:
    return [
        f"{fact.label} {fact.text}".strip() for one in row(on, unit).rows if one.label == stand for fact in one.cells
    ]


def ours(on: SheetBody) -> dict[str, str]:
    return {fact.label: fact.text for fact in on.readings}


# Fire and ranges -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-CLASS-03", "NQM-CLASS-09", "NQM-FIRE-06")
def test_lorries_and_columns_stand_in_the_table_of_fire() -> None:
    """L v VL is M v L; H v VL is beyond the print and counts as +2, which is ours."""
    table = fire_table()
    rows = {one.cells[0].split()[0]: (one.cells[0], one.cells[1:]) for one in table.rows}
    assert list(rows) == ["+3", "+2", "+1", "0", "\N{MINUS SIGN}1", "\N{MINUS SIGN}2"]
    assert "H v VL" in rows["+3"][0] and rows["+3"][1] == (DASH, "1", "1", "2", "3", "4")
    assert "M v VL" in rows["+2"][0] and "L v VL" in rows["+1"][0] and rows["+1"][1] == (DASH, DASH, "1", "1", "2", "3")
    assert "VL v L" in rows["\N{MINUS SIGN}1"][0] and "L v H" in rows["\N{MINUS SIGN}2"][0]
    assert "+3 is a house rule" in table.note and "lorries" in table.note


@pytest.mark.rule("NQM-CLASS-12")
def test_the_very_heavy_stand_in_it_only_where_there_are_any() -> None:
    def words(on: SheetBody) -> str:
        return " ".join(one.cells[0] for one in on.tables[0].rows)

    assert "VH" not in words(printed(infantry("Scots")))
    assert "M v VH" in words(printed(infantry("Scots"), air=(Weapon.HEAVY_BOMBER,)))


@pytest.mark.rule("NQM-RANGE-01", "NQM-RANGE-05", "NQM-SCALE-02")
def test_ranges_stand_in_kilometres_inches_and_centimetres() -> None:
    """At 1:5,000 a kilometre is 20 cm or, on our table, 8 inches."""
    cells = {one.cells[0]: one.cells[1:] for one in range_table(list(RANGES.values()), 8).rows}
    assert cells["infantry small arms"] == ("0.3/1", "2.4/8", "6/20")
    assert cells["infantry anti-tank"] == ("0.2", "1.6", "4")
    assert cells["88 mm anti-tank"] == ("2/3", "16/24", "40/60")
    assert cells["105 mm artillery"] == ("15", "120", "300")
    on = printed(infantry("Scots"))
    used = next(one for one in on.tables if one.title.startswith("Ranges"))
    assert [one.cells[0] for one in used.rows] == ["infantry small arms", "infantry anti-tank", "3-inch mortar"]
    ground = {fact.label: fact.text for fact in on.reminders[-1].facts}
    assert ground["Scale"] == "1:5,000: 1 km is 8 in. or 20 cm."
    assert ground["Contact"] == "100 m is 0.8 in. or 2 cm."


# What a stand is -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-RANGE-02", "NQM-CLASS-02")
@pytest.mark.parametrize(
    ("equipment", "best", "weight", "reach", "what"),
    [
        ("10 Universal carrier, 2 3in mortar, 22 Boys rifle", AntiTank.LIGHT, Weight.LIGHT, (200, None), "Boys rifle"),
        ("45 carrier and scout car, 4 3in mortar", AntiTank.LIGHT, Weight.LIGHT, (200, None), "Boys rifle"),
        ("13 Universal carrier, 6 3in mortar, 23 PIAT", AntiTank.LIGHT, Weight.MEDIUM, (200, None), "PIAT"),
        ("6 8 cm mortar, 3 3.7 cm Pak", AntiTank.LIGHT, Weight.LIGHT, (500, 1000), "3.7 cm Pak"),
        ("13 Universal carrier, 6 6-pdr, 6 3in mortar, 23 PIAT", AntiTank.MEDIUM, Weight.MEDIUM, (1000, 2000), "6-pdr"),
        ("", AntiTank.MEDIUM, Weight.MEDIUM, (1000, 2000), ""),
        ("", AntiTank.LIGHT, Weight.LIGHT, (200, None), "Boys rifle"),
        ("9 47/32", AntiTank.LIGHT, Weight.MEDIUM, (1000, 2000), "47/32"),
    ],
)
def test_what_infantry_carries_against_tanks_is_no_gun(
    equipment: str, best: AntiTank, weight: Weight, reach: tuple[int, int | None], what: str
) -> None:
    """Boys rifles reach 200 m and harass nobody; light guns 500 m and 1 km, medium ones 1 and 2 km."""
    by_hand = carried(("british",), date(1941, 5, 15), Arm.LORRIED_INFANTRY, equipment)
    unit = infantry(equipment=equipment, anti_tank_best=best, by_hand=by_hand)
    platoon = next(element for element in elements_of(unit, DEFAULTS) if element.key == "anti_tank")
    assert (platoon.anti_tank, platoon.equipment) == (weight, what)
    assert (platoon.anti_tank_reach.effective_m, platoon.anti_tank_reach.harassing_m) == reach


def test_a_battalion_that_counts_guns_has_an_anti_tank_platoon_of_them() -> None:
    unit = infantry(equipment="", establishment=Strength(800, 60, 6))
    assert next(one for one in elements_of(unit, DEFAULTS) if one.key == "anti_tank").anti_tank_reach.effective_m == 500


@pytest.mark.rule("NQM-CLASS-10", "NQM-CLASS-13")
def test_stands_of_a_mixed_battalion_are_what_they_are() -> None:
    """75 tanks are five stands: two of Pz III, one of Pz IV, two of Pz II with their 20 mm and light armour."""
    unit = tanks(
        "PzR 5",
        equipment="34 Pz III, 14 Pz IV, 22 Pz II, 5 command tank",
        armour=Armour.MEDIUM,
        anti_tank_best=AntiTank.LIGHT_MEDIUM,
        establishment=Strength(625, 75, 0),
    )
    made = elements_of(unit, DEFAULTS)
    assert [one.equipment for one in made] == ["Pz III", "Pz III", "Pz IV", "Pz II", "Pz II"]
    assert [one.armour for one in made] == [Weight.MEDIUM] * 3 + [Weight.LIGHT] * 2
    assert [one.anti_tank for one in made] == [Weight.MEDIUM] * 3 + [Weight.LIGHT] * 2
    on = printed(unit)
    assert said(on, "PzR 5", "4 Pz II") == ["fires L 2.4/4.8", "target L"] and said(on, "PzR 5", "1 Pz III") == [
        "fires M 4/8",
        "target M",
    ]


def test_guns_of_two_kinds_are_batteries_of_two_kinds() -> None:
    unit = pak(equipment="32 17-pdr, 16 6-pdr", establishment=Strength(550, 0, 48), anti_tank_all=AntiTank.LIGHT)
    assert [one.equipment for one in elements_of(unit, DEFAULTS)] == ["17-pdr", "17-pdr", "6-pdr"]
    nobody_says = pak(
        equipment="3.7 and 5 cm Pak, a section of 8.8 cm",
        establishment=Strength(100, 0, 8),
        anti_tank_all=AntiTank.LIGHT,
    )
    assert [one.weapon for one in elements_of(nobody_says, DEFAULTS)] == [Weight.MEDIUM, Weight.LIGHT]


def test_the_sheet_says_which_tank_and_which_gun() -> None:
    """Once beside the name where all are the same, else beside each stand; infantry beside its platoons."""
    on = printed(
        tanks("4 RTR", equipment="24 Matilda II", establishment=Strength(270, 24, 0)),
        guns("8 Fd", equipment="24 25-pdr"),
        infantry("Scots", equipment="2 3in mortar, 22 Boys rifle"),
    )
    assert row(on, "4 RTR").note == "24 × Matilda II" and row(on, "8 Fd").note == "24 × 25-pdr, 88 mm"
    assert said(on, "Scots", "Anti-tank platoon") == ["Boys rifle", "fires L 2.4/8", "at armour L 1.6", "target L"]
    assert said(on, "Scots", "Mortar platoon") == ["fires M 12, 76 mm", "target L"]
    assert said(on, "4 RTR", "Squadron 1") == ["fires L 2.4/4.8", "target H"]
    assert said(on, "8 Fd", "Observer") == ["single figure, elite"]


@given(
    st.lists(
        st.tuples(st.integers(1, 99), st.sampled_from(["Pz III", "Pz IV", "M13/40", "6-pdr"])), min_size=1, max_size=4
    ),
    st.integers(1, 9),
)
def test_every_stand_is_something_and_nobody_has_more_than_his_share(
    counted: list[tuple[int, str]], stands: int
) -> None:
    unit = tanks(equipment=", ".join(f"{count} {name}" for count, name in counted))
    assert items(unit) == tuple(counted)
    found, whole = shares(unit, stands), sum(count for count, _ in counted)
    assert len(found) == stands
    for name in {name for _, name in counted}:
        due = stands * sum(count for count, one in counted if one == name) / whole
        assert abs(found.count(name) - due) < len(counted)


def test_names_of_the_class_table_in_an_order_of_battle() -> None:
    assert (armour_in("Pz III"), armour_in("Pz II"), armour_in("M13/40"), armour_in("Sherman 75 mm")) == (
        Weight.MEDIUM,
        Weight.LIGHT,
        Weight.MEDIUM,
        Weight.MEDIUM,
    )
    assert armour_in("command tank") is None and gun_in("Vickers") is None
    assert [gun_in(one) for one in ("2-pdr", "57 mm M1", "7.5 cm Pak 40", "8.8 cm Flak", "2 cm Flak", "47/32")] == [
        Weight.LIGHT,
        Weight.MEDIUM,
        Weight.MEDIUM,
        Weight.HEAVY,
        Weight.LIGHT,
        Weight.MEDIUM,
    ]


# Who leads, what is ticked -------------------------------------------------------------------------------------------
@pytest.mark.rule("NQM-REORG-14", "NQM-REORG-16", "NQM-REPR-13")
def test_guns_and_single_companies_are_led_from_their_stands() -> None:
    """They have no command figure and may reorganise all the same; a battalion of infantry must have its own."""
    company, battery = body(infantry(size=Size.COMPANY), 0, 0), body(guns(), 0, 0)
    for one in (company, battery):
        assert not one.battalion.has_command
        assert may_reorganise(command_unwounded=one.command_unwounded, tanks=bool(one.vehicles), safe=True) == ""
    assert not pin(company, [3]).command_unwounded
    assert not pin(body(infantry(), 0, 0), [1]).command_unwounded
    on = printed(guns("8 Fd"), infantry("Kp", size=Size.COMPANY))
    assert ours(on)["Led by"].startswith("Guns and single companies") and any(
        "Tanks have a command in each stand" in fact.text for fact in on.reminders[-1].facts
    )


@pytest.mark.rule("NQM-SPECIAL-06", "NQM-FIRE-18", "NQM-GRADE-07", "NQM-LOG-06", "NQM-LOG-11")
def test_boxes_only_where_there_is_something_to_tick() -> None:
    on = printed(infantry("Scots"), tanks("4 RTR"), infantry("Lehr", experience=Experience.VETERAN))
    heads = [one.head for one in on.ticks]
    assert {one.head: one.under for one in on.ticks}["Terror"] == ("1-3",)

    def boxes(name: str) -> dict[str, int]:
        return {head: len(made) for head, made in zip(heads, row(on, name).ticks, strict=True)}

    assert boxes("Scots") == {"Dis.": 1, "Tested": 1, "Terror": 1, "Refill": 2, "Truck": 1}
    assert boxes("4 RTR") == {"Dis.": 1, "Tested": 0, "Terror": 0, "Refill": 2, "Truck": 1}
    assert boxes("Lehr") == {"Dis.": 1, "Tested": 1, "Terror": 0, "Refill": 2, "Truck": 1}
    assert any("cross each box off a second time" in line for line in on.legend)


def test_who_comes_later_has_his_hour() -> None:
    late = infantry("Late", role=Role.ARRIVES, arrival=Arrival(NOW.plus(1), "south 55"), dug_in_turns=2)
    on = row(printed(late), "Late")
    assert on.arrives == "hour 7, 10:00, at S edge, 55 in. from W"
    assert "dug in" not in on.note and on.rows[1].cells[-1].text == "L", "it has left its trenches behind"


# Ours ----------------------------------------------------------------------------------------------------------------
def test_house_rules_of_silent_books_give_way_to_settings() -> None:
    plain = ours(printed(infantry("Scots")))
    assert (
        plain["Terror"].startswith("Troops surrender on 1-3.")
        and "Each battalion tests once in a battle." in plain["Break tests"]
    )
    assert (
        "row of the hiding unit" in plain["White die"] and "counts as +2" in plain["Dice"] and "Veterans" not in plain
    )
    book = DEFAULTS
    for key, value in (
        ("nqm.morale.repeat", "every hour"),
        ("nqm.recce.white_lookup", "same cell"),
        ("nqm.firefight.win", "round"),
        ("nqm.disorganised.after_combat", "never"),
    ):
        book = book.with_setting(key, value)
    other = ours(printed(infantry("Scots", experience=Experience.VETERAN), book=book))
    changed = {
        "Break tests": "The share lost is a share of the unpinned points at the start of the battle.",
        "White die": "The blue die also gives the range of an ambush.",
        "Firefight": "At contact the weapons of both sides go up a class.",
        "Disorganised": "Disorganised units fire and hold, but do not attack.",
    }
    assert {label: other.get(label) for label in plain if other.get(label) != plain[label]} == changed
    assert other["Veterans"] == 'The book prints "3,6" for veterans; this campaign reads it as 3-6.'


@pytest.mark.rule("NQM-SEQ-01", "NQM-SEQ-02")
def test_tables_mark_what_is_ours() -> None:
    tables = {one.title: one.note for one in quick_tables(set(Grade), DEFAULTS)}
    assert (
        "Steps 2 to 8 are house rules" in tables["The hour"]
        and "(house rule)" in tables["Recce (rows) sees hidden enemy"]
    )
    terrain = texts("nqm").text("terrain")
    assert "(house rule)" in terrain and "Tanks in terrain are class L to infantry" in terrain


@pytest.mark.rule("NQM-SCALE-02")
@pytest.mark.parametrize(
    ("metres", "inches_a_km", "on_the_table"),
    [(500, 8, ("4", "10")), (300, 8, ("2.4", "6")), (700, 10, ("7", "18")), (1000, 10, ("10", "25.5"))],
)
def test_a_range_on_a_table_of_any_scale(metres: int, inches_a_km: int, on_the_table: tuple[str, str]) -> None:
    """A kilometre is 20 cm in the book; elsewhere so many inches of 2.54 cm, to the half centimetre."""
    assert (inches(metres, inches_a_km), centimetres(metres, inches_a_km)) == on_the_table


def test_reminders_stay_short_and_name_no_rule_numbers() -> None:
    body = printed(infantry("Scots"))
    for one in body.reminders:
        assert all(len(fact.text) <= 260 and "NQM" not in fact.text and "OB-" not in fact.text for fact in one.facts)
    assert all(len(fact.text) <= 260 for fact in body.readings)


def test_cars_without_a_count_say_what_they_are_once() -> None:
    unit = tanks(
        "11 H",
        arm=Arm.ARMOURED_CAR,
        equipment="armoured cars",
        nation=Nationality.BRITISH,
        establishment=Strength(150, 22, 0),
    )
    assert row(printed(unit), "11 H").note == "armoured cars"
    assert battalion_of(unit, DEFAULTS).all_armour


# What two players asked for who had nothing but their sheet ----------------------------------------------------------
@pytest.mark.rule("NQM-CLASS-10", "NQM-TBL-RANGE")
@pytest.mark.parametrize(
    ("words", "fires"),
    [("30-50 tanks, Pz II, III and IV", "fires M 4/8"), ("Pz II", "fires L 2.4/4.8"), ("Pz II, Pz III", "fires M 4/8")],
)
def test_a_mixed_tank_battalion_fires_as_most_of_its_tanks(words: str, fires: str) -> None:
    """Pz III has 50 mm, Pz IV 75: medium, 500 m and 1 km; of as many light as medium ones the medium."""
    on = printed(tanks("PzR 5", equipment=words))
    assert fires in said(on, "PzR 5", row(on, "PzR 5").rows[0].label)


def test_companies_that_stand_elsewhere_are_not_mustered_twice() -> None:
    """Three companies and three platoons are 12 points, half of them 6."""
    cells = row(printed(infantry("Krad", companies=3)), "Krad").cells
    assert cells[1:3] == ("12", "6") and row(printed(infantry("Krad")), "Krad").cells[1:3] == ("15", "8")


@pytest.mark.rule("NQM-TBL-MOV")
def test_riders_have_their_rates_on_foot_beside_them() -> None:
    """1, 0.5 and 2 km an hour on foot."""
    assert any("riders on foot move 8, 4, 16 inches." in line for line in printed(infantry("Scots")).legend)


@pytest.mark.rule("NQM-FRONT-01", "NQM-FRONT-02")
def test_the_side_has_its_points_its_fronts_and_the_hours_it_needs() -> None:
    """15 points stand there, 15 come with the next turn; guns off the table and who stays beside it count nowhere."""
    late = infantry("Late", arrival=Arrival(NOW.plus(1), "south 7"))
    own = force(infantry("Scots"), late, infantry("Away"), guns("Field", role=Role.GUNS_IN_RANGE))
    away = next(unit.id for unit in own.units if unit.name == "Away")
    skies = tuple(TurnSky(NOW.plus(n)) for n in range(4))
    on = sheet(Scene(own, (), NOW, skies, away=frozenset({away})), DEFAULTS)
    facts = {fact.label: fact.text for fact in (*on.facts, *on.reminders[-1].facts)}
    assert facts["Points"] == "15 points on the table at the start; 15 more come on later"
    assert facts["Front"].startswith(
        "A company takes up 0.3 km, 2.4 in., or 0.3-0.5 km, 2.4-4 in. in defence. A battalion takes up 1-2 km, 8-16 in."
    )
    assert len(on.tracks[0].cells) == 12 and "after hour 6" in on.tracks[0].note
    later = replace(late, arrival=Arrival(NOW.plus(3), "south 7"))
    own = force(infantry("Scots"), later)
    assert len(sheet(Scene(own, (), NOW, skies), DEFAULTS).tracks[0].cells) == 24


@pytest.mark.rule("NQM-FIRE-19", "NQM-FIRE-20")
def test_who_attacks_in_what_order_and_until_when_stands_on_the_sheet() -> None:
    on = printed(infantry("Scots"))
    told = {fact.label: fact.text for one in on.reminders for fact in one.facts}
    assert "until it wins the firefight or calls the attack off" in told["Attacker"]
    assert {"An hour", "Attacks", "Lorries", "Starting", "The end"} <= set(ours(on))


def test_who_stays_beside_the_table_is_in_no_fight_of_it() -> None:
    """Nor is a command of which nobody else is there."""
    there, away = infantry("Scots"), infantry("Away")
    own, other = force(there, away), force(infantry("Black Watch"))
    gone = next(unit.id for unit in own.units if unit.name == "Away")
    first, second = (
        Fight(forces=(own, other), attacker=None, start=NOW, skies=(), away=frozenset({gone})).without_absent().forces
    )
    assert [unit.name for unit in first.units] == ["Scots"] and second.units == other.units
    assert {command.id for command in first.commands} == {unit.command for unit in first.units}
