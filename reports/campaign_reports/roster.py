"""The roster: a row for each unit, 45 to a page, with repeated heads; a page ends only before a command; totals may
stand after the break.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from campaign.terms.forces import Level
from campaign.values import dataclass, field, replace
from campaign.views.orbat.roster import COLUMNS, Column, Roster, RosterGroup, RosterRow, Strength
from campaign.words.symbol import Complement, UnitSymbol
from campaign_reports.branches import BREADTH, Stamp
from campaign_reports.document import Document, rendered
from campaign_reports.page import Paper, Part, Sheet, Side
from campaign_reports.style import (
    BLOCK_RULE,
    CLOSE_RULE,
    FAINT,
    FLOOR,
    INK,
    NOTE,
    PEN_RULE,
    SECOND,
    TEXT,
    TRACK,
    WHITE,
    ZEBRA,
    tint,
)
from campaign_reports.symbols import draw_in_row, draw_mark, mark_width
from campaign_reports.type import Cut, Setting, dashes, fit, paragraph, width

ROW = 15.2
SIGN, NUMBER, UNIT, END = 10, 45, 48, 538
STARTS = dict(zip(COLUMNS, accumulate((column.width for column in COLUMNS), initial=UNIT), strict=False))
"""Left edge of each column, from the left edge of the page."""


def edge_of(column: Column) -> float:
    """Return the position of a column's heading and figures: its right end, if they are aligned right, else its
    beginning.
    """
    return STARTS[column] + (column.width if column.is_ranged_right else 0)


EDGES = {column.heading: edge_of(column) for column in COLUMNS}
LED, EST, MEN, BAR, STATE, SINCE = (
    EDGES[heading] for heading in ("commander", "est.", "men", "share", "state", "since yesterday")
)
READING = (
    "est. = establishment; men = present today; share = men of the establishment, tall and black below 85 %, with a"
    " white end for the losses since yesterday; tanks to guns = fit / establishment; other veh. = carriers,"
    " half-tracks, lorries, self-propelled guns (guns too); attached = the command that the unit fights under"
)
WORN = 0.85


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line: its height and how to draw it at y."""

    height: float
    draw: Callable[[Sheet, float], None]


@dataclass(slots=True)
class Stretch:
    """Lines that stay together: a command with its head, and the totals after it. ``band`` is repeated over a page
    break.
    """

    band: str
    led_by: str
    heads: list[Line] = field(default_factory=list)
    name: str = ""
    rows: list[Line] = field(default_factory=list)
    totals: list[Line] = field(default_factory=list)
    begins_band: bool = False

    @property
    def height(self) -> float:
        return sum(line.height for line in (*self.heads, *self.rows, *self.totals))


@rendered
def render_roster(view: Roster, _: Paper) -> Document:
    """Return the roster of a force."""
    stretches = tuple(_stretches(view))  # set in type once, for counting and for drawing
    return Document((Part(view.masthead, lambda sheet: _paint(sheet, view, stretches), listed=True),), (view,))


def _paint(sheet: Sheet, view: Roster, stretches: Sequence[Stretch]) -> None:
    y = _begin(sheet, sheet.begin(), view)
    low = sheet.foot - 4 - 8 * len(_reading(sheet, view))
    top = y
    for stretch in stretches:
        # A command moves whole; one that is longer than a page begins here with three rows at least.
        least = (
            stretch.height
            if stretch.height <= low - top
            else sum(line.height for line in (*stretch.heads, *stretch.rows[:3]))
        )
        if y + least > low and y > top:
            y = _begin(sheet, sheet.turn(), view)
            if stretch.band and not stretch.begins_band:
                y = _put(sheet, y, _band(stretch.band, stretch.led_by, continued=True))
        for head in stretch.heads:
            y = _put(sheet, y, head)
        totals = sum(line.height for line in stretch.totals)
        for step, row in enumerate(stretch.rows):
            remaining = len(stretch.rows) - step
            end = (
                sum(line.height for line in stretch.rows[step:]) + totals if remaining <= 2 else row.height
            )  # totals never stand alone
            if y + end > low:
                y = _begin(sheet, sheet.turn(), view)
                y = _put(
                    sheet,
                    y,
                    _band(stretch.name or stretch.band, stretch.led_by if not stretch.name else "", continued=True),
                )
            y = _put(sheet, y, row)
        for total in stretch.totals:
            if y + total.height > low:
                y = _begin(sheet, sheet.turn(), view)
            y = _put(sheet, y, total)
    if not view.groups:
        sheet.text(sheet.left_x, y + 20, "No unit.", 9)


