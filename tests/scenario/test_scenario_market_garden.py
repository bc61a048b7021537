"""Operation Market Garden as shipped: places, roads and bridges are those of the sources, so are divisions, lifts,
arrivals and skies."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest

from campaign.exchange.check import check_files, find_scenario, scenario_files, shipped
from campaign.exchange.values import Battalion, Crossing, Scenario
from campaign.terms.forces import AirType, AntiTank, Arm, Armour, HitRow, Level, MarchClass, Size
from campaign.terms.ground import CrossingState, FeatureKind
from campaign.terms.state import OrderKind, Sky, Support
from campaign.terms.time import Calendar, Moment
from tests.shipped import shipped_scenario

HIGHWAY = (
    "joes_bridge",
    "border_post",
    "valkenswaard",
    "aalst",
    "eindhoven",
    "woensel",
    "son",
    "st_oedenrode",
    "koevering",
    "veghel",
    "uden",
    "zeeland",
    "grave",
    "nederasselt",
    "overasselt",
    "heumen",
    "malden",
    "nijmegen",
    "lent",
    "ressen",
    "elst",
    "elden",
    "arnhem",
)
"""The road of XXX Corps, about 103 km (64 miles) to Arnhem."""

LEGS_KM = (5.3, 9.8, 5.4, 5.4, 3.1, 5.6, 6.9, 4.5, 4.3, 7.5, 5.8, 8.8, 1.7, 3.1, 5.3, 1.7, 7.3, 2.9, 3.1, 3.7, 6.6, 2.7)

BRIDGES = {
    "joe": ("Bocholt-Herentals canal", CrossingState.BRIDGED),
    "dommel_vw": ("Dommel", CrossingState.INTACT),
    "aalst": ("Tongelreep", CrossingState.INTACT),
    "eind4": ("Dommel", CrossingState.INTACT),
    "son": ("Wilhelmina canal", CrossingState.PREPARED),
    "son_e": ("Wilhelmina canal", CrossingState.DESTROYED),
    "best": ("Wilhelmina canal", CrossingState.PREPARED),
    "stoed": ("Dommel", CrossingState.INTACT),
    "veg_canal": ("Zuid-Willemsvaart", CrossingState.INTACT),
    "veg_canal_rail": ("Zuid-Willemsvaart", CrossingState.INTACT),
    "veg_aa": ("Aa", CrossingState.INTACT),
    "grave": ("Maas", CrossingState.INTACT),
    "heumen": ("Maas-Waal canal", CrossingState.INTACT),
    "malden": ("Maas-Waal canal", CrossingState.PREPARED),
    "hatert": ("Maas-Waal canal", CrossingState.PREPARED),
    "neerbosch": ("Maas-Waal canal", CrossingState.PREPARED),
    "nij_road": ("Waal", CrossingState.PREPARED),
    "nij_rail": ("Waal", CrossingState.PREPARED),
    "pan_ferry": ("Pannerden canal", CrossingState.FERRY),
    "rhine_ferry": ("Rhine", CrossingState.FERRY),
    "arn_road": ("Lower Rhine", CrossingState.INTACT),
    "arn_rail": ("Lower Rhine", CrossingState.PREPARED),
    "arn_pont": ("Lower Rhine", CrossingState.SPAN_BLOWN),
    "driel": ("Lower Rhine", CrossingState.FERRY),
    "west": ("IJssel", CrossingState.INTACT),
}
"""Table B.2 of the sources, without three railway bridges and a small one W of Son that lie on no road of the map;
waterway, state on 17 September."""

INFANTRY = {
    "43_division": {
        "4_somerset",
        "4_wiltshire",
        "5_wiltshire",
        "7_hampshire",
        "4_dorset",
        "5_dorset",
        "7_somerset",
        "1_worcestershire",
        "5_dcli",
    },
    "50_division": {
        "5_east_yorks",
        "6_green_howards",
        "7_green_howards",
        "6_dli",
        "8_dli",
        "9_dli",
        "2_devon",
        "1_hampshire",
        "1_dorset",
    },
    "guards_armoured_division": {"1_grenadier_guards", "5_coldstream_guards", "3_irish_guards", "1_welsh_guards"},
    "1_airborne_division": {
        "1_para",
        "2_para",
        "3_para",
        "10_para",
        "11_para",
        "156_para",
        "1_border",
        "2_south_staffords",
        "7_kosb",
    },
    "82_airborne_division": {f"{n}_{r}" for r in (504, 505, 508) for n in (1, 2, 3)} | {"1_325", "2_325", "2_401"},
    "101_airborne_division": {f"{n}_{r}" for r in (501, 502, 506) for n in (1, 2, 3)} | {"1_327", "2_327", "1_401"},
}
"""Battalions of foot by division, from the sources' order of battle."""

