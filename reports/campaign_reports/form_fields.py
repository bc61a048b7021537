"""The boxes of a form that can be filled in on the screen, laid over the print: crosses and words go where the pen
would go.

They print nothing as long as they are empty. Typed text is set by the reader's program in Helvetica, which every one
has. A sheet that may not be filled in on the screen has no boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from reportlab.pdfbase.acroform import AcroForm

from campaign.words.form_boxes import BoxKind, FormBox
from campaign_reports.page import Sheet
from campaign_reports.style import MM

TYPED: float = 10.0
"""Type size in points of typed text in a box; on a line to write on it is smaller."""
ON_A_LINE: float = 8.0
LINE_HIGH: float = 5.2 * MM
INSET: float = 0.6
BLANK = " "
"""First choice of a list, before a choice is made: the library accepts no empty text."""


class Fillable:
    """The boxes of one form by their names: each is put on the page where it is drawn."""

    def __init__(self, boxes: Mapping[str, FormBox]) -> None:
        self.boxes = boxes

    def identify(self, sheet: Sheet) -> None:
        """Add the hidden boxes that identify the form."""
        for box in self.boxes.values():
            if box.kind is BoxKind.HIDDEN:
                self._text(sheet, box, (sheet.left_x, sheet.foot, 10, 6), "readOnly", value=box.value, visible="hidden")

    def tick(self, sheet: Sheet, name: str, x: float, y: float, wide: float, high: float) -> None:
        """Add a box to cross, upper left corner at (x, y)."""
        box = self.boxes[name]
        if sheet.counting or not sheet.fillable:
            return
        size = min(wide, high)
        form: Any = sheet.canvas.acroForm
        if "checkboxAP" not in vars(form):
            form.checkboxAP = cache(form.checkboxAP)  # hundreds of boxes of one size, each with six looks
        form.checkbox(
            buttonStyle="cross",
            fillColor=None,
            borderColor=None,
            borderWidth=0,
            size=size * sheet.scale,
            x=(x + (wide - size) / 2) * sheet.scale,
            y=(sheet.height - y - (high + size) / 2) * sheet.scale,
            name=box.name,
            tooltip=box.label,
            fieldFlags="",
        )

    def write(
        self, sheet: Sheet, name: str, x: float, y: float, wide: float, high: float, *, several: bool = False
    ) -> None:
        """Add a box to write in; ``several``: on as many lines as fit."""
        box = self.boxes[name]
        place = (x + INSET, y + INSET, wide - 2 * INSET, high - 2 * INSET)
        self._text(
            sheet, box, place, "multiline" if several else "", size=TYPED if box.kind is BoxKind.NUMBER else ON_A_LINE
        )

    def choose(self, sheet: Sheet, name: str, x: float, y: float, wide: float, high: float) -> None:
        """Add a list to choose from; other words may be written over it. A list with letters that the reader's typeface
        lacks, or an empty one, becomes a box to write in.
        """
        box = self.boxes[name]
        if not box.options or not all(option.isascii() for option in box.options):
            self.write(sheet, name, x, y, wide, high)
            return
        if sheet.counting or not sheet.fillable:
            return
        form: Any = sheet.canvas.acroForm
        form.choice(
            value=BLANK,
            options=[BLANK, *box.options],
            fillColor=None,
            borderColor=None,
            borderWidth=0,
            width=(wide - 2 * INSET) * sheet.scale,
            height=(high - 2 * INSET) * sheet.scale,
            x=(x + INSET) * sheet.scale,
            y=(sheet.height - y - high + INSET) * sheet.scale,
            name=box.name,
            tooltip=box.label,
            fieldFlags="combo edit",
            fontName="Helvetica",
            fontSize=ON_A_LINE * sheet.scale,
            maxlen=200,
        )

    def comb(self, sheet: Sheet, name: str, x: float, y: float, wide: float, high: float) -> None:
        """Add joined boxes, one character in each."""
        self._text(sheet, self.boxes[name], (x, y, wide, high), "comb doNotScroll")

    def write_on_line(self, sheet: Sheet, name: str, x1: float, x2: float, y: float) -> None:
        """Add a line to write on, at y."""
        self.write(sheet, name, x1, y - LINE_HIGH, x2 - x1, LINE_HIGH)

    @staticmethod
    def _text(
        sheet: Sheet,
        box: FormBox,
        place: tuple[float, float, float, float],
        flags: str,
        *,
        size: float = TYPED,
        value: str = "",
        visible: str = "print",
    ) -> None:
        if sheet.counting or not sheet.fillable:
            return
        x, y, wide, high = place
        form: Any = sheet.canvas.acroForm
        form.txAP = partial(_undrawn, form)
        form.textfield(
            value=value,
            fillColor=None,
            borderColor=None,
            borderWidth=0,
            width=wide * sheet.scale,
            height=high * sheet.scale,
            x=x * sheet.scale,
            y=(sheet.height - y - high) * sheet.scale,
            name=box.name,
            tooltip=box.label,
            fieldFlags=flags,
            annotationFlags=visible,
            fontName="Helvetica",
            fontSize=size * sheet.scale,
            maxlen=box.longest or 200,
        )


def _undrawn(form: Any, key: str, _value: str, *styles: Any, **more: Any) -> Any:
    """Return the look of a field without its value: the library draws that in Helvetica, letter by letter, and knows no
    letter beyond Latin-1; a hidden value need not be drawn.
    """
    return AcroForm.txAP(form, key, "", *styles, **more)
