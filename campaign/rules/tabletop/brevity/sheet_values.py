"""The contents of a player's Brevity battle sheet, as plain values (umpire 2).

    sheet(force, enemies, book, night=, light=, sky=, air=) -> Sheet
    Sheet.commands -> CommandStrip(letter, bonus, readiness, readiness_night, odds, lines -> UnitLine)
    Sheet.steps, .strength, .penetrate, .location, .casualties    tables with only the rows that these units can use
    Sheet.fire_odds                                               one exchange of each battalion's own fire
                                                                  (``sheet_odds``)
    Sheet.legend, .differences                                    signs explained; where this campaign differs from the
                                                                  book

Scores are written as the tables write them ("4-6", "6", a dash); all distances are inches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from campaign.rules.common.force import Arrival, Command, Force, Unit
from campaign.rules.common.rulebook import Rulebook, house_rules
from campaign.rules.common.systems import SYSTEMS
from campaign.rules.common.texts import texts
from campaign.rules.day import marches
from campaign.rules.returns.filed import letter_of
from campaign.rules.tabletop.brevity import command as commands
from campaign.rules.tabletop.brevity import tables
from campaign.rules.tabletop.brevity.about import ABOUT
from campaign.rules.tabletop.brevity.muster import Line, Merger, Muster, muster
from campaign.rules.tabletop.brevity.quick_reference import (
    AT_LETTER,
    DAGGER,
    DASH,
    WEAPON_ROW,
    WEAPON_WORD,
    Cells,
    casualty_parts,
    classes_of,
    location_rows,
    penetrate_rows,
    score_of,
    step_rows,
    strength_rows,
)
from campaign.rules.tabletop.brevity.ranges import range_of
from campaign.rules.tabletop.brevity.riding import mounted_row, pace, rides
from campaign.rules.tabletop.brevity.sheet_odds import FireOddsRow, fire_odds_rows
from campaign.rules.tabletop.brevity.tables import HitColumn
from campaign.terms.forces import AntiTank, Armour, CasualtyColumn, Engineers, HitRow, Nationality, Weapon
from campaign.terms.ground import Surface
from campaign.terms.state import Light, Posture, Sky, State, Support
from campaign.terms.target import Target
from campaign.terms.words import lines_said
from campaign.values import dataclass
from campaign.words.sheet import QuickRow

_ITEM = re.compile(r"(?P<count>\d+) (?P<item>\S.*)")
_PROTECTION_LETTER = {Armour.NONE: "U", Armour.LIGHT: "L", Armour.MEDIUM: "M", Armour.HEAVY: "H"}
_COLUMN_WORD = {CasualtyColumn.INFANTRY: "Inf", CasualtyColumn.OTHERS: "Oth"}
RIDES = "v"
"""The mark behind the casualty column of troops that have vehicles."""


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A line of the unit table. ``hit`` is the score the enemy needs in the open, in terrain or moonlight, in the dark.

    ``column``: its column of the casualty chart as a target; ``rides``: it has vehicles, and aboard them is another
    target. ``merger``: the companies that stand with it as one.
    """

    number: int
    unit: Unit
    note: str
    size: str
    march: tuple[int, int, int]
    combat: tuple[int, int | None]
    hit: tuple[str, str, str]
    hit_if_moving: bool
    protection: str
    column: str
    rides: bool
    anti_tank_best: str
    anti_tank_all: str
    casualty_row: str
    direct_in: int
    artillery: str
    artillery_in: int | None
    flags: str
    start_state: State
    dug_in_turns: int
    arrival: Arrival | None
    merger: Merger | None = None

    @property
    def leads(self) -> bool:
        """True if the line's own row counts: always, except for companies merged under another line."""
        return self.merger is None or self.merger.row == self.number

    @property
    def artillery_text(self) -> str:
        """The range in inches, or a dash."""
        return DASH if self.artillery_in is None else str(self.artillery_in)


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances that a command takes the move from an enemy of this nationality, and the reverse."""

    nation: Nationality
    name: str
    we_take: Fraction
    they_take: Fraction


@dataclass(frozen=True, slots=True)
class CommandStrip:
    """The strip above a command's lines. ``readiness`` holds in this turn's light; ``by_night`` in a night turn."""

    letter: str
    command: Command
    nation: str
    bonus: int
    readiness: Target
    by_night: Target
    odds: tuple[Odds, ...]
    lines: tuple[UnitLine, ...]

    @property
    def posture(self) -> Posture:
        """The default posture of the command's battalions."""
        return self.command.posture

    @property
    def night_text(self) -> str:
        """The readiness score by night, or ``fails``."""
        return score_text(self.by_night) if self.by_night.needed is not None else "fails"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contents of one side's battle sheet under Brevity."""

    commands: tuple[CommandStrip, ...]
    muster: Muster
    steps: tuple[QuickRow, ...]
    strength: tuple[Cells, ...]
    penetrate: tuple[Cells, ...]
    location: tuple[Cells, ...]
    casualties: Mapping[str, Sequence[Cells]]
    legend: tuple[str, ...]
    differences: tuple[str, ...]
    hit_column: HitColumn
    fire_odds: tuple[FireOddsRow, ...] = ()
    light: Light = Light.DAY


