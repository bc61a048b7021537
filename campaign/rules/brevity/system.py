"""Operation Brevity as a tabletop system: the door through which the campaign plays it (``rules/tabletop.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from campaign.rules.brevity import muster as brevity
from campaign.rules.brevity import returns, scale, sheet
from campaign.rules.brevity.amphibious import as_landed
from campaign.rules.brevity.battle import resolve
from campaign.rules.brevity.companies import merged
from campaign.rules.brevity.doctrine import Stance
from campaign.rules.brevity.field import AirSupport, Conditions
from campaign.rules.brevity.lie import lie
from campaign.rules.brevity.muster import Line, Merger
from campaign.rules.brevity.paper import paper
from campaign.rules.brevity.ranges import range_of
from campaign.rules.dice import Dice
from campaign.rules.force import Force, Unit
from campaign.rules.muster import Model, Muster, MusterLine, Stand, StandKind, Together
from campaign.rules.return_form import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.rulebook import Rulebook
from campaign.rules.scene import Fight, NotCovered, Resolution, Scene, UnitEnd
from campaign.rules.tabletop import SYSTEMS, System, Tabletop
from campaign.terms.forces import Armour
from campaign.terms.state import Role
from campaign.views.sheet import SheetBody


@dataclass(frozen=True, slots=True)
class Brevity:
    """Musters, prints, records and resolves a fight under Operation Brevity."""

    @property
    def system(self) -> System:
        """Its entry among the systems."""
        return SYSTEMS["brevity"]

    def muster(self, force: Force, book: Rulebook) -> Muster:
        """Battalions as lines and models; companies that stand as one model count, and are owned, with the first of their lines."""
        made = brevity.muster(force, book)
        mergers = {number: merger for merger in made.mergers for number in merger.lines}
        return Muster(
            tuple(_line(line, mergers.get(line.number), book) for line in made.lines),
            tuple(merger.note for merger in made.mergers),
            made.warnings,
            tuple(Together(merger.lines, merger.spent_lines) for merger in made.mergers),
        )

    def advice(self, larger: Muster, turns: int, table_in: tuple[int, int]) -> tuple[str, ...]:
        """What the book says of games of so many models (OB-SCL, OB-ORG-11)."""
        return scale.advice(larger.stands, turns, *table_in)

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """The battle sheet of a force."""
        now = scene.now
        landed = as_landed(scene.force, book)
        made = sheet.sheet(landed, scene.enemy_nations, book, night=now.night, light=now.light, sky=now.sky, air=scene.air)
        return paper(scene, made, self.system.name, book)

    def fields(self, book: Rulebook) -> Fields:
        """Ticks, and where it ended."""
        return returns.FIELDS

    def line_faults(self, line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
        """Ticks that contradict each other."""
        return returns.line_faults(line, was)

    def outcome(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """What a line says of the battalion."""
        return returns.outcome(line, was)

    def resolve(self, fight: Fight, dice: Dice, book: Rulebook) -> Resolution | NotCovered:
        """Moves, initiative, fire and readiness, on the ground of the map and with everybody where he stands, as far as the fight says."""
        fight = fight.of_those_there()
        first, second = (Stance.ATTACK if fight.attacker in (None, force.side) else Stance.DEFEND for force in fight.forces)
        forces = as_landed(fight.forces[0], book), as_landed(fight.forces[1], book)
        stands = merged(forces[0], book).force, merged(forces[1], book).force
        result = resolve(*forces, _conditions(replace(fight, forces=stands)), (first, second), dice, book, turns=fight.turns)
        ends = tuple(UnitEnd(end.unit, end.before, end.after, end.surrounded, end.resting or None) for end in result.units)
        length = f"{result.moves} move{'s' if result.moves != 1 else ''}"
        return Resolution(ends, result.holder, result.broke_off, result.turns, length, result.report, result.flown)


def _line(line: Line, merger: Merger | None, book: Rulebook) -> MusterLine:
    """A battalion. Merged companies have one model between them."""
    leads = merger is None or merger.lines[0] == line.number
    halves = line.effective_halves if merger is None else merger.halves if leads else 0
    kind = _kind(line.unit)
    bases = 1 if merger else line.models
    models = (Model(f"{kind} stand", f"{kind} stands", bases),)
    stands = (Stand("1", line.size_label, kind, count=line.models, models=models, bases=bases),) if leads else ()
    return MusterLine(
        line.number,
        line.unit.id,
        line.unit.name,
        line.size_label,
        stands,
        {"models": line.models},
        Fraction(halves, 2),
        _with(line, merger),
        _reach(line.unit, book),
    )


def _reach(unit: Unit, book: Rulebook) -> str:
    found = range_of(unit, book)
    return f"{found.printed} in." if found else ""


def _with(line: Line, merger: Merger | None) -> str:
    return "" if merger is None else f"with lines {' '.join(str(one) for one in merger.lines if one != line.number)}"


def _kind(unit: Unit) -> StandKind:
    if unit.role is Role.GUNS_IN_RANGE:
        return StandKind.OFF_TABLE
    if unit.headquarters_of is not None:
        return StandKind.HEADQUARTERS
    if unit.is_artillery:
        return StandKind.GUN
    return StandKind.VEHICLE if unit.armour is not Armour.NONE else StandKind.INFANTRY


def _conditions(fight: Fight) -> Conditions:
    table = lie(fight)
    return Conditions(
        ground=table.ground,
        spots=table.spots,
        barriers=table.barriers,
        in_supply=fight.in_supply,
        nights=tuple(one.night for one in fight.skies),
        lights=tuple(one.light for one in fight.skies),
        skies=tuple(one.sky for one in fight.skies),
        air=tuple(AirSupport(one.name, one.side, one.weapon, command=one.command, turns=one.turns) for one in fight.air),
        at_work=fight.at_work,
    )


TABLETOP: Tabletop = Brevity()
