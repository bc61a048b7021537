"""What a player needs on paper for a fight of Not Quite Mechanised (umpire 2): stands with their pins, numbers worked out.

    sheet(scene, book, mustered) -> SheetBody      in the vocabulary of ``views.sheet``

A battalion's row says its grade, the number of casualties at which it tests and on what it holds, its assault dice, its moves;
under it every stand with weapon and armour class, ranges, a box for each pin, and its ammunition by colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.force import Command, Unit
from campaign.rules.muster import Muster
from campaign.rules.nqm.classes import bases_touch, position
from campaign.rules.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.nqm.morale import holds, key_level
from campaign.rules.nqm.quick_reference import moves, quick_tables
from campaign.rules.nqm.ranges import reach
from campaign.rules.nqm.support import ammunition_from, arrives
from campaign.rules.nqm.tables import ASSAULT, DICE_COLOURS, RATES, Weight
from campaign.rules.nqm.translation import SMALL_ARMS, battalion_of, cover_of, troops_of
from campaign.rules.return_form import letter_of
from campaign.rules.rulebook import Rulebook, house_rules
from campaign.rules.scene import Scene
from campaign.rules.tabletop import SYSTEMS
from campaign.terms.forces import Level
from campaign.terms.state import Sky, State, Support
from campaign.views.papers import Fact
from campaign.views.sheet import Box, BoxGroup, BoxRow, Column, Log, SheetBody, TickColumn, Track, TrackCell, UnitBlock, UnitRow, boxes

HOURS_A_TURN = 6
DASH = "\N{EN DASH}"
_SHORT = {Support.UNDER_COMMAND: "UC", Support.DIRECT_SUPPORT: "DS", Support.IN_SUPPORT: "IS"}


def sheet(scene: Scene, book: Rulebook, mustered: Muster) -> SheetBody:
    """The body of one side's sheet; its lines are numbered as ``mustered``."""
    by_command = scene.force.by_command()
    numbers = {line.unit: line.number for line in mustered.lines}
    blocks = tuple(_block(n, command, by_command[command.id], numbers, scene, book) for n, command in enumerate(scene.force.commands))
    grades = {troops_of(unit, book).grade for unit in (*scene.force.units, *scene.enemies)}
    return SheetBody(
        SYSTEMS["nqm"].name,
        _COLUMNS,
        blocks,
        _TICKS,
        facts=_side_facts(scene, mustered, book),
        tables=quick_tables(grades, book),
        tracks=(_hours(scene),),
        logs=(_artillery_log(), _reaction_log()),
        legend=_LEGEND,
        differences=tuple(line for line in house_rules(book) if line.startswith("nqm.")),
        weather="Clear" if scene.now.sky is Sky.CLEAR else "Bad: not in these rules",
    )


_COLUMNS = (
    Column("Grade", wide=11.0, strong=True),
    Column("Points", wide=9.0),
    Column("Tests", "at", 9.0, strong=True, rule=True),
    Column("Holds", "on", 9.0, strong=True),
    Column("Atk", "dice", 8.0, rule=True),
    Column("Def", "dice", 8.0),
    Column("Goes", "times", 9.0),
    Column("Contact", "km, in.", 11.0, rule=True),
    Column("Advance", "km, in.", 11.0),
    Column("Road", "km, in.", 11.0),
)
_TICKS = (
    TickColumn("Dis.", count=1, pitch=6.0),
    TickColumn("Tested", count=1, pitch=6.0),
    TickColumn("Terror", count=1, pitch=6.0),
    TickColumn("Truck", count=1, pitch=6.0),
)
_LEGEND = (
    "Dis.: disorganised. Tested: has passed its break test. Terror: tank terror passed. Truck: its truck is lost.",
    "A stand bears as many pins as it has boxes; one more and it is gone for good. Moves an hour, in kilometres and inches.",
    "Tests at: casualties on the battalion in this battle. A box with a cross is a black pin from before.",
    "A command stand must be unwounded for its battalion to assault with more than one stand and to reorganise.",
    "Stands of a unit touch when they move and attack, judged generously, not to the millimetre; dug in they may stand apart.",
    "Ammunition: one box a die; green fires light, purple medium, black heavy.",
    "Class VL L M H VH; on foot L attacking or in scrapes, M dug in or in a town, H fortified; VL in column.",
)