def _put(sheet: Sheet, y: float, line: Line) -> float:
    if not sheet.counting:
        line.draw(sheet, y)
    return y + line.height


def _reading(sheet: Sheet, view: Roster) -> tuple[str, ...]:
    words = f"{READING}. {view.note}" if view.note and view.note not in READING else READING
    return paragraph(words, sheet.room, NOTE).lines


def _begin(sheet: Sheet, y: float, view: Roster) -> float:
    """Draw column heads, and how to read them at the foot; returns the y of the first line."""
    lines = _reading(sheet, view)
    for step, line in enumerate(lines):
        sheet.text(sheet.left_x, sheet.foot - 4 - 8 * (len(lines) - 1 - step), line, NOTE, Cut.REGULAR, FAINT)
    base = y + 13
    for column in COLUMNS:
        side = Side.RIGHT if column.is_ranged_right else Side.LEFT
        sheet.text(sheet.left_x + edge_of(column), base, column.heading, NOTE, Cut.SEMIBOLD, SECOND, side)
    sheet.rule(sheet.left_x, y + 17, sheet.right_x, CLOSE_RULE)
    return y + 20


# Groups


def _stretches(view: Roster) -> Iterator[Stretch]:
    for group in view.groups:
        yield from _root(group)


def _root(group: RosterGroup) -> Iterator[Stretch]:
    """Yield the topmost formation: its name, its own troops, its groups, its total."""
    head = _root_head(group)
    own_stretch = _of_rows(group, "", "", []) if group.rows and not group.groups else None
    if own_stretch is not None:
        own_stretch.heads.insert(0, head)
        own_stretch.totals += _total(group)
        yield own_stretch
        return
    parts: list[Stretch] = []
    if group.rows:
        parts.append(_of_rows(group, _troops(group), "", [_band(_troops(group), "")]))
        parts[-1].begins_band = True
    for below in group.groups:
        parts += _banded(below)
    if not parts:
        parts = [Stretch("", "")]
    parts[0].heads.insert(0, head)
    parts[-1].totals += _total(group)
    yield from parts


def _banded(group: RosterGroup) -> list[Stretch]:
    """Return a formation under the topmost one: a tinted band, its commands, then its own troops."""
    parts: list[Stretch] = []
    if not group.groups:
        parts.append(_of_rows(group, group.name, group.led_by, []))
    for below in group.groups:
        parts += _commands(below, group, 1)
    if group.groups and group.rows:
        parts.append(_of_rows(group, group.name, group.led_by, [_sub_head(_troops(group), "", 1)], _troops(group)))
    parts[0].heads.insert(0, _band(group.name, group.led_by))
    parts[0].begins_band = True
    parts[-1].totals += _total(group)
    return parts


def _commands(group: RosterGroup, band: RosterGroup, depth: int) -> list[Stretch]:
    """Return the rows of a command and of those below it; a command of a single unit has no total."""
    parts = [_of_rows(group, band.name, band.led_by, [_sub_head(group.name, group.led_by, depth)], group.name)]
    for below in group.groups:
        parts += _commands(below, band, depth + 1)
    if len(group.rows) > 1 or group.groups:
        parts[-1].totals += _total(group)
    return parts


def _troops(group: RosterGroup) -> str:
    return {Level.DIVISION: "Divisional troops", Level.COMMAND: "Under command"}.get(
        group.level, f"{group.level.value.capitalize()} troops"
    )


def _of_rows(group: RosterGroup, band: str, led_by: str, heads: list[Line], name: str = "") -> Stretch:
    return Stretch(band, led_by, heads, name, [_row(row, shaded=step % 2 == 0) for step, row in enumerate(group.rows)])


# Heads and totals


def _root_head(group: RosterGroup) -> Line:
    name = fit(group.name, 300, 11.5, Cut.BOLD, 2)

    def paint(sheet: Sheet, y: float) -> None:
        sheet.heading(y, group.name)
        low = sheet.lines(sheet.left_x, y + 14, name)
        sheet.fitted(
            sheet.left_x + name.width + 8, low, group.led_by, sheet.room - name.width - 10, 8, Cut.REGULAR, SECOND
        )

    return Line(12 + name.pitch * len(name.lines), paint)


