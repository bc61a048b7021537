"""What a player needs on paper for a fight on hexes: his units with their boxes, worked-out modifiers, cards, the map
(umpire 2, HEX-MAP-13).

    sheet(scene, book) -> SheetBody       in the vocabulary of ``views.sheet``

The modifiers against the enemy are worked out for every type that the other side has in the campaign, so that the paper
tells nobody whom he meets.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.common.force import Command, Unit
from campaign.rules.common.house_rules import as_facts
from campaign.rules.common.return_form import letter_of
from campaign.rules.common.rulebook import Rulebook, house_rules
from campaign.rules.common.scene import Scene
from campaign.rules.day.weather import effect_of
from campaign.rules.tabletop.hexes import combat, mapping, tables
from campaign.rules.tabletop.hexes.chart import count_of, goal_of
from campaign.rules.tabletop.hexes.combat import hit_as
from campaign.rules.tabletop.hexes.grid import label
from campaign.rules.tabletop.hexes.house_rules import minutes_of, readings
from campaign.rules.tabletop.hexes.muster import Part, muster, parts, troops, unit_type
from campaign.rules.tabletop.hexes.paper_map import OURS, chart_of, hex_grid
from campaign.rules.tabletop.hexes.quick_reference import DASH, MINUS, card_strip, quick_tables, signed
from campaign.rules.tabletop.hexes.tables import UnitType
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.terms.state import State
from campaign.views.papers import Fact
from campaign.views.sheet import (
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

CARD_WIDE = 6.0
"""Millimetres of the slot of a turn: rank and suit are written into it beside its number."""
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
    """The body of one side's sheet; its lines are numbered as by ``muster``."""
    mustered = muster(scene.force, book)
    by_command = scene.force.by_command()
    numbers = {line.unit: line.number for line in mustered.lines}
    blocks = tuple(
        _block(index, command, by_command[command.id], numbers, scene, book)
        for index, command in enumerate(scene.force.commands)
    )
    unit_types = [part.type for unit in scene.force.units for part in parts(unit, book)]
    units_on_map = [
        unit
        for unit in troops(scene.force)
        if unit.id not in scene.away and (unit.arrival is None or unit.arrival.moment <= scene.start)
    ]
    dealt = [part for unit in units_on_map for part in parts(unit, book)]
    return SheetBody(
        SYSTEMS["hexes"].name,
        _columns(),
        blocks,
        _ticks(book),
        facts=_side_facts(scene, book, len(dealt)),
        tables=quick_tables(unit_types, enemy_types(scene), book),
        tracks=(_turn_track(book),),
        cards=(card_strip(scene, book, numbers),),
        legend=_legend(book, unit_types),
        differences=house_rules(book, "hexes."),
        readings=as_facts(readings(scene, book), book),
        weather=effect_of(scene.now.sky).beside_the_book,
        grid=hex_grid(scene, book, numbers),
    )


def enemy_types(scene: Scene) -> tuple[UnitType, ...]:
    """Types the other side has in the campaign, in the order of the list."""
    unit_types = {unit_type(unit) for unit in scene.enemies}
    return tuple(kind for kind in UnitType if kind in unit_types)


def _columns() -> tuple[Column, ...]:
    return (
        Column("Type", wide=16.0),
        Column("Moves", "hexes", 11.0, strong=True),
        Column("Range", "hexes", 11.0),
        Column("Shoots", "as", 10.0),
        Column("Hit", "as", 9.0),
        Column("Inf", "D3", 8.0, rule=True, strong=True),
        Column("Guns", "D3", 9.0, strong=True),
        Column("Arm", "D3", 8.0, strong=True),
    )


def _ticks(book: Rulebook) -> tuple[TickColumn, ...]:
    return (TickColumn("Hidden", count=1, pitch=6.0),) if book.switch("hexes.hidden") else ()


def _block(
    index: int, command: Command, units: Sequence[Unit], numbers: dict[int, int], scene: Scene, book: Rulebook
) -> UnitBlock:
    rows = tuple(_row(unit, numbers[unit.id], scene, book) for unit in units)
    return UnitBlock(letter_of(index), command.id, command.name, command.led_by, rows=rows)


def _row(unit: Unit, number: int, scene: Scene, book: Rulebook) -> UnitRow:
    made = parts(unit, book)
    arrives = (
        f"{unit.arrival.moment}, edge {unit.arrival.edge}"
        if unit.arrival is not None and unit.arrival.moment > scene.start
        else ""
    )
    if not made:
        return UnitRow(
            number, unit.id, unit.name, note=f"{unit.state.value}: does not fight", arrives=arrives, state=unit.state
        )
    hidden = ((Box(ticked=unit.hidden),),) if book.switch("hexes.hidden") else ()
    single = len(made) == 1
    return UnitRow(
        number,
        unit.id,
        unit.name,
        note=_note(made, unit, stays=unit not in troops(scene.force)),
        arrives=arrives,
        cells=_cells(made[0]),
        ticks=hidden,
        groups=(*_boxes(made[0], book), _cards(book)) if single else (),
        rows=() if single else tuple(_company(part, book) for part in made),
        state=unit.state,
    )


def _note(made: tuple[Part, ...], unit: Unit, *, stays: bool) -> str:
    lines = [f"only if attacked {OURS}"] if stays else []
    if made[0].off_table:
        lines.append("off the table")
    if made[0].worse:
        lines.append("weak: shoots at -1")
    if unit.state is State.SPENT:
        lines.append("spent" if made[0].off_table else f"spent: {made[0].begun} hits marked")
    return ", ".join(lines)


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


