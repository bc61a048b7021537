"""The columns of a return: their layout over the page, and the head over them on every page."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.terms.return_box import Field, FieldKind
from campaign.values import dataclass
from campaign.words.form_boxes import in_boxes
from campaign.words.packet import ReturnForm
from campaign_reports.page import Sheet, Side
from campaign_reports.style import BLOCK_RULE, CAPTION, MM, NOTE, SECOND, THIRD
from campaign_reports.type import Cut, fit, width

NARROW_PLACE: float = 31 * MM
ASKED_AT: float = 68.3 * MM
"""Left edge of the columns to fill in, from the left edge of the form."""
GIVES_WAY = 11.0
"""Millimetres by which the column of places may be narrowed for the other columns."""
_WIDE = {
    FieldKind.TICK: 11.3,
    FieldKind.NUMBER: 15.0,
    FieldKind.TEXT: 22.0,
    FieldKind.PLACE: 35.0,
    FieldKind.COMMAND: 13.6,
}
"""Width of a column in millimetres, by kind of entry."""
LINE: float = 2.9 * MM
"""Line pitch in the heads."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A column of the form at its place on the page: its left edge and width, from the left margin."""

    column: Field
    x: float
    wide: float

    @property
    def middle(self) -> float:
        return self.x + self.wide / 2

    @property
    def is_written(self) -> bool:
        """True if it is answered on a line to write on."""
        return self.column.kind in (FieldKind.PLACE, FieldKind.COMMAND, FieldKind.TEXT)

    @property
    def in_boxes(self) -> bool:
        """True if its number is crossed in a row of boxes."""
        return in_boxes(self.column)


def _needed_width(column: Field, *, whole_words: bool) -> float:
    if in_boxes(column):
        return 4.15 * (column.most or 0) + 1.8
    if whole_words and column.kind is FieldKind.TICK and " " not in column.label:
        return max(_WIDE[column.kind], width(column.label, Cut.SEMIBOLD, CAPTION) / MM + 0.8)
    return _WIDE[column.kind]


def asked_of(view: ReturnForm, room: float) -> tuple[Asked, ...]:
    """Return the printed columns laid out over the page; closer where there are many, the written numbers wider where
    there are few.
    """
    shown = [column for column in view.columns if column.printed]
    most = (room - ASKED_AT) / MM
    roomy = [_needed_width(return_column, whole_words=True) for return_column in shown]
    wides = (
        roomy
        if sum(roomy) - GIVES_WAY <= most
        else [_needed_width(return_column, whole_words=False) for return_column in shown]
    )
    over = sum(wides) - most
    if over > 0:
        places = [n for n, return_column in enumerate(shown) if return_column.kind is FieldKind.PLACE]
        for n in places:
            wides[n] -= min(over, GIVES_WAY)
        wides = _closer(wides, [wide if n in places else _least_width(shown[n]) for n, wide in enumerate(wides)], most)
    elif over < 0:
        wide_ones = [
            n for n, return_column in enumerate(shown) if return_column.kind in (FieldKind.PLACE, FieldKind.TEXT)
        ]
        for n in wide_ones:
            wides[n] += min(12.0, -over / len(wide_ones))
    result, x = [], ASKED_AT
    for return_column, wide in zip(shown, wides, strict=True):
        result.append(Asked(return_column, x, wide * MM))
        x += wide * MM
    return tuple(result)


def _closer(wides: Sequence[float], least: Sequence[float], most: float) -> list[float]:
    """Return the columns all narrower by the same share, but none narrower than its words."""
    fixed: set[int] = set()
    while True:
        free = [n for n in range(len(wides)) if n not in fixed]
        share = (most - sum(least[n] for n in fixed)) / sum(wides[n] for n in free) if free else 1.0
        tight = {n for n in free if wides[n] * share < least[n]}
        if not tight:
            return [least[n] if n in fixed else wide * min(1.0, share) for n, wide in enumerate(wides)]
        fixed |= tight


def _least_width(column: Field) -> float:
    """Return the millimetres that the column's words need, set narrow."""
    words = [*_BROKEN.get(column.label, column.label.split()), column.note]
    return max(width(word, Cut.NARROW_SEMIBOLD, CAPTION) for word in words) / MM + 0.5


def across(sheet: Sheet, mm: float) -> float:
    """Return the x at a number of millimetres from the left of an A4 page whose margin is 10."""
    return sheet.left_x + (mm - 10) * MM


