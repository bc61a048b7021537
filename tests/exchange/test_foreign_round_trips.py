"""What is written for other programs, and as files of our own, comes back as it was: on the shipped scenarios and on
generated ones."""

from __future__ import annotations

import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.check import check_files, read_scenario, shipped
from campaign.exchange.foreign.convert import convert, keep
from campaign.exchange.foreign.geojson_out import geojson_of, kml_of
from campaign.exchange.foreign.graphml_out import graphml_of
from campaign.exchange.foreign.map_features import Sight, Track
from campaign.exchange.foreign.mapper_out import orbatmapper_of
from campaign.exchange.foreign.symbols import read_symbol, sidc
from campaign.exchange.foreign.tables_out import TABLES, csv_of, table_of, xlsx_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.rewriting import scenario_files_of
from campaign.exchange.values import Battalion, Scenario
from campaign.exchange.writing import yaml_text
from campaign.rules.common.force import Strength
from campaign.terms.forces import Arm, Engineers, Experience, Piece, Size, SizeMark
from campaign.terms.state import Posture, State, Support
from campaign.terms.words import slug
from campaign.values import fields, replace
from tests.laws import tried
from tests.shipped import shipped_scenario

OWN = ("content_hash", "folder", "returns", "warnings")
SHIPPED = [one.key for one in shipped()]


def bare(scenario: Scenario) -> Scenario:
    return replace(scenario, content_hash="", folder="", returns=(), warnings=())


def rewritten(scenario: Scenario, where: Path) -> Scenario:
    for name, content in scenario_files_of(scenario).items():
        (where / name).write_text(content, encoding="utf-8")
    report = check_files([where])
    assert report.errors == ()
    return read_scenario(where)


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_scenario_written_out_is_read_as_the_same(key: str, tmp_path: Path) -> None:
    scenario = shipped_scenario(key)
    again = rewritten(scenario, tmp_path)
    for name in (each.name for each in fields(scenario) if each.name not in OWN):
        assert getattr(again, name) == getattr(scenario, name), name


words = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs", "S"]), max_size=30).map(
    lambda text: " ".join(text.split())
)


@st.composite
def battalions(draw: st.DrawFn, base: Battalion) -> Battalion:
    """A battalion with anything about it changed that a file can say."""
    full = Strength(draw(st.integers(1, 2000)), draw(st.integers(0, 100)), draw(st.integers(0, 60)))
    piece = draw(st.sampled_from([None, *Piece]))
    supports = draw(st.sampled_from([None, base.organic]))
    return replace(
        base,
        arm=draw(st.sampled_from(Arm)),
        size=draw(st.sampled_from(Size)),
        mark=draw(st.sampled_from(SizeMark)),
        experience=draw(st.sampled_from(Experience)),
        full=full,
        present=replace(full, men=draw(st.integers(1, full.men))),
        piece=piece,
        calibre_mm=None if piece is None else draw(st.integers(20, 240)),
        engineers=draw(st.sampled_from(Engineers)),
        posture=draw(st.sampled_from(Posture)),
        state=draw(st.sampled_from([State.FRESH, State.SPENT])),
        notes=draw(words),
        source=draw(words),
        led_by=draw(words),
        equipment=draw(words),
        number=draw(words),
        short=draw(words),
        hidden=draw(st.booleans()),
        unconfirmed=draw(st.booleans()),
        establishment=draw(st.sampled_from(["", base.establishment, "a home-made one"])),
        supports=supports,
        support=draw(st.sampled_from(Support)),
        pre_1914=draw(st.booleans()),
        flame_throwers=draw(st.booleans()),
        range_in=draw(st.sampled_from([None, 40])),
        recce_companies=draw(st.integers(0, 3)),
        dug_in_turns=draw(st.integers(0, 4)) if base.arrives is None and not base.embarked else 0,
    )


BREVITY = shipped_scenario("operation-brevity")


@tried(8, long=60)
@given(st.data())
def test_any_battalion_written_out_is_read_as_the_same(data: st.DataObject) -> None:
    changed = {
        n: data.draw(battalions(BREVITY.battalions[n]))
        for n in data.draw(st.sets(st.integers(0, len(BREVITY.battalions) - 1), min_size=1, max_size=3))
    }
    scenario = replace(BREVITY, battalions=tuple(changed.get(n, b) for n, b in enumerate(BREVITY.battalions)))
    with tempfile.TemporaryDirectory() as where:
        again = rewritten(scenario, Path(where))
    assert again.battalions == scenario.battalions


