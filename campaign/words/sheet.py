"""The vocabulary of a battle sheet in any system: rows of units, boxes to tick, charts, tracks, logs, labels.

A system's ``sheet.py`` fills these in with the words and numbers of its rules; ``campaign_reports`` draws them all in
one look. Head, map and foot of the paper are not in here: they are the same for every system (``words.packet``).
Nothing depends on colour alone: everything coloured says the same in words or signs.

    SheetBody(blocks, tables, tracks, logs, labels, ...)    everything of one side that is the system's own
    UnitBlock(letter, command, name, ...)             a command: its strip, then its battalions
    Column(head, under, wide), TickColumn(head, under, count)    columns of figures and of boxes of the unit table
    UnitRow(line, unit, name, ...)                    a battalion with its cells, boxes and sub-rows
    BoxRow(label, ...), Box(...), Mark       a stand, company or platoon with what it has to lose
    QuickTable, QuickRow, RowTone                     a quick-reference chart
    Track, TrackCell                                  turns, hours or a clock to cross off
    Log                                               blank lines to write on
    UnitLabel, LabelColour                            to cut out
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from campaign.terms.state import State
from campaign.values import dataclass
from campaign.words.hex_grid import HexGrid
from campaign.words.papers import Fact
from campaign.words.symbol import UnitSymbol


class RowTone(StrEnum):
    """The print of a row of a quick-reference chart: plain, grey (the opponent's), or as the head of a group."""

    PLAIN = "plain"
    SHADED = "shaded"
    GROUP = "group"


class Mark(StrEnum):
    """A threshold printed over or under a box, which is reached when the box is ticked."""

    NONE = ""
    QUARTER = "\N{VULGAR FRACTION ONE QUARTER}"
    THIRD = "\N{VULGAR FRACTION ONE THIRD}"
    HALF = "\N{VULGAR FRACTION ONE HALF}"
    TWO_THIRDS = "\N{VULGAR FRACTION TWO THIRDS}"
    THREE_QUARTERS = "\N{VULGAR FRACTION THREE QUARTERS}"
    TEST = "test"
    SPENT = "spent"
    LAST = "out"


@dataclass(frozen=True, slots=True)
class Box:
    """A box to tick. ``text`` stands in it small (``K``, ``3``, ``4+``); ``ticked``: printed as crossed already.

    ``mark`` is a threshold at this box; ``note`` stands under it (the score it tests on). ``heavy`` frames it boldly.
    ``label`` stands beside it, where a group is a choice and not a count (``march``, ``line``).
    """

    text: str = ""
    ticked: bool = False
    mark: Mark = Mark.NONE
    note: str = ""
    heavy: bool = False
    label: str = ""


def boxes(
    count: int, *, ticked: int = 0, marks: dict[int, Mark] | None = None, notes: dict[int, str] | None = None
) -> tuple[Box, ...]:
    """Return a row of plain boxes, the first ``ticked`` of them crossed; marks and notes by the number of the box, from
    1.
    """
    return tuple(
        Box(
            ticked=n <= ticked,
            mark=(marks or {}).get(n, Mark.NONE),
            note=(notes or {}).get(n, ""),
            heavy=n in (marks or {}),
        )
        for n in range(1, count + 1)
    )


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """The boxes under one head: ``hits``, ``officer``, ``spent``. ``head`` stands before the first box; ``wide``: each
    box in millimetres, 0 as usual.
    """

    head: str
    boxes: tuple[Box, ...]
    wide: float = 0.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures of the unit table. ``wide`` in millimetres; ``strong``: set in bold; ``rule``: a fine rule
    before it."""

    head: str
    under: str = ""
    wide: float = 9.0
    strong: bool = False
    rule: bool = False


@dataclass(frozen=True, slots=True)
class TickColumn:
    """A column of boxes that every unit row has, at the right of the table: ``head`` over all, a word ``under`` it for
    each box.

    A row with fewer boxes leaves the rest of its column empty. ``pitch`` from box to box, in millimetres.
    """

    head: str
    under: tuple[str, ...] = ()
    count: int = 1
    pitch: float = 5.5


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A stand, company, platoon, gun or vehicle of a battalion: its name, its notes, and its boxes.

    ``cells`` stand before the boxes, each with its own label (``moves 6``); ``colour`` where the system colours its
    labels. ``kind``: the plural under which it is grouped with others of its command (``companies``); facts common to a
    kind are printed once, on the command's strip. ``short``: its label where stands stand close together, without the
    heads of their boxes, which the legend tells apart.
    """

    label: str
    groups: tuple[BoxGroup, ...] = ()
    cells: tuple[Fact, ...] = ()
    note: str = ""
    colour: LabelColour | None = None
    kind: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A battalion's line. ``unit`` is its id; the query puts the ``symbol`` in. ``cells`` go with
    ``SheetBody.columns``.

    ``ticks`` go with ``SheetBody.ticks``, a tuple of boxes for each; ``groups``: further boxes with their own heads,
    under the row; ``rows``: stand by stand; ``facts``: words under the row (``tests at 5: 4, 5, 6``).
    """

    line: int
    unit: int
    name: str
    note: str = ""
    arrives: str = ""
    cells: tuple[str, ...] = ()
    ticks: tuple[tuple[Box, ...], ...] = ()
    groups: tuple[BoxGroup, ...] = ()
    rows: tuple[BoxRow, ...] = ()
    facts: tuple[Fact, ...] = ()
    state: State = State.FRESH
    symbol: UnitSymbol | None = None


@dataclass(frozen=True, slots=True)
class StripFact(Fact):
    """A longer fact on a command's strip: with a ``note`` beside it, or ``parts`` instead of a text (odds by enemy).

    ``wide``: the room it wants, in millimetres.
    """

    note: str = ""
    parts: tuple[Fact, ...] = ()
    wide: float = 18.0


@dataclass(frozen=True, slots=True)
class UnitBlock:
    """A command: the tinted strip with its facts (``Fact`` or ``StripFact``) and boxes, then its battalions.
    ``command`` is its id."""

    letter: str
    command: int
    name: str
    led_by: str = ""
    facts: tuple[Fact, ...] = ()
    groups: tuple[BoxGroup, ...] = ()
    rows: tuple[UnitRow, ...] = ()
    shared: tuple[Fact, ...] = ()
    """Facts that apply to all its battalions, or to all their stands of one kind; printed as running text on the strip.
    """
    umpire: str = ""
    """The umpire's note on the command in a few words: ``5-6`` (readiness)."""


@dataclass(frozen=True, slots=True)
class QuickRow:
    """A row of a quick-reference chart."""

    cells: tuple[str, ...]
    tone: RowTone = RowTone.PLAIN


@dataclass(frozen=True, slots=True)
class QuickTable:
    """A quick-reference chart. The last columns are results (bold, right); ``words`` says how many leading columns are
    words.
    """

    title: str
    rows: tuple[QuickRow, ...]
    heads: tuple[str, ...] = ()
    """Heads of the result columns."""
    words: int = 1
    note: str = ""
    of_this_battle: bool = False
    """True for a chart worked out for the units of one battle. It is printed on every sheet and is not part of the
    reference."""


def quick_table(
    title: str,
    rows: Iterable[QuickRow | tuple[str, ...]],
    heads: Iterable[str] = (),
    *,
    note: str = "",
    words: int = 1,
    of_this_battle: bool = False,
) -> QuickTable:
    """Return a chart of these rows; a bare tuple of cells is a plain row."""
    made = tuple(row if isinstance(row, QuickRow) else QuickRow(row) for row in rows)
    return QuickTable(title, made, tuple(heads), words, note, of_this_battle)


@dataclass(frozen=True, slots=True)
class TrackCell:
    """A turn, hour or quarter of an hour: ``label`` in the cell, ``note`` under it; ``dark`` by night."""

    label: str
    note: str = ""
    dark: bool = False
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A row of cells to cross off as time passes, or a tally to count (companies lost of N). ``rows``: names of rows
    under it, with a box under each cell to write into."""

    title: str
    cells: tuple[TrackCell, ...]
    note: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """Blank lines to write on: ``heads`` over them, their widths in ``shares`` of the line; ``boxes`` to cross at each
    line's end.

    ``wide`` in millimetres; a log of 30 or less stands beside the tables.
    """

    title: str
    heads: tuple[str, ...] = ()
    lines: int = 4
    shares: tuple[float, ...] = ()
    note: str = ""
    wide: float = 60.0
    boxes: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    """Labels for entries, each before a line of its own, two to the width; they replace the blank lines."""


class LabelColour(StrEnum):
    """The colours with which a system codes its labels; each is printed with its word or sign."""

    WHITE = "white"
    BLACK = "black"
    GREY = "grey"
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    ORANGE = "orange"
    PURPLE = "purple"
    BROWN = "brown"
    PINK = "pink"


@dataclass(frozen=True, slots=True)
class UnitLabel:
    """A label for a base on the table. ``bars``: its colours from the left; ``sign``: the same in letters, for readers
    who cannot tell the colours apart.

    ``line`` is the battalion's line; ``title`` and ``text`` stand on the label; ``groups`` are boxes on it.
    """

    line: int
    unit: int
    title: str
    text: str = ""
    sign: str = ""
    bars: tuple[LabelColour, ...] = ()
    groups: tuple[BoxGroup, ...] = ()
    symbol: UnitSymbol | None = None


@dataclass(frozen=True, slots=True)
class Reminders:
    """Rules that no chart contains, in a line each: a label and its text."""

    title: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """The part of a system that is the same in every battle, complete: its charts, its rules in short, and the house
    rules where its book is silent.
    """

    tables: tuple[QuickTable, ...]
    reminders: tuple[Reminders, ...]
    house_rules: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class SheetBody:
    """The part of one side's sheet that is the system's own. ``columns`` head the cells of every unit row, ``ticks``
    its boxes at the right.
    """

    system: str
    """Name of the rule system, for the head of the charts."""
    columns: tuple[Column, ...]
    blocks: tuple[UnitBlock, ...]
    ticks: tuple[TickColumn, ...] = ()
    facts: tuple[Fact, ...] = ()
    """Facts about the side as a whole: ``12 companies, lost at 7``."""
    tables: tuple[QuickTable, ...] = ()
    tracks: tuple[Track, ...] = ()
    logs: tuple[Log, ...] = ()
    labels: tuple[UnitLabel, ...] = ()
    legend: tuple[str, ...] = ()
    reminders: tuple[Reminders, ...] = ()
    """Rules in short for these units, if the sheet has room; the reference has all of them."""
    differences: tuple[str, ...] = ()
    """House rules in force that differ from the book."""
    readings: tuple[Fact, ...] = ()
    """House rules where the book is silent, for these units, if the sheet has room; the reference has all of them."""
    weather: str = ""
    """Today's weather with its effects in this system, for the head."""
    grid: HexGrid | None = None
    """Blank map of numbered hexes beside the deployment map, in a system that is played on hexes."""
    landscape: bool = False
