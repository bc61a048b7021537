"""Campaign battalions as stands of Not Quite Mechanised."""

import pytest

from campaign.rules.common.force import Strength
from campaign.rules.common.settings import DEFAULTS
from campaign.rules.tabletop.nqm.elements import Element, ElementKind
from campaign.rules.tabletop.nqm.muster import battalions, muster
from campaign.rules.tabletop.nqm.support import category
from campaign.rules.tabletop.nqm.system import TABLETOP
from campaign.rules.tabletop.nqm.tables import Grade, Mover, Weight
from campaign.rules.tabletop.nqm.translation import battalion_of, elements_of, mover_of, starting_pins, troops_of
from campaign.terms.forces import AntiTank, Arm, Armour, Experience, Level, MarchClass, Nationality, Size
from campaign.terms.state import State
from campaign.values import replace
from tests.rules.forces import force, guns, infantry, tanks
from tests.rules.nqm_bodies import pak


def shape(stands: tuple[Element, ...]) -> list[tuple[ElementKind, int]]:
    return [(one.kind, one.strength) for one in stands]


@pytest.mark.rule("NQM-REPR-05", "NQM-REPR-06", "NQM-REPR-07", "NQM-REPR-08", "NQM-AMB-14")
def test_a_normal_battalion_of_infantry_is_fifteen_points() -> None:
    battalion = battalion_of(infantry(), DEFAULTS)
    assert (
        shape(battalion.elements)
        == [(ElementKind.COMMAND, 1)] + [(ElementKind.COMPANY, 3)] * 4 + [(ElementKind.PLATOON, 1)] * 3
    )
    assert [one.key for one in battalion.elements] == ["command", "a", "b", "c", "d", "mg", "mortar", "anti_tank"]
    assert battalion.points == 15


@pytest.mark.rule("NQM-REPR-09")
@pytest.mark.parametrize(("size", "points"), [(Size.NORMAL, 15), (Size.WEAK, 7), (Size.LARGE, 30), (Size.COMPANY, 3)])
def test_points_by_size(size: Size, points: int) -> None:
    assert battalion_of(infantry(size=size), DEFAULTS).points == points


def test_house_rules_of_the_mapping() -> None:
    book = DEFAULTS.with_setting("nqm.points.companies", 3)
    assert battalion_of(infantry(), book).points == 12
    assert battalion_of(infantry(size=Size.WEAK), DEFAULTS.with_setting("nqm.points.weak_companies", 3)).points == 10
    assert (
        battalion_of(
            tanks(establishment=Strength(500, 48, 0)), DEFAULTS.with_setting("nqm.points.tanks_a_stand", 12)
        ).points
        == 12
    )
    assert battalion_of(guns(), DEFAULTS.with_setting("nqm.points.guns_a_point", 2)).points == 4


@pytest.mark.rule("NQM-REPR-01", "NQM-REPR-02", "NQM-CAS-06")
@pytest.mark.parametrize(("vehicles", "stands"), [(16, 1), (48, 3), (52, 3), (75, 5), (5, 1), (96, 6)])
def test_a_stand_of_three_for_sixteen_tanks(vehicles: int, stands: int) -> None:
    assert (
        shape(elements_of(tanks(establishment=Strength(500, vehicles, 0)), DEFAULTS))
        == [(ElementKind.VEHICLES, 3)] * stands
    )


@pytest.mark.rule("NQM-REPR-04", "NQM-AMB-89")
@pytest.mark.parametrize(
    ("pieces", "strengths"), [(4, [1]), (8, [1, 1]), (12, [1, 1, 1]), (24, [2, 2, 2]), (16, [2, 1, 1]), (2, [1])]
)
def test_a_point_for_four_guns(pieces: int, strengths: list[int]) -> None:
    made = elements_of(guns(establishment=Strength(100, 0, pieces)), DEFAULTS)
    assert [one.label for one in made] == (
        [f"Battery {n}" for n in range(1, len(made) + 1)] if len(made) > 1 else ["Battery"]
    )
    assert [one.strength for one in made] == [one.ammunition for one in made] == strengths
    assert all(one.kind is ElementKind.BATTERY and one.indirect for one in made)


