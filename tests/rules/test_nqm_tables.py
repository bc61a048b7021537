"""The printed tables of Not Quite Mechanised, with the numbers of the book."""

from fractions import Fraction

import pytest

from campaign.errors import BadInput
from campaign.rules.tabletop.nqm import classes
from campaign.rules.tabletop.nqm.classes import Cover, Gun
from campaign.rules.tabletop.nqm.moves import Gait, rate, rout
from campaign.rules.tabletop.nqm.tables import (
    ARTILLERY_EFFECT,
    ASSAULT,
    CONTACT_M,
    DICE_COLOURS,
    ENGAGE,
    FRONTAGES,
    RANGES,
    RATES,
    REACTION_HOURS,
    SCALES,
    SEQUENCE,
    TASKS,
    TRANSPORTER_ROAD,
    Grade,
    Mover,
    RangeBand,
    Weight,
)

VL, L, M, H, VH = Weight
F = Fraction


@pytest.mark.rule("NQM-SCALE-01", "NQM-SCALE-02", "NQM-SCALE-03", "NQM-TBL-SCALE")
def test_scales_of_ground_and_buildings() -> None:
    assert [(scale.models, scale.ground, scale.buildings) for scale in SCALES] == [
        ((76,), 2500, 200),
        ((144, 200), 5000, 300),
        ((300,), 10000, 300),
    ]
    assert [scale.centimetres(300) for scale in SCALES] == [12, 6, 3]
    assert [scale.centimetres(10_000) for scale in SCALES] == [400, 200, 100]


@pytest.mark.rule("NQM-MOV-01", "NQM-MOV-08", "NQM-MOV-10")
@pytest.mark.parametrize(
    ("mover", "contact", "advance", "road"),
    [
        (Mover.LIGHT_RECCE, F(5), F(2), F(10)),
        (Mover.ARMOURED, F(3), F(1), F(6)),
        (Mover.FOOT, F(1), F(1, 2), F(2)),
        (Mover.MOTORISED, F(3), F(1, 2), F(9)),
        (Mover.CAVALRY, F(2), F(1, 2), F(3)),
        (Mover.HORSE_DRAWN, None, None, F(2)),
    ],
)
def test_hourly_rates(mover: Mover, contact: Fraction | None, advance: Fraction | None, road: Fraction) -> None:
    assert (RATES[mover].contact, RATES[mover].advance, RATES[mover].road) == (contact, advance, road)


@pytest.mark.rule("NQM-MOV-07")
def test_armour_on_transporters() -> None:
    assert rate(Mover.ARMOURED, Gait.ROAD, on_transporters=True) == TRANSPORTER_ROAD == 10
    assert rate(Mover.ARMOURED, Gait.ROAD) == 6
    assert rate(Mover.ARMOURED, Gait.CONTACT, on_transporters=True) == 3
    with pytest.raises(BadInput, match="Only armour"):
        rate(Mover.FOOT, Gait.ROAD, on_transporters=True)


@pytest.mark.rule("NQM-FRONT-01", "NQM-FRONT-02", "NQM-TBL-FRONT")
def test_frontages_in_close_and_open_country() -> None:
    shown = {name: (one.close_m, one.open_m, one.depth_m) for name, one in FRONTAGES.items()}
    assert shown == {
        "company": (300, 300, 300),
        "company in defence": (300, 500, 300),
        "battalion": (1000, 2000, 2000),
        "battalion in defence": (1000, 2000, 1000),
        "brigade": (4000, 7000, 8000),
        "division": (10000, 15000, 24000),
    }


@pytest.mark.rule("NQM-CRT-02", "NQM-CRT-03", "NQM-CRT-04", "NQM-TBL-CRT")
def test_hours_up_a_link() -> None:
    assert REACTION_HOURS == {("division", "corps"): 1, ("corps", "army"): 2, ("army", "army group"): 2}


@pytest.mark.rule(
    "NQM-TASK-01",
    "NQM-TASK-02",
    "NQM-TASK-03",
    "NQM-TASK-04",
    "NQM-TASK-05",
    "NQM-TASK-06",
    "NQM-TASK-07",
    "NQM-TASK-08",
    "NQM-TASK-09",
    "NQM-TBL-TASK",
)
def test_task_timings() -> None:
    hours = {task.name: (task.least, task.most) for task in TASKS}
    assert hours["task air support (corps)"] == (4, 4)
    assert hours["task air support (army)"] == (8, 8)
    assert hours["plan major river crossing"] == (8, 8)
    assert hours["establish infantry bridgehead"] == (1, 3)
    assert hours["establish vehicle bridge"] == (2, 12)
    assert hours["lay minefield"] == (8, 8)
    assert hours["major river bridge demolition"] == (8, 8)
    assert hours["minor river bridge demolition"] == (1, 1)
    assert hours["dig in infantry company"] == (6, 6)


