"""What a file means: defaults of the arm, classes from figures, what is handed down, keys and names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_scenario import SOUND, spoilt

from campaign.exchange.check import read_scenario
from campaign.exchange.entry import degrees_e6, read_date, thousandths
from campaign.exchange.forces import number_in
from campaign.exchange.values import Battalion, Scenario
from campaign.rules.common.force import Strength
from campaign.terms.forces import (
    AntiTank,
    Arm,
    Armour,
    CasualtyColumn,
    CombatClass,
    Engineers,
    Experience,
    HitRow,
    MarchClass,
    Nationality,
    Piece,
    Size,
    SizeMark,
    Weapon,
)
from campaign.terms.ground import Surface


def scenario_of(folder: Path, text: str = SOUND) -> Scenario:
    path = folder / "one.yaml"
    path.write_text(text, encoding="utf-8")
    return read_scenario(path)


def battalion_of(folder: Path, words: str) -> Battalion:
    """The scenario's third battalion, described anew."""
    scenario = scenario_of(
        folder, spoilt(("{battalion: Third Battalion, arm: infantry}", f"{{battalion: Third, {words}}}"))
    )
    return next(b for b in scenario.battalions if b.name == "Third")


def test_lorried_infantry_by_default(tmp_path: Path) -> None:
    unit = battalion_of(tmp_path, "arm: lorried infantry")
    assert (unit.march_class, unit.combat_class, unit.hit_row, unit.casualty_column) == (
        MarchClass.TRUCK,
        CombatClass.FOOT,
        HitRow.OTHER,
        CasualtyColumn.INFANTRY,
    )
    assert (unit.armour, unit.anti_tank_best, unit.weapon, unit.direct_in, unit.engineers) == (
        Armour.NONE,
        AntiTank.LIGHT,
        Weapon.INFANTRY,
        8,
        Engineers.SUPPORT,
    )


def test_slow_tanks_march_with_the_cavalry_and_fight_at_foot_pace(tmp_path: Path) -> None:
    unit = battalion_of(tmp_path, "arm: heavy armour")
    assert (unit.march_class, unit.combat_class, unit.hit_row, unit.armour) == (
        MarchClass.CAVALRY,
        CombatClass.FOOT,
        HitRow.VEHICLE,
        Armour.HEAVY,
    )
    assert unit == battalion_of(tmp_path, "arm: heavy armour, march: slow tank, combat: slow tank")


@pytest.mark.rule("OB-AMB-003")
def test_a_headquarters_by_default(tmp_path: Path) -> None:
    unit = next(b for b in scenario_of(tmp_path).battalions if b.headquarters_of == "blue_division")
    assert (unit.name, unit.hit_row, unit.casualty_column, unit.armour, unit.direct_in, unit.organic) == (
        "Headquarters Blue Division",
        HitRow.OTHER,
        CasualtyColumn.OTHERS,
        Armour.NONE,
        4,
        "blue_division",
    )


@pytest.mark.rule("OB-AMB-006")
@pytest.mark.parametrize(("tanks", "size"), [(39, Size.WEAK), (40, Size.NORMAL), (95, Size.NORMAL), (96, Size.LARGE)])
def test_size_by_tanks(tmp_path: Path, tanks: int, size: Size) -> None:
    assert battalion_of(tmp_path, f"arm: armour, items: ['{tanks} Pz III (tank)', '30 lorry (truck)']").size is size
    assert battalion_of(tmp_path, f"arm: armour, establishment: {{vehicles: {tanks}}}").size is size


@pytest.mark.rule("OB-AMB-006")
@pytest.mark.parametrize(("guns", "size"), [(12, Size.WEAK), (16, Size.WEAK), (17, Size.LARGE), (24, Size.LARGE)])
def test_size_by_guns(tmp_path: Path, guns: int, size: Size) -> None:
    assert (
        battalion_of(
            tmp_path, f"arm: field artillery, piece: howitzer, calibre: 105, establishment: {{guns: {guns}}}"
        ).size
        is size
    )


