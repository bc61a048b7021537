"""Import of files of other programs against parsing the same file bare: processor time and most memory, each in a
process of its own.

10,000 units as an ORBAT Mapper scenario (bare: json.loads), 100,000 roads as GraphML and 70,000 points as OpenStreetMap
(bare: the whole tree of ElementTree); 6,000 and 60,000 units as a table (bare: csv.reader). An import ends with the
files as text; checking and writing them is measured apart.
"""

from __future__ import annotations

import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from xml.etree import ElementTree

from campaign.exchange.foreign import convert as foreign
from tests.benchmarks import measure

UNITS, SIDE = 10_000, 225
"""Units of the order of battle; places on a side of the square map, which has about twice its square of roads."""


def order_of_battle(path: Path) -> None:
    """Two sides of corps, divisions, brigades and battalions, strengths and positions with every battalion."""
    number = 0

    def unit(echelon: str, entity: str, *under: dict[str, object]) -> dict[str, object]:
        nonlocal number
        number += 1
        leaf = (
            {}
            if under
            else {
                "location": [5 + number % 100 / 100, 50 + number // 100 / 100],
                "personnel": [{"name": "Men", "count": 800, "onHand": 700}],
            }
        )
        return {
            "id": str(number),
            "name": f"{number} Unit",
            "sidc": f"10031000{echelon}{entity}0000",
            "subUnits": list(under),
            **leaf,
        }

    def corps() -> dict[str, object]:
        brigades = [
            [
                unit("18", "121100", *(unit("16", entity) for entity in ("121100", "121100", "120500", "130300")))
                for _ in range(4)
            ]
            for _ in range(5)
        ]
        return unit("22", "000000", *(unit("21", "121100", *inner) for inner in brigades))

    groups: list[list[dict[str, object]]] = [[], []]
    while number < UNITS:
        groups[len(groups[0]) > len(groups[1])].append(corps())
    sides = [
        {"name": name, "groups": [{"name": "All", "subUnits": group}]}
        for name, group in zip(("British", "German"), groups, strict=True)
    ]
    path.write_text(
        json.dumps({"type": "ORBAT-mapper", "version": "3.4.0", "startTime": "1944-06-06T00:00:00Z", "sides": sides}),
        encoding="utf-8",
    )


def road_graph(path: Path) -> None:
    """A square of places a kilometre apart, as OSMnx writes a network."""
    chance = random.Random(1)
    lines = [
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="y" for="node" attr.name="y"/><key id="x" for="node" attr.name="x"/>'
    ]
    lines += [
        '<key id="h" for="edge" attr.name="highway"/><key id="l" for="edge" attr.name="length"/><graph edgedefault="undirected">'
    ]
    for n in range(SIDE * SIDE):
        lines.append(
            f'<node id="{n}"><data key="y">{50 + n // SIDE / 111}</data><data key="x">{5 + n % SIDE / 72}</data></node>'
        )
    for n in range(SIDE * SIDE):
        for other in ([n + 1] if (n + 1) % SIDE else []) + ([n + SIDE] if n + SIDE < SIDE * SIDE else []):
            kind = chance.choice(["primary", "secondary", "track"])
            lines.append(
                f'<edge source="{n}" target="{other}"><data key="h">{kind}</data><data key="l">{chance.uniform(1000, 1400):.1f}</data></edge>'
            )
    path.write_text("\n".join([*lines, "</graph></graphml>"]), encoding="utf-8")


def extract(path: Path) -> None:
    """A square of 100 by 100 junctions with three bends on each street: 69,400 points, 19,800 ways."""
    chance = random.Random(1)
    nodes = [(50 + n // 100 * 0.003, 5 + n % 100 * 0.004) for n in range(10_000)]
    ways = []
    for n in range(10_000):
        for other in ([n + 1] if (n + 1) % 100 else []) + ([n + 100] if n + 100 < 10_000 else []):
            (a, b), (c, d) = nodes[n], nodes[other]
            bends = range(len(nodes), len(nodes) + 3)
            nodes += [
                (a + (c - a) * k / 4 + chance.uniform(-2e-4, 2e-4), b + (d - b) * k / 4 + chance.uniform(-2e-4, 2e-4))
                for k in (1, 2, 3)
            ]
            refs = "".join(f'<nd ref="{one + 1}"/>' for one in (n, *bends, other))
            ways.append(
                f'<way id="{len(ways) + 1}">{refs}<tag k="highway" v="{chance.choice(["primary", "tertiary", "track"])}"/></way>'
            )
    points = [
        f'<node id="{n}" lat="{lat:.7f}" lon="{lon:.7f}" version="1" timestamp="2020-01-01T00:00:00Z"/>'
        for n, (lat, lon) in enumerate(nodes, 1)
    ]
    path.write_text("\n".join(['<osm version="0.6">', *points, *ways, "</osm>"]), encoding="utf-8")


def table(path: Path, rows: int) -> None:
    """Brigades of nineteen battalions of one name each, four brigades a division."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["name", "under", "arm", "men"])
        for n in range(rows // 20):
            above = f"{n // 4} Division"
            name = above if n % 4 == 0 else f"{n} Brigade"
            writer.writerow([name, "" if n % 4 == 0 else above, "", ""])
            writer.writerows(["Foot", name, "infantry", 700] for _ in range(19))


def small_table(path: Path) -> None:
    """A tenth of the large one, which takes a tenth of its time."""
    table(path, 6_000)


def large_table(path: Path) -> None:
    """60,000 rows."""
    table(path, 60_000)


MADE = {
    "units.json": order_of_battle,
    "roads.graphml": road_graph,
    "extract.osm": extract,
    "small.csv": small_table,
    "large.csv": large_table,
}


def alone(path: Path, how: str) -> None:
    """One measurement, printed as JSON: seconds of processor, most memory in MB, and what was read."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = process_time()
    told: dict[str, int] = {}
    if how == "bare":
        parsers = {
            ".json": lambda: json.loads(path.read_bytes()),
            ".csv": lambda: list(csv.reader(path.open(encoding="utf-8"))),
        }
        held: object = parsers.get(path.suffix, lambda: ElementTree.parse(path))()
        assert held is not None
        seconds = process_time() - began
    else:
        done = foreign.convert([path], foreign.Wishes())
        seconds = process_time() - began
        told = done.counts
        if how == "kept":
            foreign.keep(done, path.with_suffix(".kept"))
            seconds = process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([seconds, most / 1024, (most - before) / 1024, told]))


def run(path: Path, how: str) -> tuple[float, float, float, dict[str, int]]:
    """The same in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.bench_import", str(path), how],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, most, grown, told = json.loads(ran.stdout)
    return seconds, most, grown, told


if __name__ == "__main__":
    if given := measure.arguments():
        alone(Path(given[0]), given[1])
        sys.exit()
    with tempfile.TemporaryDirectory() as where:
        for name, make in MADE.items():
            source = Path(where) / name
            make(source)
            bare, done, kept = (
                min((run(source, "bare") for _ in range(3)), key=lambda one: one[0]),
                min((run(source, "import") for _ in range(3)), key=lambda one: one[0]),
                run(source, "kept"),
            )
            print(
                f"{name}, {source.stat().st_size / 1e6:.1f} MB: {', '.join(f'{count:,} {what}' for what, count in done[3].items())}"
            )
            print(f"  bare {bare[0]:.2f} s, {bare[1]:.0f} MB ({bare[2]:.0f} more than before)")
            print(
                f"  import {done[0]:.2f} s, {done[1]:.0f} MB ({done[2]:.0f} more); {done[0] / bare[0]:.1f} times the bare parse"
            )
            print(f"  checked and written as well: {kept[0]:.2f} s, {kept[1]:.0f} MB")
            measure.keep(f"import: {name}", done[0], bare[0], "bare parse", memory=round(done[1]))
            measure.keep(f"import: {name}, checked and written", kept[0], bare[0], "bare parse", memory=round(kept[1]))