FOOT = (Arm.INFANTRY, Arm.LORRIED_INFANTRY, Arm.ARMOURED_INFANTRY, Arm.PARACHUTE, Arm.GLIDER)

FLOWN = {1: 37, 2: 14, 3: 4, 5: 3, 7: 5}
"""Battalions and headquarters that land by day: the three lifts, the Poles on 21, the rest on 23 September."""

GERMANS_BY_DAY = {
    1: {"59_division", "ss_wach_3", "headquarters_division_von_tettau"},
    2: {"406_alarm", "knaust", "mielke", "ss_ufs_arnheim", "tettau_security", "headquarters_406_division_z_b_v"},
    3: {"panzer_brigade_107", "stug_280", "hummel"},
    4: {"kampfgruppe_becker", "greschick_fuerstenberg", "kampfgruppe_hermann", "panzer_224", "flak_swoboda"},
    5: {"kampfgruppe_huber"},
    8: {"kampfgruppe_jungwirth", "506_first", "506_second"},
}
"""Who comes onto the map on which day (B.5), by command or battalion."""


@pytest.fixture(scope="module")
def garden() -> Scenario:
    return shipped_scenario("market-garden")


@pytest.fixture(scope="module")
def units(garden: Scenario) -> dict[str, Battalion]:
    return {battalion.key: battalion for battalion in garden.battalions}


@pytest.fixture(scope="module")
def bridges(garden: Scenario) -> dict[str, Crossing]:
    return {crossing.key: crossing for road in garden.roads for crossing in road.crossings}


def division_of(scenario: Scenario, formation: str | None) -> str | None:
    above = {f.key: f for f in scenario.formations}
    while formation is not None and above[formation].level is not Level.DIVISION:
        formation = above[formation].superior
    return formation


def test_it_is_shipped_and_sound_without_a_warning() -> None:
    one = next(scenario for scenario in shipped() if scenario.key == "market-garden")
    assert one.title == "Operation Market Garden" and one.summary.startswith("17-25 September 1944")
    report = check_files([one.folder])
    assert (report.errors, report.warnings) == ((), ())
    assert report.counts["battalions"] == 255


def test_nine_days_from_17_september(garden: Scenario) -> None:
    calendar = Calendar(garden.first_day, garden.day_start_hour)
    assert calendar.describe(Moment(1, 3), night=False) == "17 September 1944, 10:00-16:00"
    assert calendar.describe(Moment(garden.days, 4), night=False) == "25 September 1944, 16:00-22:00"


def test_65_places_and_twelve_zones(garden: Scenario) -> None:
    zones = {p.key for p in garden.places if p.key.startswith(("dz_", "lz_", "sdp_"))}
    assert zones == {
        "dz_x",
        "lz_s",
        "dz_y",
        "lz_l",
        "dz_k",
        "sdp_v",
        "dz_driel",
        "dz_n",
        "dz_t",
        "dz_o",
        "dz_a",
        "dz_b",
    }
    assert len(garden.places) == 65 + len(zones)
    places = {p.key: p for p in garden.places}
    assert (places["heumen"].lat_e6, places["heumen"].lon_e6, places["heumen"].accuracy_m) == (
        51_767_800,
        5_850_500,
        200,
    )
    assert (places["dz_x"].lat_e6, places["dz_x"].lon_e6) == (51_988_000, 5_765_000)
    assert places["groesbeek"].hill and places["beek"].hill