@pytest.mark.rule("OB-AMB-076")
@pytest.mark.parametrize(
    ("calibre", "weapon"),
    [
        (74, Weapon.LIGHT_GUN),
        (75, Weapon.FIELD_GUN),
        (113, Weapon.FIELD_GUN),
        (114, Weapon.MEDIUM_GUN),
        (155, Weapon.MEDIUM_GUN),
        (156, Weapon.HEAVY_GUN),
        (219, Weapon.HEAVY_GUN),
        (220, Weapon.SUPER_HEAVY_GUN),
    ],
)
def test_guns_fire_as_their_calibre(tmp_path: Path, calibre: int, weapon: Weapon) -> None:
    assert battalion_of(tmp_path, f"arm: field artillery, piece: gun, calibre: {calibre}").weapon is weapon


def test_what_is_said_goes_before_what_follows(tmp_path: Path) -> None:
    unit = battalion_of(
        tmp_path,
        "arm: armour, items: [20 Tiger (tank)], size: normal, anti-tank: medium-heavy, anti-tank all: light, weapon: field gun, direct range: 8",
    )
    assert (unit.size, unit.anti_tank_best, unit.anti_tank_all, unit.weapon, unit.direct_in) == (
        Size.NORMAL,
        AntiTank.MEDIUM_HEAVY,
        AntiTank.LIGHT,
        Weapon.FIELD_GUN,
        8,
    )
    assert battalion_of(tmp_path, "arm: armour, anti-tank: none").anti_tank_best is None


def test_a_company_is_marked_as_one(tmp_path: Path) -> None:
    assert battalion_of(tmp_path, "arm: infantry, size: company").mark is SizeMark.COMPANY


def test_an_establishment_stands_behind_a_battalion(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path)
    first, second = (b for b in scenario.battalions if b.establishment == "blueshire battalion")
    assert first.arm is Arm.LORRIED_INFANTRY
    assert (first.full, first.present) == (Strength(740, 14, 0), Strength(740, 14, 0))
    assert (second.full, second.present) == (Strength(740, 14, 0), Strength(700, 14, 0))


def test_shipped_establishments_are_found(tmp_path: Path) -> None:
    unit = battalion_of(tmp_path, "like: british field regiment 1941")
    assert (unit.piece, unit.calibre_mm, unit.size, unit.equipment) == (Piece.GUN_HOWITZER, 88, Size.LARGE, "24 25-pdr")


def test_nation_experience_and_place_are_handed_down(tmp_path: Path) -> None:
    text = spoilt(
        ("      nation: italian\n", "      nation: italian\n      experience: veteran\n      supply grade: poorly\n")
    )
    scenario = scenario_of(tmp_path, text)
    units = {b.name: b for b in scenario.battalions}
    assert (
        units["II Battalion"].experience is Experience.VETERAN and units["I Battalion"].experience is Experience.GREEN
    )
    assert units["Motors"].nation == "italian" and units["Motors"].place is None
    assert units["Motors"].arrives is not None and (units["Motors"].arrives.day, units["Motors"].arrives.turn) == (2, 3)
    assert {f.supply_grade.value for f in scenario.formations if f.side == "red"} == {"poorly"}
    assert [n.counts_as for n in scenario.nations] == [Nationality.BRITISH, Nationality.ITALIAN]


def test_formations_come_superiors_first(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path)
    seen: set[str] = set()
    for formation in scenario.formations:
        assert formation.superior is None or formation.superior in seen
        seen.add(formation.key)
    assert [f.arm for f in scenario.formations if f.key in ("1st_brigade", "tanks")] == [
        Arm.LORRIED_INFANTRY,
        Arm.MIXED,
    ]


def test_a_name_that_clashes_takes_its_superiors_key(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, spoilt(("{battalion: II Battalion", "{battalion: First Battalion")))
    assert [b.key for b in scenario.battalions if b.name == "First Battalion"] == [
        "first_battalion",
        "first_battalion_red_regiment",
    ]


def test_keys_are_at_most_eighty_letters_and_unique(tmp_path: Path) -> None:
    long = "The Very Long Named Battalion Of The Border " * 4
    scenario = scenario_of(
        tmp_path, spoilt(("Third Battalion", long + "A"), ("battalion: Guns", f"battalion: {long}B"))
    )
    keys = [b.key for b in scenario.battalions]
    assert len(set(keys)) == len(keys) and max(map(len, keys)) == 80


