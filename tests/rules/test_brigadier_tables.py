"""The printed tables of Brigadier General Commands, with the numbers of the text."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.brigadier import tables
from campaign.rules.tabletop.brigadier.gaps import gap, unfilled
from campaign.rules.tabletop.brigadier.house import House
from campaign.rules.tabletop.brigadier.house_checks import odd_values
from campaign.rules.tabletop.brigadier.orders import Echelon, Place, is_subordinate
from campaign.rules.tabletop.brigadier.platoons import platoons
from campaign.rules.tabletop.brigadier.settings import TABLE
from campaign.rules.tabletop.brigadier.tables import (
    AirResult,
    Basis,
    Defence,
    FireKind,
    Grade,
    MissionKind,
    Order,
    Phase,
    Position,
    Shelter,
    Who,
)
from campaign.terms.forces import Experience, Size
from campaign.values import replace
from tests.rules.brigading import HOUSE
from tests.rules.forces import infantry


@pytest.mark.rule("BGC-GEN-01", "BGC-GEN-02", "BGC-GEN-09")
def test_the_scale_of_the_figures_and_the_base_of_a_platoon() -> None:
    assert tables.SCALES == (300, 285) and tables.FIGURE_MM == 6
    assert (tables.PLAYERS_FROM, tables.AGE_FROM, tables.HOURS_FROM) == (1, 13, 4)
    assert (tables.MEN_IN_PLATOON, tables.FIGURES_ON_BASE, tables.BASE_MM) == (40, 4, (20, 25))


@pytest.mark.rule("BGC-GEN-05", "BGC-GEN-06", "BGC-TAB-02")
def test_one_star_ranks() -> None:
    assert tables.ONE_STAR == {
        "US": ("Brigadier General",),
        "British": ("Brigadier",),
        "German": ("Generalmajor", "Brigadeführer"),
    }


@pytest.mark.rule("BGC-GEN-07")
def test_every_optional_rule_is_a_switch_that_is_off() -> None:
    wanted = {
        "solo",
        "planned_map_fire",
        "artillery_observers",
        "air_liaison_observers",
        "alternative_base_counts",
        "heavy_ordnance",
        "time_cards",
        "hidden_movement",
        "quick_play",
    }
    optional = {rule.key.removeprefix("brigadier.") for rule in TABLE if "BGC-GEN-07" in rule.source}
    assert optional == wanted
    assert not any(DEFAULTS.switch(f"brigadier.{key}") for key in wanted)


@pytest.mark.rule("BGC-GEN-12", "BGC-TAB-18")
def test_table_sizes_in_feet() -> None:
    assert tables.TABLE_FEET == {"small": ((4, 3),), "most": ((6, 4), (8, 5))}


@pytest.mark.rule("BGC-ORG-01", "BGC-ORG-02", "BGC-ORG-03", "BGC-TAB-01")
def test_size_marks_and_the_word_for_each_arm() -> None:
    rows = {row.mark: (row.infantry, row.artillery, row.cavalry) for row in tables.SIZE_MARKS}
    assert list(rows) == ["∅", "•", "••", "•••", "I", "II", "III", "X", "XX", "XXX"]
    assert rows["∅"] == ("Team", "", "Crew")
    assert rows["•••"] == ("Platoon", "", "Detachment")
    assert rows["I"] == ("Company", "Battery", "Troop")
    assert rows["II"] == ("Battalion", "", "Squadron") and rows["III"] == ("Regiment", "", "Group")
    assert [rows[mark][0] for mark in ("•", "••", "X", "XX", "XXX")] == [
        "Squad",
        "Section",
        "Brigade",
        "Division",
        "Corps",
    ]


@pytest.mark.rule("BGC-EXP-01", "BGC-EXP-02", "BGC-EXP-03", "BGC-EXP-04", "BGC-EXP-05", "BGC-EXP-06", "BGC-TAB-03")
def test_five_grades_of_experience() -> None:
    assert [grade.value for grade in Grade] == ["Recruits", "Green", "Regular", "Seasoned", "Elite"]
    assert [grade.rank for grade in Grade] == [1, 2, 3, 4, 5]
    rows = {row.grade: (row.training, row.battle) for row in tables.GRADES}
    assert rows[Grade.RECRUITS] == ("not completed", "")
    assert rows[Grade.GREEN] == ("basic", "little or none")
    assert rows[Grade.REGULAR] == ("thorough", "perhaps some")
    assert rows[Grade.SEASONED] == ("", "extensive")
    assert rows[Grade.ELITE] == ("extensive", "extensive")


@pytest.mark.rule("BGC-SEQ-01", "BGC-SEQ-03", "BGC-TAB-04", "BGC-CA-01", "BGC-MED-01", "BGC-TIME-01")
def test_ten_phases_in_their_order() -> None:
    assert [phase.value for phase in Phase] == [
        "Initiative",
        "Orders",
        "Communications",
        "Call in indirect fire",
        "Firing",
        "Surrender",
        "Movement",
        "Close assault",
        "Medic",
        "Time",
    ]
    number = {phase: place for place, phase in enumerate(Phase, 1)}
    assert number[Phase.CLOSE_ASSAULT] == 8 == number[Phase.MOVEMENT] + 1
    assert number[Phase.MEDIC] == 9 and number[Phase.TIME] == 10 == len(number)


@pytest.mark.rule("BGC-ORD-01", "BGC-ORD-02", "BGC-ORD-03", "BGC-ORD-04")
def test_the_ladder_of_orders() -> None:
    assert [order.value for order in Order] == [
        "Double",
        "Move",
        "Aim",
        "Defend",
        "Follow",
        "Shaken",
        "Hold",
        "Back",
        "Rout",
    ]
    assert [order.rung for order in Order] == list(range(1, 10))
    assert tables.IDEAL == (Order.DOUBLE, Order.MOVE, Order.AIM)
    assert tables.DISRUPTED == (Order.DEFEND, Order.SHAKEN, Order.HOLD, Order.BACK, Order.ROUT)


@pytest.mark.rule("BGC-ORD-14", "BGC-ORD-15", "BGC-ORD-16", "BGC-ORD-17", "BGC-ORD-19", "BGC-TAB-05")
def test_what_double_allows() -> None:
    double = tables.ORDERS[Order.DOUBLE]
    assert (double.move, double.move_paved, double.move_wounded) == (F(2), F(3), F(1))
    assert double.fire == () and double.assault is False and double.defence is Defence.DOUBLED


@pytest.mark.rule("BGC-ORD-20", "BGC-ORD-21", "BGC-ORD-22", "BGC-ORD-23", "BGC-CA-04")
def test_what_move_allows() -> None:
    move = tables.ORDERS[Order.MOVE]
    assert move.move == move.move_road == move.move_paved == 1
    assert move.fire == (FireKind.AREA,) and move.defence is Defence.FULL
    assert move.assault is None, "the sentence is cut off in the print"


@pytest.mark.rule("BGC-ORD-25", "BGC-ORD-26", "BGC-ORD-27", "BGC-TAB-05")
def test_only_aim_and_defend_call_aim_and_save_their_fire() -> None:
    for order, rule in tables.ORDERS.items():
        steady = order in (Order.AIM, Order.DEFEND)
        assert rule.call_indirect is steady and rule.save_fire is steady
        assert (rule.fire == (FireKind.AIMED,)) is steady
    assert tables.ORDERS[Order.AIM].stationary and tables.ORDERS[Order.DEFEND].stationary
    assert all(
        tables.ORDERS[order].fire is None for order in (Order.FOLLOW, Order.SHAKEN, Order.HOLD, Order.BACK, Order.ROUT)
    )


@pytest.mark.rule("BGC-FIRE-04", "BGC-TAB-06", "BGC-AIR-14")
def test_six_steps_of_firing() -> None:
    steps = tables.FIRING_SEQUENCE
    assert [step.number for step in steps] == [1, 2, 3, 4, 5, 6]
    assert [step.side for step in steps] == [
        Who.BOTH,
        Who.INITIATIVE,
        Who.CONTESTING,
        Who.CONTESTING,
        Who.INITIATIVE,
        Who.CONTESTING,
    ]
    assert [step.kind for step in steps] == [None, FireKind.AREA, FireKind.AREA, FireKind.AIMED, None, None]
    assert "anti-aircraft" in steps[0].text


@pytest.mark.rule(
    "BGC-FIRE-09", "BGC-FIRE-12", "BGC-FIRE-13", "BGC-FIRE-14", "BGC-FIRE-17", "BGC-FIRE-18", "BGC-TAB-07"
)
def test_fire_dice_of_the_preview() -> None:
    numbers = {name: (weapon.dice, weapon.basis) for name, weapon in tables.FIRE_DICE.items()}
    assert numbers == {
        "semi-automatic squads": (1, Basis.COUNT),
        "bolt-action and LMG": (1, Basis.COUNT),
        "bolt-action only": (F(1, 2), Basis.COUNT),
        "bazooka": (5, Basis.PLATOON),
    }


@pytest.mark.rule(
    "BGC-COVER-01", "BGC-COVER-02", "BGC-COVER-03", "BGC-COVER-04", "BGC-COVER-05", "BGC-COVER-06", "BGC-TAB-09"
)
def test_classes_of_cover() -> None:
    named = {feature.value: shelter.value for feature, shelter in tables.SHELTER_OF.items()}
    assert named == {
        "wood": "soft",
        "hedge": "soft",
        "town": "hard",
        "fortification": "hard",
        "river bank": "hard",
        "dug in": "hard",
    }


@pytest.mark.rule("BGC-COVER-08", "BGC-TAB-10")
def test_kill_factors() -> None:
    factors = [tables.KILL_FACTORS[kind, shelter] for kind in FireKind for shelter in Shelter]
    assert factors == [1, F(1, 2), F(1, 3), F(1, 4), F(1, 6), F(1, 8)]


@pytest.mark.rule("BGC-MEAS-01", "BGC-MEAS-02", "BGC-TAB-12", "BGC-TAB-17")
def test_distances_of_the_rules() -> None:
    assert tables.RULE_DISTANCES_IN == (0, 1, 2, 10, 20)
    assert tables.SEEN_PER_LEVEL_IN == 5 and F(1, 4) == tables.TOLERANCE_IN


@pytest.mark.rule("BGC-MEAS-04", "BGC-MEAS-05", "BGC-MEAS-06", "BGC-MEAS-07", "BGC-TAB-14")
def test_three_positions_at_an_edge() -> None:
    inside, edge, outside = (tables.POSITIONS[position] for position in Position)
    assert not inside.sees_out and not inside.seen_from_outside and not inside.seen_after_firing
    assert edge.sees_out and not edge.seen_from_outside and edge.seen_after_firing
    assert inside.sheltered and edge.sheltered and not outside.sheltered
    assert outside.seen_from_outside and outside.sees_out


@pytest.mark.rule("BGC-TAB-13")
def test_air_missions_as_printed() -> None:
    rows = tables.AIR_MISSIONS
    assert rows[MissionKind.DEFINITE].friend == {(1,), (2,)} and rows[MissionKind.DEFINITE].enemy == {
        (3,),
        (4,),
        (5,),
        (6,),
    }
    assert rows[MissionKind.DOUBTFUL].friend == {(4,)} and rows[MissionKind.DOUBTFUL].enemy == {(5,), (6,)}
    assert rows[MissionKind.WIDE_FRONT].dice == 2 and rows[MissionKind.WIDE_FRONT].friend == {(1, 1)}
    assert rows[MissionKind.WIDE_FRONT].enemy == {(6, 6), (5, 6)}
    assert rows[MissionKind.CALLED].dice == 0 and rows[MissionKind.CALLED].rest is AirResult.ENEMY


@pytest.mark.rule("BGC-ORG-10", "BGC-ORG-11", "BGC-SCEN-07", "BGC-SCEN-08", "BGC-TAB-19")
def test_battalions_of_the_examples_are_mustered() -> None:
    """Figure 9: three companies of headquarters and three, machine guns and mortars beside the battalion's
    headquarters. Section 17: I./77, Green."""
    figure = platoons(infantry(), 0, DEFAULTS.with_setting("brigadier.infantry_support", "on"))
    companies = [[one.kind.value for one in figure if one.company == company] for company in (0, 1, 2, 3)]
    line = ["headquarters", "infantry", "infantry", "infantry"]
    assert companies == [["headquarters", "machine gun", "mortar"], line, line, line]
    green = platoons(infantry("I./77", experience=Experience.GREEN), 0, DEFAULTS)
    assert len(green) == 13 and {one.grade for one in green} == {Grade.GREEN}


@pytest.mark.rule("BGC-ORG-12", "BGC-SCEN-01", "BGC-SCEN-02", "BGC-SCEN-03")
def test_companies_of_the_example_of_play_are_mustered() -> None:
    """Section 15: a Regular and a Green company, headquarters and three platoons each; an assault gun platoon that is
    attached obeys the first."""
    for experience, grade in ((Experience.REGULAR, Grade.REGULAR), (Experience.GREEN, Grade.GREEN)):
        company = platoons(infantry(size=Size.COMPANY, experience=experience), 0, DEFAULTS)
        assert [one.kind.value for one in company] == ["headquarters", "infantry", "infantry", "infantry"]
        assert {one.grade for one in company} == {grade}
    headquarters, attached, line = (
        Place(1, 4, echelon) for echelon in (Echelon.COMPANY_HQ, Echelon.SUPPORT, Echelon.LINE)
    )
    assert is_subordinate(headquarters, attached, DEFAULTS) and is_subordinate(headquarters, line, DEFAULTS)
    assert not is_subordinate(line, attached, DEFAULTS)


@pytest.mark.rule("BGC-ORG-05", "BGC-M-01")
def test_the_books_drawings_of_signs_are_lost_and_nothing_pretends_to_bring_them_back() -> None:
    """The second form of the parachute sign among them: our symbols are ordinary map symbols, and no house file fills
    the place."""
    lost = gap("BGC-M-01")
    assert (lost.section, lost.fills, lost.key) == ("8.1", None, "")
    assert lost in unfilled(House(sections=frozenset({"scale"})))


@pytest.mark.rule("BGC-ORG-09", "BGC-M-02")
def test_the_hierarchy_runs_from_platoon_to_battalion_and_its_drawing_is_the_house_files() -> None:
    drawing = gap("BGC-M-02")
    assert (drawing.section, drawing.key) == ("8.2", "command")
    assert (
        drawing.fills is not None
        and not drawing.fills(House(sections=frozenset({"scale"})))
        and drawing.fills(House(sections=frozenset({"command"})))
    )
    places = {one.key: one.place for one in platoons(infantry(), 0, DEFAULTS)}
    assert [places[key].company for key in ("hq", "1hq", "1.1", "3.3")] == [0, 1, 1, 3]
    assert [places[key].echelon for key in ("hq", "1hq", "1.1")] == [
        Echelon.BATTALION_HQ,
        Echelon.COMPANY_HQ,
        Echelon.LINE,
    ]
    assert len({place.battalion for place in places.values()}) == 1


@pytest.mark.rule("BGC-ORD-05", "BGC-TAB-05", "BGC-BUG-06")
def test_who_stands_still() -> None:
    """Aim, Defend and Hold are stationary; Double and Move are not; of the others the preview does not say."""
    still = {order: tables.ORDERS[order].stationary for order in Order}
    assert [order for order, is_so in still.items() if is_so] == [Order.AIM, Order.DEFEND, Order.HOLD]
    assert [order for order, is_so in still.items() if is_so is False] == [Order.DOUBLE, Order.MOVE]


@pytest.mark.rule("BGC-H-02", "BGC-ORD-07", "BGC-ORD-09")
def test_a_house_that_departs_from_the_preview_is_said_to() -> None:
    plain = {"orders": {}, "steps_down": {}}
    assert "command" not in dict(odd_values(HOUSE, plain))
    for changed in (replace(HOUSE, raises=2), replace(HOUSE, contact_in=HOUSE.contact_in + 1)):
        assert "raises one platoon within 1 inch" in dict(odd_values(changed, plain))["command"]