def test_the_highway_is_as_long_as_the_sources_say(garden: Scenario) -> None:
    roads = {
        frozenset((r.a, r.b)): r.length_m for r in garden.roads if not r.key.endswith(("_railway", "_ship_bridge"))
    }
    legs = [roads[frozenset(leg)] / 1000 for leg in pairwise(HIGHWAY)]
    assert tuple(legs) == LEGS_KM
    assert sum(legs) == pytest.approx(103, abs=8)


def test_every_way_of_the_sources_is_there(garden: Scenario) -> None:
    stated = [r for r in garden.roads if r.length_basis != "drawn"]
    assert len(stated) == 103
    assert Counter(r.length_basis for r in stated) == {"estimated": 95, "given": 8}
    assert round(sum(r.length_m for r in stated) / 1000, 1) == 1014.6


def test_bridges_stand_as_on_the_first_morning(bridges: dict[str, Crossing]) -> None:
    assert {key: (c.waterway, c.state) for key, c in bridges.items()} == BRIDGES
    assert {key for key, c in bridges.items() if c.major} == {
        "grave",
        "nij_road",
        "nij_rail",
        "pan_ferry",
        "rhine_ferry",
        "arn_road",
        "arn_rail",
        "arn_pont",
        "driel",
        "west",
    }
    assert bridges["grave"].spans == 9


def test_rivers_and_canals_are_crossed_by_bridges_only(garden: Scenario) -> None:
    points = {p.key: (p.x_m, p.y_m) for p in garden.places}
    lines = [f for f in garden.features if f.kind in (FeatureKind.RIVER, FeatureKind.CANAL)]
    assert len(lines) == 7
    for road in garden.roads:
        over = [
            f.name for f in lines if any(_cross(points[road.a], points[road.b], p, q) for p, q in pairwise(f.shape))
        ]
        assert len(over) <= len(road.crossings), (road.key, over)


def _cross(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> bool:
    def side(o: tuple[int, int], u: tuple[int, int], v: tuple[int, int]) -> int:
        return (u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0])

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def test_only_bridges_and_ferries_lead_over_the_waal_and_the_rhine(garden: Scenario) -> None:
    over = {"Waal", "Rhine", "Lower Rhine", "Pannerden canal"}
    dry: nx.Graph[str] = nx.Graph((r.a, r.b) for r in garden.roads if not any(c.waterway in over for c in r.crossings))
    parts = [
        next(n for n, part in enumerate(nx.connected_components(dry)) if key in part)
        for key in ("nijmegen", "lent", "arnhem")
    ]
    assert len(set(parts)) == 3


def test_divisions_have_the_battalions_of_the_sources(garden: Scenario, units: dict[str, Battalion]) -> None:
    for division, expected in INFANTRY.items():
        of = {
            b.key for b in garden.battalions if division_of(garden, b.organic) == division and b.headquarters_of is None
        }
        assert expected <= of, division
        foot = {key for key in of if units[key].arm in FOOT and units[key].size is Size.NORMAL}
        assert foot - expected <= {"1_glider_pilot_wing", "2_glider_pilot_wing"}, division


def test_tanks_of_the_guards(garden: Scenario, units: dict[str, Battalion]) -> None:
    tanks = {
        b.key: b.full.vehicles
        for b in garden.battalions
        if b.arm is Arm.ARMOUR and division_of(garden, b.organic) == "guards_armoured_division"
    }
    assert tanks == {"2_grenadier_guards": 72, "1_coldstream_guards": 72, "2_irish_guards": 72, "2_welsh_guards": 71}
    irish, cromwells = units["2_irish_guards"], units["2_welsh_guards"]
    assert (irish.armour, irish.anti_tank_best, irish.anti_tank_all, irish.march_class) == (
        Armour.MEDIUM,
        AntiTank.MEDIUM_HEAVY,
        AntiTank.LIGHT_MEDIUM,
        MarchClass.TRACKED,
    )
    assert cromwells.hit_row is HitRow.FAST_TANK


