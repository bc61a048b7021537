"""Operation Brevity as a tabletop system, behind the interface that the campaign uses
(``rules/tabletop/interface.py``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from campaign.rules.common.force import Force, Unit
from campaign.rules.common.muster import Model, Muster, MusterLine, Stand, StandKind, Together
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brevity import muster as brevity
from campaign.rules.tabletop.brevity import returns, scale
from campaign.rules.tabletop.brevity.muster import Line, Merger
from campaign.rules.tabletop.brevity.ranges import range_of
from campaign.rules.tabletop.interface import SYSTEMS, Tabletop
from campaign.terms.forces import Armour
from campaign.terms.state import Role
from campaign.terms.words import lines_said

SIZES: Final = "Size: N is normal, W weak, C a company, HQ a headquarters. The number counts the stands."
"""What the letters of the sizes mean, under a list of stands."""


def _muster(force: Force, book: Rulebook) -> Muster:
    """Return battalions as lines and models; companies that stand as one model are counted with the first of their
    lines.
    """
    made = brevity.muster(force, book)
    mergers = {number: merger for merger in made.mergers for number in merger.lines}
    return Muster(
        tuple(_line(line, mergers.get(line.number)) for line in made.lines),
        (*(merger.note for merger in made.mergers), *([SIZES] if made.lines else [])),
        made.warnings,
        tuple(Together(merger.lines, merger.spent_lines) for merger in made.mergers),
    )


def _line(line: Line, merger: Merger | None) -> MusterLine:
    """Return the line of a battalion. Merged companies have one model between them."""
    leads = merger is None or merger.lines[0] == line.number
    halves = line.effective_halves if merger is None else merger.halves if leads else 0
    kind = _kind(line.unit)
    bases = 1 if merger else line.models
    label = "stands off the table" if kind is StandKind.OFF_TABLE else f"{kind} stands"
    models = (Model(f"{kind} stand", label, bases),)
    stands = (Stand("1", line.size_label, kind, count=line.models, models=models, bases=bases),) if leads else ()
    stands_with = () if merger is None else tuple(number for number in merger.lines if number != line.number)
    return MusterLine(
        line.number,
        line.unit.id,
        line.unit.name,
        line.size_label,
        stands,
        {"models": line.models},
        Fraction(halves, 2),
        f"with {lines_said(stands_with)}" if stands_with else "",
        _reach(line.unit),
        stands_with,
    )


def _reach(unit: Unit) -> str:
    reach = range_of(unit)
    return f"{reach.printed} in." if reach else ""


def _kind(unit: Unit) -> StandKind:
    if unit.role is Role.GUNS_IN_RANGE:
        return StandKind.OFF_TABLE
    if unit.headquarters_of is not None:
        return StandKind.HEADQUARTERS
    if unit.is_artillery:
        return StandKind.GUN
    return StandKind.VEHICLE if unit.armour is not Armour.NONE else StandKind.INFANTRY


TABLETOP = Tabletop(
    SYSTEMS["brevity"],
    muster=_muster,
    advice=lambda larger, turns, table_in: scale.advice(larger.stands, turns, *table_in),
    fields=lambda book: returns.FIELDS,
    line_faults=lambda line, was, book: returns.line_faults(line, was),
    outcome=lambda line, was, book, dice=None: returns.outcome(line, was),
)
