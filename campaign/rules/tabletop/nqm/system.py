"""Not Quite Mechanised as a tabletop system: the door through which the campaign plays it
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
from campaign.rules.tabletop.interface import SYSTEMS, System, Tabletop
from campaign.rules.tabletop.nqm import muster, returns, sheet
from campaign.views.sheet import SheetBody

DIVISION_POINTS = 250
"""Points of about a division: no player should control more (NQM-DESIGN-04)."""


@dataclass(frozen=True, slots=True)
class NotQuiteMechanised:
    """Musters, prints, records and resolves a fight of companies and platoons."""

    @property
    def system(self) -> System:
        """Its entry in SYSTEMS."""
        return SYSTEMS["nqm"]

    def muster(self, force: Force, book: Rulebook) -> Muster:
        """Battalions as companies, platoons and vehicles with their points."""
        return muster.muster(force, book)

    def sheet(self, scene: Scene, book: Rulebook) -> SheetBody:
        """What the player of this force needs on paper."""
        return sheet.sheet(scene, book, muster.muster(scene.force, book))

    def fields(self, book: Rulebook) -> Fields:
        """Points gone for good, pins, and what befell the battalion."""
        return returns.fields(book)

    def line_faults(self, line: FiledLine, was: PrintedLine, book: Rulebook) -> Iterable[str]:
        """What of a line cannot be on this table."""
        del book
        return returns.faults(line, was)

    def outcome(self, line: FiledLine, was: PrintedLine, book: Rulebook, dice: Dice | None = None) -> Outcome:
        """The state its points speak of when the pins are halved; without dice the odd ones stay on."""
        return returns.outcome(line, was, book, dice)

    def advice(self, larger: Muster, turns: int, table_in: tuple[int, int]) -> tuple[str, ...]:
        """A player for each division (NQM-DESIGN-04); a division's whole day is an evening, however many turns are left
        (NQM-DESIGN-01)."""
        del turns, table_in
        points = sum(line.noted.get("points", 0) for line in larger.lines)
        if points <= DIVISION_POINTS:
            return ()
        return (
            (
                f"{points} points are more than a division: give the side a commander for each division and one for the"
                " corps."
            ),
        )


TABLETOP: Tabletop = NotQuiteMechanised()
"""The system, as the campaign asks for it."""
