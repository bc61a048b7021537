"""What real files showed to be read wrongly, lost or refused for a wrong reason: a case each, as small as it can be."""

from __future__ import annotations

import bz2
import contextlib
import json
import tempfile
from datetime import datetime
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import LONGEST_LINE, BadFile, BadInput, CampaignError, NotFound, in_short
from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.geojson_out import geojson_of
from campaign.exchange.foreign.mapper_out import orbatmapper_of
from campaign.exchange.foreign.sheets import guarded, unguarded
from campaign.exchange.foreign.tables_out import TABLES, csv_of, table_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.values import replace
from tests.laws import tried
from tests.shipped import shipped_scenario

BREVITY = shipped_scenario("operation-brevity")


def taken(folder: Path, *files: tuple[str, str | bytes]) -> Converted:
    for name, content in files:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    done = convert([folder / name for name, _ in files], Wishes())
    keep(done, folder / "out")
    return done


def refusal(folder: Path, *files: tuple[str, str | bytes]) -> str:
    with pytest.raises(BadInput) as raised:
        taken(folder, *files)
    return "\n".join([str(raised.value), *getattr(raised.value, "faults", ())])


def line(*points: tuple[float, float], **said: object) -> dict[str, object]:
    return {"type": "Feature", "properties": said, "geometry": {"type": "LineString", "coordinates": points}}


def collection(*features: dict[str, object]) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


ROAD = line((5, 50), (5.1, 50), highway="primary")


def test_a_number_called_power_hides_no_road(tmp_path: Path) -> None:
    """Of Anaheim's network each line has an exponent of that name."""
    done = taken(
        tmp_path,
        (
            "m.geojson",
            collection(line((5, 50), (5.1, 50), power=4), line((5.1, 50), (5.2, 50), power="4.0", building=0)),
        ),
    )
    assert done.counts["lines"] == 2


def test_a_map_without_a_road_is_refused_with_what_its_lines_are(tmp_path: Path) -> None:
    content = collection(
        line((5, 50), (5.1, 50), power="line"), line((5, 50), (5.1, 50), highway="footway", name="Path")
    )
    said = refusal(tmp_path, ("m.geojson", content))
    assert "has no roads, only 1 x power=line, 1 x highway=footway, 0 named points" in said


def test_classes_with_an_underscore_are_read_as_meant(tmp_path: Path) -> None:
    kinds = ["motorway_link", "trunk_link", "primary_link", "secondary_link", "tertiary_link", "living_street"]
    lines = [line((5, 50), (5.1, 50 + n / 10), highway=kind, name=kind) for n, kind in enumerate(kinds)]
    done = taken(tmp_path, ("m.geojson", collection(*lines)))
    roads = {road["name"]: road["kind"] for road in yaml.safe_load(done.files["map.yaml"])["roads"]}
    assert roads == dict(zip(kinds, ["metalled road"] * 3 + ["secondary road"] * 3, strict=True))
    assert not any("secondary roads, because" in str(one) for one in done.guessed)


def test_a_map_packed_with_bzip2_is_read(tmp_path: Path) -> None:
    done = taken(tmp_path, ("m.geojson.bz2", bz2.compress(collection(ROAD).encode())))
    assert done.counts["roads"] == 1
    assert "cut off" in refusal(tmp_path, ("n.geojson.bz2", bz2.compress(collection(ROAD).encode())[:-9]))
    assert "more than 200 times" in refusal(tmp_path, ("b.geojson.bz2", bz2.compress(bytes(20_000_000))))


def test_a_network_of_numbers_alone_is_told_as_what_it_is(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("Birmingham_Net.tntp", "<NUMBER OF ZONES> 898\n<END OF METADATA>\n"))
    assert "TNTP" in said
    assert "XML" not in said


def test_a_file_that_begins_with_a_bracket_is_not_therefore_xml(tmp_path: Path) -> None:
    assert "begins with <, but is neither" in refusal(tmp_path, ("x.xml", "<< not xml\n"))


