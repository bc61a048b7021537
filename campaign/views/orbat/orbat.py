"""The order of battle as a chart, of any depth, with a symbol at each node."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.terms.forces import Level
from campaign.values import dataclass, replace
from campaign.views.common.summary import Block, Summary
from campaign.words.papers import FactTable, Masthead
from campaign.words.symbol import UnitSymbol

CHARTED = 9
"""Number of formations from which a force has a chart of them beside its roster."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A count of one thing in a formation with everything under it: those in play, and the establishment of all."""

    what: str
    """Name of the thing counted: ``units``, ``men``, ``tanks``, ``arm. cars``, ``guns``."""
    now: int
    establishment: int


@dataclass(frozen=True, slots=True)
class OrbatNode:
    """A formation with its subordinates, or a unit (``level`` None). Units may stand directly under any formation."""

    symbol: UnitSymbol
    name: str
    """Full name: ``2nd Bn Scots Guards``, ``22nd Guards Brigade Group``."""
    short: str = ""
    """Name for narrow columns: ``Scots Gds``; if empty, ``name`` is printed instead."""
    level: Level | None = None
    led_by: str = ""
    """Rank and name of the commander: ``Brig I. D. Erskine``."""
    strength: str = ""
    """Strength in words: ``780 men``, ``24 Matilda II``."""
    position: str = ""
    """Position in words: ``below upper Halfaya``."""
    note: str = ""
    """Attachment, state in words, or doubt about a source."""
    subordinates: tuple[OrbatNode, ...] = ()
    """Formations and units under it, in the order of the file."""
    force: tuple[Counted, ...] = ()
    """Strength of a formation as five counts."""
    character: str = ""
    """Character of a formation's commander: ``cautious``; its source is in the notes."""

    @property
    def leader(self) -> str:
        """Rank and name of the commander, with the character: ``Brig W. H. E. Gott, cautious``."""
        return ", ".join(filter(None, (self.led_by, self.character)))

    @property
    def without_units(self) -> OrbatNode:
        """Same node with only the formations under it."""
        below = tuple(node.without_units for node in self.subordinates if node.level is not None)
        return replace(self, subordinates=below)

    @property
    def formations(self) -> int:
        """Number of formations, this one included."""
        return (self.level is not None) + sum(node.formations for node in self.subordinates)


@dataclass(frozen=True, slots=True)
class OrbatChart:
    """A side's order of battle. Usually one root; several are drawn one after the other."""

    masthead: Masthead
    roots: tuple[OrbatNode, ...]
    totals: FactTable | None = None
    """Chart of strengths with a row for each command; its heads are like ``("", "tanks", "25-pdr")``."""
    notes: tuple[str, ...] = ()
    """Sentences under the totals: characters with their sources, doubts."""

    @property
    def without_units(self) -> OrbatChart:
        """Chart of the formations alone, for readers with the roster beside it; None for a force so small that the
        roster shows its shape.
        """
        roots = tuple(replace(root.without_units, force=()) for root in self.roots if root.formations >= CHARTED)
        return replace(self, roots=roots, totals=None, notes=())


@dataclass(frozen=True, slots=True)
class FormationBrief:
    """A formation in one line; units by their short names."""

    formation: str
    where: str
    figures: tuple[str, ...]
    """Counts in words: ``5 units``, ``1,370 men``."""
    lost: tuple[str, ...]
    spent: tuple[str, ...]
    engaged: tuple[str, ...]
    due: tuple[str, ...]
    """Units that are still to arrive."""


@dataclass(frozen=True, slots=True)
class OrbatBrief:
    """A side's order of battle in a few lines, first the formations with losses."""

    side: str
    now: str
    figures: tuple[str, ...]
    formations: tuple[FormationBrief, ...]


def summary_of_orbat(brief: OrbatBrief) -> Summary:
    """Return a summary with a block for each formation; those without losses make room for the others."""
    blocks = (
        Block(
            line.formation,
            tuple(_phrases(line)),
            is_kept=_is_hurt(line),
            is_bad=bool(line.lost),
            is_light=True,
            shorter=((*_state(line), f"{len(line.lost)} lost, {len(line.spent)} spent"),),
        )
        for line in brief.formations
    )
    return Summary(f"{brief.side}, {brief.now}: {', '.join(brief.figures)}", "", tuple(blocks))


def _is_hurt(line: FormationBrief) -> bool:
    return bool(line.lost or line.spent)


def _phrases(line: FormationBrief) -> Iterator[str]:
    yield from _state(line)
    for word, units in (
        ("lost", line.lost),
        ("spent", line.spent),
        ("in battle", line.engaged),
        ("to arrive", line.due),
    ):
        if units:
            yield f"{word}: {', '.join(units)}"


def _state(line: FormationBrief) -> tuple[str, ...]:
    """Return what a formation has and where it is; nothing for one that has nothing left."""
    words = ", ".join(filter(None, (*line.figures[:3], line.where)))
    return (words,) if words else ()
