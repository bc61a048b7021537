"""Labels to cut out and lay beside the bases: one for each stand, coloured by battalion and company; with officers,
markers and spares.

Nothing depends on colour alone: the battalion's number and the company's letter stand in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.symbol import UnitSymbol

if TYPE_CHECKING:
    from campaign.words.sheet import LabelColour


@dataclass(frozen=True, slots=True)
class BaseLabel:
    """The label of one base. ``number``: the line of the battle sheet, or the battalion's own number; ``company``: its
    letter or number.

    ``bars``: the battalion's colours from the left, one unless the system codes its labels with more.
    """

    number: str
    title: str
    text: str = ""
    company: str = ""
    bars: tuple[LabelColour, ...] = ()
    company_colour: LabelColour | None = None
    symbol: UnitSymbol | None = None
    sign: str = ""
    """Code of the rule system in letters."""


@dataclass(frozen=True, slots=True)
class PersonLabel:
    """An officer or an observer, with the letter of the command or the number of the line."""

    letter: str
    title: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of a state to lay beside a base, and how many of them. ``tone``: ``plain``, ``grey`` or ``black``;
    ``big``: a sign instead of a symbol.
    """

    word: str
    count: int
    text: str = ""
    tone: str = "plain"
    symbol: UnitSymbol | None = None
    big: str = ""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """The labels of one side, in the order of its order of battle. ``base``: width and depth of a label, in
    millimetres.
    """

    masthead: Masthead
    base: tuple[int, int]
    labels: tuple[BaseLabel, ...]
    people: tuple[PersonLabel, ...] = ()
    markers: tuple[Marker, ...] = ()
    side: str = ""
    """Key of the side, for the file's name."""