PLACES = (
    "key,name,lat,lon\nbardia,Bardia,31.766,25.075\nsollum,Sollum,31.555,25.154\ncapuzzo,Fort Capuzzo,31.566,25.05\n"
)
LINKS = "from,to,km,kind\nbardia,capuzzo,23,metalled road\nsollum,capuzzo,10,track\n"


def test_a_table_of_places_is_one_by_its_headings(tmp_path: Path) -> None:
    done = taken(tmp_path, ("towns.csv", PLACES), ("links.csv", LINKS))
    assert done.counts == {"places": 3, "roads": 2}
    assert list(yaml.safe_load(done.files["map.yaml"])["places"]) == ["bardia", "sollum", "capuzzo"]


@pytest.mark.parametrize("named", ["places", "units-at-places-2026"])
def test_units_with_positions_are_no_places(named: str, tmp_path: Path) -> None:
    done = taken(tmp_path, (f"{named}.csv", "name,arm,lat,lon\n1 Foot,infantry,31.5,25\n2 Foot,infantry,31.6,25.1\n"))
    assert done.counts == {"units": 2}


def test_every_table_of_ours_comes_back_under_the_name_it_was_written_with(tmp_path: Path) -> None:
    files = [(f"brevity-{name}-2026-11-22.csv", csv_of(table_of(BREVITY, name))) for name in TABLES]
    taken(tmp_path, *files)
    again = read_scenario(tmp_path / "out")
    assert (again.title, again.first_day, again.days) == (BREVITY.title, BREVITY.first_day, BREVITY.days)
    for name in ("sides", "places", "roads", "formations", "battalions", "objectives"):
        assert getattr(again, name) == getattr(BREVITY, name), name


def test_a_table_of_objectives_needs_no_names_and_says_what_it_needs(tmp_path: Path) -> None:
    text = ("o.txt", "side: Axis (german)\nPanzer-Regiment 5\n  I./Panzer-Regiment 5 @ Bardia\n")
    done = taken(
        tmp_path, ("towns.csv", PLACES), ("links.csv", LINKS), text, ("aims.csv", "place,side,points\nsollum,Axis,3\n")
    )
    assert yaml.safe_load(done.files["scenario.yaml"])["objectives"] == [
        {"place": "sollum", "side": "axis", "points": 3}
    ]
    assert "place, side, points for objectives" in refusal(tmp_path, ("x.csv", "where,worth\nsollum,3\n"))


def test_rows_that_cannot_be_read_are_told_rather_than_the_headings(tmp_path: Path) -> None:
    said = refusal(tmp_path, ("u.csv", "name,men\n,5\n,6\n"))
    assert "this row has no name" in said
    assert "names the columns" not in said


CELLS = ["=cmd|'/c calc'!A1", "+1+1", "@SUM(A1)", "-2+3", "'=x", "''@y", "'tis", "'", "plain", "=", "-"]


@given(st.sampled_from(CELLS) | st.text(max_size=8))
def test_a_guarded_cell_is_no_formula_and_comes_back(text: str) -> None:
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguarded(guarded(text)) == text


def test_no_cell_of_our_csv_is_a_formula_and_it_comes_back_unchanged(tmp_path: Path) -> None:
    named = replace(
        BREVITY,
        battalions=tuple(
            replace(b, name=f"{CELLS[n % len(CELLS)]} {n}", short="=1+1", notes="@n")
            for n, b in enumerate(BREVITY.battalions)
        ),
    )
    files = [(f"b-{name}.csv", csv_of(table_of(named, name))) for name in TABLES]
    import csv

    assert not [
        cell
        for _, written in files
        for row in csv.reader(written.splitlines())
        for cell in row
        if cell.startswith(("=", "+", "@"))
    ]
    taken(tmp_path, *files)
    assert read_scenario(tmp_path / "out").battalions == named.battalions


