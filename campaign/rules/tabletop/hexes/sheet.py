"""The battle sheet for hexes: units with their boxes, worked-out modifiers, cards, and the map (umpire 2, HEX-MAP-13).

    sheet(scene, book) -> SheetBody       in the form of ``words.sheet``

The modifiers against the enemy are worked out for every type that the other side has in the campaign, so that the paper
does not reveal which units are met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.rules.common.force import Command, Unit
from campaign.rules.common.muster import Muster
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.rulebook import house_rules as changed_settings
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.day.weather import effect_of
from campaign.rules.returns.filed import letter_of
from campaign.rules.tabletop.hexes import combat, mapping, tables
from campaign.rules.tabletop.hexes.chart import goal_of
from campaign.rules.tabletop.hexes.combat import hit_as
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.house_rules import house_rules, minutes_of
from campaign.rules.tabletop.hexes.muster import Part, muster, parts, troops, unit_type
from campaign.rules.tabletop.hexes.paper_map import chart_of, hex_grid
from campaign.rules.tabletop.hexes.quick_reference import DASH, quick_tables, signed
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.terms.state import State
from campaign.words.papers import Fact
from campaign.words.sheet import (
    Box,
    BoxGroup,
    BoxRow,
    Column,
    Mark,
    SheetBody,
    TickColumn,
    Track,
    TrackCell,
    UnitBlock,
    UnitRow,
)

MOST_ROWS = 20
"""The most rows for cards under the turns of one track; more go on under another."""
HIT_WIDE = 3.9
"""The width in millimetres of a box for a hit."""
HITS, TRUCKS, HIDDEN = "Hits", "Trucks", "Hidden"
Ticks = tuple[TickColumn, ...]
_SHORT = {
    UnitType.FOOT: "foot",
    UnitType.MOTORISED: "motorised",
    UnitType.MECHANISED: "mechanised",
    UnitType.ANTI_TANK: "AT guns",
    UnitType.TANKS: "tanks",
    UnitType.SPG: "SP guns",
    UnitType.MORTARS: "mortars",
    UnitType.ARTILLERY: "artillery",
    UnitType.ARMOURED_CARS: "arm. cars",
    UnitType.JEEPS: "jeeps",
}
_SHOOTS = {
    tables.ShootsAs.INFANTRY: "inf",
    tables.ShootsAs.ANTI_TANK: "AT",
    tables.ShootsAs.TANKS: "tank",
    tables.ShootsAs.INDIRECT: "arty",
}
_HIT = {tables.HitAs.INFANTRY: "inf", tables.HitAs.GUNS: "guns", tables.HitAs.ARMOURED: "arm"}


def sheet(scene: Scene, book: Rulebook) -> SheetBody:
    """Return the body of one side's battle sheet; its lines are numbered as by ``muster``."""
    mustered = muster(scene.force, book)
    by_command = scene.force.by_command()
    numbers = {line.unit: line.number for line in mustered.lines}
    columns = _ticks(mustered, book)
    blocks = tuple(
        _block(index, command, by_command[command.id], numbers, scene, book, columns)
        for index, command in enumerate(scene.force.commands)
    )
    unit_types = [part.type for unit in scene.force.units for part in parts(unit, book)]
    units_on_map = [
        unit
        for unit in troops(scene.force)
        if unit.id not in scene.away and (unit.arrival is None or unit.arrival.moment <= scene.start)
    ]
    dealt = [part for unit in units_on_map for part in parts(unit, book)]
    units = [unit for unit in scene.force.units if unit.id not in scene.away]
    return SheetBody(
        SYSTEMS["hexes"].name,
        _columns(),
        blocks,
        columns,
        facts=_side_facts(scene, book, len(dealt)),
        tables=quick_tables(unit_types, enemy_types(scene), book),
        tracks=tuple(_turn_tracks(_names_on_cards(units, numbers, book), book)),
        legend=_legend(book, unit_types),
        differences=changed_settings(book, "hexes."),
        readings=house_rules(scene, book),
        weather=effect_of(scene.now.sky).beside_the_book,
        grid=hex_grid(scene, book, numbers),
    )


def enemy_types(scene: Scene) -> tuple[UnitType, ...]:
    """Return the types that the other side has in the campaign, in the order of the list."""
    unit_types = {unit_type(unit) for unit in scene.enemies}
    return tuple(kind for kind in UnitType if kind in unit_types)


