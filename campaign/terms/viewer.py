"""Who is looking. Every query takes a viewer and hides what he may not know (umpire 1.13)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """The umpire (no side), a side, or a commander of a side. Ids are those of the side and commander rows."""

    side: int | None = None
    commander: int | None = None

    @property
    def is_umpire(self) -> bool:
        """Sees everything."""
        return self.side is None


UMPIRE = Viewer()
