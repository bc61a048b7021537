"""Booklets: every page at half its size, two on a sheet, in the order in which the sheets are folded."""

# ruff: noqa: N802  the names of the methods are those of ReportLab's canvas

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaign.values import dataclass
from campaign_reports.sparing import SparingCanvas


def folded(pages: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the left and right page of each side of paper, from the outermost sheet inwards, front before back; None is
    blank. ``folded(4)`` is (4, 1), (2, 3). Two pages stand beside one another on one side.
    """
    if pages <= 2:
        yield 1, 2 if pages == 2 else None
        return
    last = pages + -pages % 4
    for first in range(1, last // 2 + 1):
        pair = (last + 1 - first, first) if first % 2 else (first, last + 1 - first)
        left_page, right_page = (page if page <= pages else None for page in pair)
        yield left_page, right_page


@dataclass(slots=True)
class KeptPage:
    """The drawing of a page, the names of the drawings that it uses, and its size."""

    code: list[str]
    stamps: Any
    wide: float
    high: float


class BookletCanvas(SparingCanvas):
    """A canvas that keeps its pages until the file is written, and then lays them two on a page. It has no outline,
    since a folded booklet is not read on a screen.
    """

    _startPage: Any  # noqa: N815

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._paper: tuple[float, float] = more["pagesize"]
        self._size = self._paper
        self._pages: list[KeptPage] = []
        super().__init__(*arguments, **more)

    def setPageSize(self, size: tuple[float, float]) -> None:
        self._size = size
        super().setPageSize(size)

    def showPage(self) -> None:
        """End a page and keep it."""
        self._pages.append(KeptPage(self._code, self._formsinuse, *self._size))
        self._startPage()
        self._last, self._kept = {}, []

    def bookmarkPage(self, *arguments: Any, **more: Any) -> None:  # type: ignore[override]
        """Do nothing: pages that are folded are not link targets."""

    bookmarkHorizontalAbsolute = bookmarkPage  # type: ignore[assignment]  # noqa: N815
    addOutlineEntry = bookmarkPage  # noqa: N815
    showOutline = bookmarkPage  # noqa: N815

    def put_later(self, number: int, place: str, code: str) -> None:
        page = self._pages[number - 1]
        page.code[page.code.index(place)] = code

    def draw_the_rest(self) -> None:
        super().draw_the_rest()
        for number, page in enumerate(self._pages, 1):
            self._code, self._formsinuse = page.code, page.stamps
            self.push_state_stack()
            self._formData = (f"page{number}", 0, 0, page.wide, page.high)
            self.endForm()
        high, wide = self._paper
        for pair in folded(len(self._pages)):
            super().setPageSize((wide, high))
            for step, folded_in in enumerate(pair):
                if folded_in is not None:
                    self._lay(folded_in, x=step * wide / 2, wide=wide / 2, high=high)
            super().showPage()

    def _lay(self, number: int, *, x: float, wide: float, high: float) -> None:
        """Put a page into the half sheet at x; one that lies is turned upright, its foot to the right."""
        page = self._pages[number - 1]
        lies = page.wide > page.high
        across, down = (page.high, page.wide) if lies else (page.wide, page.high)
        scale = min(wide / across, high / down)
        self.saveState()
        self.translate(x + (wide - scale * across) / 2, (high - scale * down) / 2)
        self.scale(scale, scale)
        if lies:
            self.translate(across, 0)
            self.rotate(90)
        self.doForm(f"page{number}")
        self.restoreState()