@pytest.mark.rule("NQM-REPR-02", "NQM-REPR-04")
@pytest.mark.parametrize(
    ("size", "stands", "points"),
    [(Size.COMPANY, 1, 2), (Size.WEAK, 2, 3), (Size.NORMAL, 3, 5), (Size.LARGE, 6, 6)],
    ids=lambda one: str(one),
)
def test_troops_without_numbers_stand_by_their_size(size: Size, stands: int, points: int) -> None:
    """A company of tanks is one stand, a large battalion six; guns by fours: 8, 12, 20, 24."""
    uncounted = {"size": size, "establishment": Strength(0, 0, 0), "strength": Strength(0, 0, 0)}
    assert len(elements_of(tanks(**uncounted), DEFAULTS)) == stands
    assert sum(one.strength for one in elements_of(guns(**uncounted), DEFAULTS)) == points


@pytest.mark.rule("NQM-REPR-13", "NQM-REORG-16")
def test_tanks_have_no_command_of_their_own_and_need_none() -> None:
    assert not any(one.kind is ElementKind.COMMAND for one in elements_of(tanks(), DEFAULTS))


@pytest.mark.parametrize(
    ("armour", "equipment", "weapon", "target"),
    [
        (Armour.LIGHT, "29 cruisers", Weight.LIGHT, Weight.LIGHT),
        (Armour.HEAVY, "Matilda II", Weight.LIGHT, Weight.HEAVY),
        (Armour.MEDIUM, "34 Pz III, 14 Pz IV", Weight.MEDIUM, Weight.MEDIUM),
    ],
)
def test_classes_of_tanks(armour: Armour, equipment: str, weapon: Weight, target: Weight) -> None:
    one = elements_of(tanks(armour=armour, equipment=equipment), DEFAULTS)[0]
    assert (one.anti_tank, one.armour) == (weapon, target)


@pytest.mark.rule("NQM-CLASS-02")
def test_infantry_companies_are_very_light_against_armour() -> None:
    by_key = {one.key: one for one in elements_of(infantry(anti_tank_best=AntiTank.LIGHT_MEDIUM), DEFAULTS)}
    assert by_key["a"].anti_tank is Weight.VERY_LIGHT
    assert by_key["anti_tank"].anti_tank is Weight.MEDIUM
    assert by_key["anti_tank"].anti_tank_reach.effective_m == 1000
    assert by_key["mortar"].weapon is Weight.MEDIUM
    assert by_key["mortar"].reach.effective_m == 1500
    assert {one.key: one for one in elements_of(infantry(nation=Nationality.GERMAN), DEFAULTS)}[
        "mortar"
    ].reach.effective_m == 3000


def test_classes_of_guns() -> None:
    assert elements_of(guns(), DEFAULTS)[0].weapon is Weight.MEDIUM
    assert elements_of(guns(piece_name="6in howitzer", calibre_mm=152), DEFAULTS)[0].weapon is Weight.HEAVY
    at = elements_of(pak(), DEFAULTS)[0]
    assert (at.weapon, at.indirect, at.anti_tank_reach.effective_m) == (Weight.MEDIUM, False, 1000)


@pytest.mark.rule("NQM-GRADE-21", "NQM-AMB-15")
def test_grades_of_campaign_troops() -> None:
    grades = {one: troops_of(infantry(experience=one), DEFAULTS) for one in Experience}
    assert (grades[Experience.GREEN].grade, grades[Experience.GREEN].green) == (Grade.REGULAR, True)
    assert [grades[one].grade for one in (Experience.REGULAR, Experience.VETERAN)] == [Grade.REGULAR, Grade.VETERAN]
    assert troops_of(infantry(experience=Experience.ELITE, size=Size.COMPANY), DEFAULTS).grade is Grade.ELITE
    book = DEFAULTS.with_setting("nqm.grade.green_is", "conscript")
    assert troops_of(infantry(experience=Experience.GREEN), book).grade is Grade.CONSCRIPT


@pytest.mark.rule("NQM-MOV-01")
def test_rows_of_the_movement_table() -> None:
    assert mover_of(infantry()) is Mover.MOTORISED
    assert mover_of(infantry(march_class=MarchClass.FOOT)) is Mover.FOOT
    assert mover_of(tanks()) is Mover.ARMOURED
    assert mover_of(tanks(arm=Arm.ARMOURED_CAR)) is Mover.LIGHT_RECCE
    assert mover_of(infantry(arm=Arm.CYCLIST, march_class=MarchClass.FOOT)) is Mover.CAVALRY


@pytest.mark.parametrize(("size", "pins"), [(Size.NORMAL, 3), (Size.WEAK, 2), (Size.COMPANY, 1)])
def test_a_spent_battalion_comes_under_black_pins(size: Size, pins: int) -> None:
    battalion = battalion_of(infantry(state=State.SPENT, size=size), DEFAULTS)
    assert battalion.pins == pins == starting_pins(battalion.points, DEFAULTS)
    assert all(one.red == 0 for one in battalion.elements)
    assert not any(one.pinned.full for one in battalion.elements)