def _columns() -> tuple[Column, ...]:
    return (
        Column("Type", wide=16.0),
        Column("Moves", "hexes", 11.0, strong=True),
        Column("Range", "hexes", 11.0),
        Column("Shoots", "as", 10.0),
        Column("Hit", "as", 9.0),
        Column("D3 at", "inf", 8.0, rule=True, strong=True),
        Column("D3 at", "guns", 9.0, strong=True),
        Column("D3 at", "arm", 8.0, strong=True),
    )


def _ticks(mustered: Muster, book: Rulebook) -> Ticks:
    """Return the boxes for hits and lost trucks of a battalion that is one unit; companies have boxes of their own."""
    singles = [line for line in mustered.lines if len(line.stands) == 1]
    hidden = (TickColumn(HIDDEN, count=1, pitch=6.0),) if book.switch("hexes.hidden") else ()
    if not singles:
        return hidden
    return (
        TickColumn(HITS, count=combat.capacity(book), pitch=HIT_WIDE),
        TickColumn(TRUCKS, ("lost",), pitch=8.5),
        *hidden,
    )


def _block(
    index: int,
    command: Command,
    units: Sequence[Unit],
    numbers: dict[int, int],
    scene: Scene,
    book: Rulebook,
    columns: Ticks,
) -> UnitBlock:
    rows = tuple(_row(unit, numbers[unit.id], scene, book, columns) for unit in units)
    return UnitBlock(letter_of(index), command.id, command.name, command.led_by, rows=rows)


def _row(unit: Unit, number: int, scene: Scene, book: Rulebook, columns: Ticks) -> UnitRow:
    made = parts(unit, book)
    arrives = (
        f"{unit.arrival.moment}, edge {unit.arrival.edge}"
        if unit.arrival is not None and unit.arrival.moment > scene.start
        else ""
    )
    if not made:
        return UnitRow(
            number,
            unit.id,
            unit.name,
            note=texts("hexes").text("does_not_fight", state=unit.state.value),
            arrives=arrives,
            state=unit.state,
        )
    single = len(made) == 1
    return UnitRow(
        number,
        unit.id,
        unit.name,
        note=_note(made, unit, stays=unit not in troops(scene.force)),
        arrives=arrives,
        cells=_cells(made[0]),
        ticks=_tick_boxes(made, unit, book, columns),
        groups=_shells(made[0], book) if single else (),
        rows=() if single else tuple(row for row in (_company(part, book) for part in made) if row.groups),
        state=unit.state,
    )


def _note(made: tuple[Part, ...], unit: Unit, *, stays: bool) -> str:
    spent = unit.state is State.SPENT
    notes = texts("hexes").lines(
        "unit lines",
        {
            "only_if_attacked": stays,
            "off_table": made[0].off_table,
            "weak": made[0].worse,
            "spent": spent and made[0].off_table,
            "spent_marked": spent and not made[0].off_table,
        },
        hits=made[0].begun,
    )
    return ", ".join(notes)


def _cells(part: Part) -> tuple[str, ...]:
    reach = tables.RANGE[part.type]
    span = str(reach.farthest) if reach.farthest is not None else f"{reach.nearest}+" if reach.nearest > 1 else "any"
    moves = (
        DASH
        if part.off_table
        else f"{tables.MOVE[part.type]}*"
        if part.type is UnitType.MOTORISED
        else str(tables.MOVE[part.type])
    )
    against = (_against(part, column) for column in tables.HitAs)
    return (
        _SHORT[part.type],
        moves,
        span,
        _SHOOTS[tables.SHOOTS_AS[part.type]],
        DASH if part.off_table else _HIT[hit_as(part.type)],
        *against,
    )


def _against(part: Part, column: tables.HitAs) -> str:
    return signed(tables.type_modifier(tables.SHOOTS_AS[part.type], column) - (1 if part.worse else 0))


def _tick_boxes(made: tuple[Part, ...], unit: Unit, book: Rulebook, columns: Ticks) -> tuple[tuple[Box, ...], ...]:
    """Return the boxes of a battalion under the columns of the table, without hits if it is set up by companies."""
    lone = made[0] if len(made) == 1 and not made[0].off_table else None
    boxes = {
        HITS: _hits(lone, book) if lone else (),
        TRUCKS: (Box(),) if lone and lone.type is UnitType.MOTORISED else (),
        HIDDEN: (Box(ticked=unit.hidden),),
    }
    return tuple(boxes[column.head] for column in columns)


