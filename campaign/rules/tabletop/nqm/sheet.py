"""The battle sheet of Not Quite Mechanised (umpire 2): stands with their pins, and numbers worked out.

    sheet(scene, book) -> SheetBody      in the form of ``words.sheet``

A battalion's row gives its grade, the casualties at which it tests, the score to hold, its assault dice, and its moves;
under it every stand with weapon and armour class, ranges, a box for each pin, and its ammunition by colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from campaign.rules.common.force import Arrival, Command, Unit
from campaign.rules.common.muster import Muster
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.rulebook import house_rules as changed_settings
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.day.weather import effect_of
from campaign.rules.returns.filed import letter_of
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.rules.tabletop.nqm.classes import aircraft, bases_touch, position
from campaign.rules.tabletop.nqm.elements import Battalion, Element, ElementKind
from campaign.rules.tabletop.nqm.house_rules import house_rules
from campaign.rules.tabletop.nqm.morale import holds, key_level
from campaign.rules.tabletop.nqm.muster import muster, observers
from campaign.rules.tabletop.nqm.quick_reference import inches, moves, quick_tables
from campaign.rules.tabletop.nqm.ranges import reach
from campaign.rules.tabletop.nqm.reminders import reminders
from campaign.rules.tabletop.nqm.support import released_hour
from campaign.rules.tabletop.nqm.tables import (
    ASSAULT,
    DICE_COLOURS,
    RANGES,
    RATES,
    TERROR_FACES,
    Grade,
    Mover,
    Reach,
    Weight,
)
from campaign.rules.tabletop.nqm.translation import battalion_of, cover_of, elements_of, troops_of
from campaign.terms.forces import Arm, Level
from campaign.terms.state import Role, State, Support
from campaign.terms.time import HOURS_A_TURN
from campaign.terms.words import kit_said
from campaign.values import replace
from campaign.words.packet import spot_said
from campaign.words.papers import Fact
from campaign.words.sheet import (
    Box,
    BoxGroup,
    BoxRow,
    Column,
    Log,
    SheetBody,
    TickColumn,
    Track,
    TrackCell,
    UnitBlock,
    UnitRow,
    boxes,
)

_CALIBRE_SAID = re.compile(r"\d ?[cm]m\b")
DASH = "\N{EN DASH}"
_SHORT = {Support.UNDER_COMMAND: "UC", Support.DIRECT_SUPPORT: "DS", Support.IN_SUPPORT: "IS"}


def sheet(scene: Scene, book: Rulebook) -> SheetBody:
    """Return the body of one side's battle sheet; its lines are numbered as by ``muster``."""
    mustered = muster(scene.force, book)
    scene = _out_of_trenches(scene)
    by_command = scene.force.by_command()
    numbers = {line.unit: line.number for line in mustered.lines}
    blocks = tuple(
        _block(n, command, by_command[command.id], numbers, scene, book)
        for n, command in enumerate(scene.force.commands)
    )
    grades = {troops_of(unit, book).grade for unit in (*scene.force.units, *scene.enemies)}
    stands = tuple(element for unit in (*scene.force.units, *scene.enemies) for element in elements_of(unit, book))
    return SheetBody(
        SYSTEMS["nqm"].name,
        _COLUMNS,
        blocks,
        _TICKS,
        facts=_side_facts(scene, mustered),
        tables=quick_tables(
            grades, book, reaches=_reaches(scene, book), inches_a_km=scene.inches_a_km, most=_heaviest(stands, scene)
        ),
        tracks=(_hours(scene),),
        logs=(_artillery_log(), _reaction_log()),
        legend=texts("nqm").lines("legend", faces=TERROR_FACES, on_foot=_on_foot(scene)),
        reminders=reminders(grades, book, scene.inches_a_km),
        readings=house_rules(scene, book),
        differences=changed_settings(book, "nqm."),
        weather=effect_of(scene.now.sky).beside_the_book,
    )


_COLUMNS = (
    Column("Grade", wide=11.0, strong=True),
    Column("Points", wide=9.0),
    Column("Tests", "at", 9.0, strong=True, rule=True),
    Column("Holds", "on", 9.0, strong=True),
    Column("Atk", "dice", 8.0, rule=True),
    Column("Def", "dice", 8.0),
    Column("Attacks", "an hour", 10.0),
    Column("Contact", "km, in.", 11.0, rule=True),
    Column("Advance", "km, in.", 11.0),
    Column("Road", "km, in.", 11.0),
)
_TICKS = (
    TickColumn("Dis.", count=1, pitch=6.0),
    TickColumn("Tested", ("passed",), count=1, pitch=6.0),
    TickColumn("Terror", (TERROR_FACES,), count=1, pitch=6.0),
    TickColumn("Refill", ("ammo",), count=2, pitch=4.6),
    TickColumn("Truck", ("lost",), count=1, pitch=6.0),
)


