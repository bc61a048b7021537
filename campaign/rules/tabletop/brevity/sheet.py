"""Brevity's battle sheet in the form from which the sheets of all systems are printed (``words.sheet``).

sheet(scene, book) -> SheetBody
"""

from __future__ import annotations

from collections import Counter

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.common.texts import texts
from campaign.rules.day.amphibious import as_landed
from campaign.rules.day.weather import effect_of
from campaign.rules.tabletop.brevity import sheet_values, tables
from campaign.rules.tabletop.brevity.house_rules import house_rules
from campaign.rules.tabletop.brevity.quick_reference import DASH, charts, location_fact
from campaign.rules.tabletop.brevity.reminders import first_move, reminders
from campaign.rules.tabletop.brevity.sheet_odds import TARGETS, odds_note
from campaign.rules.tabletop.brevity.sheet_values import RIDES, CommandStrip, Sheet, UnitLine, score_text
from campaign.rules.tabletop.interface import SYSTEMS
from campaign.terms.state import Posture, Sky, State
from campaign.terms.time import TURNS_A_DAY
from campaign.terms.words import lines_said
from campaign.words.papers import Fact
from campaign.words.sheet import (
    Box,
    BoxGroup,
    Column,
    Log,
    QuickTable,
    SheetBody,
    StripFact,
    TickColumn,
    UnitBlock,
    UnitRow,
    quick_table,
)

MOST_DUG_IN = 4  # OB-PREP-03.
COLUMNS = (
    Column("Size", "stands", 7.2, strong=True),
    Column("March, in.", "road", 6.4, rule=True),
    Column("March, in.", "x-c", 6.2),
    Column("March, in.", "terr.", 5.6),
    Column("Combat", "open", 5.6, strong=True),
    Column("Combat", "terr.", 5.4, strong=True),
    Column("To be hit", "open", 6.2, strong=True, rule=True),
    Column("To be hit", "terr.", 6.0),
    Column("To be hit", "dark", 5.8),
    Column("Target", "prot.", 5.0, rule=True),
    Column("Target", "col.", 6.4),
    Column("Anti-tank", "best", 5.4, rule=True),
    Column("Anti-tank", "all", 5.4),
    Column("Cas.", "row", 5.2, strong=True),
    Column("Dir.", "in.", 4.4),
    Column("Arty", "in.", 5.2, strong=True),
    Column("E I", "", 4.6),
)
OWN_POSTURES = (Posture.LINE, Posture.SUPPORT, Posture.RESERVE)
"""The postures of a single battalion; march is for a whole command (OB-AMB-024). In reserve it is at rest
(OB-AMB-026).
"""
TICKS = (
    TickColumn("State", ("spent", "destr", "surr", "hid"), 4, 5.9),
    TickColumn("Posture", ("line", "supp", "rest"), len(OWN_POSTURES), 5.1),
    TickColumn("Dug in", ("turns",), MOST_DUG_IN, 3.3),
)
LOGS = (
    Log("Point targets", ("Line", "Point", "Turn"), 3, (0.24, 0.52, 0.24), wide=29),
    Log("Engineer tasks", (), 3, boxes=("1", "2", "3", "4"), note="turns", wide=29),
)


def weather_words(sky: Sky) -> str:
    """Return the effects of the weather on the table and in the air, for the strip of the sheet (OB-WX-02 to -04,
    OB-LOC-04).
    """
    effect = effect_of(sky)
    words = [f"location {tables.LOCATION_POOR} in."] if effect.is_thick else []
    words += [effect.flying] if effect.flying else []
    return f"{sky.capitalize()}: {', '.join(words) or 'no restriction'}"


def sheet(scene: Scene, book: Rulebook) -> SheetBody:
    """Return the sheet's contents as rows, boxes and tables, with the rules in short and the house rules."""
    now = scene.now
    values = sheet_values.sheet(
        as_landed(scene.force), scene.enemy_nations, book, night=now.night, light=now.light, sky=now.sky, air=scene.air
    )
    units = tuple(line.unit for line in values.muster.lines)
    return SheetBody(
        system=SYSTEMS["brevity"].name,
        columns=COLUMNS,
        blocks=tuple(_block(strip, scene, book) for strip in values.commands),
        ticks=TICKS,
        facts=(location_fact(now.light, now.sky), first_move(units)),
        tables=quick_tables(values),
        logs=LOGS,
        legend=values.legend,
        reminders=reminders(units, book, aircraft=bool(scene.air)),
        differences=values.differences,
        readings=house_rules(scene, book),
        weather=weather_words(scene.now.sky),
    )


