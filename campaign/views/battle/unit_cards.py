"""The unit cards of one side: the lines of its battle sheet, one card for each, to put into sleeves."""

from __future__ import annotations

from campaign.values import dataclass, replace
from campaign.words.packet import SidePapers
from campaign.words.papers import Masthead
from campaign.words.sheet import SheetBody
from campaign.words.texts import papers


@dataclass(frozen=True, slots=True)
class UnitCards:
    """The cards of a side's units: each repeats the unit's line on the battle sheet, since its ``body`` is the sheet's
    own.
    """

    masthead: Masthead
    body: SheetBody

    @classmethod
    def of(cls, side: SidePapers) -> UnitCards:
        """Return the cards of the units on this side's battle sheet."""
        return cls(replace(side.sheet.masthead, use=papers().text("unit_cards_use")), side.sheet.body)
