"""A command with everything loaded from SQLite: Operation Brevity as shipped, and with an army group's map and
battalions laid in.

    python -m tests.benchmarks.bench_large_campaign

The floor is the same command's bare imports. Times are those of the processor, so that other work on the machine does
not count. The large file holds 10,000 battalions and 100,000 places; they are copies of shipped rows with numbers, keys
and positions of their own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage

from sqlalchemy import Connection, MetaData, create_engine, func, insert, select

from tests.benchmarks.bench_day import found
from tests.benchmarks.measure import keep, process
from tests.benchmarks.wide_front import wide_theatre

BATTALIONS, PLACES = 10_000, 100_000
COMMANDS = (("status",), ("supply",))
IMPORTS = (
    "import campaign.cli.status, campaign.cli.supply, campaign.queries.supply, campaign.model, shapely, numpy;"
    "campaign.model.all_tables()"
)


def enlarge(path: Path) -> None:
    """Lay the wide map and the battalions in."""
    engine = create_engine(f"sqlite:///{path}")
    tables = MetaData()
    tables.reflect(engine)
    theatre = wide_theatre(Random(1941), PLACES // 100)
    with engine.begin() as connection:
        place, road, unit = (tables.tables[name] for name in ("place", "road", "battalion"))
        model = {
            table.name: dict(connection.execute(select(table).limit(1)).mappings().one()) for table in (place, road)
        }
        first = {
            table.name: 1 + (connection.execute(select(func.max(table.c.id))).scalar() or 0)
            for table in (place, road, unit)
        }
        at = {spot.place: first["place"] + n for n, spot in enumerate(theatre.spots)}
        lay = model["place"] | {"home_edge_of_id": None, "owner_id": None, "lat_e6": None, "lon_e6": None}
        connection.execute(
            insert(place),
            [
                lay | {"id": at[s.place], "key": f"x{s.key}", "name": s.name, "x_m": int(s.x_m), "y_m": int(s.y_m)}
                for s in theatre.spots
            ],
        )
        connection.execute(
            insert(road),
            [
                model["road"]
                | {
                    "id": first["road"] + n,
                    "key": f"x{w.key}",
                    "a_id": at[w.a],
                    "b_id": at[w.b],
                    "length_m": w.length_m,
                    "shape": [],
                }
                for n, w in enumerate(theatre.ways)
            ],
        )
        _add_battalions(connection, unit, first["battalion"], list(at.values()))


def _add_battalions(connection: Connection, unit, first: int, places: list[int]) -> None:  # type: ignore[no-untyped-def]
    models = [
        dict(row)
        for row in connection.execute(
            select(unit).where(unit.c.headquarters_of_id.is_(None), unit.c.place_id.is_not(None))
        ).mappings()
    ]
    stand = {"road_id": None, "road_m": None}
    rows = []
    for n in range(BATTALIONS):
        row = models[n % len(models)] | {
            "id": first + n,
            "key": f"x{n}",
            "name": f"Battalion {n}",
            "place_id": places[n * 9 % len(places)],
        }
        rows.append(row | {key: None for key in stand if key in row})
    connection.execute(insert(unit), rows)


def processor(work: Callable[[], object]) -> float:
    """Processor time of a process that this starts."""
    before = getrusage(RUSAGE_CHILDREN)
    work()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "shipped.db", Path(folder) / "large.db"
        found(small)
        found(large)
        enlarge(large)
        for command in COMMANDS:
            subprocess.run(
                [sys.executable, "-m", "campaign", *command, "--db", str(large)], check=True, capture_output=True
            )
            for name, path, aim in (("shipped", small, "0.3 s beyond its imports"), ("army group", large, "under 3 s")):
                whole, imports = process("-m", "campaign", *command, "--db", str(path)), process("-c", IMPORTS)
                pairs = [(processor(whole), processor(imports)) for _ in range(3)]
                took, least = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
                print(
                    f"campaign {' '.join(command)}, {name}: {took:.2f} s; its imports: {least:.2f} s (aim: {aim}; best of 3)"
                )
                keep(f"large campaign: {' '.join(command)}, {name}", took, least, "its imports")
