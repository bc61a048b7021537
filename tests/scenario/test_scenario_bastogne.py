"""Bastogne as shipped: the map, both orders of battle, who came when, and the sky that stayed shut until the 23rd."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest

from campaign.exchange.check import check_files, find_scenario, scenario_files, shipped
from campaign.exchange.values import Battalion, Scenario
from campaign.terms.forces import AntiTank, Arm, Armour, Level, Piece, Size
from campaign.terms.ground import CrossingState, FeatureKind
from campaign.terms.state import OrderKind, Sky
from campaign.terms.time import Calendar, Moment
from tests.shipped import shipped_scenario

HUB = {"foy": 5.7, "neffe": 2.7, "remoifosse": 4.3, "sibret": 7.2, "mande": 5.3, "marvie": 3.8, "longchamps": 6.0}
"""Km from Bastogne: the N15, the Longvilly, Arlon, Neufchateau, Marche and Wiltz roads, and a lesser one given by a
source."""

REGIMENTS = {
    "101_airborne_division": {f"{n}_{r}" for r in (501, 502, 506) for n in (1, 2, 3)} | {"1_327", "2_327", "1_401"},
    "4_armored_division": {"35_tank", "8_tank", "37_tank", "51_aib", "10_aib", "53_aib", "1_318", "2_318"},
    "2_panzer_division": {"i_pzr_3", "ii_pzr_3", "1_pgr_2", "2_pgr_2", "1_pgr_304", "2_pgr_304"},
    "26_vgd": {f"{n}_{r}" for r in ("fr_39", "gr_77", "gr_78") for n in (1, 2)},
    "panzer_lehr": {"1_pglr_901", "2_pglr_901", "1_pglr_902", "2_pglr_902", "pzlr_130"},
    "5_fjd": {f"{n}_fjr_{r}" for r in (13, 14, 15) for n in (1, 2, 3)},
}

ARRIVALS = {
    ("allied", 3): {"ccb_10"},
    ("allied", 4): {
        "101_airborne_division",
        "501_pir",
        "502_pir",
        "506_pir",
        "327_gir",
        "101_troops",
        "viii_artillery",
        "viii_troops",
    },
    ("allied", 5): {"viii_troops"},
    ("allied", 7): {"iii_corps", "4_armored_division", "cca_4", "ccb_4", "4_armored_troops"},
    ("allied", 8): {"ccr_4"},
    ("allied", 9): {"318_infantry"},
    ("axis", 1): {"2_panzer_division", "panzer_regiment_3", "2_panzer_troops", "26_troops"},
    ("axis", 2): {"panzer_lehr", "pglr_901", "pglr_902", "lehr_troops", "ar_130"},
    ("axis", 3): {"5_fjd", "fjr_13", "fjr_14", "fjr_15", "5_fjd_troops", "werfer_15", "vak_766"},
    ("axis", 9): {"15_pgd", "maucke", "maucke_troops"},
    ("axis", 11): {"fbb"},
}
"""Commands, divisions and corps whose battalions or headquarters come onto the map, by side and day (1 is 16 December).
"""


@pytest.fixture(scope="module")
def bastogne() -> Scenario:
    return shipped_scenario("bastogne")


@pytest.fixture(scope="module")
def units(bastogne: Scenario) -> dict[str, Battalion]:
    return {battalion.key: battalion for battalion in bastogne.battalions}


def test_it_is_shipped_and_sound_without_a_warning() -> None:
    one = next(scenario for scenario in shipped() if scenario.key == "bastogne")
    assert one.title == "Bastogne" and one.summary.startswith("16-27 December 1944")
    report = check_files([one.folder])
    assert (report.errors, report.warnings) == ((), ())
    assert report.counts["battalions"] == 143


def test_twelve_days_of_winter(bastogne: Scenario) -> None:
    calendar = Calendar(bastogne.first_day, bastogne.day_start_hour)
    assert calendar.describe(Moment(1, 3), night=False) == "16 December 1944, 06:00-12:00"
    assert calendar.describe(Moment(bastogne.days, 4), night=False) == "27 December 1944, 12:00-18:00"


def test_the_map_is_that_of_the_sources(bastogne: Scenario) -> None:
    assert (len(bastogne.places), len(bastogne.roads)) == (49, 77)
    assert Counter(r.length_basis for r in bastogne.roads) == {"estimated": 72, "given": 5}
    assert sum(r.length_m for r in bastogne.roads) == 513_200
    places = {p.key: p for p in bastogne.places}
    assert (places["bastogne"].lat_e6, places["bastogne"].lon_e6, places["bastogne"].accuracy_m) == (
        50_000_500,
        5_715_000,
        500,
    )


def test_the_hub(bastogne: Scenario) -> None:
    roads = {frozenset((r.a, r.b)): r.length_m / 1000 for r in bastogne.roads}
    assert {there: roads[frozenset(("bastogne", there))] for there in HUB} == HUB
    assert sum("bastogne" in (r.a, r.b) for r in bastogne.roads) == 11


def test_the_roads_from_the_edges(bastogne: Scenario) -> None:
    net: nx.Graph[str] = nx.Graph()
    net.add_weighted_edges_from((r.a, r.b, r.length_m / 1000) for r in bastogne.roads)
    assert nx.shortest_path_length(net, "arlon", "bastogne", "weight") == pytest.approx(41.0)
    assert nx.shortest_path_length(net, "dasburg", "bastogne", "weight") == pytest.approx(32.6)
    assert nx.shortest_path_length(net, "ortheuville", "marche", "weight") == 28.0


def test_bridges(bastogne: Scenario) -> None:
    states = {c.key: (c.waterway, c.state) for r in bastogne.roads for c in r.crossings}
    assert states == {
        "martelange_bridge": ("Sure", CrossingState.PREPARED),
        "clervaux_bridge": ("Clerf", CrossingState.INTACT),
        "dasburg_bridge": ("Our", CrossingState.BRIDGED),
        "dasburg_bridge_s": ("Our", CrossingState.BRIDGED),
        "gemuend_bridge": ("Our", CrossingState.BRIDGED),
        "houffalize_bridge": ("Ourthe", CrossingState.INTACT),
        "ortheuville_bridge": ("Ourthe", CrossingState.BRIDGED),
    }


def test_the_our_is_crossed_by_its_bridges_only(bastogne: Scenario) -> None:
    line = next(f.shape for f in bastogne.features if f.kind is FeatureKind.RIVER)
    points = {p.key: (p.x_m, p.y_m) for p in bastogne.places}
    over = {r.key for r in bastogne.roads if any(_cross(points[r.a], points[r.b], p, q) for p, q in pairwise(line))}
    assert over == {"clervaux-dasburg", "hosingen-dasburg", "hosingen-gemuend"}


def _cross(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> bool:
    def side(o: tuple[int, int], u: tuple[int, int], v: tuple[int, int]) -> int:
        return (u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0])

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def test_divisions_have_the_battalions_of_the_sources(bastogne: Scenario) -> None:
    above = {f.key: f for f in bastogne.formations}
    of: dict[str, set[str]] = {}
    for battalion in bastogne.battalions:
        at: str | None = battalion.organic
        while at is not None and above[at].level is not Level.DIVISION:
            at = above[at].superior
        of.setdefault(at or "", set()).add(battalion.key)
    for division, expected in REGIMENTS.items():
        assert expected <= of[division], division
    assert Counter({division: len(keys) for division, keys in of.items() if division}) == {
        "28_division": 7,
        "101_airborne_division": 19,
        "4_armored_division": 19,
        "2_panzer_division": 14,
        "26_vgd": 14,
        "panzer_lehr": 14,
        "15_pgd": 9,
        "5_fjd": 12,
    }


def test_four_battalions_of_guns_with_the_101st(bastogne: Scenario, units: dict[str, Battalion]) -> None:
    guns = [b for b in bastogne.battalions if b.organic == "101_troops" and b.arm is Arm.FIELD_ARTILLERY]
    assert {b.key: (b.piece, b.calibre_mm, b.full.guns) for b in guns} == {
        "321_gfa": (Piece.HOWITZER, 75, 12),
        "377_pfa": (Piece.HOWITZER, 75, 12),
        "463_pfa": (Piece.HOWITZER, 75, 12),
        "907_gfa": (Piece.HOWITZER, 105, 12),
    }
    assert (units["705_td"].full.vehicles, units["705_td"].armour, units["705_td"].anti_tank_best) == (
        36,
        Armour.LIGHT,
        AntiTank.MEDIUM,
    )
    assert units["58_afa"].full.guns == 8 and units["desobry"].full.men == 400


def test_german_tanks(units: dict[str, Battalion]) -> None:
    assert units["i_pzr_3"].full.vehicles + units["ii_pzr_3"].full.vehicles == 58 + 27 + 48
    assert units["i_pzr_3"].armour is Armour.HEAVY and units["ii_pzr_3"].armour is Armour.MEDIUM
    assert (units["panzer_115"].full.vehicles, units["panzer_115"].size) == (17, Size.WEAK)
    assert sum(item.count for item in units["pzlr_130"].equipment_list) == 57
    assert (
        sum(units[f"werfer_15_{n}"].full.guns for n in ("first", "second", "third", "fourth", "fifth", "sixth")) == 108
    )
    assert sum(units[f"vak_766_{n}"].full.guns for n in ("first", "second", "third", "fourth", "fifth")) == 76


def test_who_comes_when(bastogne: Scenario) -> None:
    came: dict[tuple[str, int], set[str]] = {}
    for battalion in bastogne.battalions:
        if battalion.arrives is not None:
            came.setdefault((battalion.side, battalion.arrives.day), set()).add(battalion.organic)
    assert came == ARRIVALS


def test_hours_of_arrival(units: dict[str, Battalion]) -> None:
    def when(key: str) -> tuple[int, int, str]:
        arrival = units[key].arrives
        assert arrival is not None
        return arrival.day, arrival.turn, arrival.at

    assert when("desobry") == (3, 4, "bastogne")
    assert when("1_501") == (4, 2, "mande") and when("1_502") == (4, 3, "mande")
    assert when("35_tank") == (7, 2, "arlon") and when("8_tank") == (7, 3, "fauvillers")
    assert when("panzer_115") == (9, 1, "houffalize")


def test_nothing_flies_until_the_23rd(bastogne: Scenario) -> None:
    assert {w.sky for w in bastogne.weather if w.day <= 7} == {Sky.BAD}
    areas = {base.key for base in bastogne.air_bases} | {""}
    assert {(w.day, w.area) for w in bastogne.weather if w.turn is None} == {
        (day, area) for day in range(1, 13) for area in areas
    }
    assert min(task.moment.day for task in bastogne.air_tasks) == 8
    drops = Counter(task.moment.day for task in bastogne.air_tasks if task.task == "supply")
    assert drops == {8: 5, 9: 3, 11: 6, 12: 3}, "23, 24, 26 and 27 December, none on the 25th"
    assert {task.formation for task in bastogne.air_tasks if task.task == "supply"} == {"101_airborne_division"}


def test_what_is_uncertain_is_marked_and_everything_has_a_source(bastogne: Scenario) -> None:
    for unit in bastogne.battalions:
        assert unit.source, unit.name
        assert unit.unconfirmed or "?" not in unit.source + unit.notes, unit.name
    assert all(f.source for f in bastogne.formations)


def test_objectives_victory_and_orders(bastogne: Scenario) -> None:
    assert {o.place for o in bastogne.objectives if o.side == "allied"} == {
        "bastogne",
        "assenois",
        "ortheuville",
        "marche",
    }
    assert [(o.day, o.points) for o in bastogne.objectives if o.place == "assenois"] == [(11, 10), (12, 10)]
    assert [(level.side, level.lead) for level in bastogne.victory] == [
        ("allied", 120),
        ("allied", 70),
        (None, 0),
        ("axis", 1),
        ("axis", 60),
    ]
    told = {(o.formation or o.battalion, str(o.moment)): (o.kind, o.to) for o in bastogne.orders}
    assert told["2_panzer_division", "1.2"] == (OrderKind.ATTACK, "clervaux")
    assert told["desobry", "4.1"] == (OrderKind.MARCH, "noville")
    assert told["cca_4", "7.2"] == (OrderKind.ATTACK, "bastogne")
    assert told["maucke", "10.2"] == (OrderKind.ATTACK, "champs")


def test_nothing_shipped_names_a_folder_of_ours() -> None:
    for path in scenario_files(find_scenario("bastogne")):
        text = path.read_text(encoding="utf-8")
        assert "/work" not in text and "shared/" not in text and "\t" not in text