@pytest.mark.rule("NQM-AMMO-02")
def test_ammunition_at_the_start() -> None:
    assert [int(one.ammunition) for one in elements_of(infantry(), DEFAULTS)] == [0, 3, 3, 3, 3, 1, 1, 1]


def test_the_neutral_muster() -> None:
    mustered = muster(
        force(infantry(), tanks(establishment=Strength(500, 48, 0)), guns(), infantry("Spent", state=State.SPENT)),
        DEFAULTS,
    )
    assert [line.number for line in mustered.lines] == [1, 2, 3, 4]
    scots = mustered.lines[0]
    assert scots.size == "15 points"
    assert dict(scots.noted) == {"points": 15, "black": 0, "command": 1, "ammunition": 15}
    spent = next(line for line in mustered.lines if line.name == "Spent")
    assert spent.noted["black"] == 3
    assert spent.weight == 12
    owned = {model.key: model.count for model in mustered.models()}
    assert owned["infantry figure"] == 24
    assert owned["officer figure"] == 2
    assert owned["tank"] == 3
    assert owned["25-pdr"] == 2
    assert owned["mortar"] == 2


def test_every_unit_has_a_line_and_the_unfit_are_named() -> None:
    gone = infantry("Gone", state=State.DESTROYED)
    mustered = muster(force(infantry(), gone), DEFAULTS)
    assert len(mustered.lines) == 2
    assert mustered.lines[1].weight == 0
    assert any("Gone is destroyed" in text for text in mustered.warnings)


@pytest.mark.parametrize("arm", list(Arm))
def test_every_arm_has_stands(arm: Arm) -> None:
    unit = infantry(arm=arm)
    battalion = battalion_of(unit, DEFAULTS)
    assert battalion.points >= 1
    assert all(one.strength >= 1 for one in battalion.elements)


def test_a_headquarters_is_a_command_figure_and_its_guard() -> None:
    made = battalions(force(replace(infantry("HQ"), headquarters_of=Level.DIVISION)), DEFAULTS)[0]
    assert shape(made.elements) == [(ElementKind.COMMAND, 1), (ElementKind.PLATOON, 1)]
    assert made.points == 1


@pytest.mark.rule("NQM-ORG-01", "NQM-ORG-02", "NQM-ORG-03", "NQM-ORG-04", "NQM-AMB-09")
@pytest.mark.parametrize(
    ("arm", "kind"),
    [
        (Arm.ARMOUR, "teeth arms"),
        (Arm.INFANTRY, "teeth arms"),
        (Arm.CAVALRY, "teeth arms"),
        (Arm.RECONNAISSANCE, "teeth arms"),
        (Arm.FIELD_ARTILLERY, "supporting arms"),
        (Arm.ANTI_AIRCRAFT, "supporting arms"),
        (Arm.ANTI_TANK, "supporting arms"),
        (Arm.ENGINEER, "supporting arms"),
        (Arm.SUPPLY, "logistic units"),
        (Arm.MEDICAL, "logistic units"),
        (Arm.SIGNALS, "headquarters"),
    ],
)
def test_categories_of_units(arm: Arm, kind: str) -> None:
    assert category(arm).value == kind
    assert muster(force(infantry(arm=arm)), DEFAULTS).notes[0] == f"Battalions: 1 {kind}."


@pytest.mark.rule("NQM-CLASS-10", "NQM-CLASS-11")
def test_the_matilda_may_be_classed_anew() -> None:
    unit = tanks(armour=Armour.HEAVY, equipment="50 Matilda II")
    assert elements_of(unit, DEFAULTS)[0].armour is Weight.HEAVY
    assert elements_of(unit, DEFAULTS.with_setting("nqm.class.matilda_2", "very heavy"))[0].armour is Weight.VERY_HEAVY


@pytest.mark.rule("NQM-DESIGN-04")
def test_more_than_a_division_wants_more_players() -> None:
    assert TABLETOP.advice(muster(force(*(infantry(str(n)) for n in range(9))), DEFAULTS), 1, (72, 48)) == ()
    told = TABLETOP.advice(muster(force(*(infantry(str(n)) for n in range(20))), DEFAULTS), 1, (72, 48))
    assert "300 points are more than a division" in told[0]
