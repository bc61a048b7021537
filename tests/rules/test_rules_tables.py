"""The printed tables of Operation Brevity, every cell against the catalogue's."""

from __future__ import annotations

import pytest

from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.sheet import OWN_POSTURES
from campaign.terms.forces import (
    AirType,
    AntiTank,
    Armour,
    CasualtyColumn,
    CombatClass,
    HitRow,
    MarchClass,
    Nationality,
    Piece,
    Weapon,
)
from campaign.terms.ground import LoadClass, Surface, TaskKind
from campaign.terms.state import Posture

N = Nationality


@pytest.mark.rule("OB-T-01", "OB-INIT-03", "OB-INIT-04")
def test_command_bonus() -> None:
    printed = {
        N.BRITISH: 1,
        N.INDIAN: 1,
        N.COMMONWEALTH: 1,
        N.FRENCH: 0,
        N.GERMAN: 3,
        N.ITALIAN: 0,
        N.JAPANESE: 1,
        N.SOVIET: 2,
        N.US: 2,
    }
    assert dict(tables.COMMAND_BONUS) == printed
    assert tables.CORPS_COMMANDER_BONUS == 1


@pytest.mark.rule("OB-T-02", "OB-MOV-07")
@pytest.mark.parametrize(
    ("row", "road", "cross_country", "terrain"),
    [
        (MarchClass.FOOT, 40, 32, 16),
        (MarchClass.CAVALRY, 64, 48, 16),
        (MarchClass.TRACKED, 96, 64, 16),
        (MarchClass.HALF_TRACK, 128, 80, 16),
        (MarchClass.TRUCK, 178, 96, 16),
    ],
)
def test_march_movement(row: MarchClass, road: int, cross_country: int, terrain: int) -> None:
    assert dict(tables.MARCH[row]) == {
        Surface.ROAD: road,
        Surface.CROSS_COUNTRY: cross_country,
        Surface.TERRAIN: terrain,
    }
    assert set(tables.MARCH) == set(MarchClass)


@pytest.mark.rule("OB-T-03", "OB-MOV-09", "OB-MOV-10")
@pytest.mark.parametrize(
    ("row", "in_open", "terrain"),
    [
        (CombatClass.FOOT, 24, 16),
        (CombatClass.LIGHT_VEHICLE, 32, None),
        (CombatClass.TRACKED, 40, 8),
        (CombatClass.FAST_TANK, 48, 8),
    ],
)
def test_combat_ready_movement(row: CombatClass, in_open: int, terrain: int | None) -> None:
    assert (tables.COMBAT_READY[row].open, tables.COMBAT_READY[row].terrain) == (in_open, terrain)
    assert set(tables.COMBAT_READY) == set(CombatClass)


@pytest.mark.rule("OB-T-04", "OB-LOC-02", "OB-LOC-03", "OB-LOC-04")
def test_location_range() -> None:
    assert (tables.LOCATION_FROM_HILL, tables.LOCATION_LEVEL, tables.LOCATION_POOR) == (12, 8, 4)


@pytest.mark.rule("OB-T-05", "OB-POST-01")
def test_four_postures() -> None:
    assert list(Posture) == [Posture.MARCH, Posture.LINE, Posture.SUPPORT, Posture.RESERVE]
    assert tuple(Posture)[1:] == OWN_POSTURES, "on the table; nobody marches there"


@pytest.mark.rule("OB-T-06", "OB-READY-03", "OB-READY-04", "OB-READY-05", "OB-READY-06", "OB-READY-07")
def test_readiness() -> None:
    printed = {
        N.BRITISH: 5,
        N.INDIAN: 5,
        N.COMMONWEALTH: 4,
        N.FRENCH: 5,
        N.GERMAN: 3,
        N.ITALIAN: 5,
        N.JAPANESE: 3,
        N.SOVIET: 6,
        N.US: 4,
    }
    assert dict(tables.READINESS) == printed
    assert (tables.READINESS_INEXPERIENCED, tables.READINESS_FLAME_THROWERS, tables.READINESS_NIGHT) == (-1, -1, -2)


