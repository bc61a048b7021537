"""The stands of a battalion on its sheet: companies, platoons, guns and vehicles with their boxes, in lines under its
row.

Short stands share a line; one with more boxes than a line holds continues in the next. A box that is a threshold is
framed boldly, with its name over it and the test that it causes under it.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.values import dataclass, replace
from campaign.words.papers import Fact
from campaign.words.sheet import Box, BoxGroup, BoxRow, LabelColour, Mark, UnitRow
from campaign_reports.page import Sheet, Side
from campaign_reports.pen import cross
from campaign_reports.style import BOX_FIGURE, CAPTION, CLOSE_RULE, FAINT, INK, MM, SECOND, TEXT, WHITE, Colour
from campaign_reports.type import Cut, fit, width

STAND_INDENT: float = 10.6 * MM
BOX_WIDE: float = 3.7 * MM
BOX_HIGH: float = 3.9 * MM
LABEL: float = 25 * MM
GAP: float = 3.2 * MM
CLOSE_BOX: float = 3.35 * MM
CLOSE_GAP: float = 2.0 * MM
"""Space between stands that are set close together; ``CLOSE_BOX`` is the width of their boxes."""
LINE: float = 4.9 * MM
ABOVE: float = 2.1 * MM
BELOW: float = 2.8 * MM
"""Height above the boxes for their thresholds, and below them for the tests."""

SWATCH: dict[LabelColour, Colour] = {
    LabelColour.WHITE: (1.00, 1.00, 1.00),
    LabelColour.BLACK: (0.11, 0.11, 0.11),
    LabelColour.GREY: (0.56, 0.56, 0.56),
    LabelColour.RED: (0.75, 0.22, 0.17),
    LabelColour.BLUE: (0.18, 0.43, 0.64),
    LabelColour.GREEN: (0.24, 0.55, 0.31),
    LabelColour.YELLOW: (0.91, 0.77, 0.23),
    LabelColour.ORANGE: (0.88, 0.54, 0.18),
    LabelColour.PURPLE: (0.49, 0.35, 0.62),
    LabelColour.BROWN: (0.54, 0.35, 0.20),
    LabelColour.PINK: (0.87, 0.56, 0.66),
}
"""Printed colours of the labels; each is beside its word."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stand, or the part of it in one line."""

    label: str
    note: str
    colour: LabelColour | None
    cells: tuple[Fact, ...]
    groups: tuple[BoxGroup, ...]
    least: float = 0.0
    """Width of the widest label among the battalion's stands, so that their figures and boxes are in columns."""
    least_cells: float = 0.0
    """Width of the widest facts of its stands, for stands on a line each, so that the boxes are in columns too."""
    is_close: bool = False
    """True if it is set close to others, without the heads of its boxes."""

    @property
    def gap(self) -> float:
        """Space left free behind the stand."""
        return CLOSE_GAP if self.is_close else GAP

    @property
    def wide(self) -> float:
        """Width of the whole piece."""
        return self.label_wide + self.cells_wide + sum(_group_width(group) for group in self.groups)

    @property
    def label_wide(self) -> float:
        """Room for its label and colour."""
        if self.is_close:
            used = width(self.label, Cut.SEMIBOLD, TEXT) + (3.4 * MM if self.colour else 0) + 1.0 * MM
            return max(self.least, used)
        used = (
            max(width(self.label, Cut.SEMIBOLD, TEXT), width(self.note, Cut.REGULAR, CAPTION))
            + (3.4 * MM if self.colour else 0)
            + 1.6 * MM
        )
        return max(0.0 if not self.label else max(12 * MM, self.least), min(LABEL + 8 * MM, used))

    @property
    def cells_wide(self) -> float:
        """Room for its facts."""
        return max(self.least_cells, sum(_fact_width(fact) for fact in self.cells))

    @property
    def has_marks(self) -> bool:
        """True if anything stands over its boxes."""
        return any(box.mark is not Mark.NONE for group in self.groups for box in group.boxes)

    @property
    def has_notes(self) -> bool:
        """True if anything stands under its boxes or its label."""
        return any(box.note for group in self.groups for box in group.boxes) or bool(self.note)


