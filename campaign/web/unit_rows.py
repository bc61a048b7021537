"""Units in rows: signs, states as words with their kind, and the filters of the order of battle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from campaign.terms.state import State
from campaign.terms.words import plain
from campaign.values import dataclass, replace
from campaign.views.orbat.orbat_tree import OrbatTree, SideTree, Trait, TreeNode
from campaign.web.chips import ChipSheet, on_umpires_desk

HIGH: Final = 14.0
"""Height in pixels of a sign's frame in a row."""
_ROAD: Final = re.compile(r" (?:on|over|along) the ")
KINDS: Final = {
    State.FRESH: "",
    State.SPENT: "spent",
    State.DESTROYED: "destroyed",
    State.CAPTURED: "destroyed",
    State.DISBANDED: "destroyed",
}
"""How the state box of each state is drawn."""


def near(position: str) -> str:
    """Return a position without the road: ``6.4 km from Sidi Suleiman``."""
    return _ROAD.split(position)[0]


@dataclass(frozen=True, slots=True)
class Mark:
    """A state in its frame: its word and its kind."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tree with its sign; ``below``: those under it that the filter leaves."""

    node: TreeNode
    side: int
    chip: str
    marks: tuple[Mark, ...]
    below: tuple[Row, ...]

    @property
    def near(self) -> str:
        """Return the position without the road: ``6.4 km from Sidi Suleiman``."""
        return near(self.node.position)


@dataclass(frozen=True, slots=True)
class Picked:
    """The filter of a page: words of a name, place or arm; a side; a trait."""

    text: str = ""
    side: str = ""
    trait: str = ""

    @property
    def is_open(self) -> bool:
        """Return whether everything is shown."""
        return not (self.text or self.trait)

    def takes(self, node: TreeNode) -> bool:
        """Return whether a node is one of those looked for."""
        if self.trait and self.trait not in node.traits:
            return False
        if self.trait and node.is_formation:
            return False
        words = plain(f"{node.name} {node.position} {node.arm} {node.detail}")
        return all(word in words for word in plain(self.text).split())


def marks_of(node: TreeNode) -> tuple[Mark, ...]:
    """Return the states of a node as the program's words have them."""
    return tuple(_marks(node))


def _marks(node: TreeNode) -> Iterator[Mark]:
    if node.battle is not None:
        yield Mark(f"battle {node.battle}", "act")
    if node.state is not None:
        yield Mark(node.state.value, KINDS[node.state])
    if node.is_formation and Trait.OUT_OF_SUPPLY in node.traits:
        yield Mark("out of supply", "cut")
    if Trait.TO_ARRIVE in node.traits:
        yield Mark("to arrive", "now")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a page by side, and the signs that stand on it once (``defs``)."""

    sides: tuple[tuple[SideTree, tuple[Row, ...]], ...]
    defs: str


def rows_of(tree: OrbatTree, picked: Picked) -> Rows:
    """Return the rows that a filter leaves, by side; above each the formations that it stands under."""
    left = {side: tuple(_left(side.roots, picked)) for side in tree.sides if picked.side in ("", side.key)}
    if len(tree.sides) > 1:  # the umpire's
        left = {side: tuple(_framed(roots, side.number)) for side, roots in left.items()}
    sheet = ChipSheet(
        (node.symbol, side.number) for side, roots in left.items() for root in roots for node in root.everything
    )
    return Rows(tuple((side, tuple(_rows(roots, side.number, sheet))) for side, roots in left.items()), sheet.defs)


def _framed(nodes: Iterable[TreeNode], side: int) -> Iterator[TreeNode]:
    """Yield nodes, and those under them, with their signs as the umpire's pages draw them."""
    for node in nodes:
        yield replace(node, symbol=on_umpires_desk(node.symbol, side), below=tuple(_framed(node.below, side)))


def _left(nodes: Iterable[TreeNode], picked: Picked) -> Iterator[TreeNode]:
    """Yield the nodes that a filter leaves, each with those under it that it leaves."""
    for node in nodes:
        below = tuple(_left(node.below, picked))
        if below or picked.takes(node):
            yield replace(node, below=below)


def _rows(nodes: Iterable[TreeNode], side: int, sheet: ChipSheet) -> Iterator[Row]:
    for node in nodes:
        chip = sheet.chip(node.symbol, side, HIGH)
        yield Row(node, side, chip, marks_of(node), tuple(_rows(node.below, side, sheet)))
