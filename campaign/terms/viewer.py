"""Viewers: every query takes a viewer and hides what that viewer may not know (umpire 1.13)."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer: the umpire (no side), a side, or some commanders of a side: one of them, or all that one player plays.
    Ids are those of the side and commander rows.
    """

    side: int | None = None
    commanders: tuple[int, ...] = ()

    @property
    def is_umpire(self) -> bool:
        """True for the umpire, who sees everything."""
        return self.side is None


UMPIRE = Viewer()


def viewer_text(name: str) -> str:
    """Return the name of a viewer within a sentence: ``the umpire`` for ``Umpire``, any other name unchanged."""
    return "the umpire" if name == "Umpire" else name