def _band(title: str, led_by: str, *, continued: bool = False) -> Line:
    name = fit(title + (", continued" if continued else ""), 330, 9.4, Cut.BOLD, 2)
    leader = fit(led_by, 190, 7.8, Cut.REGULAR, 2)
    high = max(17.0, 7 + max(name.height, leader.height)) + 5

    def paint(sheet: Sheet, y: float) -> None:
        if not continued:
            sheet.heading(y, title)
        sheet.box(sheet.left_x, y + 3, sheet.room, high - 5, fill=tint(sheet.accent))
        sheet.rule(sheet.left_x, y + 3, sheet.right_x, 1.1, sheet.accent)
        sheet.lines(sheet.left_x + 5, y + 15, name)
        sheet.lines(sheet.right_x - 5, y + 15, leader, SECOND, Side.RIGHT)

    return Line(high, paint)


def _sub_head(title: str, led_by: str, depth: int) -> Line:
    name = fit(title, EST - 6 * depth, 7.6, Cut.BOLD, 2)
    start = max(LED, 6 * depth + name.width + 10)
    leader = fit(led_by, END - start, TEXT, Cut.REGULAR)
    high = max(15.0, name.height + 8, leader.height + 8)

    def paint(sheet: Sheet, y: float) -> None:
        sheet.lines(sheet.left_x + 6 * depth, y + high - 4 - name.pitch * (len(name.lines) - 1), name)
        sheet.lines(sheet.left_x + start, y + high - 4 - leader.pitch * (len(leader.lines) - 1), leader)
        sheet.rule(sheet.left_x, y + high - 0.6, sheet.right_x, PEN_RULE, FAINT)

    return Line(high, paint)


def _total(group: RosterGroup) -> list[Line]:
    if group.total is None:
        return []
    strength = group.total
    name = fit(f"Total\N{NO-BREAK SPACE} {group.name}", EST - 32 - 4, TEXT, Cut.BOLD, 2)
    note = fit(dashes(group.total_note), END - SINCE, TEXT, Cut.BOLD, 2)
    high = max(17.4, name.height + 9, note.height + 9)

    def paint(sheet: Sheet, y: float) -> None:
        base = y + high / 2 + 3.4
        sheet.rule(sheet.left_x, y + 0.8, sheet.right_x, BLOCK_RULE)
        sheet.lines(sheet.left_x + 4, base - name.pitch * (len(name.lines) - 1) / 2, name)
        _draw_figures(sheet, base, y + high / 2, strength, bold=True)
        if strength.men_establishment:
            share = f"{round(100 * strength.men / strength.men_establishment)} % of establishment"
            sheet.fitted(sheet.left_x + STATE, base, share, SINCE - STATE - 2, TEXT, colour=SECOND)
        sheet.lines(sheet.left_x + SINCE, base - note.pitch * (len(note.lines) - 1) / 2, note)

    return [Line(high, paint)]


# A unit


def _cells(row: RosterRow) -> list[tuple[Column, Setting]]:
    """Return the cells of words, with their settings."""
    cells = []
    end: float = END
    for column in reversed(COLUMNS):
        text = column.words(row) if column.words else ""
        if column.words is None:
            end = STARTS[column]
        elif text:
            start = STARTS[column]
            stop = (end if column.is_spread else start + column.width) - 3
            room = column.room or (stop if column.width else END) - start
            is_bold = column.heading == "state" and row.needs_notice
            cut = Cut.BOLD if is_bold else Cut.SEMIBOLD if column.heading == "unit" else Cut.REGULAR
            text = dashes(text) if column.heading == "since yesterday" else text
            cells.append((column, fit(text, room, TEXT, cut, 2)))
            end = start
    return cells[::-1]


def _row(row: RosterRow, *, shaded: bool) -> Line:
    cells = _cells(row)
    sign = replace(row.symbol, number="", superior="")
    high = max(ROW, max(cell.pitch * len(cell.lines) for _, cell in cells) + 3.4)

    def paint(sheet: Sheet, y: float) -> None:
        middle = y + high / 2
        if shaded:
            sheet.box(sheet.left_x, y, sheet.room, high, fill=ZEBRA)
        h = 9.6
        sheet.stamp((sign, high), sheet.left_x, y, 64, lambda x, top: _draw_sign(sheet, sign, x, top, high, h))
        sheet.fitted(
            sheet.left_x + NUMBER,
            middle + 2.7,
            row.number,
            NUMBER - SIGN - BREADTH * h - 2,
            TEXT,
            Cut.BOLD,
            INK,
            Side.RIGHT,
        )
        for column, cell in cells:
            sheet.lines(
                sheet.left_x + STARTS[column],
                middle + 2.7 - cell.pitch * (len(cell.lines) - 1) / 2,
                cell,
                INK if column.heading in ("unit", "state", "since yesterday") else SECOND,
            )
        _draw_figures(sheet, middle + 2.7, middle, row.strength, bold=False, counts=row.symbol.state.is_in_play)

    return Line(high, paint)


