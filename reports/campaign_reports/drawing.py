"""The surface on which maps and unit symbols are drawn: a page of paper, or a picture on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from campaign_reports.areas import Spot
from campaign_reports.page import Side
from campaign_reports.style import INK, Colour
from campaign_reports.type import Cut, Setting


class Drawing(Protocol):
    """A drawing in points. y runs down from the upper edge; ``Sheet`` says what each mark is."""

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        cut: Cut = Cut.REGULAR,
        colour: Colour = INK,
        side: Side = Side.LEFT,
        track: float = 0.0,
    ) -> float:
        """Write one line with its baseline at y; returns its width."""

    def lines(self, x: float, y: float, block: Setting, colour: Colour = INK, side: Side = Side.LEFT) -> float:
        """Write a setting, its first baseline at y; returns the last baseline."""

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        weight: float,
        colour: Colour = INK,
        dash: Sequence[float] = (),
    ) -> None:
        """Draw a straight line."""

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        weight: float = 0.0,
        colour: Colour = INK,
        fill: Colour | None = None,
        round_by: float = 0.0,
    ) -> None:
        """Draw a rectangle from its upper left corner; weight 0 draws no outline."""

    def disc(
        self, x: float, y: float, radius: float, weight: float = 0.0, colour: Colour = INK, fill: Colour | None = None
    ) -> None:
        """Draw a circle around (x, y)."""

    def path(
        self,
        points: Sequence[Spot],
        weight: float = 0.0,
        colour: Colour = INK,
        fill: Colour | None = None,
        *,
        closed: bool = False,
        dash: Sequence[float] = (),
        round_ends: bool = False,
    ) -> None:
        """Draw a polyline or polygon."""

    def within(self, outline: Sequence[Spot]) -> AbstractContextManager[None]:
        """Draw nothing outside this outline within the block."""