def _hits(part: Part, book: Rulebook) -> tuple[Box, ...]:
    """Return the track of hits, with the last hit as elimination, and the first spent one marked."""
    spent = mapping.spent_from(part.capacity, book)
    return tuple(
        Box(
            str(n),
            ticked=n <= part.begun,
            mark=Mark.LAST if n == part.capacity else Mark.SPENT if n == spent else Mark.NONE,
            heavy=n in (spent, part.capacity),
        )
        for n in range(1, part.capacity + 1)
    )


def _shells(part: Part, book: Rulebook) -> tuple[BoxGroup, ...]:
    """Return the boxes for shells of guns off the table, which cannot be hit; a box for each if shells are counted."""
    if not part.off_table or book.is_word("hexes.offtable_shells"):
        return ()
    return (BoxGroup("shells", tuple(Box() for _ in range(book.integer("hexes.offtable_shells")))),)


def _company(part: Part, book: Rulebook) -> BoxRow:
    """Return the row of a company, which is hit separately; guns off the table are not."""
    trucks = (BoxGroup("trucks lost", (Box(),)),) if part.type is UnitType.MOTORISED else ()
    hits = () if part.off_table else (BoxGroup("hits", _hits(part, book)), *trucks)
    return BoxRow(f"{part.key.upper()} {_SHORT[part.type]}", (*hits, *_shells(part, book)))


def _side_facts(scene: Scene, book: Rulebook, cards: int) -> tuple[Fact, ...]:
    turns = book.integer("hexes.turn_limit")
    objective, where = _objective(scene, book)
    optional = (("Hidden Units", "hexes.hidden"), ("Joint Activation", "hexes.joint"))
    used = [name for name, key in optional if book.switch(key)]
    return texts("hexes").facts(
        "facts",
        {
            **{key: key == objective for key in ("objective_meeting", "objective_attack", "objective_hold")},
            "air": bool(scene.air) and book.switch("hexes.air_sortie"),
            "optional": bool(used),
        },
        cards=cards,
        sight=mapping.sight(scene.now, book),
        turns=turns,
        minutes=minutes_of(turns),
        where=where,
        rules=" and ".join(used),
        sorties=len(scene.air),
    )


def _objective(scene: Scene, book: Rulebook) -> tuple[str, str]:
    """Return the aim of the battle, by the key of its line: the place it is fought for, for both sides in a meeting
    battle too (HEX-AMB-49); and that place by its hex.
    """
    if scene.prize is None:
        where = texts("hexes").text("the_place")
    else:
        where = f"{label(goal_of(chart_of(scene, book), scene.prize.at))} ({scene.prize.name})"
    if scene.attacks is None:
        return "objective_meeting", where
    return "objective_attack" if scene.attacks else "objective_hold", where


def _names_on_cards(units: Sequence[Unit], numbers: dict[int, int], book: Rulebook) -> list[str]:
    """Return the names of the units that are dealt a card, line by line: ``2``, and of several units of one battalion
    ``4a`` and ``4b``.
    """
    return [
        f"{number}{part.key if len(made) > 1 else ''}"
        for number, made in sorted((numbers[unit.id], parts(unit, book)) for unit in units)
        for part in made
    ]


def _turn_tracks(names: Sequence[str], book: Rulebook) -> Iterator[Track]:
    """Yield the turns, and under them for each unit a row for writing in its cards."""
    cells = tuple(TrackCell(str(turn)) for turn in range(1, book.integer("hexes.turn_limit") + 1))
    yield Track("Turns and cards", cells, texts("hexes").text("turn_note"), tuple(names[:MOST_ROWS]))
    for start in range(MOST_ROWS, len(names), MOST_ROWS):
        rows = tuple(names[start : start + MOST_ROWS])
        yield Track("Cards, continued", cells, texts("hexes").text("cards_in_rows"), rows)


def _legend(book: Rulebook, unit_types: Sequence[UnitType]) -> tuple[str, ...]:
    full, weak = combat.capacity(book), combat.capacity(book, weak=True)
    return texts("hexes").lines(
        "legend",
        {
            "weak_out": weak != full,
            "lorries": UnitType.MOTORISED in unit_types,
            "joint": book.switch("hexes.joint"),
            "revealed": book.switch("hexes.hidden"),
        },
        full=full,
        weak=weak,
    )
