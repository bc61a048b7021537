"""Labels to cut out and lay at the bases: one a stand, coloured by battalion and company; officers, markers and spares
with them.

Nothing rests on colour alone: the battalion's number and the company's letter stand in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.views.papers import Masthead
from campaign.views.symbol import UnitSymbol

if TYPE_CHECKING:
    from campaign.views.sheet import LabelColour


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
    """The system's own code in letters."""


@dataclass(frozen=True, slots=True)
class PersonLabel:
    """An officer or an observer: lettered as his command, or numbered as his line."""

    letter: str
    title: str
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A state laid at a base: so many of them. ``tone``: ``plain``, ``grey`` or ``black``; ``big``: a sign instead of a
    symbol."""

    word: str
    count: int
    text: str = ""
    tone: str = "plain"
    symbol: UnitSymbol | None = None
    big: str = ""


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """Everything of one side, in the order of its order of battle. ``base``: width and depth of a label, in
    millimetres."""

    masthead: Masthead
    base: tuple[int, int]
    labels: tuple[BaseLabel, ...]
    people: tuple[PersonLabel, ...] = ()
    markers: tuple[Marker, ...] = ()
    side: str = ""
    """The side's key, for the file's name."""