@dataclass(frozen=True, slots=True)
class Stands:
    """A line of stands, drawn together."""

    pieces: tuple[_Piece, ...]

    @property
    def height(self) -> float:
        """Height of the line."""
        over = ABOVE if any(piece.has_marks for piece in self.pieces) else 0.0
        return LINE + over + (BELOW if any(piece.has_notes for piece in self.pieces) else 0.0)

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw the line with its upper left corner at (x, y)."""
        top = y + 0.5 * MM + (ABOVE if any(piece.has_marks for piece in self.pieces) else 0.0)
        half = (sheet.right_x - x + GAP) / 2
        in_halves = len(self.pieces) == 2 and all(
            piece.wide <= half - GAP and (piece.least or not piece.is_close) for piece in self.pieces
        )
        for piece in self.pieces:
            _draw_piece(sheet, x, top, piece)
            x += half if in_halves else piece.wide + piece.gap


def _fact_width(fact: Fact) -> float:
    return width(fact.label, Cut.REGULAR, CAPTION) + width(fact.text, Cut.SEMIBOLD, TEXT) + 3.6 * MM


def _group_width(group: BoxGroup) -> float:
    head = width(group.head, Cut.REGULAR, CAPTION) + 1.2 * MM if group.head else 0.0
    labels = sum(width(box.label, Cut.REGULAR, CAPTION) + 2 * MM for box in group.boxes if box.label)
    return head + len(group.boxes) * _box_wide(group) + labels + _after(group)


def _after(group: BoxGroup) -> float:
    """Return the space left free behind a group's boxes."""
    return 0.8 * MM if group.wide else 1.6 * MM


def _box_wide(group: BoxGroup) -> float:
    return group.wide * MM or BOX_WIDE


def stands_of(line: UnitRow, page: float) -> list[Stands]:
    """Return the lines under a battalion's row on a page of this width."""
    room = page - STAND_INDENT
    pieces: list[_Piece] = []
    if line.facts or line.groups:
        pieces += _broken(_Piece("", "", None, line.facts, line.groups), room)
    stands = [_piece(row) for row in line.rows]
    many = all(piece.is_close and piece.wide <= room / 3 for piece in stands)
    first = 0 if many else len(pieces) if line.facts else 0
    pieces += [part for row in (stands if many else _in_columns(stands, room)) for part in _broken(row, room)]
    lines: list[list[_Piece]] = []
    used = 0.0
    for step, piece in enumerate(pieces):
        is_alike = not piece.least or not lines or len(lines[-1]) == 1 or piece.has_notes == lines[-1][-1].has_notes
        if lines and not piece.least_cells and step != first and is_alike and used + piece.wide <= room:
            lines[-1].append(piece)
        else:
            lines.append([piece])
            used = 0.0
        used += piece.wide + piece.gap
    return [Stands(tuple(other_line)) for other_line in lines]