@given(
    st.dictionaries(
        words.filter(bool),
        st.recursive(
            words,
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words.filter(bool), inner, max_size=3),
            max_leaves=8,
        ),
        max_size=4,
    )
)
def test_any_words_written_as_yaml_are_read_as_they_were(sections: dict[str, object]) -> None:
    import yaml

    assert (yaml.load(yaml_text(sections), Loader=yaml.BaseLoader) or {}) == sections


def converted(source: Path, *more: Path, out: Path) -> Scenario:
    keep(convert([source, *more], Wishes()), out)
    return read_scenario(out)


ODD_NAMES = (
    "=SUM(A1:A9)",
    "+1",
    "-3",
    "@home",
    "O'Brien's \"Own\"",
    "שלום 3",
    "🪖 Regiment",
    "x" * 200,
    "yes",
    "none",
    "null",
    "~",
    "007",
    "1e5",
    "a: b",
    "- x",
    "| x",
    "#5",
    "[x]",
    "{a: b}",
    "%TAG",
    "> x",
    "day 3",
    "a, b; c",
    "!!str x",
    "*x",
    "&x",
    "'",
    '"',
    "\\n",
    "NaN",
    "0x1F",
    "<b>&amp;",
    "]]>",
    "1.5",
)


@pytest.mark.long
@tried(4, long=30)
@given(st.data(), st.sampled_from(["orbatmapper", "csv", "xlsx"]))
def test_any_battalion_carried_elsewhere_and_back_is_the_same(data: st.DataObject, form: str) -> None:
    """Whatever it is called, whatever it has; an establishment of the scenario's own is said out, and its name stays
    behind."""
    numbers = data.draw(st.lists(st.integers(0, len(BREVITY.battalions) - 1), min_size=1, max_size=4, unique=True))
    names = data.draw(
        st.lists(
            st.sampled_from(ODD_NAMES) | words.filter(bool),
            min_size=len(numbers),
            max_size=len(numbers),
            unique_by=slug,
        )
    )
    changed = {
        n: replace(data.draw(battalions(BREVITY.battalions[n])), name=name)
        for n, name in zip(numbers, names, strict=True)
    }
    scenario = replace(BREVITY, battalions=tuple(changed.get(n, b) for n, b in enumerate(BREVITY.battalions)))
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        source, roads = where / f"o.{form.replace('orbatmapper', 'json')}", where / "roads.graphml"
        rows = table_of(scenario, "orbat")
        written: str | bytes = {
            "orbatmapper": lambda: orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22)),
            "csv": lambda: csv_of(rows),
            "xlsx": lambda: xlsx_of({"orbat": rows}),
        }[form]()
        source.write_bytes(written if isinstance(written, bytes) else written.encode())
        roads.write_text(graphml_of(scenario), encoding="utf-8")
        again = converted(source, roads, out=where / "out")
    assert again.battalions == tuple(
        replace(b, establishment=b.establishment.removeprefix("a home-made one")) for b in scenario.battalions
    )


def the_same_order_of_battle(found: Scenario, wanted: Scenario) -> None:
    assert found.formations == wanted.formations
    assert found.battalions == wanted.battalions


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", SHIPPED)
def test_orbat_mapper_gives_the_order_of_battle_back(key: str, tmp_path: Path) -> None:
    scenario = shipped_scenario(key)
    orbat, roads = tmp_path / "o.json", tmp_path / "roads.graphml"
    orbat.write_text(orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22)), encoding="utf-8")
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    again = converted(orbat, roads, out=tmp_path / "out")
    the_same_order_of_battle(again, scenario)
    assert (again.title, again.first_day, again.days) == (scenario.title, scenario.first_day, scenario.days)


@pytest.mark.sample(3)
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("key", SHIPPED)
def test_a_table_gives_the_order_of_battle_back(key: str, ending: str, tmp_path: Path) -> None:
    scenario = shipped_scenario(key)
    source, roads = tmp_path / f"o.{ending}", tmp_path / "roads.graphml"
    rows = table_of(scenario, "orbat")
    source.write_bytes(csv_of(rows).encode() if ending == "csv" else xlsx_of({"orbat": rows}))
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    again = converted(source, roads, out=tmp_path / "out")
    sides = {one.key: other.key for one, other in zip(scenario.sides, again.sides, strict=True)}
    assert again.formations == tuple(replace(f, side=sides[f.side]) for f in scenario.formations)
    assert again.battalions == tuple(replace(b, side=sides[b.side]) for b in scenario.battalions)


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", SHIPPED)
def test_graphml_gives_the_map_back(key: str, tmp_path: Path) -> None:
    scenario = shipped_scenario(key)
    source, orbat = tmp_path / "roads.graphml", tmp_path / "o.json"
    source.write_text(graphml_of(scenario), encoding="utf-8")
    orbat.write_text(orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22)), encoding="utf-8")
    again = converted(orbat, source, out=tmp_path / "out")
    assert [replace(p, owner=None, home_edge_of=None) for p in again.places] == [
        replace(p, owner=None, home_edge_of=None) for p in scenario.places
    ]
    assert again.roads == scenario.roads