@pytest.mark.rule("NQM-RANGE-01")
@pytest.mark.parametrize(
    ("weapon", "effective", "harassing"),
    [
        ("infantry small arms", 300, 1000),
        ("light anti-tank guns", 500, 1000),
        ("medium anti-tank guns", 1000, 2000),
        ("88 mm anti-tank", 2000, 3000),
        ("tank guns up to 47 mm", 300, 600),
        ("tank guns 48 to 76.2 mm", 500, 1000),
        ("105 mm artillery", 15000, None),
        ("150 mm artillery", 18000, None),
        ("200 mm artillery", 20000, None),
        ("81 mm mortar", 3000, None),
        ("3-inch mortar", 1500, None),
        ("120 mm mortar", 5000, None),
    ],
)
def test_ranges(weapon: str, effective: int, harassing: int | None) -> None:
    assert (RANGES[weapon].effective_m, RANGES[weapon].harassing_m) == (effective, harassing)


@pytest.mark.rule("NQM-RANGE-02")
def test_anti_tank_rifles_do_not_harass() -> None:
    assert RANGES["infantry anti-tank"].effective_m == 200
    assert RANGES["infantry anti-tank"].harassing_m is None


@pytest.mark.rule("NQM-RANGE-05")
def test_contact_is_a_hundred_metres() -> None:
    assert CONTACT_M == 100


@pytest.mark.rule("NQM-ENGAGE-01", "NQM-GRADE-06", "NQM-TBL-ENGAGE")
@pytest.mark.parametrize(
    ("grade", "harassing", "effective", "contact"),
    [
        (Grade.ELITE, 0, 0, 6),
        (Grade.VETERAN, 0, 2, 4),
        (Grade.REGULAR, 1, 3, 2),
        (Grade.CONSCRIPT, 2, 3, 1),
        (Grade.MILITIA, 3, 3, 0),
    ],
)
def test_engagement_table(grade: Grade, harassing: int, effective: int, contact: int) -> None:
    expected = (RangeBand.HARASSING,) * harassing + (RangeBand.EFFECTIVE,) * effective + (RangeBand.CONTACT,) * contact
    assert ENGAGE[grade] == expected


@pytest.mark.rule("NQM-ASSAULT-06", "NQM-TBL-ASSAULT", "NQM-AMB-67")
def test_close_assault_table() -> None:
    assert [(row.attack_dice, row.defence_dice, row.attacks, row.breaks_at) for row in ASSAULT.values()] == [
        (5, 4, None, None),
        (4, 3, 3, F(1, 3)),
        (3, 2, 2, F(1, 2)),
        (2, 2, 1, F(1, 3)),
        (3, 1, 1, F(1, 3)),
    ]


@pytest.mark.rule("NQM-FIRE-04", "NQM-AMMO-01", "NQM-TBL-AMMO")
def test_colours_of_dice() -> None:
    assert DICE_COLOURS == {L: "green", M: "purple", H: "black"}


@pytest.mark.rule("NQM-ARTY-02", "NQM-ARTY-03", "NQM-ARTY-04", "NQM-TBL-ARTY")
def test_smallest_calibres() -> None:
    assert (ARTILLERY_EFFECT[L], ARTILLERY_EFFECT[M], ARTILLERY_EFFECT[H]) == (45, 80, 160)


@pytest.mark.rule("NQM-CLASS-01")
def test_five_classes() -> None:
    assert [one.letter for one in Weight] == ["VL", "L", "M", "H", "VH"]


@pytest.mark.rule("NQM-CLASS-01", "NQM-TBL-CLASS")
@pytest.mark.parametrize(
    ("vehicle", "expected"),
    [
        ("T34", M),
        ("PzII", L),
        ("KV1", H),
        ("truck", VL),
        ("Matilda II", H),
        ("Sherman", M),
        ("Pz38(t)", M),
        ("Stuart", L),
        ("CV33", VL),
        ("Tiger", H),
    ],
)
def test_armour(vehicle: str, expected: Weight) -> None:
    assert classes.armour(vehicle) is expected