RANGES = """
0 42      -  -   8   -   -   -
45 70     8  -   16  24  40  60
75 95     16 24  24  60  80  100
100 132   24 56  40  72  112 132
135 160   48 48  32  80  108 180
170 190   -  20  100 120 160 200
200 -     8  -   -   88  120 216
"""


@pytest.mark.rule("OB-T-07", "OB-RANGE-04")
def test_artillery_weapon_range() -> None:
    printed = [tuple(None if cell == "-" else int(cell) for cell in row.split()) for row in RANGES.strip().splitlines()]
    ours = [(row.lowest, row.highest, *(row.ranges[piece] for piece in Piece)) for row in tables.ARTILLERY_RANGE]
    assert ours == printed
    assert list(Piece) == [
        Piece.MORTAR,
        Piece.ROCKET_LAUNCHER,
        Piece.INFANTRY_GUN,
        Piece.HOWITZER,
        Piece.GUN_HOWITZER,
        Piece.GUN,
    ]


@pytest.mark.rule("OB-T-08", "OB-RANGE-05")
def test_notable_exceptions() -> None:
    assert [one.range_in for one in tables.NAMED_PIECES] == [24, 40, 36, 28, 60, 16, 40, 32]


@pytest.mark.rule("OB-T-09")
def test_strength_to_dice() -> None:
    assert [(row.halves, row.dice) for row in tables.STRENGTH_DICE] == [(0, 1), (1, 2), (2, 3), (3, 4), (6, 5), (11, 6)]


@pytest.mark.rule("OB-T-10", "OB-HIT-06", "OB-HIT-10", "OB-HIT-11")
def test_to_hit() -> None:
    printed = {HitRow.FAST_TANK: (6, 6, 6), HitRow.VEHICLE: (5, 5, 5), HitRow.OTHER: (4, 5, 6)}
    assert {row: tuple(tables.TO_HIT[row][column] for column in tables.HitColumn) for row in HitRow} == printed
    assert tables.HIT_BONUS_ROCKETS_AIRCRAFT == 1


@pytest.mark.rule("OB-T-11", "OB-PEN-02", "OB-PEN-06")
def test_penetrate() -> None:
    order = [
        AntiTank.ARTILLERY,
        AntiTank.LIGHT,
        AntiTank.LIGHT_MEDIUM,
        AntiTank.MEDIUM,
        AntiTank.MEDIUM_HEAVY,
        AntiTank.HEAVY,
    ]
    assert list(AntiTank) == order
    assert [tables.PENETRATE_BEST[one] for one in order] == [6, 6, 6, 5, 4, 3]
    assert [tables.PENETRATE_ALL[one] for one in order] == [6, 6, 5, 4, 3, 2]


CASUALTIES = """
light  | infantry, light rocket, heavy rocket, mortar, machine gun, light gun, field gun, ground attack, flame-thrower | 4 | 3 | any
light  | medium gun, medium bomber                                                                      | 5 | 4 | any
light  | heavy gun, engineers, heavy bomber                                                             | 6 | 5 | any
light  | super-heavy gun                                                                                | - | 6 | any
medium | infantry, light rocket, mortar, machine gun, ground attack                                     | - | 6 | far
medium | light gun, field gun, heavy rocket                                                             | 6 | 5 | any
medium | infantry, medium gun, medium bomber, flame-thrower                                             | 5 | 4 | near
medium | heavy gun, engineers, heavy bomber                                                             | 6 | 5 | any
medium | super-heavy gun                                                                                | 6 | 5 | any
heavy  | infantry, light rocket, mortar, machine gun, ground attack                                     | - | - | far
heavy  | light gun, field gun, heavy rocket                                                             | - | - | any
heavy  | infantry, medium gun, medium bomber, flame-thrower                                             | - | 6 | near
heavy  | heavy gun, engineers, heavy bomber                                                             | 6 | 5 | any
heavy  | super-heavy gun                                                                                | 5 | 4 | any
"""


