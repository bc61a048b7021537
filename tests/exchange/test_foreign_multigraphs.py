"""Maps with parallel roads in both directions, loops, dual carriageways and one name for many: every reader ends, and
no word is lost."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.check import check_files, read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.geojson_out import geojson_of
from campaign.exchange.foreign.wishes import Wishes
from campaign.exchange.values import Scenario
from campaign.terms.ground import RoadKind
from campaign.terms.words import plain
from campaign.values import replace
from tests.hang import ends
from tests.laws import tried

Place = tuple[float, float]


@dataclass(frozen=True)
class Road:
    a: int
    b: int
    kind: str
    name: str
    bends: tuple[Place, ...]


@dataclass(frozen=True)
class Town:
    """Places a few metres or a few kilometres apart, and roads between them: the first of them join all."""

    step: float
    places: tuple[tuple[str, Place], ...]
    roads: tuple[Road, ...]

    def line(self, road: Road) -> list[Place]:
        return [self.places[road.a][1], *road.bends, self.places[road.b][1]]


NAMES = ("", "Mill Lane", "Mill Lane", "Hauptstraße", "the old road", "B 75")
HIGHWAYS = ("primary", "secondary", "track", "motorway_link", "living_street")


@st.composite
def towns(draw: st.DrawFn) -> Town:
    step = draw(st.sampled_from([0.0001, 0.0003, 0.01]))
    spots = draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=6, unique=True))
    places = tuple(
        (draw(st.sampled_from(["", "Farm", "Farm", f"Town {n}"])), (50 + y * step, 5 + x * step))
        for n, (y, x) in enumerate(spots)
    )
    pairs = [(n, n + 1) for n in range(len(places) - 1)]
    two = draw(st.integers(0, len(places) - 1)), draw(st.integers(0, len(places) - 1))
    pairs += draw(st.lists(st.sampled_from([two, two[::-1], (two[0], two[0]), (0, 1), (1, 0)]), max_size=8))
    roads = []
    for n, (a, b) in enumerate(pairs):
        middle = tuple((places[a][1][i] + places[b][1][i]) / 2 for i in (0, 1))
        off = step * (1 + n % 5) / 3
        bends = ((middle[0] + off, middle[1] - off), (middle[0] + 2 * off, middle[1] + off))
        kept = bends if a == b else bends[: draw(st.integers(0, 2))]
        roads.append(Road(a, b, draw(st.sampled_from(HIGHWAYS)), draw(st.sampled_from(NAMES)), kept))
    return Town(step, places, tuple(roads))


def as_geojson(town: Town) -> dict[str, bytes]:
    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Point", "coordinates": list(at[::-1])}}
        for name, at in town.places
    ]
    features += [
        {
            "type": "Feature",
            "properties": {"name": road.name, "highway": road.kind},
            "geometry": {"type": "LineString", "coordinates": [list(p[::-1]) for p in town.line(road)]},
        }
        for road in town.roads
    ]
    return {"m.geojson": json.dumps({"type": "FeatureCollection", "features": features}).encode()}


def as_osm(town: Town) -> dict[str, bytes]:
    nodes = [
        f'<node id="{n + 1}" lat="{at[0]}" lon="{at[1]}"><tag k="place" v="village"/><tag k="name" v={quoteattr(name)}/></node>'
        for n, (name, at) in enumerate(town.places)
    ]
    ways, number = [], len(nodes)
    for n, road in enumerate(town.roads):
        line = [road.a + 1]
        for lat, lon in road.bends:
            number += 1
            nodes.append(f'<node id="{number}" lat="{lat}" lon="{lon}"/>')
            line.append(number)
        points = "".join(f'<nd ref="{one}"/>' for one in [*line, road.b + 1])
        ways.append(
            f'<way id="{n + 1}">{points}<tag k="highway" v="{road.kind}"/><tag k="name" v={quoteattr(road.name)}/></way>'
        )
    return {"m.osm": f'<osm version="0.6">{"".join(nodes)}{"".join(ways)}</osm>'.encode()}


def as_graphml(town: Town) -> dict[str, bytes]:
    keys = "".join(f'<key id="{name}" attr.name="{name}"/>' for name in ("lat", "lon", "name", "highway", "geometry"))
    nodes = "".join(
        f'<node id="n{n}"><data key="lat">{at[0]}</data><data key="lon">{at[1]}</data><data key="name">{name}</data></node>'
        for n, (name, at) in enumerate(town.places)
    )
    edges = "".join(
        f'<edge source="n{road.a}" target="n{road.b}"><data key="highway">{road.kind}</data><data key="name">{road.name}</data>'
        f'<data key="geometry">LINESTRING ({", ".join(f"{lon} {lat}" for lat, lon in town.line(road))})</data></edge>'
        for road in town.roads
    )
    return {
        "m.graphml": f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}<graph edgedefault="directed">{nodes}{edges}</graph></graphml>'.encode()
    }


def table(rows: list[list[object]]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode()


def as_tables(town: Town) -> dict[str, bytes]:
    places = [[f"n{n}", name, *at] for n, (name, at) in enumerate(town.places)]
    roads = [[f"n{road.a}", f"n{road.b}", 0.5, "track", road.name] for road in town.roads]
    return {
        "towns.csv": table([["key", "name", "lat", "lon"], *places]),
        "links.csv": table([["from", "to", "km", "kind", "name"], *roads]),
    }


FORMS: dict[str, Callable[[Town], dict[str, bytes]]] = {
    "geojson": as_geojson,
    "osm": as_osm,
    "graphml": as_graphml,
    "csv": as_tables,
}


def put_in(files: dict[str, bytes], folder: Path) -> Converted:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with ends():
        done = convert([folder / name for name in files], Wishes(leave_out=True))
        keep(done, folder / "out")
    return done


def told(done: Converted) -> str:
    return plain(" ".join([*done.files.values(), *map(str, done.notes), *map(str, done.left_out)]).replace("_", " "))


@pytest.mark.parametrize("form", FORMS)
@tried(5, long=60)
@given(town=towns())
def test_every_reader_ends_and_keeps_every_name(form: str, town: Town) -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = put_in(FORMS[form](town), Path(folder))
    said = told(done)
    for name in {name for name, _ in town.places} | {road.name for road in town.roads}:
        assert plain(name) in said, name
    if form in ("csv", "graphml"):
        again = yaml.safe_load(done.files["map.yaml"])
        assert len(again["places"]) == len(town.places)
        assert len(again["roads"]) + done.counts.get("lines drawn twice", 0) == len(town.roads)


BASE = """\
title: T
first day: 1 June 1944
days: 1
sides: {red: {home edges: [n0]}, blue: {home edges: [n1]}}
order of battle:
  red: [{command: C, nation: british, at: n0, battalions: [{battalion: B, arm: infantry}]}]
  blue: [{command: D, nation: german, at: n1, battalions: [{battalion: E, arm: infantry}]}]
