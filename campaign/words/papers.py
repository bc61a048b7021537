"""The common parts of printed papers: head and foot, facts with a label, small tables."""

from __future__ import annotations

from campaign.values import dataclass


@dataclass(frozen=True, slots=True)
class Masthead:
    """The head and foot of a paper. Empty texts are not printed."""

    side: str
    """Word in the tab: ``British``, ``Axis``, ``Umpire``."""
    accent: str
    """The side's colour, ``#rrggbb``; black for the umpire's papers. The colour alone carries no meaning."""
    operation: str
    """Title of the campaign: ``Operation Brevity``."""
    title: str
    """Title of the paper: ``Order of battle``, ``Battle 3: Fort Capuzzo``."""
    subtitle: str = ""
    """Force or commander, or kind of sheet: ``Western Desert Force, frontier``."""
    paper: str = ""
    """Number of the paper, in the tab: ``OB 3``, ``Paper 7``."""
    addressee: str = ""
    """Readers of the paper: ``to all British commanders``, ``for Brig I. D. Erskine only``."""
    when: str = ""
    """Date and clock time in words: ``15 May 1941, 04:00``."""
    turn: str = ""
    """Day and turn: ``Day 1, turn 2 of 4``."""
    code: str = ""
    """Code of a battle sheet, printed on its return too: ``BREV-3-GB-7K2``; empty for other papers."""
    use: str = ""
    """One sentence of use or caution, at the foot on the left."""
    entry: int = 0
    """Number of the last journal entry not undone at the time of printing; 0 (and not printed) on papers for players.
    """
    head: str = ""
    """First twelve letters of a hash, for the foot. On the umpire's papers it is the head of the journal; on others it
    covers the entries that the reader may know of, on a return form the turn alone (``campaign doctor --proof``)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its text: ``Aim`` / ``Gain ground for the June offensive``."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class FactTable:
    """A small table with one head a column. The first column is words, the others figures; ``total`` is ruled off in
    bold.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()
    note: str = ""