@pytest.mark.rule("OB-T-12", "OB-CAS-05", "OB-AIR-13", "OB-AMB-076")
def test_casualties() -> None:
    lines = [[cell.strip() for cell in row.split("|")] for row in CASUALTIES.strip().splitlines()]
    assert len(lines) == len(tables.CASUALTIES)
    near = {"any": None, "near": True, "far": False}
    for (part, weapons, infantry, others, distance), row in zip(lines, tables.CASUALTIES, strict=True):
        assert row.protection is tables.Protection[part.upper()]
        assert {weapon.value for weapon in row.weapons} == {word.strip() for word in weapons.split(",")}
        assert row.score(CasualtyColumn.INFANTRY) == (None if infantry == "-" else int(infantry))
        assert row.score(CasualtyColumn.OTHERS) == (None if others == "-" else int(others))
        assert row.near is near[distance]
    assert tables.CASUALTY_BONUS_INEXPERIENCED == 1
    assert (tables.CLOSE_RANGE, tables.FORTIFIED_CLOSE_RANGE_PRINTED) == (4, 10)


@pytest.mark.rule("OB-CAS-05")
def test_every_weapon_has_a_row_in_every_part() -> None:
    for part in tables.Protection:
        covered = frozenset().union(*(row.weapons for row in tables.CASUALTIES if row.protection is part))
        assert covered == frozenset(Weapon)


@pytest.mark.rule("OB-CAS-05", "OB-AMB-070")
def test_armour_and_its_part_of_the_casualty_table() -> None:
    parts = [tables.PROTECTION_OF[armour] for armour in (Armour.NONE, Armour.LIGHT, Armour.MEDIUM, Armour.HEAVY)]
    assert parts == [
        tables.Protection.LIGHT,
        tables.Protection.LIGHT,
        tables.Protection.MEDIUM,
        tables.Protection.HEAVY,
    ]


@pytest.mark.rule("OB-T-13", "OB-LAND-04", "OB-LAND-05", "OB-LAND-06")
def test_air_landings() -> None:
    parachute, glider = tables.AIR_LANDING[tables.Landing.PARACHUTE], tables.AIR_LANDING[tables.Landing.GLIDER]
    assert (
        parachute.day_open,
        parachute.day_terrain,
        parachute.night_open,
        parachute.night_terrain,
        parachute.harmed_to,
    ) == (1, 2, 2, 3, 3)
    assert (glider.day_open, glider.day_terrain, glider.night_open, glider.night_terrain, glider.harmed_to) == (
        1,
        3,
        3,
        4,
        2,
    )


@pytest.mark.rule("OB-T-14", "OB-SEQ-04")
def test_nine_steps() -> None:
    opponent, mover, both = tables.Actor.OPPONENT, tables.Actor.MOVER, tables.Actor.BOTH
    assert [step.number for step in tables.STEPS] == list(range(1, 10))
    assert [step.actor for step in tables.STEPS] == [
        opponent,
        mover,
        mover,
        opponent,
        mover,
        opponent,
        mover,
        mover,
        both,
    ]
    assert [step.rule for step in tables.STEPS] == [f"OB-SEQ-{number:02}" for number in range(5, 14)]


@pytest.mark.rule("OB-RANGE-02", "OB-RANGE-03")
def test_direct_ranges() -> None:
    assert (
        tables.DIRECT_INFANTRY,
        tables.DIRECT_SHORT_BARREL,
        tables.DIRECT_LONG_BARREL,
        tables.DIRECT_FLAME_THROWER,
    ) == (8, 4, 8, 4)
    assert tables.LONG_BARREL_OVER_MM == 2500


