"""Colour-coded labels that show the company of a platoon and its chain of command (BGC-COLOR, BGC-TAB-16).

Every battalion has a pair of colours, its own and the ground of the label. The place of its colour on the label shows
the company: left, middle, right; at both ends for the battalion itself. Headquarters bear HQ, the battalion's on a
round base.

    label(index, company, headquarters=) -> Label
"""

from __future__ import annotations

from typing import Final

from campaign.rules.tabletop.brigadier.tables import BATTALION_MARK, COMPANY_MARKS, Mark
from campaign.values import dataclass
from campaign.words.sheet import LabelColour

PAIRS: Final = (
    (LabelColour.BROWN, LabelColour.GREEN),
    (LabelColour.RED, LabelColour.WHITE),
    (LabelColour.BLUE, LabelColour.YELLOW),
    (LabelColour.BLACK, LabelColour.ORANGE),
    (LabelColour.PURPLE, LabelColour.PINK),
    (LabelColour.GREEN, LabelColour.GREY),
    (LabelColour.ORANGE, LabelColour.BLUE),
    (LabelColour.GREY, LabelColour.RED),
    (LabelColour.YELLOW, LabelColour.PURPLE),
    (LabelColour.PINK, LabelColour.BLACK),
    (LabelColour.WHITE, LabelColour.BROWN),
    (LabelColour.BLUE, LabelColour.WHITE),
)
"""A battalion's own colour and the ground, easily told apart; the first is the book's own example (BGC-COLOR-02)."""
_WIDER = (frozenset({Mark.LEFT, Mark.MIDDLE}), frozenset({Mark.MIDDLE, Mark.RIGHT}))
"""The fields of a fourth and a fifth company."""
_ALL = frozenset(Mark)


@dataclass(frozen=True, slots=True)
class Label:
    """A label: the battalion's colour, the ground, and the fields that bear the colour. ``round_base``: a battalion
    headquarters.
    """

    colour: LabelColour
    ground: LabelColour
    marks: frozenset[Mark]
    hq: bool = False
    round_base: bool = False

    @property
    def bars(self) -> tuple[LabelColour, LabelColour, LabelColour]:
        """The colours of a label's three fields, from left to right."""
        left_colour, middle, right = (self.colour if mark in self.marks else self.ground for mark in Mark)
        return left_colour, middle, right

    @property
    def sign(self) -> str:
        """The colours in letters, C for the colour and G for the ground: ``CGG HQ``."""
        letters = "".join("C" if mark in self.marks else "G" for mark in Mark)
        return f"{letters} HQ" if self.hq else letters


def marks_of(company: int) -> frozenset[Mark]:
    """Return the fields that bear the colour in that company; 0 is the battalion itself. From the sixth company on, all
    fields do (BGC-AMB-38).
    """
    if company == 0:
        return BATTALION_MARK
    if company <= len(COMPANY_MARKS):
        return COMPANY_MARKS[company - 1]
    return _WIDER[company - 4] if company <= 5 else _ALL


def label(index: int, company: int, *, headquarters: bool) -> Label:
    """Return the label of a platoon in the force's battalion with that index, counted from 0."""
    colour, ground = PAIRS[index % len(PAIRS)]
    return Label(colour, ground, marks_of(company), headquarters and company > 0, headquarters and company == 0)
