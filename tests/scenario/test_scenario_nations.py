"""The nations that are shipped: every file is sound, every figure is that of its source, every class follows from its
figures."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from nation_sources import ARTILLERY, DIVISIONS, ESTABLISHMENTS, GUNS, VEHICLES

from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.deriving import derived
from campaign.exchange.equipment import Equipment
from campaign.exchange.establishments import Establishments
from campaign.exchange.faults import Faults, Spot
from campaign.exchange.foreign.fitting import ShippedEstablishment, library
from campaign.exchange.nation_files import nation_files
from campaign.exchange.text import Scalar
from campaign.exchange.values import Scenario
from campaign.terms.forces import Arm, CombatClass, MarchClass, VehicleKind
from campaign.terms.words import slug

NATIONS = (
    "british",
    "us",
    "german",
    "soviet",
    "italian",
    "japanese",
    "french",
    "polish",
    "finnish",
    "hungarian",
    "romanian",
)
KINDS = {
    "tank": (MarchClass.TRACKED, CombatClass.TRACKED),
    "slow tank": (MarchClass.CAVALRY, CombatClass.FOOT),
    "fast tank": (MarchClass.HALF_TRACK, CombatClass.FAST_TANK),
    "half-track": (MarchClass.HALF_TRACK, CombatClass.LIGHT_VEHICLE),
    "armoured car": (MarchClass.TRUCK, CombatClass.LIGHT_VEHICLE),
    "truck": (MarchClass.TRUCK, CombatClass.FOOT),
    "tracked carrier": (MarchClass.TRACKED, CombatClass.TRACKED),
}


@cache
def contents() -> tuple[dict[str, Any], ...]:
    """What is in the files."""
    return tuple(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) for path in nation_files())


def all_of(kind: str) -> dict[str, dict[str, Any]]:
    """Every entry of a kind in the files, by its name."""
    return {str(name): entry for content in contents() for name, entry in (content.get(kind) or {}).items()}


@pytest.fixture(scope="module")
def kinds() -> dict[str, ShippedEstablishment]:
    return {known.name: known for known in library().establishments}


@pytest.fixture(scope="module")
def equipment() -> Equipment:
    return Equipment(Faults())


def test_every_file_is_sound_alone() -> None:
    assert len(nation_files()) >= 42
    for path in nation_files():
        report = check_files([path])
        assert (report.errors, report.warnings) == ((), ()), path


@pytest.mark.parametrize("kind", ["weapons", "vehicles", "establishments", "organisations"])
def test_everything_has_a_source_or_is_unconfirmed(kind: str) -> None:
    everything = all_of(kind)

    def said(entry: dict[str, Any]) -> bool:
        return bool(
            entry.get("source") or entry.get("unconfirmed") or ("like" in entry and said(everything[entry["like"]]))
        )

    assert [name for name, entry in everything.items() if not said(entry)] == []
    doubtful = [
        name
        for name, entry in everything.items()
        if "?" in str(entry.get("source", "")) and entry.get("unconfirmed") is False
    ]
    assert doubtful == []


def test_what_is_not_confirmed_says_so(kinds: dict[str, ShippedEstablishment]) -> None:
    """The program's own figures and sources with a question mark are printed as not confirmed."""
    doubtful = [
        k.name
        for k in kinds.values()
        if ("?" in k.kind.source or "the program" in k.kind.source) and not k.kind.unconfirmed
    ]
    assert doubtful == []


