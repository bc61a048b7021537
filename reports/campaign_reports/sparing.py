"""A canvas that writes colour, width and dash only where they change: fewer operators, smaller files, the same marks."""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen.canvas import Canvas


class SparingCanvas(Canvas):
    """Remembers what was set last; a page begins afresh, and a saved state comes back with what was set in it."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._last: dict[str, object] = {}
        self._kept: list[dict[str, object]] = []
        super().__init__(*arguments, **more)

    def _is_new(self, what: str, value: object) -> bool:
        if self._last.get(what) == value:
            return False
        self._last[what] = value
        return True

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """The colour of areas and type."""
        if self._is_new("fill", (r, g, b, alpha)):
            super().setFillColorRGB(r, g, b, alpha)

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """The colour of lines."""
        if self._is_new("stroke", (r, g, b, alpha)):
            super().setStrokeColorRGB(r, g, b, alpha)

    def setLineWidth(self, width: float) -> None:  # noqa: N802
        """The width of lines."""
        if self._is_new("width", width):
            super().setLineWidth(width)

    def setDash(self, array: Any = (), phase: float = 0) -> None:  # noqa: N802
        """The dashes of lines."""
        if self._is_new("dash", (tuple(array) if isinstance(array, (list, tuple)) else array, phase)):
            super().setDash(array, phase)

    def saveState(self) -> None:  # noqa: N802
        """Keeps what is set."""
        self._kept.append(dict(self._last))
        super().saveState()

    def restoreState(self) -> None:  # noqa: N802
        """Brings back what was kept."""
        super().restoreState()
        self._last = self._kept.pop()

    def showPage(self) -> None:  # noqa: N802
        """Ends the page; the next begins with the library's own settings."""
        super().showPage()
        self._last, self._kept = {}, []