def score_text(target: Target) -> str:
    """Return a score as charts print it: ``4-6``, ``6``, ``any`` if every face succeeds, or a dash."""
    return "any" if target.needed == 1 else str(target)


def hit_column(light: Light) -> HitColumn:
    """Return the column of the to-hit chart for a located target in the open in this light (OB-HIT-07..09)."""
    return {Light.DAY: HitColumn.OPEN, Light.MOONLIGHT: HitColumn.TERRAIN, Light.DARKNESS: HitColumn.DARK}[light]


def _flags(unit: Unit) -> str:
    engineers = {Engineers.NONE: "", Engineers.SUPPORT: "e", Engineers.SPECIALIST: "E"}[unit.engineers]
    return " ".join(filter(None, (engineers, "I" if unit.is_inexperienced else ""))) or DASH


def _artillery(unit: Unit) -> str:
    if unit.piece is None:
        return ""
    return unit.piece_name or f"{unit.calibre_mm} mm {unit.piece.value}"


def unit_line(line: Line, note: str, merger: Merger | None = None) -> UnitLine:
    """Return the contents of a battalion's line of the sheet. ``merger``: the companies that it is merged with, if
    any.
    """
    unit = line.unit
    road, country, terrain = (
        marches.inches(unit.march_class, surface) for surface in (Surface.ROAD, Surface.CROSS_COUNTRY, Surface.TERRAIN)
    )
    combat = pace(unit, mounted=not rides(unit))
    hit = tables.TO_HIT[unit.hit_row]
    reach = range_of(unit)
    return UnitLine(
        number=line.number,
        unit=unit,
        note=note,
        size=line.size_label if merger is None else merger.label if merger.row == line.number else f"in {merger.row}",
        march=(road, country, terrain),
        combat=(combat.open, combat.terrain),
        hit=(score_of(hit[HitColumn.OPEN]), score_of(hit[HitColumn.TERRAIN]), score_of(hit[HitColumn.DARK])),
        hit_if_moving=unit.hit_row is HitRow.FAST_TANK,
        protection=_PROTECTION_LETTER[unit.armour],
        column=_COLUMN_WORD[unit.casualty_column],
        rides=rides(unit),
        anti_tank_best=AT_LETTER[unit.anti_tank_best] if unit.anti_tank_best else DASH,
        anti_tank_all=AT_LETTER[unit.anti_tank_all] if unit.anti_tank_all else DASH,
        casualty_row=WEAPON_ROW[unit.weapon],
        direct_in=unit.direct_in,
        artillery=_artillery(unit),
        artillery_in=reach.printed if reach else None,
        flags=_flags(unit),
        start_state=unit.state,
        dug_in_turns=unit.dug_in_turns,
        arrival=unit.arrival,
        merger=merger,
    )