@pytest.mark.parametrize(
    ("kind", "surface", "metres"),
    [
        ("metalled road", Surface.ROAD, 4535),
        ("track", Surface.ROAD, 4742),
        ("desert", Surface.CROSS_COUNTRY, 4329),
        ("pass", Surface.CROSS_COUNTRY, 6185),
    ],
)
def test_a_road_without_a_length_is_measured(tmp_path: Path, kind: str, surface: Surface, metres: int) -> None:
    """From 14, 1 to 10, 2: the root of 17 is 4.1231 km, times 1.10, 1.15, 1.05 and 1.5."""
    scenario = scenario_of(tmp_path, spoilt(("km: 4.5, kind: metalled road", f"kind: {kind}")))
    road = next(r for r in scenario.roads if r.key == "farm-crossroads")
    assert (road.surface, road.length_m, road.length_basis) == (surface, metres, "drawn")


def test_a_drawn_road_is_measured_along_its_shape(tmp_path: Path) -> None:
    scenario = scenario_of(
        tmp_path, spoilt(("km: 4.5, kind: metalled road", 'shape: ["14, 4", "10, 4"], kind: metalled road'))
    )
    assert next(r for r in scenario.roads if r.key == "farm-crossroads").length_m == 3000 + 4000 + 2000


def test_degrees_become_metres_about_the_centre(tmp_path: Path) -> None:
    text = SOUND.replace("coordinates: kilometres", "centre: 31.0, 25.0").replace(
        'mill: {at: "6, 1"}', 'mill: {at: "32, 26"}'
    )
    text = text.replace('shape: ["7, -3", "6.5, 4"]', 'shape: ["31, 25", "31, 25.5"]')
    mill = next(p for p in scenario_of(tmp_path, text).places if p.key == "mill")
    assert (mill.lat_e6, mill.lon_e6, mill.y_m) == (32_000_000, 26_000_000, 111_195)
    assert abs(mill.x_m - 95_313) < 3  # cos 31 degrees


def test_the_first_turn_begins_earlier_in_winter(tmp_path: Path) -> None:
    assert scenario_of(tmp_path).day_start_hour == 22
    assert scenario_of(tmp_path, spoilt(("12 June 1941", "12 December 1941"))).day_start_hour == 18


def test_the_hash_tells_contents_apart_and_line_ends_not(tmp_path: Path) -> None:
    one = scenario_of(tmp_path).content_hash
    (tmp_path / "one.yaml").write_bytes(SOUND.replace("\n", "\r\n").encode())
    assert read_scenario(tmp_path / "one.yaml").content_hash == one
    assert scenario_of(tmp_path, SOUND + "# more\n").content_hash != one


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("2nd Bn Scots Guards", "2"),
        ("II./Panzer-Regiment 5", "II"),
        ("7th Armoured Brigade", "7"),
        ("Coast column", ""),
        ("Infantry", ""),
        ("4th/7th Royal Dragoon Guards", "4/7"),
        ("13th/18th Royal Hussars", "13/18"),
        ("1/5th Bn Queen's Royal Regiment", "1/5"),
        ("2/2nd Australian Anti-Tank Regiment", "2/2"),
        ("4/7 Rajput Regiment", "4/7"),
        ("7th Company, II/62nd Infantry", "7"),
        ("8.8 cm Flak", ""),
        ("106th 47/32 Gun Company", "106"),
        ("406. Division", "406"),
    ],
)
def test_the_number_a_name_begins_with(name: str, number: str) -> None:
    assert number_in(name) == number


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("15 May 1941", "1941-05-15"),
        ("1941-05-15", "1941-05-15"),
        ("15.5.1941", "1941-05-15"),
        ("29 Feb 1940", "1940-02-29"),
        ("1 Sept 1939", "is not a month"),
        ("29 February 1941", "28 days"),
        ("0 May 1941", "31 days"),
        ("1941-13-01", "is not a month"),
        ("soon", "write it as"),
        ("1 May 0000", "the first possible year is 1"),
    ],
)
def test_dates(written: str, says: str) -> None:
    assert says in str(read_date(written))


@given(st.integers(-999_999_999, 999_999_999))
def test_kilometres_are_exact(metres: int) -> None:
    sign, whole = ("-" if metres < 0 else ""), abs(metres)
    assert thousandths(f"{sign}{whole // 1000}.{whole % 1000:03}") == metres


@given(st.text(max_size=20))
def test_numbers_never_break(written: str) -> None:
    assert thousandths(written) is None or isinstance(thousandths(written), int)
    assert degrees_e6(written, 90) is None or abs(degrees_e6(written, 90) or 0) <= 90_000_000
    assert read_date(written) is not None
