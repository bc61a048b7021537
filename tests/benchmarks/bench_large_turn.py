"""One committed turn of a wide front: `next --auto` from the founding to the end of the first turn, whole process.

    python -m tests.benchmarks.bench_large_turn [BATTALIONS ...] [--keep]

Each front (`wide_front.py`) is laid into a fresh Operation Brevity, far from its own troops, with formations,
headquarters and orders. The floor is `status` on the same file, which opens it and looks at the army. Times are those
of the processor, memory is the most that the process had.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, create_engine, insert, select, update

from campaign.terms.forces import Level
from campaign.terms.position import AtPlace, Position
from tests.benchmarks.bench_day import found
from tests.benchmarks.measure import arguments, keep
from tests.benchmarks.wide_front import BLUE, RED, Front, wide_front

SIZES = (1000, 3000, 10_000)
NORTH_M = 500_000
"""The front lies so far north of the shipped map."""
MEASURED = (
    "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
)


class Laying:
    """Rows of a front, copied from shipped rows, with ids and keys of their own."""

    def __init__(self, connection: Connection, front: Front) -> None:
        self.connection, self.front = connection, front
        tables = MetaData()
        tables.reflect(connection)
        self.tables: Mapping[str, Table] = tables.tables
        self._ids = count(connection.execute(select(self.tables["ledger"].c.next_id)).scalar_one())
        sides = [row.id for row in connection.execute(select(self.tables["side"]).order_by(self.tables["side"].c.id))]
        self.sides = {BLUE: sides[0], RED: sides[1], None: None}

    def lay(self) -> None:
        """Map, formations, battalions, orders, and where the counter of ids then stands."""
        places = {spot.place: next(self._ids) for spot in self.front.theatre.spots}
        roads = {way.road: next(self._ids) for way in self.front.theatre.ways}
        formations = {echelon.formation: next(self._ids) for echelon in self.front.echelons}
        self._insert("place", self._places(places))
        self._insert("road", self._roads(roads, places))
        self._insert("formation", self._formations(formations))
        self._insert("battalion", self._battalions(formations, places, roads))
        self._insert("standing_order", self._orders(places))
        self.connection.execute(update(self.tables["ledger"]).values(next_id=next(self._ids)))

    def _insert(self, name: str, rows: Iterator[dict[str, Any]]) -> None:
        self.connection.execute(insert(self.tables[name]), list(rows))

    def _model(self, name: str, **values: object) -> dict[str, Any]:
        """The first shipped row with these values; an object stands for any value but none."""
        table = self.tables[name]
        fits = [
            table.c[column].is_not(None) if value is Any else table.c[column] == value
            for column, value in values.items()
        ]
        return dict(self.connection.execute(select(table).where(*fits).limit(1)).mappings().one())

    def _places(self, places: Mapping[int, int]) -> Iterator[dict[str, Any]]:
        model = self._model("place") | {"lat_e6": None, "lon_e6": None, "owner_id": None}
        for spot in self.front.theatre.spots:
            yield model | {
                "id": places[spot.place],
                "key": f"x{spot.key}",
                "name": spot.name,
                "x_m": int(spot.x_m),
                "y_m": int(spot.y_m) + NORTH_M,
                "cover": spot.cover.value,
                "hill": spot.hill,
                "home_edge_of_id": self.sides[spot.home_of],
            }

    def _roads(self, roads: Mapping[int, int], places: Mapping[int, int]) -> Iterator[dict[str, Any]]:
        model = self._model("road") | {"shape": []}
        for way in self.front.theatre.ways:
            yield model | {
                "id": roads[way.road],
                "key": f"x{way.key}",
                "a_id": places[way.a],
                "b_id": places[way.b],
                "length_m": way.length_m,
                "surface": way.surface.value,
                "cover": way.cover.value,
            }

    def _formations(self, formations: Mapping[int, int]) -> Iterator[dict[str, Any]]:
        models = {side: self._model("formation", side_id=self.sides[side]) for side in (BLUE, RED)}
        for echelon in self.front.echelons:
            yield models[echelon.side] | {
                "id": formations[echelon.formation],
                "key": f"x{echelon.formation}",
                "name": echelon.name,
                "short": echelon.name,
                "level": echelon.level.value,
                "superior_id": formations.get(echelon.superior or 0),
            }

    def _battalions(
        self, formations: Mapping[int, int], places: Mapping[int, int], roads: Mapping[int, int]
    ) -> Iterator[dict[str, Any]]:
        commands = {
            unit: formations[echelon.formation] for echelon in self.front.echelons for unit, _ in echelon.battalions
        }
        self.units = {unit.unit: next(self._ids) for unit in self.front.units}
        nobody = {"headquarters_of_id": None}
        models = {side: self._model("battalion", side_id=self.sides[side], place_id=Any) for side in (BLUE, RED)}
        for unit in self.front.units:
            yield (
                models[unit.side]
                | nobody
                | {
                    "id": self.units[unit.unit],
                    "key": f"x{unit.unit}",
                    "name": unit.name,
                    "short": unit.name,
                    "organic_id": commands[unit.unit],
                    "present_id": commands[unit.unit],
                }
                | _stand(unit.position, places, roads)
            )
        for echelon in self.front.echelons:
            if echelon.level is not Level.COMMAND and echelon.position is not None:
                staffed = formations[echelon.formation]
                yield (
                    models[echelon.side]
                    | {
                        "id": next(self._ids),
                        "key": f"xhq{staffed}",
                        "name": f"Headquarters {echelon.name}",
                        "short": f"HQ {echelon.name}",
                        "organic_id": staffed,
                        "present_id": staffed,
                        "headquarters_of_id": staffed,
                    }
                    | _stand(echelon.position, places, roads)
                )

    def _orders(self, places: Mapping[int, int]) -> Iterator[dict[str, Any]]:
        for unit, goal in self.front.goals.items():
            yield {
                "campaign_id": 1,
                "id": next(self._ids),
                "key": f"battalion:x{unit}",
                "battalion_id": self.units[unit],
                "day": 1,
                "turn": 1,
                "kind": "attack" if unit % 3 == 0 else "march",
                "to_id": places[goal],
                "via": [],
                "aim": "",
                "objective": "",
                "until": "",
                "given_by": "",
            }


def _stand(position: Position, places: Mapping[int, int], roads: Mapping[int, int]) -> dict[str, int | None]:
    if isinstance(position, AtPlace):
        return {"place_id": places[position.place], "road_id": None, "road_m": None}
    return {"place_id": None, "road_id": roads[position.road], "road_m": position.metres}


def lay_front(path: Path, battalions: int) -> None:
    """A fresh Operation Brevity with a wide front in it."""
    found(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        Laying(connection, wide_front(battalions)).lay()
    engine.dispose()


def measured(*arguments: str) -> tuple[float, int]:
    """Seconds of the processor and the most memory, in MB, of a whole `campaign` command."""
    command = [sys.executable, "-c", MEASURED, sys.executable, "-m", "campaign", *arguments]
    seconds, kilobytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), int(kilobytes) // 1024


if __name__ == "__main__":
    before: tuple[int, float] | None = None
    for size in [int(word) for word in arguments()] or SIZES:
        with tempfile.TemporaryDirectory() as folder:
            front = Path(folder) / "front.db"
            lay_front(front, size)
            floor, _ = measured("status", "--db", str(front))
            took, memory = measured("next", "--auto", "--db", str(front))
        text = f"{size} battalions: {took:.1f} s, {memory} MB; status: {floor:.1f} s; ratio {took / floor:.1f}"
        if before is not None:
            text += f"; {took / before[1]:.1f} times the seconds for {size / before[0]:.1f} times the battalions"
        print(text, flush=True)
        keep("large turn", took, floor, "status", size=size, memory=memory)
        before = size, took