def test_what_is_of_a_million_letters_is_not_echoed_whole(tmp_path: Path) -> None:
    """Whoever reads it: one place shortens whatever a message repeats."""
    long = "A" * 1_000_000
    nodes = '<node id="a"><data key="y">50</data><data key="x">5</data></node>'
    keys = '<key id="y" for="node" attr.name="y"/><key id="x" for="node" attr.name="x"/>'
    graph = (
        f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}<graph>{nodes}<edge source="a"'
        f' target="{long}"/></graph></graphml>'
    )
    for name, content in {
        "x.graphml": graph,
        "x.csv": f"name,arm,under\n1 Foot,infantry,{long}\n",
        "x.txt": f"side: A\n{long}: 3\n",
        "x.json": f'{{"type": "FeatureCollection", "{long}": 1, "features": [{{"type": "Feature", "properties": {{"highway": "{long}", "name": "x"}}}}]}}',
    }.items():
        assert len(refusal(tmp_path, (name, content))) < 3 * LONGEST_LINE, name
    assert in_short("a b" * 10) == "a b" * 10
    assert "999,801 characters" in in_short(f"there is no {long}; try another")
    assert len(str(NotFound(f"no unit is called {long!r}"))) < 300
    assert len(in_short("word " * 1_000_000)) <= LONGEST_LINE
    assert all(len(one) < 300 for one in BadFile("x", [long]).faults)


# what this program keeps in files of others, changed there

JUNK = st.sampled_from(
    [None, 1, -0.5, True, "x", [], {}, ["crossroads"], [{}], [[]], {"a": []}, {"at": {}}, "9" * 5000]
)
KEPT_IN: dict[str, tuple[str, str]] = {
    "o.json": ("campaignManager", orbatmapper_of(BREVITY, (), datetime(1941, 5, 14, 22))),
    "m.geojson": ("campaign", geojson_of(BREVITY)),
}


def spots(value: object, inside: bool, ours: str) -> list[tuple[dict[str, object] | list[object], str | int]]:
    """Every value of ours in a file, as what holds it and where."""
    found: list[tuple[dict[str, object] | list[object], str | int]] = []
    open_: list[tuple[object, bool]] = [(value, inside)]
    while open_:
        one, within = open_.pop()
        pairs = list(one.items()) if isinstance(one, dict) else list(enumerate(one)) if isinstance(one, list) else []
        for key, below in pairs:
            if within or key == ours:
                found.append((one, key))  # type: ignore[arg-type]
            open_.append((below, within or key == ours))
    return found


@pytest.mark.parametrize("name", KEPT_IN)
@tried(6, long=60)
@given(data=st.data())
def test_what_is_ours_in_a_file_may_hold_anything_and_gets_a_plain_answer(name: str, data: st.DataObject) -> None:
    ours, written = KEPT_IN[name]
    content = json.loads(written)
    known = spots(content, False, ours)
    for n in data.draw(st.lists(st.integers(0, len(known) - 1), min_size=1, max_size=3)):
        holder, key = known[n]
        holder[key] = data.draw(JUNK)  # type: ignore[index,call-overload]
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(CampaignError):
        taken(Path(folder), (name, json.dumps(content)))


@pytest.mark.parametrize(
    ("where", "junk"),
    [
        (("objectives",), ["crossroads"]),
        (("sides", 0, "home edges"), [{}]),
        (("arrives",), {"day": 1, "turn": 1, "at": {}}),
    ],
)
def test_objectives_edges_and_arrivals_of_another_shape_are_no_fault_of_the_program(
    where: tuple[str | int, ...], junk: object, tmp_path: Path
) -> None:
    content = json.loads(KEPT_IN["o.json"][1])
    if where[0] == "arrives":
        entries = [
            holder for holder, key in spots(content, False, "entry") if key == "arrives" and isinstance(holder, dict)
        ]
        entries[0]["arrives"] = junk
    elif where[0] == "sides":
        content["sides"][0]["campaignManager"]["home edges"] = junk
    else:
        content["campaignManager"]["objectives"] = junk
    with contextlib.suppress(CampaignError):
        taken(tmp_path, ("o.json", json.dumps(content)))
