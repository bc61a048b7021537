"""The hex map on paper: the terrain of each hex, the features along the sides, the hexes in which this side's units
start, and the house rules behind them.

hex_grid(scene, book, numbers)     the map for one side's sheet, without the other side
WORDS                              the words written in hexes, short enough to fit
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.hexes.chart import PRECEDENCE, Chart, gates, goal_of, set_out
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.muster import counters, parts, piece_key, troops
from campaign.rules.tabletop.hexes.tables import Side, Terrain
from campaign.terms.state import Role
from campaign.words.hex_grid import HexGrid, HexGround, HexSide, HexStart

WORDS: Final = MappingProxyType(
    {
        Terrain.LAKE: "lake",
        Terrain.MARSH: "marsh",
        Terrain.BRIDGE: "bridge",
        Terrain.BUILDINGS: "town",
        Terrain.WOODS: "woods",
        Terrain.HILL: "hill",
        Terrain.BROKEN: "broken",
    }
)
COMES_ON: Final = "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"


def hex_grid(scene: Scene, book: Rulebook, numbers: Mapping[int, int]) -> HexGrid:
    """Return the map of this side's sheet, its lines numbered by ``numbers``."""
    chart = chart_of(scene, book)
    ground, starts = chart.ground, tuple(_starts(chart, scene, book, numbers))
    kinds = [
        (kind, tuple(label(position) for position in chart.every if ground.terrain_at(position) is kind))
        for kind in PRECEDENCE
    ]
    sides = [
        HexSide(label(cell), label(neighbour), side.value)
        for pair, side in ground.sides.items()
        for cell, neighbour in [sorted(pair)]
    ]
    return HexGrid(
        chart.columns,
        chart.rows,
        chart.grid.labels,
        texts("hexes").text("map_scale", metres=book.integer("hexes.metres")),
        tuple(HexGround(WORDS[kind], labels) for kind, labels in kinds if labels),
        tuple(sorted(sides, key=lambda side: (side.one, side.other))),
        starts,
        _key(chart, scene, book, numbers, [kind for kind, labels in kinds if labels], starts),
        "" if scene.prize is None else label(goal_of(chart, scene.prize.at)),
    )


def chart_of(scene: Scene, book: Rulebook) -> Chart:
    """Return the numbered hex map that covers the table of a battle."""
    return Chart.of(scene.terrain, scene.table_in, book)


def _starts(chart: Chart, scene: Scene, book: Rulebook, numbers: Mapping[int, int]) -> Iterator[HexStart]:
    """Yield the hex in which each unit of the table starts or comes on, in the order of the lines, without guns off the
    table and units that arrive later.
    """
    coming = {unit.id for unit in scene.force.units if unit.role is Role.ARRIVES} | set(scene.beside)
    start = set_out(chart, counters(scene.force, {u: p for u, p in scene.spots.items() if u not in coming}, book))
    for unit in sorted(troops(scene.force), key=lambda unit: numbers.get(unit.id, 0)):
        if unit.id not in numbers or _late(unit, scene):
            continue
        made = [part for part in parts(unit, book) if not part.off_table]
        for part in made:
            position, text = (
                start.get(piece_key(unit, part, book)),
                f"{numbers[unit.id]}{part.key if len(made) > 1 else ''}",
            )
            if position is not None:
                yield HexStart(label(position), text, unit.id)
            elif (point := scene.beside.get(unit.id) or scene.spots.get(unit.id)) is not None:
                yield HexStart(label(gates(chart, point)[0]), text, unit.id, comes_on=True)


def _late(unit: Unit, scene: Scene) -> bool:
    return unit.role is Role.ARRIVES and unit.arrival is not None and unit.arrival.moment > scene.start


def _key(
    chart: Chart,
    scene: Scene,
    book: Rulebook,
    numbers: Mapping[int, int],
    kinds: list[Terrain],
    starts: tuple[HexStart, ...],
) -> tuple[str, ...]:
    """Return the key of the map, a line for each sign; house rules are marked."""
    late = [unit for unit in scene.force.units if unit.id in numbers and _late(unit, scene)]
    sides = set(chart.ground.sides.values())
    prize = scene.prize
    return texts("hexes").lines(
        "map",
        {
            "fought_for": prize is not None,
            "fought_for_beyond": prize is not None and not prize.is_here,
            "hex_words": bool(kinds),
            "all_open": not kinds,
            "water": bool(sides),
            "crossings": Side.BRIDGE in sides,
            "numbers": bool(starts),
            "comes_on": any(start.comes_on for start in starts),
            "same_hex_meeting": bool(starts) and scene.attacks is None,
            "same_hex_attack": bool(starts) and scene.attacks is not None,
            "late": bool(late),
            "hidden_start": book.switch("hexes.hidden"),
        },
        hex="" if prize is None else label(goal_of(chart, prize.at)),
        place="" if prize is None else prize.name,
        sign=COMES_ON,
    )
