"""The results of a search by a few words: units, places, commanders, battles, and pages."""

from __future__ import annotations

from enum import StrEnum

from campaign.values import dataclass
from campaign.words.symbol import UnitSymbol


class Kind(StrEnum):
    """The kinds of what can be found, in the order in which equally good ones are listed."""

    BATTLE = "battle"
    UNIT = "unit"
    FORMATION = "formation"
    COMMANDER = "commander"
    PLACE = "place"
    ENEMY = "enemy"
    """An enemy whose name the viewer knows from a battle."""
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Page:
    """A page that a viewer may open, with other words by which it is looked for."""

    title: str
    address: str
    words: tuple[str, ...] = ()
    """Names of program commands and other words: ``march``, ``undo``."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that fits the words."""

    kind: Kind
    key: str
    """Key of a unit, place or commander; number of a battle; address of a page. Empty for an enemy."""
    name: str
    detail: str
    """Where it is, whose it is, what state it is in."""
    symbol: UnitSymbol | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The results of a search, the best first."""

    text: str
    hits: tuple[Hit, ...]

    @property
    def nothing(self) -> str:
        """Sentence for no hit at all, the same for an unknown name and for one that the viewer may not know."""
        return "" if self.hits else f"nothing here is called {self.text!r}"