def _in_columns(stands: list[_Piece], room: float) -> list[_Piece]:
    """Return the stands with their labels in a column; where each takes a line of its own, their boxes in a column too.
    Equal ones that stand close together go down one column and then the other.
    """
    widest = max((stand.label_wide for stand in stands), default=0.0)
    aligned = [replace(stand, least=widest) for stand in stands]
    boxed = [piece for piece in aligned if piece.groups]
    cells = max((piece.cells_wide for piece in boxed), default=0.0)
    spread = [replace(piece, least_cells=cells) if piece.groups else piece for piece in aligned]
    half = (room - GAP) / 2
    shapes = {tuple(len(group.boxes) for group in piece.groups) for piece in aligned}
    if len(shapes) == 1 and all(piece.is_close and piece.wide <= half for piece in aligned):
        low = -(-len(aligned) // 2)
        return [aligned[at] for step in range(low) for at in (step, step + low) if at < len(aligned)]
    alone = all(piece.wide > half for piece in boxed)
    return spread if len(boxed) > 1 and alone and all(piece.wide <= room for piece in spread) else aligned


def _piece(row: BoxRow) -> _Piece:
    if not row.short:
        return _Piece(row.label, row.note, row.colour, row.cells, row.groups)
    words = [box.text for group in row.groups for box in group.boxes if len(box.text) > 1]
    wide = max(CLOSE_BOX, *(width(word, Cut.REGULAR, CAPTION) + 0.8 * MM for word in words)) if words else CLOSE_BOX
    groups = tuple(BoxGroup("", tuple(map(_with_mark_inside, group.boxes)), wide / MM) for group in row.groups)
    return _Piece(row.short, row.note, row.colour, row.cells, groups, is_close=True)


def _with_mark_inside(box: Box) -> Box:
    return replace(box, text=box.mark.value, mark=Mark.NONE) if box.mark is not Mark.NONE else box


def _broken(piece: _Piece, room: float) -> list[_Piece]:
    """Return a stand over as many lines as it needs: groups continue unbroken, a group longer than a line is broken."""
    if piece.wide <= room:
        return [piece]
    groups = [part for group in piece.groups for part in _parts(group, room - LABEL - 10 * MM)]
    pieces: list[_Piece] = []
    box_groups_here: list[BoxGroup] = []
    head = replace(piece, groups=())
    if head.wide > room:
        half = len(piece.cells) // 2
        pieces.append(_Piece(piece.label, piece.note, piece.colour, piece.cells[:half], ()))
        head = _Piece("", "", None, piece.cells[half:], ())
    for group in groups:
        trial = replace(head, groups=(*box_groups_here, group))
        if trial.wide > room and (box_groups_here or head.cells or head.label):
            pieces.append(replace(head, groups=tuple(box_groups_here)))
            head, box_groups_here = _Piece("", "", None, (), ()), []
        box_groups_here.append(group)
    return [*pieces, replace(head, groups=tuple(box_groups_here))]


def _parts(group: BoxGroup, room: float) -> list[BoxGroup]:
    most = max(1, int(room // BOX_WIDE))
    if len(group.boxes) <= most:
        return [group]
    return [
        BoxGroup(group.head if start == 0 else "", group.boxes[start : start + most])
        for start in range(0, len(group.boxes), most)
    ]


def _draw_piece(sheet: Sheet, x: float, y: float, piece: _Piece) -> None:
    base = y + BOX_HIGH / 2 + 2.4
    left_x = x
    if piece.colour is not None:
        sheet.box(left_x, y + 0.4 * MM, 2.6 * MM, BOX_HIGH - 0.8 * MM, CLOSE_RULE, INK, SWATCH[piece.colour])
        left_x += 3.4 * MM
    if piece.label:
        room = piece.label_wide - (left_x - x) - 1 * MM
        sheet.fitted(left_x, base, piece.label, room, TEXT, Cut.SEMIBOLD)
        sheet.fitted(left_x, base + 6.4, piece.note, room, CAPTION, colour=SECOND)
    x += piece.label_wide
    boxes_at = x + piece.cells_wide
    for fact in piece.cells:
        used = sheet.text(x, base, fact.label, CAPTION, colour=SECOND)
        sheet.text(x + used + 1.0 * MM, base, fact.text, TEXT, Cut.SEMIBOLD)
        x += _fact_width(fact)
    x = boxes_at
    for group in piece.groups:
        x = draw_boxes(sheet, x, y, group, _box_wide(group))


def draw_boxes(
    sheet: Sheet, x: float, y: float, group: BoxGroup, wide: float = BOX_WIDE, high: float = BOX_HIGH
) -> float:
    """Draw a head and its boxes with their thresholds; returns the x behind them."""
    if group.head:
        x += sheet.text(x, y + high / 2 + 2.1, group.head, CAPTION, colour=SECOND) + 1.2 * MM
    for box in group.boxes:
        draw_box(sheet, x, y, box, wide, high)
        x += wide
        if box.label:
            x += sheet.text(x + 0.8 * MM, y + high / 2 + 2.1, box.label, CAPTION) + 2 * MM
    _outline(sheet, x - wide * len(group.boxes), y, group.boxes, wide, high)
    return x + _after(group)


def draw_box(sheet: Sheet, x: float, y: float, box: Box, wide: float, high: float) -> None:
    """Draw a box with the text in, over and under it."""
    sheet.box(x, y, wide, high, CLOSE_RULE, INK, WHITE)
    if box.text:
        sheet.fitted(
            x + wide / 2, y + high / 2 + 2.1, box.text, wide - 0.8, CAPTION, colour=BOX_FIGURE, side=Side.MIDDLE
        )
    if box.ticked:
        cross(sheet, x, y, wide, high)
    if box.mark is not Mark.NONE:
        sheet.fitted(x + wide / 2, y - 1.4, box.mark.value, 2 * wide, CAPTION, Cut.SEMIBOLD, side=Side.MIDDLE)
    if box.note:
        words = fit(box.note, wide * 2.4, CAPTION)
        sheet.text(x + wide / 2, y + high + 6.6, words.lines[0], words.size, colour=FAINT, side=Side.MIDDLE)


def _outline(sheet: Sheet, x: float, y: float, boxes: Sequence[Box], wide: float, high: float) -> None:
    """Draw bold frames, drawn last so that a neighbour does not cover them."""
    if any(box.label for box in boxes):
        return
    for step, box in enumerate(boxes):
        if box.heavy or box.mark is not Mark.NONE:
            sheet.box(x + step * wide, y, wide, high, 1.3, INK)