def _equipment(unit: Unit) -> str:
    """Return the equipment in words: ``24 × 25-pdr``, or after losses ``20 of 24 × Matilda II``, the first number being
    what is left.
    """
    items = [_ITEM.fullmatch(part.strip()) for part in unit.equipment.split(",") if unit.equipment]
    if not all(items):
        return unit.equipment
    counts = [(int(match["count"]), match["item"]) for match in items if match is not None]
    losses = [
        (have, full, word)
        for have, full, word in (
            (unit.strength.vehicles, unit.establishment.vehicles, "vehicles"),
            (unit.strength.guns, unit.establishment.guns, "guns"),
        )
        if have < full
    ]
    remaining, words = dict[int, int](), list[str]()
    for have, full, word in losses:
        place = next((n for n, (count, _) in enumerate(counts) if count == full and n not in remaining), None)
        if place is None:
            words.append(f"{have} of {full} {word} left")
        else:
            remaining[place] = have
    shown = [
        f"{remaining[n]} of {count} × {piece}" if n in remaining else f"{count} × {piece}"
        for n, (count, piece) in enumerate(counts)
    ]
    return ", ".join((*shown, *words))


def _note(unit: Unit, force: Force) -> str:
    """Return the note under the name: equipment, and the command that it supports or belongs to."""
    names = {command.id: command.short or command.name for command in force.commands}
    parts = [_equipment(unit)]
    if unit.support is not Support.UNDER_COMMAND and unit.supports is not None and unit.supports in names:
        how = unit.support.value if unit.support is Support.IN_SUPPORT else "supports"
        parts.append(
            f"{how} {names[unit.supports]}{f' from {unit.released.date_text}' if unit.released is not None else ''}"
        )
    if unit.organic != unit.command and unit.organic in names:
        parts.append(f"of {names[unit.organic]}")
    if unit.recce_companies:
        parts.append("reconnaissance")
    return ", ".join(filter(None, parts))


def initiative_odds(command: Command, enemies: Iterable[Nationality]) -> tuple[Odds, ...]:
    """Return the odds against each nationality met, without its corps commander, whose place is unknown."""
    ours = commands.bonus(command.nation, corps_commander=command.has_corps_commander)
    return tuple(
        Odds(nation, commands.ADJECTIVE[nation], commands.initiative(ours, theirs), commands.initiative(theirs, ours))
        for nation in dict.fromkeys(enemies)
        for theirs in (commands.bonus(nation),)
    )


def _strip(
    letter: str,
    command: Command,
    lines: tuple[UnitLine, ...],
    enemies: tuple[Nationality, ...],
    book: Rulebook,
    *,
    night: bool,
) -> CommandStrip:
    green = commands.is_inexperienced((line.unit.is_inexperienced for line in lines), book)

    def needs(*, by_night: bool) -> Target:
        return commands.readiness(
            command.nation, night=by_night, inexperienced=green, corps_commander=command.has_corps_commander
        )

    return CommandStrip(
        letter,
        command,
        command.nation_name or commands.ADJECTIVE[command.nation],
        commands.bonus(command.nation, corps_commander=command.has_corps_commander),
        needs(by_night=night),
        needs(by_night=True),
        initiative_odds(command, enemies),
        lines,
    )


BETWEEN_BATTLES: Final = (
    *(f"{key}." for key in SYSTEMS if key != ABOUT.key),
    "time.",
    "march.",
    "retreat.",
    "rcv.",
    "sup.",
    "limits.",
    "strength.",
    "auto.",
    "regroup.",
    "nations.",
    "land.",
    "wx.air_opening",
    "wx.reroll_first_turn",
    "wx.carry_over",
    "wx.winter_all_rolls",
    "air.crater_repair",
    "air.transport_missions",
    "air.reconnaissance",
    "use.weather",
    "use.recovery",
    "use.supply",
    "rest.min_distance_from_enemy",
    "rest.full_turns_required",
)
"""The settings of the days between battles and of other systems, which players do not need at the table."""


