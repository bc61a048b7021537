"""The order of battle as lines of a tree that can be filtered and folded, for a screen."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from campaign.terms.state import State
from campaign.values import dataclass
from campaign.words.symbol import UnitSymbol


class Trait(StrEnum):
    """The traits by which units are picked out, in the order of the filters."""

    ENGAGED = "engaged"
    SPENT = "spent"
    OUT_OF_SUPPLY = "out of supply"
    DUG_IN = "dug in"
    TO_ARRIVE = "to arrive"
    OUT_OF_PLAY = "out of play"
    ARMOUR = "armour"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A formation with what is under it, or a battalion."""

    key: str
    name: str
    symbol: UnitSymbol
    is_formation: bool
    men: int
    detail: str
    """Commander of a formation, with his character; equipment of a battalion: ``24 Matilda II``."""
    position: str
    arm: str
    state: State | None
    """State of a battalion; None for a formation."""
    traits: tuple[Trait, ...]
    battle: int | None
    """Number of the battle in which it is engaged."""
    aside: str
    """Attachment, rest and digging in, in words: ``dug in 1, from 7 Armd Div`` (turns of work)."""
    unconfirmed: bool
    below: tuple[TreeNode, ...] = ()

    @property
    def everything(self) -> Iterator[TreeNode]:
        """This node and all under it, in the order of the tree."""
        yield self
        for node in self.below:
            yield from node.everything


@dataclass(frozen=True, slots=True)
class SideTree:
    """One side's tree. ``number``: its place among the sides of the campaign, from 0."""

    key: str
    side: str
    number: int
    roots: tuple[TreeNode, ...]

    @property
    def battalions(self) -> tuple[TreeNode, ...]:
        """Every battalion, in the order of the tree."""
        return tuple(node for root in self.roots for node in root.everything if not node.is_formation)

    @property
    def formations(self) -> int:
        """Number of formations."""
        return sum(node.is_formation for root in self.roots for node in root.everything)


@dataclass(frozen=True, slots=True)
class OrbatTree:
    """The trees of the sides whose order of battle the viewer knows."""

    viewer: str
    when: str
    sides: tuple[SideTree, ...]
