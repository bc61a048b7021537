"""A turn of marches and a supply trace of everything, both sides, from 100 to 10,000 battalions on 1,000 to 100,000
places.

    python -m tests.benchmarks.bench_theatre           all sizes, straight roads, and the largest with bent ones, a
                                                       process each
    python -m tests.benchmarks.bench_theatre 1000 4    1,000 battalions, four bends to a road

Ten places a battalion at equal density, so that the growth from one size to the next says something. The floors of the
same run: for the march, a bare queue with as many events; for the trace, the bare tree asked for the roads near every
enemy, NetworkX's bare components of the open roads, and one bare bounded search of NetworkX from every division's
headquarters, with the weight an attribute and nobody in the way. Times are those of the processor, so that other work
on the machine does not count.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from resource import RUSAGE_SELF, getrusage
from time import process_time

import networkx as nx

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace
from campaign.theatre.legs import Closed
from campaign.theatre.march import march
from campaign.theatre.road_graph import open_roads, pockets
from campaign.theatre.supply import SupplyNet
from campaign.theatre.supply_link import Line
from campaign.theatre.values import TURN_SECONDS
from campaign.theatre.zones import Zones
from tests.benchmarks.measure import arguments, keep
from tests.benchmarks.wide_front import BLUE, DAY, RED, TRUCKS, Front, wide_front

CASES = ((100, 0), (1000, 0), (10_000, 0), (10_000, 4))
"""Battalions, and bends of a road."""


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one run."""
    began = process_time()
    work()
    return process_time() - began


def best(work: Callable[[], object], runs: int = 2) -> float:
    """Best of a few runs in seconds, with nothing left over from the one before."""
    times = []
    for _ in range(runs):
        gc.collect()
        times.append(seconds(work))
    return min(times)


def bare_queue(events: int) -> None:
    """A heap that takes and gives so many events."""
    heap: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []
    for n in range(events):
        heappush(heap, (n * 7919 % 104_729, 1, (n,), (n,)))
    while heap:
        heappop(heap)


def bare_zones(front: Front) -> None:
    """The roads near every unit, from the tree alone."""
    from shapely import points

    _, tree = front.theatre.lines
    for start in range(0, len(front.watchers), 256):
        tree.query(
            points([w.point for w in front.watchers[start : start + 256]]), predicate="dwithin", distance=DAY.longest_m
        )


def bare_graph(front: Front) -> nx.MultiGraph[int]:
    """The road graph with the seconds of every road as an attribute, for trucks with nobody in the way."""
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(spot.place for spot in front.theatre.spots)
    for way in front.theatre.ways:
        graph.add_edge(way.a, way.b, key=way.road, seconds=TRUCKS.seconds(way.length_m, way.surface))
    return graph


def bare_searches(front: Front, graph: nx.MultiGraph[int]) -> None:
    """As far as a division's trucks march in a turn, from each of their headquarters, and no route kept."""
    for echelon in front.echelons:
        if echelon.level is Level.DIVISION and isinstance(echelon.position, AtPlace):
            start = echelon.position.place
            nx.single_source_dijkstra_path_length(graph, start, cutoff=TURN_SECONDS, weight="seconds")


@dataclass(frozen=True)
class Figures:
    """The figures of one front, kept under its battalions and the form of its roads."""

    battalions: int
    bends: int

    def keep(self, what: str, took: float, floor: float | None = None, against: str = "", memory: int = 0) -> None:
        """Append one to the history if asked to."""
        roads = f", {self.bends} bends a road" if self.bends else ""
        keep(f"theatre: {what}{roads}", took, floor, against, size=self.battalions, memory=memory)