def _reaches(scene: Scene, book: Rulebook) -> tuple[Reach, ...]:
    """Return the rows of the range chart that this side's stands use, in the chart's order."""
    stands = [element for unit in scene.force.units for element in elements_of(unit, book)]
    used = {
        reach.name
        for stand in stands
        for reach in (stand.reach, *((stand.anti_tank_reach,) if _has_own_anti_tank(stand) else ()))
    }
    return tuple(reach(name, book) for name in RANGES if name in used)


def _heaviest(stands: Iterable[Element], scene: Scene) -> Weight:
    """Return the heaviest weapon or target in the campaign: at least heavy, as there may be forts."""
    flown = [aircraft(weapon) for weapon in scene.air]
    return max(
        [
            Weight.HEAVY,
            *flown,
            *(
                weight
                for stand in stands
                for weight in (stand.weapon, stand.anti_tank, stand.armour or Weight.VERY_LIGHT)
            ),
        ]
    )


def _out_of_trenches(scene: Scene) -> Scene:
    """Return the scene with units that come on, now or later, out of their trenches."""
    force = scene.force
    units = tuple(
        replace(unit, dug_in_turns=0) if unit.arrival is not None or unit.id in scene.beside else unit
        for unit in force.units
    )
    return replace(scene, force=replace(force, units=units))


def _block(
    n: int, command: Command, units: Sequence[Unit], numbers: dict[int, int], scene: Scene, book: Rulebook
) -> UnitBlock:
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
        _guns(unit, command, scene)
        for unit in scene.force.units
        if unit.is_artillery and unit.id not in scene.away and (unit.supports == command.id or unit in units)
    ]
    posts = [unit.short for unit in units if unit.arm is Arm.MEDICAL]
    posts = posts or [unit.short for unit in units if unit.headquarters_of is not None]
    facts = [Fact("Guns", ", ".join(guns))] if guns else []
    facts.append(texts("nqm").fact("medical_post", posts=", ".join(posts)) if posts else texts("nqm").fact("no_post"))
    facts += [texts("nqm").fact("general")] if command.has_corps_commander else []
    return tuple(facts)


def _guns(unit: Unit, command: Command, scene: Scene) -> str:
    """Return a battery in words: ``25th Field (DS)``; if it is still to be released ``(DS from 06:00)``, with its own
    command ``(until 06:00)`` (NQM-ORDERS-07).
    """
    when = _clock(scene, freed) if (freed := _freed(unit, scene)) else ""
    if when and unit.supports != command.id:
        return f"{unit.short} (until {when})"
    return f"{unit.short} ({_SHORT[unit.support]}{f' from {when}' if when else ''})"


def _freed(unit: Unit, scene: Scene) -> int:
    """Return the hour of the battle from which a supporting unit fires for the units it supports; 0 if it does so from
    the start.
    """
    hour = 1 if unit.released is None else released_hour(unit.released.after(scene.start))
    return hour if hour > 1 else 0


def _clock(scene: Scene, hour: int) -> str:
    """Return the time of an hour of the track; an hour beyond the day's is given by its number."""
    return f"{(scene.start_hour + hour - 1) % 24:02}:00" if hour <= 24 else f"hour {hour}"


def _row(unit: Unit, number: int, scene: Scene, book: Rulebook) -> UnitRow:
    arrival = _arrival(unit.arrival, scene)
    if not unit.state.is_in_play:
        note = texts("nqm").text("does_not_fight", state=unit.state.value)
        return UnitRow(number, unit.id, unit.name, note=note, arrives=arrival, state=unit.state)
    battalion = battalion_of(unit, book)
    return UnitRow(
        number,
        unit.id,
        unit.name,
        note=_note(battalion, scene, book),
        arrives=arrival,
        cells=_cells(battalion, scene, book),
        ticks=_ticks(battalion),
        rows=(*(_stand(element, battalion, scene, book) for element in battalion.elements), *_observer(battalion)),
        facts=_facts(battalion, scene, book),
        state=unit.state,
    )


def _arrival(due: Arrival | None, scene: Scene) -> str:
    """Return an arrival in words: ``hour 7, 10:00, at N edge, 37 in. from W``, as the table plays hours."""
    if due is None or due.moment <= scene.start:
        return ""
    hours = HOURS_A_TURN * (due.moment.index - scene.start.index)
    return f"hour {hours + 1}, {(scene.start_hour + hours) % 24:02}:00, at {spot_said(due.edge)}"