def differences(sheet_muster: Muster, book: Rulebook) -> tuple[str, ...]:
    """Return the settings in force that differ from the book, for the head of the sheet."""
    lines = []
    if book.integer("cas.fort_close_range") != tables.FORTIFIED_CLOSE_RANGE_PRINTED:
        near = book.integer("cas.fort_close_range")
        lines.append(texts("brevity").text("fortified_close", dagger=DAGGER, near=near))
    lines.extend(merger.note for merger in sheet_muster.mergers)
    lines.extend(house_rules(book, left_out=BETWEEN_BATTLES))
    return tuple(lines)


def legend(lines: Iterable[UnitLine], weapons: Iterable[Weapon]) -> tuple[str, ...]:
    """Return the explanations of the signs that occur in this sheet's unit table."""
    shown = tuple(lines)
    letters = {letter for line in shown for letter in (line.anti_tank_best, line.anti_tank_all)} - {DASH}
    rows = dict.fromkeys(WEAPON_ROW[weapon] for weapon in Weapon if weapon in frozenset(weapons))
    return texts("brevity").lines(
        "legend",
        {
            "fast_tanks": any(line.hit_if_moving for line in shown),
            "mounted": any(line.rides for line in shown),
            "anti_tank": bool(letters),
            "engineers_sign": any(line.flags != DASH for line in shown),
        },
        sign=RIDES,
        hit=_mounted(),
        faster=_faster(shown),
        classes=", ".join(f"{AT_LETTER[kind]} {kind}" for kind in AntiTank if AT_LETTER[kind] in letters),
        rows=", ".join(f"{row} {WEAPON_WORD[row]}" for row in rows),
    )


def _faster(lines: Iterable[UnitLine]) -> str:
    """Return the moves aboard that differ from those on foot, by line, as for motorcycles: ``combat-ready line 2
    moves 32 in., none in
    terrain``.
    """
    moves: dict[tables.CombatMove, list[int]] = {}
    for line in lines:
        if (
            line.leads
            and line.rides
            and (move := tables.COMBAT_READY[line.unit.combat_class]) != pace(line.unit, mounted=False)
        ):
            moves.setdefault(move, []).append(line.number)
    return "".join(
        f"; combat-ready {lines_said(numbers)} move{'s' * (len(numbers) == 1)} {move.open} in., "
        f"{'none' if move.terrain is None else f'{move.terrain} in.'} in terrain"
        for move, numbers in moves.items()
    )


def _mounted() -> str:
    """Return the score that hits troops aboard; a single one if all columns have the same."""
    scores = dict.fromkeys(map(score_of, mounted_row()))
    return f"{', '.join(scores)}{' in every light' if len(scores) == 1 else ''}"


def sheet(
    force: Force,
    enemies: Iterable[Nationality],
    book: Rulebook,
    *,
    night: bool,
    light: Light,
    sky: Sky = Sky.CLEAR,
    air: Iterable[Weapon] = (),
) -> Sheet:
    """Return the battle sheet of a force against these nationalities. ``air``: weapons of the air missions flown for
    it.
    """
    met = tuple(enemies)
    mustered = muster(force, book)
    mergers = {number: merger for merger in mustered.mergers for number in merger.lines}
    by_command: dict[int, list[UnitLine]] = {}
    for line in mustered.lines:
        made = unit_line(line, _note(line.unit, force), mergers.get(line.number))
        by_command.setdefault(line.unit.command, []).append(made)
    strips = tuple(
        _strip(letter_of(index), command, tuple(by_command.get(command.id, ())), met, book, night=night)
        for index, command in enumerate(force.commands)
    )
    units = tuple(line.unit for line in mustered.lines)
    weapons = (
        frozenset(unit.weapon for unit in units)
        | frozenset(air)
        | ({Weapon.FLAME_THROWER} if any(u.flame_throwers for u in units) else set())
    )
    return Sheet(
        commands=strips,
        muster=mustered,
        steps=step_rows(),
        strength=strength_rows(),
        penetrate=penetrate_rows(*classes_of(units)),
        location=location_rows(light, sky),
        casualties=casualty_parts(weapons, book),
        legend=legend((line for strip in strips for line in strip.lines), weapons),
        differences=differences(mustered, book),
        hit_column=hit_column(light),
        fire_odds=fire_odds_rows(mustered, book, light=light, sky=sky),
        light=light,
    )