def test_kml_gives_the_map_back(tmp_path: Path) -> None:
    source, orbat = tmp_path / "map.kml", tmp_path / "o.json"
    source.write_text(kml_of(BREVITY), encoding="utf-8")
    orbat.write_text(orbatmapper_of(BREVITY, (), datetime(1941, 5, 14, 22)), encoding="utf-8")
    again = converted(orbat, source, out=tmp_path / "out")
    assert [replace(p, owner=None, home_edge_of=None) for p in again.places] == [
        replace(p, owner=None, home_edge_of=None) for p in BREVITY.places
    ]
    assert again.roads == BREVITY.roads and again.features == BREVITY.features


def test_geojson_and_kml_hold_everybody_on_the_map() -> None:
    on_map = [b for b in BREVITY.battalions if b.place or b.road]
    content = json.loads(geojson_of(BREVITY))
    kinds = [feature["properties"]["what"] for feature in content["features"]]
    assert (kinds.count("unit"), kinds.count("place"), kinds.count("road")) == (
        len(on_map),
        len(BREVITY.places),
        len(BREVITY.roads),
    )
    capuzzo = next(f for f in content["features"] if f["properties"].get("key") == "capuzzo")
    assert capuzzo["properties"]["objective"].startswith("Allied 3 points a day")
    assert capuzzo["geometry"]["coordinates"] == pytest.approx([25.0522, 31.5808], abs=1e-5)
    from xml.etree import ElementTree

    root = ElementTree.fromstring(kml_of(BREVITY).encode())
    shown = len(on_map) + len(BREVITY.places) + len(BREVITY.roads) + sum(bool(f.shape) for f in BREVITY.features)
    assert len(root.findall(".//{*}Placemark")) == shown


def test_orbat_mapper_is_told_positions_and_strengths_by_time(tmp_path: Path) -> None:
    unit = next(b for b in BREVITY.battalions if b.place)
    moments = [
        Track(datetime(1941, 5, 15, 4, tzinfo=UTC), {unit.key: Sight((0, 0), Strength(700, 0, 0), State.FRESH)}),
        Track(datetime(1941, 5, 15, 10, tzinfo=UTC), {unit.key: Sight((0, 0), Strength(700, 0, 0), State.FRESH)}),
        Track(datetime(1941, 5, 15, 16, tzinfo=UTC), {unit.key: Sight(None, Strength(0, 0, 0), State.DESTROYED)}),
    ]
    content = json.loads(orbatmapper_of(BREVITY, moments, datetime(1941, 5, 14, 22)))
    found = next(one for one in walk(content) if one["id"] == f"battalion-{unit.key}")
    assert [
        (s["t"][11:13], s.get("location", "same"), s.get("update", {}).get("personnel")) for s in found["state"]
    ] == [("04", [25.1, 31.5], [{"name": "Men", "onHand": 700}]), ("16", None, [{"name": "Men", "onHand": 0}])]
    # Brevity is told in Egyptian summer time; Etc/GMT has its sign the other way round.
    assert (content["startTime"], content["timeZone"]) == ("1941-05-14T22:00:00+02:00", "Etc/GMT-2")
    assert all(s["t"].endswith("+02:00") for s in found["state"])
    # Digit 7 of the symbol code is its status, 4 for destroyed.
    assert [s.get("sidc", "same")[6:7] for s in found["state"]] == ["", "4"] and str(found["sidc"])[6] == "0"