@pytest.mark.rule("NQM-CLASS-01", "NQM-AIR-03", "NQM-TBL-CLASS", "NQM-AMB-38")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("6pdr", M),
        ("2pdr", L),
        ("25pdr", M),
        ("18pdr", L),
        ("88mm", H),
        ("105 mm artillery", M),
        ("150 mm artillery", H),
        ("120 mm mortar", H),
        ("203 mm artillery", VH),
        ("strafing fighter", M),
        ("dive bomber", H),
        ("fighter-bomber", H),
        ("medium bomber", H),
        ("flame thrower", H),
        ("HMG", M),
        ("MMG", L),
        ("60 mm mortar", L),
        ("81 mm mortar", M),
        ("20 mm", L),
        ("37 mm", L),
        ("75 mm", M),
    ],
)
def test_weapons(name: str, expected: Weight) -> None:
    assert classes.weapon(name) is expected


@pytest.mark.rule("NQM-AMB-39")
def test_a_calibre_in_a_gap_is_the_class_below() -> None:
    assert classes.gun(Gun.ARTILLERY, 85) is L
    assert classes.gun(Gun.ARTILLERY, 115) is M
    assert classes.gun(Gun.ARTILLERY, 180) is H
    assert classes.gun(Gun.ANTI_TANK, 45) is L
    assert classes.gun(Gun.ANTI_TANK, 80) is M


def test_names_that_are_not_in_the_table_are_refused_with_near_words() -> None:
    with pytest.raises(BadInput, match="did you mean"):
        classes.armour("Matilda III")
    with pytest.raises(BadInput, match="not a weapon in the class chart"):
        classes.weapon("catapult")
    with pytest.raises(BadInput, match="not a calibre"):
        classes.gun(Gun.ARTILLERY, 0)


@pytest.mark.rule("NQM-CLASS-03", "NQM-CLASS-04", "NQM-CLASS-05", "NQM-CLASS-06", "NQM-CLASS-07")
def test_positions() -> None:
    expected = [
        (Cover.MARCHING, VL),
        (Cover.ATTACKING, L),
        (Cover.SCRAPES, L),
        (Cover.TOWN, M),
        (Cover.DUG_IN, M),
        (Cover.FORTIFIED, H),
        (Cover.CASEMATES, VH),
    ]
    assert [(cover, classes.position(cover)) for cover, _ in expected] == expected


@pytest.mark.rule("NQM-MOV-06", "NQM-AMB-26")
def test_light_recce_advances_in_contact_as_its_opponent() -> None:
    def pace(against: Mover | None) -> Fraction | None:
        return rate(Mover.LIGHT_RECCE, Gait.ADVANCE, against=against)

    assert pace(Mover.LIGHT_RECCE) == 2
    assert pace(Mover.FOOT) == F(1, 2)
    assert pace(Mover.ARMOURED) == 1
    assert pace(None) == F(1, 2)
    assert rate(Mover.ARMOURED, Gait.ADVANCE, against=Mover.FOOT) == 1
    assert rate(Mover.LIGHT_RECCE, Gait.CONTACT) == 5
    assert rate(Mover.HORSE_DRAWN, Gait.ADVANCE) is None
    assert rout(Mover.FOOT) == 2


@pytest.mark.rule("NQM-REPR-11", "NQM-FORT-03", "NQM-FORT-05")
def test_where_bases_must_touch() -> None:
    assert [classes.bases_touch(cover) for cover in (Cover.ATTACKING, Cover.MARCHING, Cover.SCRAPES)] == [True] * 3
    assert not any(classes.bases_touch(cover) for cover in (Cover.DUG_IN, Cover.FORTIFIED, Cover.CASEMATES))


@pytest.mark.rule("NQM-FIRE-15")
def test_tanks_in_close_country_are_light_targets_for_infantry() -> None:
    assert [classes.tank_target(one, close_country=True) for one in Weight] == [VL, L, L, L, L]
    assert classes.tank_target(H, close_country=False) is H


@pytest.mark.rule("NQM-SEQ-01", "NQM-SEQ-02", "NQM-AMB-01")
def test_nine_steps_of_an_hour() -> None:
    assert len(SEQUENCE) == 9
    assert (SEQUENCE[0], SEQUENCE[8]) == ("write new orders", "next hour")
