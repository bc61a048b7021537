"""A player's own troops, as his window shows them: where each battalion stands, what it does, and its state."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook, look
from campaign.queries.common.symbols import battalion_symbol, needs_notice, order_words, state_words
from campaign.queries.orders.later_orders import all_later, brief
from campaign.queries.supply.supply_line import is_cut_off
from campaign.terms.viewer import Viewer
from campaign.views.orbat.own_troops import OwnCommand, OwnTroops, OwnUnit


def own_troops(board: JournalBoard, viewer: Viewer) -> OwnTroops:
    """Return the battalions that this side or these commanders command; the umpire has none of his own."""
    outlook = look(board, viewer)
    army = outlook.army
    if viewer.side is None:
        return OwnTroops(0, ())
    sides = sorted(army.sides, key=lambda ident: (army.sides[ident].position, ident))
    commands = [command for root in outlook.knowledge.roots(viewer.side) for command in _commands(outlook, root)]
    return OwnTroops(sides.index(viewer.side), tuple(commands))


def _commands(outlook: Outlook, root: Formation) -> Iterator[OwnCommand]:
    for formation in outlook.army.tree(root.id):
        battalions = [b for b in outlook.army.present[formation.id] if b.headquarters_of_id is None]
        if battalions:
            on_map = any(battalion.on_map for battalion in battalions)
            supply = ("out of supply" if is_cut_off(outlook, formation) else "in supply") if on_map else ""
            units = tuple(_unit(outlook, battalion) for battalion in battalions)
            yield OwnCommand(formation.key, formation.name, supply, units)


def _unit(outlook: Outlook, battalion: Battalion) -> OwnUnit:
    words = order_words(outlook, outlook.orders.of(battalion)) if battalion.state.is_in_play else ""
    battle = outlook.engaged.get(battalion.id)
    return OwnUnit(
        key=battalion.key,
        name=battalion.name,
        symbol=battalion_symbol(outlook, battalion),
        where=outlook.where(battalion) if battalion.state.is_in_play else "",
        order=f"battle {battle.number}, then {words}" if battle is not None else words,
        coming=next(iter(brief(outlook, all_later(outlook, battalion)[:1])), "") if battalion.on_map else "",
        state=state_words(outlook, battalion),
        needs_notice=needs_notice(outlook, battalion),
        is_lost=not battalion.state.is_in_play,
    )
