"""Battalions as Brevity stands: models, sizes, and companies merged for one table (OB-SIZE, umpire 1.3).

Companies of one command at one place are merged: two make a weak battalion, three or four a normal one, one stays a
company; their owner shares the losses out on the return. The merger is a proposal with a note: every battalion keeps
its own line, so that the return can say which company has losses. A company that arrives at another time, is off the
table, rests, or begins hidden merges only with its like (house).

    muster(force, book) -> Muster(lines, mergers, halves, warnings)
    Line: unit, number, size_label ("N 1"), models, halves (combat strength in half battalions), fights
    size_label(unit, book), models(unit, book), halves(unit, book)
    merged_size(companies) -> Size,  spent_of(lines) -> int
    dice(halves) -> int                                   OB-T-09
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from campaign.rules.common.force import Arrival, Force, Unit
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.texts import texts
from campaign.rules.tabletop.brevity import tables
from campaign.terms.forces import Level, Size
from campaign.terms.ground import Surface
from campaign.terms.position import Position
from campaign.terms.state import Role
from campaign.values import dataclass

MOST_MERGED = 4
"""The most companies in one merged battalion: as many as a normal one has (OB-SIZE-04, umpire 1.3)."""
_LETTER = {Size.NORMAL: "N", Size.WEAK: "W", Size.LARGE: "N", Size.COMPANY: "C"}
_HALVES = {Size.NORMAL: 2, Size.WEAK: 1, Size.LARGE: 4, Size.COMPANY: 0}  # OB-AMB-061, OB-SIZE-06.
_HQ_HALVES = {"normal": 2, "weak": 1, "none": 0}  # Words of the setting `hq.combat_strength` (OB-AMB-003).


@dataclass(frozen=True, slots=True)
class Line:
    """A battalion on the battle sheet. ``number`` is its line; ``halves`` its strength in half battalions when fresh
    and in line.
    """

    number: int
    unit: Unit
    size_label: str
    models: int
    halves: int

    @property
    def effective_halves(self) -> int:
        """The present strength in half battalions: 0 if spent or resting (OB-HIT-03, OB-REG-05)."""
        return 0 if not self.unit.state.counts_in_full or self.unit.resting else self.halves


@dataclass(frozen=True, slots=True)
class Merger:
    """Companies of one command at one place that stand as one model. ``lines``: their line numbers; ``row``: the line
    whose row is used.
    """

    command: int
    lines: tuple[int, ...]
    size: Size
    row: int
    note: str

    @property
    def halves(self) -> int:
        """The strength in half battalions."""
        return _HALVES[self.size]

    @property
    def label(self) -> str:
        """The size of the one model in words, as in ``W 1``."""
        return f"{_LETTER[self.size]} 1"

    @property
    def merged_lines(self) -> tuple[int, ...]:
        """The lines that are merged into another line, whose rows are therefore not used."""
        return tuple(line for line in self.lines if line != self.row)

    @property
    def spent_lines(self) -> int:
        """The number of merged lines that are spent when the joint model is."""
        return spent_of(len(self.lines))


@dataclass(frozen=True, slots=True)
class Muster:
    """A force as it stands in Brevity, command by command in the force's order."""

    lines: tuple[Line, ...]
    mergers: tuple[Merger, ...]
    warnings: tuple[str, ...]

    @property
    def models(self) -> int:
        """The models on the table; a merger is one."""
        merged = {number for merger in self.mergers for number in merger.lines}
        return sum(line.models for line in self.lines if line.number not in merged) + len(self.mergers)

    @property
    def effective_halves(self) -> int:
        """The combat strength in half battalions, mergers included."""
        merged = {number for merger in self.mergers for number in merger.lines}
        alone = sum(line.effective_halves for line in self.lines if line.number not in merged)
        return alone + sum(merger.halves for merger in self.mergers)


def is_headquarters(unit: Unit) -> bool:
    """Return whether a unit is a divisional or corps headquarters: one model of its own kind (OB-AMB-003). A brigade's
    headquarters counts by its size.
    """
    return unit.headquarters_of in (Level.CORPS, Level.DIVISION)


def models(unit: Unit, book: Rulebook) -> int:
    """Return the number of models: two for a large battalion (OB-SIZE-06), one a company for a broken-up reconnaissance
    battalion, otherwise one (OB-AMB-004).
    """
    if not book.switch("use.sizes"):
        return 1
    if unit.size is Size.LARGE:
        return 2
    if not book.switch("use.reconnaissance"):
        return 1
    return max(1, unit.recce_companies) if unit.size is Size.COMPANY else 1