def _block(n: int, command: Command, units: Sequence[Unit], numbers: dict[int, int], scene: Scene, book: Rulebook) -> UnitBlock:
    return UnitBlock(
        letter_of(n),
        command.id,
        command.name,
        command.led_by,
        facts=_command_facts(command, units, scene),
        rows=tuple(_row(unit, numbers[unit.id], scene, book) for unit in units),
    )


def _command_facts(command: Command, units: Sequence[Unit], scene: Scene) -> tuple[Fact, ...]:
    guns = [
        f"{unit.short} ({_SHORT[unit.support]})"
        for unit in scene.force.units
        if unit.is_artillery and (unit.supports == command.id or unit in units)
    ]
    posts = [unit.short for unit in units if unit.headquarters_of is not None]
    found = [Fact("Guns", ", ".join(guns))] if guns else []
    found.append(Fact("Medical post", f"with {', '.join(posts)}" if posts else "none: pins recover with the battalion's transport"))
    found += [Fact("General", "the corps commander is here: no reaction time below his own level")] if command.has_corps_commander else []
    return tuple(found)


def _row(unit: Unit, number: int, scene: Scene, book: Rulebook) -> UnitRow:
    arrival = f"{unit.arrival.moment}, edge {unit.arrival.edge}" if unit.arrival is not None and unit.arrival.moment > scene.start else ""
    if not unit.state.is_in_play:
        return UnitRow(number, unit.id, unit.name, note=f"{unit.state.value}: does not fight", arrives=arrival, state=unit.state)
    battalion = battalion_of(unit, book)
    return UnitRow(
        number,
        unit.id,
        unit.name,
        note=_note(battalion, book),
        arrives=arrival,
        cells=_cells(battalion, scene, book),
        ticks=((Box(),), (Box(),), (Box(),), (Box(),)),
        rows=tuple(_stand(one, battalion, book) for one in battalion.elements),
        facts=_facts(battalion, book),
        state=unit.state,
    )


def _note(battalion: Battalion, book: Rulebook) -> str:
    unit = battalion.unit
    said = ["green"] if battalion.troops.green else []
    cover = cover_of(unit, book)
    said += [] if bases_touch(cover) else [f"{cover}: bases may stand apart"]
    said += ["hidden"] if unit.hidden else []
    if battalion.pins:
        said.append(f"{'spent' if unit.state is State.SPENT else 'from before'}: {battalion.pins} black pins")
    return ", ".join(said)


def _cells(battalion: Battalion, scene: Scene, book: Rulebook) -> tuple[str, ...]:
    grade = battalion.grade
    row, rates = ASSAULT[grade], RATES[battalion.mover]
    level = key_level(_base(battalion, book), grade, book)
    hold = holds(grade, book)
    tanks = all(not one.on_foot for one in battalion.elements) and any(one.armour is not None for one in battalion.elements)
    return (
        f"{grade.letter}{' gr' if battalion.troops.green else ''}",
        str(battalion.points),
        DASH if level is None or tanks else str(level),
        DASH if hold is None or tanks else str(hold),
        str(row.attack_dice),
        str(row.defence_dice),
        "any" if row.attacks is None else str(row.attacks),
        *(moves(pace, scene.inches_a_km) for pace in (rates.contact, rates.advance, rates.road)),
    )


def _base(battalion: Battalion, book: Rulebook) -> int:
    return battalion.points if book.word("nqm.morale.base") == "full strength" else battalion.points - battalion.pins


def _facts(battalion: Battalion, book: Rulebook) -> tuple[Fact, ...]:
    unit = battalion.unit
    found = []
    if battalion.troops.green:
        found.append(Fact("Green", f"first test at its first casualty when it attacks, {holds(battalion.grade, book)}"))
    if unit.support is not Support.UNDER_COMMAND:
        later = arrives(unit.support, 1).hour - 1
        when = "the hour after it is asked for" if later else "in the hour it is asked for"
        found.append(Fact(_SHORT[unit.support], f"fires {when}; ammunition from {ammunition_from(unit.support)}"))
    return tuple(found)