"""


def founded(folder: Path, ground: str) -> Scenario:
    folder.mkdir()
    (folder / "scenario.yaml").write_text(BASE, encoding="utf-8")
    (folder / "map.yaml").write_text(ground, encoding="utf-8")
    assert check_files([folder]).errors == ()
    return read_scenario(folder)


@st.composite
def own_maps(draw: st.DrawFn) -> str:
    """A map of ours of a town, with everything that may be said of a place or road."""
    town = draw(towns())
    at = [f"{lat:.6f}, {lon:.6f}" for _, (lat, lon) in town.places]
    places = {
        f"n{n}": {
            "name": name or f"N {n}",
            "at": at[n],
            **({"role": "bridge", "hill": "yes", "accuracy": 0.2, "source": "=map"} if draw(st.booleans()) else {}),
        }
        for n, (name, _) in enumerate(town.places)
    }
    roads = []
    for n, road in enumerate(town.roads):
        said: dict[str, object] = {
            "from": f"n{road.a}",
            "to": f"n{road.b}",
            "key": f"road {n}",
            "kind": draw(st.sampled_from(RoadKind)).value,
        }
        if road.name:
            said["name"] = road.name
        if road.bends:
            said["shape"] = [f"{lat:.6f}, {lon:.6f}" for lat, lon in road.bends]
        if draw(st.booleans()) or not road.bends:
            said |= {"km": draw(st.integers(20, 9000)) / 1000, "basis": draw(st.sampled_from(["given", "estimated"]))}
            said |= draw(
                st.sampled_from(
                    [
                        {},
                        {
                            "crossings": [{"name": f"bridge {n}", "at": 0.01, "state": "destroyed"}],
                            "defile": "yes",
                            "notes": "x, 1",
                        },
                    ]
                )
            )
            said |= draw(
                st.sampled_from(
                    [{}, {"obstacles": [{"name": f"mines {n}", "kind": "minefield", "at": 0.02}], "surface": "terrain"}]
                )
            )
        roads.append(said)
    features = [
        {"kind": "river", "name": "Elbe", "shape": at[:2]},
        {"kind": "name", "name": "the plain", "shape": at[:1], "source": "s"},
    ]
    return yaml.safe_dump(
        {"coordinates": "degrees", "centre": "50, 5", "places": places, "roads": roads, "features": features},
        allow_unicode=True,
        sort_keys=False,
    )


def ground_of(scenario: Scenario) -> tuple[object, ...]:
    return tuple(replace(p, owner=None, home_edge_of=None) for p in scenario.places), scenario.roads, scenario.features


@tried(5, long=60)
@given(own_maps(), st.booleans())
def test_our_own_geojson_comes_back_whole(ground: str, as_words: bool) -> None:
    """However near the places are; also from a program that cannot hold a table in a property and writes it as
    words."""
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        before = founded(folder / "before", ground)
        content = json.loads(geojson_of(before))
        if as_words:
            for feature in content["features"]:
                if "campaign" in feature["properties"]:
                    feature["properties"]["campaign"] = json.dumps(feature["properties"]["campaign"])
        done = put_in({"m.geojson": json.dumps(content).encode()}, folder)
        after = founded(folder / "after", done.files["map.yaml"])
    assert done.left_out == ()
    assert ground_of(after) == ground_of(before)