def halves(unit: Unit, book: Rulebook) -> int:
    """Return the combat strength of a model in half battalions: normal 2, weak 1, company 0; each model of a large
    battalion counts by itself (OB-D-08).
    """
    if is_headquarters(unit):
        return _HQ_HALVES[book.word("hq.combat_strength")] * models(unit, book)
    if not book.switch("use.sizes"):
        return _HALVES[Size.NORMAL]
    if unit.size is Size.LARGE and unit.is_artillery:
        return 2 * _HALVES[Size.WEAK]
    return _HALVES[unit.size]


def size_label(unit: Unit, book: Rulebook) -> str:
    """Return size and number of the models in words: ``N 1``, ``W 1``, ``C 2``, ``HQ 1``."""
    letter = _LETTER[unit.size if book.switch("use.sizes") else Size.NORMAL]
    if unit.headquarters_of is not None:
        letter = "HQ"
    elif unit.size is Size.LARGE and unit.is_artillery:
        letter = "W"
    return f"{letter} {models(unit, book)}"


def merged_size(companies: int) -> Size:
    """Return the size of merged companies: two make a weak battalion, three or four a normal one, one stays a company
    (umpire 1.3).
    """
    if companies <= 1:
        return Size.COMPANY
    return Size.WEAK if companies == 2 else Size.NORMAL


def dice(halves: int) -> int:
    """Return the dice for a combat strength in half battalions (OB-T-09)."""
    return next(row.dice for row in reversed(tables.STRENGTH_DICE) if row.halves <= halves)


def spent_of(lines: int) -> int:
    """Return the number of lines that are spent when their joint stand is: half of them, rounded up. House rule: the
    book merges companies for good (OB-SIZE-04).
    """
    return (lines + 1) // 2


def _row_used(together: list[Line]) -> int:
    """Return the line whose row a merged stand uses: the slowest of those with its commonest weapon, the first of
    equals.
    """
    weapons = Counter(line.unit.weapon for line in together)

    def rank(line: Line) -> tuple[int, int, int, int]:
        pace = tables.COMBAT_READY[line.unit.combat_class].open
        road = tables.MARCH[line.unit.march_class][Surface.ROAD]
        return -weapons[line.unit.weapon], pace, road, line.number

    return min(together, key=rank).number


def _mergers(lines: Iterable[Line]) -> tuple[Merger, ...]:
    groups: dict[tuple[int, Position, Role, Arrival | None, bool], list[Line]] = {}
    for line in lines:
        unit = line.unit
        company = unit.size is Size.COMPANY and unit.recce_companies == 0 and not is_headquarters(unit)
        if company and unit.state.counts_in_full and not unit.resting and unit.at is not None:
            groups.setdefault((unit.command, unit.at, unit.role, unit.arrival, unit.hidden), []).append(line)
    mergers: list[Merger] = []
    for (command, *_), together in groups.items():
        for start in range(0, len(together), MOST_MERGED):
            batch = together[start : start + MOST_MERGED]
            if len(batch) >= 2:
                size = merged_size(len(batch))
                numbers = tuple(line.number for line in batch)
                row = _row_used(batch)
                note = texts("brevity").text(
                    "as_one_battalion",
                    lines=f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}",
                    size=size,
                    row=row,
                    spent=spent_of(len(batch)),
                )
                mergers.append(Merger(command, numbers, size, row, note))
    return tuple(mergers)


def muster(force: Force, book: Rulebook, *, first_line: int = 1) -> Muster:
    """Return the lines of a force in the order of its commands, numbered from ``first_line``, with mergers proposed and
    warnings.
    """
    by_command = force.by_command()
    ordered = [unit for command in force.commands for unit in by_command[command.id]]
    command_ids = {command.id for command in force.commands}
    stray = [unit.name for unit in force.units if unit.command not in command_ids]
    lines = tuple(
        Line(unit.line or number, unit, size_label(unit, book), models(unit, book), halves(unit, book))
        for number, unit in enumerate(ordered, first_line)
    )
    problems = [
        f"{line.unit.name} is {line.unit.state.value} and cannot fight"
        for line in lines
        if not line.unit.state.is_in_play
    ]
    return Muster(
        lines,
        _mergers(lines) if book.switch("size.merge_companies") and book.switch("use.sizes") else (),
        (*problems, *(f"{name} is with a command that takes no part" for name in stray)),
    )