def _boxes(part: Part, book: Rulebook) -> tuple[BoxGroup, ...]:
    """The track of hits, the last one out, the first spent one marked; off-table guns cannot be hit. Trucks until the
    first hit."""
    if part.off_table:
        return (
            (BoxGroup("shells", tuple(Box() for _ in range(book.integer("hexes.offtable_shells")))),)
            if not book.is_word("hexes.offtable_shells")
            else ()
        )
    spent = mapping.spent_from(part.capacity, book)
    track = tuple(
        Box(
            ticked=n <= part.begun,
            mark=Mark.LAST if n == part.capacity else Mark.SPENT if n == spent else Mark.NONE,
            heavy=n in (spent, part.capacity),
        )
        for n in range(1, part.capacity + 1)
    )
    trucks = (BoxGroup("trucks lost", (Box(),)),) if part.type is UnitType.MOTORISED else ()
    return (BoxGroup("hits", track), *trucks)


def _cards(book: Rulebook) -> BoxGroup:
    """A slot for the card of each turn to the limit."""
    return BoxGroup(
        "cards", tuple(Box(str(turn)) for turn in range(1, book.integer("hexes.turn_limit") + 1)), CARD_WIDE
    )


def _company(part: Part, book: Rulebook) -> BoxRow:
    """A company acts on a card of its own."""
    return BoxRow(f"{part.key.upper()} {_SHORT[part.type]}", (*_boxes(part, book), _cards(book)))


def _side_facts(scene: Scene, book: Rulebook, cards: int) -> tuple[Fact, ...]:
    hexes, turns = count_of(book), book.integer("hexes.turn_limit")
    facts = [
        Fact("Map", f"{hexes} hexes a side, {book.integer('hexes.metres')} m to a hex {OURS}"),
        Fact("Cards", f"{cards} each turn for this side"),
        Fact("Sight", f"{mapping.sight(scene.now, book)} hexes"),
        Fact("Turns", f"{turns} at most, {minutes_of(turns)} each: the fight fills this turn of the campaign {OURS}"),
        Fact(
            "End",
            f"after turn {turns}: who has the objective holds the field; at once when a side has nothing left on the"
            f" map: the other {OURS}",
        ),
        Fact("Objective", _objective(scene, book)),
        Fact("Optional", _optional(book)),
    ]
    if scene.air and book.switch("hexes.air_sortie"):
        facts.append(
            Fact("Air", f"{len(scene.air)} sorties: one shot of off-table artillery each, on one card in one turn")
        )
    return tuple(facts)


def _optional(book: Rulebook) -> str:
    """The two optional rules of the text, whether they are in force or not (HEX-HID-01, HEX-JOINT-01)."""
    named = (("Hidden Units", "hexes.hidden"), ("Joint Activation", "hexes.joint"))
    return "; ".join(f"{name} {'used' if book.switch(key) else 'not used'}" for name, key in named)


def _objective(scene: Scene, book: Rulebook) -> str:
    """What decides the fight: the place it is about, by its hex, for both in a meeting engagement too (HEX-AMB-49)."""
    if scene.attacks is None:
        where = (
            "the place fought for"
            if scene.prize is None
            else f"{label(goal_of(chart_of(scene, book), scene.prize.at))}, {scene.prize.name}"
        )
        return f"for both: who stands on {where}, at the end has it, nobody there: neither {OURS}"
    if scene.prize is None:
        return "stand on it at the end" if scene.attacks else "keep the attacker off it to the end"
    where = f"{label(goal_of(chart_of(scene, book), scene.prize.at))}, {scene.prize.name}"
    return (
        f"stand on {where}, at the end {OURS}" if scene.attacks else f"keep the attacker off {where}, to the end {OURS}"
    )


def _turn_track(book: Rulebook) -> Track:
    turns = book.integer("hexes.turn_limit")
    return Track(
        "Turns",
        tuple(TrackCell(str(turn)) for turn in range(1, turns + 1)),
        "clear the smoke, deal a card to every unit, cross the turn off at its end",
    )


def _legend(book: Rulebook, unit_types: Sequence[UnitType]) -> tuple[str, ...]:
    full, weak = combat.capacity(book), combat.capacity(book, weak=True)
    lines = [
        (
            f"Hits = D3 (1 1 2 2 3 3) plus what stands under Inf, Guns or Arm for the target, {MINUS}1 each for"
            " evading, cover, 2 hexes; never below 0."
        ),
        (
            f"Out at the last box: hit {full}{f', a weak unit at {weak} {OURS}' if weak != full else ''}. Spent, for"
            " the campaign only, from the box that says so."
        ),
        (
            "Write the card into the box of the turn; circle it when the unit has moved or shot, cross it when it"
            " evaded: then it acts no more."
        ),
    ]
    if UnitType.MOTORISED in unit_types:
        lines.append("* Trucks: two hexes until the first hit of this fight, then one as foot infantry.")
    if book.switch("hexes.joint"):
        lines.append(
            "Two units in one hex may act together on either card: same move, or the same target; both cards are then"
            " used."
        )
    if book.switch("hexes.hidden"):
        lines.append(
            "A hidden unit is revealed when it moves, shoots, or an enemy enters the next hex; it cannot be shot at"
            " before."
        )
    return tuple(lines)
