"""One-Hour WW2 on hexes as a tabletop system: the door through which the campaign plays it
(``rules/tabletop/interface.py``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.common.dice import Dice
from campaign.rules.common.force import Force
from campaign.rules.common.muster import Muster
from campaign.rules.common.return_form import Fields, FiledLine, Outcome, PrintedLine
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.common.scene import Scene
from campaign.rules.tabletop.hexes import muster, returns, sheet
from campaign.rules.tabletop.interface import SYSTEMS, System, Tabletop
from campaign.views.sheet import SheetBody


@dataclass(frozen=True, slots=True)
class Hexes:
    """Musters, prints, records and resolves a fight on hexes."""

    @property
    def system(self) -> System:
        """Its entry in SYSTEMS."""
        return SYSTEMS["hexes"]

    def muster(self, force: Force, book: Rulebook) -> Muster:
        """Battalions as units of the hex table (HEX-MAP-01..05)."""
        return muster.muster(force, book)

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """What the player of this force needs on paper (HEX-MAP-13)."""
        return sheet.sheet(scene, book, muster.muster(scene.force, book))

    def fields(self, book: Rulebook) -> Fields:
        """Hits at the end, turn eliminated, surrounded; turns played (HEX-MAP-12)."""
        return returns.fields(book)

    def line_faults(self, line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
        """What of a line cannot be on this table."""
        return returns.line_faults(line, was, book)

    def outcome(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """The state its hits speak of (HEX-MAP-06); no dice are rolled for it."""
        return returns.outcome(line, was, book)

    def advice(self, larger: Muster, turns: int, table_in: tuple[int, int]) -> tuple[str, ...]:
        """What is to be said of a game too small or too large for the hex table."""
        return muster.advice(larger)


TABLETOP: Tabletop = Hexes()
