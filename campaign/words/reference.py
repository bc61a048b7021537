"""The reference of a tabletop system: the part that is the same in all its battles, on one sheet of paper that a club
prints once.
"""

from __future__ import annotations

from campaign.values import dataclass
from campaign.words.papers import Masthead
from campaign.words.sheet import Reference


@dataclass(frozen=True, slots=True)
class ReferencePaper:
    """The charts, rules in short and house rules of one system; ``system`` is its key, used in file names."""

    masthead: Masthead
    system: str
    reference: Reference
