"""The hex map on paper: what each hex is, what runs along the sides, in which hex this side's units start, and by whose
reading.

hex_grid(scene, book, numbers)     the map for one side's sheet; of the other side it says nothing
WORDS                              what is written in a hex: a word that fits into it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from campaign.rules.common.force import Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.hexes.chart import PRECEDENCE, Chart, gates, goal_of, set_out
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.muster import counters, parts, piece_key, troops
from campaign.rules.tabletop.hexes.tables import Side, Terrain
from campaign.terms.state import Role
from campaign.views.hex_grid import HexGrid, HexGround, HexSide, HexStart

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
OURS: Final = "(house)"
"""Marks on the papers what the text does not say and this program does."""


def hex_grid(scene: Scene, book: Rulebook, numbers: Mapping[int, int]) -> HexGrid:
    """The map of this side's sheet; its lines by ``numbers``."""
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
        f"{book.integer('hexes.metres')} m to a hex, named by column and row. North is up.",
        tuple(HexGround(WORDS[kind], labels) for kind, labels in kinds if labels),
        tuple(sorted(sides, key=lambda side: (side.one, side.other))),
        starts,
        tuple(_key(chart, scene, book, numbers, [kind for kind, labels in kinds if labels], starts)),
        "" if scene.prize is None else label(goal_of(chart, scene.prize.at)),
    )


def chart_of(scene: Scene, book: Rulebook) -> Chart:
    """The map under this sheet."""
    return Chart.of(scene.terrain, scene.table_in, book)


def _starts(chart: Chart, scene: Scene, book: Rulebook, numbers: Mapping[int, int]) -> Iterator[HexStart]:
    """Where each unit of the table starts or comes on, in the order of the lines; guns off the table and who arrives
    later are not there."""
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
) -> Iterator[str]:
    """What the map says, in a line each; what is our reading is marked."""
    if scene.prize is not None:
        goal_label = label(goal_of(chart, scene.prize.at))
        yield (
            f"Fought for: {goal_label}, drawn heavy"
            f" ({scene.prize.name}{'' if scene.prize.is_here else ', beyond this edge'})."
        )
    if kinds:
        yield f"A hex is what its word says, one without a word open ground {OURS}: {'; '.join(_read(kinds))}."
    else:
        yield f"All of it is open ground {OURS}."
    if chart.ground.sides:
        bridged = any(side is Side.BRIDGE for side in chart.ground.sides.values())
        yield (
            "Heavy grey sides are water: nobody crosses"
            f" them{', but where a double line is a bridge or ford' if bridged else ''}. A river runs between hexes,"
            f" not in them {OURS}."
        )
    if starts:
        yield (
            "A number is a line of this sheet, in the hex where it starts: as many to a hex as it holds, the others in"
            f" the nearest {OURS}."
        )
    if any(start.comes_on for start in starts):
        yield (
            f"One with {COMES_ON} stands beside the map: its first move sets it in that hex, or the nearest free one of"
            f" the edge {OURS}."
        )
    if starts:
        keeps = (
            "cut the cards: the higher keeps it, the other"
            if scene.attacks is None
            else "the defender keeps it, the attacker"
        )
        yield f"Where both sides start in one hex, {keeps} takes the nearest free one {OURS}."
    late = [unit for unit in scene.force.units if unit.id in numbers and _late(unit, scene)]
    if late:
        yield f"Who arrives in a later turn of the campaign comes too late for this fight {OURS}."
    if book.switch("hexes.hidden"):
        yield "Ring the number of whoever begins hidden, and leave him off the table until he is revealed."


def _read(kinds: list[Terrain]) -> Iterator[str]:
    """What of the campaign's map became what."""
    meanings = {
        Terrain.HILL: "hill, high ground and 500 m around it",
        Terrain.BUILDINGS: "town (buildings), a built-up place and 500 m around it",
        Terrain.WOODS: "woods",
        Terrain.BROKEN: "broken, any other terrain: rough places, escarpments, roadsides",
        Terrain.MARSH: "marsh",
        Terrain.LAKE: "lake, the sea too",
        Terrain.BRIDGE: "bridge, a road through marsh or water",
    }
    return (text for kind, text in meanings.items() if kind in kinds)