def test_panthers_and_tigers(units: dict[str, Battalion]) -> None:
    panther, tiger = units["panzer_2107"], units["506_first"]
    assert (panther.full.vehicles, panther.armour, panther.anti_tank_best) == (47, Armour.HEAVY, AntiTank.MEDIUM_HEAVY)
    assert (tiger.armour, tiger.anti_tank_best, tiger.size) == (Armour.HEAVY, AntiTank.HEAVY, Size.COMPANY)


def test_every_airborne_battalion_waits_for_its_lift(garden: Scenario, units: dict[str, Battalion]) -> None:
    landings = [task for task in garden.air_tasks if task.task == "landing"]
    embarked = {b.key for b in garden.battalions if b.embarked}
    assert {task.battalion for task in landings} == embarked and len(landings) == len(embarked) == sum(FLOWN.values())
    assert Counter(task.moment.day for task in landings) == FLOWN
    assert {division_of(garden, units[key].organic) for key in embarked} == {
        "1_airborne_division",
        "82_airborne_division",
        "101_airborne_division",
        None,
    }
    zones = {task.battalion: task.place for task in landings}
    assert (
        zones["2_para"],
        zones["10_para"],
        zones["2_504"],
        zones["1_508"],
        zones["1_501"],
        zones["3_506"],
        zones["2_polish_para"],
    ) == ("dz_x", "dz_y", "dz_o", "dz_t", "dz_a", "dz_b", "dz_driel")


def test_no_group_flies_more_than_two_serials(garden: Scenario) -> None:
    transports = {g.key: g.based_at for g in garden.air_groups if g.kind is AirType.TRANSPORT}
    sorties = Counter((task.group, task.moment) for task in garden.air_tasks if task.group in transports)
    assert len(transports) == 22 and max(sorties.values()) == 2
    of_82 = {t.group for t in garden.air_tasks if t.battalion in INFANTRY["82_airborne_division"] and t.moment.day == 1}
    assert {transports[group] for group in of_82} == {"midlands"}


def test_lifts_fly_in_the_weather_as_it_was(garden: Scenario) -> None:
    """The rule that reproduces the history: fit at the airfields and no cloud over the battlefield."""
    sky = {(w.day, w.turn, w.area): w.sky for w in garden.weather}

    def at(moment: Moment, area: str) -> Sky:
        return sky.get((moment.day, moment.turn, area), sky[moment.day, None, area])

    bases = {g.key: g.based_at for g in garden.air_groups}
    for task in garden.air_tasks:
        if task.task in ("landing", "supply"):
            assert (at(task.moment, bases[task.group]), at(task.moment, "")) == (Sky.CLEAR, Sky.CLEAR), task
    assert at(Moment(3, 3), "midlands") is Sky.BAD and at(Moment(3, 3), "south") is Sky.CLEAR
    assert {at(Moment(day, turn), "midlands") for day in (6, 8, 9) for turn in (1, 2, 3, 4)} == {Sky.BAD}
    areas = {base.key for base in garden.air_bases} | {""}
    assert {(w.day, w.area) for w in garden.weather if w.turn is None} == {
        (day, area) for day in range(1, 10) for area in areas
    }


def test_germans_arrive_day_by_day(garden: Scenario) -> None:
    above = {f.key: f.superior for f in garden.formations}

    def line(battalion: Battalion) -> set[str]:
        found, at = {battalion.key}, battalion.organic
        while at:
            found.add(at)
            at = above[at] or ""
        return found

    for battalion in garden.battalions:
        if battalion.side == "axis" and battalion.arrives is not None:
            assert line(battalion) & GERMANS_BY_DAY[battalion.arrives.day], battalion.key
    arrived = Counter(b.arrives.day for b in garden.battalions if b.side == "axis" and b.arrives is not None)
    assert arrived == {1: 8, 2: 14, 3: 5, 4: 9, 5: 4, 8: 4}


