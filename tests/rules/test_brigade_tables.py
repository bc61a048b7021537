"""The printed tables of the Brigade level rules, cell by cell, with numbers from the book."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.errors import BadInput, NotFound, Refused
from campaign.rules.tabletop.brigade import equipment, firepoints, scales, tables
from campaign.rules.tabletop.brigade.detection import detect
from campaign.rules.tabletop.brigade.movement import allowance, rate
from campaign.rules.tabletop.brigade.tables import DetectedAs, Grade, Ground, MovesAs, Seen, Showing, SmallArm
from campaign.terms.forces import AntiTank, Armour, CombatClass

F = Fraction
PISTOL, SMG, RIFLE, AR, TANK_MG, MMG, HMG, CANNON, FLAME = SmallArm
MOVES = {
    MovesAs.INFANTRY: "6 6 6 4",
    MovesAs.SUPPORT: "6 5 4 3",
    MovesAs.VERY_SLOW_TANK: "5 5 c t",
    MovesAs.SLOW_TANK: "8 8 c t",
    MovesAs.MEDIUM_TANK: "12 10 c t",
    MovesAs.FAST_TANK: "15 12 c t",
    MovesAs.VERY_FAST_TANK: "18 15 c t",
    MovesAs.JEEP: "30 18 c -",
    MovesAs.WHEELED: "24 15 c -",
    MovesAs.HALF_TRACK: "18 15 c -",
    MovesAs.CAVALRY: "16 16 h H",
    MovesAs.HORSE_DRAWN: "8 6 t -",
    MovesAs.BICYCLE: "12 6 - -",
}
ROLLED = {
    "c": [F(3, 2), 2, F(5, 2), 3, F(7, 2), 4],
    "t": [0, 0, 0, 1, 2, 3],
    "h": [2, 3, 4, 5, 6, 7],
    "H": [F(1, 2), 1, F(3, 2), 2, F(5, 2), 3],
}


@pytest.mark.rule(
    "BDE-MOVE-01", "BDE-MOVE-02", "BDE-MOVE-03", "BDE-MOVE-04", "BDE-TAB-MOVE", "BDE-TAB-MAXMOVE", "BDE-SCALE-07"
)
@pytest.mark.parametrize("row", list(MovesAs))
def test_every_cell_of_the_movement_table(row: MovesAs) -> None:
    for ground, cell in zip(Ground, MOVES[row].split(), strict=True):
        if cell == "-":
            with pytest.raises(Refused, match="dash"):
                rate(row, ground)
        elif cell in ROLLED:
            assert [allowance(row, ground, face) for face in range(1, 7)] == ROLLED[cell]
        else:
            assert allowance(row, ground, None) == int(cell)


DETECTION = {
    DetectedAs.INFANTRY: ("75/50", "40/15", "4/2", "40/10"),
    DetectedAs.HEAVY_SUPPORT: ("75/50", "40/25", "4/2", "50/10"),
    DetectedAs.VEHICLES: ("auto", "100/50", "4/2", "50/10"),
    DetectedAs.STRUCTURE: ("auto", "auto", "4/2", "-"),
}


@pytest.mark.rule("BDE-DET-08", "BDE-DET-01", "BDE-TAB-DET", "BDE-AMB-10")
@pytest.mark.parametrize("row", list(DetectedAs))
def test_every_cell_of_the_detection_table(row: DetectedAs) -> None:
    for column, cell in zip(Showing, DETECTION[row], strict=True):
        if cell == "auto":
            assert detect(row, column, 500) is Seen.SPOTTED
        elif cell == "-":
            assert detect(row, column, 0) is Seen.UNSEEN
        else:
            part, spotted = map(int, cell.split("/"))
            at = [detect(row, column, inches) for inches in (spotted, spotted + 1, part, part + 1)]
            assert at == [Seen.SPOTTED, Seen.PART, Seen.PART, Seen.UNSEEN]


@pytest.mark.parametrize(
    ("weapon", "bands"),
    [
        pytest.param(PISTOL, "1:1", marks=pytest.mark.rule("BDE-SA-02")),
        pytest.param(SMG, "5:3 10:1", marks=pytest.mark.rule("BDE-SA-03")),
        pytest.param(RIFLE, "5:2 10:3/2 30:1", marks=pytest.mark.rule("BDE-SA-04")),
        pytest.param(AR, "5:3 10:2 30:1", marks=pytest.mark.rule("BDE-SA-05")),
        pytest.param(TANK_MG, "10:9 20:6 40:4", marks=pytest.mark.rule("BDE-SA-06")),
        pytest.param(MMG, "15:12 30:9 60:6", marks=pytest.mark.rule("BDE-SA-07")),
        pytest.param(HMG, "15:12 30:10 75:9", marks=pytest.mark.rule("BDE-SA-08")),
        pytest.param(CANNON, "25:12 50:10 100:9", marks=pytest.mark.rule("BDE-SA-09")),
        pytest.param(FLAME, "2:12", marks=pytest.mark.rule("BDE-SA-10")),
    ],
)
@pytest.mark.rule("BDE-SA-01", "BDE-TAB-SA")
def test_every_band_of_the_small_arms(weapon: SmallArm, bands: str) -> None:
    pairs = [(int(to), F(points)) for to, points in (band.split(":") for band in bands.split())]
    for n, (to, points) in enumerate(pairs):
        beyond = pairs[n + 1][1] if n + 1 < len(pairs) else 0
        assert (firepoints.points(weapon, to), firepoints.points(weapon, to + F(1, 4))) == (points, beyond)


@pytest.mark.rule("BDE-CASE-21", "BDE-AMB-66")
def test_points_at_odd_distances() -> None:
    asked = [
        (PISTOL, 1),
        (PISTOL, 2),
        (SMG, 6),
        (SMG, 11),
        (RIFLE, 5),
        (RIFLE, 10),
        (RIFLE, 12),
        (RIFLE, 31),
        (AR, 10),
        (TANK_MG, 40),
        (MMG, 60),
        (HMG, 70),
        (CANNON, 26),
        (FLAME, 3),
    ]
    assert [firepoints.points(weapon, inches) for weapon, inches in asked] == [
        1,
        0,
        1,
        0,
        2,
        F(3, 2),
        1,
        0,
        2,
        4,
        6,
        9,
        10,
        0,
    ]
    mixed = [firepoints.Arms(RIFLE, 5), firepoints.Arms(SMG, 2), firepoints.Arms(MMG)]
    assert firepoints.total(mixed, 10) == F(43, 2)
    assert len(firepoints.convert(F(43, 2))) == 7
    with pytest.raises(BadInput, match="0 inches or more"):
        firepoints.points(RIFLE, -1)


@pytest.mark.parametrize(
    ("calibres", "artillery", "tank_gun"),
    [
        pytest.param((20, 45), 4, 2, marks=pytest.mark.rule("BDE-HE-02")),
        pytest.param((46, 77), 6, 4, marks=pytest.mark.rule("BDE-HE-03")),
        pytest.param((78, 105), 9, 6, marks=pytest.mark.rule("BDE-HE-04")),
        pytest.param((106, 210), 12, 9, marks=pytest.mark.rule("BDE-HE-05")),
    ],
)
@pytest.mark.rule("BDE-HE-01", "BDE-TAB-HE")
def test_he_points(calibres: tuple[int, int], artillery: int, tank_gun: int) -> None:
    for mm in calibres:
        assert (firepoints.he_points(mm, tank_gun=False), firepoints.he_points(mm, tank_gun=True)) == (
            artillery,
            tank_gun,
        )


@pytest.mark.rule("BDE-AMB-61")
def test_which_column_of_he_a_gun_fires_on() -> None:
    assert firepoints.he_of(equipment.gun("76mm"), in_vehicle=True) == 4
    assert firepoints.he_of(equipment.gun("76mm AT"), in_vehicle=False) == 6
    assert firepoints.he_of(equipment.gun("short 75"), in_vehicle=True) == 6
    assert firepoints.he_of(equipment.gun("PIAT"), in_vehicle=False) == 0


VEHICLES = """Sdkfz 250/1|HT|3 3 3|
Sdkfz 222|W|3 3 3|-1
Pz IV H|M|9 6 6|7
Tiger|M|13 9 9|10
Sherman|F|9 5 5|7
Firefly|F|9 5 5|10
T34/76|F|10 6 6|7
T34/85|F|11 6 6|9"""


@pytest.mark.rule("BDE-EQ-01", "BDE-TAB-EQ", "BDE-KILL-06", "BDE-AMB-27", "BDE-AMB-94")
@pytest.mark.parametrize("line", VEHICLES.splitlines())
def test_the_sample_vehicles(line: str) -> None:
    name, speed, armour, attack = line.split("|")
    found = equipment.vehicle(name)
    assert [found.armour(face) for face in equipment.Face] == [int(value) for value in armour.split()]
    rows = {"HT": MovesAs.HALF_TRACK, "W": MovesAs.JEEP, "M": MovesAs.MEDIUM_TANK, "F": MovesAs.FAST_TANK}
    assert found.moves_as is rows[speed]
    assert (found.gun.attack if found.gun else None) == (int(attack) if attack else None)
    assert (found.body is equipment.Body.OPEN_TOP) == name.startswith("Sdkfz")
    assert found.printed


GUNS = {
    "British": "2pdr 4, 6pdr 7, 17pdr 10, 25pdr 5, PIAT 9",
    "German": "37mm 3, short 50 4, long 50 6, short 75 5, 75L48 7, 75L70 10, 88L56 10, 88L71 12, 75mm IG 4, Panzerfaust 9, Panzerschreck 9",
    "Russian": "76mm AT 7, 85mm AT 9",
    "generic": "Autocannon -1, AT rifle 0, AT grenades 0",
}


@pytest.mark.rule("BDE-EQ-02", "BDE-TAB-AV")
@pytest.mark.parametrize("nation", list(GUNS))
def test_the_attack_values(nation: str) -> None:
    for entry in GUNS[nation].split(", "):
        name, _, value = entry.rpartition(" ")
        gun = equipment.gun(name)
        assert (gun.nation, gun.attack, gun.printed) == (nation, int(value), True)


@pytest.mark.rule("BDE-TAB-AV", "BDE-HE-02", "BDE-HE-03", "BDE-HE-04")
def test_the_calibre_of_a_gun_is_the_one_in_its_name() -> None:
    """``37mm``, ``long 50``, ``75L48``: and by it the points of its HE, as an artillery piece."""
    for name in (
        "37mm",
        "short 50",
        "long 50",
        "short 75",
        "75L48",
        "75L70",
        "88L56",
        "88L71",
        "75mm IG",
        "76mm AT",
        "85mm AT",
    ):
        calibre = int("".join(letter if letter.isdigit() else " " for letter in name).split()[0])
        assert equipment.gun(name).calibre_mm == calibre, name
        assert firepoints.he_of(equipment.gun(name), in_vehicle=False) == (
            4 if calibre <= 45 else 6 if calibre <= 77 else 9
        ), name
    assert firepoints.he_of(equipment.gun("long 50"), in_vehicle=True) == 4, "46 to 77 mm, as a high velocity tank gun"


@pytest.mark.rule("BDE-EQ-03", "BDE-AMB-72")
def test_other_equipment_is_added_in_the_same_form_and_marked_as_not_printed() -> None:
    assert [equipment.vehicle(name).printed for name in ("Matilda II", "Cruiser", "Pz III")] == [False] * 3
    assert (equipment.gun("bazooka").attack, equipment.gun("bazooka").printed) == (9, False)
    assert equipment.vehicle_in("46 cruiser (tank), 8 light tank") == equipment.vehicle("Cruiser")
    assert equipment.vehicle_in("c. 70 tanks, Pz II, III and IV") == equipment.vehicle("Pz III")
    assert equipment.vehicle_in("20 Pz II") == equipment.vehicle("Pz II")
    assert equipment.vehicle_in("20 lorries") is None
    guns = [[gun.name for gun in equipment.guns_in(text)] for text in ("3.7 and 5 cm Pak", "47/32 guns", "22 rifles")]
    assert guns == [["long 50"], ["47mm"], []]
    with pytest.raises(NotFound, match="Tiger"):
        equipment.vehicle("Tigre")


@pytest.mark.rule("BDE-MOR-06", "BDE-MOR-05", "BDE-TAB-CLASS", "BDE-TAB-PIN", "BDE-TAB-CAS")
def test_four_classes_and_their_scores() -> None:
    assert [grade.value for grade in Grade] == ["elite", "veteran", "trained", "raw"]
    assert set(tables.GRADES) == set(Grade)
    assert [tables.UNPIN[grade] for grade in Grade] == [2, 4, 3, 4]
    assert [tables.CASUALTY_TEST[grade] for grade in Grade] == [(None, None), (None, None), (None, 3), (3, 5)]


@pytest.mark.rule(
    "BDE-SCALE-01",
    "BDE-SCALE-02",
    "BDE-SCALE-03",
    "BDE-SCALE-04",
    "BDE-SCALE-05",
    "BDE-SCALE-06",
    "BDE-TAB-SCALE",
    "BDE-BASE-02",
)
def test_scales() -> None:
    assert scales.FIGURE_HEIGHTS_MM == (15, 20)
    assert (scales.BATTALIONS_A_SIDE, scales.HOURS_OF_PLAY) == ((2, 3), (2, 3))
    assert (scales.MEN_A_FIGURE, scales.REAL_A_MODEL) == (15, (4, 6))
    assert (scales.MOVES_A_PERIOD, scales.MINUTES_A_PERIOD, scales.YARDS_AN_INCH, scales.BASE_MM) == (2, 2, 20, 20)


@pytest.mark.parametrize(
    ("armour", "values"),
    [(Armour.NONE, (3, 3, 3)), (Armour.LIGHT, (5, 4, 4)), (Armour.MEDIUM, (8, 5, 5)), (Armour.HEAVY, (11, 8, 8))],
)
def test_armour_of_vehicles_that_an_order_of_battle_does_not_name(armour: Armour, values: tuple[int, int, int]) -> None:
    """Ours, by the protection class; so are the samples that the set does not print, and the sheet says so."""
    made = equipment.by_class(armour, AntiTank.LIGHT, CombatClass.TRACKED)
    assert (made.front, made.side, made.rear) == values
    assert not made.printed
    cars = equipment.vehicle("Armoured car")
    assert ((cars.front, cars.side, cars.rear), cars.printed) == ((3, 3, 3), False)
    assert not equipment.gun("field gun").printed