def walk(content: dict[str, object]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for side in content["sides"]:  # type: ignore[attr-defined]
        open_ = [unit for group in side["groups"] for unit in group["subUnits"]]
        while open_:
            found.append(open_.pop())
            open_.extend(found[-1]["subUnits"])  # type: ignore[arg-type]
    return found


@pytest.mark.sample(5)
@pytest.mark.parametrize("mark", SizeMark)
@pytest.mark.parametrize("arm", Arm)
def test_a_symbol_code_says_what_it_was_made_of(arm: Arm, mark: SizeMark) -> None:
    code = sidc(arm, mark)
    symbol = read_symbol(code)
    assert len(code) == 20 and symbol is not None and symbol.mark is mark and symbol.reason == ""
    assert read_symbol(sidc(symbol.arm or Arm.MIXED, mark)) == symbol


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_a_command_whose_battalions_are_all_destroyed_is_left_out_with_them(ending: str, tmp_path: Path) -> None:
    by_command: dict[str, set[str]] = {}
    for one in BREVITY.battalions:
        by_command.setdefault(one.organic, set()).add(one.key)
    parents = {one.superior for one in BREVITY.formations}
    gone = min(key for key, keys in by_command.items() if key not in parents and len(keys) > 1)
    shot = tuple(
        replace(one, state=State.DESTROYED) if one.key in by_command[gone] else one for one in BREVITY.battalions
    )
    scenario = replace(BREVITY, battalions=shot)
    orbat, roads = tmp_path / f"orbat.{ending}", tmp_path / "roads.graphml"
    written = (
        orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22))
        if ending == "json"
        else csv_of(table_of(scenario, "orbat"))
    )
    orbat.write_text(written, encoding="utf-8")
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    done = convert([orbat, roads], Wishes(leave_out=True, first_day=BREVITY.first_day))
    keep(done, tmp_path / "out")
    back = read_scenario(tmp_path / "out")
    assert {one.key for one in BREVITY.battalions} - {one.key for one in back.battalions} == by_command[gone]
    assert {one.key for one in BREVITY.formations} - {one.key for one in back.formations} == {gone}
    assert sum("all units under it are lost" in str(one) for one in done.left_out) == 1
    if ending == "json":
        assert back.time_zone == BREVITY.time_zone != "UTC"


@pytest.mark.parametrize("ending", ["json", "csv"])
def test_who_has_an_establishment_of_the_scenarios_own_comes_back_with_what_it_says(
    ending: str, tmp_path: Path
) -> None:
    """Such a file brings no establishments along, so that a name alone would tell nothing."""
    own = {one.key for one in BREVITY.battalions[::3]}
    scenario = replace(
        BREVITY,
        battalions=tuple(
            replace(one, establishment="a home-made one") if one.key in own else one for one in BREVITY.battalions
        ),
    )
    orbat, roads = tmp_path / f"orbat.{ending}", tmp_path / "roads.graphml"
    written = (
        orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22))
        if ending == "json"
        else csv_of(table_of(scenario, "orbat"))
    )
    assert "home-made" not in written
    orbat.write_text(written, encoding="utf-8")
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    back = converted(orbat, roads, out=tmp_path / "out")
    assert [replace(one, side="", establishment="") for one in back.battalions] == [
        replace(one, side="", establishment="") for one in BREVITY.battalions
    ]


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", SHIPPED)
def test_sides_objectives_and_days_come_back_with_a_workbook_and_with_orbat_mapper(key: str, tmp_path: Path) -> None:
    scenario = shipped_scenario(key)
    book, orbat, roads = tmp_path / "o.xlsx", tmp_path / "o.json", tmp_path / "roads.graphml"
    book.write_bytes(xlsx_of({name: table_of(scenario, name) for name in TABLES}))
    orbat.write_text(orbatmapper_of(scenario, (), datetime(1944, 9, 17)), encoding="utf-8")
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    for again in (converted(book, out=tmp_path / "a"), converted(orbat, roads, out=tmp_path / "b")):
        assert again.sides == scenario.sides
        assert {(o.key, o.place, o.side, o.points, o.day) for o in again.objectives} == {
            (o.key, o.place, o.side, o.points, o.day) for o in scenario.objectives
        }
        assert (again.title, again.first_day, again.days) == (scenario.title, scenario.first_day, scenario.days)


def test_a_table_of_sides_that_nobody_is_of_is_told(tmp_path: Path) -> None:
    (tmp_path / "orbat.csv").write_text("name,depth,side\n1 Bde,1,Allied\n1 Bn,2,\n", encoding="utf-8")
    (tmp_path / "sides.csv").write_text("name,key,first day\nAllied,blue,17 Sep 1944\nAxis,red,\n", encoding="utf-8")
    done = convert([tmp_path / "orbat.csv", tmp_path / "sides.csv"], Wishes())
    assert "blue.yaml" in done.files and "first day: 1944-09-17" in done.files["scenario.yaml"]
    assert [str(note) for note in done.notes] == ["sides.csv:3: Axis is a side without units"]


def test_a_headquarters_with_the_mark_of_its_division_stays_a_battalion(tmp_path: Path) -> None:
    marked = tuple(replace(b, mark=SizeMark.DIVISION) if b.headquarters_of else b for b in BREVITY.battalions)
    scenario = replace(BREVITY, battalions=marked)
    source, roads = tmp_path / "o.json", tmp_path / "roads.graphml"
    source.write_text(orbatmapper_of(scenario, (), datetime(1941, 5, 14, 22)), encoding="utf-8")
    roads.write_text(graphml_of(scenario), encoding="utf-8")
    assert converted(source, roads, out=tmp_path / "out").battalions == marked