def test_strengths_that_the_sources_give(units: dict[str, Battalion]) -> None:
    assert sum(units[f"406_{n}"].full.men for n in ("first", "second", "third", "fourth")) == 2300
    assert units["henke"].full.men == 750 and units["moeller"].full.men == 100 and units["gropp"].full.men == 87
    assert units["1_light_regiment"].full.guns == 24 and units["1_light_regiment"].calibre_mm == 75
    assert sum(units[f"{n}_glider_pilot_wing"].full.men for n in (1, 2)) == 1260


def test_what_is_uncertain_is_marked_and_everything_has_a_source(garden: Scenario) -> None:
    for unit in garden.battalions:
        assert unit.source, unit.name
        assert unit.unconfirmed or "?" not in unit.source, unit.name
    assert all(f.source for f in garden.formations)


def test_objectives_and_victory(garden: Scenario) -> None:
    wanted = {"eindhoven", "son", "veghel", "grave", "heumen", "nijmegen", "lent", "arnhem"}
    assert {o.place for o in garden.objectives if o.side == "allied"} == wanted
    assert {"koevering", "veghel", "uden", "groesbeek"} <= {o.place for o in garden.objectives if o.side == "axis"}
    assert [(level.side, level.lead) for level in garden.victory] == [
        ("allied", 180),
        ("allied", 120),
        (None, 0),
        ("axis", 1),
        ("axis", 60),
    ]


def test_opening_orders(garden: Scenario) -> None:
    told = {(o.formation or o.battalion, str(o.moment)): (o.kind, o.to) for o in garden.orders}
    assert told["xxx_corps", "1.1"] == (OrderKind.HOLD, None)
    assert told["5_guards_armoured_brigade", "1.3"] == (OrderKind.ATTACK, "nijmegen")
    assert told["1_parachute_brigade", "1.4"] == (OrderKind.ATTACK, "arnhem")
    assert told["ss_pzaa_9", "1.4"] == (OrderKind.MARCH, "nijmegen")
    assert told["406_division", "2.1"] == (OrderKind.ATTACK, "groesbeek")
    assert told["kampfgruppe_jungwirth", "8.2"] == (OrderKind.ATTACK, "koevering")


def test_nothing_shipped_names_a_folder_of_ours() -> None:
    for path in map(Path, scenario_files(find_scenario("market-garden"))):
        text = path.read_text(encoding="utf-8")
        assert "/work" not in text and "shared/" not in text and "\t" not in text


def test_every_gun_fires_for_a_brigade_of_its_own_division_or_corps(garden: Scenario) -> None:
    """30 battalions of artillery: in a fighting command, for it; else in support of one (OB-ART-03, OB-ORG-03)."""
    above = {f.key: f for f in garden.formations}
    fighting = {b.organic for b in garden.battalions if b.arm in (*FOOT, Arm.MOTOR_INFANTRY, Arm.ARMOUR)}
    artillery = [b for b in garden.battalions if b.piece is not None]
    assert len(artillery) == 30
    for battery in artillery:
        serves = battery.supports or battery.organic
        assert serves in fighting, battery.key
        assert above[serves].level is Level.COMMAND
        own = battery.organic
        same = division_of(garden, own) == division_of(garden, serves)
        assert same or (own == "5_agra" and above[above[serves].superior or ""].superior == "xxx_corps"), battery.key
    assert {b.support for b in artillery if b.organic == "5_agra"} == {Support.IN_SUPPORT}
    regiments = {b.key: b.supports for b in artillery}
    assert (regiments["376_pfa"], regiments["456_pfa"], regiments["319_gfa"]) == ("504_pir", "505_pir", "508_pir")
    assert (regiments["153_field"], regiments["55_field"]) == ("5_guards_armoured_brigade", "32_guards_brigade")
