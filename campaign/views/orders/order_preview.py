"""The results of an order beyond those in its receipt: other routes, obstacles, and the order that it replaces."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class OrderPreview:
    """A preview of an order as its side knows it, with a part that only the umpire reads."""

    detours: tuple[str, ...] = ()
    """Other routes that differ clearly: ``28.5 km by Halfaya Pass, top - Sollum Barracks: arrives in turn 1.2 about
    07:10``."""
    in_the_way: tuple[str, ...] = ()
    """Enemies seen beside the route, and obstacles that close a shorter route."""
    unknown: tuple[str, ...] = ()
    """Enemies and obstacles on the route that the side does not know of; for the umpire alone."""

    def lines(self, replaced: str) -> list[str]:
        """Return all of the preview, a line each, with the order that it replaces."""
        return [
            *(f"another way: {way}" for way in self.detours),
            *(f"known enemy on the way: {enemy}" for enemy in self.in_the_way),
            *([f"this replaces: {replaced}"] if replaced else []),
            *(f"for the umpire only; the side does not know this: {thing}" for thing in self.unknown),
        ]