def _block(strip: CommandStrip, scene: Scene, book: Rulebook) -> UnitBlock:
    turn = scene.start.turn
    turns = tuple(Box(str((turn - 1 + n) % TURNS_A_DAY + 1)) for n in range(TURNS_A_DAY + 1))
    odds = tuple(Fact(chance.name, f"{chance.we_take}, {chance.they_take}") for chance in strip.odds)
    return UnitBlock(
        letter=strip.letter,
        command=strip.command.id,
        name=strip.command.name,
        led_by=" \N{MIDDLE DOT} ".join(filter(None, (strip.command.led_by, strip.nation))),
        facts=(
            StripFact("Bonus", f"{strip.bonus:+d}", wide=9.5),
            StripFact(
                "Ready today",
                score_text(strip.readiness),
                "" if scene.now.night else f"night: {strip.night_text}",
                wide=18.5,
            ),
            StripFact(texts("brevity").text("initiative_odds"), "", parts=odds, wide=50),
        ),
        groups=(BoxGroup("Officer lost, turn", turns), _postures(strip, book)),
        rows=tuple(_row(line, book, all_march=_posture(strip) is Posture.MARCH) for line in strip.lines),
        umpire=score_text(strip.readiness),
    )


def _postures(strip: CommandStrip, book: Rulebook) -> BoxGroup:
    """Return the boxes for the posture of a command: march, which applies to all of it; by house rule the others too,
    except its artillery (OB-POST-01, OB-AMB-024).
    """
    now = _posture(strip)
    all_postures = tuple(Posture) if book.word("posture.level") == "command" else (Posture.MARCH,)
    return BoxGroup(
        "Posture" if len(all_postures) > 1 else "Entire command",
        tuple(Box(ticked=posture is now, label=posture.value.capitalize()) for posture in all_postures),
    )


def _own_postures(line: UnitLine, book: Rulebook) -> tuple[Box, ...]:
    """Return the boxes for the postures of a single battalion. Artillery begins in support, ready to fire as artillery
    (OB-ART-03).
    """
    unit = line.unit
    if book.word("posture.level") == "command" and not unit.is_artillery:
        return ()
    now = Posture.RESERVE if unit.resting else unit.posture
    if unit.is_artillery and now is Posture.LINE:
        now = Posture.SUPPORT
    return tuple(Box(ticked=posture is now) for posture in OWN_POSTURES)


def _posture(strip: CommandStrip) -> Posture:
    """Return the posture of most of a command's battalions: those caught on the march are in march posture (umpire
    1.1).
    """
    counted = Counter(line.unit.posture for line in strip.lines)
    return counted.most_common(1)[0][0] if counted else strip.posture


def _row(line: UnitLine, book: Rulebook, *, all_march: bool) -> UnitRow:
    """Return a battalion's row. A battalion caught on the march although most of its command is not has no box for it,
    and a note instead.
    """
    caught = texts("brevity").text("on_the_march") if line.unit.posture is Posture.MARCH and not all_march else ""
    return UnitRow(
        line=line.number,
        unit=line.unit.id,
        name=line.unit.name,
        note=", ".join(filter(None, (line.note, caught, _stands_with(line)))),
        cells=_cells(line) if line.leads else (line.size, *("" for _ in COLUMNS[1:])),
        ticks=(
            _states(line),
            _own_postures(line, book),
            tuple(Box(str(n), ticked=n <= line.dug_in_turns) for n in range(1, MOST_DUG_IN + 1)),
        ),
        state=line.start_state,
    )


def _stands_with(line: UnitLine) -> str:
    """Return a note for companies that stand as one: the row they use, and where the stand's state is kept during the
    battle.
    """
    merger = line.merger
    if merger is None:
        return ""
    if not line.leads:
        return texts("brevity").text("stands_in", line=merger.row)
    return texts("brevity").text("leads_one_stand", lines=lines_said(merger.merged_lines))


def _cells(line: UnitLine) -> tuple[str, ...]:
    star = "*" if line.hit_if_moving else ""
    return (
        line.size,
        *map(str, line.march),
        str(line.combat[0]),
        DASH if line.combat[1] is None else str(line.combat[1]),
        *(f"{score}{star}" for score in line.hit),
        line.protection,
        f"{line.column} {RIDES}" if line.rides else line.column,
        line.anti_tank_best,
        line.anti_tank_all,
        line.casualty_row,
        str(line.direct_in),
        line.artillery_text,
        line.flags,
    )


def _states(line: UnitLine) -> tuple[Box, ...]:
    state = line.start_state
    holds = (
        state is State.SPENT,
        state in (State.DESTROYED, State.CAPTURED),
        state is State.CAPTURED,
        line.unit.hidden,
    )
    return tuple(Box(ticked=is_ticked) for is_ticked in holds)


def quick_tables(sheet: Sheet) -> tuple[QuickTable, ...]:
    """Return the small charts at the foot, with only the rows that these units need, and the odds of their fire."""
    odds = quick_table(
        "Odds, %",
        ((row.label, *row.cells) for row in sheet.fire_odds),
        (head for head, _ in TARGETS),
        note=odds_note(sheet.fire_odds, sheet.light),
        of_this_battle=True,
    )
    return (*charts(sheet.penetrate, sheet.location, sheet.casualties), *([odds] if odds.rows else ()))
