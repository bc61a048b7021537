"""The columns of a return: how they are laid out over the page, and the head that stands over them on every page."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.views.form_boxes import in_boxes
from campaign.views.packet import CellKind, ReturnColumn, ReturnForm
from campaign_reports.page import Sheet, Side
from campaign_reports.style import BLOCK_RULE, MM, NOTE, SECOND, THIRD
from campaign_reports.type import Cut, fit, width

NARROW_PLACE: float = 31 * MM
ASKED_AT: float = 68.3 * MM
"""Where the columns begin that are filled in, from the left edge."""
GIVES_WAY = 11.0
"""Millimetres by which the column of places may be narrower where the others need it."""
_WIDE = {CellKind.TICK: 11.3, CellKind.NUMBER: 15.0, CellKind.TEXT: 22.0, CellKind.PLACE: 35.0, CellKind.COMMAND: 13.6}
"""Millimetres of a column."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A column of the form where it stands on the page: its left edge and width, from the left margin."""

    column: ReturnColumn
    x: float
    wide: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return self.x + self.wide / 2

    @property
    def in_boxes(self) -> bool:
        """Is its number crossed in a row of boxes?"""
        return in_boxes(self.column)


def _needed_width(column: ReturnColumn, *, whole_words: bool) -> float:
    if in_boxes(column):
        return 4.15 * (column.most or 0) + 1.8
    if whole_words and column.kind is CellKind.TICK and " " not in column.label:
        return max(_WIDE[column.kind], width(column.label, Cut.SEMIBOLD, NOTE) / MM + 0.8)
    return _WIDE[column.kind]


def asked_of(view: ReturnForm, room: float) -> tuple[Asked, ...]:
    """The printed columns laid out over the page; closer where there are many, the written numbers wider where there
    are few."""
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
        places = [n for n, return_column in enumerate(shown) if return_column.kind is CellKind.PLACE]
        for n in places:
            wides[n] -= min(over, GIVES_WAY)
        written = sum(wides[n] for n in places)
        scale = min(1.0, (most - written) / (sum(wides) - written))
        wides = [wide if n in places else wide * scale for n, wide in enumerate(wides)]
    elif over < 0:
        wide_ones = [
            n for n, return_column in enumerate(shown) if return_column.kind in (CellKind.PLACE, CellKind.TEXT)
        ]
        for n in wide_ones:
            wides[n] += min(12.0, -over / len(wide_ones))
    result, x = [], ASKED_AT
    for return_column, wide in zip(shown, wides, strict=True):
        result.append(Asked(return_column, x, wide * MM))
        x += wide * MM
    return tuple(result)


def across(sheet: Sheet, mm: float) -> float:
    """The x of so many millimetres from the left of an A4 page whose margin is 10."""
    return sheet.left_x + (mm - 10) * MM


def _blank_lines(blank: str) -> tuple[str, ...]:
    """What an empty field means, in the column under its name."""
    return fit(blank, 31 * MM, 6, lines=2).lines if blank else ()


def head_height(blank: str) -> float:
    """Height of the head of the table, with what an empty place means."""
    return (8.0 + 2.2 * len(_blank_lines(blank))) * MM


def draw_head(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """The head of the table; returns the y under it."""
    sheet.across(y, BLOCK_RULE)
    top, low = y + 3.2 * MM, y + 6.4 * MM
    for at, word, under in ((10, "Line", ""), (32.4, "Unit", "command"), (68, "At the", "start")):
        sheet.text(across(sheet, at), top, word, NOTE, Cut.SEMIBOLD)
        sheet.text(across(sheet, at), low, under, 6, colour=THIRD)
    for question in asked_of(view, sheet.room):
        label = f"{question.column.label[:1]}{question.column.label[1:]}"
        if question.column.kind in (CellKind.PLACE, CellKind.COMMAND, CellKind.TEXT):
            sheet.fitted(sheet.left_x + question.x + 1.9 * MM, top, label, question.wide - 2 * MM, NOTE, Cut.SEMIBOLD)
            if question.column.kind is not CellKind.PLACE or not _is_narrow(question):
                sheet.fitted(
                    sheet.left_x + question.x + 1.9 * MM,
                    low,
                    question.column.under,
                    question.wide - 2 * MM,
                    6,
                    colour=THIRD,
                )
        else:
            heads = _label_lines(label, question.wide - 0.4 * MM)
            for step, word in enumerate(heads):
                base = top - (len(heads) - 1 - step) * 2.0 * MM + (1.2 * MM if len(heads) > 1 else 0)
                sheet.fitted(
                    sheet.left_x + question.middle,
                    base,
                    word,
                    question.wide - 0.4 * MM,
                    NOTE,
                    Cut.SEMIBOLD,
                    side=Side.MIDDLE,
                )
            sheet.fitted(
                sheet.left_x + question.middle,
                low,
                question.column.under,
                question.wide - 0.6 * MM,
                6,
                colour=THIRD,
                side=Side.MIDDLE,
            )
    place = _place_column(view, sheet.room)
    if place is not None and not _is_narrow(place):
        for step, words in enumerate(_blank_lines(view.blank_place), 1):
            sheet.fitted(
                sheet.left_x + place.x + 1.9 * MM, low + step * 2.2 * MM, words, place.wide - 1 * MM, 6, colour=THIRD
            )
    return y + head_height(head_words(view, sheet.room))


def _place_column(view: ReturnForm, room: float) -> Asked | None:
    return next((question for question in asked_of(view, room) if question.column.kind is CellKind.PLACE), None)


def _is_narrow(place: Asked) -> bool:
    """Has the system so many columns that the words on where a unit ends stand under the table?"""
    return place.wide < NARROW_PLACE


def head_words(view: ReturnForm, room: float) -> str:
    """What stands in the head on a place that is left blank."""
    place = _place_column(view, room)
    return view.blank_place if place is not None and not _is_narrow(place) else ""


def draw_place_note(sheet: Sheet, y: float, view: ReturnForm) -> float:
    """Under the table, where the head has no room for it: what is written under *ended at*, and what a blank means."""
    place = _place_column(view, sheet.room)
    if place is None or not _is_narrow(place) or not view.commands:
        return y
    words = "; ".join(filter(None, (place.column.under, view.blank_place)))
    label = place.column.label
    sheet.fitted(
        sheet.left_x, y + 3.4 * MM, f"{label[:1].upper()}{label[1:]}: {words}.", sheet.room, NOTE, Cut.ITALIC, SECOND
    )
    return y + 3.4 * MM


_BROKEN = {
    "unchanged": ("un-", "changed"),
    "surrounded": ("sur-", "rounded"),
    "surrendered": ("surren-", "dered"),
    "destroyed": ("de-", "stroyed"),
    "dispersed": ("dis-", "persed"),
}
"""Where a word is broken that heads a narrow column."""


def _label_lines(label: str, room: float) -> tuple[str, ...]:
    """The head of a column on one line, or on two where it is too narrow for it."""
    if width(label, Cut.SEMIBOLD, NOTE) <= room:
        return (label,)
    words = label.split()
    if len(words) == 1:
        return _BROKEN.get(label, (label,))
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda pair: max(width(half, Cut.SEMIBOLD, NOTE) for half in pair))
