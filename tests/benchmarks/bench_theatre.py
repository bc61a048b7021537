"""A turn of marches and a supply trace of everything, both sides, from 100 to 10,000 battalions on 1,000 to 100,000
places.

    python -m tests.benchmarks.bench_theatre           all sizes, straight roads, and the largest with bent ones, a
                                                       process each
    python -m tests.benchmarks.bench_theatre 1000 4    1,000 battalions, four bends to a road

Ten places a battalion at equal density, so that the growth from one size to the next says something. The floors of the
same run: for the march, a bare queue with as many events; for the trace, the bare tree asked for the roads near every
enemy, the bare components of the open roads, and one bare bounded search from every division's headquarters; for
reachability, a bare breadth-first search. Times are those of the processor, so that other work on the machine does not
count.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from importlib.util import find_spec
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace
from campaign.theatre.legs import Closed
from campaign.theatre.march import march
from campaign.theatre.network import SURFACES
from campaign.theatre.searches import pockets
from campaign.theatre.supply import explain, trace, vulnerable_points
from campaign.theatre.supply_link import Line
from campaign.theatre.values import TURN_SECONDS
from campaign.theatre.zones import Zones
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


def bare_searches(front: Front, neighbours: dict[int, list[tuple[int, float]]]) -> None:
    """As far as a division's trucks march in a turn, from each of their headquarters, with nobody in the way and no
    route kept."""
    for echelon in front.echelons:
        if echelon.level is not Level.DIVISION or not isinstance(echelon.position, AtPlace):
            continue
        reached: dict[int, float] = {}
        heap = [(0.0, echelon.position.place)]
        while heap:
            time, place = heappop(heap)
            if place in reached:
                continue
            reached[place] = time
            for other, cost in neighbours[place]:
                if other not in reached and time + cost <= TURN_SECONDS:
                    heappush(heap, (time + cost, other))


def bare_breadth_first(neighbours: dict[int, list[tuple[int, float]]], start: int) -> None:
    """Everything that roads lead to."""
    seen, row = {start}, deque([start])
    while row:
        for other, _ in neighbours[row.popleft()]:
            if other not in seen:
                seen.add(other)
                row.append(other)


def measure(battalions: int, bends: int = 0) -> None:
    """A paragraph of figures."""
    front = wide_front(battalions, bends=bends)
    places, roads = len(front.theatre.spots), len(front.theatre.ways)
    print(f"{battalions} battalions, {places} places, {roads} roads of {bends + 1} straight pieces")
    first = seconds(lambda: (front.theatre.lines, front.theatre.network, front.theatre.pieces, front.theatre.dots))
    print(f"  the map's trees and links, once: {first:.2f} s")
    units = front.ordered()
    print(f"  routes of {sum(bool(unit.legs) for unit in units)} march orders: {best(front.ordered, 1):.2f} s")
    traced = best(lambda: trace_all(front))
    marched = best(lambda: march(front.theatre, units, DAY))
    most = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    turn = march(front.theatre, units, DAY)
    passed = sum(len(unit.passed) for unit in turn.units.values())
    floor = best(lambda: bare_queue(2 * passed))
    told = f"{len(turn.touches)} contacts, {passed} places passed"
    print(f"  a turn of marches: {marched:.2f} s ({told}); a bare queue {floor:.3f} s: {marched / floor:.0f} times")
    print(f"  most memory after trace and march: {most} MB")
    measure_supply(front, traced)
    measure_questions(front)
    print(f"  most memory with the questions and the floors: {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB")


def trace_all(front: Front) -> list[Line]:
    """Everybody's supply line, both sides."""
    return [
        line
        for side in (BLUE, RED)
        for line in trace(front.theatre, front.echelons, front.watchers, DAY, side).values()
    ]


def measure_reachability(front: Front, neighbours: dict[int, list[tuple[int, float]]]) -> None:
    """Which places open roads join, beside the bare search; and beside SciPy's where that is installed, which the
    program does not need."""
    network = front.theatre.network
    closed = Closed.by(Zones(front.theatre, tuple(w for w in front.watchers if w.side == RED), DAY))
    middle = max(neighbours, key=lambda place: len(neighbours[place]))
    reach, least = best(lambda: pockets(front.theatre, closed), 5), best(lambda: bare_breadth_first(neighbours, middle))
    print(
        f"  reachability alone, one side: {reach * 1000:.1f} ms; a bare search in Python {least * 1000:.1f} ms: {reach / least:.1f} times"
    )
    if find_spec("scipy") is not None:
        from scipy.sparse import csr_matrix
        from scipy.sparse.csgraph import breadth_first_order

        ends = np.concatenate((network.first, network.second)), np.concatenate((network.second, network.first))
        links = csr_matrix((np.ones(len(ends[0])), ends), shape=(len(network.places),) * 2)
        least = best(lambda: breadth_first_order(links, network.place_rows[middle], return_predecessors=False), 5)
        print(f"  SciPy's breadth_first_order {least * 1000:.2f} ms: {reach / least:.1f} times")


def measure_supply(front: Front, took: float) -> None:
    """The trace of both sides beside its three floors, and every route and its words besides."""
    network = front.theatre.network
    per_metre = [TRUCKS.seconds(1.0, surface) for surface in SURFACES]
    neighbours = {
        place: [(other, metres * per_metre[surface]) for other, _, metres, surface, _ in network.arms[place]]
        for place in network.places.tolist()
    }
    told = best(lambda: [line.told for line in trace_all(front)])
    is_open = []
    for side in (BLUE, RED):
        shut = Closed.by(Zones(front.theatre, tuple(w for w in front.watchers if w.side != side), DAY)).stretches
        is_open.append(np.array([road not in shut for road in network.roads.tolist()]))
    parts = (
        best(lambda: bare_zones(front)),
        best(lambda: [network.joined(is_open_to) for is_open_to in is_open]),
        best(lambda: bare_searches(front, neighbours)),
    )
    words = " + ".join(f"{part:.2f}" for part in parts)
    print(
        f"  supply of everything, both sides, warm: {took:.2f} s; zones, components, searches bare {words}: {took / sum(parts):.1f} times"
    )
    print(f"  with every route and its words: {told:.2f} s")
    measure_reachability(front, neighbours)


def measure_questions(front: Front) -> None:
    """What supply hangs on, and what would have to go for those who are cut off; one side."""
    weights = {e.formation: len(e.battalions) for e in front.echelons if e.side == BLUE and e.battalions}
    hangs = best(lambda: vulnerable_points(front.theatre, front.echelons, front.watchers, DAY, BLUE, weights), 1)
    print(f"  vulnerable points, one side: {hangs:.2f} s")
    lines = trace(front.theatre, front.echelons, front.watchers, DAY, BLUE)
    cut = [formation for formation, line in lines.items() if not line.linked][:10]
    took = [
        seconds(lambda f=formation: explain(front.theatre, front.echelons, front.watchers, DAY, BLUE, f))
        for formation in cut
    ]
    if took:
        print(
            f"  smallest sets for {len(took)} that are cut off: {sum(took) / len(took):.2f} s each, {max(took):.2f} s the longest"
        )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(int(sys.argv[1]), int(sys.argv[2]))
    else:
        for case in CASES:
            subprocess.run([sys.executable, "-m", "tests.benchmarks.bench_theatre", *map(str, case)], check=True)