def _draw_sign(sheet: Sheet, sign: UnitSymbol, x: float, y: float, high: float, h: float) -> None:
    """Draw symbol and size mark of a row from y down. The mark stands left of the box, in a column of its own, so that
    rows stay close.
    """
    draw_in_row(
        sheet, replace(sign, mark=None, ad_hoc=False, complement=Complement.WHOLE), x + SIGN, y, high, h, sheet.accent
    )
    if sign.mark is None:
        return
    fits = min(1.6 * h, 8.6 / max(0.2, mark_width(sign.mark)))
    pen = Stamp(sheet, x + 4.4 - BREADTH * fits / 2, y + high / 2 - 0.6 - fits / 2, fits, sheet.accent)
    draw_mark(pen, sign.mark, 0, 0)


def _draw_figures(
    sheet: Sheet, base: float, middle: float, strength: Strength, *, bold: bool, counts: bool = True
) -> None:
    """Draw the figures of a row. ``counts``: they are in the totals; those of a unit out of play stand in brackets."""
    x = sheet.left_x
    grey_cut = Cut.BOLD if bold else Cut.REGULAR
    if strength.men_establishment:
        sheet.fitted(x + EST, base, f"{strength.men_establishment:,}", 24, TEXT, grey_cut, FAINT, Side.RIGHT)
    if strength.men or strength.men_establishment:
        men = f"{strength.men:,}" if counts else f"({strength.men:,})"
        sheet.fitted(
            x + MEN,
            base,
            men,
            MEN - EST - 2,
            TEXT,
            Cut.BOLD if counts else Cut.REGULAR,
            INK if counts else SECOND,
            Side.RIGHT,
        )
    draw_bar(
        sheet, x + BAR, middle, 32, strength.men if counts else 0, strength.men_yesterday, strength.men_establishment
    )
    for column in COLUMNS:
        if column.figures:
            now, establishment = column.figures(strength)
            _draw_pair(sheet, x + edge_of(column), base, now, establishment, column.width - 2, counts=counts)


def _draw_pair(
    sheet: Sheet, x: float, base: float, fit_now: int, establishment: int, room: float, *, counts: bool
) -> None:
    """Draw a pair of figures, ``46/72``: the first bold, the second grey; ``(16)/24`` for a unit out of play."""
    if not establishment and not fit_now:
        return
    second = f"/{establishment}" if establishment else ""
    first = str(fit_now) if counts else f"({fit_now})"
    whole_setting = fit(f"{first}{second}", room, TEXT, Cut.BOLD, smallest=FLOOR)
    cut = Cut.NARROW if whole_setting.cut is Cut.NARROW_SEMIBOLD else Cut.REGULAR
    edge = x - width(second, cut, whole_setting.size)
    sheet.text(
        edge,
        base,
        first,
        whole_setting.size,
        whole_setting.cut if counts else cut,
        INK if counts else SECOND,
        Side.RIGHT,
    )
    sheet.text(x, base, second, whole_setting.size, cut, FAINT, Side.RIGHT)


def draw_bar(
    sheet: Sheet, x: float, middle: float, wide: float, now: int, before: int | None, establishment: int
) -> None:
    """Draw a bar: track = establishment, filled = present, white end = lost since yesterday; tall and black below 85
    per cent.
    """
    if establishment <= 0:
        return
    share = min(1.0, max(0, now) / establishment)
    worn = now < WORN * establishment
    high = 6.4 if worn else 4.2
    sheet.box(x, middle - 2.1, wide, 4.2, fill=TRACK)
    sheet.box(x, middle - high / 2, wide * share, high, fill=INK if worn else sheet.accent)
    if before is not None and before > now:
        lost = min(1.0, before / establishment) - share
        if lost * wide > 0.3:
            sheet.box(x + wide * share, middle - high / 2, max(1.2, lost * wide), high, 0.5, INK, WHITE)