def _stand(one: Element, battalion: Battalion, book: Rulebook) -> BoxRow:
    """A stand: class, ranges, a box for each pin it bears before it is gone, a box for each die of ammunition."""
    pins = boxes(one.strength, ticked=one.black)
    groups = [BoxGroup("pins", pins)]
    dice = int(one.ammunition)
    if dice:
        groups.append(BoxGroup(_colour(one), tuple(Box() for _ in range(dice))))
    return BoxRow(one.label, tuple(groups), _stand_facts(one, battalion, book))


def _colour(one: Element) -> str:
    """The dice of its ammunition: those of the heavier of its two weapons (NQM-AMMO-01)."""
    weight = max(one.weapon, Weight.LIGHT)
    heavier = max(weight, one.anti_tank)
    return DICE_COLOURS.get(min(heavier, Weight.HEAVY), "green")


def _stand_facts(one: Element, battalion: Battalion, book: Rulebook) -> tuple[Fact, ...]:
    if one.kind is ElementKind.COMMAND:
        return ()
    fires = [Fact("fires", f"{one.weapon.letter} {_reach(one.reach.effective_m, one.reach.harassing_m)}")]
    if one.anti_tank is not Weight.VERY_LIGHT and (one.anti_tank is not one.weapon or one.anti_tank_reach != one.reach):
        fires.append(
            Fact("at armour", f"{one.anti_tank.letter} {_reach(one.anti_tank_reach.effective_m, one.anti_tank_reach.harassing_m)}")
        )
    cover = cover_of(battalion.unit, book)
    target = one.armour if one.armour is not None else position(cover)
    return (*fires, Fact("target", target.letter))


def _reach(effective: int, harassing: int | None) -> str:
    """``300 m/1 km``; a lone figure has no harassing range."""
    return _metres(effective) if harassing is None else f"{_metres(effective)}/{_metres(harassing)}"


def _metres(metres: int) -> str:
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:g} km"


def _side_facts(scene: Scene, mustered: Muster, book: Rulebook) -> tuple[Fact, ...]:
    points = sum(line.noted.get("points", 0) for line in mustered.lines)
    heads = [unit.name for unit in scene.force.units if unit.headquarters_of is Level.DIVISION]
    found = [
        Fact("Points", f"{points} on the table"),
        Fact("Inch", f"{scene.inches_a_km} in. = 1 km, contact 100 m, small arms {_metres(reach(SMALL_ARMS, book).effective_m)}"),
        Fact("Reaction", "division to corps 1 h, corps to army 2 h, and as long back; guns in DS the same hour, IS the next"),
        Fact("Counter-attack", "own division hour 2, another division hour 3 with orders, hour 4 without"),
    ]
    found += [Fact("Dump", f"with {', '.join(heads)}")] if heads else []
    return tuple(found)


def _hours(scene: Scene) -> Track:
    """An hour a cell, dark by night; numbered and with the clock (NQM-SCALE-05)."""
    cells = []
    for turn, sky in enumerate(scene.skies or (scene.now,)):
        for hour in range(HOURS_A_TURN):
            number = turn * HOURS_A_TURN + hour
            cells.append(TrackCell(str(number + 1), f"{(scene.start_hour + number) % 24:02}:00", dark=sky.night))
    return Track("Hours", tuple(cells), "one move, one fire of each stand, one assault an hour")


def _artillery_log() -> Log:
    return Log(
        "Fireplan",
        ("hour", "guns", "target", "FU"),
        4,
        (0.12, 0.38, 0.38, 0.12),
        "UC and DS come the same hour, IS the hour after the request",
    )


def _reaction_log() -> Log:
    return Log("Orders and reactions", ("hour", "asked by", "of", "comes at"), 3, (0.12, 0.3, 0.34, 0.24))
