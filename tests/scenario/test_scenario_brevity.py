"""Operation Brevity as shipped: nothing of the sources is missing, nothing is there that they do not have, doubts are
marked."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from brevity_sources import HEADQUARTERS, PLACES, ROADS, TANKS, UNITS

from campaign.exchange.check import check_files, find_scenario, scenario_files, shipped
from campaign.exchange.establishments import nation_files
from campaign.exchange.returns.file import read_return
from campaign.exchange.values import Battalion, Scenario
from campaign.rules.tabletop.brevity.returns import FIELDS
from campaign.terms.forces import AntiTank, Arm, Armour, CombatClass, Level, MarchClass, Piece, Size
from campaign.terms.ground import FeatureKind, RoadKind, Surface
from campaign.terms.state import OrderKind, Sky
from campaign.terms.time import Calendar, Moment
from tests.shipped import shipped_scenario


@pytest.fixture(scope="module")
def brevity() -> Scenario:
    return shipped_scenario("operation-brevity")


@pytest.fixture(scope="module")
def units(brevity: Scenario) -> dict[str, Battalion]:
    return {battalion.key: battalion for battalion in brevity.battalions}


def test_it_is_shipped_and_sound() -> None:
    one = next(scenario for scenario in shipped() if scenario.key == "operation-brevity")
    assert one.title == "Operation Brevity"
    report = check_files([one.folder])
    assert report.errors == ()
    assert len(report.warnings) == 1 and "Coast column begins more than one march move" in report.warnings[0].text


def test_every_file_of_it_is_sound_alone() -> None:
    for path in scenario_files(find_scenario("operation-brevity")):
        assert check_files([path]).errors == (), path
    for path in nation_files():
        assert check_files([path]).errors == (), path


def test_the_days(brevity: Scenario) -> None:
    calendar = Calendar(brevity.first_day, brevity.day_start_hour)
    assert [calendar.describe(Moment(day, 2), night=False) for day in range(1, brevity.days + 1)] == [
        "15 May 1941, 04:00-10:00",
        "16 May 1941, 04:00-10:00",
    ]


def test_every_place_is_where_the_source_has_it(brevity: Scenario) -> None:
    places = {p.key: p for p in brevity.places}
    assert set(places) == set(PLACES) and len(places) == 25
    for key, (lat, lon, accuracy) in PLACES.items():
        assert (places[key].lat_e6, places[key].lon_e6) == (Decimal(lat) * 10**6, Decimal(lon) * 10**6), key
        assert places[key].accuracy_m == Decimal(accuracy) * 1000


def test_every_road_is_as_long_as_the_source_has_it(brevity: Scenario) -> None:
    roads = {(r.a, r.b): r for r in brevity.roads}
    assert set(roads) == {(a, b) for a, b, *_ in ROADS} and len(brevity.roads) == 38
    for a, b, kind, km, basis, _ in ROADS:
        road = roads[a, b]
        assert (road.kind.value, road.length_m) == (kind, Decimal(km) * 1000), (a, b)
        assert road.length_basis == {"given": "given", "est": "estimated"}[basis]
        expected = Surface.CROSS_COUNTRY if road.kind in (RoadKind.DESERT, RoadKind.PASS) else Surface.ROAD
        assert road.surface is expected
    assert sum(r.length_m for r in brevity.roads) == sum(Decimal(km) for *_, km, _, _ in ROADS) * 1000


def test_the_drawn_map_agrees_with_the_crow(brevity: Scenario) -> None:
    """The projection is flat: within 0.6 per cent of the great circle, and the 50 m that the source rounds to."""
    points = {p.key: (p.x_m, p.y_m) for p in brevity.places}
    for a, b, *_, crow in ROADS:
        assert dist(points[a], points[b]) == pytest.approx(float(crow) * 1000, abs=60 + 6 * float(crow)), (a, b)


def test_every_unit_of_the_source_is_there_under_its_command(brevity: Scenario) -> None:
    named = {f.name: f for f in brevity.formations}
    count = 0
    for side, commands in UNITS.items():
        for command, expected in commands.items():
            formation = next(f for name, f in named.items() if name.startswith(command) and f.level is Level.COMMAND)
            found = [b.name for b in brevity.battalions if b.organic == formation.key and b.headquarters_of is None]
            assert formation.side == side and len(found) == len(expected), command
            for words, name in zip(expected, found, strict=True):
                assert words in name
            count += len(found)
    assert count == 26
    headquarters = [b for b in brevity.battalions if b.headquarters_of is not None]
    assert sorted(
        next(f.name for f in brevity.formations if f.key == b.headquarters_of) for b in headquarters
    ) == sorted(HEADQUARTERS)
    assert len(brevity.battalions) == count + len(headquarters) == 30


def test_53_british_tanks(units: dict[str, Battalion]) -> None:
    assert {key: units[key].present.vehicles for key in TANKS} == TANKS
    assert sum(TANKS.values()) == 53


def test_what_is_uncertain_is_marked_and_everything_has_a_source(brevity: Scenario) -> None:
    for unit in brevity.battalions:
        assert unit.source, unit.name
        doubtful = "?" in unit.notes or "?" in unit.source
        assert unit.unconfirmed or not doubtful or unit.key in SOUND_ALL_THE_SAME, unit.name
    assert all(f.source for f in brevity.formations)
    assert all(b.unconfirmed and b.source for b in brevity.air_bases if b.key != "el_adem")
    assert all(f.unconfirmed for f in brevity.features if f.kind is not FeatureKind.NAME)
    assert all(
        "program" in b.notes for b in brevity.battalions if b.headquarters_of in ("gotts_force", "kampfgruppe_herff")
    )


SOUND_ALL_THE_SAME = {"2_scots_guards", "1_durham_light_infantry", "3_coldstream_guards"}
"""The unit is sure; only its strength by establishment bears a question mark, and the note says so."""


def test_matildas_and_cruisers(units: dict[str, Battalion]) -> None:
    matilda, cruiser = units["4_rtr"], units["2_rtr"]
    assert (
        matilda.arm,
        matilda.armour,
        matilda.march_class,
        matilda.combat_class,
        matilda.anti_tank_best,
        matilda.size,
    ) == (Arm.HEAVY_ARMOUR, Armour.HEAVY, MarchClass.CAVALRY, CombatClass.FOOT, AntiTank.LIGHT, Size.WEAK)
    assert (cruiser.armour, cruiser.march_class, cruiser.size, cruiser.direct_in) == (
        Armour.LIGHT,
        MarchClass.TRACKED,
        Size.WEAK,
        4,
    )


def test_guns(units: dict[str, Battalion]) -> None:
    field, eighty_eight, italian = units["8_field_regiment"], units["flak_cramer"], units["106_gun_company"]
    assert (field.piece, field.calibre_mm, field.size, field.present.guns) == (Piece.GUN_HOWITZER, 88, Size.LARGE, 24)
    assert (eighty_eight.anti_tank_best, eighty_eight.direct_in, eighty_eight.size) == (
        AntiTank.MEDIUM_HEAVY,
        8,
        Size.COMPANY,
    )
    assert (italian.anti_tank_best, italian.direct_in, italian.present.guns) == (AntiTank.LIGHT, 4, 4)


def test_the_escarpment_parts_the_coast_from_the_plateau(brevity: Scenario) -> None:
    """Near the frontier only the two passes cross its line."""
    line = next(f.shape for f in brevity.features if f.kind is FeatureKind.ESCARPMENT)
    points = {p.key: (p.x_m, p.y_m) for p in brevity.places}
    crossing = {r.key for r in brevity.roads if any(_cross(points[r.a], points[r.b], p, q) for p, q in pairwise(line))}
    assert crossing == {"lower_halfaya-upper_halfaya", "sollum-sollum_barracks"}


def _cross(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> bool:
    def side(o: tuple[int, int], u: tuple[int, int], v: tuple[int, int]) -> int:
        return (u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0])

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def test_no_road_leaves_the_land(brevity: Scenario) -> None:
    coast = next(f.shape for f in brevity.features if f.kind is FeatureKind.COAST)
    points = {p.key: (p.x_m, p.y_m) for p in brevity.places}
    wet = [r.key for r in brevity.roads if any(_cross(points[r.a], points[r.b], p, q) for p, q in pairwise(coast))]
    assert wet == []


def test_home_edges_players_and_objectives(brevity: Scenario) -> None:
    assert {s.key: s.home_edges for s in brevity.sides} == {"allied": ("mersa_matruh",), "axis": ("ed_duda",)}
    assert {c.key: c.side for c in brevity.commanders} == {
        "gott": "allied",
        "russell": "allied",
        "erskine": "allied",
        "garmoyle": "allied",
        "herff": "axis",
        "montemurro": "axis",
        "cramer": "axis",
    }
    suggested = {"upper_halfaya", "lower_halfaya", "sollum", "sollum_barracks", "musaid", "bir_wair", "capuzzo"}
    assert {o.place for o in brevity.objectives if o.side == "axis"} == suggested
    assert {o.place for o in brevity.objectives if o.side == "allied"} == suggested | {"bardia", "sidi_azeiz"}


def test_seven_bases_two_groups_and_clear_weather(brevity: Scenario) -> None:
    assert len(brevity.air_bases) == 7 and [g.key for g in brevity.air_groups] == ["sqn_14", "stukas_derna"]
    areas = {"", *(b.key for b in brevity.air_bases)}
    assert {(w.day, w.area) for w in brevity.weather} == {(day, area) for day in (1, 2) for area in areas}
    assert {w.sky for w in brevity.weather} == {Sky.CLEAR}


def test_orders_of_the_first_day(brevity: Scenario) -> None:
    told = {(o.formation or o.battalion, str(o.moment)): (o.kind, o.to) for o in brevity.orders}
    assert told["centre_column", "1.2"] == (OrderKind.ATTACK, "upper_halfaya")
    assert told["desert_column", "1.2"] == (OrderKind.ATTACK, "hafid")
    assert told["coast_column", "1.2"] == (OrderKind.ATTACK, "lower_halfaya")
    assert told["coast_column", "1.4"] == (OrderKind.ATTACK, "sollum")
    assert told["kampfgruppe_herff", "1.1"] == (OrderKind.HOLD, None)
    assert told["ii_panzer_regiment_5", "1.3"] == (OrderKind.ATTACK, "capuzzo")
    assert told["kampfgruppe_cramer", "1.4"] == (OrderKind.MARCH, "sidi_azeiz")
    assert all(o.moment.day == 1 for o in brevity.orders)


def test_cramer_comes_from_ed_duda_in_the_evening(brevity: Scenario, units: dict[str, Battalion]) -> None:
    late = {key: unit.arrives for key, unit in units.items() if unit.arrives is not None}
    assert set(late) == {"i_panzer_regiment_8", "flak_cramer"}
    assert {(a.day, a.turn, a.at) for a in late.values()} == {(1, 4, "ed_duda")}


def test_the_shipped_returns_can_be_read(brevity: Scenario, units: dict[str, Battalion]) -> None:
    names = {unit.name for unit in units.values()}
    filed = [read_return(path, FIELDS) for path in brevity.returns]
    assert sorted(one.content["side"] for one in filed) == ["allied", "axis"]
    for one in filed:
        assert one.battle == next(p.name for p in brevity.places if p.key == "upper_halfaya")
        assert all(line["unit"] in names for line in one.content["lines"])


def test_nothing_shipped_names_a_folder_of_ours() -> None:
    for path in [
        *scenario_files(find_scenario("operation-brevity")),
        *nation_files(),
        *map(Path, shipped_scenario("operation-brevity").returns),
    ]:
        text = path.read_text(encoding="utf-8")
        assert "/work" not in text and "shared/" not in text and "\t" not in text
