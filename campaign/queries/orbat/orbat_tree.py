"""The order of battle as a tree for a screen: every unit that the viewer may know, with its key and what it is picked
out by.

    orbat_tree(board, viewer) -> OrbatTree
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.exchange.arms import TANK_ARMS
from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, formation_symbol, strength_words
from campaign.queries.orbat.characters import character_of
from campaign.queries.supply.supply import supply
from campaign.terms.state import State, Support
from campaign.terms.viewer import Viewer
from campaign.values import dataclass
from campaign.views.orbat.orbat_tree import OrbatTree, SideTree, Trait, TreeNode


def orbat_tree(board: JournalBoard, viewer: Viewer) -> OrbatTree:
    """Return the present order of battle of every side that the viewer may see."""
    outlook = look(board, viewer)
    cut = {link.formation for side in supply(board, viewer).sides for link in side.links if not link.in_supply}
    numbers = {side: number for number, side in enumerate(outlook.army.sides)}
    builder = _Builder(outlook, frozenset(cut))
    return OrbatTree(
        viewer=outlook.knowledge.who,
        when=outlook.when(outlook.moment),
        sides=tuple(
            SideTree(
                key=outlook.army.sides[side].key,
                side=outlook.army.sides[side].name,
                number=numbers[side],
                roots=tuple(builder.formation(root) for root in outlook.knowledge.roots(side)),
            )
            for side in outlook.knowledge.sides()
        ),
    )


@dataclass(frozen=True, slots=True)
class _Builder:
    """Makes nodes. ``cut``: names of the formations out of supply, as the viewer reads them."""

    outlook: Outlook
    cut: frozenset[str]

    def formation(self, formation: Formation) -> TreeNode:
        army = self.outlook.army
        below = [
            *(self.battalion(b) for b in army.present[formation.id] if b.headquarters_of_id != formation.id),
            *(self.formation(child) for child in army.below[formation.id]),
        ]
        return TreeNode(
            key=formation.key,
            name=formation.name,
            symbol=formation_symbol(self.outlook, formation),
            is_formation=True,
            men=sum(b.men for b in army.battalions_under(formation.id) if b.state.is_in_play),
            detail=", ".join(filter(None, (formation.led_by, character_of(self.outlook, formation)))),
            position=self.outlook.seat(formation),
            arm="",
            state=None,
            traits=(Trait.OUT_OF_SUPPLY,) if formation.name in self.cut else (),
            battle=None,
            aside=self._headquarters(formation),
            unconfirmed=formation.unconfirmed,
            below=tuple(below),
        )

    def _headquarters(self, formation: Formation) -> str:
        staff = self.outlook.army.headquarters.get(formation.id)
        return "" if staff is None or staff.state is State.FRESH else f"headquarters {staff.state}"

    def battalion(self, battalion: Battalion) -> TreeNode:
        battle = self.outlook.engaged.get(battalion.id)
        return TreeNode(
            key=battalion.key,
            name=battalion.name,
            symbol=battalion_symbol(self.outlook, battalion),
            is_formation=False,
            men=battalion.men,
            detail=_equipment(battalion),
            position=self.outlook.where(battalion) if battalion.state.is_in_play else "",
            arm=battalion.arm.value,
            state=battalion.state,
            traits=tuple(self._traits(battalion)),
            battle=None if battle is None else battle.number,
            aside=", ".join(self._asides(battalion)),
            unconfirmed=battalion.unconfirmed,
        )

    def _traits(self, battalion: Battalion) -> Iterator[Trait]:
        if battalion.id in self.outlook.engaged:
            yield Trait.ENGAGED
        if battalion.state is State.SPENT:
            yield Trait.SPENT
        above = self.outlook.army.formations[battalion.present_id]
        if above.name in self.cut and battalion.on_map:
            yield Trait.OUT_OF_SUPPLY
        if battalion.dug_in_turns:
            yield Trait.DUG_IN
        if not battalion.state.is_in_play:
            yield Trait.OUT_OF_PLAY
        elif not battalion.on_map:
            yield Trait.TO_ARRIVE
        if battalion.arm in TANK_ARMS:
            yield Trait.ARMOUR

    def _asides(self, battalion: Battalion) -> Iterable[str]:
        army, knowledge = self.outlook.army, self.outlook.knowledge
        if battalion.resting:
            yield "resting"
        if battalion.dug_in_turns:
            yield f"dug in {battalion.dug_in_turns}"
        if battalion.hidden:
            yield "hidden"
        if battalion.surrounded:
            yield "surrounded"
        if battalion.organic_id != battalion.present_id and knowledge.may_name(army.formations[battalion.organic_id]):
            yield f"from {army.formations[battalion.organic_id].short}"
        if battalion.supports_id is not None and knowledge.may_name(army.formations[battalion.supports_id]):
            how = "direct support of" if battalion.support is Support.DIRECT_SUPPORT else "in support of"
            yield f"{how} {army.formations[battalion.supports_id].short}"


def _equipment(battalion: Battalion) -> str:
    """Return a strength in words without its men, who have a column of their own."""
    parts = strength_words(battalion).split(", ")
    return ", ".join(part for part in parts if not part.endswith(" men"))