@pytest.mark.parametrize(
    ("name", "least", "most", "sure", "items"),
    ESTABLISHMENTS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_establishment_is_what_its_source_says(
    kinds: dict[str, ShippedEstablishment], name: str, least: int, most: int, sure: bool, items: Any
) -> None:
    kind = kinds[name].kind
    assert not least or least <= kind.full.men <= most
    assert sure or kind.unconfirmed
    has = Counter[str]()
    for item in kind.equipment_list:
        has[item.item] += item.count
    for item, fewest, highest in items:
        assert fewest <= has[item] <= highest, item


@pytest.mark.rule("OB-RANGE-03", "OB-PEN-06")
@pytest.mark.parametrize(
    ("name", "calibre", "shortest", "longest", "inches", "anti_tank"), GUNS, ids=[gun[0] for gun in GUNS]
)
def test_a_gun_is_what_its_source_says(
    equipment: Equipment, name: str, calibre: float, shortest: float, longest: float, inches: int, anti_tank: str
) -> None:
    gun = equipment.weapon(name)
    assert gun is not None and gun.barrel_mm is not None
    assert abs(gun.calibre_mm - calibre) <= 0.5
    assert shortest * 1000 <= gun.barrel_mm <= longest * 1000
    assert gun.direct_in == inches
    assert (gun.anti_tank or "none") == anti_tank


@pytest.mark.rule("OB-RANGE-06")
@pytest.mark.parametrize(("name", "calibre", "km"), ARTILLERY, ids=[piece[0] for piece in ARTILLERY])
def test_a_piece_is_what_its_source_says(equipment: Equipment, name: str, calibre: float, km: float) -> None:
    piece = equipment.weapon(name)
    assert piece is not None and piece.piece is not None
    assert abs(piece.calibre_mm - calibre) <= 0.5
    assert piece.range_m == km * 1000


@pytest.mark.rule("OB-AMB-070", "OB-AMB-035")
@pytest.mark.parametrize(
    ("name", "anti_tank", "armour", "slowest", "fastest", "moves"), VEHICLES, ids=[vehicle[0] for vehicle in VEHICLES]
)
def test_a_vehicle_is_what_its_source_says(
    equipment: Equipment, name: str, anti_tank: str, armour: str, slowest: int, fastest: int, moves: str
) -> None:
    vehicle = equipment.vehicle(name)
    assert vehicle is not None and vehicle.km_an_hour is not None
    assert (vehicle.anti_tank or "none") == anti_tank
    assert vehicle.armour == armour
    assert slowest <= vehicle.km_an_hour <= fastest
    assert (vehicle.march, vehicle.combat) == KINDS[moves]


def test_a_class_said_outright_says_why() -> None:
    """Where the class is not the one that follows from the figures, the notes tell it."""
    for name, entry in {**all_of("weapons"), **all_of("vehicles")}.items():
        if "anti-tank" in entry or "armour" in entry:
            assert entry.get("notes"), name


SAID_OTHERWISE = {
    ("british armoured regiment 1944", "anti-tank all"),
    ("british tank regiment churchill 1944", "anti-tank all"),
    ("german panzerjaeger battalion 1941", "direct range"),
    ("french field artillery group 1940", "anti-tank"),
    ("polish armoured regiment 1944", "anti-tank all"),
}
"""Where an establishment says another class than its items make: reconnaissance troops left out, the better guns taken,
guns not meant for it."""


def test_a_class_that_an_establishment_says_is_the_one_its_items_make() -> None:
    """Written outright or left to the program: armour, anti-tank classes and direct range follow from the figures, if
    all are known."""
    establishments = Establishments(Faults())
    otherwise = set()
    for name in all_of("establishments"):
        pairs = establishments.behind(Scalar(Spot(""), name))[1]
        bare = {key: pairs[key] for key in ("arm", "items") if key in pairs}
        if not all(
            _known(establishments.equipment, item.text)
            for item in getattr(bare.get("items", ("", None))[1], "items", ())
        ):
            continue
        for key, word in derived(bare, establishments.equipment).items():
            if (
                key in ("armour", "anti-tank", "anti-tank all", "direct range")
                and getattr(pairs[key][1], "text", "") != word
            ):
                otherwise.add((name, key))
    assert otherwise == SAID_OTHERWISE


def _known(equipment: Equipment, item: str) -> bool:
    bare = item.partition(" ")[2].rpartition(" (")[0]
    return equipment.vehicle(bare) is not None or equipment.weapon(bare) is not None


def test_tanks_and_guns_left_to_their_items_are_known(equipment: Equipment) -> None:
    """An establishment that says no class has items that do, so that none falls back on what its arm has by default."""
    for name, entry in all_of("establishments").items():
        arm = entry.get("arm")
        if "like" in entry or arm not in ("armour", "heavy armour", "self-propelled anti-tank", "anti-tank"):
            continue
        items = [item.partition(" ")[2].rpartition(" (")[0] for item in entry.get("items", ())]
        known = [item for item in items if equipment.vehicle(item) or equipment.weapon(item)]
        assert known or "anti-tank" in entry, name
        assert arm == "anti-tank" or "armour" in entry or any(equipment.vehicle(item) for item in known), name


def test_every_nation_has_its_arms() -> None:
    """Foot, tanks, guns, anti-tank guns, engineers and a headquarters, and divisions made of them."""
    for nation in NATIONS:
        arms = {known.kind.arm for known in library().by_nation[nation]}
        assert {
            Arm.INFANTRY,
            Arm.ARMOUR,
            Arm.FIELD_ARTILLERY,
            Arm.MEDIUM_ARTILLERY,
            Arm.ANTI_TANK,
            Arm.ENGINEER,
            Arm.HEADQUARTERS,
        } <= arms | ({Arm.MEDIUM_ARTILLERY} if nation == "italian" else set())
        assert any(
            name.startswith(nation) and entry["level"] == "division" for name, entry in all_of("organisations").items()
        )
    assert set(VehicleKind) >= {VehicleKind(entry["kind"]) for entry in all_of("vehicles").values()}


HEAD = """title: Organisations
first day: 1 June 1943
days: 2
coordinates: kilometres
sides: {one: {name: One, home edges: [here]}, two: {name: Two, home edges: [there]}}
places: {here: {name: Here, at: "0, 0"}, there: {name: There, at: "9, 0"}}
roads: [{from: here, to: there, kind: metalled road}]
nations:
  polish: {name: Polish, counts as: french}
  finnish: {name: Finnish, counts as: german}
  hungarian: {name: Hungarian, counts as: italian}
  romanian: {name: Romanian, counts as: italian}
order of battle:
"""


@pytest.fixture(scope="module")
def armies(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """One formation of every organisation that is shipped."""
    lines = {"one": [], "two": []}  # type: dict[str, list[str]]
    for n, (name, entry) in enumerate(all_of("organisations").items()):
        lines["one" if n % 2 else "two"].append(
            f'    - {{{entry["level"]}: "No. {n + 1}", key: {slug(name)}, like: {name}, at: {"here" if n % 2 else "there"}}}'
        )
    text = HEAD + "".join(f"  {side}:\n" + "\n".join(rows) + "\n" for side, rows in lines.items())
    path: Path = tmp_path_factory.mktemp("armies") / "armies.yaml"
    path.write_text(text, encoding="utf-8")
    assert check_files([path]).errors == ()
    return read_scenario(path)


def under(scenario: Scenario, top: str) -> list[Any]:
    """The battalions of a formation and of all under it, headquarters left out."""
    inside = {top}
    for formation in scenario.formations:
        if formation.superior in inside:
            inside.add(formation.key)
    return [b for b in scenario.battalions if b.organic in inside and b.headquarters_of is None]


@pytest.mark.parametrize(("name", "least", "most", "arms"), DIVISIONS, ids=[division[0] for division in DIVISIONS])
def test_a_division_is_what_its_source_says(
    armies: Scenario, name: str, least: int, most: int, arms: dict[str, int]
) -> None:
    entry = all_of("organisations")[name]
    assert not least or least <= entry["men"] <= most
    battalions = under(armies, slug(name))
    counted = Counter("armour" if b.arm is Arm.HEAVY_ARMOUR else b.arm.value for b in battalions)
    assert {arm: counted[arm] for arm in arms} == arms
    men = sum(b.full.men for b in battalions)
    assert "men" not in entry or 0.3 * entry["men"] <= men <= 1.15 * entry["men"], men


def test_no_shipped_organisation_breaks_a_limit_of_the_book(armies: Scenario) -> None:
    """Commands of two to four battalions, divisions of two to four commands (OB-ORG-04, -06)."""
    odd = [line for line in armies.warnings if "OB-ORG" in line]
    assert odd == []


def test_names_of_an_organisation_tell_units_apart(armies: Scenario) -> None:
    assert len({(b.name, b.organic) for b in armies.battalions}) == len(armies.battalions)
    rifle = {b.short for b in armies.battalions if b.key.startswith("1st_battalion_1st_rifle_regiment")}
    assert rifle and all(short.startswith("1/1/No. ") for short in rifle)