def measure(battalions: int, bends: int = 0) -> None:
    """A paragraph of figures."""
    front = wide_front(battalions, bends=bends)
    places, roads = len(front.theatre.spots), len(front.theatre.ways)
    print(f"{battalions} battalions, {places} places, {roads} roads of {bends + 1} straight pieces")
    figures = Figures(battalions, bends)
    first = seconds(lambda: (front.theatre.lines, front.theatre.graph, front.theatre.dots))
    print(f"  the map's trees and links, once: {first:.2f} s")
    figures.keep("the map's trees and links", first)
    units = front.ordered()
    routed = best(front.ordered, 1)
    print(f"  routes of {sum(bool(unit.legs) for unit in units)} march orders: {routed:.2f} s")
    figures.keep("routes of march orders", routed)
    traced = best(lambda: trace_all(front))
    marched = best(lambda: march(front.theatre, units, DAY))
    most = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    turn = march(front.theatre, units, DAY)
    passed = sum(len(unit.passed) for unit in turn.units.values())
    floor = best(lambda: bare_queue(2 * passed))
    told = f"{len(turn.touches)} contacts, {passed} places passed"
    print(f"  a turn of marches: {marched:.2f} s ({told}); a bare queue {floor:.3f} s: {marched / floor:.0f} times")
    print(f"  most memory after trace and march: {most} MB")
    figures.keep("a turn of marches", marched, floor, "a bare queue", most)
    measure_supply(front, traced, figures)
    measure_questions(front, figures)
    print(f"  most memory with the questions and the floors: {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB")


def trace_all(front: Front) -> list[Line]:
    """Everybody's supply line, both sides."""
    return [
        line
        for side in (BLUE, RED)
        for line in SupplyNet(front.theatre, front.echelons, front.watchers, DAY, side).lines().values()
    ]


def measure_supply(front: Front, took: float, figures: Figures) -> None:
    """The trace of both sides beside its three floors, and every route and its words besides."""
    told = best(lambda: [line.details for line in trace_all(front)])
    open_graphs = []
    for side in (BLUE, RED):
        closed = Closed.by(Zones(front.theatre, tuple(w for w in front.watchers if w.side != side), DAY))
        open_graphs.append(nx.Graph([(way.a, way.b) for way in open_roads(front.theatre, closed)]))
    graph = bare_graph(front)
    parts = (
        best(lambda: bare_zones(front)),
        best(lambda: [list(nx.connected_components(open_graph)) for open_graph in open_graphs]),
        best(lambda: bare_searches(front, graph)),
    )
    words = " + ".join(f"{part:.2f}" for part in parts)
    print(
        f"  supply of everything, both sides, warm: {took:.2f} s; zones, components, searches bare {words}: {took / sum(parts):.1f} times"
    )
    print(f"  with every route and its words: {told:.2f} s")
    figures.keep("supply of both sides", took, sum(parts), "zones, components, searches bare")
    figures.keep("supply of both sides with every route", told, sum(parts), "zones, components, searches bare")
    reach = best(lambda: pockets(front.theatre, closed), 5)
    print(f"  pockets, one side: {reach * 1000:.1f} ms; bare components, both: {reach / parts[1]:.1f} times")
    figures.keep("pockets", reach, parts[1], "bare components")


def measure_questions(front: Front, figures: Figures) -> None:
    """What supply hangs on, and what would have to go for those who are cut off; one side."""
    weights = {e.formation: len(e.battalions) for e in front.echelons if e.side == BLUE and e.battalions}
    hangs = best(
        lambda: SupplyNet(front.theatre, front.echelons, front.watchers, DAY, BLUE).vulnerability(weights).points, 1
    )
    print(f"  vulnerable points, one side: {hangs:.2f} s")
    figures.keep("vulnerable points", hangs)
    lines = SupplyNet(front.theatre, front.echelons, front.watchers, DAY, BLUE).lines()
    cut = [formation for formation, line in lines.items() if not line.linked][:10]
    took = [
        seconds(lambda f=formation: SupplyNet(front.theatre, front.echelons, front.watchers, DAY, BLUE).clearing(f))
        for formation in cut
    ]
    if took:
        print(
            f"  smallest sets for {len(took)} that are cut off: {sum(took) / len(took):.2f} s each, {max(took):.2f} s the longest"
        )
        figures.keep("smallest set of enemies, mean", sum(took) / len(took))


if __name__ == "__main__":
    if given := arguments():
        measure(int(given[0]), int(given[1]))
    else:
        for case in CASES:
            subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.bench_theatre", *map(str, case), *sys.argv[1:]], check=True
            )