def _ticks(battalion: Battalion) -> tuple[tuple[Box, ...], ...]:
    """Return the boxes that the battalion has something to tick in: tanks and the elite take no break test, terror is
    for regulars and worse on foot.
    """
    tests = () if battalion.all_armour or ASSAULT[battalion.grade].hold is None else (Box(),)
    terror = (Box(),) if battalion.grade.rank >= Grade.REGULAR.rank and not battalion.all_armour else ()
    return (Box(),), tests, terror, (Box(), Box()), (Box(),)


def _told_apart(battalion: Battalion) -> bool:
    """Return whether each stand is named by itself: not if all are the same, nor if their equipment is unknown, as the
    battalion's own line is enough.
    """
    named = {element.equipment for element in battalion.elements if element.kind is not ElementKind.COMMAND}
    return len(named) > 1


def _on_foot(scene: Scene) -> str:
    """Return the inches that riders move once they have dismounted, in the order of the columns: ``8, 4, 16``
    (NQM-TBL-MOV).
    """
    foot = RATES[Mover.FOOT]
    paces = (foot.contact, foot.advance, foot.road)
    return ", ".join(f"{float(pace * scene.inches_a_km):g}" for pace in paces if pace is not None)


def _note(battalion: Battalion, scene: Scene, book: Rulebook) -> str:
    unit = battalion.unit
    lines = [kit_said(unit.equipment)] if unit.equipment and not _told_apart(battalion) else []
    lines += [
        f"{element.calibre_mm} mm"
        for element in battalion.elements[:1]
        if element.indirect and not _CALIBRE_SAID.search(unit.equipment)
    ]
    lines += [_SHORT[unit.support]] if unit.support is not Support.UNDER_COMMAND else []
    lines += ["green"] if battalion.troops.green else []
    cover = cover_of(unit, book)
    lines += [] if bases_touch(cover) else [texts("nqm").text("apart", cover=cover)]
    lines += ["hidden"] if unit.hidden else []
    if battalion.pins:
        lines.append(
            f"{'spent' if unit.state is State.SPENT else 'from before'}: {battalion.pins} black"
            f" pin{'s' * (battalion.pins > 1)}"
        )
    return ", ".join(lines)


def _cells(battalion: Battalion, scene: Scene, book: Rulebook) -> tuple[str, ...]:
    grade = battalion.grade
    row, rates = ASSAULT[grade], RATES[battalion.mover]
    level = key_level(_base(battalion, book), grade)
    hold = holds(grade, book)
    tanks = battalion.all_armour
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