def _blank_lines(blank: str) -> tuple[str, ...]:
    """Return the meaning of an empty field, in the column under its name."""
    return fit(blank, 31 * MM, CAPTION, lines=2).lines if blank else ()


def head_height(view: ReturnForm, room: float) -> float:
    """Return the height of the table's head, with the meaning of an empty place."""
    return 5.0 * MM + LINE * (_head_lines(asked_of(view, room)) + len(_blank_lines(head_words(view, room))))


def _head_lines(questions: Sequence[Asked]) -> int:
    """Return how many lines the longest head of a column takes."""
    return max((len(_label_lines(question.column.label, _label_room(question))) for question in questions), default=1)


def _label_room(question: Asked) -> float:
    return question.wide - (2.0 if question.is_written else 0.4) * MM


def draw_head(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """Draw the head of the table; returns the y under it."""
    sheet.across(y, BLOCK_RULE)
    questions = asked_of(view, sheet.room)
    top = y + 3.2 * MM
    low = top + LINE * _head_lines(questions)
    for at, word, under in ((10, "Line", ""), (32.4, "Unit", "command"), (68, "At the", "start")):
        sheet.text(across(sheet, at), top, word, CAPTION, Cut.SEMIBOLD)
        sheet.text(across(sheet, at), low, under, CAPTION, colour=THIRD)
    for question in questions:
        _draw_question(sheet, top, low, question)
    place = _place_column(view, sheet.room)
    if place is not None and not _is_narrow(place):
        for step, words in enumerate(_blank_lines(view.blank_place), 1):
            x = sheet.left_x + place.x + 1.9 * MM
            sheet.fitted(x, low + step * LINE, words, place.wide - 1 * MM, CAPTION, colour=THIRD)
    return y + head_height(view, sheet.room)


def _draw_question(sheet: Sheet, top: float, low: float, question: Asked) -> None:
    """Draw the head of one column: over its line to write on, or in the middle over its boxes."""
    room, x, side = _label_room(question), sheet.left_x + question.middle, Side.MIDDLE
    if question.is_written:
        x, side = sheet.left_x + question.x + 1.9 * MM, Side.LEFT
    for step, words in enumerate(_label_lines(question.column.label, room)):
        sheet.fitted(x, top + step * LINE, words, room, CAPTION, Cut.SEMIBOLD, side=side)
    if question.column.kind is not FieldKind.PLACE or not _is_narrow(question):
        sheet.fitted(x, low, question.column.note, room, CAPTION, colour=THIRD, side=side)


def _place_column(view: ReturnForm, room: float) -> Asked | None:
    return next((question for question in asked_of(view, room) if question.column.kind is FieldKind.PLACE), None)


def _is_narrow(place: Asked) -> bool:
    """Return whether the system has too many columns for the words on a unit's final place, which then stand under the
    table.
    """
    return place.wide < NARROW_PLACE


def head_words(view: ReturnForm, room: float) -> str:
    """Return the words in the head on a blank place."""
    place = _place_column(view, room)
    return view.blank_place if place is not None and not _is_narrow(place) else ""


def draw_place_note(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """Draw under the table, where the head has no room for it, the instruction for *ended at*, and the meaning of a
    blank; return the y under it.
    """
    place = _place_column(view, sheet.room)
    high = place_note_height(view, sheet.room)
    if place is not None and high:
        words = "; ".join(filter(None, (place.column.note, view.blank_place)))
        label = place.column.label
        words = f"{label[:1].upper()}{label[1:]}: {words}."
        sheet.fitted(sheet.left_x, y + high, words, sheet.room, NOTE, Cut.ITALIC, SECOND)
    return y + high


def place_note_height(view: ReturnForm, room: float) -> float:
    """Return the height of those words."""
    place = _place_column(view, room)
    return 3.4 * MM if place is not None and _is_narrow(place) and view.commands else 0.0


_BROKEN = {
    "unchanged": ("un-", "changed"),
    "surrounded": ("sur-", "rounded"),
    "surrendered": ("surren-", "dered"),
    "destroyed": ("de-", "stroyed"),
    "dispersed": ("dis-", "persed"),
}
"""Parts of the words that are broken in the head of a narrow column."""


def _label_lines(label: str, room: float) -> tuple[str, ...]:
    """Return the head of a column on one line, or on two where it is too narrow for it."""
    if width(label, Cut.SEMIBOLD, CAPTION) <= room:
        return (label,)
    words = label.split()
    if len(words) == 1:
        return _BROKEN.get(label, (label,))
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda pair: max(width(half, Cut.SEMIBOLD, CAPTION) for half in pair))
