"""The order of battle as a chart: a tree of any shape with a symbol at each node."""

from __future__ import annotations

from dataclasses import dataclass, replace

from campaign.terms.forces import Level
from campaign.views.papers import FactTable, Masthead
from campaign.views.symbol import UnitSymbol

CHARTED = 9
"""A force of so many formations has a chart of them beside its roster."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a formation has of one thing with everything under it: those in play, and the establishment of all."""

    what: str
    """``units``, ``men``, ``tanks``, ``arm. cars``, ``guns``."""
    now: int
    establishment: int


@dataclass(frozen=True, slots=True)
class OrbatNode:
    """A formation with its subordinates, or a unit (``level`` None). Units may stand directly under any formation."""

    symbol: UnitSymbol
    name: str
    """``2nd Bn Scots Guards``, ``22nd Guards Brigade Group``."""
    short: str = ""
    """Name for narrow columns: ``Scots Gds``; ``name`` is used when empty."""
    level: Level | None = None
    led_by: str = ""
    """``Brig I. D. Erskine``."""
    strength: str = ""
    """``780 men``, ``24 Matilda II``."""
    position: str = ""
    """``below upper Halfaya``."""
    note: str = ""
    """Attachment, state in words, doubt about a source."""
    subordinates: tuple[OrbatNode, ...] = ()
    """In the order of the file."""
    force: tuple[Counted, ...] = ()
    """Of a formation: its strength, all five counts."""

    @property
    def without_units(self) -> OrbatNode:
        """The same with the formations only that are under it."""
        below = tuple(node.without_units for node in self.subordinates if node.level is not None)
        return replace(self, subordinates=below)

    @property
    def formations(self) -> int:
        """How many there are of them, with this one."""
        return (self.level is not None) + sum(node.formations for node in self.subordinates)


@dataclass(frozen=True, slots=True)
class OrbatChart:
    """A side's order of battle. Usually one root; several are drawn one after the other."""

    masthead: Masthead
    roots: tuple[OrbatNode, ...]
    totals: FactTable | None = None
    """Strength: ``("", "tanks", "25-pdr")`` and a row for each command."""
    notes: tuple[str, ...] = ()
    """Sentences under the totals: regimental groups, doubts, borrowed units."""

    @property
    def without_units(self) -> OrbatChart:
        """The chart of the formations alone, for whoever has the roster with its units and sums beside it; none of so
        small a force that the roster shows its shape."""
        roots = tuple(replace(root.without_units, force=()) for root in self.roots if root.formations >= CHARTED)
        return replace(self, roots=roots, totals=None, notes=())