def _facts(battalion: Battalion, scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    unit = battalion.unit
    facts = []
    if battalion.troops.green:
        facts.append(texts("nqm").fact("green", faces=holds(battalion.grade, book)))
    if freed := _freed(unit, scene):
        facts.append(texts("nqm").fact("released", clock=_clock(scene, freed)))
    return tuple(facts)


def _stand(element: Element, battalion: Battalion, scene: Scene, book: Rulebook) -> BoxRow:
    """Return the row of a stand: its name, class, ranges, a box for each pin it bears before it is lost, and a box for
    each die of ammunition.
    """
    pins = boxes(element.strength, ticked=element.black)
    groups = [BoxGroup("pins", pins)]
    colour = _colour(element)
    dice = int(element.ammunition)
    if dice:
        groups.append(BoxGroup(colour, (Box(colour[0]),) * dice))
    kind, short = _close(element, battalion)
    cells = _stand_facts(element, battalion, scene, book)
    return BoxRow(_label(element, battalion), tuple(groups), cells, kind=kind, short=short)


_SHORT_NAMES = {"Squadron": "Sqn", "Car troop": "Troop", "Battery": "Bty"}


def _close(element: Element, battalion: Battalion) -> tuple[str, str]:
    """Return the name of a stand together with its like in the command, and its label among them: ``companies`` and
    ``A``; of stands with the same vehicle the first names it, ``1 Sherman``, ``2``.
    """
    label, unit = _label(element, battalion), battalion.unit
    name = element.label.rstrip("0123456789").rstrip()
    if label != element.label:
        first = next(stand for stand in battalion.elements if stand.equipment == element.equipment)
        return element.equipment, label if element is first else label.partition(" ")[0]
    if name in _SHORT_NAMES:
        return unit.short or unit.name, element.label.replace(name, _SHORT_NAMES[name])
    short, _, size = name.rpartition(" ")
    return ("Companies" if size == "company" else f"{short} platoons" if short else ""), short or name


def _label(element: Element, battalion: Battalion) -> str:
    """Return the label of a stand, as in ``Squadron 1``; if squadrons differ, their number and vehicle: ``4 Sherman
    Firefly``.
    """
    named = element.kind is ElementKind.VEHICLES and element.equipment and _told_apart(battalion)
    return f"{element.label.rpartition(' ')[2]} {element.equipment}" if named else element.label


def _observer(battalion: Battalion) -> tuple[BoxRow, ...]:
    """Return the row of the forward observer for the battalion's guns (NQM-REPR-08, NQM-GRADE-04)."""
    stands = observers(battalion)
    return tuple(
        BoxRow(stand.label, (BoxGroup("pins", (Box(),)),), (Fact("", stand.note),), kind=stand.label, short=stand.label)
        for stand in stands
    )


def _colour(element: Element) -> str:
    """Return the colour of its ammunition dice: that of the heavier of its two weapons (NQM-AMMO-01)."""
    weight = max(element.weapon, Weight.LIGHT)
    heavier = max(weight, element.anti_tank)
    return DICE_COLOURS.get(min(heavier, Weight.HEAVY), "green")


def _stand_facts(element: Element, battalion: Battalion, scene: Scene, book: Rulebook) -> tuple[Fact, ...]:
    if element.kind is ElementKind.COMMAND:
        return ()
    in_label = _by_calibre(element) or element.kind is ElementKind.VEHICLES
    fires = [Fact("", element.equipment)] if element.equipment and _told_apart(battalion) and not in_label else []
    calibre = f", {element.calibre_mm} mm" if _by_calibre(element) else ""
    fires.append(Fact("fires", f"{element.weapon.letter} {_reach(element.reach, scene)}{calibre}"))
    if _has_own_anti_tank(element):
        fires.append(Fact("at armour", f"{element.anti_tank.letter} {_reach(element.anti_tank_reach, scene)}"))
    cover = cover_of(battalion.unit, book)
    target = element.armour if element.armour is not None else position(cover)
    return (*fires, Fact("target", target.letter))


def _by_calibre(element: Element) -> bool:
    """Return whether a stand is named by its calibre: a mortar platoon, as the effect of its fire depends on it
    (NQM-TBL-ARTY).
    """
    return element.indirect and element.kind is ElementKind.PLATOON


def _has_own_anti_tank(element: Element) -> bool:
    """Return whether a stand fires at armour differently from at troops."""
    return element.anti_tank is not Weight.VERY_LIGHT and (
        element.anti_tank is not element.weapon or element.anti_tank_reach != element.reach
    )


def _reach(reach: Reach, scene: Scene) -> str:
    """Return a range in words: ``2.4/8`` inches, effective and harassing; a single figure if there is no harassing
    range.
    """
    spans = [reach.effective_m, *([] if reach.harassing_m is None else [reach.harassing_m])]
    return "/".join(inches(span, scene.inches_a_km) for span in spans)


def _side_facts(scene: Scene, mustered: Muster) -> tuple[Fact, ...]:
    heads = [unit.name for unit in scene.force.units if unit.headquarters_of is Level.DIVISION]
    dump = (texts("nqm").fact("dump", headquarters=", ".join(heads)),) if heads else ()
    return _points(scene, mustered), *dump


def _points(scene: Scene, mustered: Muster) -> Fact:
    """Return the points on the table at the start, and those that come later. Units that stay beside this table are not
    counted.
    """
    points = {line.unit: line.noted.get("points", 0) for line in mustered.lines}
    units = [
        unit
        for unit in scene.force.units
        if unit.state.is_in_play and unit.id not in scene.away and unit.role is not Role.GUNS_IN_RANGE
    ]
    later = sum(points.get(unit.id, 0) for unit in units if unit.arrival is not None or unit.id in scene.beside)
    present = sum(points.get(unit.id, 0) for unit in units) - later
    return (
        texts("nqm").fact("points_later", points=present, later=later)
        if later
        else texts("nqm").fact("points_now", points=present)
    )


def _hours(scene: Scene) -> Track:
    """Return a track with a cell for each hour, dark by night; numbered and with the clock (NQM-SCALE-05): this turn's
    hours, the next turn's, and those until all have come.
    """
    cells = []
    last = max(
        [1, *(unit.arrival.moment.index - scene.start.index for unit in scene.force.units if unit.arrival is not None)]
    )
    for turn, sky in enumerate((scene.skies or (scene.now,))[: last + 1]):
        for hour in range(HOURS_A_TURN):
            number = turn * HOURS_A_TURN + hour
            cells.append(TrackCell(str(number + 1), f"{(scene.start_hour + number) % 24:02}:00", dark=sky.night))
    return Track("Hours", tuple(cells), texts("nqm").text("hours_note", last=HOURS_A_TURN))


def _artillery_log() -> Log:
    return Log(
        "Fireplan", ("hour", "guns", "target", "FU"), 3, (0.12, 0.38, 0.38, 0.12), texts("nqm").text("fireplan_note")
    )


def _reaction_log() -> Log:
    return Log("Orders and reactions", ("hour", "request by", "to", "arrives at"), 3, (0.12, 0.3, 0.34, 0.24))
