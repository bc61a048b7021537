"""A wide front (`wide_front.py`) written as a scenario folder, so that the program itself checks and starts it.

    write_front(folder, wide_front(1000))

Battalions that march have an order each for turn 1.1, every third of them to attack. The parts are cut into files well
under the size that the program reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from networkx.utils import UnionFind

from campaign.terms.ground import Surface
from campaign.terms.position import AtPlace, Position
from campaign.theatre.chain import Echelon
from tests.benchmarks.wide_front import BLUE, DEPTH, RED, Front

SIDES = {BLUE: "blue", RED: "red"}
NATIONS = {BLUE: "british", RED: "german"}
KINDS = {Surface.ROAD: "metalled road", Surface.CROSS_COUNTRY: "track", Surface.TERRAIN: "desert"}
LIKE = {BLUE: "british infantry battalion 1941", RED: "german infantry battalion 1941"}
LINES_A_FILE = 50_000


def write_front(folder: Path, front: Front) -> None:
    """Write the scenario's files into a new folder."""
    folder.mkdir()
    (folder / "scenario.yaml").write_text(_head(front), encoding="utf-8")
    _write(folder, "places", _places(front))
    _write(folder, "roads", _roads(front))
    for side in (BLUE, RED):
        _write(folder, f"order of battle:\n  {SIDES[side]}", _order_of_battle(front, side), whole=True)
    _write(folder, "orders", _orders(front))


def _write(folder: Path, key: str, lines: Iterable[str], *, whole: bool = False) -> None:
    """Write the lines under a key, in several files if there are many."""
    every = list(lines)
    step = max(1, len(every) if whole else LINES_A_FILE)
    for number, start in zip(count(1), range(0, len(every), step), strict=False):
        text = "\n".join([f"{key}:", *every[start : start + step], ""])
        (folder / f"{key.split()[-1]}-{number}.yaml").write_text(text, encoding="utf-8")


def _flow(values: dict[str, object]) -> str:
    return json.dumps(values)


def _head(front: Front) -> str:
    sides = {
        SIDES[side]: {
            "name": SIDES[side].title(),
            "adjective": SIDES[side].title(),
            "accent": accent,
            "home edges": [spot.key for spot in front.theatre.spots if spot.home_of == side],
        }
        for side, accent in ((BLUE, "#1b4f8a"), (RED, "#a8261a"))
    }
    lines = ("title: A wide front", "name: wide-front", "first day: 15 May 1941", "days: 2", "coordinates: kilometres")
    return "\n".join((*lines, f"sides: {_flow(sides)}", ""))


def _places(front: Front) -> Iterable[str]:
    for spot in front.theatre.spots:
        values = {"name": spot.name, "at": [spot.x_m / 1000, spot.y_m / 1000], "cover": spot.cover.value}
        if spot.hill:
            values["hill"] = "yes"
        yield f"  {spot.key}: {_flow(values)}"


def _roads(front: Front) -> Iterable[str]:
    keys = {spot.place: spot.key for spot in front.theatre.spots}
    for way in front.theatre.ways:
        values = {
            "key": way.key,
            "from": keys[way.a],
            "to": keys[way.b],
            "km": way.length_m / 1000,
            "kind": KINDS[way.surface],
            "surface": way.surface.value,
            "cover": way.cover.value,
        }
        yield f"  - {_flow(values)}"
    for place, neighbour in _joins(front):
        yield f"  - {_flow({'from': keys[place], 'to': keys[neighbour], 'kind': 'desert'})}"


def _joins(front: Front) -> Iterable[tuple[int, int]]:
    """Pairs of neighbours that join the loose pieces of the map to each other: the program refuses a map in pieces."""
    spots = front.theatre.spots
    columns = len(spots) // DEPTH
    pieces = UnionFind(spot.place for spot in spots)
    for way in front.theatre.ways:
        pieces.union(way.a, way.b)
    for n, spot in enumerate(spots):
        for other in ((n + 1) if (n + 1) % columns else None, n + columns):
            if other is not None and other < len(spots) and pieces[spot.place] != pieces[spots[other].place]:
                pieces.union(spot.place, spots[other].place)
                yield spot.place, spots[other].place


def _position(front: Front, position: Position) -> dict[str, object]:
    if isinstance(position, AtPlace):
        return {"at": front.theatre.spot(position.place).key}
    return {"road": front.theatre.way(position.road).key, "km": position.metres / 1000}


def _order_of_battle(front: Front, side: int) -> Iterable[str]:
    below: dict[int | None, list[Echelon]] = {}
    for echelon in front.echelons:
        if echelon.side == side:
            below.setdefault(echelon.superior, []).append(echelon)
    return [f"    - {_flow(_formation(front, top, below))}" for top in below.get(None, ())]


def _formation(front: Front, echelon: Echelon, below: dict[int | None, list[Echelon]]) -> dict[str, object]:
    values: dict[str, object] = {
        echelon.level.value: echelon.name,
        "key": f"f{echelon.formation}",
        "nation": NATIONS[echelon.side],
    }
    if echelon.position is not None:
        like = f"{NATIONS[echelon.side]} {echelon.level.value} headquarters 1941"
        values["headquarters"] = {"key": f"hq{echelon.formation}", "like": like, **_position(front, echelon.position)}
    if echelon.battalions:
        values["battalions"] = [
            {"battalion": f"U{unit}", "key": f"u{unit}", "like": LIKE[echelon.side], **_position(front, position)}
            for unit, position in echelon.battalions
        ]
    if subordinates := below.get(echelon.formation):
        values["formations"] = [_formation(front, subordinate, below) for subordinate in subordinates]
    return values


def _orders(front: Front) -> Iterable[str]:
    keys = {spot.place: spot.key for spot in front.theatre.spots}
    for unit, goal in front.goals.items():
        kind = "attack" if unit % 3 == 0 else "march"
        yield f"  - {_flow({'for': f'u{unit}', 'day': 1, 'turn': 1, 'order': kind, 'to': keys[goal]})}"