@pytest.mark.rule("OB-SCL-01")
@pytest.mark.parametrize(
    ("inches", "km"),
    [
        (4, 0.5),
        (8, 1),
        (12, 1.5),
        (16, 2),
        (24, 3),
        (32, 4),
        (40, 5),
        (48, 6),
        (60, 7.5),
        (64, 8),
        (72, 9),
        (80, 10),
        (96, 12),
        (100, 12.5),
        (108, 13.5),
        (112, 14),
        (120, 15),
        (128, 16),
        (132, 16.5),
        (160, 20),
        (178, 22.25),
        (180, 22.5),
        (200, 25),
        (216, 27),
    ],
)
def test_inches_in_kilometres(inches: int, km: float) -> None:
    assert inches * tables.METRES_AN_INCH == km * 1000


@pytest.mark.rule("OB-WC-001")
def test_a_corps_table() -> None:
    assert (48 * tables.METRES_AN_INCH, 120 * tables.METRES_AN_INCH) == (6000, 15000)


ENGINEERS = [
    (TaskKind.BLOCK_ROAD, None, "engineering support", 1, "move", "OB-DEM-01"),
    (TaskKind.DEMOLISH_SPAN, None, "engineering support", 1, "move", "OB-DEM-01"),
    (TaskKind.PREPARE_DEMOLITION, None, "engineering support", 1, "turn", "OB-DEM-02"),
    (TaskKind.BLOW_BRIDGE, None, "engineering support", 1, "move", "OB-DEM-03"),
    (TaskKind.GAP_OBSTACLE, None, "engineering support", 1, "turn", "OB-OBS-05"),
    (TaskKind.BRIDGE, LoadClass.FOOT_WHEELED, "specialist engineers", 2, "turn", "OB-BRG-02"),
    (TaskKind.BRIDGE, LoadClass.MEDIUM_TANK, "specialist engineers", 4, "turn", "OB-BRG-03"),
    (TaskKind.BRIDGE, LoadClass.HEAVY_TANK, "specialist engineers", 6, "turn", "OB-BRG-04"),
    (TaskKind.FERRY, LoadClass.FOOT_WHEELED, "specialist engineers", 1, "turn", "OB-BRG-05"),
    (TaskKind.FERRY, LoadClass.MEDIUM_TANK, "specialist engineers", 2, "turn", "OB-BRG-05"),
    (TaskKind.FERRY, LoadClass.HEAVY_TANK, "specialist engineers", 3, "turn", "OB-BRG-05"),
    (TaskKind.MINEFIELD, None, "specialist engineers", 1, "turn", "OB-MINE-01"),
]


@pytest.mark.rule(
    "OB-DEM-01", "OB-DEM-02", "OB-BRG-02", "OB-BRG-03", "OB-BRG-04", "OB-BRG-05", "OB-MINE-01", "OB-WC-095"
)
def test_engineering_times() -> None:
    ours = [
        (one.task, one.load, one.ability.value, one.count, one.span.value, one.rule) for one in tables.ENGINEERING_TIMES
    ]
    assert ours == ENGINEERS


@pytest.mark.rule("OB-PREP-01", "OB-PREP-02", "OB-PREP-03")
def test_prepared_positions() -> None:
    assert (tables.DIG_IN_INFANTRY, tables.DIG_IN_TOWED_GUNS, tables.DIG_IN_OTHERS) == (1, 2, 4)


@pytest.mark.rule("OB-WX-03", "OB-AIR-10")
def test_who_is_grounded() -> None:
    assert set(tables.GROUNDED_BY_CLOUD) == {AirType.MEDIUM_BOMBER, AirType.HEAVY_BOMBER, AirType.TRANSPORT}
    assert set(tables.ATTACKS_AT_NIGHT) == {AirType.MEDIUM_BOMBER, AirType.HEAVY_BOMBER}
