"""The common parts of printed papers: head and foot, facts with a label, small tables."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Masthead:
    """The head and foot of a paper. Empty texts are not printed."""

    side: str
    """Word in the tab: ``British``, ``Axis``, ``Umpire``."""
    accent: str
    """The side's one colour, ``#rrggbb``; black for the umpire's papers. No meaning rests on it."""
    operation: str
    """``Operation Brevity``."""
    title: str
    """``Order of battle``, ``Battle 3: Fort Capuzzo``."""
    subtitle: str = ""
    """Force or commander, or what kind of sheet it is: ``Western Desert Force, frontier``."""
    paper: str = ""
    """Number of the paper, in the tab: ``OB 3``, ``Paper 7``."""
    addressee: str = ""
    """``to all British commanders``, ``for Brig I. D. Erskine only``."""
    when: str = ""
    """Date and clock time in words: ``15 May 1941, 04:00``."""
    turn: str = ""
    """``Day 1, turn 2 of 4``."""
    code: str = ""
    """Code of a battle sheet, which its return bears too: ``BREV-3-GB-7K2``; empty for other papers."""
    use: str = ""
    """One sentence of use or caution, at the foot on the left."""
    entry: int = 0
    """Number of the journal's last living entry when this was printed; 0 on a paper that is not the umpire's, and not
    printed there."""
    head: str = ""
    """First eight letters of a hash, for the foot: on the umpire's papers the journal's head, on others that of what
    the reader may know of the entries (``campaign doctor --proof``)."""


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
