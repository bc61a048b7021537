"""Counts of what was read agree with counts made here by other means: units and depth by walking the file, roads by
NetworkX."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.exchange.check import read_scenario
from campaign.exchange.foreign.convert import Converted, convert, keep
from campaign.exchange.foreign.wishes import Wishes
from tests.laws import tried

SYMBOLS = ["10031000161211000000", "10031000001205000000", "10033000001202030000", "", "10031500150000000000"]


def unit(draw: st.DrawFn, depth: int) -> dict[str, Any]:
    under = [unit(draw, depth + 1) for _ in range(draw(st.integers(0, 3 if depth < 4 else 0)))]
    return {
        "id": str(draw(st.uuids())),
        "name": draw(st.sampled_from("ABCDE")),
        "sidc": draw(st.sampled_from(SYMBOLS)),
        "subUnits": under,
    }


@st.composite
def scenarios(draw: st.DrawFn) -> dict[str, Any]:
    sides = [
        {
            "name": f"Side {n}",
            "groups": [{"name": "All", "subUnits": [unit(draw, 1) for _ in range(draw(st.integers(1, 3)))]}],
            "subUnits": [],
        }
        for n in range(draw(st.integers(1, 3)))
    ]
    sides[0]["subUnits"] = [
        {**unit(draw, 1), "sidc": SYMBOLS[0]},
        {"id": "99999999", "name": "A", "sidc": SYMBOLS[0], "subUnits": []},
    ]
    return {
        "type": "ORBAT-mapper",
        "version": draw(st.sampled_from(["0.7.0", "3.4.0"])),
        "startTime": "1944-06-06T06:00:00Z",
        "sides": sides,
    }


def walked(content: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """Every unit with its depth, one after the other, by a plain walk."""
    tops = [
        (1, one)
        for side in content["sides"]
        for one in (*side["subUnits"], *(u for g in side["groups"] for u in g["subUnits"]))
    ]
    found = []
    while tops:
        depth, one = tops.pop()
        found.append((depth, one))
        tops += [(depth + 1, below) for below in one["subUnits"]]
    return found


def name_and_told(done: Converted) -> str:
    return " ".join(map(str, (*done.left_out, *done.guessed, *done.notes))) + " ".join(done.files.values())


@pytest.mark.long
@tried(8, long=60)
@given(scenarios())
def test_units_and_depth_of_any_scenario_are_those_of_the_file(content: dict[str, Any]) -> None:
    every = walked(content)
    for _, one in every:
        one["name"] = f"{one['name']}{one['id'][:8]}"
    with tempfile.TemporaryDirectory() as where:
        path = Path(where) / "s.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        done = convert([path], Wishes(leave_out=True))
        keep(done, Path(where) / "out")
        read_scenario(Path(where) / "out")
    assert (done.counts["units"], done.depth) == (len(every), max(depth for depth, _ in every))
    told = name_and_told(done)
    assert [one["name"] for _, one in every if one["name"] not in told] == []


def extract(seed: int, side: int, holes: float) -> str:
    """A grid of streets with bends, gaps, footways and bridges, as an extract of OpenStreetMap."""
    chance = random.Random(seed)
    nodes: list[str] = []
    ways: list[str] = []
    number = side * side
    nodes += [f'<node id="{n + 1}" lat="{50 + n // side * 0.01}" lon="{5 + n % side * 0.01}"/>' for n in range(number)]
    for n in range(number):
        for other, inside in ((n + 1, (n + 1) % side != 0), (n + side, n + side < number)):
            if not inside or chance.random() < holes:
                continue
            number_of_bend = len(nodes) + 1
            nodes.append(
                f'<node id="{number_of_bend}" lat="{50 + (n // side + other // side) * 0.005 + 0.001}"'
                f' lon="{5 + (n % side + other % side) * 0.005}"/>'
            )
            kind = chance.choice(["primary", "primary", "track", "footway"])
            refs = "".join(f'<nd ref="{ref}"/>' for ref in (n + 1, number_of_bend, other + 1))
            ways.append(f'<way id="{len(ways) + 1}">{refs}<tag k="highway" v="{kind}"/></way>')
    return f'<osm version="0.6">{"".join(nodes)}{"".join(ways)}</osm>'


def graph_of(raw: str) -> networkx.MultiGraph:
    """The road graph, point by point."""
    graph = networkx.MultiGraph()
    for way in ElementTree.fromstring(raw).iter("way"):
        kind = next(tag.get("v") for tag in way.iter("tag") if tag.get("k") == "highway")
        refs = [nd.get("ref") for nd in way.iter("nd")]
        if kind != "footway":
            graph.add_edges_from(((a, b, {"kind": kind}) for a, b in pairwise(refs)))
    return graph


def simplified(graph: networkx.MultiGraph) -> networkx.MultiGraph:
    """Without the points at which only two stretches of one kind meet."""
    graph = graph.copy()
    for point in list(graph):
        ends = list(graph.edges(point, data="kind"))
        if len(ends) == 2 and ends[0][2] == ends[1][2]:
            a, b = (other for _, other, _ in ends)
            if point not in (a, b) and a != b:
                graph.add_edge(a, b, kind=ends[0][2])
                graph.remove_node(point)
    return graph


@pytest.mark.parametrize(("side", "holes"), [(4, 0.0), (6, 0.3), (12, 0.2), (30, 0.1)])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_roads_and_junctions_of_an_extract_are_those_of_the_graph(
    seed: int, side: int, holes: float, tmp_path: Path
) -> None:
    raw = extract(seed, side, holes)
    path = tmp_path / "e.osm"
    path.write_text(raw, encoding="utf-8")
    done = convert([path], Wishes(leave_out=True))
    graph = graph_of(raw)
    assert done.counts["points on them"] == graph.number_of_nodes()
    assert done.counts["links between those"] == graph.number_of_edges()
    short = simplified(graph)
    assert (done.counts["places"], done.counts["roads"]) == (short.number_of_nodes(), short.number_of_edges())
    parts = sorted(map(len, networkx.connected_components(short)), reverse=True)
    loose = [doubt for doubt in done.doubts if doubt.kind == "loose"]
    small = sum(int(doubt.made.split()[0]) if "pieces" in doubt.made else 1 for doubt in loose)
    assert small == sum(part <= sum(parts) / 10 for part in parts[1:])
    assert len(done.left_out) + small == len(parts) - 1
    keep(done, tmp_path / "out")
    kept = done.files["map.yaml"]
    largest = short.subgraph(max(networkx.connected_components(short), key=len))
    assert kept.count("- {from: ") + kept.count("- from: ") == largest.number_of_edges()


def test_units_of_a_table_and_of_a_text_are_counted(tmp_path: Path) -> None:
    chance = random.Random(3)
    depth = [1]
    for _ in range(200):
        depth.append(chance.randint(1, min(5, depth[-1] + 1)))
    text, table = tmp_path / "u.txt", tmp_path / "u.csv"
    text.write_text(
        "nation: us\n" + "\n".join("  " * (d - 1) + f"Unit{n} Bn" for n, d in enumerate(depth)), encoding="utf-8"
    )
    table.write_text(
        "name,depth,side\n" + "\n".join(f"Unit{n},{d},Blue" for n, d in enumerate(depth)), encoding="utf-8"
    )
    for path in (text, table):
        done = convert([path], Wishes(side="Blue", nation="us"))
        assert (done.counts["units"], done.depth) == (len(depth), max(depth))
        told = name_and_told(done)
        assert Counter(f"Unit{n}" in told for n in range(len(depth)))[False] == 0
