"""WW2 Rules for Brigade Level Games as a tabletop system: the door through which the campaign plays it
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
from campaign.rules.tabletop.brigade import muster, returns, sheet
from campaign.rules.tabletop.interface import SYSTEMS, System, Tabletop
from campaign.views.sheet import SheetBody


@dataclass(frozen=True, slots=True)
class BrigadeLevel:
    """Musters, prints, records and resolves a fight under the Brigade level rules."""

    @property
    def system(self) -> System:
        """Its entry among the systems."""
        return SYSTEMS["brigade"]

    def muster(self, force: Force, book: Rulebook) -> Muster:
        """Battalions as companies, guns, support weapons and vehicles."""
        return muster.neutral(force, book)

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """The battle sheet of a force."""
        return sheet.sheet(scene, book)

    def fields(self, book: Rulebook) -> Fields:
        """The columns of the return."""
        return returns.fields()

    def line_faults(self, line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
        """What of a line cannot be."""
        return returns.line_faults(line, was)

    def outcome(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """What a line makes of a battalion; no dice are thrown for it."""
        return returns.outcome(line, was, book)

    def advice(self, larger: Muster, turns: int, table_in: tuple[int, int]) -> tuple[str, ...]:
        """What the book says of a game larger than usual (BDE-SCALE-02)."""
        return muster.advice(larger)


TABLETOP: Tabletop = BrigadeLevel()
